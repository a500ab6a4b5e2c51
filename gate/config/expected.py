"""What a config expects of a metric: tolerance, floor, ceiling, on the whole set or on every slice."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from gate.config.judge import RequiredJudge
from gate.config.part import Model
from gate.config.values import Amount, Labels, NotNegative, Number, Words, number

Role = Literal["headline", "guard", "info"]


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
    requires_judge: RequiredJudge | None = Field(
        None,
        description="The judge that gave this metric's numbers. Where it agrees too little with people, or "
        "is another than the one that was compared with them, the metric is not comparable.",
        examples=[{"config": "judge.yaml", "kappa": 0.6}],
    )


class SliceRule(Model):
    """What is expected on every value of a slice field; `{}` judges all metrics with a tolerance on each."""

    tolerance: Amount | None = Field(
        None,
        description="How much worse than the baseline is fine on each slice: a number, or '3%' of the "
        "baseline's value. By default each metric's own tolerance times the root of items over items in the "
        "slice: the same number of standard errors.",
        examples=[0.05],
    )
    floor: LimitRef | None = Field(
        None, description="Least allowed value on each slice, where higher is better.", examples=[0.7]
    )
    ceiling: LimitRef | None = Field(
        None, description="Greatest allowed value on each slice, where lower is better.", examples=[0.5]
    )
    metrics: Words | None = Field(
        None,
        description="Metrics that are judged on each slice, as they are spelt under `metrics`; by default "
        "those with a tolerance.",
        examples=[["ndcg@10"]],
    )
    role: Literal["guard", "info"] | None = Field(
        None,
        description="guard, the default: a slice can fail the gate; info: slices are only reported.",
    )
