"""The Action: its shell steps run by bash, with the real gate and with one that only writes down."""

import os
import subprocess
import sys

import pytest
import yaml

from tests.end_to_end.conftest import run_rows
from tests.forges.action import ACTION, INSTALL, REPOSITORY, RUN, STEPS, run_step


def program(folder, text):
    """Put a program called ``gate`` into a folder of its own; return the PATH with it in front."""
    folder.mkdir()
    (folder / "gate").write_text(text)
    (folder / "gate").chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


@pytest.fixture
def listening(tmp_path, monkeypatch):
    """Give a function that runs the main step with a gate that writes its arguments down; return them."""
    path = program(tmp_path / "bin", '#!/bin/sh\nprintf "%s\\n" "$@" > "$HEARD"\nexit "${CODE:-0}"\n')
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "outputs"))
    monkeypatch.setenv("RUNNER_TEMP", str(tmp_path))

    def heard(code=0, environment=None, **inputs):
        inputs = {k.replace("_", "-"): v for k, v in {"install": "none", **inputs}.items()}
        words = tmp_path / "heard"
        words.unlink(missing_ok=True)
        done = run_step(
            RUN,
            cwd=tmp_path,
            inputs=inputs,
            PATH=path,
            HEARD=str(words),
            CODE=str(code),
            **(environment or {}),
        )
        return done, words.read_text().splitlines() if words.exists() else None

    return heard


FILES = ["--output", "markdown:gate-out/report.md", "--output", "json:gate-out/report.json"]


def test_the_defaults_check_and_comment(listening):
    """Ten lines in a workflow are enough: one config, the rest by default."""
    done, words = listening(config="search.yaml")
    assert words == ["check", *FILES, "--summary", "--comment", "--", "search.yaml"]
    assert done.returncode == 0


def test_every_input_reaches_the_command(listening):
    """As arguments of their own, whatever is in them."""
    _, words = listening(
        config="a.yaml\nwith space.yaml\n",
        profile="night",
        baseline="v1.2",
        fail_on="suspect, noisy_drop",
        comment="never",
    )
    options = ["--summary", "--profile", "night", "--base", "v1.2"]
    reasons = ["--fail-on", "suspect", "--fail-on", "noisy_drop"]
    assert words == ["check", *FILES, *options, *reasons, "--", "a.yaml", "with space.yaml"]


def test_a_comment_id_reaches_the_commands_that_comment(listening):
    """Checking and telling."""
    words = listening(config="a.yaml", comment_id="gpu")[1]
    assert words[words.index("--comment-id") + 1] == "gpu"
    assert listening(command="comment", comment_id="gpu")[1][-2:] == ["--comment-id", "gpu"]


def test_reasons_may_stand_on_lines_of_their_own(listening):
    """All lines are read, not only the first."""
    done, words = listening(config="a.yaml", fail_on="suspect\nnoisy_drop, too_small\n")
    assert [words[i + 1] for i, word in enumerate(words) if word == "--fail-on"] == [
        "suspect",
        "noisy_drop",
        "too_small",
    ]
    assert done.returncode == 0


IDLE = {"profile": "night", "baseline": "v1", "fail_on": "suspect", "comment": "never"}


@pytest.mark.parametrize(
    ("command", "idle"),
    [
        ("check", {}),
        ("refresh", {**IDLE, "comment_id": "gpu"}),
        ("comment", {**IDLE, "config": "a.yaml"}),
    ],
)
def test_an_input_without_effect_is_warned_of(listening, command, idle):
    """One warning for each input that the command does not use; none for those it does."""
    every = {**IDLE, "comment_id": "gpu", "config": "a.yaml"}
    done, _ = listening(command=command, **every)
    said = [line for line in done.stdout.splitlines() if line.startswith("::warning title=gate::")]
    assert sorted(line.split("'")[1] for line in said) == sorted(name.replace("_", "-") for name in idle)
    assert "::warning" not in listening(command=command)[0].stdout


def test_a_pattern_names_several_configs(listening, tmp_path):
    """Where files match it."""
    for name in ("a.yaml", "b c.yaml"):
        (tmp_path / name).touch()
    assert listening(config="*.yaml")[1][-2:] == ["a.yaml", "b c.yaml"]


