"""How far it is: a bar for a person, a line now and then for a log, nothing that is a command."""

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.systems.progress import REPORTED, WIDTH, Progress
from gate.systems.quoting import quoted, quoted_lines


class Terminal(io.StringIO):
    """A stream that a person looks at."""

    def isatty(self):
        return True


class Clock:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self):
        return self.now


def test_a_log_gets_a_line_every_fifteen_seconds_and_a_sum():
    """Not one line a question, no carriage returns, and an end that says what happened."""
    stream, clock = io.StringIO(), Clock()
    progress = Progress(stream, "function m:ask", 1000, clock=clock)
    progress.knows(200)
    for i in range(800):
        clock.now += 0.0625
        progress.answered(is_error=i % 400 == 0, again=i % 2)
    progress.finished()

    lines = stream.getvalue().splitlines()
    assert len(lines) == int(50 // REPORTED) + 1
    assert lines[0] == "gate: function m:ask: 440 of 1,000 questions asked, 1 error, about 35 s left"
    assert lines[-1] == (
        "gate: function m:ask: 1,000 of 1,000 questions asked, 2 errors, 200 of them kept from before, "
        "400 asked again, in 50.0 s"
    )
    assert "\r" not in stream.getvalue()


def test_a_person_gets_a_bar_that_is_wiped_at_the_end():
    """It is drawn in place, at most ten times a second, and leaves one line behind."""
    stream, clock = Terminal(), Clock()
    progress = Progress(stream, "http http://x", 100, clock=clock)
    for _ in range(100):
        clock.now += 0.03
        progress.answered(is_error=False, again=0)
    progress.say("something else")
    progress.finished()

    drawn = stream.getvalue().split("\r")
    bars = [text for text in drawn if text.startswith("[")]
    assert 20 <= len(bars) <= 31
    assert f"[{'=' * (WIDTH // 2)}{' ' * (WIDTH // 2)}]" in stream.getvalue()
    assert stream.getvalue().endswith(
        "\rgate: something else\ngate: http http://x: 100 of 100 questions asked, in 3.0 s\n"
    )


def test_a_silent_one_tells_nobody():
    """Without a stream nothing is written, and nothing breaks."""
    progress = Progress(None, "x", 1)
    progress.answered(is_error=True, again=1)
    progress.say("x")
    progress.finished()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error file=a::b", ": :error file=a: :b"),
        ("  ::group::x", ": :group: :x"),
        ("a ##[command]b ##vso[task]c", "a ##·[command]b ##·vso[task]c"),
        ("##teamcity[buildStatus]", "##·teamcity[buildStatus]"),
        ("red\x1b[31m\rtext\x07", "red [31m text"),
        ("line\n::error::x", "line : :error: :x"),
        ("dir\u202eection", "dir ection"),
        ("x" * 400, "x" * 300 + "…"),
    ],
)
def test_quoted_text_is_harmless(text, shown):
    """Neither commands nor control characters are left."""
    assert quoted(text) == shown


@settings(max_examples=60)
@given(st.text())
def test_no_text_gives_a_command(text):
    """Whatever is quoted is one line, begins with no command, and holds none."""
    shown = quoted(text)
    assert len(shown.splitlines()) <= 1
    assert "::" not in shown
    assert "##[" not in shown
    assert "##vso[" not in shown


def test_lines_are_cut_at_every_kind_of_line_end():
    """A carriage return begins a new line for a CI service, so it does here."""
    assert list(quoted_lines(["a\r::b", "", "c\n\nd"])) == ["| a", "| : :b", "| c", "| d"]
