"""Tables of many columns and long names on a desk, a tablet and a telephone: whatever they hold is seen."""

import pytest

from gate.cli import main
from tests.browser.pages import opened
from tests.conftest import REPOSITORY

pytestmark = pytest.mark.slow

NAMES = ("section_subjects", "library_answers")
"""A classifier of eight classes, and a generator with a check whose name is long."""

WIDTHS = (1_200, 1_000, 900, 400)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """A page of each, about a run that was broken on purpose."""
    folder = tmp_path_factory.mktemp("pages")
    for name in NAMES:
        asked = [f"{REPOSITORY}/configs/{name}.yaml", "--run", f"{REPOSITORY}/runs/{name}.fault.jsonl"]
        assert main(["check", *asked, "--base", "worktree", "--output", f"html:{folder / name}.html"]) == 1
    return folder


BEYOND = """box => {
  const { left, right } = box.getBoundingClientRect();
  return [...box.querySelectorAll("tbody th, td")].filter(cell => cell.offsetWidth).filter(cell => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return [...range.getClientRects()].some(seen => seen.right > right + 1 || seen.left < left - 1);
  }).map(cell => cell.innerText);
}"""
"""The cells of which a part of the text lies outside the box."""


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_every_verdict_lies_inside_its_box(browser, pages, name, width):
    """The last column of the checks is as far to the right as the box or less, with all of its words."""
    page, _ = opened(browser, pages / f"{name}.html", width=width)
    box = page.get_by_role("region", name="All checks", exact=True)
    edge = box.evaluate("e => e.getBoundingClientRect().right")
    verdicts = box.locator("td.because")

    assert verdicts.count() >= 5
    assert all(right <= edge for right in verdicts.evaluate_all(RIGHT))
    assert box.evaluate(BEYOND) == []
    page.close()


RIGHT = "all => all.map(e => e.getBoundingClientRect().right)"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", NAMES)
def test_no_table_scrolls_sideways(browser, pages, name, width):
    """Nor do the folded ones, once they are opened."""
    page, _ = opened(browser, pages / f"{name}.html", width=width)
    page.evaluate("document.querySelectorAll('details').forEach(e => { e.open = true; })")
    sizes = page.locator(".scroll").evaluate_all("all => all.map(e => [e.scrollWidth, e.clientWidth])")

    assert len(sizes) >= 3
    assert all(content <= box for content, box in sizes), sizes
    page.close()


@pytest.mark.parametrize("width", WIDTHS)
def test_every_class_of_a_large_matrix_is_seen(browser, pages, width):
    """Its heads are names, or numbers beside the names of the rows; on a telephone each count names it."""
    page, _ = opened(browser, pages / "section_subjects.html", width=width)
    matrix = page.locator("table.counts.wide")
    names = matrix.locator("tbody th bdi").all_inner_texts()
    heads = [text.split() for text in matrix.locator("thead th.number").all_text_contents()]

    assert heads == [[str(i), name] for i, name in enumerate(names, start=1)]
    assert matrix.locator("xpath=..").evaluate(BEYOND) == []
    (tool,) = matrix.locator("tbody tr", has_text="−15, worse").all()
    assert tool.locator("td").last.is_visible()
    assert "15 → 0" in tool.inner_text()
    if width > 1_024:
        assert matrix.locator("thead .name").last.evaluate("e => e.offsetWidth") > 20
    elif width > 864:
        assert matrix.locator("thead .place").last.is_visible()
    else:
        label = tool.locator("td").last.evaluate("e => getComputedStyle(e, '::before').content")
        assert label.startswith("attr(data-label)") or "tool" in label
    page.close()
