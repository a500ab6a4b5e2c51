"""`gate check --changed-only`: green where nothing can have changed, and judged wherever anything may."""

import json

import pytest

from gate.errors import ExitCode
from tests.end_to_end.conftest import CONFIG, Project, golden_rows, run_rows

PATHS = CONFIG + 'paths: ["src/**", "prompts/*.txt"]\n'


@pytest.fixture
def quiet(project):
    """Make a branch that has not changed anything yet, of a project whose config names paths."""
    project.git("checkout", "--quiet", "main")
    project.write(config=PATHS)
    project.commit("paths")
    return leave(project)


def leave(project):
    """Start the branch where main is, with a commit of its own that changes no file."""
    project.git("checkout", "--quiet", "-B", "topic")
    project.commit("work")
    return project


def check(project, *options):
    """Call ``gate check --changed-only``; return how it ended and the outcome of the report."""
    ended, report = project.check("--changed-only", *options)
    return ended, report and report["outcome"]


def touch(project, name, text="x"):
    """Write a file, and the folders above it."""
    path = project.top / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_change_of_pages_alone_is_not_judged(quiet):
    """Exit code 0, said aloud, and an outcome of its own in the report: a required check is green."""
    touch(quiet, "docs/page.md")
    quiet.commit("docs")
    ended, report = quiet.check("--changed-only")
    assert ended.code == 0
    assert (report["outcome"], report["exit_code"], report["checks"]) == ("not_affected", 0, [])
    assert "Not affected, so nothing was judged: the change touches 1 file" in ended.out
    assert "gate: not affected (exit 0)" in ended.out
    assert dict(report["provenance"]["facts"])["baseline from"] == "merge base of HEAD and main"


def test_no_answer_is_needed_then(quiet):
    """The step that answers the golden set may be left out: the run is not even there."""
    quiet.git("checkout", "--quiet", "main")
    touch(quiet, ".gitignore", "run.jsonl\n")
    quiet.git("rm", "--quiet", "--cached", "run.jsonl")
    quiet.commit("runs are made, not kept")
    leave(quiet)
    (quiet.top / "run.jsonl").unlink()
    touch(quiet, "docs/page.md")
    assert check(quiet) == (check(quiet)[0], "not_affected")


@pytest.mark.parametrize(
    "name", ["src/a.py", "src/deep/er/b.py", "prompts/one.txt", "search.yaml", "golden.jsonl", "run.jsonl"]
)
def test_what_can_move_an_answer_is_judged(quiet, name):
    """What `paths` names, and config, golden set and run whatever it names; committed or not."""
    text = (quiet.top / name).read_text() + "\n" if (quiet.top / name).exists() else "x"
    touch(quiet, name, text)
    assert check(quiet)[1] == "pass"
    quiet.commit("change")
    assert check(quiet)[1] == "pass"


def test_a_baseline_that_was_edited_is_judged(quiet):
    """A change cannot slip a baseline past the gate."""
    quiet.write(run=run_rows(rank=4))
    assert quiet.gate("accept", "--reason", "fine by me").code == 0
    quiet.write(run=run_rows())
    quiet.commit("a lower baseline")
    assert check(quiet)[1] == "pass"


def test_removing_or_moving_a_file_touches_it(quiet):
    """A file that left a folder has changed that folder."""
    touch(quiet, "src/a.py")
    quiet.git("checkout", "--quiet", "main")
    quiet.commit("source")
    leave(quiet)
    assert check(quiet)[1] == "not_affected"
    quiet.git("mv", "src/a.py", "a.py")
    assert check(quiet)[1] == "pass"


@pytest.mark.parametrize("name", ["prompts/deep/one.txt", "source/a.py", "docs/src/a.py"])
def test_patterns_mean_what_git_means(quiet, name):
    """One star stays within a folder, and a pattern starts beside the config."""
    touch(quiet, name)
    assert check(quiet)[1] == "not_affected"


def test_a_regression_is_found_where_the_change_may_be_its_cause(quiet):
    """The way out is no way around."""
    touch(quiet, "src/a.py")
    quiet.write(run=run_rows(rank=4))
    ended, outcome = check(quiet)
    assert (ended.code, outcome) == (ExitCode.REGRESSED, "regressed")


