"""What stands in a comment: the report, cut to size, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.digits import counted
from gate.reporters import markdown, words
from gate.reporters.escaping import code, sentence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gate.errors import Problem
    from gate.report import Document
    from gate.reporters.markdown import Image

MOST_PROBLEMS = 50
"""Problems that are listed before they are only counted."""

STAMP = 512
"""Characters kept free for the line above a text."""


@dataclass(frozen=True, slots=True)
class Text:
    """A comment without its stamp.

    Attributes:
        body: What was found, in Markdown; ends with a newline.
        foot: Which commit and run it came from.
    """

    body: str
    foot: str

    def __str__(self) -> str:
        return f"{self.body}{self.foot}"


def compose(
    document: Document, *, longest: int, foot: str = "", top: str = "", images: Sequence[Image] = ()
) -> Text:
    """Return the report as Markdown, short enough.

    Args:
        document: The report.
        longest: Characters that the text may have together with its stamp.
        foot: What :func:`footer` returned.
        top: Markdown to stand above the report.
        images: Plots to link.
    """
    top = f"{top}\n\n" if top else ""
    # Bytes are never fewer than characters, whichever way a forge counts them.
    budget = longest - STAMP - len(foot.encode()) - len(top.encode())
    body = _without_marker(markdown.render(document, budget=min(budget, markdown.BUDGET), images=images))
    if len(body.encode()) > budget:
        body = _shortest(document)
    return Text(f"{top}{body}", foot)


def without_report(problems: str, *, longest: int, foot: str = "") -> Text:
    """Return what stands where a report stood before: why there is none this time.

    Args:
        problems: What :func:`of_problems` returned.
        longest: Characters that the text may have together with its stamp.
        foot: What :func:`footer` returned.
    """
    if len(problems.encode()) > longest - STAMP - len(foot.encode()):
        heading = problems.partition("\n")[0]
        problems = (
            f"{heading}\n\nWhat is wrong is too long for a comment; the log of the run has everything.\n"
        )
    return Text(problems, foot)


def footer(*, head: str, url: str, remark: str = "") -> str:
    """Return one line in small print: the commit that was judged, the page of the run, a remark."""
    said = []
    if head:
        said.append(f"commit {code(head[:12])}")
    if url:
        said.append(f"[the run]({url})")
    if remark:
        said.append(remark)
    return f"\n<sub>{' · '.join(said)}</sub>\n" if said else ""


def of_problems(problems: Sequence[Problem], code_: int) -> str:
    """Return why there is no verdict, as Markdown."""
    rows = [f"### 🟠 no verdict (exit code {code_})", ""]
    for problem in problems[:MOST_PROBLEMS]:
        where = f"{code(problem.where, 200)}: " if problem.where else ""
        fix = f"; {sentence(problem.fix)}" if problem.fix else ""
        rows.append(f"- {where}{sentence(problem.coded)}{fix}")
    if len(problems) > MOST_PROBLEMS:
        rows.append(f"- and {len(problems) - MOST_PROBLEMS:,} more")
    return "\n".join(rows) + "\n"


def _without_marker(text: str) -> str:
    """Drop the reporter's own marker, since the stamp takes its place."""
    first, _, rest = text.partition("\n")
    return rest.lstrip("\n") if first.startswith("<!--") else text


def _shortest(document: Document) -> str:
    outcome = words.OUTCOMES[document.outcome]
    icon = markdown.ICONS[document.outcome]
    return (
        f"### {icon} {outcome}: {counted(len(document.reports), 'config')} checked, exit code "
        f"{document.exit_code}\n\n"
        "The report is too long for a comment; `report.json` has everything.\n"
    )
