"""What errors cost: a price a kind of error, or a price a pair of classes."""

from typing import Annotated, Self

from pydantic import Discriminator, Field, Tag, model_validator

from gate.config.part import Model
from gate.config.values import NotNegative


class Costs(Model):
    """Price of each kind of error; a right decision costs nothing."""

    false_negative: NotNegative = Field(description="Price of a positive that is not flagged.")
    false_positive: NotNegative = Field(description="Price of a negative that is flagged.")

    @model_validator(mode="after")
    def _one_costs(self) -> Self:
        if self.false_negative == 0 == self.false_positive:
            raise ValueError("both prices are 0, so every system would be perfect: set one above 0")
        return self


Prices = dict[str, dict[str, NotNegative]]
"""``{true class: {predicted class: price}}``."""

BY_KIND, BY_CLASS = "<by kind of error>", "<by class>"
"""Tags of the two shapes of ``costs``; part of no path in a file."""


def _shape(value: object) -> str:
    is_matrix = isinstance(value, dict) and value and all(isinstance(v, dict) for v in value.values())
    return BY_CLASS if is_matrix else BY_KIND


CostsRef = Annotated[Annotated[Costs, Tag(BY_KIND)] | Annotated[Prices, Tag(BY_CLASS)], Discriminator(_shape)]
