"""Numbers for the plots of a report, one plot a file; worked out only where an output draws them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.report import Pictures
from gate.telling.pictures.gains import item_gains
from gate.telling.pictures.movers import moved_most
from gate.telling.pictures.scores import scores
from gate.telling.pictures.sight import sight

if TYPE_CHECKING:
    from gate.judgement.judged import Judged


def pictures(judged: Judged) -> Pictures:
    """Gather what a report's plots show."""
    return Pictures(
        gains=item_gains(judged), scores=scores(judged), sight=sight(judged), movers=moved_most(judged)
    )
