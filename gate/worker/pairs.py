"""How a function of two items is called: once a pair, with both ids."""

from __future__ import annotations

import inspect
import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def asking(function: Any) -> Callable[[Sequence[dict[str, str]], int | None], list[Any]]:
    """Return a way to ask ``function`` how alike ``id`` and ``query`` of each question are.

    Raises:
        TypeError: It cannot be called with two ids; the message follows on the function's name.
    """
    if not callable(function) or inspect.isclass(function):
        raise TypeError(f"is {type(function).__name__}, and not a function of two item ids")
    try:
        inspect.signature(function).bind("", "")
    except TypeError:
        raise TypeError("does not take two item ids") from None
    except ValueError:  # written in another language
        pass

    def ask(questions: Sequence[dict[str, str]], _: int | None) -> list[Any]:
        return [_number(function(q["id"], q["query"]), q) for q in questions]

    return ask


def _number(found: Any, pair: dict[str, str]) -> float | None:
    if found is None:
        return None
    try:
        number = float(found)
    except (TypeError, ValueError):
        number = math.nan
    if not -1 <= number <= 1:
        said = repr(found)[:60]
        raise ValueError(f"it returned {said} for {pair['id']!r} and {pair['query']!r}: not from -1 to 1")
    return number
