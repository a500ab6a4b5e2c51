"""How the pages become a site: `make docs`.

The pages are plain Markdown, and the navigation is what the lists of index.md say.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).parent

project = "mergegate"
copyright = "the mergegate authors"  # noqa: A001 - as Sphinx calls it
extensions = ["myst_parser"]
exclude_patterns = ["images"]
nitpicky = True

# As a forge spells anchors, so that one link leads to the same place in both.
myst_heading_anchors = 4
# Nothing is turned into something else than it is: no smart quotes in commands, no links of bare words.
smartquotes = False
myst_linkify_fuzzy_links = False

# Several JSON objects in a block are JSON Lines, and an ellipsis in output stands for more lines.
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "alabaster"  # comes with Sphinx and asks the network for nothing
html_theme_options = {
    "description": "A regression gate for retrieval and classifiers",
    "fixed_sidebar": True,
    "page_width": "72rem",
    "sidebar_width": "17rem",
}
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False


def parts(index: str) -> dict[str, list[str]]:
    r"""Return ``{part: pages}`` of the lists below the headings of level three of the section *Pages*.

    >>> parts("# T\n\n## Pages\n\n### Tutorials\n\n* [One](one.md): see [two](two.md)\n\n## Else\n")
    {'Tutorials': ['one']}
    """
    section = index.partition("\n## Pages\n")[2].partition("\n## ")[0]
    named = re.split(r"^### (.+)\n", section, flags=re.MULTILINE)[1:]
    listed = (re.findall(r"^\* \[[^\]]*\]\(([\w-]+)\.md\)", text, re.MULTILINE) for text in named[1::2])
    return dict(zip(named[::2], listed, strict=True))


def _navigate(_: object, document: str, source: list[str]) -> None:
    if document == "index":
        for part, pages in parts(source[0]).items():
            tree = "\n".join(["```{toctree}", ":hidden:", f":caption: {part}", "", *pages, "```"])
            source[0] += f"\n{tree}\n"


def _version() -> str:
    top = HERE.parent
    where = tomllib.loads((top / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["version"]
    found = re.search(where["pattern"], (top / where["path"]).read_text("utf-8"))
    assert found is not None
    return found["version"]


version = release = _version()


def setup(app: Any) -> Mapping[str, bool]:
    """Give the index its navigation."""
    app.connect("source-read", _navigate)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
