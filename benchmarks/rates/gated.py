"""The gate as it is, driven without files: two samples in, every check's verdict out.

This is the only module here that knows how the gate is put together. Which checks there are is said by a
config, as for everybody: ``thirty_checks.yaml`` and the others beside this file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.rates.merges import SPELLINGS
from benchmarks.rates.population import item_ids
from gate import config as configs
from gate.comparison import compare
from gate.golden import GoldenItem, GoldenSet
from gate.judgement.checks import Case, Line, Terms, judge_all
from gate.judgement.evidence import tally
from gate.measuring.levels import Question, Sampling
from gate.slicing import checks_of, since
from gate.stats import interval, skewness, students_t
from gate.stats.breakage import chance
from gate.stats.signflip import family_test
from gate.verdict import Facts, Mode, Outcome, Reason, Rule, Verdict, judge
from gate.verdict.judging import BREAKAGE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from benchmarks.rates.merges import Merge
    from gate.arrays import BoolArray, FloatArray
    from gate.config import Config
    from gate.samples.ranked import RankedSample
    from gate.stats.breakage import Tally

TOLERANCE, ALPHA = 0.02, 0.01

LINE = BREAKAGE * ALPHA
"""What the rule asks of the chance that accepted changes lose as many items."""

SAMPLING = Sampling(confidence=0.95, resamples=100, seed=1)
"""Means draw no resamples: their laws are computed."""

ANCHOR = "release"


@dataclass(frozen=True, slots=True)
class Layout:
    """Which checks there are, and what the gate has seen.

    Attributes:
        name: Of the config.
        accepted: What earlier accepted changes did to their items, by check.
    """

    name: str
    accepted: Mapping[str, Sequence[Tally]] = field(default_factory=dict)

    @property
    def config(self) -> Config:
        """The config itself."""
        return _load(self.name)

    @property
    def columns(self) -> list[int]:
        """Places of its metrics in :data:`SPELLINGS`."""
        return [SPELLINGS.index(str(check.spec)) for check in self.config.checks]


THIRTY = Layout("thirty_checks")
ONE = Layout("one_check")
ANCHORED = Layout("two_checks_anchored")


@lru_cache(maxsize=8)
def _load(name: str) -> Config:
    return configs.load(Path(__file__).with_name(f"{name}.yaml"))


def verdicts(
    before: RankedSample, after: RankedSample, layout: Layout = THIRTY, *, anchor: RankedSample | None = None
) -> list[Line]:
    """Judge every check of a config, as ``gate check`` does once it has read its files."""
    return judge_all(cases(before, after, layout, anchor=anchor), terms=_terms(layout))


def cases(
    before: RankedSample, after: RankedSample, layout: Layout = THIRTY, *, anchor: RankedSample | None = None
) -> list[Case]:
    """Score and compare: every check on both runs, and against the anchor where there is one."""
    areas = after.groups["area"]
    items = (GoldenItem(i, relevant={}, slices={"area": a}) for i, a in zip(after.ids, areas, strict=True))
    rules = checks_of(layout.config, GoldenSet({item.id: item for item in items}))
    found = []
    for reference, asked in ((before, rules), (anchor, since(rules, layout.config, ANCHOR))):
        if reference is not None:
            questions = [Question(rule.metric, rule.spec, rule.where) for rule in asked]
            both = compare(reference, after, questions, SAMPLING)
            found += [Case(rule, c.candidate, c) for rule, c in zip(asked, both, strict=True)]
    return found


def decide(found: Sequence[Case], layout: Layout = THIRTY) -> list[Line]:
    """Test all checks together and judge each."""
    return judge_all(found, terms=_terms(layout))


def _terms(layout: Layout) -> Terms:
    return Terms(
        Mode(layout.config.decision.mode),
        ALPHA,
        first_run_passes=False,
        threshold_is_frozen=True,
        confidence=SAMPLING.confidence,
        accepted=layout.accepted,
    )


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether a merge is red, whether it is at least suspect, and the checks if any could be either."""

    red: bool
    suspect: bool
    lines: Sequence[Line] = ()

    def is_red_after(self, accepted: Mapping[str, Sequence[Tally]]) -> bool:
        """Whether the merge is red once these changes were accepted, judged without any so far."""
        return self.red or any(
            chance(tally(line.comparison), accepted.get(line.rule.identity, ())) <= LINE
            for line in self.lines
            if line.verdict.reason is Reason.SUSPECT and not line.rule.where and line.comparison is not None
        )


