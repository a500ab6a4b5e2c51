"""A parameter of a metric: what it is, and how its spelling is read. Without numpy."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a metric, as it is spelt in the metric's name.

    Attributes:
        description: What it does, in one sentence.
        default: Value when it is not spelt; ``None`` if it must be.
        choices: The allowed words; empty for a number or free text.
        low: Least allowed number (exclusive if ``low_open``); ignored for words.
        high: Greatest allowed number.
        low_open: Whether ``low`` itself is refused.
        positional: Spelt without its name, ``recall_at_precision(0.9)``.
        is_text: Free text, such as the field of ``mean(field)``.
        pattern: What free text has to match from end to end; anything by default.
        shape: The same for people, as ``package.module:name``.
    """

    description: str
    default: str | float | None = None
    choices: tuple[str, ...] = ()
    low: float = -math.inf
    high: float = math.inf
    low_open: bool = False
    positional: bool = False
    is_text: bool = False
    pattern: str = ""
    shape: str = ""

    def read(self, given: str, *, name: str, text: str) -> str | float:
        """Turn what is spelt into a value.

        Args:
            given: What is spelt.
            name: The parameter's name.
            text: The metric's whole spelling, for messages.

        Raises:
            ValueError: It is no number, out of range, or none of the choices; the message quotes it.
        """
        if self.is_text:
            if self.pattern and not re.fullmatch(self.pattern, given):
                raise ValueError(f"{text!r}: {name} is {given!r}, not {self.shape}")
            return given
        if self.choices:
            if given not in self.choices:
                raise ValueError(f"{text!r}: {name} is {given!r}, not one of {', '.join(self.choices)}")
            return given
        try:
            number = float(given)
        except ValueError:
            raise ValueError(f"{text!r}: {name} is {given!r}, which is not a number") from None
        low_ok = number > self.low if self.low_open else number >= self.low
        if not (low_ok and number <= self.high):
            raise ValueError(f"{text!r}: {name} is {given}, outside {self.low:g} to {self.high:g}")
        return number
