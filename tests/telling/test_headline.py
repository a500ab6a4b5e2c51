"""The sentence of a whole report promises no more than its checks do."""

import pytest

from gate.telling.headline import headline
from gate.verdict import Outcome, Reason
from tests.reporters.builders import check

KEPT = check(
    "recall@5", 0.8, 0.79, outcome=Outcome.PASS, reason=Reason.WITHIN_TOLERANCE, because="lost 0.01", worse=2
)


@pytest.mark.parametrize(
    ("loss", "said"),
    [
        (0.01, "Nothing got worse than tolerated on 40 paired items."),
        (0.05, "Nothing surely got worse than tolerated on 40 paired items; 1 check cannot tell."),
    ],
)
def test_a_loss_within_noise_is_not_called_none(loss, said):
    """A check that cannot tell takes the certainty away only where it lost more than its tolerance."""
    amber = {"outcome": Outcome.INCONCLUSIVE, "reason": Reason.NOISY_DROP, "role": "guard"}
    unsure = check("mrr", 0.7, 0.7 - loss, because="noise", **amber)

    assert headline([unsure, KEPT], Outcome.PASS, paired=40) == said


def test_an_improvement_beside_a_loss_within_noise():
    """The same holds where something else improved."""
    better = check("map", 0.5, 0.6, outcome=Outcome.IMPROVED, reason=Reason.GAIN, because="gained 0.1")
    amber = {"outcome": Outcome.INCONCLUSIVE, "reason": Reason.NOISY_DROP, "role": "guard"}
    unsure = check("mrr", 0.7, 0.6, because="noise", **amber)

    assert headline([unsure, better], Outcome.IMPROVED, paired=40) == (
        "map improved: gained 0.1; nothing surely got worse than tolerated on 40 paired items; "
        "1 check cannot tell."
    )
