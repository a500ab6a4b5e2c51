"""Where the baseline comes from, in repositories that git really made."""

import re
import shutil
from pathlib import Path

import pytest

from gate.errors import ExitCode
from tests.end_to_end.conftest import CONFIG, Project, golden_rows, run_rows

FLOOR = CONFIG.replace("{tolerance: 0.02}", "{tolerance: 0.02, floor: 0.6}")


def facts(report):
    """Return a report's provenance by name."""
    return dict(report["provenance"]["facts"])


def notices(report):
    """Return a report's notices by code."""
    return {notice["code"]: notice["text"] for notice in report["notices"]}


def test_a_branch_is_judged_by_the_baseline_it_left_from(branch):
    """A worse run with its own baseline beside it regresses all the same, and the edit is said aloud."""
    branch.write(run=run_rows(rank=4))
    assert branch.gate("accept", "--reason", "fine by me").code == 0
    branch.commit("worse, and a lower baseline")

    ended, report = branch.check()

    assert ended.code == ExitCode.REGRESSED
    assert report["checks"][0]["baseline"]["value"] == 0.5
    assert facts(report)["baseline from"] == "merge base of HEAD and main"
    assert re.fullmatch(r"baselines/search\.json at [0-9a-f]{12}", facts(report)["baseline"])
    assert notices(report)["baseline_edited"] == (
        "this change edits the baseline 'search'; "
        "compared with the one of the base (merge base of HEAD and main)"
    )


def test_a_branch_cannot_remove_the_baseline(branch):
    """The base's is still there."""
    branch.write(run=run_rows(rank=4))
    shutil.rmtree(branch.top / "baselines")

    ended, report = branch.check()

    assert ended.code == ExitCode.REGRESSED
    assert "this change removes the baseline 'search'" in notices(report)["baseline_edited"]


def test_an_untouched_baseline_is_not_worth_a_word(branch):
    """No notice, and an exact pass."""
    ended, report = branch.check()

    assert ended.code == 0
    assert report["notices"] == []
    assert report["checks"][0]["reason"] == "unchanged"


def test_a_branch_cannot_loosen_the_rules_it_is_judged_by(branch):
    """A worse run passes its own rules, not those of the base; both are shown, and the edit is named."""
    branch.write(config=CONFIG.replace("0.02", "0.9"), run=run_rows(rank=4))

    ended, (ours, theirs) = branch.check_all()

    assert ended.code == ExitCode.REGRESSED
    assert (ours["outcome"], theirs["outcome"]) == ("pass", "regressed")
    assert theirs["name"] == "search (rules of the base)"
    assert "search.yaml" in notices(ours)["rules_edited"]


def test_a_branch_cannot_edit_the_judgements_it_is_judged_by(branch):
    """What the system finds now is declared right: the judgements of the base say otherwise."""
    rows = [{**row, "relevant": {"x2": 1}} for row in golden_rows()]
    branch.write(golden=rows, run=[{**row, "ranked": ["x2", "x3"]} for row in run_rows()])

    ended, (ours, theirs) = branch.check_all()

    assert ended.code == ExitCode.REGRESSED
    assert (ours["outcome"], theirs["outcome"]) == ("improved", "regressed")
    assert "golden.jsonl" in notices(ours)["rules_edited"]


def test_a_new_config_is_compared_with_the_baseline_that_comes_with_it(project):
    """A gate has to start somewhere; the notice says so."""
    project.git("init", "--quiet", "--initial-branch=main")
    project.git("commit", "--quiet", "--allow-empty", "-m", "start")
    project.git("checkout", "--quiet", "-b", "topic")
    assert project.gate("refresh").code == 0
    project.commit("the config and its first baseline")

    ended, report = project.check()

    assert ended.code == 0
    assert "compared with the one that this change brings" in notices(report)["baseline_is_new"]


def test_a_change_cannot_set_its_own_bar(project):
    """Where the base has the config without a baseline, one that the branch brings is not used."""
    project.git("init", "--quiet", "--initial-branch=main")
    project.commit("start")
    project.git("checkout", "--quiet", "-b", "topic")
    assert project.gate("refresh").code == 0
    project.commit("the first baseline")

    ended, report = project.check()

    assert ended.code == 3
    assert "a change cannot set its own bar" in notices(report)["baseline_not_used"]
    because = {c["because"] for c in report["checks"] if c["reason"] == "no_baseline"}
    assert len(because) == 1
    assert "the one that this change brings counts once it is merged" in because.pop()
    assert "`gate refresh" not in ended.out
    assert project.gate("check", "--first-run", "pass").code == 0


@pytest.mark.parametrize(
    ("asked", "how"),
    [
        (("--base", "main~1"), "main~1, as --base says"),
        (("--base", "worktree"), "the work tree, as --base says"),
    ],
)
def test_the_base_can_be_named(branch, asked, how):
    """On the command line, as a revision or as the files themselves."""
    _, report = branch.check(*asked)

    assert facts(report)["baseline from"] == how


def test_the_environment_names_a_base_and_the_command_line_outranks_it(branch, monkeypatch):
    """``GATE_BASE`` is for CI; a person overrules it."""
    monkeypatch.setenv("GATE_BASE", "main")
    assert facts(branch.check()[1])["baseline from"] == "main, as GATE_BASE says"
    assert facts(branch.check("--base", "worktree")[1])["baseline from"] == "the work tree, as --base says"


