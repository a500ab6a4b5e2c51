"""What was left unanswered counts as the worst, and the report says whether that decided anything."""

import pytest

from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows


def without(rows, *missing):
    """Leave some answers out."""
    return [row for i, row in enumerate(rows) if i not in missing]


def judged(project, before, after, golden=None):
    """Record one run, judge another; return the first check and the whole report."""
    project.write(golden=golden or golden_rows(), run=before)
    assert project.gate("accept", "--reason", "start").code == 0
    project.write(run=after)
    _, report = project.check()
    return report["checks"][0], report


def test_nothing_is_said_where_everything_was_answered(project):
    """No bound without something unknown."""
    check, _ = judged(project, run_rows(), run_rows(rank=3))

    assert not [note for note in check["notes"] if "perfectly" in note]


def test_a_verdict_that_hangs_on_missing_answers_says_so(project):
    """Ten answers are missing and nothing else changed: red, and with them it would not be."""
    check, _ = judged(project, run_rows(), without(run_rows(), *range(10)))

    assert check["outcome"] == "regressed"
    assert (
        "the verdict hangs on its 10 unanswered items: had the candidate answered perfectly there, "
        "it would be improved"
    ) in check["notes"]


def test_answered_perfectly_an_item_is_no_error(project):
    """Five errors turn the rate of errors, and without them it would be what it was."""
    failed = [{"id": row["id"], "error": "timeout"} if i < 5 else row for i, row in enumerate(run_rows())]
    project.write(config=CONFIG + "max_errors: 0.5\n")
    _, report = judged(project, run_rows(), failed)

    (rate,) = [each for each in report["checks"] if each["metric"] == "error_rate"]
    assert rate["candidate"]["value"] > 0
    assert not [note for note in rate["notes"] if "worst value" in note or "still" in note]
    assert [note for note in rate["notes"] if note.endswith("it would be pass")]


def test_a_verdict_that_stands_whatever_they_were_says_so(project):
    """Thirty answers got worse and two are missing: red either way."""
    worse = [{**row, "ranked": ["x"]} if i < 30 else row for i, row in enumerate(run_rows())]

    check, _ = judged(project, run_rows(), without(worse, 38, 39))

    assert check["outcome"] == "regressed"
    assert (
        "had the candidate answered its 2 unanswered items perfectly, this would still be regressed"
        in check["notes"]
    )


def test_what_the_baseline_left_out_raises_the_bar_at_worst(project):
    """The baseline missed ten that the candidate has: improved, unless it would have had them too."""
    check, _ = judged(project, without(run_rows(rank=1), *range(10)), run_rows(rank=1))

    assert check["outcome"] == "improved"
    assert (
        "the verdict hangs on its 10 unanswered items: had the baseline answered perfectly there, "
        "it would be pass"
    ) in check["notes"]


def test_a_classifier_has_bounds_as_well(project):
    """Five of forty spam messages were not answered: recall falls, and the report says what it hangs on."""
    config = """\
version: 1
name: search
task: classification
golden_set: golden.jsonl
system: {run: run.jsonl}
positive: spam
threshold: 0.5
metrics:
  recall: {tolerance: 0.02}
decision: {mode: point}
"""
    golden = [{"id": f"q{i:02d}", "label": "spam" if i % 2 else "ham"} for i in range(80)]
    run = [{"id": row["id"], "score": 0.9 if row["label"] == "spam" else 0.1} for row in golden]
    project.write(config=config)

    check, _ = judged(project, run, without(run, 1, 3, 5, 7, 9), golden)

    assert check["outcome"] == "regressed"
    assert any("its 5 unanswered items" in note and "it would be pass" in note for note in check["notes"])


def test_only_what_is_missing_in_a_slice_hangs_on_it(project):
    """Thirty got worse and two logins are missing: two for the whole set and the logins, none for billing."""
    worse = [{**row, "ranked": ["x"]} if i < 30 else row for i, row in enumerate(run_rows())]
    golden = [
        {**row, "slices": {"topic": "billing" if i < 20 else "login"}} for i, row in enumerate(golden_rows())
    ]
    project.write(config=CONFIG + "slices:\n  topic: {}\n")

    _, report = judged(project, run_rows(), without(worse, 38, 39), golden)

    told = {
        check["slice"]: [note for note in check["notes"] if "its 2 unanswered items" in note]
        for check in report["checks"]
        if check["metric"] == "mrr"
    }
    assert {name: len(notes) for name, notes in told.items()} == {
        None: 1,
        "topic=billing": 0,
        "topic=login": 1,
    }


@pytest.mark.parametrize(("missing", "told"), [(range(8), True), ([0, 45, 90, 150], False)])
def test_losses_that_gather_in_one_slice_are_said(project, missing, told):
    """Eight of twenty billing questions unanswered and none of the others: no accident."""
    golden = [
        {**row, "slices": {"topic": "billing" if i < 20 else "other"}}
        for i, row in enumerate(golden_rows(200))
    ]

    _, report = judged(project, run_rows(200), without(run_rows(200), *missing), golden)

    found = [n["text"] for n in report["notices"] if n["code"] == "uneven_answers"]
    assert bool(found) is told
    if told:
        assert found[0].startswith("the candidate answered 8 items fewer of topic 'billing'")
