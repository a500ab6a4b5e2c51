"""Text in columns, and in paragraphs, for a terminal of a given width."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

GAP = "  "
_PIECE = re.compile(r"[^\s–]*\d %[^\s–]*|[^\s–]*–|[^\s–]+")
"""What a cell is never broken within: it may be broken at blanks, but not before "%", and after the dash of
two names."""


def cells_wide(text: str) -> int:
    r"""Return how many terminal cells ``text`` takes.

    >>> cells_wide("abc"), cells_wide("日本"), cells_wide("e\u0301")
    (3, 4, 1)
    """
    if text.isascii():
        return len(text)
    return sum(
        0
        if unicodedata.combining(c) or unicodedata.category(c) in {"Mn", "Me", "Cf"}
        else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )


def cut(text: str, width: int, *, more: str = "…") -> str:
    """Cut ``text`` to ``width`` cells; a cut ends in ``more``.

    >>> cut("abcdef", 4), cut("日本語", 5), cut("abc", 3)
    ('abc…', '日本…', 'abc')
    """
    if cells_wide(text) <= width:
        return text
    kept = text
    while kept and cells_wide(kept) > width - cells_wide(more):
        kept = kept[:-1]
    return kept.rstrip() + more


def shortened(text: str, width: int, *, more: str = "…") -> str:
    """Cut the middle of ``text`` out, so that what differs at either end stays different.

    >>> shortened("retrieval of passages", 9), shortened("retrieval", 9)
    ('retr…ages', 'retrieval')
    """
    if cells_wide(text) <= width:
        return text
    room = width - cells_wide(more)
    tail = text
    while tail and cells_wide(tail) > room // 2:
        tail = tail[1:]
    head = text
    while head and cells_wide(head) > room - cells_wide(tail):
        head = head[:-1]
    return head + more + tail


def table(rows: Sequence[Sequence[str]], alignment: str) -> list[str]:
    """Line ``rows`` up, the first of them being the head.

    Args:
        rows: Cells; every row has as many as ``alignment``.
        alignment: ``<`` or ``>`` for each column; one with nothing below its head is left out.
    """
    kept = [i for i in range(len(alignment)) if any(row[i] for row in rows[1:])]
    widths = {i: max(cells_wide(row[i]) for row in rows) for i in kept}
    return [
        GAP.join(_pad(row[i], widths[i], right=alignment[i] == ">") for i in kept).rstrip() for row in rows
    ]


def fitted(
    rows: Sequence[Sequence[str]], alignment: str, width: int, *, whole: Collection[int] = ()
) -> list[str]:
    """Line ``rows`` up as :func:`table` does, in at most ``width`` cells: wide cells are broken.

    The column gives way first of which fewest rows are broken then, down to its longest word. Lines are
    wider than ``width`` only where words alone are. A cell is broken at blanks, and after an en dash.

    Args:
        rows: Cells, the first row being the head.
        alignment: ``<`` or ``>`` for each column; one with nothing below its head is left out.
        width: Cells of a line.
        whole: Columns of which no cell below the head is broken.

    >>> fitted([("", "statistic"), ("a", "population stability index")], "<<", 16)
    ['   statistic', 'a  population', '   stability', '   index']
    >>> fitted([("distance",), ("Jensen–Shannon",)], "<", 10)
    ['distance', 'Jensen–', 'Shannon']
    """
    kept = [i for i in range(len(alignment)) if any(row[i] for row in rows[1:])]
    widths = {i: max(cells_wide(row[i]) for row in rows) for i in kept}
    pieces = {
        i: [word for row in rows for word in _PIECE.findall(row[i])]
        + [row[i] for row in rows[1:] if i in whole]
        for i in kept
    }
    least = {i: max(map(cells_wide, pieces[i]), default=0) for i in kept}
    while sum(widths.values()) + len(GAP) * (len(kept) - 1) > width:
        wide = [i for i in kept if widths[i] > least[i]]
        if not wide:
            break
        broken_by = {i: sum(cells_wide(row[i]) >= widths[i] for row in rows) for i in wide}
        widths[min(wide, key=lambda i: (broken_by[i], -widths[i]))] -= 1
    lines = []
    for row in rows:
        broken = {i: _broken(row[i], widths[i]) for i in kept}
        for n in range(max(map(len, broken.values()), default=0)):
            cells = [broken[i][n] if n < len(broken[i]) else "" for i in kept]
            padded = zip(cells, kept, strict=True)
            lines.append(
                GAP.join(_pad(cell, widths[i], right=alignment[i] == ">") for cell, i in padded).rstrip()
            )
    return lines


def paragraph(text: str, width: int, *, first: str = "", then: str = "") -> list[str]:
    """Break ``text`` into lines of at most ``width`` cells, at blanks only.

    A number and its "%" stay together.

    Args:
        text: One paragraph.
        width: Cells of a line; a word that is longer stands alone.
        first: What the first line begins with.
        then: What every further line begins with.

    >>> paragraph("in about 9.46 % of cases", 13)
    ['in about', '9.46 % of', 'cases']
    """
    lines: list[str] = []
    current = first
    empty = True
    for word in _words(text):
        if not empty and cells_wide(current) + 1 + cells_wide(word) > width:
            lines.append(current)
            current, empty = then, True
        current += word if empty else f" {word}"
        empty = False
    return [*lines, current]


def _broken(cell: str, width: int) -> list[str]:
    """Break ``cell`` into lines of at most ``width`` cells, as :func:`fitted` does."""
    lines = [""]
    text = " ".join(cell.split())
    for piece in _PIECE.finditer(text):
        blank = " " if text[: piece.start()].endswith(" ") else ""
        longer = f"{lines[-1]}{blank}{piece[0]}"
        if lines[-1] and cells_wide(longer) > width:
            lines.append(piece[0])
        else:
            lines[-1] = longer
    return lines


def joined(parts: Iterable[str], sep: str = " · ") -> str:
    """Join the parts that are not empty."""
    return sep.join(part for part in parts if part)


def _words(text: str) -> list[str]:
    """Return what no line is broken inside of: the words, a number together with its "%"."""
    words: list[str] = []
    for word in text.split():
        if words and word.startswith("%") and words[-1][-1].isdigit():
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


def _pad(text: str, width: int, *, right: bool) -> str:
    blanks = " " * (width - cells_wide(text))
    return blanks + text if right else text + blanks
