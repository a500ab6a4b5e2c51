"""What a config may say: the models, whose descriptions are the documentation and the schema."""

from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

from gate.config.system import File, FileRef, Model, System
from gate.config.values import (
    Amount,
    Label,
    Labels,
    Name,
    NotNegative,
    Number,
    Positive,
    PositiveWhole,
    Share,
    Text,
    Whole,
    Words,
    number,
    positive_whole,
)
from gate.source import FileSource

if TYPE_CHECKING:
    from gate.config.rules import CheckRule

Task = Literal["retrieval", "classification", "generation", "judge", "recommendation"]
Role = Literal["headline", "guard", "info"]
FailOn = Literal[
    "suspect",
    "noisy_drop",
    "small_real_drop",
    "underpowered",
    "too_few_positives",
    "too_many_rejected",
    "floor_within_noise",
]


class Limit(Model):
    """A floor or a ceiling with a band in which only a real change counts."""

    value: Number = Field(description="The limit, in the metric's unit.")
    hysteresis: NotNegative | None = Field(
        None,
        description="Within this distance beyond the limit a crossing counts only if "
        "the paired data show a drop.",
    )


def _limit(value: object) -> object:
    return value if isinstance(value, dict | Limit) else {"value": number(value)}


LimitRef = Annotated[Limit, BeforeValidator(_limit, json_schema_input_type=float | Limit)]


class MetricRule(Model):
    """What is expected of one metric; `{}` reports it without gating."""

    tolerance: Amount | None = Field(
        None,
        description="How much worse than the baseline is fine: a number in the metric's unit, or '3%' of the "
        "baseline's value. It has no sign.",
        examples=[0.02, "3%"],
    )
    floor: LimitRef | None = Field(
        None, description="Least allowed value, for metrics where higher is better.", examples=[0.8]
    )
    ceiling: LimitRef | None = Field(
        None, description="Greatest allowed value, for metrics where lower is better.", examples=[0.5]
    )
    role: Role | None = Field(
        None,
        description="headline: decides, also when unclear; guard: can fail, but unclear is fine; info: never "
        "fails. By default headline for a gated metric, guard where `where` restricts it, else info.",
    )
    where: dict[str, Labels] = Field(
        default_factory=dict,
        description="Only items whose slices match: {slice field: value or list of values}.",
        examples=[{"topic": "billing"}],
    )


class Interval(Model):
    """How the intervals of values are computed."""

    confidence: Share = Field(
        0.95, gt=0.5, lt=1, description="Level of the intervals, above 0.5 and below 1."
    )
    resamples: Annotated[int, Field(ge=100, le=1_000_000), BeforeValidator(positive_whole)] = Field(
        10_000, description="Bootstrap resamples, 100 to 1,000,000."
    )
    seed: Whole = Field(1, lt=2**63, description="Seed of the resamples; the test that blocks has its own.")


class Decision(Model):
    """The rule that turns a comparison into a verdict."""

    mode: Literal["significant", "strict", "minimum_effect", "point", "report_only"] = Field(
        "significant",
        description="significant: a drop beyond the tolerance that is no chance; strict: unclear headlines "
        "stop too (exit 3); minimum_effect: surely more than the tolerance; point: the bare numbers, not "
        "statistical; report_only: always exit 0.",
    )
    fail_on: tuple[FailOn, ...] = Field(
        (),
        strict=False,
        description="Kinds of unclear result that stop the build with exit 3.",
        examples=[["suspect"]],
    )
    alpha: Share = Field(
        0.01, gt=0, le=0.5, description="Chance, over all checks together, of blocking a harmless change."
    )
    false_block_budget: Text | None = Field(
        None, description="Not supported yet. Harmless changes that may be blocked, e.g. '1/quarter'."
    )


class Baseline(Model):
    """Where the baseline lies, and which version of it counts."""

    store: Text = Field("baselines", description="Folder of the stored runs, relative to this config.")
    revision: Text = Field(
        "merge-base",
        alias="from",
        description="Which version of it counts: merge-base (what the target branch had), worktree (the "
        "files as they are), or a git revision.",
    )
    required: bool = Field(
        default=True,
        description="Whether a missing baseline is no answer (exit 3), or passes if floors hold.",
    )

    @property
    def base(self) -> str | None:
        """The revision, or ``None`` for the merge base, which ``GATE_BASE`` may then name."""
        return None if self.revision == "merge-base" else self.revision


