"""Configs and command lines that the pages show."""

import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import click
import pytest

from gate import config, yaml_source
from gate.cli import commands, main
from gate.cli.outputs import parse_output
from tests.docs.kinds import of_kind
from tests.docs.pages import PAGES, REPOSITORY, blocks, name_of, unpacked


def blocks_of(*kinds):
    """Return the blocks of some kinds as arguments of a test."""
    return [pytest.param(page, block, id=where) for page, block, where in of_kind(*kinds)]


def _calls():
    for page in PAGES:
        for block in blocks(page, "console", "bash", "sh", "yaml"):
            for number, text in enumerate(block.text.splitlines(), start=block.line):
                line = text.strip()
                if block.language == "console" and not line.startswith("$ "):
                    continue
                for mark in ("$ ", "- run: ", "run: ", "- ", "exec "):
                    line = line.removeprefix(mark)
                if line.startswith("gate "):
                    yield pytest.param(line, id=f"{name_of(page)}:{number}")


def resolve(words):
    """Follow ``words`` from ``gate`` to the command they call, and parse its arguments."""
    context = commands.make_context("gate", list(words), obj={"debug": False}, resilient_parsing=False)
    while isinstance(context.command, click.Group):
        rest = [*context._protected_args, *context.args]
        name, command, rest = context.command.resolve_command(context, rest)
        context = command.make_context(name, rest, parent=context)
    return context


@pytest.mark.parametrize(("page", "block"), blocks_of("config"))
def test_configs_can_be_read(page, block, tmp_path):
    """Every whole config that a page shows is one that the gate accepts, with the plugins that it shows."""
    unpacked(page, tmp_path)
    folder = tmp_path / "configs"
    assert config.parse(block.text, shown="shown.yaml", folder=folder).checks


@pytest.mark.parametrize(("page", "block"), blocks_of("monitor"))
def test_configs_of_the_monitor_can_be_read(page, block, tmp_path):
    """Every config of `gate monitor` that a page shows is accepted."""
    path = tmp_path / "shown.yaml"
    path.write_text(block.text, "utf-8")

    assert config.load_monitor(path).proxies


@pytest.mark.parametrize(("page", "block"), blocks_of("modeline"))
def test_the_first_line_for_editors_names_the_schema(page, block):
    """Seen from `configs/`, it is the file that the section writes."""
    name = re.search(r"\$schema=\.\./(\S+)$", block.text.strip())[1]
    assert f"gate schema > {name}" in page.read_text("utf-8")


BASE = {
    "version": "version: 1",
    "name": "name: shown",
    "golden_set": "golden_set: golden.jsonl",
}


@pytest.mark.parametrize(("page", "block"), blocks_of("part", "metrics"))
def test_parts_of_configs_fit_into_one(page, block):
    """A part of a config that a page shows is accepted within a config that has the rest."""
    text, given = block.text, set(yaml_source.read(block.text, shown=name_of(page)).data())
    if not given <= set(config.schema()["properties"]):
        text, given = "metrics:\n" + "".join(f"  {line}\n" for line in text.splitlines()), {"metrics"}
    task = "classification" if "positive" in given else "multiclass" if "costs" in given else "retrieval"
    metric = {"classification": "pr_auc", "multiclass": "macro_f1", "retrieval": "recall@5"}[task]
    rest = BASE | {"metrics": f"metrics: {{{metric}: {{}}}}", "task": f"task: {task}"}
    added = "".join(f"{line}\n" for key, line in rest.items() if key not in given)
    assert config.parse(added + text, shown="shown.yaml", folder=Path()).checks


@pytest.mark.parametrize("line", list(_calls()))
def test_command_lines_can_be_called(line):
    """Every call that a page shows names commands, options and arguments that exist."""
    words = shlex.split(line.partition(" || ")[0].partition(" > ")[0], comments=True)
    if words[1:] == ["--version"]:
        return
    context = resolve(words[1:])
    outputs = context.params.get("output", ())
    for output in outputs if isinstance(outputs, tuple) else ():  # that of `gate run` is a plain file
        assert parse_output(output)


def test_wrong_calls_are_noticed():
    """The test above would notice an option that does not exist."""
    with pytest.raises(click.UsageError):
        resolve(["check", "configs/search.yaml", "--rnu", "x"])


def _targets():
    return re.findall(r"^(\w+):", (REPOSITORY / "Makefile").read_text("utf-8"), re.MULTILINE)


def _options():
    sources = ("gate/pytest_plugin.py", "tests/conftest.py")
    texts = [(REPOSITORY / source).read_text("utf-8") for source in sources]
    return re.findall(r'addoption\(\s*"(--[a-z-]+)"', "".join(texts))


def _installs(words):
    groups = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    return words in (["install", "."], *(["install", "--group", name] for name in groups))


OTHERS = {
    "make": lambda words: set(words) <= set(_targets()),
    "pip": _installs,
    "pytest": lambda words: {word.partition("=")[0] for word in words} <= set(_options()),
    "python": lambda words: (REPOSITORY / words[0]).is_file(),
    # Its options are tried where pre-commit is installed, in tests/ci.
    "pre-commit": lambda words: words[0] == "install",
    "export": lambda words: re.fullmatch(r"GATE_\w+=.*", words[0]),
}
"""Other programs on the pages → whether what they are asked for is there."""


@pytest.mark.parametrize(("page", "block"), blocks_of("console"))
def test_what_is_typed_can_be_typed(page, block):
    """Every other line of a terminal names a program that is known here, and what it is asked for exists."""
    for line in re.findall(r"^\$ (.*)$", block.text, re.MULTILINE):
        program, *words = shlex.split(line, comments=True)
        assert program == "gate" or OTHERS[program](words), line
        assert subprocess.run(["bash", "-n", "-c", line], check=False).returncode == 0


def _shown():
    """Yield calls with the output that a page shows for them."""
    for _, block, where in of_kind("console"):
        for call, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)+)", block.text, re.MULTILINE):
            yield pytest.param(call, output, id=f"{where}: {call}")


@pytest.mark.parametrize(("call", "output"), list(_shown()))
def test_output_is_what_the_gate_prints(call, output, monkeypatch, capsys):
    """What a page shows below a call is printed by it here; an ellipsis stands for more lines."""
    monkeypatch.chdir(REPOSITORY)
    monkeypatch.setenv("GATE_BASE", "worktree")
    for name in ("COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    program, *words = shlex.split(call)
    assert program == "gate"
    assert main(words) == ("✗" in output)
    printed = capsys.readouterr().out
    parts = re.split(r"^…\n", output, flags=re.MULTILINE)
    assert re.fullmatch("(?s:.*)".join(map(re.escape, parts)), printed), printed
