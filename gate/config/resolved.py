"""The names in a config → the checks they stand for, or everything that is wrong with them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING

from pydantic import TypeAdapter, ValidationError

from gate.config.expected import MetricRule, SliceRule
from gate.config.judging import unmet
from gate.config.own import Own
from gate.config.rules import CheckRule, build, misfits, resolve, tolerance_misfit
from gate.config.slices import AlreadyToldError, SliceCheck, finder, slice_checks, unfit
from gate.config.values import Amount, Tolerance, read_tolerance
from gate.errors import QuestionError
from gate.metrics import FOLDERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gate.errors import Problem
    from gate.yaml_source import Document

TWO_PRICES = "{false_negative: …, false_positive: …}"
"""How prices are written where there is a positive class."""


@dataclass(frozen=True, slots=True)
class Resolved:
    """What the names in a config stand for.

    Attributes:
        checks: The metrics and what is expected of them, in the config's order.
        slices: What is expected on every group of a slice field, likewise.
        budgets: The anchor's budget of each metric that has one of its own, by resolved spelling.
        spellings: Each check's metric as the config spells it.
        profile: The profile it was read under.
        own: What its plugins bring along.
        refused: Metrics that the config names and that are wrong there, by spelling and by name.
    """

    checks: tuple[CheckRule, ...] = ()
    slices: tuple[SliceCheck, ...] = ()
    budgets: Mapping[str, Tolerance] = field(default_factory=dict)
    spellings: tuple[str, ...] = ()
    profile: str | None = None
    own: Own = field(default_factory=Own)
    refused: frozenset[str] = frozenset()

    @property
    def by_key(self) -> Mapping[str, CheckRule]:
        """The checks by the config's own keys."""
        return dict(zip(self.spellings, self.checks, strict=True))

    @property
    def find(self) -> Callable[[str], CheckRule]:
        """Look a check up by what the config calls it; see :func:`gate.config.slices.finder`."""
        return finder(self.checks, self.by_key, self.refused)


def resolve_all(document: Document, data: dict[str, object], own: Own) -> tuple[Resolved, list[Problem]]:
    """Resolve every metric, also of a config that is wrong elsewhere, so that all is said at once."""
    found, problems = _checks(document, data, own)
    slices, wrong = _slices(document, data, found)
    problems += wrong
    budgets, wrong = _budgets(document, data, found)
    problems += [*wrong, *_profiles(document, data, found)]
    return Resolved(found.checks, tuple(slices), budgets, found.spellings, own=own), problems


def _checks(document: Document, data: dict[str, object], own: Own) -> tuple[Resolved, list[Problem]]:
    checks: list[CheckRule] = []
    spellings: list[str] = []
    problems: list[Problem] = []
    task, rules, k = data.get("task"), data.get("metrics"), data.get("k")
    if not isinstance(task, str) or task not in FOLDERS or not isinstance(rules, dict):
        return Resolved(), problems
    if k is not None and (isinstance(k, bool) or not isinstance(k, int) or k < 1):
        k = 1  # it is wrong and said to be; that it is missing as well would not be true
    seen: dict[str, str] = {}
    for spelling, given in rules.items():
        path = ("metrics", spelling)
        try:
            metric, spec = resolve(spelling, task, k=k, own=own.metrics)
        except ValueError as error:
            if own.is_whole:  # otherwise it may be a metric of the plugin that is broken
                problems.append(document.problem(path, str(error), on_key=True, code="unknown_metric"))
            continue
        except QuestionError as error:
            problems += error.problems
            continue
        if "costs" in metric.needs and "costs" not in data:
            shape = "{true class: {predicted class: price}}" if task == "multiclass" else TWO_PRICES
            what = f"{spec} needs `costs: {shape}`"
            problems.append(document.problem(path, what, on_key=True, code="costs_unfit"))
        problems += [
            document.problem(path, what, on_key=True, code=code)
            for what, code in unmet(metric, spec, data, given)
        ]
        rule = _as_far_as_right(given)
        if rule is None or not isinstance(given, dict):
            continue
        check = build(rule, metric, spec, line=document.line(path))
        wrong = [(key, what) for key, what in misfits(check, spelling) if key in given]
        problems += [document.problem((*path, key), what, code="rule_unfit") for key, what in wrong]
        if check.identity in seen:
            what = f"the same as {seen[check.identity]!r}: both are {check.identity}"
            problems.append(
                document.problem(path, what, on_key=True, fix="keep one of them", code="key_twice")
            )
        seen.setdefault(check.identity, spelling)
        checks.append(check)
        spellings.append(spelling)
    refused = {str(spelling) for spelling in rules.keys() - set(spellings)}
    refused |= {re.split("[@(]", spelling)[0] for spelling in refused}
    return Resolved(tuple(checks), spellings=tuple(spellings), refused=frozenset(refused)), problems


