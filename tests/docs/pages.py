"""The Markdown pages of the repository, taken apart."""

import re
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]

PAGES = sorted(
    [
        *(REPOSITORY / "docs").glob("*.md"),
        *(REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
        REPOSITORY / "examples" / "docs_search" / "README.md",
    ]
)

FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^(#{1,6}) +(.+?) *$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]+)\)")
_CODE = re.compile(r"`[^`\n]+`")


@dataclass(frozen=True)
class Block:
    """A fenced block: language, text without indentation, the line it begins on, and the words above it."""

    language: str
    text: str
    line: int
    above: str = ""


def name_of(page):
    """Return a page's path from the top of the repository, as the name of a test."""
    return page.relative_to(REPOSITORY).as_posix()


def blocks(page, *languages):
    """Return the fenced blocks of ``page`` in one of ``languages``; all of them where none is named."""
    text = page.read_text("utf-8")
    found = []
    for match in FENCE.finditer(text):
        indent, language, inside = match.groups()
        if not languages or language in languages:
            lines = (line.removeprefix(indent) for line in inside.splitlines())
            above = text[: match.start()].rstrip().rpartition("\n")[2]
            line = text.count("\n", 0, match.start()) + 2
            found.append(Block(language, "\n".join(lines) + "\n", line, above))
    return found


def prose(page):
    """Return the text of ``page`` without fenced blocks."""
    return FENCE.sub("", page.read_text("utf-8"))


def headings(page, level=None):
    """Return the headings of ``page``, as they are written."""
    return [text for marks, text in _HEADING.findall(prose(page)) if level in (None, len(marks))]


def links(page):
    """Return the targets of all links of ``page``; what stands in code is no link."""
    return [target for _, target in _LINK.findall(_CODE.sub("`code`", prose(page)))]


def anchors(page):
    """Return the anchors that a forge gives the headings of ``page``."""
    found = {}
    for heading in headings(page):
        text = _LINK.sub(r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        times = found.get(slug, -1) + 1
        found[slug] = times
        if times:
            found[f"{slug}-{times}"] = 0
    return set(found)


def tables(page):
    """Return the tables of ``page``, each a list of rows, each a list of cells."""
    found, rows = [], []
    for line in [*prose(page).splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
        elif rows:
            found.append(rows)
            rows = []
    return found


def section(page, heading):
    """Return the text below ``heading`` of level two, up to the next one."""
    _, found, rest = page.read_text("utf-8").partition(f"\n## {heading}\n")
    assert found, f"{name_of(page)} has no section {heading!r}"
    return rest.partition("\n## ")[0]


def unpacked(page, folder):
    """Write the blocks of ``page`` that begin with a remark of their path, ``# configs/x.yaml``, to files."""
    for block in blocks(page, "python", "yaml"):
        match = re.match(r"# ([\w./]+\.(?:py|yaml))\n", block.text)
        if match:
            path = folder / match[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, "utf-8")
