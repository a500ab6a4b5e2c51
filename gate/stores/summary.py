"""``baselines/NAME.json``: a baseline's values for people, and what a later comparison needs."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping  # noqa: TC003 - read when the model is built
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError, WithJsonSchema

from gate.errors import NoAnswerError, Problem
from gate.stores.canonical import dumps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_core import ErrorDetails

SCHEMA_VERSION = 1
"""Version of the shape below; a file with a larger one was written by a later gate."""

_STRICT = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)

_INFINITE = {math.inf: "inf", -math.inf: "-inf"}

_Count = Annotated[int, Field(ge=0)]
_Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
_Short = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]


@dataclass(frozen=True, slots=True)
class GoldenFacts:
    """The golden set a baseline was recorded on."""

    __pydantic_config__ = _STRICT

    source: Annotated[str, Field(description="Path as the config wrote it.")]
    fingerprint: Annotated[_Short, Field(description="Equal content gives an equal fingerprint.")]
    items: Annotated[_Count, Field(description="Golden items.")]


@dataclass(frozen=True, slots=True)
class RunFile:
    """The file beside the summary that holds the answers; filled in by the store that saves it."""

    __pydantic_config__ = _STRICT

    file: Annotated[str, Field(description="Its name, in the same folder.")] = ""
    digest: Annotated[_Digest, Field(description="SHA-256 of its uncompressed text.")] = ""
    items: Annotated[_Count, Field(description="Answers in it.")] = 0


@dataclass(frozen=True, slots=True)
class Level:
    """What one check measured on the baseline; ``None`` is undefined.

    ``name`` is unique: the metric, with the slice in brackets if there is one.
    """

    __pydantic_config__ = _STRICT

    name: Annotated[str, Field(description="Metric and slice as one phrase.")]
    metric: Annotated[str, Field(description="Canonical spelling, 'ndcg@10'.")]
    slice: Annotated[str | None, Field(description="'topic=billing'; null for the whole set.")]
    value: Annotated[float | None, Field(description="Null where it is undefined.")]
    low: Annotated[float | None, Field(description="Lower end of the interval.")]
    high: Annotated[float | None, Field(description="Upper end of the interval.")]
    n: Annotated[_Count, Field(description="Items behind the value.")]
    positives: Annotated[_Count | None, Field(description="Positive items among them; null for retrieval.")]


@dataclass(frozen=True, slots=True)
class Provenance:
    """When, by whom and why a baseline was recorded: the only part that differs between equal ones."""

    __pydantic_config__ = _STRICT

    recorded_at: Annotated[str, Field(description="UTC, ISO 8601.")] = ""
    tool: Annotated[str, Field(description="Version of the gate that wrote it.")] = ""
    commit: Annotated[str, Field(description="Commit the work tree stood at; empty outside git.")] = ""
    by: Annotated[str, Field(description="Who ran the command.")] = ""
    how: Annotated[
        Literal["refresh", "accept"], Field(description="By the rule of `refresh`, or by a person.")
    ] = "refresh"
    reason: Annotated[str, Field(description="The person's reason; empty after `refresh`.")] = ""
    previous: Annotated[str, Field(description="Digest of the baseline it replaced; empty if none.")] = ""


def _infinity(value: object) -> object:
    return {"inf": math.inf, "-inf": -math.inf}.get(value, value) if isinstance(value, str) else value


@dataclass(frozen=True, slots=True)
class Summary:
    """Everything ``NAME.json`` carries.

    Raises nothing at construction: what comes from a file is checked by :func:`from_json`.
    """

    __pydantic_config__ = _STRICT

    name: Annotated[str, Field(description="The config's `name`.")]
    task: Annotated[str, Field(description="The config's `task`.")]
    golden: Annotated[GoldenFacts, Field(description="The golden set it was recorded on.")]
    checks: Annotated[tuple[Level, ...], Field(description="What was measured, by name.")]
    threshold: Annotated[
        Annotated[float, Field(allow_inf_nan=True)] | None,
        BeforeValidator(_infinity),
        Field(description="The frozen decision threshold; 'inf' flags nothing, null if there is none."),
        WithJsonSchema({"anyOf": [{"type": ["number", "null"]}, {"enum": ["inf", "-inf"]}]}),
    ]
    conditions: Annotated[
        Mapping[str, str], Field(description="What the numbers depend on: k, gain, interval, costs.")
    ]
    item_digests: Annotated[
        Mapping[str, str], Field(description="Digest of every golden item, to find the edited ones.")
    ]
    provenance: Annotated[Provenance, Field(description="When, by whom and why.")] = Provenance()
    run: Annotated[RunFile, Field(description="Where the answers are.")] = RunFile()
    schema_version: Annotated[int, Field(description="Version of this shape.", ge=1)] = SCHEMA_VERSION

    def equals(self, other: Summary) -> bool:
        """Say whether both hold the same baseline, whenever and by whomever it was recorded."""
        return to_json(replace(self, provenance=other.provenance)) == to_json(other)


def to_json(summary: Summary) -> str:
    """Return the text of ``NAME.json``: one spelling, one value a line, ending in a newline.

    Checks are sorted by name, mappings by key. An undefined number is ``null``; only the threshold may
    be infinite (``"inf"``: flag nothing).
    """
    threshold = summary.threshold
    ordered = {
        "schema_version": summary.schema_version,
        "name": summary.name,
        "task": summary.task,
        "golden": asdict(summary.golden),
        "run": asdict(summary.run),
        "threshold": _INFINITE.get(threshold, threshold) if threshold is not None else None,
        "conditions": dict(sorted(summary.conditions.items())),
        "checks": [_finite(asdict(check)) for check in sorted(summary.checks, key=lambda c: c.name)],
        "provenance": asdict(summary.provenance),
        "item_digests": dict(sorted(summary.item_digests.items())),
    }
    return dumps(ordered, indent=1) + "\n"


def from_json(text: str, *, where: str, fix: str = "") -> Summary:
    """Read the text of ``NAME.json``.

    Args:
        text: Its content.
        where: Path as messages print it.
        fix: The way out that a damaged file's message names.

    Raises:
        NoAnswerError: The text is damaged, or a later gate wrote it. Every problem is named.
    """
    plain = _parse(text, where, fix)
    if not isinstance(plain, dict) or not isinstance(plain.get("schema_version"), int):
        raise NoAnswerError(
            Problem(
                "a damaged baseline: not an object with a whole number `schema_version`",
                where,
                fix,
                code="baseline_damaged",
            )
        )
    version = plain["schema_version"]
    if version > SCHEMA_VERSION:
        raise NoAnswerError(
            Problem(
                f"a later gate wrote it: schema_version {version}, this one reads {SCHEMA_VERSION}",
                where,
                "upgrade mergegate",
                code="later_version",
            )
        )
    try:
        return _adapter().validate_json(text)
    except ValidationError as error:
        raise NoAnswerError(*_problems(error, where, fix)) from None


def schema() -> dict[str, Any]:
    """Return the JSON Schema of ``NAME.json``, published as ``baseline.schema.json``."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_adapter().json_schema(),
        "title": "A baseline of mergegate",
    }