FINE = Judgement(red=False, suspect=False)


def judged(merge: Merge, layout: Layout = THIRTY) -> Judgement:
    """Judge a merge; without the family test where no answer of it could make the merge red or suspect."""
    inside = merge.inside if layout.config.slice_checks else None
    if not might_drop(merge.gains[:, layout.columns], inside):
        return FINE
    lines = verdicts(merge.before, merge.after, layout)
    red = any(line.verdict.outcome is Outcome.REGRESSED for line in lines)
    return Judgement(red, red or any(line.verdict.reason is Reason.SUSPECT for line in lines), lines)


def might_drop(gains: FloatArray, inside: BoolArray | None = None) -> bool:
    """Whether any check's point drop exceeds its tolerance and its interval lies below 0.

    Red and suspect both take that much, whatever the family test says. With a hair's breadth to spare for
    rounding.

    Args:
        gains: ``(n, m)`` paired differences.
        inside: ``(n, s)`` which items belong to a slice; the whole set if ``None``.
    """
    if inside is None:
        inside = np.ones((len(gains), 1), dtype=np.bool_)
    inside = inside[:, inside.sum(axis=0) > 1]
    n, rows = len(gains), inside.sum(axis=0)
    weights = inside.astype(np.float64)
    means = weights.T @ gains / rows[:, None]
    squares = weights.T @ gains**2 / rows[:, None]
    errors = np.sqrt(np.maximum(squares - means**2, 0) / (rows[:, None] - 1))
    reach = np.array([students_t.quantile(0.975, r - 1) for r in rows.tolist()])[:, None]
    allowed = TOLERANCE * np.sqrt(n / rows)[:, None]
    return bool(((means < -allowed + 1e-9) & (means + reach * errors < 1e-9)).any())


def slice_columns(gains: FloatArray, inside: BoolArray) -> FloatArray:
    """Return ``(n, 30)``: each metric on the whole set and on each area, 0 outside of it."""
    return np.hstack([gains * inside[:, [j]] for j in range(inside.shape[1])])


def verdicts_of(gains: FloatArray, *, skewed: bool = True) -> list[Verdict]:
    """Judge metrics that are means by their ``(n, m)`` paired differences alone, in one family.

    For real scores that come without the rankings behind them, and to see what the rule would do without
    the test that takes skewness out.
    """
    n, m = gains.shape
    test = family_test(gains, item_ids(n), seed=1, blocking=np.ones(m, dtype=np.bool_), alpha=ALPHA)
    found = []
    for k, column in enumerate(gains.T):
        gain = interval.gain(float(column.mean()), column, confidence=SAMPLING.confidence)
        facts = Facts(
            value=0.5,
            before=0.5,
            gain=gain.value,
            low=gain.low,
            high=gain.high,
            unchanged=not column.any(),
            n=n,
            worse=float(test.worse_adjusted[k]),
            skewed=skewness.drop_chance(column) if skewed else 0.0,
            better=float(test.better_adjusted[k]),
        )
        found.append(judge(facts, Rule(Mode.SIGNIFICANT, ALPHA, TOLERANCE, None)))
    return found


def is_red(gains: FloatArray, *, skewed: bool = True) -> bool:
    """Whether any of the metrics fails the build, by :func:`verdicts_of`."""
    return might_drop(gains) and any(
        v.outcome is Outcome.REGRESSED for v in verdicts_of(gains, skewed=skewed)
    )
