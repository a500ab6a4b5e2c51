"""TREC runs that are exactly regular, read by column: all lines of a window at once.

Nothing here decides a rule. Whatever is odd (blank lines, comments, a header, doubled spaces, NaN, a
query in two places …) makes :func:`read` decline, and the line-by-line reader, which can name lines,
has the word.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from gate.packed import PAD, Packed, pieces, trim, windows
from gate.readers import decimals, gaps
from gate.readers.stretches import each
from gate.run import Ranking

if TYPE_CHECKING:
    from gate.arrays import IntArray
    from gate.packed import Codes, Shelf, UIntArray
    from gate.readers.stretches import Readable, Stretch

    Listed = Ranking | tuple[list[str], list[float]]


def read(file: Readable) -> dict[str, Listed] | None:
    r"""Read ``query Q0 document rank score tag`` lines, or decline.

    Args:
        file: Open at its beginning; it is left anywhere.

    Returns:
        ``{query: ranking}``; where a document may be listed twice, ``(documents, scores)`` as they
        stand. ``None`` if the file is not UTF-8 with lines ended by ``\n`` alone, any line is not six
        fields with one space or tab between them, or a query's lines are not all together.
    """
    lists: dict[str, Listed] = {}
    for found in each(file, _lists):
        if found is None:
            return None
        for query, listed in found:
            if query in lists:
                return None
            lists[query] = listed
    return lists


def _lists(stretch: Stretch) -> list[tuple[str, Listed]] | None:
    """Find the queries of a stretch and what each of them lists, or decline."""
    import numpy as np

    text, high, shelf = stretch.text, stretch.high, stretch.shelf
    codes = np.frombuffer(text, np.uint8, (high + PAD + 7) // 8 * 8)
    found = gaps.find(codes)
    if found is None or not _is_utf8(text, codes, high):
        return None
    begins, (*_, fourth, fifth, _), _ = found
    scores = shelf.room(1, len(begins))[0].view(np.float64)
    ids = _ids(codes, found, shelf)
    if ids is None or not decimals.parse(codes, fourth + 1, fifth, scores):
        return None
    heads, words = ids
    pack = Packed(words, scores, np.append(heads, len(begins)), shelf)
    lists: list[tuple[str, Listed]] = []
    for number, head in enumerate(begins[heads].tolist()):
        query = text[head : head + PAD].split(maxsplit=1)[0].decode()
        if query.startswith("#"):
            return None
        documents, values = pack.ids(number), pack.scores_of(number)
        whole = number not in pack.alike
        lists.append((query, Ranking(documents, values) if whole else (list(documents), list(values))))
    return lists


def _is_utf8(text: bytearray, codes: Codes, high: int) -> bool:
    """Say whether lines are text, which has no byte order mark."""
    if codes.max() < 0x80:
        return True
    try:
        text[PAD:high].decode()
    except UnicodeDecodeError:
        return False
    return not text.startswith(codecs.BOM_UTF8, PAD)


def _ids(codes: Codes, found: gaps.Gaps, shelf: Shelf) -> tuple[IntArray, UIntArray] | None:
    """Return the rows at which a query begins, and all documents as words; ``None`` if an id is too long.

    Args:
        codes: Lines.
        found: Where their fields stand.
        shelf: Where the documents are kept.
    """
    import numpy as np

    begins, (first, second, third, *_), (width, skipped, length, *_) = found
    lengths = third - second - 1 if length is None else length
    longest = int(np.max(lengths))
    if longest >= PAD:
        return None
    words = shelf.room((longest + 7) // 8, len(begins))
    before = PAD if width is None or skipped is None else width + skipped + 2
    if width is not None and before + longest <= PAD:
        # Where all documents begin at the same byte of a line, one look at a line finds both ids.
        fronts = windows(codes, begins, (before + longest + 7) // 8).T
        whole, bits = before // 8, np.uint64(before % 8 * 8)
        np.right_shift(fronts[whole : whole + len(words)], bits, out=words)
        if bits:
            later = fronts[whole + 1 :]
            words[: len(later)] |= later << np.uint64(64) - bits
        trim(words.T, lengths)
        queries = fronts[: (width + 7) // 8]
        trim(queries.T, width)
    else:
        widths = first - begins
        if widths.max() >= PAD:
            return None
        words[:] = pieces(codes, second + 1, third - second - 1).T
        queries = pieces(codes, begins, widths).T
    other = np.zeros(len(begins) - 1, dtype=np.bool_)
    for word in queries:
        other |= word[1:] != word[:-1]
    return np.concatenate(([0], np.flatnonzero(other) + 1)), words
