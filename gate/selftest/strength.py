"""How far harmless changes reach."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Strength:
    """How far a harmless change reaches.

    Attributes:
        name: As it is printed.
        share: Of the items (of the clusters, where items belong together) that it touches, in (0, 1].
        passes: How often neighbours in a ranking may change places.
        near: Whether only neighbours of nearly equal score may.
        drift: How far a score may wander, as a share of all scores in their order.
    """

    name: str
    share: float
    passes: int
    near: bool
    drift: float


STRENGTHS = (
    Strength("small", 0.1, 1, near=True, drift=0.01),
    Strength("medium", 0.3, 4, near=True, drift=0.03),
    Strength("large", 1.0, 20, near=False, drift=0.1),
)
