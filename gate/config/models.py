"""What a config may say: the models, whose descriptions are the documentation and the schema."""

from dataclasses import replace
from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import BeforeValidator, Field, PrivateAttr

from gate.chunks import ChunkRule, Collapse
from gate.config.catalogue import CatalogueRef
from gate.config.costs import CostsRef
from gate.config.decision import Decision, Interval
from gate.config.expected import MetricRule, SliceRule
from gate.config.judge import Judge
from gate.config.part import Model
from gate.config.references import Anchor, Baseline
from gate.config.system import File, FileRef, System
from gate.config.values import (
    Label,
    Labels,
    Name,
    Positive,
    PositiveWhole,
    Share,
    ShareOrPercent,
    Text,
    Words,
    number,
    read_tolerance,
)
from gate.source import FileSource

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate import yaml_source
    from gate.config.own import Own
    from gate.config.resolved import Resolved
    from gate.config.rules import CheckRule
    from gate.config.slices import SliceCheck
    from gate.config.values import Tolerance
    from gate.errors import Problem
    from gate.yaml_source import Document

Task = Literal[
    "retrieval", "classification", "multiclass", "multilabel", "generation", "judge", "recommendation"
]


MAX_ERRORS = 0.02
"""Share of answers that may say ``error`` before the system counts as failed; a config can raise it."""


class Profile(Model):
    """Keys that a profile overrides."""

    decision: Decision | None = Field(None, description="How strictly this profile judges.")
    interval: Interval | None = Field(None, description="How this profile computes intervals.")
    metrics: Words | None = Field(None, description="The metrics this profile judges; all by default.")
    where: dict[str, Labels] = Field(default_factory=dict, description="Only items of these slices.")


def _threshold(value: object) -> object:
    if isinstance(value, str) and value in {"cheapest", "from-baseline"}:
        return value
    try:
        return number(value)
    except ValueError as error:
        said = str(error)
        raise ValueError(
            said if ": write" in said else f"{said}: write a number, cheapest or from-baseline"
        ) from None


