"""What `refresh` and `accept` write, and when they leave a baseline alone."""

import json
import subprocess
import sys

import pytest

from tests.end_to_end.calls import command
from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows


@pytest.fixture
def recorded(project):
    """A project with a baseline of 40 items, the right document always at rank 2."""
    assert project.gate("refresh").code == 0
    return project


def answers(project):
    """Return the stored answers by id, as the lines they are."""
    lines = (project.top / "baselines/search.run.jsonl").read_text("utf-8").splitlines()
    return {json.loads(line)["id"]: line for line in lines}


def test_an_improvement_raises_the_baseline(recorded):
    """The answers are replaced, and the summary names what it replaced."""
    before = recorded.stored()

    ended = recorded.write(run=run_rows(rank=1)).gate("refresh")

    assert ended.code == 0
    assert "search: raise: mrr improved" in ended.out
    after = recorded.stored()
    assert [check["value"] for check in after["checks"] if check["name"] == "mrr"] == [1.0]
    assert after["provenance"]["previous"]
    assert after["run"]["digest"] != before["run"]["digest"]


def test_of_many_checks_those_on_slices_are_counted(project):
    """Twelve topics: the whole set line by line, the others as a number, the one that fell by name."""
    rows = golden_rows(240)
    for i, row in enumerate(rows):
        row["slices"] = {"topic": f"t{i // 20}"}
    project.write(config=CONFIG + "slices: {topic: {floor: 0.4}}\n", golden=rows, run=run_rows(240))
    assert "\n  and 12 more checks on slices" in project.gate("refresh").out
    project.write(run=[*run_rows(220), *run_rows(240, rank=0, first=220)])

    ended = project.gate("accept", "--reason", "try")

    lines = ended.out.splitlines()
    assert lines[1].startswith("  mrr: 0.5 -> 0.458")
    assert lines[2].startswith("  mrr [topic=t11]: 0.5 -> 0  (")
    assert lines[3].startswith("  hit_rate@3: 1 -> 0.91")
    assert lines[4] == "  and 11 more checks on slices: none needs eyes"
    assert lines[5].startswith("  wrote ")


def test_critical_items_are_told_only_where_they_say_something(recorded):
    """Nothing while all are right; what broke, and what was wrong already, in words."""
    rows = golden_rows()
    rows[0]["critical"] = True
    assert "critical items" not in recorded.write(golden=rows).gate("refresh").out

    run = run_rows()
    run[0]["ranked"] = ["x"]
    ended = recorded.write(run=run).gate("refresh")

    assert ended.code == 1
    assert "  critical items: 0  (1 of 1 critical item lost every relevant document: 'q000')" in ended.out
    assert recorded.gate("accept", "--reason", "try").code == 0
    assert "broke; 1 item not right before either)" in recorded.gate("refresh").out


def test_the_same_run_writes_nothing(recorded):
    """Not even the time of change moves."""
    before = recorded.baseline()

    ended = recorded.gate("refresh")

    assert (ended.code, recorded.baseline()) == (0, before)
    assert "search: keep" in ended.out
    assert "wrote" not in ended.out


def test_a_change_that_is_no_improvement_keeps_the_old_answers(recorded):
    """One item up, one down: chance, so nothing is written."""
    rows = run_rows()
    rows[0] = run_rows(1, rank=1)[0]
    rows[1] = run_rows(2, rank=3)[1]
    before = recorded.baseline()

    ended = recorded.write(run=rows).gate("refresh")

    assert (ended.code, recorded.baseline()) == (0, before)


def test_a_regression_is_refused(recorded):
    """Exit code 1, files untouched."""
    before = recorded.baseline()

    ended = recorded.write(run=run_rows(rank=4)).gate("refresh")

    assert (ended.code, recorded.baseline()) == (1, before)
    assert "search: refuse: mrr" in ended.out


def test_an_incomplete_first_run_is_refused(project):
    """A baseline with holes would be too easy to beat."""
    ended = project.write(run=run_rows(39)).gate("refresh")

    assert ended.code != 0
    assert "incomplete: 1 item has no answer" in ended.out
    assert not (project.top / "baselines").exists()


