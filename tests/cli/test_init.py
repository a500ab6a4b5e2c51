"""`gate init`: files that are a question well put at once, and nothing overwritten unasked."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import config, init
from gate.cli import main
from gate.config.values import NAME
from tests.conftest import REPOSITORY

TASKS, SYSTEMS = tuple(init.TASKS), (*init.SYSTEMS, init.NO_SYSTEM)


@pytest.fixture
def here(tmp_path, monkeypatch):
    """An empty folder to work in, outside git and CI."""
    for name in ("GATE_BASE", "GITHUB_ACTIONS", "GITHUB_BASE_REF", "GITHUB_EVENT_PATH"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files(top):
    """Return ``{path: content}`` of everything below ``top``."""
    return {p.relative_to(top).as_posix(): p.read_text("utf-8") for p in top.rglob("*") if p.is_file()}


@pytest.mark.parametrize("task", TASKS)
def test_what_is_written_can_be_validated_recorded_and_checked(here, task, capsys):
    """No edit is needed between `gate init` and a first green check."""
    assert main(["init", "--task", task, "--name", "mine", "--ci", "none"]) == 0

    assert main(["validate", "configs/mine.yaml"]) == 0
    assert main(["refresh", "configs/mine.yaml"]) == 0
    assert main(["check", "configs/mine.yaml"]) == 0
    assert "gate: pass (exit 0)" in capsys.readouterr().out


@pytest.mark.parametrize("system", SYSTEMS)
def test_each_ci_system_has_its_job_where_it_looks_for_it(here, system):
    """And nothing else differs between them."""
    assert main(["init", "--name", "mine", "--ci", system, "--yes"]) == 0

    common = {"configs/mine.yaml", "golden_sets/mine.jsonl", "runs/mine.jsonl", "baselines/.gitattributes"}
    places = list(init.SYSTEMS.get(system, ()))
    found = files(here)
    assert set(found) == common | set(places)
    assert not [path for path, text in found.items() if re.search(r"@[A-Z]+@", text)]
    for place in places:
        assert re.search(r"mergegate==\d+\.\d+", found[place])
    if places:
        assert "gate check configs/mine.yaml" in found[places[0]]


def test_the_baselines_of_this_repository_are_marked_alike():
    """What `gate init` says of stored answers to git holds here, too."""
    planned = init.plan(init.Wish("retrieval", "mine", "none", "1"))["baselines/.gitattributes"]
    assert (REPOSITORY / "baselines/.gitattributes").read_text("utf-8") == planned


def test_nothing_is_overwritten(here, capsys):
    """Exit code 2 with a list of what is there; not one file is written or changed."""
    (here / ".gitlab-ci.yml").write_text("mine\n", "utf-8")
    before = files(here)

    assert main(["init", "--ci", "gitlab", "--name", "mine", "--yes"]) == 2
    assert ".gitlab-ci.yml: exists already; nothing was written" in capsys.readouterr().err
    assert files(here) == before


def test_force_overwrites(here):
    """For those who say so."""
    (here / ".gitlab-ci.yml").write_text("mine\n", "utf-8")

    assert main(["init", "--ci", "gitlab", "--name", "mine", "--yes", "--force"]) == 0
    assert "gate check" in (here / ".gitlab-ci.yml").read_text("utf-8")


def test_a_second_config_joins_the_first(here):
    """What is the same in both is no conflict."""
    assert main(["init", "--name", "one", "--ci", "github", "--yes"]) == 0
    assert main(["init", "--name", "two", "--ci", "none", "--yes"]) == 0
    assert main(["validate", "configs/one.yaml", "configs/two.yaml"]) == 0


def test_without_a_terminal_nothing_is_guessed(here, capsys):
    """It says what is missing and how to have the defaults."""
    assert main(["init", "--task", "retrieval"]) == 2
    said = capsys.readouterr().err
    assert said == (
        "gate: there is no terminal to ask for --name, --ci [option_value]\n"
        "  fix: give them, or --yes for the defaults\n"
    )
    assert main(["init", "--task", "retrieval", "--name", "help"]) == 2
    said = capsys.readouterr().err
    assert said.splitlines()[1] == "  fix: give it, or --yes for the default"
    assert files(here) == {}


@pytest.mark.parametrize("name", ["", "Search", "a b", "../x", "-x", "true", "x" * 101])
def test_a_bad_name_is_refused(here, name, capsys):
    """Before anything is written."""
    assert main(["init", f"--name={name}", "--yes"]) == 2
    assert files(here) == {}


def test_what_cannot_be_written_leaves_nothing_behind(here, capsys):
    """All files or none: here a file stands where a folder is needed."""
    (here / "runs").write_text("in the way\n", "utf-8")

    assert main(["init", "--name", "mine", "--yes"]) == 2
    assert "runs/mine.jsonl: cannot be written" in capsys.readouterr().err
    assert files(here) == {"runs": "in the way\n"}


@pytest.mark.parametrize(
    ("trace", "system"),
    [
        (".github/workflows", "github"),
        (".gitlab-ci.yml", "gitlab"),
        ("azure-pipelines.yml", "azure"),
        ("bitbucket-pipelines.yml", "bitbucket"),
        ("Jenkinsfile", "jenkins"),
    ],
)
def test_the_ci_system_is_found_by_its_traces(here, trace, system):
    """As the default that is offered."""
    (here / trace).mkdir(parents=True)
    assert init.likely_system(here) == system


def test_the_ci_system_is_found_by_the_remote(here):
    """Where there are no files yet."""
    subprocess.run(["git", "init", "-q"], check=True)
    assert init.likely_system(here) == "github"
    subprocess.run(["git", "remote", "add", "origin", "git@gitlab.example.org:a/b.git"], check=True)
    assert init.likely_system(here) == "gitlab"


@settings(deadline=None, max_examples=50)
@given(st.from_regex(NAME, fullmatch=True), st.sampled_from(TASKS))
def test_every_name_makes_a_good_config(name, task):
    """Whatever the config's pattern allows, but for three words of YAML."""
    if name in {"null", "true", "false"}:
        return
    text = init.plan(init.Wish(task, name, "none", "1"))[f"configs/{name}.yaml"]
    assert config.parse(text, shown="c.yaml", folder=Path()).name == name


