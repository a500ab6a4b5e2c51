"""Whole reports of every kind, as files that are read in review."""

import pytest

from gate.reporters import FORMATS, find, machine, markdown, terminal
from tests.reporters.samples import SAMPLES


@pytest.mark.parametrize("name", SAMPLES)
def test_markdown_reads_well(name, golden):
    """The comment on a pull request, word for word."""
    golden(f"reports/{name}.md", markdown.render(SAMPLES[name]()))


@pytest.mark.parametrize("name", [name for name in SAMPLES if name != "many_checks"])
def test_terminal_reads_well(name, golden):
    """What a terminal of 100 cells shows, word for word."""
    golden(f"reports/{name}.txt", terminal.render(SAMPLES[name]()))


@pytest.mark.parametrize("name", ["retrieval_regressed", "classification_threshold_shift", "vanished_metric"])
def test_json_keeps_its_shape(name, golden):
    """What programs read, key by key."""
    golden(f"reports/{name}.json", machine.render(SAMPLES[name]()))


@pytest.mark.parametrize(
    ("form", "suffix"),
    [
        ("junit", "junit.xml"),
        ("openmetrics", "metrics.txt"),
        ("codequality", "codequality.json"),
        ("sarif", "sarif.json"),
    ],
)
@pytest.mark.parametrize("name", ["retrieval_regressed", "hostile_ids", "first_run"])
def test_what_other_systems_read_keeps_its_shape(name, form, suffix, golden):
    """Test results, metrics and findings, word for word."""
    golden(f"reports/{name}.{suffix}", find(form).render(SAMPLES[name]()))


def test_terminal_has_a_spelling_in_ascii(golden):
    """A console that knows neither ticks nor dashes still lines its table up."""
    text = terminal.render(SAMPLES["retrieval_regressed"](), width=80, ascii_only=True)

    assert text.isascii()
    golden("reports/retrieval_regressed.ascii.txt", text)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("name", SAMPLES)
def test_equal_documents_give_equal_text(name, form):
    """A reporter reads no clock and no environment; every text ends with one newline."""
    render = find(form).render
    text = render(SAMPLES[name]())

    assert text == render(SAMPLES[name]())
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
