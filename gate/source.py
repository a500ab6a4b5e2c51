"""FileSource: a file the config points at, and how it wants to be read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

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
    """

    path: Path
    shown: str
    format: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
