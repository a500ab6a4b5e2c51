"""Whether two windows of records look alike: fields, rates and embeddings, each with its alarm level."""

from gate.drift.finding import Finding, Outcome, Report, Side
from gate.drift.levels import decide

__all__ = ["Finding", "Outcome", "Report", "Side", "decide"]
