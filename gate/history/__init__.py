"""What earlier checks found: where it is kept, what it adds up to, and which changes were accepted."""

from gate.history.accepted import AcceptedChange, accepted, tallies
from gate.history.counts import Alarm, CheckCounts, Counts, count
from gate.history.place import kept, place

__all__ = [
    "AcceptedChange",
    "Alarm",
    "CheckCounts",
    "Counts",
    "accepted",
    "count",
    "kept",
    "place",
    "tallies",
]