def _as_far_as_right(given: object) -> MetricRule | None:
    """Return what is expected of a metric without the keys that are wrong; ``None`` if it cannot be told.

    Something stands in for them, so that nobody misses a tolerance that is only misspelt.
    """
    try:
        return MetricRule.model_validate(given)
    except ValidationError as error:
        wrong = {found["loc"][0] for found in error.errors(include_url=False) if found["loc"]}
    if not isinstance(given, dict) or "where" in wrong:
        return None
    kept = {key: value for key, value in given.items() if key not in wrong}
    return MetricRule.model_validate({"tolerance": 0.0, **kept})


def _slices(
    document: Document, data: dict[str, object], known: Resolved
) -> tuple[list[SliceCheck], list[Problem]]:
    found: list[SliceCheck] = []
    problems: list[Problem] = []
    for name, given in _mapping(data.get("slices")).items():
        path = ("slices", name)
        try:
            rule = SliceRule.model_validate(given)
        except ValidationError:
            continue
        try:
            checks = slice_checks(name, rule, known.checks, line=document.line(path), find=known.find)
        except AlreadyToldError:
            continue
        except ValueError as error:
            problems.append(document.problem((*path, "metrics"), str(error), code="unknown_check"))
            continue
        problems += [
            document.problem((*path, key), what, code="rule_unfit") for key, what in unfit(checks, rule)
        ]
        found += checks
    return found, problems


def _budgets(
    document: Document, data: dict[str, object], known: Resolved
) -> tuple[dict[str, Tolerance], list[Problem]]:
    found: dict[str, Tolerance] = {}
    problems: list[Problem] = []
    given = _mapping(data.get("anchor")).get("budget")
    for spelling, amount in _mapping(given).items():
        path = ("anchor", "budget", spelling)
        try:
            check = known.find(spelling)
        except AlreadyToldError:
            continue
        except ValueError as error:
            problems.append(document.problem(path, str(error), on_key=True, code="unknown_check"))
            continue
        if check.tolerance is None:
            what = f"{spelling} has no tolerance, so it is not compared with anything: give it one"
            problems.append(document.problem(path, what, on_key=True, code="rule_unfit"))
        try:
            budget = read_tolerance(_AMOUNT.validate_python(amount))
        except ValidationError:
            continue
        found[str(check.spec)] = budget
        if misfit := tolerance_misfit(check, budget, spelling):
            problems.append(document.problem(path, misfit, code="rule_unfit"))
    return found, [*problems, *_common_budget(document, given, known)]


def _common_budget(document: Document, given: object, known: Resolved) -> Iterator[Problem]:
    """Yield why one amount cannot be the budget of the first check that it does not fit."""
    if given is None or isinstance(given, dict):
        return
    try:
        budget = read_tolerance(_AMOUNT.validate_python(given))
    except ValidationError:
        return
    gated = [(c, name) for c, name in zip(known.checks, known.spellings, strict=True) if c.tolerance]
    wrong = (what for check, name in gated if (what := tolerance_misfit(check, budget, name)))
    for what in islice(wrong, 1):
        yield document.problem(("anchor", "budget"), what, code="rule_unfit")


def _profiles(document: Document, data: dict[str, object], known: Resolved) -> Iterator[Problem]:
    for name, profile in _mapping(data.get("profiles")).items():
        asked = _mapping(profile).get("metrics")
        names = [asked] if isinstance(asked, str) else asked if isinstance(asked, list) else []
        for i, spelling in enumerate(names):
            path = ("profiles", name, "metrics", *(() if isinstance(asked, str) else (i,)))
            try:
                known.find(str(spelling))
            except AlreadyToldError:
                continue
            except ValueError as error:
                yield document.problem(path, str(error), code="unknown_check")


def _mapping(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


_AMOUNT: TypeAdapter[float | str] = TypeAdapter(Amount)
