"""Texts → words: which characters make one, and which of them count."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from gate.errors import Problem, QuestionError

if TYPE_CHECKING:
    from collections.abc import Sequence

_LATIN = re.compile(r"[a-z0-9]+")
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_STRIPPED = ".,!?;:'\""

UNSPACED = (
    *((0x0E00, 0x0EFF), (0x1000, 0x109F), (0x1780, 0x17FF), (0x3040, 0x30FF), (0x31F0, 0x31FF)),
    *((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xA9E0, 0xA9FF), (0xAA60, 0xAA7F), (0xF900, 0xFAFF)),
    (0x20000, 0x3FFFD),
)
"""First and last character of the scripts that put no blanks between words."""


_ANY = "".join(f"{chr(low)}-{chr(high)}" for low, high in UNSPACED)
_LENGTH = re.compile(rf"[{_ANY}]|[^\s{_ANY}]+")


def length(text: str) -> int:
    """Return how long a text is: its words between blanks; of scripts without blanks, its characters.

    Those are Chinese, Japanese, Thai, Lao, Khmer and Burmese.

    >>> length("how do I pay?"), length("怎么付款"), length("我用 PayPal 付款")
    (4, 4, 5)
    """
    return len(_LENGTH.findall(text))


@lru_cache(maxsize=2**16)
def words(text: str) -> tuple[str, ...]:
    """Return the words of ``text`` in small letters: runs of letters, marks and digits of any script.

    The text is brought to Unicode's form NFC first. In scripts that put no blanks between words (Chinese,
    Japanese, Thai, Lao, Khmer, Burmese) every letter with its marks is a word of its own. For text in ASCII
    these are the words of the package rouge-score.

    >>> words("Don't stop: मौसम 42!"), words("天气很好")
    (('don', 't', 'stop', 'मौसम', '42'), ('天', '气', '很', '好'))
    """
    text = text.lower()
    if text.isascii():
        return tuple(_LATIN.findall(text))
    return tuple(_parted(unicodedata.normalize("NFC", text), whole=False))


@lru_cache(maxsize=2**16)
def latin_words(text: str) -> tuple[str, ...]:
    """Return the runs of the letters a to z and of digits, as the package rouge-score does.

    Every other character parts words, so a text in another script has none.

    >>> latin_words("Größe 42"), latin_words("天气")
    (('gr', 'e', '42'), ())
    """
    return tuple(_LATIN.findall(text.lower()))


def rouge_words(text: str, tokenize: str, stemmer: str) -> tuple[str, ...]:
    """Return the words that ROUGE counts.

    Args:
        text: A text.
        tokenize: ``"unicode"`` or ``"rouge_score"``.
        stemmer: ``"none"``; or ``"porter"``, which brings English words of more than three letters to their
            stem, with NLTK's implementation of Porter's algorithm as rouge-score does.

    Raises:
        QuestionError: The stemmer is not installed.
    """
    found = words(text) if tokenize == "unicode" else latin_words(text)
    if stemmer == "none":
        return found
    return tuple(_stem(word) if len(word) > 3 and word.isascii() else word for word in found)


@lru_cache(maxsize=2**16)
def normalised_words(text: str) -> tuple[str, ...]:
    """Return the words that exact match and token F1 compare: SQuAD's normalisation, for every script.

    Small letters; no punctuation, which is that of ASCII and every character that Unicode calls so; no
    English article; what is left, between blanks. In scripts without blanks every letter is a word.

    >>> normalised_words("The  Eiffel Tower."), normalised_words("「東京」。")
    (('eiffel', 'tower'), ('東', '京'))
    """
    text = text.lower()
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    kept = "".join(c for c in text if not (c in _ASCII_PUNCTUATION or _is_punctuation(c)))
    left = _ARTICLES.sub(" ", kept)
    return tuple(left.split()) if left.isascii() else tuple(_parted(left, whole=True))


def is_exact(text: str, references: Sequence[str], normalize: str = "squad") -> float:
    """Say whether a text is one of its references, 1 or 0.

    Args:
        text: The text.
        references: What would be right.
        normalize: ``"squad"``: :func:`normalised_words` are compared; ``"none"``: every character.
    """
    if normalize == "none":
        return float(text in references)
    return float(normalised_words(text) in map(normalised_words, references))


def plain_words(text: str) -> tuple[str, ...]:
    """Return what stands between blanks, in small letters, without ``.,!?;:'"`` at its ends.

    >>> plain_words('"Friday," he said.')
    ('friday', 'he', 'said')
    """
    parts = (part.strip(_STRIPPED).lower() for part in text.split())
    return tuple(part for part in parts if part)


def _parted(text: str, *, whole: bool) -> list[str]:
    """Part a text into words: at blanks alone if ``whole``, else at all but letters, marks and digits."""
    found: list[str] = []
    last = ""
    for character in text:
        kind = _kind(character)
        if kind == "unseen":
            continue
        if kind == "mark" and last:
            found[-1] += character
        elif kind == "alone":
            found.append(character)
            last = kind
        elif character.isspace() if whole else kind not in ("letter", "mark"):
            last = ""
        elif last == "run":
            found[-1] += character
        else:
            found.append(character)
            last = "run"
    return found


@cache
def _kind(character: str) -> str:
    """Return what a character is to a word.

    ``"letter"``, also of digits; ``"mark"``, which belongs to the letter before; ``"alone"`` where a letter
    is a word; ``"unseen"``, such as a soft hyphen or a joiner; else ``""``.
    """
    category = unicodedata.category(character)
    if category == "Cf":
        return "unseen"
    if category[0] == "M":
        return "mark"
    if category[0] == "L":
        place = ord(character)
        return "alone" if any(low <= place <= high for low, high in UNSPACED) else "letter"
    return "letter" if category[0] == "N" else ""


@cache
def _is_punctuation(character: str) -> bool:
    return unicodedata.category(character)[0] == "P"


@lru_cache(maxsize=2**16)
def _stem(word: str) -> str:
    return str(_porter().stem(word))


@cache
def _porter() -> Any:
    try:
        from nltk.stem.porter import PorterStemmer
    except ImportError:
        fix = "pip install 'mergegate[text]', or leave out `stemmer=porter`"
        raise QuestionError(
            Problem("stemming needs nltk, which is not installed", fix=fix, code="extra_missing")
        ) from None
    return PorterStemmer()
