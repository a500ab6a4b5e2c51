"""Several answers to one item are averaged in it, and never count as several items."""

import pytest

from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows

CLASSIFIER = """\
version: 1
name: search
task: classification
golden_set: golden.jsonl
system: {run: run.jsonl}
positive: spam
threshold: 0.5
metrics:
  f1: {tolerance: 0.1}
  pr_auc: {tolerance: 0.1}
  brier: {tolerance: 0.1}
interval: {resamples: 200}
"""


def asked(times, rank_of, n=40):
    """Answers to n questions, each asked ``times``; ``rank_of(question, round)`` places the document."""
    return [
        {**row, "repeat": t + 1}
        for t in range(times)
        for row in (run_rows(n, rank_of(i, t), first=i)[0] for i in range(n))
    ]


def checks(project, golden, before, after, config=CONFIG):
    """Record one run, judge another; return the checks by metric."""
    project.write(config=config, golden=golden, run=before)
    assert project.gate("accept", "--reason", "start").code == 0
    project.write(run=after)
    ended, report = project.check()
    assert ended.code in (0, 1)
    return {check["metric"]: check for check in report["checks"]}, report


def test_a_mean_is_the_mean_of_the_items_means(project):
    """Ranks 1, 2 and 4 in three rounds: each item is worth 7/12, and there are 40 items."""
    found, report = checks(project, golden_rows(), run_rows(), asked(3, lambda _, t: (1, 2, 4)[t]))

    assert found["mrr"]["candidate"]["value"] == pytest.approx(7 / 12)
    assert found["mrr"]["candidate"]["n"] == 40
    assert found["mrr"]["gain"]["n"] == 40
    assert ["repeats", "120 answers to 40 items, averaged in each item"] in report["conditions"]["facts"]


def test_the_same_answer_three_times_is_the_answer_once(project):
    """Repeating what does not vary changes no value, interval or p, and nothing has changed."""
    once, _ = checks(project, golden_rows(), run_rows(), run_rows(rank=3))
    thrice, _ = checks(project, golden_rows(), run_rows(), asked(3, lambda *_: 3))
    same, _ = checks(project, golden_rows(), run_rows(), asked(3, lambda *_: 2))

    for key in ("value", "low", "high"):
        assert thrice["mrr"]["gain"][key] == pytest.approx(once["mrr"]["gain"][key], abs=1e-12)
        assert thrice["mrr"]["candidate"][key] == pytest.approx(once["mrr"]["candidate"][key], abs=1e-12)
    assert thrice["mrr"]["p"] == once["mrr"]["p"]
    assert same["mrr"]["reason"] == "unchanged"


def test_repeats_are_no_more_items(project):
    """Seven broken of forty, asked ten times over, are seven: the smallest p is 2^-7 and not 2^-70."""
    found, _ = checks(project, golden_rows(), run_rows(), asked(10, lambda i, _: 0 if i < 7 else 2))

    assert found["mrr"]["p_smallest"] == 2**-7


def test_rounds_that_differ_as_a_whole_widen_the_interval(project):
    """The same answers shuffled: within items they average out, as whole rounds no item shows them."""
    before = asked(3, lambda i, _: 1 + i % 2)
    within, _ = checks(project, golden_rows(), before, asked(3, lambda i, t: 1 + (i + t) % 3))
    rounds, _ = checks(project, golden_rows(), before, asked(3, lambda _, t: 1 + t))

    def width(found):
        return found["mrr"]["gain"]["high"] - found["mrr"]["gain"]["low"]

    assert rounds["mrr"]["gain"]["value"] == pytest.approx(within["mrr"]["gain"]["value"], abs=0.01)
    assert width(rounds) > 2 * width(within)


def test_an_item_may_be_asked_less_often(project):
    """One item has two answers, the others three: each weighs the same."""
    rows = [row for row in asked(3, lambda i, _: 1 if i else 2) if (row["id"], row["repeat"]) != ("q000", 3)]

    found, _ = checks(project, golden_rows(), run_rows(), rows)

    assert found["mrr"]["candidate"]["value"] == pytest.approx((39 + 0.5) / 40)