def test_a_run_that_git_does_not_keep_is_judged(quiet):
    """Ignored or named on the command line: it may have been made for this very check."""
    quiet.git("checkout", "--quiet", "main")
    touch(quiet, ".gitignore", "run.jsonl\n")
    quiet.git("rm", "--quiet", "--cached", "run.jsonl")
    quiet.commit("runs are made, not kept")
    leave(quiet)
    assert check(quiet)[1] == "pass"
    (quiet.top / "run.jsonl").unlink()
    elsewhere = Project(quiet.top.parent).write(run=run_rows(rank=4))
    assert check(quiet, "--run", elsewhere.top / "run.jsonl")[1] == "regressed"


def test_a_golden_set_behind_a_link_is_followed(quiet):
    """What the link leads to is what is read."""
    quiet.git("checkout", "--quiet", "main")
    touch(quiet, "data/real.jsonl", (quiet.top / "golden.jsonl").read_text())
    (quiet.top / "golden.jsonl").unlink()
    (quiet.top / "golden.jsonl").symlink_to("data/real.jsonl")
    quiet.commit("a link")
    leave(quiet)
    assert check(quiet)[1] == "not_affected"
    Project(quiet.top / "data").write(golden=golden_rows(39))
    (quiet.top / "data" / "golden.jsonl").rename(quiet.top / "data" / "real.jsonl")
    assert check(quiet)[1] != "not_affected"


def test_without_paths_everything_counts(project):
    """A config that does not say what it rests on is always judged."""
    touch(project, "docs/page.md")
    assert check(project)[1] == "pass"


def test_on_the_default_branch_everything_counts(quiet):
    """A push may hold more commits than the last one."""
    quiet.git("checkout", "--quiet", "main")
    touch(quiet, "docs/page.md")
    quiet.commit("docs")
    assert check(quiet)[1] == "pass"


def test_outside_of_git_everything_counts(tmp_path):
    """Nobody knows what changed."""
    made = Project(tmp_path).write(config=PATHS, golden=golden_rows(), run=run_rows())
    assert made.gate("refresh").code == 0
    assert check(made)[1] == "pass"


def test_a_shallow_clone_is_no_way_out(quiet, tmp_path):
    """Where the base is missing there is no answer, as in any check."""
    touch(quiet, "docs/page.md")
    quiet.commit("docs")
    quiet.git(
        "clone", "--quiet", "--depth=1", "--branch=topic", f"file://{quiet.top}", str(tmp_path / "clone")
    )
    ended, outcome = check(Project(tmp_path / "clone"))
    assert (ended.code, outcome) == (ExitCode.NO_ANSWER, "not_comparable")


@pytest.mark.parametrize(
    ("pattern", "said"),
    [("../x/**", "leads out of the repository"), ("/src/**", "leads out"), ("!docs/**", "excludes")],
)
def test_a_pattern_that_cannot_be_meant_is_refused(quiet, pattern, said):
    """With exit code 2, before anything is judged."""
    quiet.write(config=CONFIG + f"paths: [{json.dumps(pattern)}]\n")
    ended, outcome = check(quiet)
    assert (ended.code, outcome) == (ExitCode.QUESTION, None)
    assert said in ended.err


def test_patterns_are_relative_to_the_config(quiet):
    """As every path in a config is."""
    quiet.git("checkout", "--quiet", "main")
    (quiet.top / "configs").mkdir()
    text = PATHS.replace("golden.jsonl", "../golden.jsonl").replace("run.jsonl", "../run.jsonl")
    text = text.replace('"src/**"', '"../src/**"') + "baseline: {store: ../baselines}\n"
    (quiet.top / "configs" / "search.yaml").write_text(text)
    (quiet.top / "search.yaml").unlink()
    quiet.commit("moved")
    leave(quiet)
    moved = Project(quiet.top / "configs")
    assert check(moved)[1] == "not_affected"
    touch(quiet, "src/a.py")
    assert check(moved)[1] == "pass"


def test_one_config_may_be_affected_and_another_not(quiet):
    """The call is as good as its worst; a config that was not judged never hides one that was."""
    text = PATHS.replace("name: search", "name: other").replace("src/**", "other/**")
    (quiet.top / "other.yaml").write_text(text)
    quiet.git("checkout", "--quiet", "main")
    assert quiet.gate("refresh", "other.yaml").code == 0
    quiet.commit("other")
    leave(quiet)
    touch(quiet, "src/a.py")
    file = quiet.top.parent / "both.json"
    ended = quiet.gate("check", "other.yaml", "--changed-only", "--output", f"json:{file}")
    whole = json.loads(file.read_bytes())
    assert (ended.code, whole["outcome"]) == (0, "pass")
    assert {r["name"]: r["outcome"] for r in whole["reports"]} == {"search": "pass", "other": "not_affected"}
