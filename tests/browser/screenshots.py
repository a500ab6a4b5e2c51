"""Take the pictures of docs/images: a failing search, in light and dark.

python -m tests.browser.screenshots
"""

import tempfile
from pathlib import Path

from gate.cli import main
from tests.browser.pages import chromium, opened

REPOSITORY = Path(__file__).parents[2]
IMAGES = REPOSITORY / "docs" / "images"


def take():
    """Check the search that was broken on purpose, open its page, and keep what a reader sees first."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        file = Path(folder) / "report.html"
        run = REPOSITORY / "runs" / "docs_search.fault.jsonl"
        config = REPOSITORY / "configs" / "docs_search.yaml"
        wanted = ["--run", str(run), "--base", "worktree", "--output", f"html:{file}"]
        main(["check", str(config), *wanted])
        for scheme in ("light", "dark"):
            page, _ = opened(browser, file, width=960, scheme=scheme)
            page.set_viewport_size({"width": 960, "height": 760})
            page.screenshot(path=IMAGES / f"report-{scheme}.png")
            page.close()


if __name__ == "__main__":
    take()
