"""Catalogues of a recommender that lack something, and functions that say how alike items are."""

import pytest

from gate.errors import ExitCode
from tests.end_to_end.shops import SHOP, values


@pytest.mark.parametrize(
    ("catalogue", "what"),
    [
        ("", "search.yaml:8: coverage@4 needs a catalogue"),
        ("catalogue: books.csv\n", "search.yaml:13: novelty@4 needs the popularity of items"),
        ("catalogue: {interactions: sold.csv}\n", "search.yaml:15: diversity@4 needs the similarity"),
        ("catalogue: none.csv\n", "search.yaml:6: catalogue: none.csv: there is no such catalogue"),
        (
            "catalogue: {items: none.csv, interactions: no.csv}\n",
            "search.yaml:6: catalogue.interactions: no.csv: there is no such catalogue",
        ),
        ("catalogue: {}\n", "search.yaml:6: catalogue: it names no items"),
        ("catalogue: {items: books.csv, popularity: users}\n", "catalogue.popularity: nothing counts"),
        ("catalogue: {items: golden.jsonl, users: 3}\n", "catalogue.users: nothing counts"),
        ("catalogue: [1]\n", "catalogue: a list is not a path"),
    ],
)  # fmt: skip
def test_what_a_catalogue_lacks_is_told_with_its_line(shop, catalogue, what):
    """Before anything is compared, with the metric that needs it, and a way out."""
    line = next(line for line in SHOP.splitlines(keepends=True) if line.startswith("catalogue"))
    shop.write(config=SHOP.replace(line, catalogue))

    ended = shop.gate("validate")

    assert ended.code == ExitCode.QUESTION
    assert what in ended.err
    assert "Traceback" not in ended.err


def test_items_of_another_shop(shop):
    """Where not one recommended item is in the catalogue, that is a mistake and no coverage of 0."""
    ended = shop.write(run=[{"id": "u00", "ranked": ["isbn-7", "isbn-5"]}]).gate("check")

    assert ended.code == ExitCode.QUESTION
    assert "none of its items is in the catalogue: it has 'isbn-5', the catalogue 'b00'" in ended.err


def test_a_catalogue_means_nothing_elsewhere(shop):
    """A key of one task is refused for another."""
    ended = shop.write(config=SHOP.replace("task: recommendation", "task: retrieval")).gate("validate")

    assert ended.code == ExitCode.QUESTION
    assert "catalogue: it means nothing for retrieval, only for recommendation" in ended.err
    assert "no metric 'coverage' for retrieval" in ended.err


FUNCTION = SHOP.replace("similarity: books.csv", "similarity: {function: 'alike:alike'}")


@pytest.mark.parametrize(
    ("body", "code", "what"),
    [
        ("return 1.0 if a[-1] == b[-1] else 0.25", 0, ""),
        ("return None", 3, "diversity@4: not measured: no item takes part"),
        ("return 3", 4, "it returned 3 for 'b00' and 'b07': not from -1 to 1"),
        ("raise KeyError(a)", 4, "KeyError: 'b00'"),
    ],
)
def test_similarity_by_a_function(shop, body, code, what):
    """A Python function of two ids is asked in a process of its own; what it breaks is told."""
    (shop.top / "alike.py").write_text(f"print('hello')\n\ndef alike(a, b):\n    {body}\n")
    ended, report = shop.write(config=FUNCTION).check("--first-run", "pass")

    assert what in ended.err + ended.out
    assert "worker" not in ended.err  # frames of the gate's own say nothing to whoever wrote the function
    if report is not None and code == 0:
        assert ended.code == 0
        assert values(report)["diversity@4"] == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("module", "what"),
    [
        ("", "alike has no 'alike'"),
        ("def alike(a): return 1\n", "does not take two item ids"),
        ("alike = 3\n", "is int, and not a function of two item ids"),
    ],
)
def test_a_function_that_cannot_be_called(shop, module, what):
    """That is a mistake in the config, and told as one."""
    (shop.top / "alike.py").write_text(module)
    ended = shop.write(config=FUNCTION).gate("check", "--first-run", "pass")

    assert ended.code == ExitCode.QUESTION
    assert what in ended.err
