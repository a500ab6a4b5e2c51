"""The items that moved, on the page: one row each, as many as there is room for, the rest counted."""

import re
from dataclasses import replace

import pytest

from gate.report import Lost
from gate.reporters import html
from gate.reporters.moved import Moved, moved, stories
from tests.reporters.pictured import items, search
from tests.reporters.test_html import Page, with_plots

SIX = ("ndcg@10", "recall@5", "mrr", "map", "ndcg@5", "precision@3")
LONG = "handbook/administration/section-{:06d}#how-to-set-limits-<&>-for-one-region-" + "and-another-" * 8


def moved_under(names, n, name):
    """A search over ``n`` questions with ids such as ``name``, each of which moved under all of ``names``."""
    told = search(n)
    (one,) = told.reports
    pictures = replace(
        one.pictures,
        gains=tuple(items(each, n, name=name) for each in names),
        movers=tuple(
            replace(one.movers[i % len(one.movers)], metric=names[0], item=name.format(i))
            for i in range(min(n, 150))
        ),
        sight=tuple(replace(one.pictures.sight[0], check=each) for each in names),
    )
    movers = tuple(
        replace(mover, metric=each, item=name.format(i))
        for each in names
        for i, mover in enumerate(one.movers)
    )
    return replace(told, reports=(replace(one, pictures=pictures, movers=movers),))


@pytest.mark.parametrize("name", [LONG, "質問" * 90 + "{:06d}"], ids=["long", "wide"])
def test_a_set_of_a_thousand_items_stays_below_a_megabyte(name):
    """Six headlines under which every one of 1,000 items moved, with all plots and with long ids."""
    pytest.importorskip("matplotlib")
    text = with_plots(moved_under(SIX, 1_000, name))

    assert 200_000 < len(text.encode()) < 1_000_000


def told(document, room=10**9, size=500):
    """Return what a page of a document with one report shows."""
    (shown,) = moved(document, room, lambda mover: size)
    return shown


def test_an_item_has_one_row_with_all_its_gains():
    """Under every headline, exact, and 0 where it did not move."""
    document = moved_under(("ndcg@10", "mrr"), 20, "q{:02d}")
    (one,) = document.reports
    first, second = one.pictures.gains
    second = replace(second, items=second.items[:5], gains=tuple(3 * gain for gain in second.gains[:5]))
    shown = told(
        replace(document, reports=(replace(one, pictures=replace(one.pictures, gains=(first, second))),))
    )

    assert shown.headlines == (("ndcg@10", 20, 20, "gain"), ("mrr", 5, 20, "gain"))
    assert len(shown.rows) == len({row.item for row in shown.rows}) == 20
    for row in shown.rows:
        place = first.items.index(row.item)
        assert row.gains == (first.gains[place], second.gains[place] if place < 5 else 0.0)
    assert shown.is_whole


def test_what_does_not_fit_is_counted():
    """Those that moved most are shown, the rest is told, and both sides of as many as there is room for."""
    document = moved_under(SIX, 1_000, LONG)
    page = Page(html.render(document))
    (caption,) = re.findall(
        r"Of them the ([\d,]+) items that moved most fit here; ([\d,]+) items? with", page.text
    )
    shown, sides = (int(number.replace(",", "")) for number in caption)

    assert 100 < shown < 1_000
    assert 10 < sides <= len(document.reports[0].pictures.movers)
    assert len([a for a in page.all("details") if a.get("class") == "both"]) == sides
    assert "Every item that moved" not in page.text
    assert "Every item that moved" in html.render(search(20))


@pytest.mark.parametrize(("size", "told"), [(500, "All of them"), (10**9, "None of them")])
def test_the_caption_goes_on_with_a_capital_behind_its_full_stop(monkeypatch, size, told):
    """Where every item fits, a sentence of its own says of how many both sides are told."""
    monkeypatch.setattr(html, "_size", lambda mover: size)

    text = Page(html.render(moved_under(("ndcg@10",), 20, "q{:02d}"))).text

    assert f"whose mean over all items is the gain. {told} with what both sides did." in text


def test_room_goes_to_those_that_moved_most():
    """The largest changes stand there, worst first, and some of them with both sides."""
    document = moved_under(("ndcg@10",), 100, "q{:03d}")
    (one,) = document.reports
    (gains,) = one.pictures.gains
    shown = told(document, room=2_500, size=150)
    largest = sorted(range(100), key=lambda i: (-abs(gains.gains[i]), gains.items[i]))[: len(shown.rows)]

    assert 5 < len(shown.rows) < 20
    assert [row.item for row in shown.rows] == [gains.items[i] for i in sorted(largest)]
    assert 0 < shown.told < len(shown.rows)
    assert not shown.is_whole
    assert shown.left_out == 100 - len(shown.rows)


def test_movers_are_gathered_by_item():
    """One that moved two checks is one story with both gains, and with the sides of the longer ranking."""
    document = moved_under(("ndcg@10", "mrr"), 50, "q{:02d}")
    (one,) = document.reports
    found = stories(one)

    assert len(found) == len({mover.item for mover in one.movers}) == len(one.movers) / 2
    for story in found:
        assert list(story.gains) == ["ndcg@10", "mrr"]
        assert [name for name, _, _ in story.values] == ["ndcg@10", "mrr"]


def test_nothing_moved_is_nothing_shown():
    """A report without pictures has no such rows, and says nothing of them."""
    (one,) = search(5).reports
    still = replace(one, pictures=None, movers=())

    assert told(replace(search(5), reports=(still,))) == Moved()
    assert "moved a headline" not in html.render(replace(search(5), reports=(still,)))


def test_an_item_tells_the_values_of_every_check_that_lost_it():
    """Not only of the check among whose movers it stands: what its row says was lost, both cells show."""
    told = moved_under(("ndcg@10", "mrr"), 40, "q{:03d}")
    (one,) = told.reports
    (item, *_) = (mover.item for mover in one.movers)
    kept = tuple(each for each in one.movers if (each.item, each.metric) != (item, "mrr"))
    lost = (Lost("mrr", item, "", 1, -0.5, 1.0, 0.5),)

    (first,) = [each for each in stories(replace(one, movers=kept, lost=lost)) if each.mover.item == item]

    assert [check for check, *_ in first.values] == ["ndcg@10", "mrr"]
    assert first.values[1] == ("mrr", 1.0, 0.5)
