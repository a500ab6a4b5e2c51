"""The page in a real browser: light, dark, narrow, sorted, filtered, printed, and by a stranger."""

import pytest

from gate.cli import main
from gate.reporters import html, plots
from gate.reporters.escaping import line
from tests.browser.pages import CONTRAST, chromium, opened
from tests.conftest import REPOSITORY
from tests.reporters.pictured import search
from tests.reporters.strangers import HOSTILE, hostile_ids

pytestmark = pytest.mark.slow

AA = 4.5
"""Least contrast of text of the usual size: WCAG 2.1, criterion 1.4.3."""

LOOKS = [(1_200, "light"), (1_200, "dark"), (400, "light"), (400, "dark")]


@pytest.fixture(scope="module")
def browser():
    """One browser for all tests here."""
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The demo's two reports, a classifier that got worse, a search of 5,000 items, and one by strangers."""
    folder = tmp_path_factory.mktemp("pages")
    configs = [str(REPOSITORY / f"configs/{name}.yaml") for name in ("docs_search", "breast_cancer")]
    assert main(["check", *configs, "--base", "worktree", "--output", f"html:{folder / 'demo.html'}"]) == 0
    failing = ["--run", str(REPOSITORY / "runs/breast_cancer.fault.csv"), "--base", "worktree"]
    page = f"html:{folder / 'failing.html'}"
    assert main(["check", configs[1], *failing, "--output", page]) == 1
    for name, document in (("large", search(5_000)), ("hostile", hostile_ids())):
        drawn = [list(plots.draw(report)) for report in document.reports]
        (folder / f"{name}.html").write_text(html.render(document, plots=drawn), "utf-8")
    return folder


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.parametrize("name", ["demo", "large", "hostile"])
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


@pytest.mark.parametrize("name", ["demo", "failing", "large"])
def test_plots_are_seen_whole_on_a_telephone(browser, pages, name):
    """At 400 points no plot is cut: zero and what is tolerated lie inside their boxes."""
    page, _ = opened(browser, pages / f"{name}.html", width=400)
    boxes = page.locator("figure .scroll")
    sizes = boxes.evaluate_all(WIDTHS)

    assert len(sizes) >= 5
    assert all(content <= box <= 400 for content, box in sizes), sizes
    page.close()


WIDTHS = "all => all.map(e => [e.scrollWidth, e.clientWidth])"


def test_a_table_sorts_by_its_heads(browser, pages):
    """By keyboard: numbers by value, up and then down, with the state told to screen readers."""
    page, _ = opened(browser, pages / "large.html")
    table = page.get_by_role("table", name="Items that moved most")
    button = table.get_by_role("button", name="gain")
    button.focus()
    for order, turn in (("ascending", 1), ("descending", -1)):
        page.keyboard.press("Enter")
        values = [float(v) for v in table.locator("tbody td:nth-child(3)").evaluate_all(VALUES)]
        assert values == sorted(values, key=lambda value: turn * value)
        assert len(set(values)) > 10
        assert table.locator("th[aria-sort]").evaluate_all("all => all.map(e => e.ariaSort)") == [order]
    page.close()


VALUES = "all => all.map(e => e.dataset.value)"


def test_five_thousand_rows_are_filtered_at_once(browser, pages):
    """What is typed is kept, the rest hidden, and the count told; all come back."""
    page, _ = opened(browser, pages / "large.html")
    page.get_by_text("The items that moved a headline most").click()
    region = page.get_by_role("region", name="Items that moved a headline")
    tools = region.locator("xpath=preceding-sibling::div[1]")
    field = tools.get_by_label("Show rows with")
    field.fill("QUESTION-000123")

    assert tools.get_by_role("status").inner_text() == "3 of 13478 rows"
    assert region.locator("tbody tr:visible").count() == 3
    field.fill("")
    assert tools.get_by_role("status").inner_text() == "13478 of 13478 rows"
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


BOXES = (
    """all => all.map(getComputedStyle).map(style => [style.overflowX, style.overflowY, style.maxHeight])"""
)


@pytest.mark.parametrize("name", ["demo", "large"])
def test_the_page_prints_light_and_whole(browser, pages, name):
    """On paper it is black on white whatever the screen's scheme, without controls or scrolled boxes."""
    page, _ = opened(browser, pages / f"{name}.html", scheme="dark")
    page.emulate_media(media="print", color_scheme="dark")

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator(".tools:visible").count() == 0
    boxes = page.locator(".scroll").evaluate_all(BOXES)
    assert len(boxes) > 5
    assert {tuple(box) for box in boxes} == {("visible", "visible", "none")}
    assert page.pdf()[:4] == b"%PDF"
    page.close()
