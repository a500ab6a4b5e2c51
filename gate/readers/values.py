"""What one value of a file means: an id, a label, a number.

A value arrives as JSON gives it (text, number, true, false) or as the text of a table's cell. Every
function returns the value or raises :class:`ValueError` with a sentence that quotes it, mostly an
:class:`UnfitError`, which knows the way out.
"""

from __future__ import annotations

import math
import re

from gate.readers.json_text import decode, entries

_TENTHS = re.compile(r"(-?(?:0|[1-9][0-9]*))\.0+")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_INFINITE = re.compile(r"[+-]?inf(?:inity)?", re.IGNORECASE)
_A_NUMBER = "write a number, or leave it out"
_A_CLASS = "write a class, or leave the line out if there is none"
_AS_TEXT = "write it as text"
_TRUE, _FALSE = ("true", "1", "yes"), ("false", "0", "no", "")


MEASURED = ("latency_ms", "cost")
"""Numbers of an answer that have a meaning of their own: never below 0, and never something else."""


class UnfitError(ValueError):
    """A value that cannot be used, and the way out.

    Args:
        what: A sentence that quotes it.
        fix: What to do about it.
    """

    def __init__(self, what: str, fix: str) -> None:
        super().__init__(what)
        self.fix = fix


def quoted(value: object) -> str:
    """Return ``value`` as a message shows it, on one line and short."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}…"


def identifier(value: object) -> str:
    """Return an id as text: leading zeros, ``NA``, ``1e5`` as text and 20 digits stay as written.

    A JSON number must be whole: ``1.0`` and ``1e5`` have more than one way to be written.
    """
    if isinstance(value, str):
        if not value or value.isspace():
            raise UnfitError(f"an id is {'blank' if value else 'empty'}: {quoted(value)}", "give it an id")
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return _whole(value)
    if isinstance(value, float) and math.isinf(value):
        raise ValueError("the id is a number too large to be read, such as 1e400; write it as text")
    if isinstance(value, float):
        raise ValueError(f"the id {quoted(value)} is a number with a point or exponent; write it as text")  # noqa: TRY004
    raise UnfitError(f"an id is text or a whole number, not {quoted(value)}", "give it such an id")


def label(value: object) -> str:
    """Return a class as text, so that 1, 1.0 and ``"1"`` are one class, and true and ``"True"`` too.

    >>> [label(value) for value in (1, 1.0, "1", "1.0", True, "TRUE", "fraud", "01", "1.10")]
    ['1', '1', '1', '1', 'true', 'true', 'fraud', '01', '1.10']
    """
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return _whole(value)
    if isinstance(value, float):
        if not math.isfinite(value):
            raise UnfitError(f"{quoted(value)} is not a class", _A_CLASS)
        value = repr(value)
    if not isinstance(value, str):
        raise UnfitError(f"a class is text, a number, true or false, not {quoted(value)}", _A_CLASS)
    if not value or value.isspace():
        raise UnfitError(f"a class is {'blank' if value else 'empty'}: {quoted(value)}", _A_CLASS)
    value = value.strip()
    if value.lower() in ("true", "false"):
        return value.lower()
    whole = _TENTHS.fullmatch(value)
    return whole[1] if whole else value


def labels(value: object) -> tuple[str, ...]:
    """Return labels as text, ascending, each once: of a list, or of a cell with ``|`` between them.

    >>> labels(["quiet", "sad", "quiet"]), labels("sad|quiet"), labels("")
    (('quiet', 'sad'), ('quiet', 'sad'), ())
    """
    if isinstance(value, str):
        value = value.split("|") if value.strip() else []
    if not isinstance(value, list):
        raise ValueError(f"labels are a list, ['a', 'b'], not {quoted(value)}")  # noqa: TRY004
    return tuple(sorted({label(name) for name in value}))


def references(value: object) -> tuple[str, ...]:
    """Return the texts that are right: of a list, or of one text; at least one, each may be empty.

    >>> references("Paris"), references(["Paris", "In Paris"])
    (('Paris',), ('Paris', 'In Paris'))
    """
    given = value if isinstance(value, list) else [value]
    if not given:
        raise ValueError("an empty list of references: give at least one text that is right")
    return tuple(text(each, "a reference") for each in given)


def listed_references(value: object) -> tuple[str, ...]:
    """Return the texts of a cell that holds a JSON list of them."""
    try:
        found = decode(str(value))
    except ValueError:
        found = None
    if not isinstance(found, list):
        what = quoted(value)
        raise ValueError(f'a cell of "references" is a JSON list, ["…", "…"], not {what}')  # noqa: TRY004
    return references(found)


def probabilities(value: object) -> dict[str, float]:
    """Return ``{class: number}``, each class once; the numbers are those of :func:`score`."""
    if not isinstance(value, dict):
        raise ValueError(f"probabilities are an object, {{class: number}}, not {quoted(value)}")  # noqa: TRY004
    found: dict[str, float] = {}
    for name, given in entries(value):
        called = label(name)
        if called in found:
            raise ValueError(f"the class {called!r} has two probabilities")
        found[called] = score(given)
    return found


def score(value: object) -> float:
    """Return a score: any number but NaN; the texts ``inf`` and ``-inf`` are numbers too."""
    if isinstance(value, str):
        text = value.strip()
        if not _NUMBER.fullmatch(text) and not _INFINITE.fullmatch(text):
            raise UnfitError(f"the score {quoted(value)} is not a number", _A_NUMBER)
        return float(text)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise UnfitError(f"the score {quoted(value)} is not a number", _A_NUMBER)
    return _floating(value)


def grade(value: object) -> float:
    """Return a grade: a finite number, may be negative or fractional; true is 1 and false is 0."""
    if isinstance(value, bool):
        return float(value)
    if isinstance(value, str) and value.strip().lower() in ("true", "false"):
        return float(value.strip().lower() == "true")
    return number(value, "grade")


def number(value: object, what: str) -> float:
    """Return a finite number."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        found = float(value)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        found = _floating(value)
    else:
        raise UnfitError(f"the {what} {quoted(value)} is not a number", _A_NUMBER)
    if not math.isfinite(found):
        raise UnfitError(f"the {what} {quoted(value)} is not a finite number", _A_NUMBER)
    return found


