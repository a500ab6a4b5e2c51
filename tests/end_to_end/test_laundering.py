"""A change cannot make itself look well: not by naming its base, moving its config, or removing items."""

import json

import pytest

from gate.errors import ExitCode
from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows

BEIR = CONFIG.replace("golden.jsonl", "beir")


def begin(project):
    """Start a branch with a commit of its own."""
    project.git("checkout", "--quiet", "-b", "topic")
    project.git("commit", "--quiet", "--allow-empty", "-m", "begin")


@pytest.fixture
def branch(project):
    """A branch off a main that has config, golden set and baseline; all its answers got worse."""
    project.git("init", "--quiet", "--initial-branch=main")
    assert project.gate("refresh").code == 0
    project.commit("start")
    begin(project)
    return project.write(run=run_rows(rank=0))


def codes(report):
    return {notice["code"] for notice in report["notices"]}


@pytest.mark.parametrize("source", ["worktree", "HEAD", "topic"])
def test_naming_another_base_in_the_config_is_an_edit(branch, source):
    """The config of the branch says where its baseline lies; the base's config has a word, too."""
    branch.write(config=f"{CONFIG}baseline: {{from: {source}}}\n")
    assert branch.gate("accept", "--reason", "looks better").code == 0
    branch.commit("worse, and its own measure")

    ended, (ours, theirs) = branch.check_all()

    assert ended.code == ExitCode.REGRESSED
    assert (ours["outcome"], theirs["outcome"]) == ("pass", "regressed")
    assert "rules_edited" in codes(ours)


def test_a_config_that_always_said_worktree_is_taken_at_its_word(project):
    """The base says `from: worktree` as well: nothing was edited, so there is one report."""
    project.write(config=f"{CONFIG}baseline: {{from: worktree}}\n")
    project.git("init", "--quiet", "--initial-branch=main")
    assert project.gate("refresh").code == 0
    project.commit("start")
    begin(project)

    ended, reports = project.check_all()

    assert (ended.code, len(reports)) == (0, 1)


