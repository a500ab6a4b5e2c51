"""What is known of a metric before anything is computed, and how its name is spelt; without numpy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from gate.spec import ALL, MetricSpec, take_apart

if TYPE_CHECKING:
    from gate.metrics.parameter import Parameter
    from gate.rating import Errors

Better = Literal["higher", "lower"]
Form = Literal["per_item", "quantile", "over_totals", "over_exposures", "curve", "curves"]
CurveKind = Literal["class", "rest", "pairs", "pooled"]
CutoffUse = Literal["none", "from_k", "optional"]
Effect = Literal["gain", "contribution", "influence"]
Formula = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Metric:
    """A declared metric.

    Attributes:
        name: Its name, which is its file's name.
        form: How it is computed; see :mod:`gate.metrics.declare`.
        formula: The function.
        better: Which way is better, unless a parameter of the name ``better`` says so; ask
            :meth:`direction`.
        bounds: Least and greatest possible value; infinite where there is none.
        worst: Value of an item without an answer, ``None`` if such items are left out (said aloud).
        zero_one: Every item scores exactly 0 or 1: the interval of its level is Wilson's.
        cutoff: ``"from_k"``: cut at ``@k`` or the config's ``k``; ``"optional"``: uncut unless
            spelt; ``"none"``: has no cut-off.
        parameters: By name, in the order in which they are spelt.
        columns: Names of the sample's columns that the totals are of (``over_totals``), or of the statistics
            that the formula takes (``over_exposures``).
        needs: What the config or the run must give: any of ``"threshold"``, ``"costs"``, ``"score"``,
            with several classes ``"decision"``, ``"probabilities"``; ``"verdict"``, ``"positive"``,
            ``"pair"``, ``"swapped"``, ``"length"``, ``"producer"`` of a judge; ``"judge"``: its errors; of
            a recommender ``"catalogue"``, ``"popularity"``, ``"similarity"``.
        min_positives: Positives below which the metric is not allowed to block.
        even: Whether it is a mean of curves that count the same however few items are on them, so that the
            rarest classes decide how much it varies.
        influence: ``(curve, **parameters) -> (n,)``: the derivative of a ``curve`` metric in the share
            of the weight that each item has; its mean, weighted by the items, is 0. Of ``curves``:
            ``(curves, items, **parameters) -> (items,)``.
        curves: Which curves a ``curves`` metric is made of; see
            :func:`~gate.samples.classwise.curves_of`.
        groups: ``(sample, **parameters) -> (n, c)``: for ``over_totals``, the columns by another way than
            their names, such as bins that depend on all rows; the formula takes their totals as one array.
            An item with NaN in its row takes no part.
        diagnostic: Why it is never allowed to block, such as that its threshold is chosen on the data it
            is measured on; empty if it may.
        limits_only: Its threshold moves with the data and its influences miss that noise, or it is a
            quantile, or best at 0; so a drop cannot be judged: a floor is fine, a tolerance is refused.
        best_at_zero: Both sides of 0 are worse, so that ``better`` only says which side a limit is for.
        level: Of a quantile, in (0, 1); NaN for every other form.
        undefined: Why it has no value on items that take part; empty if several reasons are possible.
        errors: Of the judge that it corrects for, once known; only its value is clipped to ``bounds``.
        steps: The formula with its numbers filled in, as :class:`~gate.metrics.steps.Step` after step, the
            last of which is the metric's value. ``per_item``: ``(sample, **parameters)`` of one item that
            was answered; ``over_totals``: ``(*totals by name, **parameters)``, each a number, or with
            several classes ``{class: number}``, and with ``groups`` ``(list of them all, classes,
            **parameters)``; ``over_exposures``: ``(*statistics by name)``; ``curve``: ``(curve,
            **parameters)``; ``curves``: ``(curves, what each is of, **parameters)``. ``None``: only the
            definition can be told.
        item_steps: What one item has to do with a formula that is no mean of items. ``curve`` and ``curves``:
            ``(curve, entry, **parameters)``, the last step being the influence of that entry on its curve,
            and none at all where the curve has no value;
            ``over_totals`` with ``groups``: ``(the item's row, totals, classes, **parameters)``.
        relative: An item's columns also say how it stands to the others, as a rank does, so that they may
            differ where it was answered as before.
    """

    name: str
    form: Form
    formula: Formula
    better: Better
    bounds: tuple[float, float]
    worst: float | None = None
    zero_one: bool = False
    cutoff: CutoffUse = "none"
    parameters: Mapping[str, Parameter] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    needs: frozenset[str] = frozenset()
    min_positives: int = 0
    even: bool = False
    influence: Formula | None = None
    curves: CurveKind | None = None
    groups: Formula | None = None
    diagnostic: str = ""
    limits_only: bool = False
    best_at_zero: bool = False
    level: float = math.nan
    undefined: str = ""
    errors: Errors | None = None
    steps: Formula | None = None
    item_steps: Formula | None = None
    relative: bool = False

    def corrected_by(self, errors: Errors) -> Metric:
        """Return this metric for verdicts of a judge that errs like that."""
        known = partial(self.formula, errors=errors)
        steps = None if self.steps is None else partial(self.steps, errors=errors)
        return replace(self, formula=known, errors=errors, needs=self.needs - {"judge"}, steps=steps)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Evaluate the formula: a declared metric is still the function it was."""
        return self.formula(*args, **kwargs)

    @property
    def summary(self) -> str:
        """First line of the formula's docstring."""
        return (self.formula.__doc__ or "").strip().splitlines()[0]

    @property
    def folder(self) -> str:
        """Folder of its file, which is the kind of sample that the formula takes."""
        return self.formula.__module__.split(".")[-2] if "." in self.formula.__module__ else ""

    @property
    def effect(self) -> Effect:
        """What is told of an item that moved the metric.

        ``"gain"``: by how much its own value changed; their weighted mean is the gain.
        ``"contribution"``: its part in the gain, where no item has a value; they add up to the gain.
        ``"influence"``: by how much its pull on the value changed, which adds up to nothing: of quantiles, of
        exposures and of curves at a threshold that moves with the data, which jump.
        """
        match self.form:
            case "per_item":
                return "gain"
            case "over_totals":
                return "contribution"
            case "curve" | "curves" if not self.limits_only:
                return "contribution"
            case _:
                return "influence"

    def direction(self, spec: MetricSpec) -> Better:
        """Return which way is better for ``spec``, as in ``mean(latency_ms, better=lower)``."""
        match spec.arguments.get("better", self.better):
            case "lower":
                return "lower"
            case _:
                return "higher"

    def resolve(self, text: str, *, k: int | None) -> MetricSpec:
        """Turn a spelling of this metric into its canonical spec.

        Args:
            text: As the config spells it, e.g. ``"ndcg@10"``.
            k: The config's default cut-off, if it has one.

        Raises:
            ValueError: The cut-off or a parameter is missing, unknown or out of range; the message
                quotes it and says what would be right.
        """
        raw = take_apart(text)
        cutoff = self._cutoff(raw.cutoff, k)
        given = dict(raw.named)
        slots = [name for name, p in self.parameters.items() if p.positional]
        if len(raw.positional) > len(slots):
            raise ValueError(f"{text!r}: {raw.positional[len(slots)]!r} is one parameter too many")
        given |= dict(zip(slots, raw.positional, strict=False))
        for name in given:
            if name not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                raise ValueError(f"{text!r}: no parameter {name!r}; {self.name} knows: {known}")
        arguments: dict[str, str | float] = {}
        for name, parameter in self.parameters.items():
            if name in given:
                arguments[name] = parameter.read(given[name], name=name, text=text)
            elif parameter.default is not None:
                arguments[name] = parameter.default
            else:
                what = f"{parameter.description[:1].lower()}{parameter.description[1:]}".removesuffix(".")
                raise ValueError(f"{text!r}: parameter {name!r} is missing; {what}")
        return MetricSpec(self.name, cutoff, arguments, self._spell(cutoff, arguments))

    def _cutoff(self, text: str | None, k: int | None) -> int | None:
        if self.cutoff == "none":
            if text not in (None, ALL):
                raise ValueError(f"{self.name} has no cut-off: write {self.name!r} without '@{text}'")
            return None
        if text is None:
            if self.cutoff == "optional":
                return None
            if k is None:
                raise ValueError(f"{self.name} needs a cut-off: write '{self.name}@10', or set k")
            return k
        if text == ALL:
            return None
        if not text.isascii() or not text.isdigit() or int(text) < 1:
            raise ValueError(f"cut-off {text!r} of {self.name} is not a whole number from 1, nor 'all'")
        return int(text)

    def _spell(self, cutoff: int | None, arguments: Mapping[str, str | float]) -> str:
        at = f"@{cutoff}" if cutoff is not None else ""
        if cutoff is None and self.cutoff == "from_k":
            at = f"@{ALL}"
        inside = []
        for name, value in arguments.items():
            shown = value if isinstance(value, str) else f"{value:.12g}"
            if self.parameters[name].positional:
                inside.append(shown)
            elif value != self.parameters[name].default:
                inside.append(f"{name}={shown}")
        return f"{self.name}{at}" + (f"({', '.join(inside)})" if inside else "")
