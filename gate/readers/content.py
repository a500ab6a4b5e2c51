"""Bytes of a file → UTF-8 with plain line ends, whatever program wrote it."""

from __future__ import annotations

import codecs
import zlib
from typing import TYPE_CHECKING

from gate.errors import Problem, QuestionError

if TYPE_CHECKING:
    from gate.source import FileSource

_GZIP = b"\x1f\x8b"
_PARQUET = b"PAR1"
_LZ4 = b"\x04\x22\x4d\x18"
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def load(source: FileSource, what: str) -> bytes:
    """Return the content of a file as :func:`plain` makes it.

    Args:
        source: The file.
        what: What it should be, for the message: ``"golden set"`` or ``"run"``.

    Raises:
        QuestionError: The file cannot be read or decoded.
    """
    try:
        data = source.path.read_bytes()
    except FileNotFoundError:
        key = {"golden set": "golden_set", "run": "system"}.get(what) if source.said_by == "config" else None
        fix = f"check the path{f'; those under `{key}:` in a config are relative to it' if key else ''}"
        raise QuestionError(
            Problem(f"there is no such {what}", source.shown, fix, code="file_missing")
        ) from None
    except (OSError, ValueError) as err:
        why = getattr(err, "strerror", None) or str(err)
        fix = "name one file" if isinstance(err, IsADirectoryError) else "check the path and its permissions"
        raise QuestionError(
            Problem(f"cannot read this {what}: {why}", source.shown, fix, code="cannot_read")
        ) from None
    return plain(data, source)


def plain(data: bytes, source: FileSource) -> bytes:
    r"""Return ``data`` unpacked, as UTF-8 without byte order mark, every line ended by ``\n`` alone.

    Line ends between the quotation marks of a table belong to a cell, and are left as they are.
    The first bytes say whether it is gzip, UTF-16 or Parquet, not the name of the file. A Parquet file,
    which is no text, is left as it is.

    Raises:
        QuestionError: The data are damaged gzip, packed in another way, or not the encoding that they
            seem to be.
    """
    if data.startswith(_GZIP):
        data = unpacked(data, source)
    if data.startswith(_GZIP):
        fix = "unpack it once: `gzip -d` does"
        raise QuestionError(Problem("it is packed with gzip twice", source.shown, fix, code="wrong_format"))
    if is_parquet(data):
        return data
    if data.startswith(_PARQUET) and b"\0" in data:
        what = "this Parquet file is damaged: its end is missing"
        raise QuestionError(Problem(what, source.shown, "copy it again", code="file_damaged"))
    if data.startswith(_LZ4):
        fix = "save it with gzip or without compression, or as Parquet"
        raise QuestionError(Problem("lz4 is not read here", source.shown, fix, code="wrong_format"))
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            data = _decoded(data, encoding, source).encode("utf-8", "surrogatepass")
            break
    data = data.removeprefix(codecs.BOM_UTF8)
    if not data.isascii():
        _decoded(data, "utf-8", source)
    return _with_plain_line_ends(data) if b"\r" in data else data


def _with_plain_line_ends(data: bytes) -> bytes:
    if data.lstrip()[:1] in (b"{", b"["):  # no text of JSON holds a line end
        return data.replace(b"\r\n", b"\n")
    pieces = data.split(b'"')
    pieces[::2] = [outside.replace(b"\r\n", b"\n") for outside in pieces[::2]]
    return b'"'.join(pieces)


def is_parquet(data: bytes) -> bool:
    """Say whether these are the bytes of a Parquet file: its marks at both ends, a footer between."""
    if len(data) < 12 or not data.startswith(_PARQUET) or not data.endswith(_PARQUET):
        return False
    return int.from_bytes(data[-8:-4], "little") <= len(data) - 12


def unpacked(data: bytes, source: FileSource) -> bytes:
    """Return what was packed with gzip.

    Raises:
        QuestionError: The data are damaged.
    """
    import gzip

    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as err:
        fix = "compress it again, or copy it again"
        raise QuestionError(
            Problem(f"this gzip file is damaged: {err}", source.shown, fix, code="file_damaged")
        ) from None


def _decoded(data: bytes, encoding: str, source: FileSource) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as err:
        line = data.count(b"\n", 0, err.start) + 1
        what = f"byte {err.start + 1} is {data[err.start : err.start + 1]!r}, which is not {encoding.upper()}"
        raise QuestionError(
            Problem(what, f"{source.shown}:{line}", "save the file as UTF-8", code="not_utf8")
        ) from None