def folder(project, document):
    """Write a BEIR folder whose queries are all answered by one document each."""
    qrels = project.top / "beir/qrels"
    qrels.mkdir(parents=True, exist_ok=True)
    rows = [f"q{i:03d}\t{document.format(i)}\t1\n" for i in range(40)]
    (qrels / "test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(rows), "utf-8")
    queries = [json.dumps({"_id": f"q{i:03d}", "text": f"question {i}"}) + "\n" for i in range(40)]
    (project.top / "beir/queries.jsonl").write_text("".join(queries), "utf-8")


def test_a_golden_set_that_is_a_folder_is_compared_with_the_bases_too(project):
    """What the system finds now is declared right in a BEIR folder: the base's judgements say otherwise."""
    folder(project, "d{}")
    project.write(config=BEIR)
    project.git("init", "--quiet", "--initial-branch=main")
    assert project.gate("refresh").code == 0
    project.commit("start")
    begin(project)
    folder(project, "x1")
    project.write(run=[{**row, "ranked": ["x1"]} for row in run_rows()])

    ended, (ours, theirs) = project.check_all()

    assert ended.code == ExitCode.REGRESSED
    assert (ours["outcome"], theirs["outcome"]) == ("pass", "regressed")


def test_moving_a_config_does_not_shed_its_rules(branch):
    """Another path, the same name, and judgements to suit: the config of this name at the base counts."""
    branch.git("mv", "search.yaml", "find.yaml")
    branch.write(golden=[{**row, "relevant": {"x1": 1}} for row in golden_rows()])
    (branch.top / "search.yaml").unlink(missing_ok=True)
    from tests.end_to_end.calls import call

    file = branch.top / "r.json"
    ended = call("check", "find.yaml", "--output", f"json:{file}")

    reports = json.loads(file.read_text("utf-8"))["reports"]
    assert ended.code == ExitCode.REGRESSED
    assert [r["outcome"] for r in reports] == ["pass", "regressed"]


def test_renaming_a_config_altogether_brings_no_baseline_along(branch):
    """Another path and another name: the base's config is dropped, so the new baseline is its own bar."""
    branch.git("mv", "search.yaml", "find.yaml")
    text = (branch.top / "find.yaml").read_text("utf-8").replace("name: search", "name: find")
    (branch.top / "find.yaml").write_text(text, "utf-8")
    from tests.end_to_end.calls import call

    assert call("refresh", "find.yaml").code == 0
    branch.commit("another name")
    file = branch.top / "r.json"
    ended = call("check", "find.yaml", "--output", f"json:{file}")

    (report,) = json.loads(file.read_text("utf-8"))["reports"]
    assert ended.code == ExitCode.NO_ANSWER
    assert codes(report) >= {"baseline_not_used", "config_dropped"}


def test_dropping_a_config_is_said_by_those_that_stay(project):
    """Nothing asks any more what it asked: the other configs of the folder say so."""
    (project.top / "other.yaml").write_text(CONFIG.replace("name: search", "name: other"), "utf-8")
    project.git("init", "--quiet", "--initial-branch=main")
    assert project.gate("refresh").code == 0
    project.commit("start")
    begin(project)
    (project.top / "other.yaml").unlink()

    ended, report = project.check()

    assert ended.code == 0
    (notice,) = [n for n in report["notices"] if n["code"] == "config_dropped"]
    assert "this change drops 'other'" in notice["text"]


def test_removing_the_questions_that_broke_does_not_help(branch):
    """Four of forty broke and are removed, which leaves a fair share: the base still asks them."""
    worse = run_rows()
    for row in worse[:4]:
        row["ranked"] = ["x1"]
    branch.write(
        config=CONFIG + "decision: {mode: point}\n",
        golden=golden_rows()[4:],
        run=worse,
    )

    ended, (ours, theirs) = branch.check_all()

    lost = next(c for c in theirs["checks"] if c["metric"] == "mrr")["gain"]["value"]
    assert ours["outcome"] == "pass"
    assert lost == pytest.approx(-0.05)
    assert theirs["conditions"]["paired"] == 40
    assert ended.code == 0  # four of forty are no regression to the base's own, statistical rule


def test_removals_that_gather_in_one_slice_leave_no_fair_comparison(project):
    """Nine of a slice of twenty-five are removed from a hundred and none of the others: exit 3."""
    rows = [
        {**row, "slices": {"topic": "hard" if i < 25 else "easy"}} for i, row in enumerate(golden_rows(100))
    ]
    project.write(golden=rows, run=run_rows(100))
    project.git("init", "--quiet", "--initial-branch=main")
    assert project.gate("refresh").code == 0
    project.commit("start")
    begin(project)
    project.write(golden=rows[9:])

    ended, reports = project.check_all()

    assert ended.code == ExitCode.NO_ANSWER
    assert "9 of the 9 golden items that this change removes are of topic 'hard'" in reports[0]["headline"]


def test_rules_of_the_base_that_cannot_be_applied_are_no_pass(branch):
    """Another task altogether: the base's rules say nothing of it, and neither does the gate."""
    config = """\
version: 1
name: search
task: classification
golden_set: golden.jsonl
system: {run: run.jsonl}
positive: a
metrics:
  pr_auc: {floor: 0.1}
"""
    golden = [{"id": f"q{i:03d}", "label": "a" if i % 2 else "b"} for i in range(80)]
    branch.write(config=config, golden=golden)
    branch.write(run=[{"id": row["id"], "score": 0.9 if row["label"] == "a" else 0.1} for row in golden])

    ended, _ = branch.check_all()

    assert ended.code in (ExitCode.NO_ANSWER, ExitCode.QUESTION)


def test_a_floor_needs_no_baseline_even_where_an_answer_failed(project):
    """One tolerated error beside a floor that holds: the guard on errors asks for no baseline either."""
    config = CONFIG.replace("mrr: {tolerance: 0.02}", "mrr: {floor: 0.1}")
    rows = run_rows()
    rows[0] = {"id": "q000", "error": "timeout"}
    project.write(config=config + "max_errors: 0.1\n", run=rows)

    ended, report = project.check()

    assert ended.code == 0
    assert next(c for c in report["checks"] if c["metric"] == "error_rate")["role"] == "info"
