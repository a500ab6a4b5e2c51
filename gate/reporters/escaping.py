"""Text that strangers chose (ids, queries, paths, names), made safe for where it lands.

Two places, one order of steps: first :func:`visible` replaces what cannot be seen, then
:func:`shorten` cuts, and only then the text is escaped, so that no cut falls inside an escape.

In Markdown, :func:`code` puts text into a code span, or into ``<code>`` with every special character
as a numeric entity where a span would be ambiguous. An entity never has a meaning of its own in
Markdown, and forges look for mentions, references, closing words and addresses outside code only; so
nothing is mentioned, linked, closed, loaded or hidden, and the text reads back unchanged. (A
``<wbr>`` inside an address keeps the forge from seeing one.) :func:`prose` does the same word by word
for sentences.

Source:
    CommonMark 0.31, sections 2.5 and 6.1; GitHub Flavored Markdown, tables and autolinks; GitLab Flavored
    Markdown, references and quick actions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Collection

ID = 80
"""Longest id that is printed in full, in characters."""

SENTENCE = 400
"""Longest sentence that is printed in full."""

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\uf8ff\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\U000e0000-\U000e0fff"
    "\U000f0000-\U0010ffff]|(?<![^\x00-\x7f])[\u200c\u200d]"
)
_TURNS = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")
_CLINGS = "\u200c\u200d\ufe0f"

_SPAN = re.compile(r"(?! )(?:[^\x00-\x7f\s]|[A-Za-z0-9 _.,:;/+=()*%?!'\"-]|(?<=\w)@(?=\w))+(?<! )", re.ASCII)
"""Text that means itself in a code span: nothing to split a row, close a span or call somebody."""

_WORD = re.compile(r"[([\"'“‘]*(?P<core>\S+?)[)\]\"'”’.,;:!?]*")
_PLAIN = re.compile(
    r"(?=.*[A-Za-z0-9]|[^\x00-\x7f]+$|[%=-][).,;:]*$)"
    r"(?:[^\x00-\x7f]|[A-Za-z0-9.,;()%?!'\"/=-]|:(?!\S))+"
)
_NUMBER = r"[−-]?[0-9]{1,6}(?:,[0-9]{3})*(?:\.[0-9]+)?"
_QUOTED = re.compile(
    r"(?P<before>\(?)`(?P<code>[^`\n]+)`(?P<after>[).,;:]*)(?!\S)"
    rf"|(?P<interval>(?<!\S)\[{_NUMBER}, {_NUMBER}\][).,;]*(?!\S))|\S+"
)
"""All that stands between two backticks, or two numbers in brackets, or a word."""

_LOOKS_LINKED = re.compile(
    r"www\.|/.*/|gh-\d|[!%](?:\w|[^\x00-\x7f])|(?<![\w.])[0-9a-f]{7,40}\b", re.IGNORECASE | re.ASCII
)
_OPENS_BLOCK = re.compile(r"(?:[-+=~/]|\d{1,9}[.)]$)")
_ADDRESS = re.compile(r"[^\s@]@[^\s@]")
_MARKS = re.compile(r"(?!(?<=[a-z0-9])_(?=[a-z0-9])|:(?= )|,)[!-,./:-@\[-`{-~]", re.IGNORECASE | re.ASCII)
_OPERATORS = frozenset("<>=+-")
_LITERAL = " -/()"
_COMMAND = re.compile(r"(?<!\S)::|##(?=\w*\[)")
_CUT_POINT = re.compile(r"⟨U\+[0-9A-F]*$")


def visible(text: str) -> str:
    r"""Replace every character that acts without being seen by its code point in brackets.

    That is: controls, direction marks, zero-width and private characters. Line feed and tab stay, and
    so do the joiners inside emoji and scripts that need them. The ranges are fixed rather than looked
    up, so that every Python gives the same bytes.

    >>> visible("a\u202eb"), visible("tab\there"), visible("\x1b[31m")
    ('a⟨U+202E⟩b', 'tab\there', '⟨U+001B⟩[31m')
    """
    return _UNSEEN.sub(lambda match: f"⟨U+{ord(match[0]):04X}⟩", text)


def shorten(text: str, limit: int) -> tuple[str, str]:
    """Cut ``text`` to ``limit`` characters and say how long it was.

    Returns:
        The text, ending in "…" if it was cut, and a remark such as ``" (10,000 characters)"``, empty if not.

    >>> shorten("abcdef", 4)
    ('abc…', ' (6 characters)')
    """
    if len(text) <= limit:
        return text, ""
    end = limit - 1
    while end > limit // 2 and text[end] in _CLINGS:
        end -= 1
    kept = _CUT_POINT.sub("", text[:end]).rstrip(_CLINGS)
    return f"{kept}…", f" ({len(text):,} characters)"


def code(text: str, limit: int = ID) -> str:
    """Return ``text`` as Markdown code, safe in a table cell, a list and a sentence.

    >>> code("ndcg@10"), code("a|b"), code("@octo-team")
    ('`ndcg@10`', '<code>a&#124;b</code>', '<code>&#64;octo-team</code>')
    """
    kept, remark = shorten(visible(text), limit)
    if not kept:
        return "(empty)"
    if _SPAN.fullmatch(kept) and "://" not in kept and "www." not in kept.casefold():
        return f"`{kept}`{_turn_back(kept)}{remark}"
    return f"<code>{_entities(kept)}</code>{_turn_back(kept)}{remark}"


def prose(text: str, limit: int = SENTENCE, *, names: Collection[str] = ()) -> str:
    """Return a sentence as Markdown: plain words stay plain, any other word becomes code.

    Args:
        text: The sentence.
        limit: Longest that is printed in full, in characters.
        names: Plain words that are names here, and become code as well.

    >>> prose("ndcg@10 lost 0.02; ask @octo-team why (closes #1)")
    '`ndcg@10` lost 0.02; ask <code>&#64;octo-team</code> why (closes <code>&#35;1</code>)'
    >>> prose("mrr: lost 0.02", names=["mrr"])
    '`mrr`: lost 0.02'
    >>> prose("(see recall_at_precision(0.9))")
    '(see `recall_at_precision(0.9)`)'
    >>> prose("/close as !7 says: 5 % is too much!")
    '&#47;close as `!7` says: 5 % is too much!'
    """
    kept, remark = shorten(visible(text), limit)
    words = kept.split()
    if not words:
        return "(empty)"  # a list item without a word would underline the line above it
    marked = " ".join(_word(word, names, first=i == 0) for i, word in enumerate(words))
    return marked + _turn_back(kept) + remark


def sentence(text: str, limit: int = SENTENCE, *, names: Collection[str] = ()) -> str:
    """Return a sentence of the gate's own as :func:`prose`; what stands in backticks is one piece of code.

    An interval stays as it is: two numbers in brackets link to nothing, since no line here defines a link.

    >>> sentence("there is no baseline; `gate refresh c.yaml` records one")
    'there is no baseline; `gate refresh c.yaml` records one'
    >>> sentence("as a table (`a | b`) has it")
    'as a table (<code>a &#124; b</code>) has it'
    >>> sentence("kappa 0.78 [0.62, 0.89] of q7")
    'kappa 0.78 [0.62, 0.89] of q7'
    """
    kept, remark = shorten(visible(text), limit)
    words = list(_QUOTED.finditer(kept))
    if not words:
        return "(empty)"
    marked = " ".join(
        f"{word['before']}{code(word['code'], SENTENCE)}{word['after']}"
        if word["code"] is not None
        else word["interval"]
        if word["interval"] is not None
        else _word(word[0], names, first=i == 0)
        for i, word in enumerate(words)
    )
    return marked + _turn_back(kept) + remark


def alt(text: str, limit: int = SENTENCE) -> str:
    """Return ``text`` for what stands in a picture's place: no word is code, since nothing shows it as such.

    >>> alt("Items by gain: pr_auc"), alt("a](b) `c`")
    ('Items by gain: pr_auc', 'a&#93;&#40;b&#41; &#96;c&#96;')
    """
    kept, remark = shorten(" ".join(visible(text).split()), limit)
    return _MARKS.sub(lambda match: f"&#{ord(match[0])};", kept) + _turn_back(kept) + remark


def line(text: str, limit: int = ID) -> str:
    """Return ``text`` for one line of a terminal or a build log.

    Line feeds and tabs become visible; what a build system would read as a command, wherever a line is
    broken, is taken apart by a blank.

    >>> line("::error::x"), line("##[error]x"), line("##teamcity[x]"), line("a::b")
    (': :error::x', '# #[error]x', '# #teamcity[x]', 'a::b')
    """
    kept, remark = shorten(visible(text).replace("\n", "⏎").replace("\t", "⇥"), limit)
    return harmless(kept) + remark


def harmless(text: str) -> str:
    r"""Take apart what a build system would read as a command, by a blank, in visible text; lines stay.

    >>> harmless("bad value:\n    ::error::x\x1b[31m")
    'bad value:\n    : :error::x⟨U+001B⟩[31m'
    """
    return _COMMAND.sub(lambda match: f"{match[0][0]} {match[0][1:]}", visible(text))


_ASCII = str.maketrans(
    {
        "−": "-", "–": "-", "…": "...", "±": "+/-", "→": "->", "·": "-", "×": "x", "⏎": "\\n", "⇥": "\\t",
        "⟨": "<", "⟩": ">", "“": '"', "”": '"', "‘": "'", "’": "'", "\u00a0": " ", "─": "-", "✗": "x",
        "✓": "+", "↓": "v", "≤": "<=", "≥": ">=",
    }
)  # fmt: skip


def to_ascii(text: str) -> str:
    r"""Spell ``text`` in ASCII: known signs by their look-alikes, the rest as escapes.

    >>> to_ascii("−0.1 … ±0 → ł")
    '-0.1 ... +/-0 -> \\u0142'
    """
    return text.translate(_ASCII).encode("ascii", "backslashreplace").decode("ascii")


def slug(name: str) -> str:
    """Spell a name with letters, digits, ``.``, ``_`` and ``-`` only, so that different names differ.

    Two hyphens in a row, which could end an HTML comment, do not survive.

    >>> slug("docs-search"), slug("a--> b")
    ('docs-search', 'a-%2D%3E%20b')
    """
    text = quote(name.encode("utf-8", "backslashreplace"), safe="").replace("~", "%7E")
    return re.sub("(?<=-)-", "%2D", text)


def _entities(text: str) -> str:
    literal = "".join(c if _means_itself(c) else f"&#{ord(c)};" for c in text)
    return literal.replace("&#64;", "&#64;<wbr>") if _ADDRESS.search(text) else literal


def _means_itself(character: str) -> bool:
    if character.isascii():
        return character.isalnum() or character in _LITERAL
    return not character.isspace()


def _turn_back(text: str) -> str:
    """Return a mark that restores left-to-right order after a text that runs the other way."""
    return "&lrm;" if _TURNS.search(text) else ""


def _word(word: str, names: Collection[str], *, first: bool) -> str:
    match = _WORD.fullmatch(word)
    is_name = match is not None and match["core"] in names
    if not is_name and _PLAIN.fullmatch(word) and not _LOOKS_LINKED.search(word):
        return f"&#{ord(word[0])};{word[1:]}" if first and _OPENS_BLOCK.match(word) else word
    if word == "/" or set(word) <= _OPERATORS:
        return _entities(word).replace("-", "&#45;")
    start, end = match.span("core") if match else (0, len(word))
    if word[start:end].count("(") > word[start:end].count(")") and word[end:].startswith(")"):
        end += 1  # the parenthesis that closes a name's own, as in a metric with a parameter
    return _edge(word[:start]) + code(word[start:end], SENTENCE) + _edge(word[end:])


def _edge(text: str) -> str:
    return "".join(f"&#{ord(c)};" if c in "[]!" else c for c in text)
