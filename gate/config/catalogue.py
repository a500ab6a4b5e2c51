"""What a config says of a recommender's catalogue: its items, how popular they are, how alike two are."""

from typing import Annotated, Literal, Self

from pydantic import BeforeValidator, Field, model_validator

from gate.config.part import Model
from gate.config.system import File, FileRef, ImportPath
from gate.config.values import Positive, PositiveWhole, Text, spelt


class Function(Model):
    """A Python function of two item ids."""

    function: ImportPath = Field(
        description="`package.module:name` of a function of two item ids, which returns how alike they are: "
        "1 for the same, 0 for unrelated ones. It is called in a process of its own.",
        examples=["my_shop.items:similarity"],
    )
    folder: Text = Field(".", description="Folder where the module is found, relative to this config.")
    timeout: Positive = Field(300.0, description="Seconds that it may take for all pairs of a run together.")


def _similarity(value: object) -> object:
    if isinstance(value, dict) and "function" in value:
        return Function.model_validate(value)
    if isinstance(value, str):
        return File(path=value)
    if isinstance(value, dict):
        return File.model_validate(value)
    if not isinstance(value, File | Function):
        what = f"{spelt(value)}: write PATH, {{path: PATH, format: FORMAT}} or {{function: MODULE:NAME}}"
        raise ValueError(what)  # noqa: TRY004
    return value


class Catalogue(Model):
    """Everything that could be recommended."""

    items: FileRef | None = Field(
        None,
        description="File with one item a row: `item`, and perhaps `interactions`, how often it was used. "
        "Without it the items are those of `interactions`.",
    )
    interactions: FileRef | None = Field(
        None, description="File of the past, one use a row: `user`, `item`. Popularity is counted from it."
    )
    popularity: Literal["users", "interactions"] | None = Field(
        None,
        description="What an item's popularity is a share of: all users, each counted once (the default "
        "where users are known), or all interactions.",
    )
    users: PositiveWhole | None = Field(
        None, description="Number of users behind the column `interactions` of `items`.", examples=[12000]
    )
    similarity: Annotated[
        File | Function | None, BeforeValidator(_similarity, json_schema_input_type=Text | File | Function)
    ] = Field(
        None,
        description="How alike two items are: a file with `item` and a `vector` (cosine) or `words` such as "
        "genres (Jaccard), a file of pairs `item, other, similarity`, or a function.",
    )

    @property
    def files(self) -> list[File]:
        """The files that are read for it."""
        named = (self.items, self.interactions, self.similarity)
        return [file for file in named if isinstance(file, File)]

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.items is None and self.interactions is None:
            raise ValueError("it names no items: write {items: PATH} or {interactions: PATH}")
        if self.users is not None and self.interactions is not None:
            raise ValueError("'users' are counted from 'interactions': keep one of them")
        if self.users is not None and self.popularity == "interactions":
            raise ValueError("'users' means nothing where popularity is a share of interactions: drop it")
        return self


def _catalogue(value: object) -> object:
    if isinstance(value, str):
        return {"items": value}
    if not isinstance(value, dict | Catalogue):
        raise ValueError(f"{spelt(value)} is not a path: write PATH or {{items: PATH, interactions: PATH}}")  # noqa: TRY004
    return value


CatalogueRef = Annotated[Catalogue, BeforeValidator(_catalogue, json_schema_input_type=Text | Catalogue)]
