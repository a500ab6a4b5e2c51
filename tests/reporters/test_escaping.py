"""Text from strangers lands as text, whatever it is."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gate.reporters.escaping import ID, code, line, prose, sentence, shorten, slug, to_ascii, visible
from tests.reporters.rendered import Page
from tests.reporters.strangers import HOSTILE

SIGNS = st.sampled_from("|`\\<>&@#!%*_~[](){}:;/$+-=.,\"' \n\t0aé\u202e\u05d0\u200d\x00\x1b")
texts = st.text(st.one_of(SIGNS, SIGNS, st.characters(exclude_categories=["Cs"])), min_size=1, max_size=60)

CALLS = re.compile(r"(?<![\w`])@\w|(?<!\w)#\d|://|www\.|\w@\w+\.\w|:[a-z]+:|\$\S|[!%]\w", re.IGNORECASE)
"""What a forge would turn into a mention, a reference, a link, a picture or a formula."""


def in_a_cell(markdown):
    """Return the page, and the cells of the row that holds ``markdown`` in its middle."""
    page = Page(f"| a | b | c |\n| --- | --- | --- |\n| x | {markdown} | z |\n")
    ((_, row),) = page.tables
    return page, row


@pytest.mark.parametrize("text", HOSTILE[:-1])
def test_hostile_ids_read_back_from_a_cell(text):
    """What a reader sees in the cell is the id, with the unseen characters named."""
    page, row = in_a_cell(code(text, 200))

    assert len(row) == 3
    assert row[1].rstrip("\u200e") == visible(text)
    assert page.codes == [visible(text)]


@given(texts)
@example("`")
@example("|")
@example("\\")
@example("\\|")
@example(" ")
@example("\n")
@example("a@b.c|")
def test_any_id_reads_back_from_a_cell(text):
    """No text splits a row, renders, or is lost; outside the code there is nothing of it."""
    page, row = in_a_cell(code(text, 1000))

    assert len(row) == 3
    assert page.codes == [visible(text)]
    assert page.tags <= {"table", "thead", "tbody", "tr", "th", "td", "code", "wbr"}
    assert not page.comments
    assert not page.open


@given(texts)
def test_any_sentence_reads_back_word_by_word(text):
    """Words survive in order, in a cell and as a list item; what would act stands in code."""
    for page in (in_a_cell(prose(text))[0], Page(f"- {prose(text)}\n")):
        assert page.tags <= {"table", "thead", "tbody", "tr", "th", "td", "code", "wbr", "ul", "li"}
        assert not CALLS.search(page.outside)
        assert not page.comments
    _, row = in_a_cell(prose(text))

    assert row[1].replace("\u200e", "").split() == (visible(text).split() or ["(empty)"])


@given(texts)
def test_nothing_in_markdown_can_be_read_raw_either(text):
    """A forge that looks at the raw text finds no comment, no tag of the text's own, no mention."""
    for written in (code(text), prose(text), sentence(text)):
        assert "<!--" not in written
        assert not re.search(r"<(?!/?code>|wbr>)", written)
        assert not re.search(r"(?<!\w)@\w", written)
        assert not re.search(r"#\d", written.replace("&#", ""))
        assert not written.startswith("/")  # GitLab does what such a line says, with the rights of its author


@given(st.integers(1, 300))
def test_a_cut_never_falls_inside_an_escape(n):
    """A shortened id still renders as its own beginning, and says how long it was."""
    text = "&<|`\u202e" * n

    page, row = in_a_cell(code(text))

    assert len(row) == 3
    assert visible(text).startswith(page.codes[0].removesuffix("…"))
    assert len(page.codes[0]) <= ID
    assert ("characters)" in row[1]) == (len(visible(text)) > ID)


def test_a_very_long_id_is_shortened_with_its_length():
    """Ten thousand characters become eighty and a remark."""
    kept, remark = shorten("x" * 10_000, ID)

    assert kept == "x" * (ID - 1) + "…"
    assert remark == " (10,000 characters)"


def test_text_that_runs_the_other_way_does_not_turn_its_neighbours():
    """A mark after it keeps "2 → 14" in order; the unpaired overrides themselves are named."""
    assert code("שלום").endswith("&lrm;")
    assert "\u202e" not in code("\u202egnp.exe")


@given(texts)
def test_a_terminal_line_is_one_line_without_commands(text):
    """No control reaches the terminal, and no build system finds a command in it."""
    shown = line(f"{text} ##{text}[", 1000)

    assert shown == visible(shown)
    assert len(shown.splitlines()) <= 1
    assert not re.search(r"(^|\s)::|##\w*\[", shown)
    assert to_ascii(shown).isascii()


@given(texts, texts)
def test_markers_differ_and_cannot_end_their_comment(one, other):
    """Different names have different markers; none holds what could close a comment."""
    assert (slug(one) == slug(other)) == (one == other)
    assert re.fullmatch(r"[\w.%-]*", slug(one), re.ASCII)
    assert "--" not in slug(one)


@given(texts, st.lists(texts, max_size=3))
def test_names_that_become_code_add_no_danger(text, names):
    """Whatever is called a name, the sentence reads back, and nothing outside of code acts."""
    page, row = in_a_cell(prose(text, names=names))

    assert not CALLS.search(page.outside)
    assert row[1].replace("\u200e", "").split() == (visible(text).split() or ["(empty)"])


def bare(text):
    """Return ``text`` without blanks, backticks and the mark that turns lines back."""
    return "".join(text.replace("`", "").replace("\u200e", "").split())


@given(texts)
def test_what_the_gate_quotes_is_one_piece_of_code_and_nothing_acts(text):
    """Backticks of its own sentences are marks, not signs; whatever they hold reads back and does nothing."""
    for page in (in_a_cell(sentence(text))[0], Page(f"- {sentence(text)}\n")):
        assert page.tags <= {"table", "thead", "tbody", "tr", "th", "td", "code", "wbr", "ul", "li"}
        assert not CALLS.search(page.outside)
        assert not page.comments
    _, row = in_a_cell(sentence(text))

    said = visible(text) if visible(text).split() else "(empty)"
    assert bare(row[1]) == bare(said)


def test_a_command_that_a_sentence_names_can_be_copied_whole():
    """One span of code, not three words of which two hold half a pair of backticks."""
    page, _ = in_a_cell(sentence("(`--reason why`), or `gate refresh c.yaml` records one"))

    assert page.codes == ["--reason why", "gate refresh c.yaml"]


@pytest.mark.parametrize("end", ["", ".", ")", ";", "(x)", ": /x", ":", "[x]", " (x)"])
def test_an_interval_is_no_code_and_no_link(end):
    """Two numbers in brackets are plain, unless a link could begin behind them."""
    text = f"0.7823 [−0.6222, 1,000.8907]{end}"
    page, row = in_a_cell(sentence(text))
    first = Page(f"- {sentence(text.removeprefix('0.7823 '))}\n\n[−0.6222, 1,000.8907]\n")

    assert not any("0.6222" in each for each in page.codes) or end in {"(x)", ": /x", ":", "[x]"}
    assert row[1].split() == text.split()
    assert "a" not in page.tags | first.tags


def test_names_of_checks_become_code():
    """A plain word is code where it is a check's name, with the signs around it outside."""
    assert prose("mrr: lost (mrr), not mrrs", names=["mrr"]) == "`mrr`: lost (`mrr`), not mrrs"
