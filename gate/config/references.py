"""What a candidate is compared with: the rolling baseline, and a fixed anchor beside it."""

from typing import Annotated

from pydantic import BeforeValidator, Field

from gate.config.part import Model
from gate.config.values import Amount, Days, Text, tolerance


def _budget(value: object) -> object:
    """Say once what is wrong: a union would say it of each of its kinds."""
    if not isinstance(value, dict):
        return tolerance(value)
    wrong = []
    for metric, amount in value.items():
        try:
            tolerance(amount)
        except ValueError as error:
            wrong.append(f"{metric}: {error}")
    if wrong:
        raise ValueError("; ".join(wrong))
    return value


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

    max_age: Days = Field(
        "30d", description="Age from which a notice asks whether the refresh still runs, in days: 30d."
    )

    @property
    def most_days(self) -> int:
        """The age from which the baseline counts as old."""
        return int(self.max_age.removesuffix("d"))

    @property
    def base(self) -> str | None:
        """The revision, or ``None`` for the merge base, which ``GATE_BASE`` may then name."""
        return None if self.revision == "merge-base" else self.revision


class Anchor(Model):
    """A fixed reference beside the rolling baseline, against slow decline."""

    at: Text = Field(
        description="Which baseline it is: that of a tag or commit, the last one of a day (2026-01-31), or "
        "the one with this digest (sha256:…).",
        examples=["v1.2.0"],
    )
    budget: Annotated[Amount | dict[str, Amount] | None, BeforeValidator(_budget)] = Field(
        None,
        description="How much worse than the reference is fine, in however many steps: one amount, or one a "
        "metric; each check's tolerance by default.",
        examples=[0.03, {"ndcg@10": 0.03}],
    )
