"""What a document has to say about lines of files: the config's, and the golden set's.

Formats for code review (SARIF, code quality) are drawn from this one list, most severe first.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from gate.reporters import moves
from gate.reporters.escaping import SENTENCE, line
from gate.reporters.naming import title
from gate.reporters.testing import numbers
from gate.reporters.words import OUTCOMES
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.report import Document, Report


class Rule(StrEnum):
    """What kind of thing is said; most severe first."""

    REGRESSED = "regressed"
    NO_ANSWER = "no-answer"
    INCONCLUSIVE = "inconclusive"
    LOST = "lost-item"


_RULES = {
    Outcome.REGRESSED: Rule.REGRESSED,
    Outcome.NOT_COMPARABLE: Rule.NO_ANSWER,
    Outcome.INCONCLUSIVE: Rule.INCONCLUSIVE,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark about one line.

    Attributes:
        rule: Its kind.
        text: What is said, one sentence or two; nothing in it acts unseen.
        path: The file, as the command was given it, with ``/``.
        line: From 1.
        fingerprint: 32 hex digits that stay the same while the finding is about the same thing: they
            depend on neither numbers nor lines.
    """

    rule: Rule
    text: str
    path: str
    line: int
    fingerprint: str


def findings(document: Document) -> list[Finding]:
    """Return everything that needs eyes: checks at their line of the config, lost items at theirs.

    A lost item whose line is not known stands at the check's line.
    """
    found = [finding for report in document.reports for finding in _of_report(report)]
    severity = list(Rule)
    return sorted(found, key=lambda finding: severity.index(finding.rule))


def _of_report(report: Report) -> Iterator[Finding]:
    path = _posix(report.config)
    lines = {check.name: max(check.line, 1) for check in report.checks}
    for check in report.checks:
        rule = _RULES.get(check.outcome)
        if rule is not None:
            text = f"{check.name} {OUTCOMES[check.outcome]}: {check.because} ({numbers(check)})"
            yield _finding(rule, text, path, lines[check.name], report.name, check.name)
    if not report.checks and report.exit_code:
        yield _finding(Rule.NO_ANSWER, report.headline, path, 1, report.name)
    for lost in report.lost:
        known = (_posix(report.conditions.golden_set), lost.line) if lost.line else None
        file, at = known or (path, lines.get(lost.metric, 1))
        yield _finding(Rule.LOST, moves.loss(lost), file, at, report.name, lost.metric, lost.item)


def _finding(rule: Rule, text: str, path: str, at: int, *about: str) -> Finding:
    key = "\x00".join((rule, *about)).encode("utf-8", "backslashreplace")
    return Finding(rule, line(text, 2 * SENTENCE), path, at, hashlib.sha256(key).hexdigest()[:32])


def _posix(path: str) -> str:
    return title(path).replace("\\", "/").removeprefix("./")
