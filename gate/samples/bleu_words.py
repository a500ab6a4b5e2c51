"""Texts → the words that BLEU counts, as sacrebleu parts them."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from gate.errors import Problem, QuestionError

if TYPE_CHECKING:
    from collections.abc import Callable

MECAB = {"ja-mecab": ("Japanese", "ja"), "ko-mecab": ("Korean", "ko")}
"""Words that a dictionary parts: ``{tokenizer: (its language, the extra that installs it)}``."""

# The 13a tokens of mteval: punctuation of ASCII stands alone, but for the four that may be inside a word
# or number; a point or comma does where no digit is on one side, a dash behind a digit.
_13A = (
    (re.compile(r"([!-&(-+/:-@\[-`{-~])"), r" \1 "),
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)
_ENTITIES = (("&quot;", '"'), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"))

# The tokens of mteval-v14 for any script, over the kinds of characters: punctuation stands alone where no
# digit is on one side, and a symbol always does.
_INTL = (
    (re.compile("[^N]P"), "{0} {1} "),
    (re.compile("P[^N]"), " {0} {1}"),
    (re.compile("S"), " {0} "),
)

# What stands alone in Chinese text: ideographs and what is set like one. The first two ends are those of
# sacrebleu, whose names for two planes beyond them mean these; characters up there stay together.
_CHINESE = re.compile(
    "["
    + "".join(
        f"{chr(low)}-{chr(high)}"
        for low, high in (
            *((0x2001, 0x2A6D), (0x2E80, 0x2FDF), (0x2FF0, 0x303F), (0x3100, 0x312F), (0x31A0, 0x31EF)),
            *((0x3200, 0x4DB5), (0x4E00, 0x9FBB), (0xF900, 0xFA2D), (0xFA30, 0xFA6A), (0xFA70, 0xFAD9)),
            *((0xFE10, 0xFE1F), (0xFE30, 0xFE4F), (0xFF00, 0xFFEF)),
        )
    )
    + "]"
)


@lru_cache(maxsize=2**16)
def bleu_words(text: str, tokenize: str, case: str) -> tuple[str, ...]:
    """Return the words that BLEU counts.

    Args:
        text: A text.
        tokenize: ``"13a"``, the tokens of mteval-v13a; ``"intl"``, those of mteval-v14, which knows the
            punctuation and symbols of every script; ``"zh"``, every Chinese character, and 13a between them;
            ``"char"``, every character but blanks; ``"none"``, what stands between blanks; ``"ja-mecab"`` and
            ``"ko-mecab"``, the words of a dictionary, through sacrebleu.
        case: ``"mixed"``; or ``"lower"``, where small and capital letters are the same.

    Raises:
        QuestionError: A dictionary is asked for and not installed.

    >>> bleu_words("It costs 3.50, no-one pays.", "13a", "mixed")
    ('It', 'costs', '3.50', ',', 'no-one', 'pays', '.')
    >>> bleu_words("«Да» – 3,5€", "intl", "mixed"), bleu_words("天气好, Tom!", "zh", "mixed")
    (('«', 'Да', '»', '–', '3,5', '€'), ('天', '气', '好', ',', 'Tom', '!'))
    """
    if case == "lower":
        text = text.lower()
    return tuple(_TOKENIZERS[tokenize](text.rstrip()).split())


def told(tokenize: str) -> str:
    """Return what to say of the words: their name, and of a dictionary its version as well."""
    return str(_mecab(tokenize).signature()) if tokenize in MECAB else tokenize


def _mteval(text: str) -> str:
    text = text.replace("<skipped>", "").replace("-\n", "").replace("\n", " ")
    for entity, character in _ENTITIES:
        text = text.replace(entity, character)
    return _western(f" {text} ")


def _western(text: str) -> str:
    for pattern, spaced in _13A:
        text = pattern.sub(spaced, text)
    return text


def _international(text: str) -> str:
    kinds = "".join(map(_kind, text))
    for pattern, spaced in _INTL:
        parts, of_parts, at = [], [], 0
        for found in pattern.finditer(kinds):
            start, end = found.span()
            parts += [text[at:start], spaced.format(*text[start:end])]
            of_parts += [kinds[at:start], spaced.format(*kinds[start:end])]
            at = end
        text, kinds = "".join([*parts, text[at:]]), "".join([*of_parts, kinds[at:]])
    return text


@cache
def _kind(character: str) -> str:
    """Return N for a digit, P for punctuation, S for a symbol; else a blank."""
    kind = unicodedata.category(character)[0]
    return kind if kind in "NPS" else " "


def _chinese(text: str) -> str:
    return _western(_CHINESE.sub(r" \g<0> ", text.strip()))


@cache
def _mecab(tokenize: str) -> Any:
    language, extra = MECAB[tokenize]
    try:
        module = import_module(f"sacrebleu.tokenizers.tokenizer_{extra}_mecab")
        return getattr(module, f"Tokenizer{extra.title()}Mecab")()
    except (ImportError, RuntimeError):
        what = f"tokenize={tokenize} needs MeCab and its {language} dictionary, which are not installed"
        fix = f"pip install 'mergegate[{extra}]', or write tokenize=char, which needs nothing"
        raise QuestionError(Problem(what, fix=fix, code="extra_missing")) from None


def _by_dictionary(tokenize: str, text: str) -> str:
    return str(_mecab(tokenize)(text))


_TOKENIZERS: dict[str, Callable[[str], str]] = {
    "13a": _mteval,
    "intl": _international,
    "zh": _chinese,
    "char": " ".join,
    "none": str,
    **{name: partial(_by_dictionary, name) for name in MECAB},
}
