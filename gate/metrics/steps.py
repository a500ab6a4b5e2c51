"""A metric's formula with its numbers filled in, step by step, as the metric itself says it.

A metric of single items says its steps in a function beside its formula; a formula over totals is written
once as arithmetic, which fills itself in and works itself out.
"""

from __future__ import annotations

import ast
import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from gate.digits import number

MOST = 12
"""Terms of a sum that are written out, and classes that have a line of their own."""

INFLUENCE = "influence"
"""Name of the last step of an item that says how much the metric leans on it."""

Totals = float | Mapping[str, float]
"""A total; of several classes one each, by the class's name."""

_OPERATORS: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
_NAME = re.compile(r"[a-z_]+")


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a calculation.

    Attributes:
        name: What is worked out; empty for the metric itself, which is the last step.
        worked: The arithmetic with its numbers.
        value: What it comes to; NaN if undefined.
        note: What a reader may want to know beside it; may be empty.
    """

    name: str
    worked: str
    value: float
    note: str = ""

    def line(self, metric: str) -> str:
        """Write the step on a line, ``metric`` being what the last one is called.

        >>> Step("", "3 / 4", 0.75).line("recall@5"), Step("hits", "3", 3.0, "at ranks 1, 2, 4").line("")
        ('recall@5 = 3 / 4 = 0.75', 'hits = 3   (at ranks 1, 2, 4)')
        """
        value = "undefined" if math.isnan(self.value) else number(self.value)
        middle = "" if self.worked in {"", value} else f"{self.worked} = "
        return f"{self.name or metric} = {middle}{value}" + (f"   ({self.note})" if self.note else "")


def ending(steps: Sequence[Step], value: float) -> tuple[Step, ...]:
    """Let steps end in ``value``, which their arithmetic comes to but for float error.

    Where the arithmetic is undefined and the metric has a value by convention, that is said, as is a value
    that it does not come to, which is a mistake of the metric's steps.

    >>> ending([Step("", "0 / 0", math.nan)], 0.0)[0].line("precision")
    'precision = 0 / 0 = 0   (by convention, since it divides by 0)'
    """
    if not steps:
        return ()
    *before, last = steps
    if math.isnan(last.value) and not math.isnan(value):
        last = replace(last, value=value, note="by convention, since it divides by 0")
    elif math.isclose(last.value, value, rel_tol=1e-9, abs_tol=1e-12):
        last = replace(last, value=value)
    elif not math.isnan(last.value):
        last = replace(last, note=f"yet the metric is {'undefined' if math.isnan(value) else number(value)}")
    return (*before, last)


def summed(terms: Sequence[tuple[str, float]]) -> str:
    """Write a sum; of very many terms the first ones, and what the rest come to.

    >>> summed([("3/log2(2)", 3.0), ("1/log2(4)", 0.5)]), summed([])
    ('3/log2(2) + 1/log2(4)', '0')
    """
    if len(terms) <= MOST:
        return _signed(" + ".join(text for text, _ in terms)) or "0"
    rest = math.fsum(value for _, value in terms[MOST - 1 :])
    shown = [text for text, _ in terms[: MOST - 1]]
    return _signed(" + ".join([*shown, f"{number(rest)} [{len(terms) - MOST + 1} more terms]"]))


def times(count: float, text: str) -> str:
    """Write a product, or ``text`` alone where there is one of it.

    >>> times(3, "0.5"), times(1, "0.5")
    ('3 × 0.5', '0.5')
    """
    return text if count == 1 else f"{number(count)} × {text}"


def divided(terms: Sequence[tuple[str, float]], below: float) -> str:
    """Write a sum over a number.

    >>> divided([("1", 1.0), ("2", 2.0)], 4.0), divided([("3", 3.0)], 4.0)
    ('(1 + 2) / 4', '3 / 4')
    """
    text = summed(terms)
    return f"({text}) / {number(below)}" if len(terms) > 1 else f"{text} / {number(below)}"


def written(formula: str) -> Callable[..., tuple[Step, ...]]:
    """Return the steps of a formula over totals, written as arithmetic of their names.

    >>> print(written("tp / (tp + fn)")(tp=6.0, fn=2.0, fp=1.0)[0].line("recall"))
    recall = 6 / (6 + 2) = 0.75
    """

    def steps(**known: float) -> tuple[Step, ...]:
        return (Step("", _filled(formula, known), _value(formula, known)),)

    return steps


def pooled(formula: str) -> Callable[..., tuple[Step, ...]]:
    """Return the steps of a formula over totals that are summed over the classes first."""

    def steps(**known: Mapping[str, float]) -> tuple[Step, ...]:
        sums = {name: math.fsum(each.values()) for name, each in known.items()}
        used = [name for name in sums if name in _NAME.findall(formula)]
        adding = [
            Step(f"{name} of all classes", summed([(number(v), v) for v in known[name].values()]), sums[name])
            for name in used
        ]
        return (*adding, *written(formula)(**sums))

    return steps


def averaged(
    formula: str, *, over: str = "predicted + true", by: str = ""
) -> Callable[..., tuple[Step, ...]]:
    """Return the steps of a mean over the classes.

    Args:
        formula: Value of a class; 0 where it is 0 / 0.
        over: Classes count for which this is above 0.
        by: The total that weighs the classes; empty if each counts the same.
    """

    def steps(**known: Mapping[str, float]) -> tuple[Step, ...]:
        classes = list(next(iter(known.values())))
        of_class = {c: {name: each[c] for name, each in known.items()} for c in classes}
        there = [c for c in classes if _value(over, of_class[c]) > 0]
        each = {c: _value(formula, of_class[c]) for c in there}
        values = {c: 0.0 if math.isnan(value) else value for c, value in each.items()}
        lines = [
            Step(
                f"of {c!r}",
                _filled(formula, of_class[c]),
                values[c],
                "0 / 0 counts as 0" if math.isnan(each[c]) else "",
            )
            for c in there[:MOST]
        ]
        weights = {c: of_class[c][by] if by else 1.0 for c in there}
        terms = [
            (
                f"{number(weights[c])} × {number(values[c])}" if by else number(values[c]),
                weights[c] * values[c],
            )
            for c in there
        ]
        total = math.fsum(weights.values())
        mean = math.fsum(value for _, value in terms) / total if total else math.nan
        return (*lines, Step("", divided(terms, total), mean))

    return steps


def _filled(formula: str, known: Mapping[str, float]) -> str:
    text = _NAME.sub(lambda name: number(known[name[0]]) if name[0] in known else name[0], formula)
    return _signed(text.replace("*", "×"))


def _signed(text: str) -> str:
    """Subtract what is negative instead of adding it."""
    return text.replace(" + -", " - ")


def _value(formula: str, known: Mapping[str, float]) -> float:
    return _worked(ast.parse(formula, mode="eval").body, known)


def _worked(node: ast.expr, known: Mapping[str, float]) -> float:
    match node:
        case ast.Constant(value=int() | float() as value):
            return float(value)
        case ast.Name(id=name):
            return float(known[name])
        case ast.Call(func=ast.Name(id="sqrt"), args=[inside]):
            return math.sqrt(_worked(inside, known))
        case ast.Call(func=ast.Name(id="log2"), args=[inside]):
            given = _worked(inside, known)
            return math.log2(given) if given > 0 else math.nan
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            below = _worked(right, known)
            return _worked(left, known) / below if below else math.nan
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATORS[type(op)](_worked(left, known), _worked(right, known))
        case _:
            raise ValueError(f"not arithmetic: {ast.unparse(node)}")
