"""The decision on few items: what an interval without width, or none at all, can tell."""

import math
from dataclasses import replace

import pytest

from gate.verdict import Outcome, Reason, judge, reasoning
from gate.verdict.reasoning import asked
from tests.test_verdict import facts, rule

FEW_ALIKE = replace(facts(-0.01, -0.01, -0.01), n=2, strict_low=-1.0)


@pytest.mark.parametrize(
    ("found", "reason", "because"),
    [
        (FEW_ALIKE, Reason.UNDERPOWERED, "cannot rule out a drop of 1; 0.02 is tolerated"),
        (replace(FEW_ALIKE, n=7), Reason.UNDERPOWERED, "cannot rule out a drop of 1; 0.02 is tolerated"),
        (replace(FEW_ALIKE, n=8), Reason.WITHIN_TOLERANCE, "lost at most 0.01; 0.02 is tolerated"),
        (replace(FEW_ALIKE, n=50, clusters=7), Reason.UNDERPOWERED, "cannot rule out a drop of 1"),
        (replace(FEW_ALIKE, n=50, clusters=8), Reason.WITHIN_TOLERANCE, "lost at most 0.01"),
        (replace(FEW_ALIKE, low=-0.011), Reason.WITHIN_TOLERANCE, "lost at most 0.011; 0.02 is tolerated"),
    ],
)
def test_few_items_that_move_alike_are_no_certainty(found, reason, because):
    """An interval without width takes eight items or clusters to be believed; below one more is lost."""
    verdict = judge(found, rule())

    assert verdict.reason is reason
    assert verdict.because.startswith(because)
    assert verdict.reason in frozenset.intersection(
        *(each.points_to for each in asked(found, rule(), verdict) if each.points_to)
    )


@pytest.mark.parametrize(
    ("gain", "clusters", "reason", "because"),
    [
        (-0.01, None, Reason.UNDERPOWERED, "lost 0.01, but one item cannot say how sure this is"),
        (0.3, None, Reason.UNDERPOWERED, "gained 0.3, but one item cannot say how sure this is"),
        (-0.01, 1, Reason.UNDERPOWERED, "lost 0.01, but one cluster cannot say how sure this is"),
        (
            -0.5,
            None,
            Reason.NOISY_DROP,
            "lost 0.5, 0.02 is tolerated, but one item cannot say how sure this is",
        ),
    ],
)
@pytest.mark.parametrize("mode", ["significant", "strict"])
def test_one_item_says_that_it_is_one(mode, gain, clusters, reason, because):
    """Without an interval the sentence says why, and no number is missing from it."""
    found = replace(facts(gain, math.nan, math.nan, clusters=clusters), n=1, strict_low=-1.0)

    verdict = judge(found, rule(mode))

    assert (verdict.outcome, verdict.reason, verdict.because) == (Outcome.INCONCLUSIVE, reason, because)
    assert not any("nan" in text for text in reasoning(found, rule(mode), verdict))
