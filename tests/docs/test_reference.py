"""Pages that are made of the code."""

import doctest
import sys

import pytest

from gate import metrics
from tests.docs import reference
from tests.docs.pages import headings, tables


@pytest.mark.parametrize("name", list(reference.PAGES))
def test_a_page_says_what_the_code_says(name, request):
    """The page is the one that the models, docstrings and schemas give now."""
    page = reference.DOCS / f"{name}.md"
    text = reference.made(name)

    if request.config.getoption("--accept"):
        page.write_text(text, "utf-8")
    assert page.read_text("utf-8") == text, "if intended: pytest --accept, then read the page"


def test_every_metric_of_every_task_has_a_section():
    """Once for each formula that has the name."""
    found = [
        heading.partition(" ")[0] for heading in headings(reference.DOCS / "metric-definitions.md", level=2)
    ]
    formulas = {(n, metrics.find(n, t).formula) for t in metrics.FOLDERS for n in metrics.names(t)}

    assert sorted(found) == sorted(name for name, _ in formulas)


@pytest.mark.parametrize("name", ["configuration-keys", "report-schema"])
def test_everything_is_described(name):
    """No key and no field is left without words."""
    rows = [row for table in tables(reference.DOCS / f"{name}.md") for row in table[2:]]

    assert len(rows) > 80
    assert [row[0] for row in rows if not row[-1] or not row[1]] == []


def test_examples_of_metrics_work_on_the_page():
    """Each example prints what stands below it, in the module of the section's metric."""
    text = (reference.DOCS / "metric-definitions.md").read_text("utf-8")
    tried = 0
    for section in text.split("\n## ")[1:]:
        name, tasks = (
            section.partition("\n")[0].partition(" ")[0],
            section.partition("for ")[2].partition(".\n")[0],
        )
        task = next(t for t in metrics.FOLDERS if tasks == "every task" or t in tasks.split(", "))
        formula = metrics.find(name, task).formula
        for block in section.split("```pycon\n")[1:]:
            example = doctest.DocTestParser().get_doctest(
                block.partition("```")[0], vars(sys.modules[formula.__module__]), name, None, 0
            )
            said = []
            runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
            assert runner.run(example, out=said.append).failed == 0, "".join(said)
            tried += 1
    assert tried > 40
