"""Baselines as another commit has them; nothing is checked out, nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate import git
from gate.stores import pair

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class GitStore:
    """The folder of a :class:`~gate.stores.folder.FolderStore`, at a revision.

    Attributes:
        repository: Top folder of the work tree.
        revision: A branch, tag or hash.
        folder: The store's folder, from the top, with ``/``; empty or ``"."`` for the top itself.
        at: The revision as messages print it.
    """

    repository: Path
    revision: str
    folder: str
    at: str

    def load(self, name: str) -> pair.Stored | None:
        """Return the baseline ``name`` at the revision, or ``None`` where it has none.

        Raises:
            QuestionError: There is no such revision.
            NoAnswerError: The baseline is damaged, or is not a plain file; the clone was cut off before
                the revision; or git is missing.
        """
        hash_ = git.commit(self.repository, self.revision)
        prefix = "" if self.folder in {"", "."} else self.folder.rstrip("/") + "/"
        return pair.read(
            name,
            lambda file: git.show(self.repository, hash_, prefix + file),
            self.folder or ".",
            f"commit a sound pair on that branch first; `--base` names another revision than {hash_[:12]}",
            at=self.at,
        )
