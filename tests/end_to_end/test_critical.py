"""Critical items fail the build exactly when they break, whatever the statistics say."""

import json

import pytest

from tests.end_to_end.conftest import golden_rows, run_rows

CLASSIFIER = """\
version: 1
name: search
task: classification
golden_set: golden.jsonl
system: {run: run.jsonl}
positive: spam
threshold: 0.5
metrics:
  brier: {tolerance: 0.5}
"""


def marked_rows(*critical):
    """Golden items, some of them critical."""
    return [{**row, "critical": i in critical} for i, row in enumerate(golden_rows())]


def critical_line(report):
    """Return the line that accounts for the critical items; ``None`` if there is none."""
    return next((c for c in report["checks"] if c["metric"] == "critical items"), None)


@pytest.fixture
def marked(project):
    """A project with three critical items, two of them found, and a baseline."""
    run = run_rows()
    run[7]["ranked"] = ["x"]
    project.write(golden=marked_rows(3, 5, 7), run=run)
    assert project.gate("refresh").code == 0
    return project


def test_without_marks_there_is_no_such_line(project):
    """Nothing is critical, so nothing is said."""
    _, report = project.check("--first-run", "pass")

    assert critical_line(report) is None


def test_all_that_were_right_still_are(marked):
    """Two of three are found, the third was not found before either: a pass that names it."""
    ended, report = marked.check()

    line = critical_line(report)
    assert ended.code == 0
    assert (line["outcome"], line["reason"]) == ("pass", "critical")
    assert line["because"] == "none of 3 critical items broke; 1 item not right before either"
    assert line["candidate"]["value"] == pytest.approx(2 / 3)
    assert line["notes"] == ["not right before either: 'q007'"]


def test_without_a_baseline_nothing_is_said_of_before(project):
    """One of three is wrong on the first run: wrong, and there is no before to be wrong in."""
    run = run_rows()
    run[7]["ranked"] = ["x"]
    project.write(golden=marked_rows(3, 5, 7), run=run)

    _, report = project.check("--first-run", "pass")

    line = critical_line(report)
    assert line["because"] == "none of 3 critical items broke; 1 item wrong and nothing to compare with"
    assert line["notes"] == ["wrong and nothing to compare with: 'q007'"]


def test_a_new_critical_item_that_is_wrong_was_never_asked_before(marked):
    """An item joins the golden set, critical and wrong: told apart from the one that was wrong before."""
    new = {"id": "q040", "query": "new", "relevant": {"d40": 1}, "critical": True}
    missed = {"id": "q040", "ranked": ["x"]}
    run = run_rows()
    run[7]["ranked"] = ["x"]
    marked.write(golden=[*marked_rows(3, 5, 7), new], run=[*run, missed])

    _, report = marked.check()

    line = critical_line(report)
    assert line["because"] == (
        "none of 4 critical items broke; 1 item not right before either; 1 item wrong and never asked before"
    )
    assert line["notes"] == ["not right before either: 'q007'", "wrong and never asked before: 'q040'"]
    assert line["candidate"]["n"] == 4


def test_where_nothing_is_to_be_found_nothing_can_be_said(project):
    """A critical question whose only judged document is not relevant: told, in words of a search."""
    rows = marked_rows(3)
    rows[3]["relevant"] = {"d3": 0}
    _, report = project.write(golden=rows).check("--first-run", "pass")

    assert critical_line(report)["because"] == (
        "nothing can be said of 1 critical item: no document of grade 1 or more is judged there"
    )


def test_one_that_loses_its_document_fails_the_build(marked):
    """One of forty is nothing to statistics; it is critical, so exit 1 and its name."""
    run = run_rows()
    run[7]["ranked"] = run[5]["ranked"] = ["x"]
    marked.write(run=run)

    ended, report = marked.check()

    line = critical_line(report)
    assert ended.code == 1
    assert (line["outcome"], line["reason"]) == ("regressed", "critical")
    assert line["because"] == "1 of 3 critical items lost every relevant document: 'q005'"
    assert next(c for c in report["checks"] if c["metric"] == "mrr")["outcome"] == "inconclusive"


def test_a_missing_answer_breaks_it_too(marked):
    """What is not answered is not right."""
    marked.write(run=[row for row in run_rows() if row["id"] != "q003"])

    ended, report = marked.check()

    assert ended.code == 1
    assert "'q003'" in critical_line(report)["because"]


def test_losing_rank_within_k_breaks_nothing(marked):
    """The document is still among the ten that are used."""
    run = run_rows(rank=5)
    run[7]["ranked"] = ["x"]
    marked.write(run=run)

    _, report = marked.check()

    assert critical_line(report)["outcome"] == "pass"


def labelled(project, score):
    """Write a classifier whose critical item q00 has this score."""
    golden = [{"id": f"q{i:02d}", "label": "spam" if i % 2 else "ham"} for i in range(20)]
    golden[1]["critical"] = True
    run = [{"id": row["id"], "score": 0.9 if row["label"] == "spam" else 0.1} for row in golden]
    run[1]["score"] = score
    project.write(config=CLASSIFIER, golden=golden, run=run)


def test_a_decision_that_flips_to_wrong_fails_the_build(project):
    """Spam that scored 0.9 scores 0.4 now, below the threshold."""
    labelled(project, 0.9)
    assert project.gate("refresh").code == 0
    labelled(project, 0.4)

    ended, report = project.check()

    assert ended.code == 1
    assert critical_line(report)["because"] == "1 of 1 critical item flipped to wrong: 'q01'"


def test_without_a_decision_nothing_can_be_said(project):
    """A classifier without a threshold decides nothing: exit 3, with the way out."""
    labelled(project, 0.9)
    text = CLASSIFIER.replace("threshold: 0.5\n", "")
    project.write(config=text)

    ended, report = project.check("--first-run", "pass")

    assert ended.code == 3
    assert "`threshold`" in critical_line(report)["because"]


def test_report_only_prints_what_it_would_have_been(marked):
    """The mode that never fails still says 1."""
    text = (marked.top / "search.yaml").read_text("utf-8") + "decision: {mode: report_only}\n"
    run = run_rows()
    run[3]["ranked"] = run[7]["ranked"] = ["x"]
    marked.write(config=text, run=run)

    ended, report = marked.check()

    assert ended.code == 0
    assert report["would_be"] == 1


def test_marks_survive_a_csv(project):
    """A column `critical` in a table means the same."""
    rows = ["id,label,critical", *(f"q{i:02d},{'spam' if i % 2 else 'ham'},{i == 1}" for i in range(20))]
    (project.top / "golden.csv").write_text("\n".join(rows).lower() + "\n", "utf-8")
    labelled(project, 0.9)
    project.write(config=CLASSIFIER.replace("golden.jsonl", "golden.csv"))

    _, report = project.check("--first-run", "pass")

    assert json.dumps(critical_line(report)["because"]) == '"none of 1 critical item broke"'
