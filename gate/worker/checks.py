"""How a function that checks a text is called, and what it may say."""

from __future__ import annotations

import inspect
import math
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_KNOWN = ("answer", "reference", "references", "query", "id")
"""Parameters that are filled by name; the first one, whatever it is called, is the answer otherwise."""


def asking(function: Any) -> Callable[[Sequence[dict[str, Any]], int | None], list[float]]:
    """Return a way to ask ``function`` about answers.

    Parameters with a default that are not among the known ones are left alone.

    Raises:
        TypeError: It cannot be called, or wants something else; the message follows on the function's name.
    """
    if inspect.isclass(function) or not callable(function):
        raise TypeError("is no function")
    by_place, by_name = _wanted(function)

    def judge(questions: Sequence[dict[str, Any]], _: int | None) -> list[float]:
        return [_share(function(*(q[n] for n in by_place), **{n: q[n] for n in by_name})) for q in questions]

    return judge


def source_of(function: Any) -> str:
    """Return 16 hex digits of the source file of a function; empty where there is none."""
    try:
        file = inspect.getsourcefile(inspect.unwrap(function))
        return sha256(Path(file).read_bytes()).hexdigest()[:16] if file else ""
    except (TypeError, OSError):
        return ""


def _wanted(function: Callable[..., Any]) -> tuple[list[str], list[str]]:
    """Return what is given by place, and what by name."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # written in another language
        return ["answer"], []
    by_place: list[str] = []
    by_name: list[str] = []
    for each in parameters:
        if each.kind in (each.VAR_KEYWORD, each.VAR_POSITIONAL):
            continue
        name = each.name if each.name in _KNOWN else None
        if name is None and each.default is not each.empty:
            continue
        if name is None and not by_place and not by_name and each.kind is not each.KEYWORD_ONLY:
            name = "answer"
        if name is None:
            raise TypeError(
                f"wants a parameter {each.name!r}, and the gate knows only {', '.join(_KNOWN)}: give it a "
                "default, or write a function around it"
            )
        if each.kind is each.KEYWORD_ONLY or by_name:
            by_name.append(name)
        else:
            by_place.append(name)
    if "answer" not in by_place + by_name:
        raise TypeError("takes no parameter for the answer: let its first one be it")
    return by_place, by_name


def _share(said: Any) -> float:
    """Return what a function said as a number.

    Raises:
        ValueError: It is neither true, false, nor a number from 0 to 1.
    """
    if hasattr(said, "item"):  # a number of an array library
        said = said.item()
    if not isinstance(said, (bool, int, float)) or not math.isfinite(said) or not 0 <= said <= 1:
        raise ValueError(f"it returned {said!r}, which is neither true, false, nor a number from 0 to 1")
    return float(said)
