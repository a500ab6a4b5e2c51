"""The page in a real browser: light, dark, narrow, sorted, filtered, printed, and by a stranger."""

import math
import re

import pytest

from gate.cli import main
from gate.reporters import html, plots
from gate.reporters.escaping import line
from tests.browser.pages import CONTRAST, opened
from tests.conftest import REPOSITORY
from tests.reporters.pictured import search
from tests.reporters.strangers import HOSTILE, hostile_ids

pytestmark = pytest.mark.slow

AA = 4.5
"""Least contrast of text of the usual size: WCAG 2.1, criterion 1.4.3."""

LOOKS = [(1_200, "light"), (1_200, "dark"), (400, "light"), (400, "dark")]


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The demo's two reports, a worse classifier, a search of 5,000 items, one by strangers, and drift."""
    folder = tmp_path_factory.mktemp("pages")
    configs = [str(REPOSITORY / f"configs/{name}.yaml") for name in ("docs_search", "breast_cancer")]
    assert main(["check", *configs, "--base", "worktree", "--output", f"html:{folder / 'demo.html'}"]) == 0
    failing = ["--run", str(REPOSITORY / "runs/breast_cancer.fault.csv"), "--base", "worktree"]
    page = f"html:{folder / 'failing.html'}"
    assert main(["check", configs[1], *failing, "--output", page]) == 1
    drifted = ["--window", str(REPOSITORY / "windows/docs_traffic.drifted.jsonl")]
    page = f"html:{folder / 'drifted.html'}"
    monitored = str(REPOSITORY / "configs/monitor/docs_traffic.yaml")
    assert main(["monitor", monitored, *drifted, "--output", page]) == 1
    for name, document in (("large", search(5_000)), ("hostile", hostile_ids())):
        drawn = [list(plots.draw(report)) for report in document.reports]
        (folder / f"{name}.html").write_text(html.render(document, plots=drawn), "utf-8")
    return folder


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.parametrize("name", ["demo", "large", "hostile", "drifted"])
def test_the_page_is_quiet_legible_and_fits(browser, pages, name, width, scheme):
    """Nothing in the console, nothing from the network, no sideways scroll, and AA contrast everywhere."""
    page, said = opened(browser, pages / f"{name}.html", width=width, scheme=scheme)

    assert said == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    assert dark == (scheme == "dark")
    contrast = page.evaluate(CONTRAST)
    assert len(contrast) > 10
    assert {kind: ratio for kind, ratio in contrast.items() if ratio < AA} == {}
    page.close()


@pytest.mark.parametrize("name", ["demo", "failing", "large"])
def test_every_check_is_seen_whole(browser, pages, name):
    """At 1,200 points the table of checks, with its sentences, needs no sideways scroll."""
    page, _ = opened(browser, pages / f"{name}.html", width=1_200)
    sizes = page.get_by_role("region", name="All checks", exact=True).evaluate_all(WIDTHS)

    assert sizes
    assert all(content <= box for content, box in sizes), sizes
    page.close()


TELEPHONE = [(name, 400) for name in ("demo", "failing", "large", "hostile")]


@pytest.mark.parametrize(
    ("name", "width"), [*TELEPHONE, ("failing", 360), ("failing", 700), ("failing", 1_200)]
)
def test_plots_are_legible(browser, pages, name, width):
    """One drawing of each plot is seen, whole, and no letter in it is less than 11 pixels high."""
    page, _ = opened(browser, pages / f"{name}.html", width=width)
    figures = page.locator("figure").count()
    seen = page.locator("figure svg:visible")

    assert figures >= 1
    assert seen.count() == figures
    assert {kind for (kind,) in seen.evaluate_all("all => all.map(e => [e.getAttribute('class')])")} == {
        "narrow" if width < 736 else "wide"
    }
    boxes = seen.evaluate_all("all => all.map(e => e.getBoundingClientRect()).map(b => [b.left, b.right])")
    assert all(left >= 0 and right <= width for left, right in boxes), boxes
    letters = seen.evaluate_all(LETTERS)
    assert len(letters) >= 5
    assert min(letters) >= 11
    page.close()


