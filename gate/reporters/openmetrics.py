"""OpenMetrics: values, gains and outcomes as gauges, for metric reports of CI and for scrapers.

Labels carry the names, because ``ndcg@10`` is no legal name of a metric. What is undefined is left out;
a sample that says NaN would be drawn as a value.

Source:
    OpenMetrics 1.0, sections on the text format and on the types gauge and state set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.reporters.naming import title, unique
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.report import Check, Document, Level

Labels = tuple[tuple[str, str], ...]
Sample = tuple[Labels, float]

_FAMILIES = {
    "gate_value": ("gauge", "Value of a metric on a run, with its interval."),
    "gate_gain": (
        "gauge",
        "Change against the baseline on paired items; positive is better: nearer to 0 where better is zero.",
    ),
    "gate_items": ("gauge", "Items behind a check: paired ones where it was compared."),
    "gate_outcome": ("stateset", "What was concluded of a check."),
    "gate_exit_code": ("gauge", "What a config ends with: 0 not worse, 1 regressed, 3 no answer."),
}

_OUTCOMES = tuple(outcome for outcome in Outcome if outcome is not Outcome.NOT_AFFECTED)
"""What can be concluded of a check; a config that is not affected has none."""


def render(document: Document) -> str:
    """Write ``document`` in the OpenMetrics text format.

    >>> from gate.report import Document
    >>> print(render(Document(1, Outcome.PASS, 0, ())), end="")
    # EOF
    """
    samples: dict[str, list[Sample]] = {family: [] for family in _FAMILIES}
    names = unique(title(report.name) for report in document.reports)
    for report, name in zip(document.reports, names, strict=True):
        of_config = (("config", name),)
        samples["gate_exit_code"].append((of_config, report.exit_code))
        titles = unique(title(check.name) for check in report.checks)
        for check, own in zip(report.checks, titles, strict=True):
            for family, labels, value in _check(check):
                samples[family].append(((*of_config, ("check", own), *labels), value))
    lines = [line for family, found in samples.items() if found for line in _family(family, found)]
    return "\n".join([*lines, "# EOF"]) + "\n"


def _check(check: Check) -> Iterator[tuple[str, Labels, float]]:
    for run, level in (("baseline", check.baseline), ("candidate", check.candidate)):
        if level is not None:
            yield from (("gate_value", (("run", run), ("stat", stat)), v) for stat, v in _ends(level))
    if check.gain is not None:
        gain = check.gain
        for stat, value in (("value", gain.value), ("low", gain.low), ("high", gain.high)):
            if value is not None:
                yield "gate_gain", (("better", check.better), ("stat", stat)), value
    yield "gate_items", (), check.gain.n if check.gain else check.candidate.n
    for outcome in _OUTCOMES:
        yield "gate_outcome", (("gate_outcome", outcome.value),), outcome is check.outcome


def _ends(level: Level) -> Iterator[tuple[str, float]]:
    for stat, value in (("value", level.value), ("low", level.low), ("high", level.high)):
        if value is not None:
            yield stat, value


def _family(name: str, samples: list[Sample]) -> Iterator[str]:
    kind, text = _FAMILIES[name]
    yield f"# TYPE {name} {kind}"
    yield f"# HELP {name} {text}"
    for labels, value in samples:
        told = ",".join(f'{key}="{_escaped(content)}"' for key, content in labels)
        yield f"{name}{{{told}}} {value if isinstance(value, float) else int(value)!r}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
