"""What a config says about an HTTP endpoint."""

import re
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from gate.config.part import Model
from gate.config.placeholders import fields, refuse_unknown
from gate.config.values import Options, Text

POINTER = r"^(/([^~/]|~[01])*)+$"


def _address(value: str) -> str:
    if re.match(r"[^/?#]*//[^/?#]*@", value):  # looked at first, and never quoted: it may be a password
        raise ValueError(
            "an address is printed, so it holds no user name and no password before an '@': send them as a "
            'header from the environment, headers: {Authorization: "Basic ${NAME}"}'
        )
    refuse_unknown(value)
    if not re.match(r"https?://[^/]|\$\{", value):
        raise ValueError(f"{value!r} is no address: begin with https:// or http://, or with ${{NAME}}")
    return value


def _pointer(value: str) -> str:
    if not re.fullmatch(POINTER, value):
        hint = f"/{value.strip('$').strip('./').replace('.', '/')}"
        raise ValueError(f"{value!r} is no JSON Pointer: write {hint!r}")
    return value


def _request(value: dict[str, Any]) -> dict[str, Any]:
    refuse_unknown(value)
    return value


Address = Annotated[Text, AfterValidator(_address)]
Pointer = Annotated[Text, AfterValidator(_pointer)]
Request = Annotated[Options, AfterValidator(_request)]
HeaderText = Annotated[Text, AfterValidator(refuse_unknown)]


class Http(Model):
    """An HTTP endpoint that is asked one item a request, and where its answer lies in the response.

    Secrets stand in the environment: `${NAME}` is replaced when the request is made, and is never printed.
    """

    url: Address = Field(description="Address that is asked; {{query}}, {{k}} and {{id}} are filled in.")
    method: Literal["GET", "POST"] = Field("POST", description="HTTP method.")
    headers: dict[str, HeaderText] = Field(
        default_factory=dict,
        description="Headers; `${NAME}` is the environment variable NAME.",
        examples=[{"Authorization": "Bearer ${SEARCH_TOKEN}"}],
    )
    body: Request = Field(
        default_factory=dict,
        description="JSON body; {{query}}, {{k}} and {{id}} are filled in. A value that is {{k}} alone is a "
        "number.",
        examples=[{"query": "{{query}}", "limit": "{{k}}"}],
    )
    hits: Pointer | None = Field(
        None,
        description="JSON Pointer to the list of results; by default the response is that list.",
        examples=["/hits/hits"],
    )
    id: Pointer | None = Field(
        None,
        description="JSON Pointer, inside a result, to the document's id; by default the result is the id or "
        "holds `id` and perhaps `score`.",
        examples=["/_id"],
    )
    score: Pointer | None = Field(
        None,
        description="JSON Pointer to the score: inside a result (retrieval; without it the order counts), or "
        "in the response (classification).",
    )
    predicted: Pointer | None = Field(
        None, description="JSON Pointer to the class the system decided on (classification)."
    )
    probabilities: Pointer | None = Field(
        None, description="JSON Pointer to {class: probability} (classification)."
    )
    text: Pointer | None = Field(
        None,
        description="JSON Pointer to the text that was written (generation); by default the response is it.",
        examples=["/choices/0/message/content"],
    )
    numbers: dict[str, Pointer] = Field(
        default_factory=dict,
        description="Further numbers of an answer: {name: JSON Pointer}.",
        examples=[{"cost": "/usage/cost"}],
    )

    @model_validator(mode="after")
    def _asks(self) -> Self:
        if self.method == "GET" and self.body:
            raise ValueError("GET carries no body: put {{query}} into the url, or write method: POST")
        if not fields([self.url, self.body, dict(self.headers)]) & {"query", "id"}:
            raise ValueError("nothing says what is asked: put {{query}} into the body or the url")
        return self