def test_an_unknown_base_is_a_question_put_wrongly(branch):
    """Exit code 2, and no report."""
    ended, report = branch.check("--base", "mian")

    assert (ended.code, report) == (2, None)
    assert "no commit 'mian' in this repository" in ended.err


def test_a_shallow_clone_has_no_base_and_says_what_to_fetch(branch):
    """Exit code 3: not the author's fault, and never a pass."""
    top = branch.top.parent / "shallow"
    branch.git("clone", "--quiet", "--depth=1", "--branch=topic", f"file://{branch.top}", str(top))

    ended, report = Project(top).check()

    assert (ended.code, report["outcome"]) == (3, "not_comparable")
    assert "fetch-depth: 0" in notices(report)["shallow_clone"]
    assert "fetch-depth: 0" in " ".join(ended.out.split())


@pytest.mark.parametrize("lacking", ["blob:none", "tree:0"])
def test_a_clone_that_lacks_the_base_and_cannot_fetch_it_is_no_answer(branch, tmp_path, lacking):
    """As where the checkout dropped its credentials: what cannot be read is not what is not there."""
    branch.write(run=run_rows(rank=4))
    assert branch.gate("accept", "--reason", "my own bar").code == 0
    branch.commit("worse")
    origin, clone = Path(shutil.copytree(branch.top, tmp_path / "origin")), tmp_path / "clone"
    branch.git("-C", str(origin), "config", "uploadpack.allowFilter", "true")
    options = ("--quiet", f"--filter={lacking}", "--branch=topic")
    branch.git("clone", *options, f"file://{origin}", str(clone))
    origin.rename(tmp_path / "elsewhere")

    ended, report = Project(clone).check()

    assert ended.code == ExitCode.NO_ANSWER
    assert report["outcome"] == "not_comparable"
    assert "git cannot read it" in ended.err
    assert "let the checkout keep its credentials, or leave out the filter" in ended.err

    (tmp_path / "elsewhere").rename(origin)

    assert Project(clone).gate("check").code == ExitCode.REGRESSED


def test_outside_git_the_files_themselves_are_the_base(project):
    """With a notice, because a change could then move its own bar."""
    assert project.gate("refresh").code == 0

    ended, report = project.check()

    assert ended.code == 0
    assert "this is not a git repository" in notices(report)["base"]


def test_a_first_run_is_no_answer_and_names_the_way_out(project):
    """Exit code 3 with the command to type; nothing is recorded by a check."""
    ended, report = project.check()

    assert (ended.code, report["outcome"]) == (3, "not_comparable")
    assert "`gate refresh search.yaml` records one" in report["checks"][0]["because"]
    assert "gate refresh search.yaml" in " ".join(ended.out.split())
    assert not (project.top / "baselines").exists()


def test_floors_hold_from_the_first_run(project):
    """A crossed floor needs no baseline to be a regression."""
    ended, report = project.write(config=FLOOR).check()

    assert ended.code == 1
    assert report["checks"][0]["reason"] == "floor"


@pytest.mark.parametrize("way", ["option", "config"])
def test_a_first_run_may_pass(project, way):
    """By ``--first-run pass`` or ``required: false``; a crossed floor still does not."""
    asked = ("--first-run", "pass") if way == "option" else ()
    more = "baseline: {required: false}\n" if way == "config" else ""

    assert project.write(config=CONFIG + more).check(*asked)[0].code == 0
    assert project.write(config=FLOOR + more).check(*asked)[0].code == 1


def test_an_old_baseline_is_asked_about(project, monkeypatch):
    """Sixty days and two commits before the one that is judged: a notice, and the same verdict."""
    project.git("init", "--quiet", "--initial-branch=main")
    project.commit("start")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1730505600")  # 2024-11-02, and the commits are of 2025-01-01
    assert project.gate("refresh").code == 0
    project.commit("baseline")
    project.git("checkout", "--quiet", "-b", "topic")
    project.commit("work")

    ended, report = project.check()

    assert ended.code == 0
    assert notices(report)["baseline_old"] == (
        "the baseline was recorded 60 days and 2 commits before this commit, more than "
        "`baseline.max_age` of 30: does the nightly `gate refresh` still run?"
    )

    project.git("checkout", "--quiet", "main")
    project.write(config=CONFIG + "baseline: {max_age: 60d}\n")
    project.commit("patience")
    project.git("checkout", "--quiet", "-B", "topic")
    project.commit("work")
    assert "baseline_old" not in notices(project.check()[1])


def test_a_baseline_that_a_later_tool_wrote_in_the_same_shape_counts(branch):
    """Only the schema decides whether it can be read, not the version of the gate that wrote it."""
    path = branch.top / "baselines/search.json"
    text = re.sub(r'"tool": "[^"]*"', '"tool": "99.0.0"', path.read_text("utf-8"))
    assert '"tool": "99.0.0"' in text
    path.write_text(text, "utf-8")

    ended, report = branch.check("--base", "worktree")

    assert ended.code == 0
    assert report["checks"][0]["reason"] == "unchanged"


def test_an_age_is_a_number_of_days(project):
    """Anything else is refused, with its line."""
    for age in ("30", "0d", "a month", "-1d"):
        project.write(config=CONFIG + f"baseline: {{max_age: {age}}}\n")
        ended = project.gate("validate")
        assert ended.code == ExitCode.QUESTION
        assert "search.yaml:11: baseline.max_age" in ended.err
        assert "is not a number of days: write it like 30d" in ended.err
