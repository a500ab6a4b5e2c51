"""What every page for a browser is made with: its templates, its style, its script, and its escaping.

A page needs nothing but itself: style, script and drawings stand in it, and its content policy forbids any
other. The script only sorts and filters tables. Text that strangers chose is escaped by the template, after
what acts unseen has been made visible.
"""

from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from gate.reporters import words
from gate.reporters.escaping import ID, line


def templates() -> Environment:
    """Return the templates of pages, which escape by themselves, with what all of them use."""
    pages = Environment(
        loader=PackageLoader("gate.reporters"),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )
    pages.filters |= {"text": _text, "breakable": _breakable, "value": value}
    pages.globals |= {"counted": words.counted}
    return pages


def written(pages: Environment, name: str, **facts: Any) -> str:
    """Render the template ``name`` with the common style and script; no line of it is blank."""
    script = _source(pages, "page.js")
    text = pages.get_template(name).render(
        style=Markup(_source(pages, "page.css")),  # noqa: S704 - the package's own file
        script=Markup(script),  # noqa: S704 - the same
        script_digest=base64.b64encode(hashlib.sha256(script.encode("utf-8")).digest()).decode("ascii"),
        **facts,
    )
    return "\n".join(each.rstrip() for each in text.split("\n") if each.strip()) + "\n"


def _source(pages: Environment, name: str) -> str:
    assert pages.loader is not None
    return pages.loader.get_source(pages, name)[0]


def _text(text: str, limit: int = ID) -> str:
    """Spell what a stranger chose in one line; the template escapes it."""
    return line(text, limit)


def _breakable(name: str) -> Markup:
    """Escape a name, and let its line end behind a sign rather than anywhere."""
    return Markup(re.sub(r"(?<=[_(=:])(?=[A-Za-z0-9])", "<wbr>", str(escape(name))))  # noqa: S704 - escaped


def value(number: float | None) -> Markup:
    """Return the attribute by which the script sorts a number; nothing sorts first."""
    return Markup(' data-value="{}"').format("" if number is None else repr(number))
