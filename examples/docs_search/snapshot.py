"""Cut the documentation into sections: the frozen corpus that `docs_search` is judged on.

One section a line, from each heading of level two or three to the next, sorted by id::

    {"id": "runs#compressed-files", "title": "Runs: Compressed files", "text": "Every format is also …"}

The golden set judges this snapshot and not the living pages, so editing a page does not move the gate.
Running the script again is therefore a reviewed change: look at what it does to the judgements.

Usage, from the root of the repository::

    python examples/docs_search/snapshot.py
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
CORPUS = ROOT / "golden_sets" / "docs_search.corpus" / "sections.jsonl"

_HEADING = re.compile(r"(?P<level>#{1,3}) +(?P<title>.+?) *#*")
_FENCE = re.compile(r" *(```|~~~)")


@dataclass(frozen=True, slots=True)
class Section:
    """A piece of documentation that can be linked to.

    Attributes:
        id: ``page#anchor``.
        title: Title of the page and heading of the section.
        text: Markdown below the heading, up to the next one.
    """

    id: str
    title: str
    text: str


def anchor(heading: str) -> str:
    """Return the anchor a forge gives a heading: lower case, dashes for blanks, no punctuation.

    >>> anchor("Why `judged@k` drops, and what to do")
    'why-judgedk-drops-and-what-to-do'
    """
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", "-")


def sections(page: Path) -> Iterator[Section]:
    """Cut one page; text above its first section belongs to none and is left out."""
    title, heading, text, fenced = page.stem, "", list[str](), False
    for line in [*page.read_text(encoding="utf-8").splitlines(), "## "]:
        fenced ^= _FENCE.match(line) is not None
        found = None if fenced else _HEADING.fullmatch(line)
        if found is None and line != "## ":
            text.append(line)
            continue
        if heading:
            yield Section(f"{page.stem}#{anchor(heading)}", f"{title}: {heading}", "\n".join(text).strip())
        if found is not None and found["level"] == "#":
            title, heading = found["title"], ""
        elif found is not None:
            heading = found["title"]
        text = []


def main() -> None:
    """Write the corpus and say how many sections it holds."""
    found = sorted((s for page in DOCS.glob("*.md") for s in sections(page)), key=lambda s: s.id)
    ids = [s.id for s in found]
    twice = sorted({i for i in ids if ids.count(i) > 1})
    if twice:
        raise SystemExit(f"sections with the same anchor: {', '.join(twice)}")
    CORPUS.parent.mkdir(parents=True, exist_ok=True)
    lines = [
        json.dumps({"id": s.id, "title": s.title, "text": s.text}, ensure_ascii=False) + "\n" for s in found
    ]
    CORPUS.write_text("".join(lines), encoding="utf-8", newline="\n")
    print(f"{len(found)} sections in {CORPUS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
