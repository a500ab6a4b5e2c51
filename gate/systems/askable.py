"""What can be said of a live system without asking it: its name, the depth, and what is in the way."""

from __future__ import annotations

from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING

from gate.config.absent import absent
from gate.config.placeholders import fields
from gate.errors import Problem
from gate.metrics import RANKINGS
from gate.systems.quoting import quoted

if TYPE_CHECKING:
    from gate.config import Config
    from gate.config.system import System as Settings
    from gate.golden import GoldenSet

LONGEST = 100
"""Characters of a system's name."""


def shown(settings: Settings) -> str:
    """Return a live system as messages and reports name it; never with a secret."""
    kind = settings.kind
    assert kind is not None
    given = getattr(settings, kind)
    what = settings.http.url if settings.http else " ".join(given) if kind == "command" else given
    name = quoted(f"{kind} {what}")
    return name if len(name) <= LONGEST else f"{name[:LONGEST]}…"


def depth(config: Config) -> int | None:
    """Return how many results are asked for; ``None`` for a classifier, or where nothing says it.

    It is ``system.depth``, otherwise the deepest cut-off that a metric or ``k`` names.
    """
    if config.task not in RANKINGS:
        return None
    if config.system is not None and config.system.depth is not None:
        return config.system.depth
    cuts = [check.spec.cutoff for check in config.checks if check.spec.cutoff is not None]
    return max([*cuts, *([config.k] if config.k is not None else [])], default=None)


def unaskable(config: Config, golden: GoldenSet) -> list[Problem]:
    """Return what is in the way of asking a live system, without asking it."""
    settings = config.system
    if settings is None or settings.kind is None:
        return []
    found = absent(config, ("system",))
    folder = started_in(config, settings)
    if settings.http is None and not found and not folder.is_dir():
        what, fix = f"{str(folder)!r} is no folder", "its path is relative to the config"
        found.append(config.problem(("system", "folder"), what, fix=fix, code="rule_unfit"))
    if settings.plugin is not None:
        from gate.systems.installed import unknown

        if (wrong := unknown(settings)) is not None:
            found.append(config.problem(("system", "plugin"), wrong[0], fix=wrong[1], code="plugin_unknown"))
    if config.task in RANKINGS and depth(config) is None:
        what = "how many results are wanted? Neither `k` nor a metric says it"
        found.append(Problem(what, config.shown, "set `k`, or `system: {depth: …}`", code="rule_unfit"))
    by_id = settings.http is not None and "query" not in fields(
        [settings.http.url, settings.http.body, dict(settings.http.headers)]
    )
    if config.task in RANKINGS and not by_id and not any(i.query for i in golden):
        what = "no item has a `query`, so there is nothing to ask"
        found.append(
            Problem(what, golden.source, "give the items a `query`, or judge a stored run", code="no_query")
        )
    return found


def started_in(config: Config, settings: Settings) -> Path:
    """Return the folder in which a program is started or a module is found, absolute."""
    return Path(normpath(config.path.parent.absolute() / settings.folder))
