"""What every reporter reads: plain facts, already decided.

Everything is a frozen dataclass of plain values, so that it can be written as JSON and read back;
an undefined number is ``None``, never NaN. Numbers are unrounded: rounding is a reporter's job.
"""

from gate.report.checks import Check, Gain, Level
from gate.report.classes import Confusion, Hits, LabelHits, Reliability, ReliabilityBin
from gate.report.moves import Lost, Mover, Place, Side
from gate.report.pictures import Band, ItemGains, Pictures, ScoreCounts, Scores, Sight, Trace
from gate.report.whole import (
    SCHEMA_VERSION,
    Bucket,
    Conditions,
    Document,
    Provenance,
    Report,
    Threshold,
)

__all__ = [
    "SCHEMA_VERSION",
    "Band",
    "Bucket",
    "Check",
    "Conditions",
    "Confusion",
    "Document",
    "Gain",
    "Hits",
    "ItemGains",
    "LabelHits",
    "Level",
    "Lost",
    "Mover",
    "Pictures",
    "Place",
    "Provenance",
    "Reliability",
    "ReliabilityBin",
    "Report",
    "ScoreCounts",
    "Scores",
    "Side",
    "Sight",
    "Threshold",
    "Trace",
]
