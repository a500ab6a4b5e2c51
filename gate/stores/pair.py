"""A baseline's two files: their names, and how they are read and checked, wherever they come from."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.errors import NoAnswerError, Problem, QuestionError
from gate.stores.answers import digest
from gate.stores.summary import from_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from gate.stores.summary import Summary

_POINTER = b"version https://git-lfs.github.com/spec/"


@dataclass(frozen=True, slots=True)
class Stored:
    """A baseline as it was found, whole.

    Attributes:
        summary: Its ``NAME.json``.
        answers: Uncompressed text of the answers; it has the digest that the summary names.
        shown: The summary's place, for messages.
        digest: SHA-256 of the bytes of ``NAME.json``: what a replacement must name.
    """

    summary: Summary
    answers: bytes
    shown: str
    digest: str


def summary_file(name: str) -> str:
    """Return the file name of the summary.

    Raises:
        QuestionError: ``name`` cannot be part of a file name.
    """
    if not name or name.startswith((".", "-")) or any(c in '/\\:*?"<>|' or not c.isprintable() for c in name):
        raise QuestionError(
            Problem(
                f"{name!r} cannot name a file",
                fix="let `name:` be small letters, digits, '_' and '-'",
                code="name_unfit",
            )
        )
    return f"{name}.json"


def run_files(name: str) -> tuple[str, str]:
    """Return the two file names that the answers may have: as text, and compressed."""
    return f"{name}.run.jsonl", f"{name}.run.jsonl.gz"


def summary_digest(content: bytes) -> str:
    """Return the digest that stands for a baseline as a whole: its summary names the answers' digest."""
    return hashlib.sha256(content).hexdigest()


def read(
    name: str, content_of: Callable[[str], bytes | None], shown: str, fix: str, *, at: str = ""
) -> Stored | None:
    """Read and check the baseline ``name``.

    Args:
        name: The config's ``name``.
        content_of: From a file name in the store's folder to its content; ``None`` if there is no such file.
        shown: The folder, as messages print it.
        fix: How this store's users get rid of a damaged baseline.
        at: The revision that it is read from, as messages print it; empty for files that lie in a folder.

    Returns:
        The baseline, or ``None`` where neither of its files is there.

    Raises:
        NoAnswerError: One file is there without the other, is not what its summary says, cannot be read, or
            a later gate wrote it.
    """
    file = summary_file(name)
    revision = f" at {at}" if at else ""
    where = f"{shown.rstrip('/')}/{file}{revision}"
    content = content_of(file)
    if content is None:
        for orphan in run_files(name):
            if content_of(orphan) is not None:
                raise _damaged(f"{file} is missing beside it", f"{shown.rstrip('/')}/{orphan}{revision}", fix)
        return None
    _refuse_pointer(content, where)
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise _damaged("it is not UTF-8", where, fix) from None
    summary = from_json(text, where=where, fix=fix)
    if summary.name != name:
        raise _damaged(f"it is the baseline of {summary.name!r}, not of {name!r}", where, fix)
    if summary.run.file not in run_files(name):
        raise _damaged(f"run.file is {summary.run.file!r}, not one of {run_files(name)}", where, fix)
    beside = f"{shown.rstrip('/')}/{summary.run.file}{revision}"
    answers = _answers(summary, content_of(summary.run.file), beside, fix)
    return Stored(summary, answers, where, summary_digest(content))


def pack(answers: bytes) -> bytes:
    """Compress ``answers``; the header carries no time, file name or operating system."""
    packed = bytearray(gzip.compress(answers, compresslevel=6, mtime=0))
    packed[8:10] = b"\0\xff"
    return bytes(packed)


def _answers(summary: Summary, content: bytes | None, where: str, fix: str) -> bytes:
    if content is None:
        raise _damaged("it is missing, though its summary is there", where, fix)
    _refuse_pointer(content, where)
    if summary.run.file.endswith(".gz"):
        try:
            content = gzip.decompress(content)
        except (OSError, EOFError, zlib.error) as error:
            raise _damaged(f"it cannot be decompressed: {error}", where, fix) from None
    if digest(content) == summary.run.digest:
        return content
    # A checkout with `core.autocrlf` turns every line end; no answer holds a bare carriage return.
    unix = content.replace(b"\r\n", b"\n")
    if digest(unix) == summary.run.digest:
        return unix
    raise _damaged(
        f"its digest is {digest(content)[:12]}, the summary says {summary.run.digest[:12]}:"
        " one of the two files was edited, or written without the other",
        where,
        fix,
    )


def _refuse_pointer(content: bytes, where: str) -> None:
    if content.startswith(_POINTER):
        raise NoAnswerError(
            Problem(
                "a Git LFS pointer, not the file itself",
                where,
                "keep baselines out of Git LFS (`baselines/** !filter !diff !merge` in .gitattributes);"
                " in a work tree, `git lfs pull` fetches it",
                code="lfs_pointer",
            )
        )


def _damaged(why: str, where: str, fix: str) -> NoAnswerError:
    return NoAnswerError(Problem(f"a damaged baseline: {why}", where, fix, code="baseline_damaged"))
