"""What a config says about files and about the system under test."""

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from gate.config.values import NotNegative, Options, PositiveWhole, Text, Whole, Words, spelt


class Model(BaseModel):
    """A part of a config: frozen, and strict about keys and types."""

    # Deferred: a part is built into its config, and on its own only when it is asked on its own.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False, defer_build=True)


class File(Model):
    """A file, and how to read it; a path alone is read by its suffix."""

    path: Text = Field(description="Path of the file or folder, relative to this config.")
    format: Text | None = Field(
        None, description="Format of the file, where its suffix does not decide it.", examples=["trec"]
    )
    fields: dict[str, Text] = Field(
        default_factory=dict,
        description="Columns or keys with other names than ours: {our name: name in the file}.",
        examples=[{"id": "question_id"}],
    )


def _file(value: object) -> object:
    if isinstance(value, str):
        return {"path": value}
    if not isinstance(value, dict | File):
        raise ValueError(f"{spelt(value)} is not a path: write PATH or {{path: PATH, format: FORMAT}}")  # noqa: TRY004
    return value


FileRef = Annotated[File, BeforeValidator(_file, json_schema_input_type=Text | File)]


class Http(Model):
    """An HTTP endpoint that answers one item a request."""

    url: Text = Field(description="Address that is asked.")
    method: Literal["GET", "POST"] = Field("POST", description="HTTP method.")
    headers: dict[str, Text] = Field(
        default_factory=dict, description="Headers; `$NAME` is replaced by the environment variable."
    )
    body: Options = Field(default_factory=dict, description="JSON body; `{query}` and `{id}` are replaced.")
    answer: Text | None = Field(None, description="Path of the answer in the response, e.g. `hits.*.id`.")


class System(Model):
    """Where the candidate's answers come from: exactly one of the kinds, and how it is run."""

    run: FileRef | None = Field(None, description="File with the candidate's rankings.")
    predictions: FileRef | None = Field(
        None, description="File with the candidate's scores or decisions; the same as `run`."
    )
    function: Text | None = Field(
        None, description="Not supported yet. Python function to ask, `module:function`."
    )
    command: Words | None = Field(
        None, description="Not supported yet. Program to run: JSON lines in, JSON lines out."
    )
    http: Http | None = Field(None, description="Not supported yet. HTTP endpoint to ask.")
    langchain: Text | None = Field(
        None, description="Not supported yet. LangChain retriever, `module:object`."
    )
    llama_index: Text | None = Field(
        None, description="Not supported yet. LlamaIndex retriever, `module:object`."
    )
    haystack: Text | None = Field(None, description="Not supported yet. Haystack retriever, `module:object`.")
    repeats: PositiveWhole = Field(
        1, description="Not supported yet. How often each item is asked; answers are averaged in the item."
    )
    concurrency: PositiveWhole = Field(
        1, description="Not supported yet. How many items are asked at the same time."
    )
    timeout: NotNegative | None = Field(
        None, description="Not supported yet. Seconds after which an answer counts as an error."
    )
    retries: Whole = Field(2, description="Not supported yet. How often a failed question is asked again.")
    cache: Text | None = Field(
        None, description="Not supported yet. Folder that keeps answers for later calls."
    )

    @property
    def file(self) -> File | None:
        """The file with the answers; ``None`` if the config names none."""
        return self.run or self.predictions
