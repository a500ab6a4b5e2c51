"""Whether a golden set has aged: untouched for long, or too easy by now to show a difference."""

from __future__ import annotations

import math
from datetime import date
from typing import TYPE_CHECKING

from gate import git, surroundings
from gate.digits import EQUAL, counted
from gate.errors import NoAnswerError
from gate.inputs.basis import folder_store
from gate.notice import Notice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.config import CheckRule, Config
    from gate.stores.summary import Summary


def aged(config: Config, *, max_age: int) -> list[Notice]:
    """Return what is to be said about the age and the ceiling of a config's golden set.

    The golden set was last touched when git says, or else when the baseline was recorded on it; a file with
    changes that are not committed is being looked after. Its ceiling is looked up in the stored baseline.

    Args:
        config: The config that names the golden set.
        max_age: Days after which it counts as old.

    Raises:
        NoAnswerError: The baseline is damaged.
    """
    stored = folder_store(config).load(config.name)
    summary = stored.summary if stored is not None else None
    found = []
    touched = _touched(config, summary)
    if touched is None:
        text = "nothing says how old the golden set is: it is not in git, and there is no baseline of it"
        found.append(Notice("golden_age_unknown", text, config.golden_source.shown))
    elif (date.fromisoformat(surroundings.now()[:10]) - touched).days > max_age:
        text = (
            f"nobody touched the golden set since {touched.isoformat()}, more than "
            f"{counted(max_age, 'day')} ago: add "
            "questions from production with `gate golden add`"
        )
        found.append(Notice("golden_old", text, config.golden_source.shown))
    if summary is None:
        text = f"no baseline {config.name!r} is stored, so nothing says whether its metrics are at a ceiling"
        found.append(Notice("golden_ceiling_unknown", text, config.shown))
    elif full := list(_at_ceiling(config, summary)):
        text = (
            f"every gated metric of the baseline is at its best possible value ({', '.join(full)}): the "
            "golden set is saturated and cannot show an improvement; add harder questions"
        )
        found.append(Notice("golden_saturated", text, config.golden_source.shown))
    return found


def _touched(config: Config, summary: Summary | None) -> date | None:
    when = _by_git(config) or (summary.provenance.recorded_at if summary is not None else "")
    try:
        return date.fromisoformat(when[:10])
    except ValueError:
        return None


def _by_git(config: Config) -> str:
    path = config.golden_source.path
    try:
        top = git.repository(path) if git.installed() else None
        inside = surroundings.relative(top, path) if top is not None else None
        if top is None or inside is None:
            return ""
        return surroundings.now() if git.is_edited(top, inside) else git.changed_at(top, inside)
    except NoAnswerError:
        return ""


def _at_ceiling(config: Config, summary: Summary) -> Iterator[str]:
    """Yield the gated whole-set metrics, if all of them are at their best value; nothing otherwise."""
    gated = [rule for rule in config.checks if _is_gated(rule)]
    levels = {level.name: level.value for level in summary.checks}
    best = {rule.identity: _best(rule) for rule in gated}
    if all(
        (value := levels.get(name)) is not None and abs(value - ideal) <= EQUAL
        for name, ideal in best.items()
    ):
        yield from best


def _is_gated(rule: CheckRule) -> bool:
    return any(asked is not None for asked in (rule.tolerance, rule.floor, rule.ceiling))


def _best(rule: CheckRule) -> float:
    """Return the best possible value; NaN where there is none, so that nothing is ever at it."""
    low, high = rule.metric.bounds
    best = high if rule.metric.direction(rule.spec) == "higher" else low
    return best if math.isfinite(best) else math.nan
