"""FileSource: a file the config points at, and how it wants to be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class FileSource:
    """Where to read, and what the config said about it.

    Attributes:
        path: Where the file or folder is.
        shown: The path as messages and reports print it: as the user wrote it.
        format: Name of the format, or ``None`` to go by the suffix.
        fields: ``{our field: the file's column or key}``, for files with other names.
        said_by: What named it: a ``"config"``; ``"options"``, that is an argument beside ``--format`` and
            ``--field``; or an ``"argument"`` alone.
        readers: Readers of plugins, looked at after ours.
        classes: What a run's columns and keys are numbers under, and nothing else: the classes of a question.
        numbers: ``{column or key of a run: the metric that reads it}``: what else stands there is refused.
    """

    path: Path
    shown: str
    format: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    said_by: Literal["config", "options", "argument"] = "config"
    readers: tuple[Any, ...] = ()
    classes: frozenset[str] = frozenset()
    numbers: Mapping[str, str] = field(default_factory=dict)

    def with_format(self, name: str) -> str:
        """Return how to say that the file has the format ``name``."""
        if self.said_by == "options":
            return f"say so: `--format {name}`"
        if self.said_by == "argument":
            return f"convert it first: `gate convert {self.shown} --format {name} --to jsonl --output FILE`"
        return f"say so in the config: `{{path: {self.shown}, format: {name}}}`"

    def with_field(self, ours: str, theirs: str) -> str:
        """Return how to say that the file calls the field ``ours`` ``theirs``."""
        if self.said_by == "config":
            return f"in the config: `fields: {{{ours}: {theirs}}}`"
        if self.said_by == "options":
            return f"with `--field {ours}={theirs}`"
        return f"with `gate convert {self.shown} --field {ours}={theirs} --to jsonl --output FILE`"
