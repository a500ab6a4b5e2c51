"""Links between the pages, and the shape of their tables."""

import pytest

from tests.docs.pages import PAGES, REPOSITORY, anchors, links, name_of, tables


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page):
    """Every link inside the repository names a file that exists and a heading that it has."""
    astray = []
    for target in links(page):
        if "://" in target or target.startswith("mailto:"):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        inside = there.exists() and there.is_relative_to(REPOSITORY)
        if not inside or (anchor and anchor not in anchors(there)):
            astray.append(target)
    assert astray == []


def test_no_page_is_lost():
    """Every page under docs/ can be reached from the index."""
    reached, waiting = set(), [REPOSITORY / "docs" / "index.md"]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        inside = [target.partition("#")[0] for target in links(page) if "://" not in target]
        waiting += [(page.parent / path).resolve() for path in inside if path]
    assert {page for page in PAGES if page.parent == REPOSITORY / "docs"} <= reached


def test_anchors_are_spelt_as_the_forge_spells_them():
    """A heading's anchor drops marks, keeps dashes and underscores, and tells equal headings apart."""
    found = anchors(REPOSITORY / "docs" / "metrics.md")
    assert {"ndcg-and-dcg", "recall-and-capped_recall", "any-number-a-run-carries-meanfield"} <= found


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_tables_are_whole(page):
    """Every table has a head, and every row of it as many cells."""
    for rows in tables(page):
        assert set("".join(rows[1])) <= set("-: "), rows[0]
        assert {len(row) for row in rows} == {len(rows[0])}, rows[0]
