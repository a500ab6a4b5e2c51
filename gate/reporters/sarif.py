"""SARIF 2.1.0: findings at lines of the config and the golden set, for code scanning and editors.

Source:
    SARIF 2.1.0 (OASIS); GitHub documentation, *SARIF support for code scanning*: at most 5,000 results of
    a run are shown, and an upload with more than 25,000 is refused.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from gate.reporters.findings import Finding, Rule, findings
from gate.reporters.naming import unique
from gate.reporters.words import counted

if TYPE_CHECKING:
    from gate.report import Document

MOST_RESULTS = 5_000
"""Results of a file: what code scanning shows of a run."""

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"

_LEVELS = {Rule.REGRESSED: "error", Rule.NO_ANSWER: "error", Rule.INCONCLUSIVE: "warning", Rule.LOST: "note"}

_DESCRIPTIONS = {
    Rule.REGRESSED: "A check got worse than tolerated, or crossed a limit.",
    Rule.NO_ANSWER: "There is no fair answer: nothing comparable, or no baseline.",
    Rule.INCONCLUSIVE: "The golden set cannot tell whether a check got worse than tolerated.",
    Rule.LOST: "An item of the golden set lost under a check that needs eyes.",
}

_HELP = {
    Rule.REGRESSED: "`gate explain item CONFIG METRIC` lists what moved it.",
    Rule.NO_ANSWER: "The sentence says what is missing, and how to get it.",
    Rule.INCONCLUSIVE: "`gate power CONFIG` says how many items would tell.",
    Rule.LOST: "`gate explain item CONFIG METRIC ITEM` shows both answers.",
}

_ABSOLUTE = re.compile(r"/|[A-Za-z]:/")


def render(document: Document) -> str:
    """Write the findings of ``document`` as one SARIF run, most severe first, at most 5,000.

    What was left out is counted in a notification of the run.
    """
    found = findings(document)
    told = found[:MOST_RESULTS]
    invocation: dict[str, Any] = {"executionSuccessful": True, "exitCode": document.exit_code}
    if len(found) > len(told):
        text = f"{counted(len(found) - len(told), 'finding')} left out: a file holds {MOST_RESULTS:,}"
        invocation["toolExecutionNotifications"] = [{"level": "note", "message": {"text": text}}]
    fingerprints = unique(finding.fingerprint for finding in told)
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "mergegate", "rules": [_rule(rule) for rule in Rule]}},
                "invocations": [invocation],
                "columnKind": "unicodeCodePoints",
                "results": [_result(*pair) for pair in zip(told, fingerprints, strict=True)],
            }
        ],
    }
    return json.dumps(log, indent=2) + "\n"


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule,
        "shortDescription": {"text": _DESCRIPTIONS[rule]},
        "help": {"text": _HELP[rule].replace("`", ""), "markdown": _HELP[rule]},
        "defaultConfiguration": {"level": _LEVELS[rule]},
    }


def _result(finding: Finding, fingerprint: str) -> dict[str, Any]:
    return {
        "ruleId": finding.rule,
        "ruleIndex": list(Rule).index(finding.rule),
        "level": _LEVELS[finding.rule],
        "message": {"text": _literal(finding.text)},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": _artifact(finding.path),
                    "region": {"startLine": finding.line},
                }
            }
        ],
        "partialFingerprints": {"gate/v1": fingerprint},
    }


def _artifact(path: str) -> dict[str, str]:
    if _ABSOLUTE.match(path):
        return {"uri": f"file:///{quote(path.removeprefix('/'), safe='/:')}"}
    return {"uri": quote(path), "uriBaseId": "%SRCROOT%"}


def _literal(text: str) -> str:
    """Spell text so that no placeholder and no link is seen in it (sections 3.11.5 and 3.11.6)."""
    return re.sub(r"[\\\[\]]", r"\\\g<0>", text).replace("{", "{{").replace("}", "}}")
