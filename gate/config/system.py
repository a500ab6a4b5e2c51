"""What a config says about files and about the system under test."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationInfo

from gate.config.chunking import CollapseRef
from gate.config.endpoint import Http
from gate.config.part import Model
from gate.config.placeholders import refuse_unknown
from gate.config.values import Positive, PositiveWhole, Text, Whole, Words, spelt
from gate.plugins import installed
from gate.readers import formats
from gate.readers.fields import suggestion

FILES = ("run", "predictions")
"""Keys of a system that has already answered."""

CLASSIFIERS = ("classification", "multiclass", "multilabel", "judge")
"""Tasks whose answers are no rankings."""

IMPORTED = ("function", "langchain", "llama_index", "haystack")
"""Keys of a system that is a Python object."""

LIVE = (*IMPORTED, "command", "http", "plugin")
"""Keys of a system that is asked."""


def _format(value: object, told: ValidationInfo) -> object:
    known = [*(form.name for form in formats()), *(told.context or {}).get("formats", ())]
    if isinstance(value, str) and value not in known and value not in installed.names("gate.readers"):
        known += installed.names("gate.readers")
        raise ValueError(f"{spelt(value)} is no format: {suggestion(value, known)}")
    return value


class File(Model):
    """A file, and how to read it; a path alone is read by its suffix."""

    path: Text = Field(description="Path of the file or folder, relative to this config.")
    format: Annotated[Text | None, BeforeValidator(_format)] = Field(
        None, description="Format of the file, where its suffix does not decide it.", examples=["trec"]
    )
    fields: dict[str, Text] = Field(
        default_factory=dict,
        description="Columns or keys with other names than ours: {our name: name in the file}; dots reach "
        "inside the objects of other tools' files.",
        examples=[{"id": "question_id"}],
    )


def _file(value: object) -> object:
    if isinstance(value, str):
        return {"path": value}
    if not isinstance(value, dict | File):
        raise ValueError(f"{spelt(value)} is not a path: write PATH or {{path: PATH, format: FORMAT}}")  # noqa: TRY004
    return value


FileRef = Annotated[File, BeforeValidator(_file, json_schema_input_type=Text | File)]


class Cache(Model):
    """Answers kept on disk for later calls."""

    mode: Literal["off", "read", "write", "refresh"] = Field(
        "off",
        description="off: keep nothing; read: use kept answers; write: use kept answers and keep new ones; "
        "refresh: ask anew and keep the answers.",
    )
    folder: Text = Field(
        ".gate",
        description="Folder of kept answers, also those of an interrupted call; relative to this config.",
    )


def _cache(value: object) -> object:
    return {"mode": value} if isinstance(value, str) else value


CacheRef = Annotated[
    Cache,
    BeforeValidator(_cache, json_schema_input_type=Literal["off", "read", "write", "refresh"] | Cache),
]


def _import_path(value: str) -> str:
    if re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*", value):
        return value
    module, _, name = value.replace(":", ".").rpartition(".")
    near = module.replace(".", "a").isidentifier() and name.isidentifier()
    hint = f": write {module}:{name}" if near else ""
    raise ValueError(f"{value!r} is not MODULE:NAME{hint}")


ImportPath = Annotated[Text, AfterValidator(_import_path)]


class System(Model):
    """Where the candidate's answers come from: exactly one of the kinds, and how it is asked."""

    run: FileRef | None = Field(None, description="File with the candidate's rankings.")
    predictions: FileRef | None = Field(
        None, description="File with the candidate's scores or decisions; the same as `run`."
    )
    collapse: CollapseRef | None = Field(
        None,
        description="For a system that returns chunks while documents are judged: `document`, or how a "
        "chunk's id names its document. The best-ranked chunk of a document counts, later ones are removed "
        "and the ranks close up.",
        examples=["document", {"separator": "::"}],
    )
    function: ImportPath | None = Field(
        None, description="Python function to ask, `package.module:name`.", examples=["app.search:search"]
    )
    command: Words | None = Field(
        None,
        description="Program to ask, with its arguments; no shell. It reads one JSON line a question and "
        "writes one an answer.",
        examples=[["node", "search.js", "--index", "main"]],
    )
    http: Http | None = Field(None, description="HTTP endpoint to ask.")
    langchain: ImportPath | None = Field(
        None, description="LangChain retriever to ask, `package.module:name`: it, or what makes one."
    )
    llama_index: ImportPath | None = Field(
        None, description="LlamaIndex retriever to ask, `package.module:name`: it, or what makes one."
    )
    haystack: ImportPath | None = Field(
        None,
        description="Haystack text retriever to ask, `package.module:name`: it, or what makes one.",
    )
    plugin: Text | None = Field(
        None,
        description="System that an installed distribution offers under this name, as an entry point of "
        "gate.systems.",
    )
    options: dict[str, Any] = Field(
        default_factory=dict, description="What the system of an installed distribution is told."
    )
    folder: Text = Field(
        ".",
        description="Folder where a program is started or a Python module is found, that of a `check` too; "
        "relative to this config.",
    )
    identity: Annotated[Text, AfterValidator(refuse_unknown)] | None = Field(
        None,
        description="What tells two versions of the system apart: answers are kept while it stays the same. "
        "`${NAME}` is the environment variable NAME.",
        examples=["index 2025-03, reranker v4", "${GIT_COMMIT}"],
    )
    depth: PositiveWhole | None = Field(
        None, description="How many results are asked for; by default the deepest cut-off of this config."
    )
    document_id: Text | None = Field(
        None,
        description="Metadata field with the id of a framework's document; by default its own id.",
    )
    batch: PositiveWhole = Field(
        1, description="How many questions a function takes at once; above 1, lists."
    )
    repeats: PositiveWhole = Field(1, description="How often each item is asked; every answer is stored.")
    concurrency: PositiveWhole = Field(1, description="How many questions are under way at the same time.")
    timeout: Positive = Field(60.0, description="Seconds after which an attempt to answer has failed.")
    startup: Positive = Field(
        120.0, description="Seconds that a program or a Python module may take to load, before it is asked."
    )
    retries: Whole = Field(
        2,
        description="How often a failed attempt is made again, later each time; an answer without sense is "
        "final.",
    )
    cache: CacheRef = Field(default_factory=Cache, description="Whether answers are kept for later calls.")

    @property
    def file(self) -> File | None:
        """The file with the answers; ``None`` if the config names none."""
        return self.run or self.predictions

    @property
    def kind(self) -> str | None:
        """The key that says how the system is asked; ``None`` where its answers lie in a file."""
        return next((key for key in LIVE if getattr(self, key) is not None), None)


