"""Longest common subsequences of words, for ROUGE-L.

Of two texts, ``t[i][j]`` is the length for the first i words of one and the first j of the other. A row of
this table differs from place to place by 0 or 1, so it is kept as the bits of one whole number (Hyyrö, "A
note on bit-parallel alignment computation", 2004): a zero where it grows.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Words = tuple[str, ...]


def length(one: Words, other: Words) -> int:
    """Return how many words the longest common subsequence has.

    >>> length(("a", "b", "c", "d"), ("a", "c", "d", "e"))
    3
    """
    rows = _rows(one, other)
    return len(other) - rows[-1].bit_count()


def union(reference: Words, sentences: Sequence[Words]) -> list[str]:
    """Return the words of ``reference`` that its longest common subsequence with any sentence takes.

    Of several longest ones it is the one that is found from the end: where a word is in neither text's
    next step, the reference is shortened unless that loses a word.
    """
    places = {place for sentence in sentences for place in _places(reference, sentence)}
    return [reference[place] for place in sorted(places)]


def summary_hits(reference: Sequence[Words], answer: Sequence[Words]) -> int:
    """Return how many words of a summary's sentences are found again, each as often as both have it.

    The union of the longest common subsequences of each reference sentence with all sentences of the answer
    (Lin, "ROUGE", 2004, section 3.2), with no word counted twice, as in ROUGE 1.5.5.
    """
    theirs = Counter(word for sentence in reference for word in sentence)
    mine = Counter(word for sentence in answer for word in sentence)
    hits = 0
    for sentence in reference:
        for word in union(sentence, answer):
            if mine[word] > 0 and theirs[word] > 0:
                hits += 1
                mine[word] -= 1
                theirs[word] -= 1
    return hits


def _rows(one: Words, other: Words) -> list[int]:
    """Return the bits of each row, from that of no word of ``one`` on."""
    full = (1 << len(other)) - 1
    where: defaultdict[str, int] = defaultdict(int)
    for place, word in enumerate(other):
        where[word] |= 1 << place
    bits, rows = full, [full]
    for word in one:
        matching = bits & where.get(word, 0)
        bits = ((bits + matching) | (bits - matching)) & full
        rows.append(bits)
    return rows


def _places(reference: Words, sentence: Words) -> list[int]:
    rows = _rows(reference, sentence)

    def at(i: int, j: int) -> int:
        return j - (rows[i] & ((1 << j) - 1)).bit_count()

    found: list[int] = []
    i, j = len(reference), len(sentence)
    while i and j:
        if reference[i - 1] == sentence[j - 1]:
            i, j = i - 1, j - 1
            found.append(i)
        elif at(i, j - 1) > at(i - 1, j):
            j -= 1
        else:
            i -= 1
    return found
