"""YAML 1.2 text → plain values that know where they stand.

Strict where YAML surprises: ``no`` is text, ``1e-3`` a number, ``010`` text and not eight; dates and
``1:30`` are text; a key that occurs twice is an error; tags and merge keys are refused; depth and
aliases are bounded, so that no file can exhaust the memory or the stack.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.errors import Problem, QuestionError, raise_all
from gate.yaml_source.builder import LINE_BREAK, Builder
from gate.yaml_source.nodes import Node, Span, excerpt

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_CHARACTERS = 1_000_000
"""Of a config."""

MAX_CHARACTERS_OF_DATA = 50_000_000
"""Of a file of data."""

Path = tuple[str | int, ...]
"""Keys and positions from the top of the file to a value."""


@dataclass(frozen=True)
class Document:
    """A file's one YAML document.

    Attributes:
        root: Its outermost value.
        shown: The file's name, for messages.
        lines: Its lines, for excerpts.
        problems: Keys that are given twice, with both lines each; the first one stands in ``root``.
    """

    root: Node
    shown: str
    lines: tuple[str, ...]
    problems: tuple[Problem, ...] = ()

    def data(self, *, as_written: Callable[[Path], bool] = lambda _: False) -> object:
        """Return plain values: dicts with text keys, lists, scalars.

        Args:
            as_written: Says of a path whether its scalar is text however it looks, so that a class
                called ``1.0`` or ``True`` keeps its spelling. Null stays null.
        """
        return _plain(self.root, (), as_written)

    def line(self, path: Path) -> int:
        """Return the line, from 1, of the key at ``path`` or of what is around it."""
        return self._walk(path)[0].line + 1

    def problem(
        self, path: Path, what: str, *, fix: str = "", on_key: bool = False, code: str = "config_value"
    ) -> Problem:
        """Describe what is wrong at ``path``, with line, excerpt and a caret.

        Args:
            path: The value; where it does not exist, the innermost one around it is pointed at.
            what: What is wrong.
            fix: The way out.
            on_key: Point at the key instead of at its value.
            code: What kind of mistake it is.
        """
        key, node, known = self._walk(path)
        name = ".".join(map(str, known))
        at_key = on_key or node.text is None
        return self.at(key if at_key else node.span, f"{name}: {what}" if name else what, fix=fix, code=code)

    def at(self, span: Span, what: str, *, fix: str = "", code: str = "config_value") -> Problem:
        """Describe what is wrong at ``span``."""
        return Problem(what, f"{self.shown}:{span.line + 1}", fix, excerpt(self.lines, span), code)

    def _walk(self, path: Path) -> tuple[Span, Node, Path]:
        key, node = self.root.span, self.root
        for depth, part in enumerate(path):
            if node.entries is not None and part in node.entries:
                name, node = node.entries[str(part)]
                key = name.span
            elif node.items is not None and isinstance(part, int) and part < len(node.items):
                node = node.items[part]
                key = node.span
            else:
                return key, node, path[:depth]
        return key, node, path


def decode(raw: bytes, *, shown: str) -> str:
    """Turn a file's bytes into text; a byte order mark is dropped.

    Raises:
        QuestionError: It is not UTF-8; the line is named.
    """
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len(LINE_BREAK.findall(raw[: error.start].decode("utf-8", "replace"))) + 1
        what = f"not UTF-8: byte 0x{raw[error.start]:02x} is not text"
        raise QuestionError(
            Problem(what, f"{shown}:{line}", "save the file as UTF-8", code="not_utf8")
        ) from None


def read(text: str, *, shown: str, is_data: bool = False) -> Document:
    """Parse the one YAML document in ``text``.

    Args:
        text: The file's text.
        shown: Its name, for messages.
        is_data: Whether it holds records, of which there may be many, and is no config.

    Raises:
        QuestionError: It is not YAML, is empty, or uses what is refused here. A key that is given twice
            does not stop the reading: it stands among the document's problems.
    """
    text = text.removeprefix("\ufeff")
    most = MAX_CHARACTERS_OF_DATA if is_data else MAX_CHARACTERS
    if len(text) > most:
        what = f"larger than {most:,} characters"
        what += " of YAML: save it as JSON Lines or JSON" if is_data else ", so hardly a config"
        raise QuestionError(Problem(what, shown, code="config_syntax"))
    builder = Builder(text, shown, is_data)
    root = builder.build()
    if root is None or (root.text is not None and root.value is None):
        raise_all(builder.problems)
        raise QuestionError(
            Problem("the file is empty", shown, "begin with `version: 1`", code="config_syntax")
        )
    return Document(root, shown, builder.lines, tuple(builder.problems))


def _plain(node: Node, path: Path, as_written: Callable[[Path], bool]) -> object:
    if node.entries is not None:
        return {k: _plain(v, (*path, k), as_written) for k, (_, v) in node.entries.items()}
    if node.items is not None:
        return [_plain(item, (*path, i), as_written) for i, item in enumerate(node.items)]
    value = node.value
    return node.text if value is not None and as_written(path) else value