_ONLY_FOR = {"batch": ("function", "plugin"), "document_id": IMPORTED, "startup": (*IMPORTED, "command")}
_ONLY_FOR |= {"folder": (*_ONLY_FOR["startup"], "plugin"), "options": ("plugin",)}


def misfits(system: Mapping[str, object], task: object) -> Iterator[tuple[str, str]]:
    """Yield keys of ``system:`` that contradict each other: ``(key, what is wrong)``."""
    kinds = [key for key in (*FILES, *LIVE) if key in system]
    if {"run", "predictions"} <= set(kinds):
        yield "predictions", "'run' and 'predictions' mean the same: keep one of them"
        kinds.remove("predictions")
    for other in kinds[1:]:
        yield other, f"{kinds[0]!r} says already where the answers come from: keep one of them"
    # How chunks are read is a question of what is judged, wherever the answers come from.
    known = (*FILES, *LIVE, "collapse")
    options = [key for key in system if key in System.model_fields and key not in known]
    if not kinds:
        for key in options:
            yield key, f"there is no system to ask: name one of {', '.join((*FILES, *LIVE))}"
        return
    for key in options:
        allowed = _ONLY_FOR.get(key, LIVE)
        if key == "folder" and task == "generation":  # where functions that check a text are found, too
            continue
        if not set(kinds) & set(allowed):
            yield key, f"it means nothing for {kinds[0]!r}, only for {', '.join(allowed)}: drop it"
    cache = system.get("cache", "off")
    mode = cache.get("mode", "off") if isinstance(cache, dict) else cache
    if mode in {"read", "write", "refresh"} and "identity" not in system and kinds[0] in LIVE:
        yield "cache", "kept answers need `identity`: what tells two versions of the system apart"
    http = system.get("http")
    if isinstance(http, dict):
        yield from _endpoint_misfits(http, task)


def _endpoint_misfits(http: Mapping[str, object], task: object) -> Iterator[tuple[str, str]]:
    if task in {"retrieval", "recommendation"}:
        for key in ("predicted", "probabilities", "text"):
            if key in http:
                only = "generation" if key == "text" else "classification"
                yield "http", f"{key!r} means nothing for {task}, only for {only}: drop it"
        if "score" in http and "id" not in http:
            yield "http", "'score' says where a result's score is: say as `id` where its id is, too"
    elif task in CLASSIFIERS:
        for key in ("hits", "id", "text"):
            if key in http:
                only = "generation" if key == "text" else "retrieval"
                yield "http", f"{key!r} means nothing for {task}, only for {only}: drop it"
        if not {"score", "predicted", "probabilities"} & set(http):
            yield "http", "where is the answer? Point to it: `score`, `predicted` or `probabilities`"
    elif task == "generation":
        for key in ("hits", "id", "score", "predicted", "probabilities"):
            if key in http:
                yield "http", f"{key!r} means nothing for generation: point to the answer as `text`"