def test_answers_to_new_items_are_appended(recorded):
    """Old lines stay as they are, although the run has changed them."""
    before = answers(recorded)
    rows = run_rows(42)
    rows[0]["ranked"] = ["y"]

    ended = recorded.write(golden=golden_rows(42), run=rows).gate("refresh")

    assert ended.code == 0
    assert "search: append" in ended.out
    after = answers(recorded)
    assert {ident: line for ident, line in after.items() if ident in before} == before
    assert sorted(after) == [f"q{i:03d}" for i in range(42)]


def test_a_person_lowers_a_baseline_for_a_reason(branch):
    """Reason, name, commit and the baseline before are kept."""
    before = branch.stored()
    head = branch.git("rev-parse", "HEAD")
    branch.git("config", "user.name", "Grace")

    ended = branch.write(run=run_rows(rank=4)).gate("accept", "--reason", " withdrawn pages left the index ")

    assert ended.code == 0
    assert "search: accept: withdrawn pages left the index\n  mrr: 0.5 -> 0.25\n" in ended.out
    told = branch.stored()["provenance"]
    assert told["reason"] == "withdrawn pages left the index"
    assert (told["by"], told["how"], told["commit"]) == ("Grace", "accept", head)
    assert told["previous"] != before["provenance"]["previous"]
    assert [check["value"] for check in branch.stored()["checks"] if check["name"] == "mrr"] == [0.25]
    assert branch.check("--base", "worktree")[0].code == 0


def test_accepting_the_baseline_itself_keeps_it(recorded):
    """Nothing is written, and the step says so."""
    before = recorded.baseline()

    ended = recorded.gate("accept", "--reason", "as it is")

    assert (ended.code, recorded.baseline()) == (0, before)
    assert "search: keep: the baseline is this run already" in ended.out


def test_a_reason_is_asked_for(recorded):
    """An empty one is none."""
    before = recorded.baseline()

    assert recorded.gate("accept", "--reason", "  ").code == 2
    assert recorded.gate("accept").code == 2
    assert recorded.baseline() == before


def test_two_refreshes_at_once_never_tear_the_pair(recorded):
    """Real processes: whoever comes second is told, or finds it done; what is left is whole."""
    paths = []
    for name, rows in (("a", run_rows(rank=1)), ("b", run_rows(rank=1)[:39] + run_rows(rank=2)[39:])):
        path = recorded.top / f"{name}.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        paths.append(path)
    start = [sys.executable, "-m", "gate", "refresh", "search.yaml", "--run"]
    racing = [
        subprocess.Popen([*start, path], cwd=recorded.top, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for path in (paths * 2)
    ]
    ended = [(process.communicate()[1].decode(), process.returncode) for process in racing]

    assert {code for _, code in ended} <= {0, 1, 3}, ended
    assert any(code == 0 for _, code in ended)
    for told, code in ended:
        if code == 3:
            assert "the baseline has changed since it was read" in told
    assert sorted(path.name for path in (recorded.top / "baselines").iterdir()) == [
        "search.json",
        "search.run.jsonl",
    ]
    again = command("check", "search.yaml", "--run", paths[0], cwd=recorded.top)
    assert again.code == 0, again.err


def test_a_broken_critical_item_keeps_the_baseline(project):
    """All other questions improved; the one that must not break did: refused with exit 1."""
    golden = [{**row, "critical": i == 0} for i, row in enumerate(golden_rows())]
    project.write(golden=golden, run=run_rows(rank=5))
    assert project.gate("refresh").code == 0
    better = run_rows(rank=1)
    better[0]["ranked"] = ["x"]
    project.write(run=better)
    before = project.baseline()

    ended = project.gate("refresh")

    assert ended.code == 1
    assert "'q000'" in ended.out
    assert project.baseline() == before


def test_a_headline_that_cannot_tell_keeps_the_baseline(project):
    """One metric surely improved, another is too noisy to say: a person has to decide."""
    config = (
        (project.top / "search.yaml")
        .read_text("utf-8")
        .replace("hit_rate@3: {}", "hit_rate@3: {tolerance: 0}")
    )
    project.write(config=config, run=run_rows(rank=2))
    assert project.gate("refresh").code == 0
    better = run_rows(rank=1)
    better[0]["ranked"] = ["x"]
    project.write(run=better)

    ended = project.gate("refresh")

    assert ended.code == 0
    assert "search: keep: mrr improved, but hit_rate@3 cannot tell" in ended.out
