"""Every block of code that a page shows is called: functions, scripts, tests, settings."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass

import pytest

from gate.cli import main
from gate.readers import read_run
from gate.source import FileSource
from tests.docs.kinds import of_kind
from tests.docs.pages import REPOSITORY
from tests.docs.walks import environment
from tests.plugged import PLUGIN


def test_each_block_of_code_is_called():
    """A page with code of its own has a test that calls it: below, or beside this file."""
    called = {"runs", "systems", "pytest", "plugins", "generation-guide", "exit-codes", "ci-recipes"}

    assert {page.stem for page, _, _ in of_kind("python", "toml", "sh", "bash", "request")} == called


CONFIG = """\
version: 1
name: search
task: retrieval
golden_set: {golden}
system: {system}
k: 10
metrics: {{recall: {{}}}}
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder with a golden set of 120 questions; what is written there is found."""
    monkeypatch.chdir(tmp_path)
    for folder in ("configs", "runs", "app"):
        (tmp_path / folder).mkdir()
    golden = [{"id": f"q{i}", "query": f"question {i}", "relevant": [f"d{i}"]} for i in range(120)]
    (tmp_path / "golden.jsonl").write_text("".join(f"{json.dumps(item)}\n" for item in golden), "utf-8")
    return tmp_path


@dataclass
class Hit:
    """What a search library returns."""

    id: str
    score: float


def only(kind, page, *, begins=""):
    """Return the only block of a kind on a page that begins like this."""
    texts = [block.text for where, block, _ in of_kind(kind) if where.stem == page]
    (text,) = [text for text in texts if text.startswith(begins)]
    return text


def test_the_lines_that_write_a_run_write_one(project):
    """Golden set and search come from elsewhere; what the lines write can be read."""
    golden = [json.loads(line) for line in (project / "golden.jsonl").read_text("utf-8").splitlines()]
    given = {"json": json, "golden": golden, "search": lambda query, limit: [Hit(query[-1], 1.0)][:limit]}
    exec(only("python", "runs"), given)

    assert len(read_run(FileSource(project / "runs/search.jsonl", "run"), "retrieval").answers) == 120


def test_the_function_is_asked(project):
    """The function of the page answers every question, in a process of its own."""
    stub = (
        "from types import SimpleNamespace as Hit\n"
        "class index:\n"
        "    def search(query, limit):\n"
        "        return [Hit(id=query.replace('question ', 'd'), score=1.0)]\n"
    )
    (project / "app/search.py").write_text(stub + only("python", "systems"), "utf-8")
    config = CONFIG.format(golden="../golden.jsonl", system='{function: "app.search:search", folder: ..}')
    (project / "configs/search.yaml").write_text(config, "utf-8")

    assert main(["run", "configs/search.yaml", "--output", "run.jsonl"]) == 0
    answers = read_run(FileSource(project / "run.jsonl", "run"), "retrieval").answers
    assert len(answers) == 120


def test_the_check_of_the_page_judges(project):
    """The function and the config of the page judge answers: one that drops a number is wrong."""
    (project / "checks").mkdir()
    (project / "golden_sets").mkdir()
    numbers = "import re\ndef numbers(text):\n    return re.findall(r'\\d+', text)\n"
    (project / "checks/checks.py").write_text(numbers + only("python", "generation-guide"), "utf-8")
    config = next(b.text for _, b, w in of_kind("config") if "generation-guide" in w and "check(" in b.text)
    (project / "configs/help_desk.yaml").write_text(config, "utf-8")
    for path, row in (
        ("golden_sets/help_desk.jsonl", '{{"id": "q{0}", "query": "q", "reference": "at {0}"}}'),
        ("runs/help_desk.jsonl", '{{"id": "q{0}", "text": "{0} sharp"}}'),
    ):
        (project / path).write_text("".join(f"{row.format(i)}\n" for i in range(20)), "utf-8")

    assert main(["check", "configs/help_desk.yaml", "--first-run", "pass"]) == 0
    (project / "runs/help_desk.jsonl").write_text('{"id": "q1", "text": "soon"}\n', "utf-8")
    assert main(["check", "configs/help_desk.yaml", "--first-run", "pass"]) == 1


@pytest.fixture
def answered(project):
    """Give the project a config and a run with every answer right."""
    answers = [{"id": f"q{i}", "ranked": [f"d{i}"]} for i in range(120)]
    (project / "runs/search.jsonl").write_text("".join(f"{json.dumps(a)}\n" for a in answers), "utf-8")
    config = CONFIG.format(golden="../golden.jsonl", system="{run: ../runs/search.jsonl}")
    (project / "configs/search.yaml").write_text(config, "utf-8")
    return project


def called(*command):
    """Run Python as a reader of the page would; return how it ended."""
    surroundings = environment(PYTHONPATH=str(REPOSITORY))
    return subprocess.run(
        [sys.executable, *command], env=surroundings, capture_output=True, text=True, check=False
    )


def test_the_test_of_the_page_passes(answered):
    """The fixture `gate` judges the config in a real test session."""
    (answered / "test_search.py").write_text(only("python", "pytest", begins="def test_"), "utf-8")
    done = called("-m", "pytest", "-q", *PLUGIN)

    assert "1 passed" in done.stdout, done.stdout + done.stderr


@pytest.mark.usefixtures("answered")
def test_the_call_of_the_page_prints_its_verdict():
    """`gate.check` answers a script with the exit code and the headline that the command would show."""
    done = called("-c", only("python", "pytest", begins="import gate"))

    assert done.stdout.startswith("0 "), done.stdout + done.stderr
    assert not done.stderr


def test_a_program_is_asked_what_the_page_says(project):
    """The line that a program reads has the keys of the page, in its order."""
    (project / "app/echo.py").write_text(
        "import json, sys\n"
        "with open('asked.jsonl', 'w') as kept:\n"
        "    for line in sys.stdin:\n"
        "        print(line, end='', file=kept, flush=True)\n"
        "        print(json.dumps({'id': json.loads(line)['id'], 'ranked': []}), flush=True)\n",
        "utf-8",
    )
    asked = json.loads(only("request", "systems"))
    item = {"id": asked["id"], "query": asked["query"], "relevant": ["d"]}
    (project / "golden.jsonl").write_text(f"{json.dumps(item)}\n", "utf-8")
    system = f"{{command: [{json.dumps(sys.executable)}, app/echo.py], folder: ..}}"
    config = CONFIG.format(golden="../golden.jsonl", system=system)
    (project / "configs/search.yaml").write_text(config, "utf-8")

    assert main(["run", "configs/search.yaml", "--output", "run.jsonl"]) == 0
    assert (project / "asked.jsonl").read_text("utf-8") == only("request", "systems")


def shell(script, folder, **programs):
    """Run a script with programs that end with these codes; return its code and what it prints."""
    for name, code in programs.items():
        path = folder / name
        path.write_text(f'#!/bin/sh\necho "{name} $*"\nexit {code}\n', "utf-8")
        path.chmod(0o755)
    done = subprocess.run(
        ["bash", "-c", script],
        env={"PATH": f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize(
    ("code", "said"), [(0, ""), (1, "quality regressed"), (3, "no answer"), (4, "broken set-up")]
)
def test_the_script_keeps_the_code(tmp_path, code, said):
    """Each code has its branch, and the script ends with it."""
    ended, printed = shell(only("bash", "exit-codes"), tmp_path, gate=code)

    assert ended == code
    assert said in printed


@pytest.mark.parametrize(("python", "gate", "ended"), [(0, 0, 0), (0, 1, 1), (1, 0, 1)])
def test_the_hook_stops_a_push(tmp_path, python, gate, ended):
    """It ends with the gate's code, and does not ask the gate where the system fails."""
    code, printed = shell(only("sh", "ci-recipes"), tmp_path, python=python, gate=gate)

    assert code == ended
    assert ("gate check" in printed) == (python == 0)


def test_settings_of_pytest_name_options_of_the_plugin():
    """What the page writes into pyproject.toml is an option that the plugin has."""
    options = tomllib.loads(only("toml", "pytest"))["tool"]["pytest"]["ini_options"]["addopts"]
    plugin = (REPOSITORY / "gate/pytest_plugin.py").read_text("utf-8")

    for word in shlex.split(options):
        assert f'"{re.match("--[a-z-]+", word)[0]}"' in plugin
