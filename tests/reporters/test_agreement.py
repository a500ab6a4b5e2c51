"""No two formats disagree, and none of them says what is no word."""

import json
import re

import pytest

from gate.errors import QuestionError
from gate.reporters import FORMATS, find, words
from gate.verdict import Outcome, Reason
from tests.reporters.samples import SAMPLES

ODD = re.compile(r"(?<![\w-])(nan|inf|none|null|NaN|None)(?![\w-])")


@pytest.mark.parametrize("name", SAMPLES)
def test_outcome_and_code_agree(name):
    """Terminal, Markdown and JSON name the same outcome and the same exit code, report by report."""
    told = SAMPLES[name]()
    terminal, markdown, machine = (find(form).render(told) for form in ("terminal", "markdown", "json"))
    content = json.loads(machine)

    assert (content["outcome"], content["exit_code"]) == (told.outcome, told.exit_code)
    assert terminal.splitlines()[-1].startswith(
        f"gate: {words.OUTCOMES[told.outcome]} (exit {told.exit_code}"
    )
    shown = re.findall(r"^### \S+ (?:`.*?`|<code>.*?</code>): ([a-z ]+)$", markdown, re.MULTILINE)
    assert shown == [words.OUTCOMES[r.outcome] for r in told.reports]
    for one in told.reports:
        assert f": {words.OUTCOMES[one.outcome]}\n" in terminal
        assert f"exit code {one.exit_code}" in markdown


@pytest.mark.parametrize("form", ["terminal", "markdown"])
@pytest.mark.parametrize("name", SAMPLES)
def test_no_report_speaks_of_nan(name, form):
    """Undefined numbers are dashes with a reason, never a programmer's word."""
    found = ODD.findall(find(form).render(SAMPLES[name]()).replace("none needs eyes", ""))

    assert not found


def test_every_outcome_and_reason_has_words():
    """Both lists are closed; so are their words, and no two reasons share theirs."""
    assert set(words.OUTCOMES) == set(Outcome)
    assert set(words.REASONS) == set(Reason)
    assert len(set(words.REASONS.values())) == len(Reason)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_ends_with_one_newline(form):
    """So that reports can be appended and compared."""
    text = find(form).render(SAMPLES["all_unchanged"]())

    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_an_unknown_format_lists_those_there_are():
    """The error is a way out."""
    with pytest.raises(QuestionError, match="use one of: terminal, text, markdown, json"):
        find("pdf")
