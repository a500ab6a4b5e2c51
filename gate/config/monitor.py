"""What the config of `gate monitor` may say: two windows, and what is compared in them."""

from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

from gate.config.part import Model
from gate.config.values import Label, Name, Positive, PositiveWhole, Share, Text, Whole, positive_whole
from gate.source import FileSource

if TYPE_CHECKING:
    from gate import yaml_source
    from gate.errors import Problem
    from gate.yaml_source import Document

Draws = Annotated[int, Field(ge=999, le=1_000_000), BeforeValidator(positive_whole)]
"""Labellings of a permutation test: enough for a chance of one in a thousand."""


class WatchedField(Model):
    """A field of the records whose distribution is compared."""

    kind: Literal["category", "number", "text"] = Field(
        description="category: shares of its values; number: its distribution; text: its length, in words "
        "or in characters where a script has no blanks."
    )
    column: Text | None = Field(
        None, description="Its name in both windows, where it is not called like this entry."
    )
    reference_column: Text | None = Field(
        None, description="Its name in the reference, where that differs from the window's."
    )


class Proxy(Model):
    """A rate that stands for quality in production, such as click-through."""

    column: Text = Field(description="Field that says whether it happened to a record.")
    happened: Label | None = Field(
        None,
        alias="is",
        description="Value that counts; without it the field is true or false, 1 or 0, yes or no.",
    )
    better: Literal["higher", "lower"] | None = Field(
        None,
        description="Which way is better. A change for the better is no alarm; without it both ways are.",
    )


class Embeddings(Model):
    """Vectors of the records: one field of both windows, or an array file for each."""

    column: Text | None = Field(None, description="Field that holds a list of numbers.")
    reference: Text | None = Field(
        None, description="Array file (.npy, one row a record) of the reference, relative to this config."
    )
    window: Text | None = Field(None, description="Array file of the window.")
    dimensions: PositiveWhole = Field(
        8,
        le=64,
        description="Directions of largest spread in which the divergence is estimated; the other two "
        "statistics see the whole vectors.",
    )
    draws: Draws = Field(
        1999,
        description="Labellings drawn for the permutation tests of vectors, at least.",
    )
    sample: Annotated[int, Field(ge=50, le=2000), BeforeValidator(positive_whole)] = Field(
        1000, description="Records of each window that are looked at, at most."
    )


class Levels(Model):
    """Effects from which on a difference is an alarm, if chance alone hardly makes it."""

    p: Share = Field(
        0.001,
        gt=0,
        le=0.05,
        description="Chance of a false alarm, over all fields of one statistic together.",
    )
    population_stability: Positive = Field(0.1, description="Population stability index.")
    jensen_shannon: Positive = Field(0.1, description="Jensen-Shannon distance, 0 to 1.")
    kullback_leibler: Positive = Field(0.05, description="Kullback-Leibler divergence, in nats.")
    kolmogorov_smirnov: Positive = Field(0.05, description="Kolmogorov-Smirnov distance D.")
    share: Positive = Field(
        0.02, description="Change of a share; for shares below a tenth, a fifth of the reference's share."
    )
    mean_distance: Positive = Field(0.2, description="Distance of the mean vectors, in units of spread.")
    separation: Share = Field(
        0.55, ge=0.5, le=1, description="ROC-AUC with which a classifier tells the windows apart."
    )
    embedding_divergence: Positive = Field(
        0.1, description="Kullback-Leibler divergence of the embeddings, in nats."
    )


class MonitorConfig(Model):
    """Two windows of records, and what is compared in them."""

    version: Literal[1] = Field(description="Version of this format: 1.")
    name: Name = Field(
        description="Name of this config; reports are called after it. Small letters, digits, dashes and "
        "underscores."
    )
    golden: Text | None = Field(
        None,
        description="Config of `gate check` whose golden set is watched, relative to this one: its inputs "
        "are the reference unless `reference` names another, and its age and ceiling are looked at.",
        examples=["search.yaml"],
    )
    reference: Text | None = Field(
        None,
        description="File of records that production is compared with, where it is not a golden set; "
        "relative to this config. Its suffix says the format.",
    )
    window: Text | None = Field(
        None,
        description="File of records from production, relative to this config. Its suffix says the format. "
        "Neither it nor `reference` is needed where only array files of vectors are compared.",
    )
    count: Text | None = Field(
        None, description="Field that says how many records a row stands for; by default every row is one."
    )
    fields: dict[str, WatchedField] = Field(
        default_factory=dict,
        description="Fields whose distributions are compared, by the name the report gives them.",
        examples=[{"topic": {"kind": "category"}}],
    )
    embeddings: Embeddings | None = Field(None, description="Vectors of the records, compared as clouds.")
    proxies: dict[str, Proxy] = Field(
        default_factory=dict,
        description="Rates that stand for quality in production, by the name the report gives them.",
        examples=[{"thumbs_down": {"column": "feedback", "is": "down", "better": "lower"}}],
    )
    max_age: PositiveWhole = Field(
        180, description="Days after which a golden set that nobody touched counts as old."
    )
    levels: Levels = Field(default_factory=Levels, description="What is an alarm.")
    draws: Draws = Field(
        9999,
        description="Labellings drawn for each permutation test of a field, at least; more where more fields "
        "share the chance of a false alarm.",
    )
    seed: Whole = Field(1, description="Seed of these draws.")

    _path: Path = PrivateAttr(default=Path())
    _document: "Document" = PrivateAttr()

    @model_validator(mode="after")
    def _asks_something(self) -> Self:
        if self.golden is None and self.reference is None and not self.only_arrays:
            raise ValueError("nothing to compare with: name a `reference`, or a config as `golden`")
        if not self.fields and not self.proxies and self.embeddings is None:
            raise ValueError("nothing is compared: write `fields`, `embeddings` or `proxies`")
        return self

    @property
    def only_arrays(self) -> bool:
        """Whether array files of vectors are all that is compared, so that no records are read."""
        vectors = self.embeddings
        return vectors is not None and vectors.column is None and not self.fields and not self.proxies

    def located(self, path: Path, document: "Document") -> Self:
        """Return this config, told where it was read from."""
        self._path, self._document = path, document
        return self

    @property
    def shown(self) -> str:
        """Its path as the user gave it, for messages and reports."""
        return self._document.shown

    def problem(
        self, path: "yaml_source.Path", what: str, *, fix: str = "", code: str = "config_value"
    ) -> "Problem":
        """Describe what is wrong at ``path``, with its line and a caret, after the file was read."""
        return self._document.problem(path, what, fix=fix, code=code)

    @property
    def golden_config(self) -> Path | None:
        """The config whose golden set is watched; ``None`` if there is none."""
        return self.beside(self.golden).path if self.golden is not None else None

    @property
    def reference_source(self) -> FileSource | None:
        """The reference's file; ``None`` if the golden set is the reference."""
        return self.beside(self.reference) if self.reference is not None else None

    @property
    def window_source(self) -> FileSource | None:
        """The window's file; ``None`` if only array files are compared."""
        return self.beside(self.window) if self.window is not None else None

    def beside(self, path: str) -> FileSource:
        """Return a file that is named relative to this config."""
        shown = normpath((Path(self.shown).parent / path).as_posix())
        return FileSource(self._path.parent / path, shown)
