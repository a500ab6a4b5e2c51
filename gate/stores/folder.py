"""Baselines in a folder, usually one that is committed beside the configs."""

from __future__ import annotations

import os
import time
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gate.errors import NoAnswerError, Problem
from gate.stores import pair
from gate.stores.answers import digest
from gate.stores.lock import locked
from gate.stores.summary import RunFile, Summary, to_json

if TYPE_CHECKING:
    from pathlib import Path

LARGE = 1 << 20
"""Bytes of text above which answers are compressed."""

PATIENCE = 5.0
"""Seconds to wait for another process that is writing the same baseline."""


@dataclass(frozen=True, slots=True)
class FolderStore:
    """One pair of files a baseline, written whole or not at all.

    Attributes:
        root: The folder; made when something is saved.
        shown: The folder as messages print it.
    """

    root: Path
    shown: str

    def load(self, name: str) -> pair.Stored | None:
        """Return the baseline ``name``, or ``None`` where there never was one.

        A pair that does not fit together is read once more after whoever is writing it has finished: the
        reader may have come between the two renames.

        Raises:
            NoAnswerError: It is damaged, cannot be read, or a later gate wrote it.
        """
        try:
            return self._read(name)
        except NoAnswerError:
            until = time.monotonic() + PATIENCE
            # Path.exists would raise where the folder is closed, instead of saying no.
            while os.path.exists(self._lock(name)) and time.monotonic() < until:  # noqa: PTH110
                time.sleep(0.02)
            return self._read(name)

    def _read(self, name: str) -> pair.Stored | None:
        return pair.read(name, self._content, self.shown, self._way_out(name))

    def _lock(self, name: str) -> Path:
        return self.root / f".{name}.lock"

    def save(
        self,
        name: str,
        summary: Summary,
        answers: bytes,
        *,
        expecting: str | None,
        compress: bool | None = None,
    ) -> list[Path]:
        """Write a baseline, unless the same one is already there; return the files written.

        Both files are written and synced beside their targets before either is renamed, the answers
        first. Should the machine stop between the two, the digest in the summary gives it away.

        Args:
            name: The config's ``name``.
            summary: Its summary; ``run`` is filled in here.
            answers: What :func:`gate.stores.answers.encode` returned.
            expecting: :attr:`~gate.stores.pair.Stored.digest` of the baseline that was read before;
                ``None`` if there was none.
            compress: Whether to compress the answers; by default above :data:`LARGE`.

        Raises:
            NoAnswerError: Another baseline is there than the one expected, another process keeps
                writing, or the folder cannot be written to.
        """
        text, packed = pair.run_files(name)
        packing = len(answers) > LARGE if compress is None else compress
        file, other = (packed, text) if packing else (text, packed)
        summary = replace(summary, run=RunFile(file, digest(answers), answers.count(b"\n")))
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            with locked(self._lock(name), patience=PATIENCE, busy=self._busy(name)):
                self._compare(name, expecting)
                if self._same(name, summary):
                    return []
                content = {
                    file: pair.pack(answers) if packing else answers,
                    pair.summary_file(name): to_json(summary).encode(),
                }
                written = self._replace(content)
                (self.root / other).unlink(missing_ok=True)
        except OSError as error:
            raise NoAnswerError(
                Problem(
                    f"the baseline cannot be written: {error.strerror}",
                    self._where(pair.summary_file(name)),
                    "make the folder writable, or set `baseline: {store: …}` to one that is",
                    code="cannot_write",
                )
            ) from None
        return written

    def _where(self, file: str) -> str:
        return f"{self.shown.rstrip('/')}/{file}"

    def _content(self, file: str) -> bytes | None:
        try:
            return (self.root / file).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise NoAnswerError(
                Problem(
                    f"the baseline cannot be read: {error.strerror}",
                    self._where(file),
                    "check the path, which `baseline: {store: …}` sets, and its permissions",
                    code="cannot_read",
                )
            ) from None

    def _way_out(self, name: str) -> str:
        folder = os.path.normpath(self.root)
        both = f"'{folder}/{name}.json' '{folder}/{name}.run.jsonl*'"
        return f"restore both files (`git checkout HEAD -- {both}`), or delete both and run `gate refresh`"

    def _compare(self, name: str, expecting: str | None) -> None:
        file = pair.summary_file(name)
        content = self._content(file)
        there = None if content is None else pair.summary_digest(content)
        if there != expecting:
            raise NoAnswerError(
                Problem(
                    "the baseline has changed since it was read: somebody else has written it",
                    self._where(file),
                    "run the command again; it starts from what is there now",
                    code="baseline_changed",
                )
            )

    def _same(self, name: str, summary: Summary) -> bool:
        try:
            found = self._read(name)  # the lock is ours: there is nobody to wait for
        except NoAnswerError:
            return False
        return found is not None and found.summary.equals(summary)

    def _replace(self, content: dict[str, bytes]) -> list[Path]:
        """Write all drafts, then rename them in the order given; leave none behind."""
        drafts = {self.root / f".{file}.draft": self.root / file for file in content}
        try:
            for draft, data in zip(drafts, content.values(), strict=True):
                draft.unlink(missing_ok=True)  # left by a process that was killed
                with draft.open("xb") as out:
                    out.write(data)
                    out.flush()
                    os.fsync(out.fileno())
            for draft, target in drafts.items():
                draft.replace(target)
        finally:
            for draft in drafts:
                draft.unlink(missing_ok=True)
        with suppress(OSError):  # not every system lets a folder be synced
            handle = os.open(self.root, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)
        return list(drafts.values())

    def _busy(self, name: str) -> Problem:
        return Problem(
            "another process is writing this baseline",
            self._where(self._lock(name).name),
            "wait for it; if none is, one was stopped half-way: delete this file",
            code="locked",
        )
