"""JSON, read strictly: no NaN, and a key that stands twice is noticed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


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
        ValueError: It is not JSON, holds NaN or Infinity, is nested too deeply, or holds half a
            surrogate pair, which is no text.
    """
    try:
        found: object = _DECODER.decode(text)
        if "\\u" in text:
            json.dumps(found, ensure_ascii=False).encode()
    except json.JSONDecodeError as err:
        raise ValueError(f"not JSON: {err.msg} at column {err.colno}") from None
    except RecursionError:
        raise ValueError("not JSON that can be read: nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError(r"half a surrogate pair (\ud800 to \udfff) is not text") from None
    return found


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else Repeated(pairs)


def _refuse(literal: str) -> NoReturn:
    raise ValueError(f"{literal} is not JSON; leave the key out, or give an 'error'")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_refuse)
