"""Nothing that a stranger wrote becomes a command, an output or a comment of its own."""

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from gate.errors import ExitCode
from gate.forges import files, stamp
from gate.forges.commands import command
from gate.reporters.escaping import visible
from tests.end_to_end.conftest import golden_rows, run_rows
from tests.forges.publishing import EVIL, commands


def test_text_of_strangers_is_never_a_command(job):
    """Queries, ids and documents full of commands, on both streams and in the outputs."""
    step = job()
    golden = [
        {**row, "query": EVIL, "relevant": {EVIL: 1, f"d{i}": 1}} for i, row in enumerate(golden_rows())
    ]
    step.project.write(golden=golden, run=run_rows(rank=4))
    ended = step.gate("check", "--summary")
    for line in commands(ended.out + ended.err):
        assert line.startswith(("::error file=search.yaml,", "::notice file=search.yaml,", "::warning file="))
        assert "\u202e" not in line
    assert "pwned" not in json.dumps(step.set())
    assert commands(step.summary.read_text()) == []


def test_a_config_full_of_commands_is_told_harmlessly(job):
    """The line of a mistake is quoted, whatever stands in it."""
    step = job()
    step.project.write(config="version: 1\n::error::pwned: 3\n##[error]x: 3\n")
    ended = step.gate("check")
    assert ended.code == ExitCode.QUESTION
    assert commands(ended.err) == []
    assert all(line.startswith(("::error file=", "::error title=")) for line in commands(ended.out))


def test_commands_are_escaped_as_the_runner_reads_them():
    """Percent signs, line ends; in properties colons and commas, too; what is cut is cut before escaping."""
    line = command("error", "50 %\r\nmore: a, b", file="a,b:c%.yaml", title=EVIL)
    assert line == (
        "::error file=a%2Cb%3Ac%25.yaml,title=%3A%3Aerror%3A%3Apwned⟨U+000D⟩%0A%3A%3Aset-output name=verdict"
        "%3A%3Apass%0A##[error]x %25 10 ⟨U+202E⟩abc::50 %25⟨U+000D⟩%0Amore: a, b"
    )
    assert "\n" not in command("notice", "%\n" * 10_000)


def test_outputs_cannot_be_forged(tmp_path):
    """A value of several lines that looks like an end, and then another output."""
    path = tmp_path / "outputs"
    files.set_outputs(path, {"a": "x\nend-f00\nverdict=pass", "b": "y"})
    assert len(set(re.findall(r"<<(end-\w{32})\n", path.read_text()))) == 2


def read_command(line):
    """Take a command apart as the runner does."""
    head, _, data = line.removeprefix("::").partition("::")
    name, _, said = head.partition(" ")
    table = {"%3A": ":", "%2C": ",", "%0D": "\r", "%0A": "\n", "%25": "%"}

    def plain(text):
        for spelt, meant in table.items():
            text = text.replace(spelt, meant)
        return text

    return name, dict(part.split("=", 1) for part in said.split(",") if part), plain(data), plain


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_text_comes_through_a_command(message, title):
    """One line, one command, and the same text at the other end, whatever it is."""
    line = command("error", message, title=title)
    name, said, data, plain = read_command(line)
    assert len(line.split("\n")) == 1
    assert "\r" not in line
    assert (name, data) == ("error", visible(message))
    assert plain(said.get("title", "")) == visible(title)


@given(st.text(max_size=200).filter(lambda text: "\r" not in text))
def test_any_value_comes_through_an_output(value):
    """As the runner reads it: up to the line that is the delimiter and nothing else."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "outputs"
        files.set_outputs(path, {"first": value, "second": "x"})
        text = path.read_bytes().decode()
    name, _, rest = text.partition("<<")
    word, _, rest = rest.partition("\n")
    found, end, rest = rest.partition(f"\n{word}\n")
    assert (name, found, rest.partition("<<")[0]) == ("first", value, "second")
    assert end


@given(
    st.lists(st.text(max_size=60), min_size=1, max_size=5),
    st.text("0123456789abcdef", max_size=40),
    st.integers(0, 10**19),
    st.integers(1, 10**8),
    st.text(max_size=20),
    st.text(max_size=20),
)
def test_any_stamp_can_be_read_again(names, head, run, attempt, profile, comment_id):
    """Whatever configs are called, the line is one hidden comment that leads back to itself."""
    key = stamp.key_of(names, profile, comment_id)
    made = stamp.Stamp(key, head, run, attempt, "2026-12-01T12:00:00Z", stamp.digest("x"))
    assert stamp.read(f"{made}\nmore") == made
    assert str(made).count("--") == 2
    assert len(str(made)) < 512