class Config(Model):
    """One question: what is judged, against what, and how strictly."""

    version: Literal[1] = Field(description="Version of this format: 1.")
    name: Name = Field(
        description="Name of this config: baseline files and reports are called after it. Small letters, "
        "digits, dashes and underscores."
    )
    task: Task = Field(
        description="What kind of system is judged. retrieval: ranked documents; classification: two "
        "classes, one of them positive; multiclass: several classes, one an item; multilabel: any number of "
        "labels an item; generation: texts, held against references; judge: verdicts, held against those of "
        "people; recommendation: ranked items for users, out of a catalogue."
    )
    golden_set: FileRef = Field(description="File or folder that says what is right.")
    catalogue: CatalogueRef | None = Field(
        None, description="All items that could be recommended; a path alone names a file of them."
    )
    system: System | None = Field(None, description="Where the candidate's answers come from.")
    k: PositiveWhole | None = Field(
        None, description="Default cut-off of rankings: how many results, or classes, are used."
    )
    relevant_grade: Positive = Field(
        1.0, description="Least grade that counts as relevant for metrics that know only yes and no."
    )
    span_overlap: Share = Field(
        0.5,
        gt=0,
        le=1,
        description="Share of a golden passage that must have been returned before it counts as found.",
    )
    min_overlap: Share = Field(
        0.01,
        ge=0,
        le=1,
        description="Least share of judged documents among those returned, out of how many there could be; "
        "below it, ids are taken to be foreign and nothing is compared. 0 never does.",
    )
    threshold: Annotated[float | Literal["cheapest", "from-baseline"], BeforeValidator(_threshold)] | None = (
        Field(
            None,
            description="Score from which an item is flagged, or a label is given: a number; with a positive "
            "class also from-baseline (the frozen one), or cheapest (found on this data; never blocks).",
        )
    )
    positive: Label | None = Field(
        None, description="The class that the score speaks for; of a judge, the verdict that is a pass."
    )
    judge: Judge | None = Field(None, description="Which judge gives the verdicts.")
    pair: Annotated[Labels, Field(min_length=2, max_length=2)] | None = Field(
        None,
        description="Where a judge compares two answers: the verdict for the one shown first, and for the "
        "one shown second.",
        examples=[["A", "B"]],
    )
    classes: Labels | None = Field(
        None,
        description="The classes, in the order of reports, where there are several; those of the golden set "
        "by default. A golden label that is not listed is refused. A judge's verdicts from lowest to "
        "highest, for metrics that know an order.",
        examples=[["billing", "account", "other"]],
    )
    costs: CostsRef | None = Field(
        None,
        description="Price of each kind of error; with several classes, {true class: {predicted class: "
        "price}}.",
    )
    metrics: dict[str, MetricRule] = Field(
        min_length=1, description="What is expected of each metric, by its spelling, in the report's order."
    )
    slices: dict[str, SliceRule] = Field(
        default_factory=dict,
        description="Checks of every group of a golden field: {slice field: what is expected}. Each joins "
        "the one family that is judged together.",
        examples=[{"topic": {"tolerance": 0.05}}],
    )
    interval: Interval = Field(default_factory=Interval, description="How intervals are computed.")
    decision: Decision = Field(default_factory=Decision, description="How strictly a drop is judged.")
    baseline: Baseline = Field(default_factory=Baseline, description="What the candidate is compared with.")
    paths: tuple[Text, ...] = Field(
        (),
        strict=False,
        description="Files that can change an answer, as patterns relative to this config; "
        "`gate check --changed-only` judges nothing where a change touches none of them.",
        examples=[["../src/search/**", "../prompts/*.txt"]],
    )
    history: Text | None = Field(
        None,
        description="File in which every check is recorded, relative to this config; a folder if it ends in "
        "/. Without it, only `gate check --record` records, in history/NAME.jsonl beside the baseline store.",
        examples=["../history/"],
    )
    anchor: Anchor | None = Field(None, description="A fixed second reference, so that slow decline is seen.")
    cluster: Text | None = Field(
        None,
        description="Slice field whose equal values belong together, such as the document that questions "
        "were written from; by default each item's own `cluster`. What belongs together is drawn as one.",
        examples=["document"],
    )
    max_errors: ShareOrPercent = Field(
        MAX_ERRORS,
        description="Share of answers that may say `error` before the system counts as failed; "
        "at least 0.02.",
        examples=["5%", 0.05],
    )
    profiles: dict[str, Profile] = Field(
        default_factory=dict,
        description="Sets of keys that override this config for one occasion, chosen with `--profile`.",
        examples=[{"pr": {"decision": {"mode": "report_only"}}}],
    )
    plugins: tuple[Text, ...] = Field(
        (),
        strict=False,
        description="Python files with metrics or readers of your own, relative to this config. They are "
        "executed by every command that reads this config.",
        examples=[["metrics/freshness.py"]],
    )

    _path: Path = PrivateAttr(default=Path())
    _shown: str = PrivateAttr(default="")
    _resolved: "Resolved" = PrivateAttr()
    _document: "Document" = PrivateAttr()

    def located(self, folder: Path, document: "Document", resolved: "Resolved") -> Self:
        """Return this config, told where it was read from and what its names resolve to."""
        self._path, self._shown = folder / Path(document.shown).name, document.shown
        self._document, self._resolved = document, resolved
        return self

    def problem(
        self, path: "yaml_source.Path", what: str, *, fix: str = "", code: str = "config_value"
    ) -> "Problem":
        """Describe what is wrong at ``path``, with its line and a caret, after the file was read."""
        return self._document.problem(path, what, fix=fix, code=code)

    @property
    def path(self) -> Path:
        """The file it was read from."""
        return self._path

    @property
    def shown(self) -> str:
        """Its path as the user gave it, for messages and reports."""
        return self._shown

    @property
    def checks(self) -> "tuple[CheckRule, ...]":
        """The metrics and what is expected of them, resolved, in the config's order."""
        return self._resolved.checks

    @property
    def by_key(self) -> "Mapping[str, CheckRule]":
        """The same by the config's own keys."""
        return self._resolved.by_key

    @property
    def slice_checks(self) -> "tuple[SliceCheck, ...]":
        """What is expected on every group of a slice field, resolved, in the config's order."""
        return self._resolved.slices

    @property
    def budgets(self) -> "Mapping[str, Tolerance]":
        """The anchor's budget of each metric that has one of its own, by resolved spelling."""
        return self._resolved.budgets

    @property
    def common_budget(self) -> "Tolerance | None":
        """The anchor's budget of every other metric; ``None`` where its tolerance is the budget."""
        budget = self.anchor.budget if self.anchor else None
        return None if budget is None or isinstance(budget, dict) else read_tolerance(budget)

    @property
    def allowed_errors(self) -> float:
        """Share of answers that may say ``error``, in [:data:`MAX_ERRORS`, 1]."""
        return max(MAX_ERRORS, self.max_errors)

    @property
    def profile(self) -> str | None:
        """The profile it was read under; ``None`` for the config itself."""
        return self._resolved.profile

    @property
    def own(self) -> "Own":
        """What its plugins bring along."""
        return self._resolved.own

    @property
    def chunk_rule(self) -> ChunkRule:
        """What becomes of chunks before they are judged."""
        given = self.system.collapse if self.system else None
        if given is None:
            return ChunkRule(overlap=self.span_overlap)
        return ChunkRule(Collapse(given.separator or "#", given.pattern), self.span_overlap)

    @property
    def golden_source(self) -> FileSource:
        """The golden set's file."""
        return self.source_of(self.golden_set)

    @property
    def run_source(self) -> FileSource | None:
        """The file with the candidate's answers; ``None`` if the config names none."""
        file = self.system.file if self.system else None
        return self.source_of(file) if file else None

    @property
    def catalogue_sources(self) -> list[FileSource]:
        """The files of the catalogue."""
        return [self.source_of(file) for file in (self.catalogue.files if self.catalogue else ())]

    def source_of(self, file: File) -> FileSource:
        """Return a file that it names, found from where the config lies."""
        found = self.beside(file.path)
        return replace(found, format=file.format, fields=file.fields, readers=self.own.readers)

    def beside(self, path: str) -> FileSource:
        """Return a path that it names, found from where the config lies."""
        shown = normpath((Path(self._shown).parent / path).as_posix())
        return FileSource(self._path.parent / path, shown)