class Costs(Model):
    """Price of each kind of error; a right decision costs nothing."""

    false_negative: NotNegative = Field(description="Price of a positive that is not flagged.")
    false_positive: NotNegative = Field(description="Price of a negative that is flagged.")

    @model_validator(mode="after")
    def _one_costs(self) -> Self:
        if self.false_negative == 0 == self.false_positive:
            raise ValueError("both prices are 0, so every system would be perfect: set one above 0")
        return self


class Anchor(Model):
    """A fixed reference beside the rolling baseline, against slow decline."""

    at: Text = Field(description="Tag, commit or date of the reference.")
    budget: Amount | None = Field(
        None, description="How much worse than the reference is fine; each check's tolerance by default."
    )


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
        raise ValueError(f"{error}: write a number, cheapest or from-baseline") from None


class Config(Model):
    """One question: what is judged, against what, and how strictly."""

    version: Literal[1] = Field(description="Version of this format: 1.")
    name: Name = Field(
        description="Name of the question: baseline files and reports are called after it. Small letters, "
        "digits, dashes and underscores."
    )
    task: Task = Field(
        description="What kind of system is judged: retrieval or classification in this version."
    )
    golden_set: FileRef = Field(description="File or folder that says what is right.")
    system: System | None = Field(None, description="Where the candidate's answers come from.")
    k: PositiveWhole | None = Field(
        None, description="Default cut-off of rankings: how many results are used."
    )
    relevant_grade: Positive = Field(
        1.0, description="Least grade that counts as relevant for metrics that know only yes and no."
    )
    threshold: Annotated[float | Literal["cheapest", "from-baseline"], BeforeValidator(_threshold)] | None = (
        Field(
            None,
            description="Score from which an item is flagged: a number, from-baseline (the frozen one), or "
            "cheapest (found on this data; never blocks).",
        )
    )
    positive: Label | None = Field(None, description="The class that the score speaks for.")
    costs: Costs | None = Field(None, description="Price of each kind of error.")
    metrics: dict[str, MetricRule] = Field(
        min_length=1, description="What is expected of each metric, by its spelling, in the report's order."
    )
    slices: dict[str, MetricRule] = Field(
        default_factory=dict, description="Not supported yet. Checks of each group of a golden field."
    )
    interval: Interval = Field(default_factory=Interval, description="How intervals are computed.")
    decision: Decision = Field(default_factory=Decision, description="How strictly a drop is judged.")
    baseline: Baseline = Field(default_factory=Baseline, description="What the candidate is compared with.")
    anchor: Anchor | None = Field(None, description="Not supported yet. A fixed second reference.")
    cluster: Text | None = Field(
        None, description="Not supported yet. Golden field whose equal values belong together."
    )
    max_errors: Share = Field(
        0.02,
        ge=0,
        le=1,
        description="Share of answers that may say `error` before the system counts as failed; "
        "at least 0.02.",
    )
    profiles: dict[str, Profile] = Field(
        default_factory=dict, description="Not supported yet. Sets of keys that override this config."
    )
    plugins: tuple[Text, ...] = Field(
        (), strict=False, description="Not supported yet. Python files with metrics of your own."
    )

    _path: Path = PrivateAttr(default=Path())
    _shown: str = PrivateAttr(default="")
    _checks: "tuple[CheckRule, ...]" = PrivateAttr(default=())

    def located(self, folder: Path, shown: str, checks: "tuple[CheckRule, ...]") -> Self:
        """Return this config, told where it was read from and what its metrics resolve to."""
        self._path, self._shown, self._checks = folder / Path(shown).name, shown, checks
        return self

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
        return self._checks

    @property
    def golden_source(self) -> FileSource:
        """The golden set's file."""
        return self._source(self.golden_set)

    @property
    def run_source(self) -> FileSource | None:
        """The file with the candidate's answers; ``None`` if the config names none."""
        file = self.system.file if self.system else None
        return self._source(file) if file else None

    def _source(self, file: File) -> FileSource:
        shown = normpath((Path(self._shown).parent / file.path).as_posix())
        return FileSource(self._path.parent / file.path, shown, file.format, file.fields)
