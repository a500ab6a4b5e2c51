"""Coverage: share of a catalogue that is recommended to anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.exposures import over_exposures
from gate.metrics.steps import written

if TYPE_CHECKING:
    from gate.arrays import FloatArray


@over_exposures("shown", "size", better="higher", bounds=(0.0, 1.0), steps=written("shown / size"))
def coverage(*, shown: FloatArray, size: FloatArray) -> FloatArray:
    """Distinct items of the catalogue among the first ``k`` of all users, as a share of the catalogue.

    ``coverage@k = shown / size``. What is recommended and not in the catalogue is no part of it. The more
    users there are, the more is shown: the value is that of this many users.

    Returns:
        ``(r,)`` values in [0, 1].

    Source:
        Herlocker, Konstan, Terveen & Riedl, TOIS 22(1), 2004, section 4.2; Ge, Delgado-Battenfeld &
        Jannach, RecSys 2010, as catalog coverage.

    Example:
        Of a catalogue of 4 items 3 are shown to anybody:
        3 / 4 = 0.75

    >>> from gate.samples.recommended import RecommendedSample
    >>> sample = RecommendedSample.of_lists(["a", "b"], ["a", "z"], ["c", "y"], catalogue="abcd")
    >>> found = sample.shown.exposure(2, sample.weight).statistics()  # y and z are strangers
    >>> coverage(shown=found["shown"], size=found["size"])
    array([0.75])
    """
    return shown / size
