"""Take the pictures of docs/images: a search and a classifier that got worse, and a report of 5,000 items.

python -m tests.browser.screenshots
"""

import json
import tempfile
from pathlib import Path

from tests.browser.pages import chromium, opened
from tests.browser.photographed import IMAGES, RECORD, pages, record, rendered

PICTURES = {
    "report-light": ("search", 1_200, "light", ""),
    "report-dark": ("classifier", 1_200, "dark", ""),
    "report-narrow": ("search", 400, "light", ""),
    "report-movers": ("search", 1_200, "light", "[aria-label='Items that moved most']"),
    "report-classes": ("classifier", 1_200, "light", "#report-1-classes"),
    "report-costs": ("classifier", 1_200, "dark", "figure:has-text('Cost against threshold')"),
    "report-large": ("large", 1_200, "light", "#report-1-items"),
}
"""Name → which page, how wide, in what scheme, and what is scrolled to."""

HEIGHT, TALL = 900, 1_500
"""Pixels of a picture, and of one of a telephone, on which more is scrolled."""


def take():
    """Open each page, scroll to what is to be seen, keep what a reader sees, and record the pages."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        documents = dict(pages(folder))
        for of, document in documents.items():
            (folder / f"{of}.html").write_text(rendered(document, drawn=True), "utf-8")
        for picture, (of, width, scheme, top) in PICTURES.items():
            page, _ = opened(browser, folder / f"{of}.html", width=width, scheme=scheme)
            page.set_viewport_size({"width": width, "height": TALL if width <= 400 else HEIGHT})
            if top:
                page.locator(top).first.evaluate("element => element.scrollIntoView()")
            page.screenshot(path=IMAGES / f"{picture}.png")
            page.close()
        RECORD.write_text(json.dumps(record(documents), indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    take()