@cache
def _adapter() -> TypeAdapter[Summary]:
    return TypeAdapter(Summary)


def _parse(text: str, where: str, fix: str) -> Any:
    if "\n<<<<<<< " in f"\n{text}":
        raise NoAnswerError(
            Problem(
                "a damaged baseline: it holds the marks of an unfinished merge",
                where,
                "keep one side whole, together with its run file",
                code="baseline_damaged",
            )
        )
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        at = f"{error.msg.removesuffix(' at')} at column {error.colno}"
        problem = Problem(
            f"a damaged baseline: not JSON: {at}", f"{where}:{error.lineno}", fix, code="baseline_damaged"
        )
    except RecursionError:
        problem = Problem("a damaged baseline: nested too deeply", where, fix, code="baseline_damaged")
    except ValueError as error:
        problem = Problem(f"a damaged baseline: {error}", where, fix, code="baseline_damaged")
    raise NoAnswerError(problem)


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ValueError(f"key {key!r} appears twice")
        found[key] = value
    return found


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not a number")


def _problems(error: ValidationError, where: str, fix: str) -> Iterator[Problem]:
    for detail in error.errors(include_url=False):
        yield Problem(f"a damaged baseline: {_sentence(detail)}", where, fix, code="baseline_damaged")


def _sentence(detail: ErrorDetails) -> str:
    at = ".".join(map(str, detail["loc"]))
    match detail["type"]:
        case "missing":
            return f"{at} is missing"
        case "unexpected_keyword_argument" | "extra_forbidden":
            return f"{at} is not a key of it"
        case "json_invalid":
            return detail["msg"]
        case _:
            return f"{at} is {json.dumps(detail['input'], default=str)[:60]}: {detail['msg']}"


def _finite(fields: dict[str, Any]) -> dict[str, Any]:
    return {k: None if isinstance(v, float) and not math.isfinite(v) else v for k, v in fields.items()}