LETTERS = """all => all.flatMap(svg => {
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return [...svg.querySelectorAll("text")].map(e => scale * parseFloat(getComputedStyle(e).fontSize));
})"""
"""Sizes of all letters of drawings, in pixels of the page."""


@pytest.mark.parametrize(("name", "width"), TELEPHONE)
def test_checks_are_cards_on_a_telephone(browser, pages, name, width):
    """Each shows its name, then its verdict, then every number, inside the screen and without scrolling."""
    page, _ = opened(browser, pages / f"{name}.html", width=width)
    cards = page.locator("table.checks tbody tr")

    assert cards.count() >= 1
    for card in cards.all():
        parts = card.locator("th, td").evaluate_all(PARTS)
        assert len(parts) == 7
        assert all(0 <= left < right <= width for _, _, left, right in parts)
        (verdict, top, *_) = parts[-1]
        assert verdict
        assert parts[0][1] < top < min(y for _, y, *_ in parts[1:-1])
    for box in page.locator("table.cards").locator("xpath=..").all():
        assert box.evaluate("e => e.scrollWidth <= e.clientWidth")
    page.close()


PARTS = """all => all.map(e => {
  const box = e.getBoundingClientRect();
  return [e.innerText.trim(), box.top, box.left, box.right];
})"""


@pytest.mark.parametrize("width", [400, 1_200])
def test_the_confusion_matrix_is_seen_whole(browser, pages, width):
    """Both numbers, the difference and both shares of every cell, on a telephone as well."""
    page, _ = opened(browser, pages / "failing.html", width=width)
    box = page.get_by_role("region", name="Confusion matrix")

    assert box.evaluate("e => e.scrollWidth <= e.clientWidth")
    assert "+234, worse" in box.inner_text()
    page.close()


WIDTHS = "all => all.map(e => [e.scrollWidth, e.clientWidth])"
SIZES = "all => all.map(e => [e.scrollWidth, e.clientWidth, e.scrollHeight, e.clientHeight])"


@pytest.mark.parametrize("name", ["demo", "failing"])
def test_the_tab_key_stops_where_something_is_to_do(browser, pages, name):
    """A box is a stop only while it scrolls; on a wide screen no table of checks does, and no plot ever."""
    page, _ = opened(browser, pages / f"{name}.html", width=1_200)
    stops = page.locator("[tabindex]")

    assert all(w > box_w or h > box_h for w, box_w, h, box_h in stops.evaluate_all(SIZES))
    assert page.locator("figure [tabindex]").count() == 0
    assert page.get_by_role("region", name="All checks").first.get_attribute("tabindex") is None
    for folded in page.locator("main > section > details").all():
        folded.locator("summary").first.click()
    tall = page.get_by_role("region", name="Items that moved a headline").first
    tall.scroll_into_view_if_needed()
    page.wait_for_function("e => e.tabIndex === 0", arg=tall.element_handle())
    page.close()


@pytest.mark.parametrize("name", ["failing", "demo"])
def test_every_column_sorts_by_value(browser, pages, name):
    """Up, then down, then as it was: by key, numbers and ends of intervals by size, verdicts by severity."""
    page, _ = opened(browser, pages / f"{name}.html")
    table = page.locator("table.checks").first
    rows = table.locator("tbody tr")
    start = rows.all_inner_texts()
    for column in range(7):
        button = table.locator("thead button").nth(column)
        button.focus()
        for order in ("ascending", "descending", None):
            page.keyboard.press("Enter")
            told = table.locator("th[aria-sort]").evaluate_all("all => all.map(e => e.ariaSort)")
            assert told == ([order] if order else [])
            if order is None:
                assert rows.all_inner_texts() == start
                continue
            cells = rows.evaluate_all(f"all => all.map(row => row.cells[{column}].innerText.trim())")
            values = [read(cell, column) for cell in cells]
            assert values == sorted(values, reverse=order == "descending")
        assert len(set(start)) > 3
    page.close()


SEVERITY = ["regressed", "not comparable", "inconclusive", "pass", "improved", "info", "not affected"]


