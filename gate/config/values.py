"""The kinds of value a config holds, and what is said when one is something else.

Each check here runs before pydantic's own, so that a message names the value as it was written and
what to write instead. A wrong type is a ``ValueError`` too, because that is what pydantic collects.
"""
# ruff: noqa: TRY004

import math
import re
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, StringConstraints

from gate.yaml_source.nodes import scalar

PERCENT = r"^[0-9]+(\.[0-9]+)?\s?%$"
DAYS = r"^[1-9][0-9]{0,4}d$"
LONGEST = 60
"""Characters of a value that a message repeats."""

NAME = r"^[a-z][a-z0-9_-]{0,99}$"


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How much worse than the baseline a metric may be. It has no sign.

    Attributes:
        amount: In the metric's unit; with ``relative``, as a share of the baseline's value. >= 0.
        relative: Whether it was written in per cent.
        text: As the config spells it, ``"0.02"`` or ``"3%"``.
    """

    amount: float
    relative: bool
    text: str


def number(value: object) -> object:
    """Refuse what is no finite number."""
    meant = scalar(value) if isinstance(value, str) else None
    if isinstance(meant, int | float) and not isinstance(meant, bool):
        raise ValueError(f"{value!r} is text: write {value} without quotes")
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{spelt(value)} is not a number")
    if not math.isfinite(value):
        raise ValueError(f"{spelt(value)} is not a finite number")
    return value


def positive_whole(value: object) -> object:
    """Refuse what is not a whole number from 1."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        hint = f": write {value} without quotes" if isinstance(value, str) and value.isdecimal() else ""
        raise ValueError(f"{spelt(value)} is not a positive whole number{hint}")
    return value


def whole(value: object) -> object:
    """Refuse what is not a whole number from 0."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{spelt(value)} is not a whole number from 0")
    return value


def share(value: object) -> object:
    """Refuse what does not lie between 0 and 1."""
    found = number(value)
    assert isinstance(found, int | float)
    if not 0 <= found <= 1:
        hint = f": write {found / 100:g}" if 2 <= found <= 100 else ""  # 1.8 is no percentage
        raise ValueError(f"{spelt(found)} is not between 0 and 1{hint}")
    return value


def share_or_percent(value: object) -> object:
    """Refuse what does not lie between 0 and 1; a percentage becomes the share that it is.

    >>> share_or_percent("2%"), share_or_percent(0.02)
    (0.02, 0.02)
    """
    if isinstance(value, str) and re.fullmatch(PERCENT, value.strip()):
        found = float(value.strip()[:-1]) / 100
        if found > 1:
            raise ValueError(f"{value!r} is not between 0% and 100%")
        return found
    if isinstance(value, str) and value.strip().endswith("%"):
        raise ValueError(f"{value!r} is not a percentage from 0: write it like 3%")
    return share(value)


def tolerance(value: object) -> object:
    """Refuse what is neither a number from 0 nor a percentage."""
    if isinstance(value, str):
        text = value.strip()
        if re.fullmatch(PERCENT, text):
            return text
        if text.endswith("%"):
            raise ValueError(f"{value!r} is not a percentage from 0: write it like 3%")
    found = number(value)
    assert isinstance(found, int | float)
    if found < 0:
        raise ValueError(
            f"{spelt(found)} is negative: a tolerance says how much worse is fine, so write {spelt(-found)}"
        )
    return value


def days(value: object) -> object:
    """Refuse what is no whole number of days, written like ``30d``."""
    if not isinstance(value, str) or not re.fullmatch(DAYS, value):
        raise ValueError(f"{spelt(value)} is not a number of days: write it like 30d")
    return value


def text(value: object) -> object:
    """Refuse what is not text, or is blank."""
    if not isinstance(value, str):
        raise ValueError(f"{spelt(value)} is not text: put it in quotes")
    if not value.strip():
        raise ValueError("it is blank")
    if "\0" in value:
        raise ValueError(f"{spelt(value)} holds the character U+0000, which no name may")
    return value


def name(value: object) -> object:
    """Refuse what cannot be the name of a config."""
    found = text(value)
    assert isinstance(found, str)
    if not re.fullmatch(NAME, found):
        near = re.sub(r"[^a-z0-9_]+", "-", found.lower()).strip("-_").lstrip("0123456789-_")[:100]
        raise ValueError(
            f"{found!r}: use small letters, digits, dashes and underscores, beginning with a letter, "
            f"e.g. {near or 'support'!r}"
        )
    return value


def words(value: object) -> object:
    """Let a single text stand for a list of one."""
    return [value] if isinstance(value, str) else value


def spelt(value: object) -> str:
    """Return a value the way YAML writes it, short enough for a message."""
    if isinstance(value, str):
        return repr(value if len(value) <= LONGEST else f"{value[:LONGEST]}…")
    if isinstance(value, dict | list | tuple):
        return "a mapping" if isinstance(value, dict) else "a list"
    if value is None or isinstance(value, bool):
        return str(value).lower().replace("none", "null")
    shown = f"{value:g}" if isinstance(value, float) else str(value)
    return shown if len(shown) <= LONGEST else f"{shown[:LONGEST]}…"


def read_tolerance(value: float | str) -> Tolerance:
    """Take a tolerance apart.

    >>> read_tolerance("3%")
    Tolerance(amount=0.03, relative=True, text='3%')
    """
    if isinstance(value, str):
        shown = value.replace(" ", "")
        return Tolerance(float(shown[:-1]) / 100, relative=True, text=shown)
    return Tolerance(float(value), relative=False, text=f"{value:.12g}")


Number = Annotated[float, BeforeValidator(number)]
NotNegative = Annotated[float, Field(ge=0), BeforeValidator(number)]
Positive = Annotated[float, Field(gt=0), BeforeValidator(number)]
Share = Annotated[float, BeforeValidator(share)]
PositiveWhole = Annotated[int, Field(ge=1), BeforeValidator(positive_whole)]
Whole = Annotated[int, Field(ge=0), BeforeValidator(whole)]
Text = Annotated[str, Field(min_length=1), BeforeValidator(text)]
Name = Annotated[str, StringConstraints(pattern=NAME), BeforeValidator(name)]
Percent = Annotated[str, StringConstraints(pattern=PERCENT)]
Days = Annotated[str, StringConstraints(pattern=DAYS), BeforeValidator(days)]
ShareOrPercent = Annotated[
    float,
    BeforeValidator(share_or_percent, json_schema_input_type=Annotated[float, Field(ge=0, le=1)] | Percent),
]
Amount = Annotated[float | Percent, BeforeValidator(tolerance)]
Label = Annotated[Text, BeforeValidator(text, json_schema_input_type=Text | float | bool)]
"""Text of the data, such as a class; in YAML it may look like a number or a truth."""

Words = Annotated[
    tuple[Text, ...],
    Field(min_length=1, strict=False),
    BeforeValidator(words, json_schema_input_type=Text | Annotated[list[Text], Field(min_length=1)]),
]
Labels = Annotated[
    tuple[Text, ...],
    Field(min_length=1, strict=False),
    BeforeValidator(words, json_schema_input_type=Label | Annotated[list[Label], Field(min_length=1)]),
]
Options = dict[str, Any]
