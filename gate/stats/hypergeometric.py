"""The hypergeometric distribution's upper tail, summed exactly."""

from __future__ import annotations

import math

from gate.stats.combinations import log_choose


def tail(k: int, *, drawn: int, group: int, population: int) -> float:
    """Return the chance that at least ``k`` of ``drawn`` items fall into one group.

    Args:
        k: Items of the group among those drawn.
        drawn: Items drawn without replacement, at most ``population``.
        group: Size of the group, at most ``population``.
        population: All items.

    >>> round(tail(2, drawn=2, group=2, population=4) * 6, 9)      # one of the six pairs
    1.0
    """
    least, most = max(0, drawn + group - population), min(drawn, group)
    if k <= least:
        return 1.0
    if k > most:
        return 0.0
    others = population - group
    log = log_choose(group, k) + log_choose(others, drawn - k) - log_choose(population, drawn)
    term = math.exp(log)
    terms = []
    for x in range(k, most + 1):
        terms.append(term)
        term *= (group - x) * (drawn - x) / ((x + 1) * (others - drawn + x + 1))
    return min(1.0, math.fsum(terms))
