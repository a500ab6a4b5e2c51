"""``report.json``: everything one call had to say, for programs; and the way back.

Strict JSON (RFC 8259): no NaN and no Infinity, undefined numbers are ``null`` with a reason beside them.
Only ASCII is written, so that no console, log or proxy can damage it; any parser gives the text back.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from gate.errors import Problem, QuestionError
from gate.report import SCHEMA_VERSION, Document

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

_FIX = "give a file that `gate check --output json:FILE` wrote"

MOST_PROBLEMS = 10
"""Bad fields that an error lists before it only counts."""


def render(document: Document) -> str:
    """Write ``document`` as JSON: fields in the order of their declaration, two spaces a level.

    >>> from gate.verdict import Outcome
    >>> print(render(Document(1, Outcome.PASS, 0, ())), end="")
    {
      "schema_version": 1,
      "outcome": "pass",
      "exit_code": 0,
      "reports": []
    }
    """
    text = json.dumps(asdict(document), indent=2, allow_nan=False)
    return re.sub(r"##(?=\w*\[)", r"#\\u0023", text) + "\n"


def read(text: str | bytes, where: str) -> Document:
    """Read a ``report.json``, which a stranger may have written.

    Keys that this release does not know are ignored: a later one may add some without a new version.

    Args:
        text: The file's content.
        where: Its path, for errors.

    Raises:
        QuestionError: It is not strict JSON, has another schema version, or a field is missing or
            of the wrong kind; each bad field is named with its path.
    """
    from pydantic import TypeAdapter, ValidationError

    value = _parse(text, where)
    _refuse_other_version(value, where)
    try:
        return TypeAdapter(Document).validate_json(json.dumps(value), strict=True)
    except ValidationError as error:
        found = error.errors(include_url=False)
        problems = [_problem(detail, where) for detail in found[:MOST_PROBLEMS]]
        if len(found) > MOST_PROBLEMS:
            problems.append(
                Problem(
                    f"and {len(found) - MOST_PROBLEMS:,} more fields are wrong",
                    where,
                    code="more_problems",
                    count=len(found) - MOST_PROBLEMS,
                )
            )
        raise QuestionError(*problems) from None


def schema() -> dict[str, Any]:
    """Return the JSON Schema of ``report.json``, as published in ``gate/report.schema.json``."""
    from pydantic import TypeAdapter

    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"mergegate report, version {SCHEMA_VERSION}",
        **{k: v for k, v in TypeAdapter(Document).json_schema().items() if k != "title"},
    }


def _parse(text: str | bytes, where: str) -> object:
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except UnicodeDecodeError as error:
        raise QuestionError(
            Problem(f"not UTF-8 text: {error.reason}", where, _FIX, code="not_a_report")
        ) from None
    except json.JSONDecodeError as error:
        raise QuestionError(
            Problem(f"not JSON: {error.msg}", f"{where}:{error.lineno}", _FIX, code="not_a_report")
        ) from None
    except (ValueError, RecursionError) as error:
        reason = "too deeply nested" if isinstance(error, RecursionError) else error
        raise QuestionError(Problem(f"not strict JSON: {reason}", where, _FIX, code="not_a_report")) from None


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not a number that JSON knows")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text[:40]} is too large for a number")
    return value


def _refuse_other_version(value: object, where: str) -> None:
    if not isinstance(value, dict):
        raise QuestionError(Problem("a report is a JSON object", where, _FIX, code="not_a_report"))
    version = value.get("schema_version")
    if version == SCHEMA_VERSION or "schema_version" not in value:
        return
    if isinstance(version, int) and version > SCHEMA_VERSION:
        fix = "a newer release wrote it: upgrade this one, or check again with it"
    else:
        fix = "check again with this release"
    raise QuestionError(
        Problem(
            f"schema_version is {version!r:.40}; this release reads {SCHEMA_VERSION}",
            where,
            fix,
            code="later_version",
        )
    )


def _problem(detail: ErrorDetails, where: str) -> Problem:
    path = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in detail["loc"])
    got = "" if detail["type"] == "missing" else f", not {detail['input']!r:.60}"
    message = detail["msg"][:1].lower() + detail["msg"][1:]
    return Problem(f"{path.lstrip('.') or 'the report'}: {message}{got}", where, _FIX, code="not_a_report")
