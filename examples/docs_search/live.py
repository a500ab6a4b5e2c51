"""The candidate of `docs_search`, to be asked live: `configs/docs_search_live.yaml` names :func:`search`.

The index is built once, when the gate loads this module.
"""

from __future__ import annotations

from make_runs import SYSTEMS
from search import Search, read
from snapshot import CORPUS

_INDEX = Search(read(CORPUS), SYSTEMS["docs_search"])


def search(query: str, k: int) -> list[tuple[str, float]]:
    """Return the ``k`` best sections for ``query`` with their scores, best first."""
    return _INDEX(query)[:k]
