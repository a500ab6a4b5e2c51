"""`gate explain code`: what the code of an error, a notice or a verdict means."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.codes.declare import Code

EXIT_CODES = (
    "0 is not worse than tolerated, 1 regressed, 2 a malformed question, 3 no answer, 4 a failed system and "
    "5 a bug of the gate"
)
"""What calls end with."""

KINDS = {"error": "an error", "notice": "a notice", "verdict": "the reason of a verdict"}
"""How the kinds of codes are called."""


@click.command()
@click.argument("name", metavar="CODE", required=False)
def code(name: str | None) -> None:
    """Say what the CODE at the end of an error, of a notice or of a verdict means; without one, list all.

    \b
    Examples:
      gate explain code unknown_key
      gate explain code noisy_drop
      gate explain code
    """
    from gate import codes

    if name is None:
        click.echo("\n".join(listed()))
        return
    try:
        found = codes.find(name)
    except ValueError as error:
        from gate.errors import Problem, QuestionError

        what, fix = str(error), "`gate explain code` lists them"
        if name.strip().isdigit():
            what = f"{name!r} is no code in brackets but looks like an exit code, of which {EXIT_CODES}"
            fix = "docs/exit-codes.md says whose move each of them is; `gate explain code` lists the others"
        raise QuestionError(Problem(what, fix=fix, code="unknown_code")) from None
    click.echo("\n".join(page(found)))


def listed() -> Iterator[str]:
    """Yield the lines of the list of all codes."""
    from gate.codes import ALL, GROUPS

    width = max(map(len, ALL))
    for number, (heading, group) in enumerate(GROUPS.items()):
        if number:
            yield ""
        yield f"{heading}:"
        yield from (f"  {each.name:{width}}  {each.what}" for each in group)


def page(told: Code) -> Iterator[str]:
    """Yield the lines of one code's page."""
    import textwrap

    yield f"{told.name}, {' and '.join(KINDS[kind] for kind in told.kinds)}"
    yield ""
    for title, text in (("What", told.what), ("Why", told.why), ("Way out", told.fix)):
        first, *rest = textwrap.wrap(text, 88, break_long_words=False, break_on_hyphens=False)
        yield f"{title + ':':10}{first}"
        yield from (f"{'':10}{line}" for line in rest)
    yield ""
    yield "Example:"
    yield from (f"    {line}" for line in told.example.splitlines())
