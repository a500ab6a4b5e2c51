"""The interval of a gain ends where no two values of the metric are further apart."""

import pytest

from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows

FEW = CONFIG.replace("hit_rate@3: {}", "hit_rate@3: {tolerance: 0.1}")


def judged(project, n, lost, mode="significant"):
    """Record ``n`` right answers, lose some; return the report's checks."""
    project.write(config=f"{FEW}decision: {{mode: {mode}}}\n", golden=golden_rows(n), run=run_rows(n, rank=1))
    assert project.gate("accept", "--reason", "start").code == 0
    run = [{**row, "ranked": ["x"]} if i < lost else row for i, row in enumerate(run_rows(n, rank=1))]
    project.write(run=run)
    return project.check()[1]["checks"]


def test_no_end_lies_beyond_what_is_possible(project):
    """Three of five lost: Student's t alone would reach to -1.28 and +0.08, for values between 0 and 1."""
    gain = judged(project, 5, 3)[0]["gain"]

    error = (0.6 * 0.4 / 4) ** 0.5
    assert gain["standard_error"] == pytest.approx(error)
    assert gain["low"] == -1
    assert gain["high"] == pytest.approx(-0.6 + 2.776445 * error)


@pytest.mark.parametrize("mode", ["significant", "strict", "minimum_effect"])
@pytest.mark.parametrize(("n", "lost"), [(2, 1), (3, 1), (5, 3), (5, 4), (8, 7), (9, 9)])
def test_no_verdict_turns_on_it(project, monkeypatch, mode, n, lost):
    """Cut or not, every outcome, reason and p-value is the same."""
    cut = judged(project, n, lost, mode)
    monkeypatch.setattr("gate.measuring.gain._possible", lambda gain, score: gain)
    uncut = judged(project, n, lost, mode)

    said = ("metric", "outcome", "reason", "p", "detectable")
    assert [[check[key] for key in said] for check in cut] == [
        [check[key] for key in said] for check in uncut
    ]
    assert all(check["gain"]["low"] >= -1 for check in cut)


@pytest.mark.parametrize(
    ("n", "because"),
    [
        (1, "lost 0.5, 0.01 is tolerated, but one item cannot say how sure this is"),
        (2, "cannot rule out a drop of 1; 0.6 is tolerated"),
        (8, "lost at most 0.5; 0.6 is tolerated"),
    ],
)
def test_two_items_that_move_alike_do_not_pass(project, n, because):
    """Every right answer goes from rank 1 to 2: with fewer than eight items that is no certainty."""
    tolerance = 0.01 if n == 1 else 0.6
    config = CONFIG[: CONFIG.index("metrics:")] + f"metrics:\n  mrr: {{tolerance: {tolerance}}}\n"
    project.write(config=config, golden=golden_rows(n), run=run_rows(n, rank=1))
    assert project.gate("accept", "--reason", "start").code == 0
    project.write(run=run_rows(n, rank=2))

    (check,) = project.check()[1]["checks"]

    assert check["because"].startswith(because)
