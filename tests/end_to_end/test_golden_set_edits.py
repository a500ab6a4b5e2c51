"""A golden set that grows, shrinks and is corrected while a baseline is there."""

import re

import pytest

from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows


@pytest.fixture
def recorded(project):
    """A project with a baseline of 40 items."""
    assert project.gate("refresh").code == 0
    return project


def bucket(report, name):
    """Return a bucket of the accounting."""
    return next(each for each in report["accounting"] if each["name"] == name)


def test_added_items_count_for_the_candidate_alone(recorded):
    """Compared on what is shared, and listed by id."""
    recorded.write(golden=golden_rows(42), run=run_rows(42))

    ended, report = recorded.check()

    assert ended.code == 0
    assert report["conditions"]["paired"] == 40
    assert report["checks"][0]["candidate"]["n"] == 42
    assert bucket(report, "added")["items"] == ["q040", "q041"]


def test_added_items_explain_why_a_value_of_today_is_another(recorded):
    """They move today's value and no gain; every report says so, and none blames the baseline's run."""
    assert "of the paired ones" not in recorded.gate("check").out
    recorded.write(golden=golden_rows(42), run=[*run_rows(), *run_rows(42, 1, first=40)])

    told = {
        form: recorded.gate("check", "--output", f"{form}:-").out for form in ("text", "markdown", "html")
    }
    _, report = recorded.check()

    assert {form for form, text in told.items() if "of the paired ones" in text} == set(told)
    assert "baseline_missing" not in {each["name"] for each in report["accounting"]}


def test_a_few_removed_items_are_listed(recorded):
    """2 of 40: the rest is compared."""
    recorded.write(golden=golden_rows(38), run=run_rows(38))

    ended, report = recorded.check()

    assert ended.code == 0
    assert report["conditions"]["paired"] == 38
    assert bucket(report, "removed")["items"] == ["q038", "q039"]


def test_many_removed_items_leave_no_fair_comparison(recorded):
    """5 of 40 are more than a tenth: exit code 3, and a person's word gets past it."""
    recorded.write(golden=golden_rows(35), run=run_rows(35))

    ended, report = recorded.check()

    assert ended.code == 3
    assert report["checks"][0]["reason"] == "too_few_pairs"
    assert "gate accept --reason" in report["checks"][0]["because"]
    assert recorded.gate("refresh").code == 3
    assert recorded.gate("accept", "--reason", "the set was pruned").code == 0
    assert recorded.check()[0].code == 0


def test_a_corrected_label_is_applied_to_both_sides(recorded):
    """The baseline's run is scored by today's judgements, so nothing regresses."""
    rows = golden_rows()
    rows[0]["relevant"] = {"x1": 1}
    recorded.write(golden=rows)

    ended, report = recorded.check()

    assert ended.code == 0
    assert report["checks"][0]["reason"] == "unchanged"
    assert report["checks"][0]["baseline"]["value"] == pytest.approx((39 * 0.5 + 1) / 40)
    assert bucket(report, "relabelled")["items"] == ["q000"]


def test_a_vanished_check_stops_the_build_until_a_person_says_why(recorded):
    """Dropping a metric is how a regression would hide."""
    recorded.write(config=CONFIG.replace("  hit_rate@3: {}\n", ""))

    ended, report = recorded.check()

    assert (ended.code, report["outcome"]) == (3, "not_comparable")
    gone = next(check for check in report["checks"] if check["reason"] == "vanished")
    assert gone["metric"] == "hit_rate@3"
    before = recorded.baseline()
    assert recorded.gate("refresh").code == 3
    assert recorded.baseline() == before
    assert recorded.gate("accept", "--reason", "mrr says it all").code == 0
    assert recorded.check()[0].code == 0


def test_a_run_that_knows_no_golden_item_is_not_compared(recorded):
    """Both spellings are quoted, so that the difference is seen."""
    recorded.write(run=[{"id": f"Q{i}", "ranked": ["d1"]} for i in range(40)])

    ended, report = recorded.check()

    assert ended.code == 3
    assert re.search("'q000'.*'Q0'", report["checks"][0]["because"])


def test_many_errors_are_the_systems_failure(recorded):
    """2 of 40 are more than 2 %: exit code 4, an item and its error quoted."""
    rows = run_rows()
    rows[3:5] = [{"id": f"q00{i}", "error": "timeout after 30 s"} for i in (3, 4)]

    ended, report = recorded.write(run=rows).check()

    assert (ended.code, report) == (4, None)
    assert "2 of 40 answers are errors, more than 2 %; 'q003' says 'timeout after 30 s'" in ended.err


def test_few_errors_are_guarded_and_counted_as_the_worst(recorded):
    """1 of 60: a guard on the error rate stands in the report, and the item counts as 0."""
    recorded.write(golden=golden_rows(60), run=run_rows(60))
    assert recorded.gate("accept", "--reason", "more questions").code == 0
    rows = run_rows(60)
    rows[3] = {"id": "q003", "error": "timeout"}

    _, report = recorded.write(run=rows).check()

    guard = next(check for check in report["checks"] if check["metric"] == "error_rate")
    mrr = next(check for check in report["checks"] if check["metric"] == "mrr")
    assert guard["role"] == "guard"
    assert guard["candidate"]["value"] == pytest.approx(1 / 60)
    assert mrr["candidate"]["value"] == pytest.approx(0.5 * 59 / 60)
    assert bucket(report, "errored")["items"] == ["q003"]