def test_inputs_are_words_and_never_commands(listening, tmp_path):
    """What a stranger may choose, such as the name of a branch, cannot start anything or become an option."""
    evil = "$(touch pwned) `touch pwned`; touch pwned\n--base=x\n${GATE_TOKEN}"
    _, words = listening(config=evil, baseline="$(touch pwned)", profile="'; touch pwned; '", fail_on="*")
    assert not (tmp_path / "pwned").exists()
    assert words[words.index("--") + 1 :] == evil.splitlines()
    assert words[words.index("--base") + 1] == "$(touch pwned)"
    assert words[words.index("--fail-on") + 1] == "*"


def test_nothing_is_interpolated_into_a_script():
    """Expressions stand in `env` alone, where the shell never reads them as code."""
    assert [name for name, step in STEPS.items() if "${{" in step.get("run", "")] == []
    assert all(step.get("shell") == "bash" for step in STEPS.values() if "run" in step)


@pytest.mark.parametrize("code", [0, 1, 2, 3, 4, 5, 130])
def test_the_exit_code_is_passed_on(listening, tmp_path, code):
    """As the end of the step, and as an output that is there although the step failed."""
    done, _ = listening(code=code, config="search.yaml")
    assert done.returncode == code
    assert (tmp_path / "outputs").read_text() == f"exit-code={code}\n"


def test_the_other_commands(listening):
    """The nightly refresh, the comment for a fork, and a typing error."""
    assert listening(command="refresh", config="a.yaml")[1] == [
        *("refresh", "--pull-request"),
        *FILES,
        *("--summary", "--", "a.yaml"),
    ]
    assert listening(command="comment")[1] == ["comment", "gate-out/report.json"]
    done, words = listening(command="chekc", config="a.yaml")
    assert (done.returncode, words) == (2, None)
    assert done.stdout.startswith("::error title=gate::the input 'command' is neither")


def test_variables_of_other_runners_are_not_relied_on(listening):
    """Some runners set `INPUT_…` for a composite action, GitHub does not: they change nothing."""
    others = {"INPUT_CONFIG": "other.yaml", "INPUT_COMMAND": "refresh", "INPUT_COMMENT": "never"}
    assert listening(config="a.yaml", environment=others)[1] == listening(config="a.yaml")[1]


def test_debugging_a_run_debugs_the_gate(tmp_path, monkeypatch):
    """Who restarts a job with debug logging gets tracebacks."""
    path = program(tmp_path / "bin", '#!/bin/sh\necho "debug=$GATE_DEBUG"\n')
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "outputs"))
    inputs = {"install": "none", "config": "a.yaml"}
    assert "debug=1\n" in run_step(RUN, cwd=tmp_path, inputs=inputs, PATH=path, RUNNER_DEBUG="1").stdout
    assert "debug=\n" in run_step(RUN, cwd=tmp_path, inputs=inputs, PATH=path).stdout


@pytest.fixture
def really(job, tmp_path):
    """Give a function that runs the main step in a job with the gate of this checkout."""
    own = f"PYTHONPATH='{REPOSITORY}' exec '{sys.executable}' -m gate \"$@\"\n"
    path = program(tmp_path / "bin", f"#!/bin/sh\n{own}")

    def run(step, **inputs):
        inputs = {"install": "none", "config": "search.yaml", **inputs}
        return run_step(RUN, cwd=step.project.top, inputs=inputs, PATH=path)

    return run


def test_a_regression_ends_the_step_and_is_told_everywhere(really, job, github):
    """Outputs, files, summary, remarks at the config's line, comment, and exit code 1."""
    step = job()
    step.project.write(run=run_rows(rank=4))
    done = really(step)
    outputs = dict(step.set())
    assert done.returncode == 1
    assert outputs["verdict"] == "regressed"
    assert outputs["exit-code"] == "1"
    assert step.outputs.read_text().endswith("exit-code=1\n")
    report = step.project.top / "gate-out" / "report.md"
    assert outputs["report-markdown"] == str(report.resolve())
    assert report.read_text() == step.summary.read_text()[:-1]
    assert "::error file=search.yaml,line=8,title=gate%3A search::mrr: " in done.stdout
    assert "🔴" in github.bodies(7)[0]


