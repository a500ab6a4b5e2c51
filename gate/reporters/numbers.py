"""How a number is written: a loss is never rounded into nothing, unequal numbers never look equal.

Everything here takes unrounded values and returns text; ``None`` and anything that is not finite
become :data:`NOTHING`, so that no report ever says "nan".
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeGuard

from gate.verdict import SLACK

if TYPE_CHECKING:
    from collections.abc import Iterable

NOTHING = "–"
"""Stands where there is no number."""

MINUS = "−"

MOST = 10
"""Decimals beyond which a difference is float error, not news."""

GROUPED = 10_000
"""From here on, thousands are set apart with commas."""


def decimals(
    values: Iterable[float | None], *, apart: Iterable[tuple[float | None, float | None]] = ()
) -> int:
    """Return how many decimals the numbers of one row need.

    Four for shares; fewer the larger, more the smaller the largest of ``values`` is, so that it has four
    significant digits at most and three at least. Then as many more as it takes until the two
    numbers of every pair in ``apart`` look different, unless they differ by float error only.

    >>> decimals([0.7312, 0.7044]), decimals([1234.5]), decimals([0.0000123])
    (4, 0, 7)
    >>> decimals([2 / 3], apart=[(0.669999, 0.67)])
    6
    """
    largest = max((abs(v) for v in values if _usable(v)), default=0.0)
    least = 4
    if largest > 1:
        least = max(0, 3 - math.floor(math.log10(largest)))
    elif 0 < largest < 0.01:
        least = min(2 - math.floor(math.log10(largest)), MOST)
    pairs = [(a, b) for a, b in apart if _usable(a) and _usable(b) and abs(a - b) > SLACK]
    for digits in range(least, MOST + 1):
        if all(f"{a:.{digits}f}" != f"{b:.{digits}f}" for a, b in pairs):
            return digits
    return least


def plain(value: float | None, digits: int) -> str:
    """Write a level with ``digits`` decimals, with more if it would look like nothing.

    >>> plain(0.70441, 4), plain(-12345.678, 1), plain(0.00004, 3), plain(None, 2), plain(1e-17, 4)
    ('0.7044', '−12,345.7', '0.00004', '–', '1e−17')
    """
    if not _usable(value):
        return NOTHING
    text = f"{abs(value):{',' if abs(value) >= GROUPED else ''}.{digits}f}"
    if value != 0 and not float(text.replace(",", "")):
        text = _tiny(abs(value))
    return MINUS + text if value < 0 else text


def signed(value: float | None, digits: int) -> str:
    """Write a change with its sign.

    >>> signed(0.0123, 4), signed(-0.00004, 4), signed(0.0, 4), signed(math.nan, 4)
    ('+0.0123', '−0.00004', '±0', '–')
    """
    if not _usable(value):
        return NOTHING
    if value == 0:
        return "±0"
    text = plain(value, digits)
    return text if value < 0 else f"+{text}"


def interval(low: float | None, high: float | None, digits: int) -> str:
    """Write the two ends of an interval of a change.

    >>> interval(-0.041, 0.0128, 4), interval(0.0, 0.0, 4), interval(None, None, 4)
    ('−0.0410 … +0.0128', '±0', '–')
    """
    if not _usable(low) or not _usable(high):
        return NOTHING
    ends = [signed(low, digits), signed(high, digits)]
    return ends[0] if low == high else " … ".join(ends)


def between(low: float | None, high: float | None, digits: int) -> str:
    """Write the two ends of an interval of a level.

    >>> between(0.7, 0.76, 4), between(None, None, 4)
    ('0.7000 … 0.7600', '–')
    """
    if not _usable(low) or not _usable(high):
        return NOTHING
    return f"{plain(low, digits)} … {plain(high, digits)}"


def exact(value: float | None, *, most: int = 12) -> str:
    """Write a number that a person chose, such as a floor, without trailing zeros.

    At most ``most`` significant digits, as few as tell it from its neighbours.

    >>> exact(0.8), exact(0.669999), exact(1e-05), exact(250000.0), exact(2 / 3, most=4), exact(None)
    ('0.8', '0.669999', '0.00001', '250,000', '0.6667', '–')
    """
    if not _usable(value):
        return NOTHING
    if value == 0:
        return "0"
    size = abs(value)
    if not 1e-9 <= size < 1e15:
        return f"{value:.{most}g}".replace("-", MINUS)
    text = ""
    for significant in range(1, most + 1):
        places = max(0, significant - 1 - math.floor(math.log10(size)))
        text = f"{size:{',' if size >= GROUPED else ''}.{places}f}"
        if math.isclose(float(text.replace(",", "")), size, rel_tol=1e-12):
            break
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return MINUS + text if value < 0 else text


def exact_change(value: float | None, *, most: int = 4) -> str:
    """Write a change with its sign and without trailing zeros.

    >>> exact_change(-10.0), exact_change(0.38690001), exact_change(0.0), exact_change(None)
    ('−10', '+0.3869', '±0', '–')
    """
    if value == 0:
        return "±0"
    text = exact(value, most=most)
    return f"+{text}" if _usable(value) and value > 0 else text


def percent(share: float | None) -> str:
    """Write a relative change.

    >>> percent(-0.0367), percent(5.0), percent(-0.00001), percent(None)
    ('−3.7 %', '+500.0 %', '−0.001 %', '–')
    """
    return NOTHING if not _usable(share) else f"{signed(100 * share, 1)} %".replace("±0 %", "±0")


def _usable(value: float | None) -> TypeGuard[float]:
    return value is not None and math.isfinite(value)


def _tiny(size: float) -> str:
    places = -math.floor(math.log10(size))
    if places > MOST:
        return f"{size:.0e}".replace("-", MINUS)
    text = f"{size:.{places}f}"
    return text if float(text) else f"{size:.{places + 1}f}"
