"""JUnit XML: one suite a config, one test case a check, for every CI system that reads test results.

Regressed is a failure, not comparable an error, inconclusive a skipped test with its sentence. A config
without an answer, or with an error, has one test case that is an error: no tests at all would read
as a success.

Source:
    The schema that Jenkins publishes for its ``junit`` step, of which other systems read a part; GitLab
    keeps the first of two test cases with one name, so names are unique here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from gate.reporters.escaping import SENTENCE, line
from gate.reporters.naming import title, unique
from gate.reporters.testing import Result, explanation, numbers, result
from gate.reporters.words import OUTCOMES, ending, verdict

if TYPE_CHECKING:
    from gate.report import Check, Document, Report

_TAGS = {Result.FAILED: "failure", Result.ERROR: "error", Result.SKIPPED: "skipped"}
_TIME = {"time": "0"}
"""Some readers ask for a duration; a check has none of its own, and equal runs give equal bytes."""


def render(document: Document) -> str:
    """Write ``document`` as JUnit XML.

    Characters that XML cannot hold stand as their code points: ``⟨U+0001⟩``.

    >>> from gate.report import Document
    >>> from gate.verdict import Outcome
    >>> print(render(Document(1, Outcome.NOT_COMPARABLE, 3, ())).splitlines()[1])
    <testsuites name="gate" tests="0" failures="0" errors="0" skipped="0" time="0" />
    """
    root = ET.Element("testsuites", name="gate")
    names = unique(title(report.name) for report in document.reports)
    for report, name in zip(document.reports, names, strict=True):
        root.append(_suite(report, name))
    _count(root)
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _suite(report: Report, name: str) -> ET.Element:
    suite = ET.Element("testsuite", name=name)
    properties = ET.SubElement(suite, "properties")
    for key, value in (
        ("config", report.config),
        ("verdict", report.headline),
        ("ending", ending(report)),
        ("golden set", report.conditions.golden_set),
        ("fingerprint", report.conditions.fingerprint),
        *(fact for fact in report.conditions.facts if fact[0] == "document overlap"),
    ):
        ET.SubElement(properties, "property", name=key, value=_brief(value))
    titles = unique(title(check.name) for check in report.checks)
    for check, own in zip(report.checks, titles, strict=True):
        suite.append(_case(report, check, {"classname": name, "name": own}))
    if not report.checks:
        suite.append(_unanswered(report, name))
    _count(suite)
    return suite


def _case(report: Report, check: Check, name: dict[str, str]) -> ET.Element:
    case = ET.Element("testcase", {**name, **_TIME, **_place(report, check.line)})
    ended = result(report, check)
    if ended is not Result.PASSED:
        message = _brief(f"{OUTCOMES[check.outcome]}: {check.because}")
        problem = ET.SubElement(case, _TAGS[ended], message=message)
        if ended is not Result.SKIPPED:
            problem.set("type", check.reason)
        problem.text = explanation(report, check)
    ET.SubElement(case, "system-out").text = f"{verdict(check)}\n{numbers(check)}"
    return case


def _unanswered(report: Report, name: str) -> ET.Element:
    case = ET.Element("testcase", {"classname": name, "name": "answer", **_TIME, **_place(report, 1)})
    if report.exit_code:
        problem = ET.SubElement(case, "error", message=_brief(report.headline), type="no_answer")
    else:  # nothing had to be judged
        problem = ET.SubElement(case, "skipped", message=_brief(report.headline))
    told = [report.headline, *(notice.text for notice in report.notices)]
    problem.text = "\n".join(line(text, SENTENCE) for text in told)
    return case


def _place(report: Report, line: int) -> dict[str, str]:
    return {"file": title(report.config), **({"line": str(line)} if line else {})}


def _brief(text: str) -> str:
    return line(text, SENTENCE)


def _count(element: ET.Element) -> None:
    """Write on ``element`` how many test cases it holds and how they ended."""
    element.set("tests", str(len(list(element.iter("testcase")))))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        element.set(name, str(len(list(element.iter(tag)))))
    element.attrib |= _TIME
