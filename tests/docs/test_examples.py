"""Configs and command lines that the pages show."""

import json
import re
import shlex
from pathlib import Path

import click
import pytest

from gate import config, yaml_source
from gate.cli import commands, main
from gate.cli.outputs import parse_output
from tests.docs.pages import PAGES, REPOSITORY, blocks, name_of

CONFIGS = [
    pytest.param(page, block, id=f"{name_of(page)}:{block.line}")
    for page in PAGES
    for block in blocks(page, "yaml")
    if block.text.startswith("version:") or "\nversion:" in block.text
]


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


@pytest.mark.parametrize(("page", "block"), CONFIGS)
def test_configs_can_be_read(page, block):
    """Every whole config that a page shows is one that the gate accepts."""
    assert config.parse(block.text, shown="shown.yaml", folder=page.parent).checks


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_yaml_and_json_are_well_formed(page):
    """Every other block of YAML and JSON can be read as such."""
    for block in blocks(page, "yaml"):
        yaml_source.read(block.text, shown=f"{name_of(page)}:{block.line}").data()
    for block in blocks(page, "json"):
        for line in block.text.splitlines():
            assert isinstance(json.loads(line), dict)


BASE = {
    "version": "version: 1",
    "name": "name: shown",
    "golden_set": "golden_set: golden.jsonl",
}


def _parts():
    """Yield blocks that are a part of a config: keys of a config, or metrics with what is expected."""
    known = set(config.schema()["properties"])
    for page in PAGES:
        for block in blocks(page, "yaml"):
            data = yaml_source.read(block.text, shown=name_of(page)).data()
            if not isinstance(data, dict) or "version" in data:
                continue
            label = f"{name_of(page)}:{block.line}"
            if set(data) <= known:
                yield pytest.param(block.text, set(data), id=label)
            elif all(
                isinstance(value, dict) and set(value) & {"floor", "tolerance"} for value in data.values()
            ):
                inside = "".join(f"  {line}\n" for line in block.text.splitlines())
                yield pytest.param(f"metrics:\n{inside}", {"metrics"}, id=label)


@pytest.mark.parametrize(("text", "given"), list(_parts()))
def test_parts_of_configs_fit_into_one(text, given):
    """A part of a config that a page shows is accepted within a config that has the rest."""
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


def _shown():
    """Yield calls on this repository's own data, with the output that a page shows for them."""
    for page in PAGES:
        for block in blocks(page, "console"):
            call, _, output = block.text.removeprefix("$ ").partition("\n")
            if output.strip() and not output.startswith("$ ") and "configs/docs_search.yaml" in call:
                yield pytest.param(call, output, id=f"{name_of(page)}:{block.line}")


@pytest.mark.parametrize(("call", "output"), list(_shown()))
def test_output_is_what_the_gate_prints(call, output, monkeypatch, capsys):
    """What a page shows below a call is printed by it, and an ellipsis stands for more lines."""
    monkeypatch.chdir(REPOSITORY)
    monkeypatch.setenv("GATE_BASE", "worktree")
    for name in ("COLUMNS", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    assert main(shlex.split(call)[1:]) == 0
    printed = capsys.readouterr().out
    parts = re.split(r"^…\n", output, flags=re.MULTILINE)
    assert re.fullmatch("(?s:.*)".join(map(re.escape, parts)), printed), printed
