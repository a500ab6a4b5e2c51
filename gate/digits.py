"""Numbers in sentences: enough digits to be honest, and no more."""

from __future__ import annotations

import math

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


def counted(count: int, noun: str) -> str:
    """Write a count with its noun.

    >>> counted(1, "line"), counted(20_000, "line")
    ('1 line', '20,000 lines')
    """
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"
