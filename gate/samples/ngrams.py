"""How much of a text its references have: counts of n-grams, which metrics are formulas of."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from gate.samples.bleu_words import bleu_words
from gate.samples.words import plain_words, rouge_words

if TYPE_CHECKING:
    from collections.abc import Sequence

ORDER = 4
"""Longest run of words that BLEU counts."""

CHARACTERS = 6
"""Longest run of characters that chrF counts."""

_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

Counts = tuple[float, ...]
Tally = Counter[tuple[str, ...]]


def bleu_counts(text: str | None, references: Sequence[str], tokenize: str, case: str) -> Counts:
    """Return what BLEU is a formula of, for one answer.

    Args:
        text: The answer; ``None`` where there is none, which counts as one of as many words as the shortest
            reference, none of them right.
        references: At least one.
        tokenize: As in :func:`~gate.samples.bleu_words.bleu_words`.
        case: Likewise.

    Returns:
        Words of the answer, words of the reference nearest in length (the shorter of two), then for runs of
        1 to 4 words how many are right, then for each how many there are. A run is right as often as the
        reference that has it most often has it.
    """
    known = [bleu_words(reference, tokenize, case) for reference in references]
    said = None if text is None else bleu_words(text, tokenize, case)
    return _bleu(said, known)


def plain_bleu_counts(text: str | None, references: Sequence[str]) -> Counts:
    """Return the same of :func:`~gate.samples.words.plain_words`."""
    said = None if text is None else plain_words(text)
    return _bleu(said, [plain_words(reference) for reference in references])


def _bleu(said: tuple[str, ...] | None, known: Sequence[tuple[str, ...]]) -> Counts:
    lengths = [len(words) for words in known]
    if said is None:
        shortest = min(lengths)
        return (shortest, shortest, *[0.0] * ORDER, *(max(0, shortest - n) for n in range(ORDER)))
    nearest = min(lengths, key=lambda length: (abs(length - len(said)), length))
    right, there = [], []
    for n in range(1, ORDER + 1):
        most: Tally = Counter()
        for words in known:
            most |= runs(words, n)
        mine = runs(said, n)
        right.append(sum(min(count, most[run]) for run, count in mine.items()))
        there.append(mine.total())
    return (len(said), nearest, *right, *there)


@lru_cache(maxsize=2**14)
def runs(words: tuple[str, ...], n: int) -> Tally:
    """Count every run of ``n`` words; the result is not to be changed."""
    return Counter(words[i : i + n] for i in range(len(words) - n + 1))


def chrf_counts(text: str | None, references: Sequence[str], word_order: str, case: str) -> Counts:
    """Return what chrF is a formula of, for one answer and the reference that it fits best.

    Args:
        text: The answer; ``None`` where there is none, which counts as one of the length of the first
            reference in which nothing is right.
        references: At least one.
        word_order: Longest run of words that is counted beside those of characters, from ``"0"``.
        case: ``"mixed"`` or ``"lower"``.

    Returns:
        For runs of 1 to 6 characters without blanks, then of words: how many the answer has, the reference
        has, and both have. The best reference is the one with the greatest chrF, the first of equal ones.
    """
    if text is None:
        known = _tallies(references[0], word_order, case)
        return tuple(count for each in known for count in (each.total(), each.total(), 0))
    said = _tallies(text, word_order, case)
    found = [_overlaps(said, _tallies(reference, word_order, case)) for reference in references]
    return max(found, key=chrf_value)


def _overlaps(said: Sequence[Counter[Any]], known: Sequence[Counter[Any]]) -> Counts:
    counts: list[float] = []
    for mine, theirs in zip(said, known, strict=True):
        both = sum(min(count, theirs[run]) for run, count in mine.items() if run in theirs)
        # What the reference has no run of at all is not held against the answer.
        counts += [mine.total() if theirs else 0, theirs.total(), both]
    return tuple(counts)


def chrf_value(counts: Counts) -> float:
    """Return chrF, in [0, 1], of one item's counts; 0 where no order is in both texts.

    >>> chrf_value((2, 2, 2) + (1, 1, 0) + (0, 0, 0) * 4)
    0.5
    """
    pairs = [
        (both / mine, both / theirs)
        for mine, theirs, both in zip(counts[::3], counts[1::3], counts[2::3], strict=True)
        if mine and theirs
    ]
    precision = sum(p for p, _ in pairs) / len(pairs) if pairs else 0.0
    recall = sum(r for _, r in pairs) / len(pairs) if pairs else 0.0
    return 5 * precision * recall / (4 * precision + recall) if precision + recall else 0.0


@lru_cache(maxsize=2**13)
def _tallies(text: str, word_order: str, case: str) -> tuple[Counter[Any], ...]:
    """Count runs of characters by length, then runs of words."""
    if case == "lower":
        text = text.lower()
    characters = "".join(text.split())
    words = tuple(piece for word in text.split() for piece in _unpunctuated(word))
    return (
        *(_runs_of(characters, n) for n in range(1, CHARACTERS + 1)),
        *(runs(words, n) for n in range(1, int(word_order) + 1)),
    )


def _runs_of(characters: str, n: int) -> Counter[str]:
    return Counter(characters[i : i + n] for i in range(len(characters) - n + 1))


def _unpunctuated(word: str) -> tuple[str, ...]:
    """Part one punctuation mark from the end of a word, or else from its beginning."""
    if len(word) > 1 and word[-1] in _PUNCTUATION:
        return word[:-1], word[-1]
    if len(word) > 1 and word[0] in _PUNCTUATION:
        return word[0], word[1:]
    return (word,)


def rouge_n(
    text: str, references: Sequence[str], n: int, tokenize: str, stemmer: str
) -> list[tuple[int, int, int]]:
    """Return for each reference how many runs of ``n`` words both, the answer and the reference have."""
    mine = runs(rouge_words(text, tokenize, stemmer), n)
    found = []
    for reference in references:
        theirs = runs(rouge_words(reference, tokenize, stemmer), n)
        both = sum(min(count, theirs[run]) for run, count in mine.items())
        found.append((both, mine.total(), theirs.total()))
    return found
