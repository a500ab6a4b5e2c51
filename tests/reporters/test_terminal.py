"""The report for a terminal: aligned, within its width, quiet when all is well."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from gate.report import Confusion
from gate.reporters import terminal, words
from gate.reporters.columns import cells_wide, fitted, paragraph
from gate.verdict import Outcome, Reason
from tests.reporters.builders import check, document, lost_much, report
from tests.reporters.samples import SAMPLES, all_unchanged, hostile_ids, retrieval_regressed
from tests.reporters.test_escaping import texts


@pytest.mark.parametrize("width", [60, 80, 100, 160])
@pytest.mark.parametrize("name", [n for n in SAMPLES if not n.startswith("hostile")])
def test_lines_stay_within_the_width(name, width):
    """Tables give up columns and parts of names before they wrap."""
    for text in terminal.render(SAMPLES[name](), width=width).splitlines():
        assert cells_wide(text) <= width, text


def test_verdicts_survive_the_narrowest_terminal():
    """Whatever is given up, the mark, the gain and the verdict stay."""
    text = terminal.render(retrieval_regressed(), width=1)

    assert "✗  ndcg@10" in text
    assert "regressed" in text
    assert "−0.0268" in text


def test_an_advisory_slice_is_called_so_at_any_width():
    """Where there is no room for the reason, the one word that is left says advisory and not info."""
    tiny = check(
        "mrr", 0.7, 0.2, outcome=Outcome.INFO, reason=Reason.ADVISORY, because="few", slice="topic=tiny"
    )
    text = terminal.render(document(report("search", "few", [tiny])), width=1)

    row = next(each for each in text.splitlines() if "·" in each)
    assert row.endswith("advisory")


def test_an_interval_is_worth_a_few_letters_of_a_long_name():
    """Where they are all that is missing, the name loses its middle, and the interval stays."""
    name = "check(function=checks:keeps_numbers)"
    text = terminal.render(document(report("answers", "lost", [lost_much(name)])), width=96)

    row = next(each for each in text.splitlines() if "regressed" in each and "−0.0700" in each)
    assert "−0.0900 … −0.0500" in row
    assert re.match(r"  ✗  check\(.*….*numbers\) ", row)


def test_costs_are_whole_on_a_narrow_terminal():
    """What a line of the table of thresholds is wraps, and no number of it is cut."""
    lines = terminal.render(SAMPLES["classification_threshold_shift"](), width=80).splitlines()

    rows = lines[lines.index("  threshold") : lines.index("  where the items went")]
    assert "…" not in "".join(rows).replace(" … ", "")
    assert sum(text.endswith(("426.8", "532.2", "420.6", "397.4")) for text in rows) == 4


@pytest.mark.parametrize("width", [60, 100, 200])
def test_what_stands_under_the_table_explains_columns_that_are_there(width):
    """Where there is no room for the smallest drop that would be seen, nothing explains it either."""
    lines = terminal.render(retrieval_regressed(), width=width).splitlines()
    head = next(text for text in lines if text.split()[:1] == ["check"])

    assert any(text.startswith("  sees: ") for text in lines) == ("sees" in head.split())


def test_slices_that_cannot_tell_are_counted_where_they_are_left_out():
    """That none needs eyes does not say that all is well."""
    whole = check("mrr", 0.7, 0.7, 0.0, outcome=Outcome.PASS, reason=Reason.UNCHANGED, because="same")
    amber = {"outcome": Outcome.INCONCLUSIVE, "reason": Reason.TOO_FEW_POSITIVES, "role": "guard"}
    parts = [check("mrr", 0.7, 0.2, -0.5, because="few", slice=f"topic={i}", **amber) for i in range(13)]
    text = terminal.render(document(report("search", "same", [whole, *parts])))

    assert "and 13 more checks on slices: none needs eyes, 13 cannot tell" in text


def test_the_columns_stand_under_each_other():
    """Wide characters and ASCII spellings do not push a column aside."""
    rows = [
        check(name, 0.7, 0.7, 0.0, outcome=Outcome.PASS, reason=Reason.UNCHANGED, because="same")
        for name in ("日本語", "é", "e\u0301", "plain")
    ]
    lines = terminal.render(document(report("wide", "same", rows))).splitlines()
    table = [text for text in lines if "verdict" in text or "pass: " in text]

    ends = {cells_wide(re.split("verdict|pass: ", text)[0]) for text in table[1:]}
    assert len(ends) == 1


def test_a_relative_tolerance_is_told_before_there_is_a_baseline():
    """What it is a share of is not known yet; what the author wrote is."""
    first = check(
        "mrr", None, 0.6, outcome=Outcome.NOT_COMPARABLE, reason=Reason.NO_BASELINE, because="no baseline",
        tolerance=None, tolerance_text="3%",
    )  # fmt: skip
    text = terminal.render(document(report("search", "first", [first])))

    assert re.search(r"mrr .*0\.6000  3%  +not comparable", text)


@pytest.mark.parametrize("width", range(60, 161, 10))
def test_what_a_column_means_is_told_where_the_column_stands(width):
    """The smallest drop seen needs explaining; in a table too narrow for it nothing is left to explain."""
    part = check(
        "mrr", 0.7, 0.69, outcome=Outcome.PASS, reason=Reason.WITHIN_TOLERANCE, because="little lost",
        slice="topic=billing", detectable=0.04,
    )  # fmt: skip
    text = terminal.render(document(report("search", "little lost", [part])), width=width)

    assert ("sees  verdict" in text) == ("sees: the smallest drop" in text)


def test_colour_only_when_asked():
    """Without colour there is no escape sequence; with it every one is closed."""
    painted = terminal.render(retrieval_regressed(), colour=True)

    assert "\x1b" not in terminal.render(hostile_ids())
    assert "\x1b[31m" in painted
    assert painted.count("\x1b[") == 2 * painted.count("\x1b[0m")
    assert re.sub(r"\x1b\[\d+m", "", painted) == terminal.render(retrieval_regressed())


def test_quiet_when_all_is_well():
    """A verdict, a sentence, a table and the last line, and nothing else."""
    lines = terminal.render(all_unchanged()).splitlines()

    assert len(lines) == 9
    assert lines[-1] == "gate: pass (exit 0)"


@settings(deadline=None)
@given(texts)
def test_no_line_is_a_command_of_a_build_system(text):
    """Wherever a line is broken, none begins with a command or holds one."""
    because = f"{text} ::error::{text} ##teamcity[x]"
    found = check(text, 0.5, 0.4, outcome=Outcome.REGRESSED, reason=Reason.DROP, because=because)
    shown = terminal.render(document(report(text, f"::x {text} ::y", [found])), width=40)

    assert not re.search(r"^\s*::|##\w*\[", shown, re.MULTILINE)
    assert "\x1b" not in shown


def test_a_console_without_these_characters_is_served():
    """Case: a cp1252 or ASCII console with a rocket in the id."""
    shown = terminal.render(hostile_ids(), ascii_only=True)

    assert shown.isascii()
    assert "\\U0001f680" in shown


@given(texts)
def test_a_paragraph_keeps_its_words(text):
    """Breaking a text into lines loses no word."""
    assert " ".join(paragraph(text, 20)).split() == text.split()


def test_columns_of_classes_with_long_names_are_numbered():
    """Names that begin alike stay apart: the number above a column is the one beside its row."""
    names = tuple(f"retrieval of {what}" for what in ("tables", "passages", "pictures", "documents"))
    counts = tuple(tuple(10 * i + j for j in range(5)) for i in range(4))
    made = retrieval_regressed().reports[0]
    shown = replace(made, confusion=Confusion(names, (*names, "no class"), None, counts))

    text = terminal.render(document(shown), width=70)

    lines = [line.split() for line in text.splitlines()]
    at = next(i for i, cells in enumerate(lines) if cells[:2] == ["true,", "decided"])
    assert lines[at][2:] == ["1", "2", "3", "4", "5"]
    assert [" ".join(cells[:4]) for cells in lines[at + 1 : at + 5]] == [
        f"{i} {name}" for i, name in enumerate(names, start=1)
    ]
    assert lines[at + 5] == ["5", "no", "class"]


def test_no_line_begins_with_the_per_cent_of_a_number():
    """At every width a number stays with its sign, in paragraphs and in cells of a table."""
    text = "chance alone does this in about 9.46 % of cases (95 %), and 7 %; not more"

    for width in range(1, 80):
        lines = paragraph(text, width)
        assert not [each for each in lines if each.lstrip().startswith("%")]
        assert " ".join(lines) == text
        cells = fitted([("", "share"), ("a", text)], "<<", width)
        assert not [each for each in cells if each.lstrip().startswith("%")]


def test_influence_is_explained_once_where_it_is_shown():
    """Below the first check whose items have one, and nowhere in a report without any."""
    (told,) = SAMPLES["classification_threshold_shift"]().reports
    worrying = [each.name for each in told.checks if words.needs_eyes(each)][:1]
    bare = [replace(side, value=None) for side in (told.movers[0].baseline, told.movers[0].candidate)]
    pull = replace(told.movers[0], metric=worrying[0], gain=-2.873, baseline=bare[0], candidate=bare[1])
    other = replace(told.checks[0], metric="pr_auc", slice=None)
    pulls = (pull, replace(pull, metric="pr_auc"))
    shown = terminal.render(document(replace(told, checks=(*told.checks, other), movers=pulls)), width=120)
    lines = shown.splitlines()

    assert shown.count("influence −2.873") == 2
    assert shown.count("influence: by how much the pull of an item on it changed") == 1
    assert lines[lines.index(f"  what moved {worrying[0]}") + 1].startswith("    influence: ")
    assert "influence" not in terminal.render(retrieval_regressed())
