"""The same run, held to the rules that the base of a change has: its config and its golden set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate import config as configs
from gate import readers
from gate.errors import NoAnswerError, Problem, QuestionError
from gate.golden import GoldenSet
from gate.inputs.basis import find_baseline
from gate.inputs.catalogues import with_catalogue
from gate.inputs.former import config_as_base_has_it, edited, golden_as_base_has_it
from gate.inputs.reading import join
from gate.notice import Notice

if TYPE_CHECKING:
    from pathlib import Path

    from gate.config import Config
    from gate.inputs.reading import Inputs
    from gate.surroundings import Base


def under_base(asked: Inputs, *, base: str | None) -> Inputs | None:
    """Return the same run under the base's config and golden set, where the change edits either.

    Golden items of the base count as far as the run answers them, removed by the change or not; those that
    the change added are unknown to the base.

    Args:
        asked: What was read of the change.
        base: What the caller named as the base, if anything.

    Returns:
        The inputs; ``None`` where nothing was edited, or where the base has no config of this name.

    Raises:
        NoAnswerError: The base has rules, and they cannot be applied to this run.
    """
    where = asked.truth
    if where.revision is None or not edited(asked.config, where):
        return None
    try:
        former = config_as_base_has_it(asked.config, where)
        if former is None:
            return None
        config = _parsed(*former, profile=asked.config.profile, where=where)
        whole = golden_as_base_has_it(config.golden_source, config.task, where)
        if whole is None:
            whole = readers.read_golden(config.golden_source, config.task)
        whole = with_catalogue(config, whole, where=where)
    except QuestionError as error:
        raise _cannot_apply("; ".join(p.what for p in error.problems), asked.config, where) from None
    if config.task != asked.config.task:
        raise _cannot_apply(f"they are of task {config.task!r}", asked.config, where)
    known = {*asked.golden.items, *asked.run.answers}
    shared = {item.id: item for item in whole if item.id in known}
    if not shared:
        raise _cannot_apply("the run answers none of the base's golden items", asked.config, where)
    golden = GoldenSet(shared, whole.source, catalogue=whole.catalogue)
    found, at = find_baseline(config, base)
    plugins = config.plugins or asked.config.plugins
    of_base = "the config, the golden set and the plugins" if plugins else "the config and the golden set"
    told = Notice("rules_of_base", f"judged by {of_base} of the base ({where.how}), which the change edits")
    return join(config, golden, asked.run, found, at, [told], truth=where)


def _parsed(text: str, path: Path, *, profile: str | None, where: Base) -> Config:
    """Read the base's config with the base's plugins, under the profile where it has that."""
    shown, folder = str(path), path.parent
    try:
        return configs.parse(text, shown=shown, folder=folder, profile=profile, at=where)
    except QuestionError:
        if profile is None:
            raise
        return configs.parse(text, shown=shown, folder=folder, at=where)


def _cannot_apply(why: str, config: Config, where: Base) -> NoAnswerError:
    return NoAnswerError(
        Problem(
            f"this change edits what it is judged by, and the rules of the base ({where.how}) cannot be "
            f"applied: {why}",
            config.shown,
            "give the config another `name` and merge it with `--first-run pass`, or keep the base's rules",
            code="rules_not_applicable",
        )
    )
