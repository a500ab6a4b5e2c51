"""Published scores of retrieval systems on each topic, and what scipy says of them and their differences."""

import csv
import json
import math

import numpy as np
import pytest

from gate.stats import binomial, interval, signflip, students_t
from gate.stats.holm import holm

MEASURES = ("adhoc6_ap", "adhoc8_p10", "adhoc8_rr", "web2010_ndcg20")


@pytest.fixture(scope="module", params=MEASURES)
def published(shared, request):
    """The scores of every system, and what is recorded of them, for one collection and measure."""
    folder, name = shared("data", "retrieval", "topic-scores"), f"{request.param}.csv"
    with (folder / name).open(newline="", encoding="utf-8") as file:
        head, *rows = csv.reader(file)
    columns = np.array(rows, dtype=np.float64).T
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["files"][name]
    return dict(zip(head, columns, strict=True)), expected


def t_test(column):
    """Return t and the two-sided p of paired differences."""
    found = interval.gain(math.fsum(column) / column.size, column, confidence=0.95)
    t = found.value / found.standard_error
    return t, 2 * students_t.tail(abs(t), column.size - 1), found


def test_means_of_every_system(published):
    """As many systems and topics as recorded, and their means to 1e-12."""
    scores, expected = published

    assert len(scores) == expected["systems"]
    assert {column.size for column in scores.values()} == {expected["topics"]}
    assert {name: math.fsum(column) / column.size for name, column in scores.items()} == pytest.approx(
        expected["mean_per_system"], abs=1e-12
    )


def test_the_interval_of_a_difference_is_that_of_the_paired_t_test(published):
    """Mean, t, p and both ends of 95 % for eight pairs of systems."""
    scores, expected = published
    for pair in expected["pairs"]:
        column = scores[pair["candidate"]] - scores[pair["baseline"]]
        assert math.fsum(column) / column.size == pytest.approx(pair["mean_difference"], abs=1e-12)
        if not column.any():
            continue  # no topic differs: nothing to test
        t, p, found = t_test(column)
        assert t == pytest.approx(pair["ttest_rel"]["statistic"], rel=1e-9)
        assert p == pytest.approx(pair["ttest_rel"]["p_two_sided"], rel=1e-9)
        assert [found.low, found.high] == pytest.approx(pair["ttest_rel"]["ci95"], abs=1e-9)


def test_signs_of_a_difference(published):
    """Wins, losses and ties are counted alike, and the sign test is twice the binomial tail."""
    scores, expected = published
    for pair in expected["pairs"]:
        column = scores[pair["candidate"]] - scores[pair["baseline"]]
        wins, losses = int((column > 0).sum()), int((column < 0).sum())
        assert (wins, losses) == (pair["wins"], pair["losses"])
        assert column.size - wins - losses == pair["ties"]
        if wins + losses == 0:
            continue
        twice = min(1.0, 2 * binomial.tail(max(wins, losses), wins + losses, 0.5))
        assert twice == pytest.approx(pair["sign_test"]["p_two_sided"], rel=1e-9)


def test_signs_drawn_agree_with_the_randomization_test(published):
    """Twice the p of a drop or gain, from 10,000 draws, lies within their Monte-Carlo error of theirs."""
    scores, expected = published
    for pair in expected["pairs"]:
        column = (scores[pair["candidate"]] - scores[pair["baseline"]])[:, None]
        if not column.any():
            continue
        ids = [f"t{i:03}" for i in range(len(column))]
        drawn = signflip.family_test(column, ids, seed=1, blocking=np.ones(1, dtype=np.bool_), alpha=0.01)
        p = min(1.0, 2 * min(float(drawn.worse[0]), float(drawn.better[0])))
        theirs = pair["randomization_test"]["p_two_sided"]
        draws = 1 / (1 / 10_000 + 1 / pair["randomization_test"]["resamples"])
        error = 2 * math.sqrt(theirs / 2 * (1 - theirs / 2) / draws)
        assert p == pytest.approx(theirs, abs=4 * error + 2e-4), pair


def test_holm_of_all_systems_against_the_median(published):
    """The p of every system against the middle one, and how many of them Holm's correction leaves."""
    scores, expected = published
    against = expected["all_systems_against_the_median_system"]
    middle = scores[against["median_system"]]
    found = {name: t_test(scores[name] - middle)[1] for name in against["p"]}

    assert found == pytest.approx(dict(against["p"]), rel=1e-9)
    assert len(found) == against["tests"]
    left = against["significant_at_0.05"]
    assert sum(p <= 0.05 for p in found.values()) == left["uncorrected"]
    assert sum(p * len(found) <= 0.05 for p in found.values()) == left["bonferroni"]
    assert sum(p <= 0.05 for p in holm(list(found.values()))) == left["holm"]
