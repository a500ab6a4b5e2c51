"""Take the pictures of docs/images: the demo's failing search, and a report of five thousand items.

python -m tests.browser.screenshots
"""

import tempfile
from pathlib import Path

from gate.cli import main
from gate.reporters import html, plots
from tests.browser.pages import chromium, opened
from tests.reporters.pictured import search

REPOSITORY = Path(__file__).parents[2]
IMAGES = REPOSITORY / "docs" / "images"

PICTURES = {
    "report-light": ("demo", 960, "light", ""),
    "report-dark": ("demo", 960, "dark", ""),
    "report-narrow": ("demo", 400, "light", ""),
    "report-large": ("large", 960, "light", "h3:text-is('Items')"),
}
"""Name → which page, how wide, in what scheme, and what is scrolled to."""

HEIGHT = 760


def pages(folder):
    """Write the pages: the search that was broken on purpose, and a search of 5,000 questions."""
    run = REPOSITORY / "runs" / "docs_search.fault.jsonl"
    config = REPOSITORY / "configs" / "docs_search.yaml"
    file = folder / "demo.html"
    main(["check", str(config), "--run", str(run), "--base", "worktree", "--output", f"html:{file}"])
    document = search(5_000)
    drawn = [list(plots.draw(report)) for report in document.reports]
    (folder / "large.html").write_text(html.render(document, plots=drawn), "utf-8")


def take():
    """Open each page, scroll to what is to be seen, and keep what a reader sees."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        pages(folder)
        for picture, (of, width, scheme, top) in PICTURES.items():
            page, _ = opened(browser, folder / f"{of}.html", width=width, scheme=scheme)
            page.set_viewport_size({"width": width, "height": HEIGHT})
            if top:
                page.locator(top).first.evaluate("element => element.scrollIntoView()")
            page.screenshot(path=IMAGES / f"{picture}.png")
            page.close()


if __name__ == "__main__":
    take()
