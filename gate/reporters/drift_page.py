"""What `gate monitor` found as one page for a browser."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

from gate.drift.finding import Outcome
from gate.reporters import drift, pages

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

    from gate.drift import Report

_TONES = {
    Outcome.ALARM: "regressed",
    Outcome.NO_ANSWER: "not_comparable",
    Outcome.WARNING: "inconclusive",
    Outcome.QUIET: "pass",
    Outcome.INFO: "info",
}
"""Outcome → what is painted alike in the report of a check."""


def render(report: Report, exit_code: int) -> str:
    """Render ``report`` as one HTML file, with the code that the command ends with."""
    return pages.written(_templates(), "drift.html.j2", report=report, exit_code=exit_code)


@cache
def _templates() -> Environment:
    found = pages.templates()
    found.filters |= {"cells": drift.cells, "rank": list(Outcome).index, "defined_value": _defined_value}
    found.globals |= {"outcome": drift.OUTCOMES, "tone": _TONES, "side": drift.side}
    return found


def _defined_value(number: float) -> Markup:
    return pages.value(None if math.isnan(number) else number)
