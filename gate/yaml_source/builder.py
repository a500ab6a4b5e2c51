"""Builds nodes from parser events, without recursion and within bounds."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn

import yaml

from gate.errors import Problem, QuestionError
from gate.yaml_source.nodes import Node, Span, excerpt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from yaml.events import Event

MAX_DEPTH = 30
MAX_NODES = 20_000
"""Values in a config, an alias counted as all that it stands for."""

MAX_NODES_OF_DATA = 1_000_000
"""Values in a file of data, counted alike."""

LINE_BREAK = re.compile(r"\r\n|\n|\r")
"""What ends a line for an editor; YAML 1.1 knows three more."""

_TEXT_TAG = "tag:yaml.org,2002:str"


@dataclass(slots=True)
class _Frame:
    """A mapping or list that is still being read."""

    node: Node
    anchor: str | None
    seen: int
    key: Node | None = None


@dataclass
class Builder:
    """Turns one text into nodes.

    Attributes:
        text: The file's text.
        shown: The file's name, for messages.
        is_data: Whether it holds records, of which there may be many, and is no config.
        problems: Keys given twice, which do not stop the reading.
    """

    text: str
    shown: str
    is_data: bool = False
    problems: list[Problem] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.starts = [0, *(m.end() for m in LINE_BREAK.finditer(self.text))]
        self.lines = tuple(LINE_BREAK.split(self.text))
        self.stack: list[_Frame] = []
        self.anchors: dict[str, tuple[Node, int] | None] = {}
        self.nodes = 0
        self.root: Node | None = None

    def build(self) -> Node | None:
        """Return the outermost value; ``None`` if there is none.

        Raises:
            QuestionError: The text is not YAML, or holds something that is refused.
        """
        for event in self._events():
            match event:
                case yaml.ScalarEvent():
                    self._tag(event, allowed=_TEXT_TAG)
                    plain = event.style is None and event.tag is None
                    self._add(Node(self._span(event), event.value, plain), event.anchor)
                case yaml.MappingStartEvent():
                    self._open(Node(self._span(event), entries={}), event)
                case yaml.SequenceStartEvent():
                    self._open(Node(self._span(event), items=[]), event)
                case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                    frame = self.stack.pop()
                    if frame.anchor is not None:
                        self.anchors[frame.anchor] = (frame.node, self.nodes - frame.seen)
                case yaml.AliasEvent():
                    self._alias(event)
                case yaml.DocumentStartEvent() if self.root is not None:
                    self._stop(event, "a second document begins: a file holds one config")
                case _:
                    pass
        return self.root

    def _events(self) -> Iterator[Event]:
        try:
            yield from yaml.parse(self.text, Loader=yaml.SafeLoader)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            index = min(mark.index, len(self.text)) if mark else 0
            self._fail(self._place(index, index + 1), *_words(error, self.text[index : index + 1]))
        except yaml.reader.ReaderError as error:
            place = self._place(error.position, error.position + 1)
            self._fail(place, f"the character U+{ord(self.text[error.position]):04X} is not allowed in YAML")
        except (ValueError, OverflowError):
            # The scanner turns escapes such as "\UFFFFFFFF" into characters that do not exist.
            raise QuestionError(
                *self.problems,
                Problem(
                    "an escape names no character",
                    self.shown,
                    r"write the character itself, or its code as in \u00e9",
                    code="config_syntax",
                ),
            ) from None

    def _open(self, node: Node, event: yaml.MappingStartEvent | yaml.SequenceStartEvent) -> None:
        self._tag(event, allowed=None)
        if len(self.stack) >= MAX_DEPTH:
            self._stop(event, f"more than {MAX_DEPTH} levels deep")
        if event.anchor is not None:
            self.anchors[event.anchor] = None
        seen = self.nodes
        self._add(node, None)
        self.stack.append(_Frame(node, event.anchor, seen))

    def _alias(self, event: yaml.AliasEvent) -> None:
        if event.anchor not in self.anchors:
            self._stop(event, f"*{event.anchor} refers to nothing: there is no &{event.anchor} before it")
        known = self.anchors[event.anchor]
        if known is None:
            self._stop(event, f"*{event.anchor} refers to itself")
        node, size = known
        self.nodes += size - 1
        self._add(node, None)

    def _add(self, node: Node, anchor: str | None) -> None:
        self.nodes += 1
        if self.nodes > (MAX_NODES_OF_DATA if self.is_data else MAX_NODES):
            self._fail(node.span, self._too_many())
        if node.text is not None and any("\ud800" <= c <= "\udfff" for c in node.text):
            self._fail(node.span, "an escape names half a character (a surrogate)")
        if anchor is not None:
            self.anchors[anchor] = (node, 1)
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        if frame.node.items is not None:
            frame.node.items.append(node)
        elif frame.key is None:
            if node.text is None:
                self._fail(node.span, "a key has to be text, not a mapping or a list")
            if node.plain and node.text == "<<":
                self._fail(node.span, "'<<' is not part of YAML 1.2: write the keys out")
            frame.key = node
        else:
            self._enter(frame, frame.key, node)
            frame.key = None

    def _too_many(self) -> str:
        if self.is_data:
            return f"more than {MAX_NODES_OF_DATA:,} values in YAML: save it as JSON Lines or JSON"
        return f"more than {MAX_NODES:,} values: hardly a config"

    def _enter(self, frame: _Frame, key: Node, value: Node) -> None:
        entries = frame.node.entries
        assert entries is not None
        assert key.text is not None
        if key.text in entries:
            first, second = entries[key.text][0].span, key.span
            lines = f"lines {first.line + 1} and {second.line + 1}"
            if first.line == second.line:
                lines = f"line {first.line + 1}"
            what = f"{key.text!r} is given twice, in {lines}"
            self.problems.append(self._problem(second, what, "keep one of them", code="key_twice"))
        else:
            entries[key.text] = (key, value)

    def _tag(self, event: yaml.NodeEvent, *, allowed: str | None) -> None:
        tag = event.tag  # type: ignore[attr-defined]
        if tag is not None and tag != allowed:
            self._stop(event, f"the tag {tag!r} is not allowed")

    def _span(self, event: Event) -> Span:
        start, end = event.start_mark, event.end_mark
        assert start is not None
        assert end is not None
        return self._place(start.index, end.index)

    def _place(self, start: int, end: int) -> Span:
        line = bisect_right(self.starts, start) - 1
        column = start - self.starts[line]
        return Span(line, column, min(end - self.starts[line], len(self.lines[line])))

    def _stop(self, event: Event, what: str) -> NoReturn:
        self._fail(self._span(event), what)

    def _fail(self, span: Span, what: str, fix: str = "") -> NoReturn:
        raise QuestionError(*self.problems, self._problem(span, what, fix, code="config_syntax"))

    def _problem(self, span: Span, what: str, fix: str, *, code: str) -> Problem:
        return Problem(what, f"{self.shown}:{span.line + 1}", fix, excerpt(self.lines, span), code)


def _words(error: yaml.MarkedYAMLError, character: str) -> tuple[str, str]:
    """Return what a syntax error means, and the way out."""
    problem = (error.problem or "not YAML").strip()
    if character == "\t" or "\\t" in problem:
        return "a tab where YAML wants spaces", "indent with spaces"
    if character in {"@", "`", "%"}:
        return f"a value cannot begin with {character!r}", "put the value in quotes"
    if "mapping values are not allowed" in problem:
        return "a ':' where none may stand", "check the indentation, or put text that holds ': ' in quotes"
    context = f"{error.context.strip()}, " if error.context else ""
    begun = error.context_mark
    if begun is not None and error.problem_mark is not None and begun.line < error.problem_mark.line:
        context = f"{context.removesuffix(', ')} begun in line {begun.line + 1}, "
    return f"not YAML: {context}{problem}", "check brackets, quotes and indentation around this line"
