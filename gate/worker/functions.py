"""How a function is called: by the names of its parameters, alone or in batches, awaited if need be."""

from __future__ import annotations

import inspect
import threading
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from gate.worker.plain import plain

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Awaitable, Callable, Sequence

_NAMED = {"k": "k", "id": "id", "ids": "id"}
"""Parameters that are filled by name: the number of results wanted, and the golden item's id."""


class BatchError(Exception):
    """A batch was not answered question by question; says how, in a sentence of ours."""


_starting = threading.Lock()


@dataclass(frozen=True, slots=True)
class _Signature:
    """What a function wants: ``(name, what is given, whether by place)`` of its parameters, in order."""

    wants: tuple[tuple[str, str, bool], ...]

    def arguments(self, given: dict[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Sort what is given into arguments by place and by name."""
        positional = [given[what] for _, what, by_place in self.wants if by_place]
        named = {name: given[what] for name, what, by_place in self.wants if not by_place}
        return positional, named


def asking(
    function: Any, *, batch: int, document_id: str | None, timeout: float
) -> Callable[[Sequence[dict[str, str]], int | None], list[Any]]:
    """Return a way to ask ``function``.

    A parameter ``k`` is given the number of results wanted, ``id`` (in batches also ``ids``) the golden
    item's id, and the first other one the question's text. Parameters with a default are left alone.
    With ``batch > 1`` text and id are lists of up to that many, and so is what is returned. A coroutine is
    awaited, all of them on one event loop, and cancelled after ``timeout`` seconds.

    Raises:
        TypeError: It cannot be called, or wants something else; the message follows on the function's name.
    """
    if inspect.isclass(function):
        raise TypeError("is a class: name a function, or an object that can be called")
    if not callable(function):
        raise TypeError(f"is {type(function).__name__}, which cannot be called")
    signature = _signature(function)

    def call(query: object, ident: object, k: int | None) -> Any:
        positional, named = signature.arguments({"query": query, "id": ident, "k": k})
        found = function(*positional, **named)
        return _awaited(found, timeout) if inspect.isawaitable(found) else found

    def one_by_one(questions: Sequence[dict[str, str]], k: int | None) -> list[Any]:
        return [plain(call(q["query"], q["id"], k), document_id) for q in questions]

    def together(questions: Sequence[dict[str, str]], k: int | None) -> list[Any]:
        found = plain(call([q["query"] for q in questions], [q["id"] for q in questions], k), document_id)
        if isinstance(found, dict) and set(found) == {q["id"] for q in questions}:
            return [found[q["id"]] for q in questions]
        if not isinstance(found, list) or len(found) != len(questions):
            size = _counted(len(found), "answer") if isinstance(found, list) else type(found).__name__
            asked = _counted(len(questions), "question")
            raise BatchError(f"{asked} in one batch, and {size} came back")
        return found

    return together if batch > 1 else one_by_one


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _signature(function: Callable[..., Any]) -> _Signature:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # written in another language
        return _Signature((("query", "query", True),))
    wants: list[tuple[str, str, bool]] = []
    for each in parameters:
        if each.kind is each.VAR_KEYWORD:
            continue
        by_place = each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
        taken = {what for _, what, _ in wants}
        if each.kind is each.VAR_POSITIONAL:
            if "query" not in taken:
                wants.append((each.name, "query", True))
        elif each.name in _NAMED and _NAMED[each.name] not in taken:
            wants.append((each.name, _NAMED[each.name], by_place and _all_by_place(wants)))
        elif each.default is not each.empty:
            continue
        elif "query" in taken:
            raise TypeError(
                f"wants a parameter {each.name!r}, and the gate knows only the question, 'k' and 'id': "
                "give it a default, or write a function around it"
            )
        else:
            wants.append((each.name, "query", by_place and _all_by_place(wants)))
    if not {"query", "id"} & {what for _, what, _ in wants}:
        raise TypeError("takes no parameter for the question: let it take one")
    return _Signature(tuple(wants))


def _all_by_place(wants: Sequence[tuple[str, str, bool]]) -> bool:
    return all(by_place for _, _, by_place in wants)


def _awaited(found: Awaitable[Any], timeout: float) -> Any:
    import asyncio

    async def within() -> Any:
        return await asyncio.wait_for(found, timeout)

    with _starting:  # two threads at once must not get a loop each
        loop = _loop()
    try:
        return asyncio.run_coroutine_threadsafe(within(), loop).result()
    except TimeoutError:
        raise TimeoutError(f"no answer within {timeout:g} seconds") from None


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """Return the one event loop, which runs in a thread of its own."""
    import asyncio

    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()
    return loop
