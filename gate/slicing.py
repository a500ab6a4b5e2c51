"""Which checks a config and a golden set ask for together: its own, those of every slice, the anchor's."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from gate.config import CheckRule, Tolerance
from gate.config.agreement import matches
from gate.config.rules import UNSTORED
from gate.digits import counted, number
from gate.errors import Problem, QuestionError
from gate.stats.power import broken_needed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.config import Config
    from gate.config.slices import SliceCheck
    from gate.golden import GoldenItem, GoldenSet

MOST_GROUPS = 200
"""Groups that a slice field may have; one with more is an id rather than a slice."""


def checks_of(config: Config, golden: GoldenSet) -> list[CheckRule]:
    """Return the config's checks, then one a metric on every group of every slice field.

    A group that is too small for any drop in it to block is advisory: it is reported, and says so.

    Raises:
        QuestionError: A slice field has too many groups to be one.
    """
    found = list(config.checks)
    groups: dict[str, dict[str, list[GoldenItem]]] = {}
    for each in config.slice_checks:
        if each.field not in groups:
            groups[each.field] = _groups(each.field, golden, config, line=each.check.line)
    for field, by_value in groups.items():
        for value, items in by_value.items():
            for each in config.slice_checks:
                inside = [item for item in items if matches(item, each.check.where)]
                if each.field == field and inside:
                    found.append(_on_group(each, value, inside, config, golden))
    return found


def since(rules: Sequence[CheckRule], config: Config, name: str) -> list[CheckRule]:
    """Return the checks against the anchor called ``name``: every one that can see a drop, as a guard.

    The budget is the anchor's; without one, the check's tolerance. On a slice it is widened as the slice's
    tolerance is.
    """
    whole = {str(rule.spec): rule.tolerance for rule in rules if not rule.where}
    found = []
    for rule in rules:
        sees_drops = rule.tolerance is not None and rule.role != "info" and rule.line > 0
        if sees_drops and rule.spec.arguments.get("field") not in UNSTORED:
            budget = _budget(rule, config, whole.get(str(rule.spec)))
            found.append(replace(rule, since=name, tolerance=budget, floor=None, ceiling=None, role="guard"))
    return found


def groups_of(item: GoldenItem) -> dict[str, str]:
    """Return the groups that an item belongs to: its slices, and its label where it has one."""
    return {**item.slices, "label": item.label} if item.label is not None else dict(item.slices)


def _groups(field: str, golden: GoldenSet, config: Config, *, line: int) -> dict[str, list[GoldenItem]]:
    found: dict[str, list[GoldenItem]] = {}
    for item in golden:
        if field in item.slices:
            found.setdefault(item.slices[field], []).append(item)
    if len(found) > MOST_GROUPS:
        raise QuestionError(
            Problem(
                f"slices.{field}: the golden set has {len(found):,} values of {field!r}, and every one would "
                f"be a check; {MOST_GROUPS} are the most",
                f"{config.shown}:{line}",
                "slice by a field with fewer values, or use it as `cluster`",
                code="too_many_slices",
            )
        )
    return dict(sorted(found.items()))


def _on_group(
    each: SliceCheck, value: str, items: Sequence[GoldenItem], config: Config, golden: GoldenSet
) -> CheckRule:
    rule = each.check.within({each.field: (value,)})
    if each.is_widened and rule.tolerance is not None:
        rule = replace(rule, tolerance=_widened(rule.tolerance, math.sqrt(len(golden) / len(items))))
    units = len({_unit(item, config.cluster) for item in items})
    least = broken_needed(config.decision.chance)
    if rule.role == "info" or rule.tolerance is None or units >= least or config.decision.mode == "point":
        return rule
    kind = "item" if units == len(items) else "cluster"
    told = f"{counted(units, kind)} cannot tell any drop from chance: it takes {least}"
    return replace(rule, role="info", advisory=told)


def _unit(item: GoldenItem, field: str | None) -> tuple[bool, str]:
    cluster = item.cluster if field is None else item.slices.get(field)
    return (False, item.id) if cluster is None else (True, cluster)


def _widened(tolerance: Tolerance, factor: float) -> Tolerance:
    amount = tolerance.amount * factor
    text = f"{number(100 * amount)}%" if tolerance.relative else number(amount)
    return Tolerance(amount, tolerance.relative, text)


def _budget(rule: CheckRule, config: Config, own: Tolerance | None) -> Tolerance | None:
    budget = config.budgets.get(str(rule.spec)) or config.common_budget
    if budget is None or rule.tolerance is None:
        return rule.tolerance
    if not rule.where:
        return budget
    if own is None or not own.amount or own.relative != budget.relative:
        return rule.tolerance
    return _widened(rule.tolerance, budget.amount / own.amount)