def read(cell, column):
    """Return what a reader sorts a cell by: its name, its first number, or how worrying it is."""
    if column == 0:
        return [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", cell.lower())]
    if column == 6:
        return SEVERITY.index(cell.partition(":")[0])
    text = cell.rpartition("= ")[2].replace("−", "-").replace("±", "").replace(",", " ")
    number = re.match(r"[-+]?[\d.]+", text)
    return float(number[0]) if number else -math.inf


def test_movers_sort_by_each_of_their_checks(browser, pages):
    """By keyboard: numbers by value, up and then down, with the state told to screen readers."""
    page, _ = opened(browser, pages / "large.html")
    table = page.get_by_role("table", name="Items that moved most")
    button = table.get_by_role("button", name="gain ndcg@10")
    button.focus()
    for order, turn in (("ascending", 1), ("descending", -1)):
        page.keyboard.press("Enter")
        values = [float(v) for v in table.locator("tbody td:nth-child(2)").evaluate_all(VALUES)]
        assert values == sorted(values, key=lambda value: turn * value)
        assert len(set(values)) > 10
        assert table.locator("th[aria-sort]").evaluate_all("all => all.map(e => e.ariaSort)") == [order]
    page.close()


VALUES = "all => all.map(e => e.dataset.value)"


def test_five_thousand_rows_are_filtered_at_once(browser, pages):
    """What is typed is kept, the rest hidden, and the count told; all come back."""
    page, _ = opened(browser, pages / "large.html")
    page.get_by_text("Every item that moved a headline").click()
    region = page.get_by_role("region", name="Items that moved a headline")
    tools = region.locator("xpath=preceding-sibling::div[1]")
    field = tools.get_by_label("Show rows with")
    field.fill("QUESTION-000123")

    assert tools.get_by_role("status").inner_text() == "1 of 5000 rows"
    assert region.locator("tbody tr:visible").count() == 1
    field.fill("")
    assert tools.get_by_role("status").inner_text() == "5000 of 5000 rows"
    page.close()


def test_hostile_text_is_seen_as_text(browser, pages):
    """No element comes of it, no dialog opens, and each id is read as it is spelt everywhere."""
    page, said = opened(browser, pages / "hostile.html")
    shown = (
        page.get_by_role("table", name="Items that moved most").locator("tbody th bdi").all_text_contents()
    )

    assert said == []
    assert {line(text, 200) for text in HOSTILE} <= set(shown)
    assert page.locator("img, iframe, object, b, section script").count() == 0
    page.close()


@pytest.mark.parametrize("name", ["demo", "large"])
def test_the_page_is_read_without_script(browser, pages, name):
    """Every table and drawing is there, and no control that would do nothing."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((pages / f"{name}.html").as_uri())

    assert page.get_by_role("table").count() >= 2
    assert page.locator("svg").count() >= 5
    assert page.get_by_role("button").count() == 0
    assert page.get_by_role("main").count() == 1
    context.close()


def test_focus_is_seen(browser, pages):
    """The first stop of the tab key is the link past the header, and it has an outline."""
    page, _ = opened(browser, pages / "demo.html")
    page.keyboard.press("Tab")

    assert page.evaluate("document.activeElement.textContent") == "Skip to the report"
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.close()


PAPER = 718
"""Pixels of a sheet of A4 between margins of a centimetre."""

BOXES = (
    """all => all.map(getComputedStyle).map(style => [style.overflowX, style.overflowY, style.maxHeight])"""
)


@pytest.mark.parametrize("name", ["demo", "failing", "large"])
def test_the_page_prints_light_and_whole(browser, pages, name):
    """On paper it is black on white whatever the screen's scheme, without controls or scrolled boxes."""
    page, _ = opened(browser, pages / f"{name}.html", scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator(".tools:visible").count() == 0
    boxes = page.locator(".scroll").evaluate_all(BOXES)
    assert len(boxes) >= 3
    figures = page.locator("figure").count()
    assert page.locator("figure svg.wide:visible").count() == figures >= 4
    assert page.locator("figure svg.narrow:visible").count() == 0
    assert {tuple(box) for box in boxes} == {("visible", "visible", "none")}
    assert page.pdf()[:4] == b"%PDF"
    page.set_viewport_size({"width": PAPER, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= PAPER
    page.close()