def test_a_failed_repeat_counts_as_the_worst(project):
    """Two of three answers find it first, the third is an error: 2/3, and the error rate says so."""
    rows = asked(3, lambda *_: 1)
    rows[-1] = {"id": rows[-1]["id"], "repeat": 3, "error": "timeout"}

    found, _ = checks(project, golden_rows(), run_rows(), rows)

    assert found["mrr"]["candidate"]["value"] == pytest.approx((39 + 2 / 3) / 40)
    assert found["error_rate"]["candidate"]["value"] == pytest.approx(1 / 120)


def test_a_baseline_keeps_all_repeats(project):
    """What is stored is what was answered: the same run is unchanged against itself."""
    rows = asked(3, lambda i, t: 1 + (i * 7 + t) % 5)

    found, _ = checks(project, golden_rows(), rows, rows[::-1])

    assert found["mrr"]["reason"] == "unchanged"
    stored = (project.top / "baselines/search.run.jsonl").read_text("utf-8").splitlines()
    assert len(stored) == 120
    assert stored[1].startswith('{"id":"q000","repeat":2,')


def test_a_classifier_is_asked_more_than_once(project):
    """F1 of average counts, a curve over all answers, the mean of means: as on paper."""
    golden = [{"id": f"q{i:02d}", "label": "spam" if i % 2 else "ham"} for i in range(80)]
    base = [{"id": row["id"], "score": 0.9 if row["label"] == "spam" else 0.1} for row in golden]
    rows = [{**row, "repeat": t} for row in base for t in (1, 2)]
    rows[3]["score"] = 0.2  # one of two answers to the first spam misses

    found, _ = checks(project, golden, base, rows, CLASSIFIER)

    assert found["f1"]["candidate"]["value"] == pytest.approx(2 * 39.5 / (2 * 39.5 + 0.5))
    assert found["brier"]["candidate"]["value"] == pytest.approx((79.5 * 0.01 + 0.5 * 0.64) / 80)
    assert found["pr_auc"]["candidate"]["value"] == pytest.approx(1.0)
    assert found["f1"]["gain"]["changed"] == 1


@pytest.mark.parametrize(
    ("repeat", "said"),
    [
        (0, "the repeat 0 is not a whole number from 1"),
        (1.5, "the repeat 1.5 is not a whole number from 1"),
        ("x", "'x'"),
        (1, "the id 'q000' is already on line 1"),
    ],
)
def test_a_wrong_repeat_is_refused_with_its_line(project, repeat, said):
    """Exit 2, file and line."""
    rows = run_rows()
    project.write(run=[*rows, {**rows[0], "repeat": repeat}])

    ended = project.gate("check", "--first-run", "pass")

    assert ended.code == 2
    assert "run.jsonl:41" in ended.err
    assert said in ended.err


@pytest.mark.parametrize("times", [1, 3])
def test_contributions_of_repeated_answers_add_up(project, times):
    """All answers to an item go their way together, however often either side was asked."""
    labels = ["spam" if i % 2 else "ham" for i in range(80)]
    golden = [{"id": f"q{i:02}", "query": "?", "label": label} for i, label in enumerate(labels)]
    before = [
        {"id": f"q{i:02}", "score": (i * 37 % 80 + 40 * (i % 2) + t) / 200, "repeat": t + 1}
        for i in range(80)
        for t in range(times)
    ]
    after = [
        {
            "id": f"q{i:02}",
            "score": (i * 37 % 80 + 40 * (i % 2) + (t if i < 60 else 20 * t)) / 200,
            "repeat": t + 1,
        }
        for i in range(80)
        for t in range(3)
    ]

    found, report = checks(project, golden, before, after, CLASSIFIER)

    told = {each["check"]: each for each in report["pictures"]["gains"]}
    for name in ("f1", "pr_auc"):
        assert told[name]["measure"] == "contribution"
        assert found[name]["gain"]["value"] != 0
        assert sum(told[name]["gains"]) == pytest.approx(found[name]["gain"]["value"], rel=1e-9)
        assert times == 1 or min(told[name]["items"]) >= "q60", "the first sixty were answered as before"
