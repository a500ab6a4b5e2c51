"""Commands that messages name as the way out: each has the options without which it would be refused."""

import ast
import re
from pathlib import Path

import click
import pytest

from gate.cli import commands

SOURCES = Path(__file__).parents[2] / "gate"
_COMMAND = "gate ((?:accept|convert|compare|run|history mark|refresh)"
NAMED = re.compile(rf"`{_COMMAND} [A-Za-z.{{][^`]*)`|{_COMMAND} \{{\}}[^`;]*)")
"""A command of ours with an argument, as a message quotes it between backticks or fills it in."""


def texts():
    """Yield every text of the sources, with `{}` for what is filled in, and where it stands."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.JoinedStr):
                parts = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
                yield f"{path.relative_to(SOURCES)}:{node.lineno}", "".join(map(str, parts))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" not in node.value:
                yield f"{path.relative_to(SOURCES)}:{node.lineno}", node.value


COMMANDS = sorted(
    {(where, found[1] or found[2]) for where, text in texts() for found in NAMED.finditer(text)}
)


def test_there_are_such_commands():
    """The pattern finds the ways out that are known to be there."""
    assert len(COMMANDS) >= 5


@pytest.mark.parametrize(("where", "command"), COMMANDS)
def test_a_command_that_is_named_has_what_it_needs(where, command):
    """No message sends a user to a command that ends in "Missing option"."""
    words, found = command.split(), commands
    while isinstance(found, click.Group):
        found = found.get_command(click.Context(found), words.pop(0))
    needed = [option for option in found.params if isinstance(option, click.Option) and option.required]

    assert all(any(name in words for name in option.opts) for option in needed), f"{where}: gate {command}"
