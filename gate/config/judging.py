"""Whether a config about a judge, or one that relies on a judge, says what its metrics need."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gate.metrics.metric import Metric
    from gate.spec import MetricSpec
    from gate.yaml_source import Path

ORDERED = {"weights": ("linear", "quadratic"), "level": ("ordinal",)}
"""Parameters of metrics, and their values that ask how far two classes are apart."""

_KEYS = {
    "positive": "`positive: VERDICT`, the verdict that is a pass",
    "pair": "`pair: [A, B]`, the verdicts for the answer shown first and second",
}


def unmet(
    metric: Metric, spec: MetricSpec, data: Mapping[str, object], rule: object
) -> Iterator[tuple[str, str]]:
    """Yield what a metric of verdicts or of ordered classes misses in its config, and a code.

    Args:
        metric: The metric.
        spec: Its parameters.
        data: The config as it was written.
        rule: What the config expects of the metric, as it was written.
    """
    for key, way_out in _KEYS.items():
        if key in metric.needs and key not in data:
            yield f"{spec} needs {way_out}", "judge_incomplete"
    asked = any(spec.arguments.get(name) in values for name, values in ORDERED.items())
    if asked and "classes" not in data:
        yield (
            (
                f"{spec} needs the order of the classes, which no alphabet tells: write "
                "`classes: [LOWEST, …, HIGHEST]`"
            ),
            "judge_incomplete" if data.get("task") == "judge" else "classes_unordered",
        )
    if "judge" in metric.needs and not (isinstance(rule, dict) and "requires_judge" in rule):
        yield (
            (
                f"{spec} needs to know how often the judge errs: write "
                "`requires_judge: {config: JUDGE.yaml}`, a config of `task: judge` with a baseline"
            ),
            "judge_incomplete",
        )


def unfit_judge(data: Mapping[str, object]) -> Iterator[tuple[Path, str]]:
    """Yield where a config of a judge does not say which one it is, or relies on another."""
    if data.get("task") != "judge":
        return
    if "judge" not in data:
        yield ("task",), "which judge is it? Write `judge: {model: NAME, rubric: PATH}`"
    rules = data.get("metrics")
    for name, rule in rules.items() if isinstance(rules, dict) else ():
        if isinstance(rule, dict) and "requires_judge" in rule:
            yield (
                ("metrics", name, "requires_judge"),
                "it means nothing here, where the judge itself is measured: drop it",
            )
