"""What a worker is told to load."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the gate wants to ask.

    Attributes:
        kind: ``"function"``; ``"check"`` for one that judges answers, ``"similarity"`` of two items; or
            the framework of a retriever.
        path: ``package.module:name``.
        folder: Where the module is looked for first; absolute.
        batch: Questions a function takes at once; above 1 it is given lists.
        document_id: Metadata field with the id of a framework's document; ``None`` for its own id.
        concurrency: Calls under way at the same time, from 1.
        timeout: Seconds after which a coroutine is cancelled.
    """

    kind: Literal["function", "check", "similarity", "langchain", "llama_index", "haystack"]
    path: str
    folder: str
    batch: int
    document_id: str | None
    concurrency: int
    timeout: float
