"""Plots that Markdown links: where they will lie for whoever reads it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from gate.errors import Problem, QuestionError
from gate.reporters import PLOTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from gate.reporters.markdown import Image
    from gate.reporters.plots import Drawing

_ADDRESS = re.compile(r"[\w.~:/?#@!$&'*+,;=%-]+", re.ASCII)
"""What may stand in a link without being quoted; no brackets, which would end it."""

images_option = click.option(
    "--images",
    metavar="URL",
    help="Where the plots of `--output svg:DIR` or `png:DIR` will lie for whoever reads the Markdown, which "
    "then links them: an address, or a path relative to the Markdown.",
)
"""The option of commands whose Markdown may link plots; :func:`refuse_images` reads its value first."""


def refuse_images(url: str | None, formats: Iterable[str]) -> None:
    """Refuse an address that no link can hold, and one without plots to lie there.

    Args:
        url: The address, as typed.
        formats: Those of all reports that are written.

    Raises:
        QuestionError: It says which.
    """
    if url is None:
        return
    if not _ADDRESS.fullmatch(url):
        fix = "give an address such as https://example.org/plots, or a folder such as plots"
        raise QuestionError(Problem(f"--images {url!r} cannot stand in a link", fix=fix, code="option_value"))
    if not any(name in PLOTS for name in formats):
        fix = "add --output svg:plots, for example"
        raise QuestionError(
            Problem("--images links plots, and none are written", fix=fix, code="output_option")
        )


def link(drawn: Sequence[Drawing], url: str | None) -> tuple[Image, ...]:
    """Return what Markdown links: each plot below ``url``; nothing where nobody could see it."""
    if url is None:
        return ()
    from gate.reporters.markdown import Image

    base = url.removesuffix("/")
    return tuple(Image(each.report, each.title, f"{base}/{quote(each.name)}") for each in drawn)
