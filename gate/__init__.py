"""A CI regression gate for RAG retrieval and classifiers.

The front door: :func:`check`, and the values it deals in. Names are loaded when they are first used, so
that importing the package costs nothing.

>>> import gate
>>> "check" in dir(gate)
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gate.comparing import compare
    from gate.config import Config
    from gate.errors import GateError
    from gate.golden import GoldenSet
    from gate.pipeline import check
    from gate.recording import accept, refresh
    from gate.report import Document, Report
    from gate.run import Run
    from gate.verdict import Outcome

__all__ = [
    "Config",
    "Document",
    "GateError",
    "GoldenSet",
    "Outcome",
    "Report",
    "Run",
    "accept",
    "check",
    "compare",
    "refresh",
]

_HOME = {
    "Config": "config",
    "Document": "report",
    "GateError": "errors",
    "GoldenSet": "golden",
    "Outcome": "verdict",
    "Report": "report",
    "Run": "run",
    "accept": "recording",
    "check": "pipeline",
    "compare": "comparing",
    "refresh": "recording",
}


def __getattr__(name: str) -> object:
    """Load a public name when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"module 'gate' has no attribute {name!r}")
    return getattr(import_module(f"gate.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    """List the public names."""
    return __all__