def of_class(value: object, what: str) -> float:
    """Return the finite number that an answer has for the class ``what``."""
    try:
        return number(value, what)
    except ValueError:
        raise UnfitError(f"{quoted(value)} is no finite number for the class {what!r}", _A_NUMBER) from None


def read_by(value: object, what: str, metric: str) -> float:
    """Return the finite number called ``what`` that ``metric`` reads."""
    try:
        return number(value, what)
    except ValueError:
        raise UnfitError(
            f"{quoted(value)} is no number for {what!r}, which {metric} reads", _A_NUMBER
        ) from None


def is_number(value: object) -> bool:
    """Say whether JSON gave a number, which true and false are not."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def measurement(value: object, what: str) -> float:
    """Return a further number of an answer: finite, and not below 0 where it is one of :data:`MEASURED`."""
    found = number(value, what)
    if found < 0 and what in MEASURED:
        raise UnfitError(f"the {what} {quoted(value)} is below 0", "write 0 or more, or leave it out")
    return found


def weight(value: object) -> float:
    """Return a weight: finite, above 0."""
    found = number(value, "weight")
    if found <= 0:
        raise UnfitError(f"the weight {quoted(value)} is not above 0", "write a number above 0")
    return found


def repeat(value: object) -> int:
    """Return the number of a repeated answer: a whole number from 1."""
    found = number(value, "repeat")
    if found < 1 or not float(found).is_integer():
        raise UnfitError(
            f"the repeat {quoted(value)} is not a whole number from 1", "write 1, 2, 3 and so on"
        )
    return int(found)


def flag(value: object) -> bool:
    """Return true or false, also from the cells 1, 0, yes, no and empty."""
    if isinstance(value, int) and value in (0, 1):
        return bool(value)
    if isinstance(value, str):
        text = value.strip().lower()
        if text in _TRUE or text in _FALSE:
            return text in _TRUE
    raise UnfitError(f"{quoted(value)} is neither true nor false", "write true or false")


def text(value: object, what: str) -> str:
    """Return words: text as it is, numbers and booleans as :func:`label` writes them."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, int, float)):
        return label(value)
    raise UnfitError(f"{what} is text, not {quoted(value)}", _AS_TEXT)


def _whole(value: int) -> str:
    try:
        return str(value)
    except ValueError:
        raise UnfitError("a number has too many digits", _AS_TEXT) from None


def _floating(value: float) -> float:
    try:
        return float(value)
    except OverflowError:
        fix = "write a smaller one, or leave it out"
        raise UnfitError(f"the number {quoted(value)} is too large", fix) from None
