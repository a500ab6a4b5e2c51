"""JSON, read strictly: no NaN, and a key that stands twice is noticed."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_BLANK = re.compile(r"[ \t\n\r]*")


class NotJsonError(ValueError):
    """Text that is no JSON.

    Args:
        why: The sentence.
        line: Line on which it stops being JSON, from 1.
    """

    def __init__(self, why: str, line: int) -> None:
        super().__init__(why)
        self.line = line


class Repeated(dict[str, Any]):
    """An object that has a key twice; as a mapping it holds the last value of each.

    Args:
        pairs: All that was written.
    """

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = pairs

    @property
    def twice(self) -> str:
        """The first key that is repeated."""
        keys = [key for key, _ in self.pairs]
        return next(key for key in keys if keys.count(key) > 1)


def entries(found: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """Return the keys and values of an object as written, repeated keys included."""
    return found.pairs if isinstance(found, Repeated) else found.items()


def decode(text: str) -> object:
    """Return what JSON ``text`` says.

    Raises:
        NotJsonError: It is not JSON.
        ValueError: It holds NaN, Infinity or a number of thousands of digits, is nested too deeply, or
            holds half a surrogate pair, which is no text.
    """
    try:
        found: object = _DECODER.decode(text)
        if "\\u" in text:
            json.dumps(found, ensure_ascii=False).encode()
    except json.JSONDecodeError as err:
        why = err.msg.removesuffix(" at")
        raise NotJsonError(f"not JSON: {why} at column {err.colno}", err.lineno) from None
    except RecursionError:
        raise ValueError("not JSON that can be read: nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError(r"half a surrogate pair (\ud800 to \udfff) is not text") from None
    except ValueError as err:
        if "set_int_max_str_digits" not in str(err):
            raise
        digits = sys.get_int_max_str_digits()
        raise ValueError(f"a number of more than {digits:,} digits cannot be read") from None
    return found


def elements(text: str, path: Sequence[str] = ()) -> Iterator[tuple[int, str, Any]]:
    """Yield ``(line, key, value)`` of everything inside the list or object at ``path``; a list has no keys.

    Args:
        text: What :func:`decode` accepts, with a list or an object at ``path``.
        path: Keys that lead there from the top.
    """
    at = _after_blank(text, 0)
    for wanted in path:
        at = next(value_at for _, value_at, key, _ in _inside(text, at) if key == wanted)
    line, counted = 1, 0
    for begin, _, key, value in _inside(text, at):
        line, counted = line + text.count("\n", counted, begin), begin
        yield line, key, value


def _inside(text: str, at: int) -> Iterator[tuple[int, int, str, Any]]:
    """Yield where each element and its value begin, its key and its value."""
    keyed = text[at] == "{"
    at = _after_blank(text, at + 1)
    while text[at] not in "]}":
        begin, key = at, ""
        if keyed:
            key, end = _DECODER.raw_decode(text, at)
            at = _after_blank(text, _after_blank(text, end) + 1)
        value, end = _DECODER.raw_decode(text, at)
        yield begin, at, key, value
        at = _after_blank(text, end)
        if text[at] == ",":
            at = _after_blank(text, at + 1)


def _after_blank(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    assert found is not None
    return found.end()


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else Repeated(pairs)


def _refuse(literal: str) -> NoReturn:
    raise ValueError(f"{literal} is not JSON; leave the key out, or give an 'error'")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse)