def test_a_passing_step_says_so(really, job, github):
    """And writes the same comment green."""
    step = job()
    done = really(step)
    assert (done.returncode, step.set()["verdict"]) == (0, "pass")
    assert "🟢" in github.bodies(7)[0]


def test_a_comment_can_be_done_without(really, job, github):
    """`comment: never` asks the forge nothing."""
    assert really(job(), comment="never").returncode == 0
    assert github.log == []


def test_a_folder_of_its_own(really, job):
    """`working-directory` moves configs and files; remarks still name the path from the top."""
    step = job()
    (step.project.top / "inner").mkdir()
    for name in ("search.yaml", "golden.jsonl", "run.jsonl"):
        step.project.git("mv", name, f"inner/{name}")
    done = really(step, **{"working-directory": "inner"})
    assert done.returncode == 3
    assert (step.project.top / "inner" / "gate-out" / "report.json").is_file()
    assert "::error file=inner/search.yaml," in done.stdout


def shadow(folder, *names):
    """Put modules into a folder that end whatever imports them, and let it pass."""
    for name in names:
        (folder / f"{name}.py").write_text("print('not the real one')\nraise SystemExit(0)\n")


def test_a_file_of_the_checkout_is_no_module_of_the_gate(job, tmp_path):
    """Neither a stranger's `gate.py` nor a project's own `json.py` is loaded in a module's place."""
    step = job()
    step.project.write(run=run_rows(rank=4))
    shadow(step.project.top, "gate", "json", "click")
    python = tmp_path / "mergegate" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f"#!/bin/sh\nPYTHONPATH='{REPOSITORY}' exec '{sys.executable}' \"$@\"\n")
    python.chmod(0o755)
    done = run_step(RUN, cwd=step.project.top, inputs={"config": "search.yaml"}, RUNNER_TEMP=str(tmp_path))
    assert "not the real one" not in done.stdout
    assert (done.returncode, step.set()["verdict"]) == (1, "regressed")


def test_third_party_steps_are_pinned_to_a_commit():
    """With the version beside it, for whoever updates it."""
    lines = (REPOSITORY / "action.yml").read_text("utf-8").splitlines()
    used = [line.strip() for line in lines if line.strip().startswith("uses: ")]
    assert used
    for line in used:
        name, _, rest = line.removeprefix("uses: ").partition("@")
        hash_, _, version = rest.partition(" # ")
        assert len(hash_) == 40, name
        assert version.startswith("v"), name


def test_the_outputs_are_those_of_the_step():
    """Each output of the Action is one that the gate, or the script, sets."""
    sources = {name: each["value"] for name, each in ACTION["outputs"].items()}
    assert sources == {name: f"${{{{ steps.gate.outputs.{name} }}}}" for name in sources}
    assert set(sources) == {"verdict", "exit-code", "report-markdown", "report-json"}


def test_every_input_is_described_and_used():
    """No input is there for show."""
    text = yaml.safe_dump(ACTION["runs"])
    for name, each in ACTION["inputs"].items():
        assert each["description"]
        assert f"inputs.{name} " in text, name


@pytest.mark.slow
def test_it_installs_from_its_own_commit(tmp_path, job):
    """The install step for real, apart from the job's Python; then the check with what it installed."""
    step = job()
    temp = tmp_path / "temp"
    temp.mkdir()
    shadow(tmp_path, "venv", "pip", "json")
    places = {"RUNNER_TEMP": str(temp), "GITHUB_ACTION_PATH": str(REPOSITORY), "PYTHONPATH": ""}
    table = {"steps.python.outputs.python-path": sys.executable}
    done = run_step(INSTALL, cwd=tmp_path, table=table, **places)
    assert done.returncode == 0, done.stderr
    listed = subprocess.run(
        [temp / "mergegate/bin/python", "-P", "-c", "import gate; print(gate.__file__)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": ""},
    )
    assert str(temp) in listed.stdout
    done = run_step(RUN, cwd=step.project.top, inputs={"config": "search.yaml"}, **places)
    assert (done.returncode, step.set()["verdict"]) == (0, "pass"), done.stderr
