"""Nodes of a YAML file: values that know where they stand, by the core schema of YAML 1.2."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOL = {word: word[0] in "tT" for word in ("true", "True", "TRUE", "false", "False", "FALSE")}
_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,299})|0o[0-7]{1,99}|0x[0-9a-fA-F]{1,99}")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_SPECIAL = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_LOGIN = re.compile(r"(?<=//)[^/?#\s]+(?=@)")


@dataclass(frozen=True, slots=True)
class Span:
    """Where something stands: line and columns, counted from 0; ``end`` is exclusive."""

    line: int
    start: int
    end: int


@dataclass(slots=True)
class Node:
    """A value of the file: a scalar, or a mapping or list of nodes.

    Attributes:
        span: Where it begins; for a scalar, where it stands on its first line.
        text: A scalar as it is written, quotes undone; ``None`` for the others.
        plain: Whether the scalar is written without quotes.
        entries: ``{key as written: (key, value)}`` of a mapping.
        items: Members of a list.
    """

    span: Span
    text: str | None = None
    plain: bool = False
    entries: dict[str, tuple[Node, Node]] | None = None
    items: list[Node] | None = None

    @property
    def value(self) -> object:
        """The scalar's value by the core schema of YAML 1.2; text for what is no number, truth or null."""
        return scalar(self.text or "") if self.plain else self.text


def scalar(text: str) -> object:
    """Return what an unquoted scalar means.

    >>> [scalar(t) for t in ("no", "1e-3", "010", "0x1F", "True", "~", "1:30", "2024-01-01")]
    ['no', 0.001, '010', 31, True, None, '1:30', '2024-01-01']
    """
    if text in _NULL:
        return None
    if text in _BOOL:
        return _BOOL[text]
    if _INT.fullmatch(text):
        return int(text, 0)
    if _FLOAT.fullmatch(text):
        return float(text)
    if _SPECIAL.fullmatch(text):
        return float(text.lower().replace(".", ""))
    return text


def excerpt(lines: Sequence[str], span: Span, *, width: int = 100) -> str:
    """Return the line and a caret below, cut to ``width`` around the place; no password of an address."""
    if span.line >= len(lines) or not lines[span.line].strip():
        return ""
    first = max(0, span.start - width // 2) if len(lines[span.line]) > width else 0
    hidden = _LOGIN.sub(lambda login: "*" * len(login[0]), lines[span.line])
    shown = hidden[first : first + width]
    shown = "".join(c if c.isprintable() else " " for c in shown)
    length = max(1, min(span.end - span.start, width - (span.start - first)))
    return f"{shown}\n{' ' * (span.start - first)}{'^' * length}"
