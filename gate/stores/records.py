"""What is remembered of a check: one JSON object a line, written once and never changed.

Three kinds of line stand in a history: what a check found, what a person said of it later, and that a
run was made the baseline by a person. Numbers that are not defined are null.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from gate.stores.canonical import dumps

if TYPE_CHECKING:
    from collections.abc import Sequence

SCHEMA_VERSION = 1
"""Version of the shapes below; a line with a larger one was written by a later gate."""

_READ = ConfigDict(extra="ignore", strict=True, allow_inf_nan=False)

_Version = Annotated[int, Field(ge=1, le=SCHEMA_VERSION)]
_Count = Annotated[int, Field(ge=0)]
_Id = Annotated[str, Field(pattern="^[0-9a-f]{12}$")]
_Digest = Annotated[str, Field(pattern="^([0-9a-f]{64})?$")]


@dataclass(frozen=True, slots=True)
class CheckRecord:
    """What one check of a report found.

    Attributes:
        metric: Canonical spelling.
        slice: ``"topic=billing"``; ``None`` for the whole set.
        role: ``"headline"``, ``"guard"`` or ``"info"``.
        outcome: As in the report.
        reason: As in the report.
        tolerance: In the metric's unit; ``None`` without one.
        gain: ``None`` where nothing was compared, and then so is all that follows.
        p: Family-wise, of a drop this large; ``None`` where not tested.
        n: Paired items.
        changed: Items that scored differently.
        worse: Items that lost.
        better: Items that gained.
        broken: Items that lost outright: they had a value, and have the metric's worst now; ``None`` if
            unknown.
        mended: Items that had the metric's worst value and have a better one now; ``None`` if unknown.
        since: Name of the anchor that it is compared with; ``None`` for the baseline.
    """

    __pydantic_config__ = _READ

    metric: str
    slice: str | None
    role: str
    outcome: str
    reason: str
    tolerance: float | None
    gain: float | None
    p: float | None
    n: _Count | None
    changed: _Count | None
    worse: _Count | None
    better: _Count | None
    broken: _Count | None = None
    mended: _Count | None = None
    since: str | None = None

    @property
    def name(self) -> str:
        """Metric, slice and anchor as one phrase, as a report has it."""
        name = f"{self.metric} [{self.slice}]" if self.slice else self.metric
        return f"{name} since {self.since}" if self.since else name


@dataclass(frozen=True, slots=True)
class Provenance:
    """When and where a line was written; no part of what it says."""

    __pydantic_config__ = _READ

    time: str = ""
    commit: str = ""
    ci_run: str = ""
    tool: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """What one check of one config concluded.

    Attributes:
        name: The config's ``name``.
        mode: The decision mode; empty where there was no answer at all.
        outcome: As in the report.
        exit_code: What the process ended with.
        would_be: What it would have ended with, had it not only reported; else the same.
        golden: Fingerprint of the golden set; empty if unknown, as are the next two.
        baseline: Digest of the baseline's answers.
        run: Digest of the candidate's answers to the golden items.
        checks: In the report's order.
        rules: Whose rules: the change's ``"own"``, or those of the ``"base"`` where these were graver.
        provenance: When, where, by which version.
        id: Twelve hex digits that stand for everything that was decided; equal reports share it.
    """

    __pydantic_config__ = _READ

    name: str
    mode: str
    outcome: str
    exit_code: int
    would_be: int
    golden: str
    baseline: _Digest
    run: _Digest
    checks: tuple[CheckRecord, ...]
    rules: Literal["own", "base"] = "own"
    provenance: Provenance = Provenance()
    id: str = ""
    kind: Literal["check"] = "check"
    schema_version: _Version = SCHEMA_VERSION

    @property
    def is_report_only(self) -> bool:
        """Whether the check could not have failed the build."""
        return self.mode == "report_only"

    @property
    def is_alarm(self) -> bool:
        """Whether it failed the build as regressed, or would have."""
        return self.would_be == 1

    def identified(self) -> Record:
        """Return the same record with its ``id``, from all that was decided and from no measured number.

        So that another machine's rounding makes no other record of the same report.
        """
        decided = [
            *(self.name, self.mode, self.outcome, self.would_be, self.rules),
            *(self.golden, self.baseline, self.run),
            [[c.name, c.role, c.outcome, c.reason, c.tolerance, c.n, c.worse, c.better] for c in self.checks],
        ]
        return replace(self, id=hashlib.sha256(dumps(decided).encode()).hexdigest()[:12])


@dataclass(frozen=True, slots=True)
class Mark:
    """What a person said of an alarm.

    Attributes:
        name: The config's ``name``.
        record: :attr:`Record.id` of the alarm.
        says: ``"false_alarm"``: the change was harmless; ``"real_alarm"``: it was not, which also takes an
            earlier word back.
        check: The check that is meant, as :attr:`CheckRecord.name`; ``None`` for all of the record.
        reason: Why.
        by: Who said so.
        provenance: When, where, by which version.
    """

    __pydantic_config__ = _READ

    name: str
    record: _Id
    says: Literal["false_alarm", "real_alarm"]
    check: str | None
    reason: str
    by: str = ""
    provenance: Provenance = Provenance()
    kind: Literal["mark"] = "mark"
    schema_version: _Version = SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class Acceptance:
    """That a person made a run the baseline, worse or not.

    Attributes:
        name: The config's ``name``.
        run: Digest of the run's answers, as :attr:`Record.run`.
        reason: Why.
        by: Who did it.
        provenance: When, where, by which version.
    """

    __pydantic_config__ = _READ

    name: str
    run: _Digest
    reason: str
    by: str = ""
    provenance: Provenance = Provenance()
    kind: Literal["acceptance"] = "acceptance"
    schema_version: _Version = SCHEMA_VERSION


Entry = Record | Mark | Acceptance
"""One line of a history."""


def to_line(entry: Entry) -> str:
    """Return one line of JSON, its kind first; undefined numbers are null.

    >>> to_line(Acceptance("docs", "", "a new index"))[:70]
    '{"kind":"acceptance","schema_version":1,"name":"docs","run":"","reason'
    """
    fields = asdict(entry)
    first = {key: fields.pop(key) for key in ("kind", "schema_version")}
    return dumps({**first, **_defined(fields)}) + "\n"


def from_line(text: str) -> Entry:
    """Read one line.

    Raises:
        ValueError: It is no JSON, or no line of a history; the sentence says what is wrong.
    """
    try:
        return _adapter().validate_json(text)
    except ValidationError as error:
        raise ValueError(_sentence(error)) from None


def _defined(fields: dict[str, object]) -> dict[str, object]:
    checks = fields.get("checks")
    if isinstance(checks, list | tuple):
        fields["checks"] = [_defined(dict(check)) for check in checks]
    return {k: None if isinstance(v, float) and not math.isfinite(v) else v for k, v in fields.items()}


@cache
def _adapter() -> TypeAdapter[Entry]:
    return TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


def _sentence(error: ValidationError) -> str:
    detail = error.errors(include_url=False)[0]
    if detail["type"] == "json_invalid":
        return f"not JSON: {detail['ctx']['error']}"
    place: Sequence[object] = detail["loc"][1:] if len(detail["loc"]) > 1 else detail["loc"]
    at = ".".join(map(str, place)) or "the line"
    if place and place[-1] == "schema_version" and detail["type"] == "less_than_equal":
        return f"a later gate wrote it: schema_version {detail['input']}, this one reads {SCHEMA_VERSION}"
    if detail["type"] == "missing":
        return f"{at} is missing"
    return f"{at}: {detail['msg'][:1].lower()}{detail['msg'][1:]}"
