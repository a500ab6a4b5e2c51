"""The one place where a number becomes a decision."""

from gate.verdict.facts import Facts, Limit, Rule, Verdict
from gate.verdict.judging import SLACK, SUSPECT, judge
from gate.verdict.outcomes import Mode, Outcome, Reason
from gate.verdict.reasoning import reasoning
from gate.verdict.whole import exit_code, worst

__all__ = [
    "SLACK",
    "SUSPECT",
    "Facts",
    "Limit",
    "Mode",
    "Outcome",
    "Reason",
    "Rule",
    "Verdict",
    "exit_code",
    "judge",
    "reasoning",
    "worst",
]