def test_on_a_terminal_it_asks(tmp_path):
    """Task, name and CI with defaults in brackets, and once more before it overwrites."""
    top = tmp_path / "help-desk"
    top.mkdir()
    said = converse(top, "classification\n\nnone\n")
    assert (top / "configs" / "help-desk.yaml").exists()
    assert "[retrieval]" in said
    assert "[help-desk]" in said

    (top / "configs" / "help-desk.yaml").write_text("mine\n", "utf-8")
    said = converse(top, "classification\n\nnone\nn\n")
    assert "configs/help-desk.yaml. Overwrite? [y/N]" in said
    assert (top / "configs" / "help-desk.yaml").read_text("utf-8") == "mine\n"
    converse(top, "classification\n\nnone\ny\n")
    assert "task: classification" in (top / "configs" / "help-desk.yaml").read_text("utf-8")


def converse(top, answers):
    """Run `gate init` on a terminal of its own, type ``answers``, and return what it said."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "TERM": "dumb"}
    process = subprocess.Popen(
        [sys.executable, "-m", "gate", "init"],
        cwd=top,
        env=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    os.write(ours, answers.encode())
    said = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        said += piece
    process.wait(timeout=60)
    os.close(ours)
    return said.decode()


def test_an_answer_is_loaded_without_numpy(here):
    """A start of a fraction of a second, as for every command that only reads and writes text."""
    code = "import sys; from gate.cli import main; main(['init', '--yes']); sys.exit('numpy' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=here, env=environment, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
