"""``ndcg@10(gain=exponential)`` ↔ :class:`MetricSpec`: how a metric is spelt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ALL = "all"
"""The cut-off that cuts nothing, as in ``mrr@all``."""

_SHAPE = re.compile(r"(?P<name>[a-z][A-Za-z0-9_]*)(?:@(?P<cutoff>[^()\s]*))?(?:\((?P<arguments>[^()]*)\))?")


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """A metric's name with its cut-off and parameters, all resolved.

    Attributes:
        name: File name of the metric, ``"ndcg"``.
        cutoff: Whole number >= 1; ``None`` where the list is not cut or the metric has no cut-off.
        arguments: Every parameter of the metric, defaults included.
        text: The canonical spelling, ``"ndcg@10(gain=exponential)"``; equal specs are spelt equally.
    """

    name: str
    cutoff: int | None
    arguments: Mapping[str, str | float]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class RawSpec:
    """A spelling taken apart, before anybody has looked the metric up.

    Attributes:
        name: Text before ``@`` and ``(``.
        cutoff: Text after ``@``; ``None`` without one.
        positional: Arguments without ``=``.
        named: Arguments with ``=``.
    """

    name: str
    cutoff: str | None
    positional: tuple[str, ...]
    named: Mapping[str, str]


def take_apart(text: str) -> RawSpec:
    """Split ``text`` into name, cut-off and arguments.

    Raises:
        ValueError: It does not have the shape ``name[@k][(argument, name=value)]``.

    >>> take_apart("fbeta(beta=2)").named
    {'beta': '2'}
    """
    match = _SHAPE.fullmatch(text.strip())
    if match is None:
        raise ValueError(
            f"{text!r} is not spelt like a metric: write name, name@k or name@k(parameter=value)"
        )
    parts = [p.strip() for p in (match["arguments"] or "").split(",") if p.strip()]
    named = dict(p.split("=", 1) for p in parts if "=" in p)
    return RawSpec(
        match["name"],
        match["cutoff"],
        tuple(p for p in parts if "=" not in p),
        {k.strip(): v.strip() for k, v in named.items()},
    )
