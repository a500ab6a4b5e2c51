"""JSON Pointer (RFC 6901): where in a JSON value something lies."""

from __future__ import annotations

from typing import Any

from gate.digits import counted


def follow(value: Any, pointer: str) -> Any:
    """Return what lies at ``pointer`` in ``value``.

    Args:
        value: Anything JSON can hold.
        pointer: ``""`` for the whole value, otherwise ``/key/0/key``; ``~1`` is a slash, ``~0`` a tilde.

    Raises:
        LookupError: There is no such place; the message names the part that is missing.

    >>> follow({"hits": [{"_id": "d3"}]}, "/hits/0/_id")
    'd3'
    """
    for i, step in enumerate(pointer.split("/")[1:], start=1):
        key = step.replace("~1", "/").replace("~0", "~")
        so_far = "/".join(pointer.split("/")[: i + 1])
        if isinstance(value, dict) and key in value:
            value = value[key]
        elif isinstance(value, list) and (key == "0" or (key.isascii() and key.isdigit() and key[0] != "0")):
            if int(key) >= len(value):
                raise LookupError(f"{so_far} is not there: the list has {counted(len(value), 'entry')}")
            value = value[int(key)]
        else:
            known = f": there is {', '.join(list(value)[:8]) or 'nothing'}" if isinstance(value, dict) else ""
            raise LookupError(f"{so_far} is not there{known}")
    return value
