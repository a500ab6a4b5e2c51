"""The diff a reviewer reads on a pull request.

Verdict first, then the checks that need eyes, all checks, what moved, the threshold, notices, where
the items went, what the gate could not see, the conditions; the last two folded where all is well. Provenance
is left out: clocks, hosts and commits differ between equal runs, and equal runs give the same bytes.
(``report.json`` has it.)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined

from gate.reporters import classes, moves, rows, words
from gate.reporters.escaping import alt, code, prose, sentence, slug
from gate.reporters.naming import paths
from gate.reporters.numbers import exact
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from gate.notice import Notice
    from gate.report import Bucket, Check, Document

BUDGET = 60_000
"""Bytes of UTF-8. The comment box of the large forges refuses a little over 65,000 characters."""

FOLD = 12
"""Rows of a table beyond which those that need no eyes are folded away."""

ICONS = {
    Outcome.REGRESSED: "🔴",
    Outcome.NOT_COMPARABLE: "🟠",
    Outcome.INCONCLUSIVE: "🟡",
    Outcome.PASS: "🟢",
    Outcome.IMPROVED: "🟢",
    Outcome.INFO: "⚪",
    Outcome.NOT_AFFECTED: "⚪",
}

_ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Image:
    """A plot that lies where whoever reads the Markdown can see it.

    Attributes:
        report: Place of its report in the document.
        title: What it shows.
        url: Where it lies; made of what is safe in a link.
    """

    report: int
    title: str
    url: str


@dataclass(frozen=True, slots=True)
class Room:
    """How many lines of each kind every report of a document may have.

    Attributes:
        passing: Rows of checks that need no eyes.
        movers: Items that moved.
        remarks: Lines about sight, accounting and notices.
        eyes: Checks that need eyes; the last to be cut.
        images: Plots that are linked.
    """

    passing: int = _ALL
    movers: int = _ALL
    remarks: int = _ALL
    eyes: int = _ALL
    images: int = _ALL


_GIVEN_UP_FIRST = ("images", "passing", "movers", "remarks", "eyes")


def render(document: Document, *, budget: int = BUDGET, images: Sequence[Image] = ()) -> str:
    """Render ``document``, in at most ``budget`` bytes wherever the verdicts alone fit.

    ``images`` are linked below their report. They are left out first, then passing rows, items that moved,
    remarks, and checks that need eyes. What was left out is counted in the text, save for images; the
    verdict lines always stand.
    """
    room = Room()
    text = _write(document, room, images)
    for kind in _GIVEN_UP_FIRST:
        if _size(text) <= budget:
            break
        room, text = _fit(document, room, kind, budget, images)
    return text


def marker(document: Document) -> str:
    """Return the hidden first line by which a comment is found again.

    It is keyed on the names of the configs; no text inside a report can look like it, since ``<``
    is never written for anybody.
    """
    return f"<!-- gate:{'+'.join(slug(report.name) for report in document.reports)} -->"


def _fit(document: Document, room: Room, kind: str, budget: int, images: Sequence[Image]) -> tuple[Room, str]:
    """Keep as many lines of one ``kind`` as the budget has room for, by bisection."""
    fits, too_many = 0, max(_most_lines(document), len(images), 1)
    best = replace(room, **{kind: 0})
    text = _write(document, best, images)
    if _size(text) > budget:
        return best, text
    while too_many - fits > 1:
        middle = (fits + too_many) // 2
        tried = replace(room, **{kind: middle})
        attempt = _write(document, tried, images)
        if _size(attempt) <= budget:
            fits, best, text = middle, tried, attempt
        else:
            too_many = middle
    return best, text


def _most_lines(document: Document) -> int:
    return max(
        (
            max(len(r.checks), len(r.movers), len(r.notices), len(r.accounting), len(r.blind_spots))
            for r in document.reports
        ),
        default=0,
    )


def _size(text: str) -> int:
    return len(text.encode("utf-8"))


def _write(document: Document, room: Room, images: Sequence[Image]) -> str:
    page = _pages().get_template("document.md.j2")
    text = page.render(
        document=document, room=room, marker=marker(document), images=images, paths=paths(document.reports)
    )
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"


@cache
def _pages() -> Environment:
    pages = Environment(
        loader=PackageLoader("gate.reporters"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # noqa: S701 - Markdown; `code` and `prose` escape what strangers named
    )
    pages.filters |= {
        "alt": alt,
        "code": code,
        "prose": prose,
        "sentence": sentence,
        "subject": _subject,
        "check": _check_name,
        "row": rows.row,
        "unbroken": lambda text: text.replace(" ", "&nbsp;"),
        "is_compared": rows.is_compared,
        "has_parts": rows.has_parts,
        "counts_more_now": rows.counts_more_now,
        "prices": rows.prices,
        "story": moves.story,
        "exact": exact,
        "attention": words.attention,
        "ending": words.ending,
        "grids": classes.grids,
    }
    pages.globals |= {
        "icon": ICONS,
        "outcome": words.OUTCOMES,
        "counted": words.counted,
        "split": rows.split,
        "by_check": moves.by_check,
        "named": _named,
        "fold": FOLD,
    }
    return pages


def _check_name(check: Check) -> str:
    """Return what :attr:`Check.name` says, as code, and a word on the direction where lower is better."""
    name = code(check.metric)
    if check.slice:
        name += f" [{code(check.slice)}]"
    if check.since:
        name += f" since {code(check.since)}"
    return f"{name} (lower is better)" if check.better == "lower" else name


def _subject(name: str, metrics: Collection[str]) -> str:
    """Return what a condition is about; a metric that ends it is code, blanks and all."""
    ends = [each for each in metrics if name == each or name.endswith(f" {each}")]
    metric = max(ends, key=len, default="")
    rest = name.removesuffix(metric).rstrip()
    return " ".join([*([prose(rest)] if rest else []), *([code(metric)] if metric else [])])


def _named(group: Bucket | Notice) -> str:
    """Return the ids that a group names, in parentheses, and a sign that there are more."""
    if not group.items:
        return ""
    more = ", …" if group.count > len(group.items) else ""
    return f" ({', '.join(map(code, group.items))}{more})"
