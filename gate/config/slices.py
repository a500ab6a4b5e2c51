"""What a config asks of every group of a slice field, before anybody has seen which groups there are."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gate.config.rules import CheckRule, bound_of, misfits
from gate.config.values import read_tolerance

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping, Sequence

    from gate.config.expected import SliceRule


@dataclass(frozen=True, slots=True)
class SliceCheck:
    """One metric on each group of a slice field.

    Attributes:
        field: The slice field.
        check: What is expected on each group; it names none yet.
        is_widened: Whether the tolerance is the metric's own, to be widened by the root of items over
            items in the group.
    """

    field: str
    check: CheckRule
    is_widened: bool


def slice_checks(
    field: str, rule: SliceRule, checks: Sequence[CheckRule], *, line: int, find: Callable[[str], CheckRule]
) -> list[SliceCheck]:
    """Join what is expected on a slice field with the metrics it is expected of.

    Without ``metrics``, those that are gated on the whole set are meant; if none is, all that can be
    gated. A floor then goes to the metrics where higher is better, a ceiling to the others.

    Args:
        field: The slice field.
        rule: What is expected on each group.
        checks: The config's own checks.
        line: Of the field, in the config.
        find: From a metric's spelling to the config's check of it.

    Raises:
        ValueError: ``metrics`` names one that the config does not have; in plain words.
    """
    whole = [check for check in checks if not check.where]
    if rule.metrics is not None:
        chosen = [find(name) for name in rule.metrics]
    else:
        gated = [check for check in whole if check.tolerance is not None and check.role != "info"]
        chosen = gated or [check for check in whole if not check.metric.diagnostic]
    return [_on_slices(field, rule, check, line) for check in chosen]


def unfit(slices: Sequence[SliceCheck], rule: SliceRule) -> Iterator[tuple[str, str]]:
    """Yield what is expected of a metric on slices and cannot be: ``(key of the rule, what is wrong)``."""
    keys = ("tolerance", "floor", "ceiling")
    for each in slices:
        for key, what in misfits(each.check, str(each.check.spec)):
            if key in keys and getattr(rule, key) is not None:
                yield key, f"{what}; `metrics: [...]` says which it is meant for"
    for key in ("floor", "ceiling"):
        if getattr(rule, key) is not None and not any(getattr(each.check, key) for each in slices):
            better = "higher" if key == "floor" else "lower"
            yield key, f"no metric here is better when {better}"


class AlreadyToldError(ValueError):
    """A check that is named rightly, and is wrong where the config spells it out."""


def finder(
    checks: Sequence[CheckRule], by_key: Mapping[str, CheckRule], refused: Container[str] = ()
) -> Callable[[str], CheckRule]:
    """Return a look-up of the config's checks by spelling, resolved spelling or metric name.

    A key of the config, exactly as it stands there, wins over what other keys resolve to.

    Raises:
        ValueError: From the look-up: there is no such check, or more than one.
        AlreadyToldError: From the look-up: there would be one, but it is ``refused``.
    """
    by_name: dict[str, list[CheckRule]] = {}
    for check in checks:
        for name in {str(check.spec), check.metric.name}:
            by_name.setdefault(name, []).append(check)

    def find(name: str) -> CheckRule:
        if name in by_key:
            return by_key[name]
        found = by_name.get(name, [])
        if len(found) == 1:
            return found[0]
        if not found and name in refused:
            raise AlreadyToldError(f"{name!r} is wrong where it is defined")
        known = [str(check.spec) for check in checks]
        near = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there is {', '.join(map(repr, known))}"
        several = "names several of the config's metrics" if found else "is no metric of this config"
        raise ValueError(f"{name!r} {several}: {hint}")

    return find


def _on_slices(field: str, rule: SliceRule, check: CheckRule, line: int) -> SliceCheck:
    better, named = check.metric.direction(check.spec), rule.metrics is not None
    tolerance = check.tolerance if rule.tolerance is None else read_tolerance(rule.tolerance)
    floor = bound_of(rule.floor) if named or better == "higher" else None
    ceiling = bound_of(rule.ceiling) if named or better == "lower" else None
    role = rule.role or ("guard" if tolerance or floor or ceiling else "info")
    on_slices = replace(check, tolerance=tolerance, floor=floor, ceiling=ceiling, role=role, line=line)
    return SliceCheck(field, on_slices, is_widened=rule.tolerance is None and tolerance is not None)
