"""How intervals are made and how strictly a drop is judged."""

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from gate.config.budget import alpha_of
from gate.config.part import Model
from gate.config.values import PositiveWhole, Share, Text, Whole, positive_whole

FailOn = Literal[
    "suspect",
    "noisy_drop",
    "small_real_drop",
    "underpowered",
    "too_few_positives",
    "too_many_rejected",
    "floor_within_noise",
]


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
        None,
        description="Harmless changes that may be blocked, by week, month, quarter or year; solved for "
        "`alpha`, which must then be left out.",
        examples=["1/quarter"],
    )
    merges_per_month: PositiveWhole = Field(
        100, description="Changes judged in a month, for `false_block_budget`."
    )
    changing: Share = Field(
        0.5, description="Share of those changes that alter any result, for `false_block_budget`."
    )

    learn: bool = Field(
        default=False,
        description="Whether the accepted changes in the history, as the base has it, say how rarely a "
        "harmless change loses items altogether; a suspect drop that loses more of them then blocks.",
    )

    @model_validator(mode="after")
    def _solved(self) -> Self:
        if self.false_block_budget is None:
            for key in ("merges_per_month", "changing"):
                if key in self.model_fields_set:
                    raise ValueError(f"`{key}` means nothing without `false_block_budget`")
            return self
        if "alpha" in self.model_fields_set:
            raise ValueError("`alpha` and `false_block_budget` say the same: keep one of them")
        alpha_of(self.false_block_budget, merges_per_month=self.merges_per_month, changing=self.changing)
        return self

    @property
    def chance(self) -> float:
        """The chance, over all checks together, of blocking a harmless change."""
        if self.false_block_budget is None:
            return self.alpha
        return alpha_of(
            self.false_block_budget, merges_per_month=self.merges_per_month, changing=self.changing
        )
