"""The pictures and the goals of the pages, beside the tables they are drawn from."""

import pytest

from benchmarks import pictures
from benchmarks.rates.goals import goals
from benchmarks.rates.tables import numbers, rows_of
from tests.browser import photographed, screenshots

PAGE = (pictures.DOCS / "error_rates.md").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(pictures.drawn(PAGE)))
def test_a_picture_shows_what_the_tables_say(name):
    """Each picture, drawn again from the page, is the committed one to the byte."""
    file = pictures.DOCS / "images" / f"{name}.svg"

    assert file.read_text("utf-8") == str(pictures.drawn(PAGE)[name]()), "run python -m benchmarks.pictures"


def test_no_other_picture_lies_there():
    """Every drawing beside the pictures is one of them."""
    assert {file.stem for file in (pictures.DOCS / "images").glob("*.svg")} == set(pictures.drawn(PAGE))


def test_photographs_are_those_of_the_script():
    """Every picture of a report is one that `make screenshots` takes, and a page shows it."""
    taken = {file.stem for file in (pictures.DOCS / "images").glob("*.png")}
    shown = "".join(page.read_text("utf-8") for page in pictures.DOCS.glob("*.md"))

    assert taken == set(screenshots.PICTURES)
    assert [name for name in taken if f"](images/{name}.png)" not in shown] == []


@pytest.mark.slow
def test_photographs_are_of_today_s_pages(tmp_path):
    """Every page of which there is a picture is still what was photographed, its plots included.

    Plots are compared where the library is the one that drew them: another release draws other bytes.
    """
    pytest.importorskip("matplotlib")
    then, now = photographed.recorded(), photographed.record(dict(photographed.pages(tmp_path)))
    is_same = then["matplotlib"] == now["matplotlib"]
    compared = [name for name in now if name.endswith("without plots") or (is_same and "with plots" in name)]

    assert set(then) == set(now)
    assert len(compared) >= 3
    stale = [name for name in compared if then[name] != now[name]]
    assert stale == [], "look at the pages, then make screenshots"


def test_the_goals_are_read_from_the_tables():
    """The section on goals says what the other tables of the page say now."""
    assert str(goals(PAGE)) in PAGE, "run python -m benchmarks.error_rates --part speed"


def test_a_table_is_read_back():
    """Cells come without stars, numbers without the words and commas around them."""
    page = "### T\n\nText.\n\n| a | n = 1,000 |\n| --- | --: |\n| **x** | 1.5 / 20 % of 3,000 |\n\n### U\n"

    assert rows_of(page, "T") == [["a", "n = 1,000"], ["x", "1.5 / 20 % of 3,000"]]
    assert numbers("1.5 / 20 % of 3,000") == [1.5, 20, 3000]
    with pytest.raises(ValueError, match="no table 'V'"):
        rows_of(page, "V")
