"""Numbers in sentences: enough digits to be honest, and no more."""

from __future__ import annotations

import math
import re

EQUAL = 1e-9
"""Numbers this close are the same number with float error."""


def number(value: float) -> str:
    """Write a number for a sentence: four significant digits, never rounded into nothing.

    >>> number(0.0123456), number(-0.00004), number(0.0)
    ('0.01235', '-0.00004', '0')
    """
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    digits = max(0, 3 - math.floor(math.log10(abs(value))))
    text = f"{value:.{min(digits, 12)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def typeset(sentence: str) -> str:
    """Give the numbers of a sentence the minus sign that they have in the tables of reports.

    >>> typeset("-0.7179 is below the floor of 0.6"), typeset("0.3 [-0.1, 0.7] of top-1")
    ('−0.7179 is below the floor of 0.6', '0.3 [−0.1, 0.7] of top-1')
    """
    return re.sub(r"(?<![^\s\[])-(?=\d)", "−", sentence)


def apart(left: float, right: float) -> tuple[str, str]:
    """Write two numbers with enough digits that unequal ones look unequal.

    >>> apart(2 / 3, 0.67)
    ('0.6667', '0.67')
    >>> apart(0.669999, 0.67)
    ('0.669999', '0.67')
    """
    first, second = number(left), number(right)
    for digits in range(5, 16):
        if first != second or abs(left - right) <= EQUAL:
            break
        first, second = f"{left:.{digits}g}", f"{right:.{digits}g}"
    return first, second


def counted(count: int, noun: str, does: str = "", do: str = "") -> str:
    """Write a count with its noun and, where they are given, the verb that agrees with it.

    >>> counted(1, "line"), counted(20_000, "line"), counted(2, "class"), counted(3, "query")
    ('1 line', '20,000 lines', '2 classes', '3 queries')
    >>> counted(1, "item", "has", "have"), counted(0, "item", "has", "have")
    ('1 item has', '0 items have')
    """
    if count == 1:
        return f"1 {noun} {does}".rstrip()
    if noun.endswith("s"):
        plural = f"{noun}es"
    elif noun.endswith("y") and noun[-2:-1] not in "aeou":
        plural = f"{noun[:-1]}ies"
    else:
        plural = f"{noun}s"
    return f"{count:,} {plural} {do}".rstrip()
