"""What a config says of a system that returns chunks while documents are judged."""

import re
from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from gate.config.part import Model
from gate.config.values import Text, spelt


class Collapse(Model):
    """How the id of a chunk names its document."""

    separator: Text | None = Field(
        None,
        description="What parts the document's id from the rest of a chunk's id, at its last occurrence; "
        "'#' by default.",
        examples=["::"],
    )
    pattern: Text | None = Field(
        None,
        description="Regular expression for whole chunk ids; its first group is the document's id.",
        examples=["(.+)-chunk-[0-9]+"],
    )

    @model_validator(mode="after")
    def _one_rule(self) -> Self:
        if self.separator is not None and self.pattern is not None:
            raise ValueError("'separator' and 'pattern' are two rules: keep one of them")
        if self.pattern is not None:
            try:
                groups = re.compile(self.pattern).groups
            except re.error as error:
                raise ValueError(f"pattern: not a regular expression: {error}") from None
            if not groups:
                raise ValueError("pattern: put the document's id in brackets, as in (.+)-chunk-[0-9]+")
        return self


def _collapse(value: object) -> object:
    if value == "document":
        return {}
    if not isinstance(value, dict | Collapse):
        raise ValueError(f"{spelt(value)}: write document, {{separator: TEXT}} or {{pattern: EXPRESSION}}")  # noqa: TRY004
    return value


CollapseRef = Annotated[
    Collapse, BeforeValidator(_collapse, json_schema_input_type=Literal["document"] | Collapse)
]
