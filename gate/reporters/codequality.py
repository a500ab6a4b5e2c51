"""GitLab's code quality report: findings that a merge request shows beside the changed lines.

GitLab compares the list with the target branch's by fingerprint, so a fingerprint depends on what a
finding is about and not on its numbers.

Source:
    GitLab documentation, *Code Quality report format*.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gate.reporters.findings import Rule, findings
from gate.reporters.naming import unique

if TYPE_CHECKING:
    from gate.report import Document

SEVERITY = {
    Rule.REGRESSED: "critical",
    Rule.NO_ANSWER: "major",
    Rule.INCONCLUSIVE: "minor",
    Rule.LOST: "info",
}


def render(document: Document) -> str:
    """Write the findings of ``document`` as a JSON list; empty where nothing needs eyes."""
    found = findings(document)
    fingerprints = unique(finding.fingerprint for finding in found)
    issues = [
        {
            "description": finding.text,
            "check_name": f"gate/{finding.rule}",
            "fingerprint": fingerprint,
            "severity": SEVERITY[finding.rule],
            "location": {"path": finding.path, "lines": {"begin": finding.line}},
        }
        for finding, fingerprint in zip(found, fingerprints, strict=True)
    ]
    return json.dumps(issues, indent=2) + "\n"
