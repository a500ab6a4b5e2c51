"""Placeholders filled in: the question into a request, the environment into what must stay secret."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from gate.config.placeholders import FIELD, VARIABLE, variables
from gate.errors import NoAnswerError, Problem
from gate.stores.canonical import dumps
from gate.surroundings import environment

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gate.systems.asking import Question

HIDDEN = "***"
"""What stands where a value of the environment was."""

CUT = "…"
"""What stands where a message was cut."""

_LEAST = 4
"""Characters at the beginning of a value that say something about it, and of a whole value."""


class Secrets:
    """The environment variables that a template names, and how they are kept out of sight.

    Args:
        template: Anything with texts in it.
        where: What names it, for messages.

    Raises:
        NoAnswerError: A variable is not set, or too short to be kept out of sight: as a part of words it
            would blot out what a message says. All of them are named.
    """

    def __init__(self, template: object, where: str) -> None:
        found = {name: environment(name) for name in sorted(variables(template))}
        missing = [name for name, value in found.items() if value is None]
        if missing:
            fix = "set it where the gate runs; a fork's pull request has no secrets: judge a stored run there"
            raise NoAnswerError(
                *(
                    Problem(
                        f"the environment variable {name} is not set", where, fix, code="environment_missing"
                    )
                    for name in missing
                )
            )
        short = [name for name, value in found.items() if value is not None and len(value) < _LEAST]
        if short:
            fix = f"give it {_LEAST} characters or more, or write what is no secret into the config itself"
            what = f"has fewer than {_LEAST} characters: too few to be kept out of messages"
            raise NoAnswerError(
                *(
                    Problem(f"the environment variable {name} {what}", where, fix, code="environment_missing")
                    for name in short
                )
            )
        self._values = {name: value for name, value in found.items() if value is not None}

    def fill(self, text: str) -> str:
        """Put the values in."""
        return VARIABLE.sub(lambda match: self._values[match[1]], text)

    def hide(self, text: str) -> str:
        """Take every value out of ``text`` again, however it is escaped there, longest first.

        So is the beginning of a value that a message was cut in, if it is followed by ``…``.
        """
        spellings = {spelling for value in self._values.values() for spelling in _spellings(value)}
        for spelling in sorted(spellings, key=lambda s: (-len(s), s)):
            text = text.replace(spelling, HIDDEN)
            for length in range(len(spelling) - 1, _LEAST - 1, -1):
                text = text.replace(f"{spelling[:length]}{CUT}", f"{HIDDEN}{CUT}")
        return text


def _spellings(value: str) -> set[str]:
    """Return how a value may be written in a message: as it is, escaped for an address, JSON or Python."""
    data = [value.encode(coding, "replace") for coding in ("utf-8", "latin-1")]
    shown = {f(value)[1:-1] for f in (repr, ascii, dumps, json.dumps)} | {repr(each)[2:-1] for each in data}
    return {value, quote(value), quote(value, safe=""), *shown}


def fields_of(question: Question, depth: int | None) -> dict[str, str | int]:
    """Return what can be filled in for ``question``."""
    known: dict[str, str | int] = {"query": question.query, "id": question.id}
    return known if depth is None else {**known, "k": depth}


def fill_text(template: str, fields: Mapping[str, str | int], secrets: Secrets) -> str:
    """Fill a header or another plain text in."""
    return _filled(template, lambda name: str(fields.get(name, "")), secrets)


def fill_url(template: str, fields: Mapping[str, str | int], secrets: Secrets) -> str:
    """Fill an address in; what the question puts there is escaped, what the environment does is not."""
    return _filled(template, lambda name: quote(str(fields.get(name, "")), safe=""), secrets)


def fill_json(template: Any, fields: Mapping[str, str | int], secrets: Secrets) -> Any:
    """Fill a JSON value in: every text of it, and a text that is one placeholder alone keeps the type.

    Filling happens before the value is written as JSON, so no question can break out of its text.

    >>> from gate.systems.asking import Question
    >>> fields = fields_of(Question("q1", 'say "hi"'), 10)
    >>> fill_json({"q": "{{query}}", "top": "{{k}}"}, fields, Secrets("", ""))
    {'q': 'say "hi"', 'top': 10}
    """
    match template:
        case str():
            alone = FIELD.fullmatch(template)
            return fields.get(alone[1]) if alone else fill_text(template, fields, secrets)
        case dict():
            return {
                fill_text(key, fields, secrets): fill_json(value, fields, secrets)
                for key, value in template.items()
            }
        case list() | tuple():
            return [fill_json(value, fields, secrets) for value in template]
        case _:
            return template


def _filled(template: str, value_of: Callable[[str], str], secrets: Secrets) -> str:
    """Fill both kinds in at once, so that a question that holds ``${NAME}`` stays what it is."""
    done = []
    rest = 0
    for match in FIELD.finditer(template):
        done += [secrets.fill(template[rest : match.start()]), value_of(match[1])]
        rest = match.end()
    return "".join([*done, secrets.fill(template[rest:])])
