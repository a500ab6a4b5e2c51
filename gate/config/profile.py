"""A profile over its config: fewer metrics or items, another way to judge."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from gate.config.decision import Decision, Interval
from gate.config.wording import plain
from gate.errors import QuestionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.config.models import Config
    from gate.config.resolved import Resolved
    from gate.yaml_source import Document


def under(
    config: Config, document: Document, data: Mapping[str, Any], name: str, resolved: Resolved
) -> tuple[Config, Resolved]:
    """Return a config, and what its names stand for, as the profile ``name`` has them.

    Of ``decision`` and ``interval`` the keys that the profile writes replace the config's; ``metrics``
    keeps those that it names, ``where`` restricts every check.

    Args:
        config: The config, valid.
        document: Where it was read from.
        data: The same as it was read.
        name: One of its profiles.
        resolved: What the config's names stand for.

    Raises:
        QuestionError: The keys that it overrides contradict those that it keeps.
    """
    profile, written = config.profiles[name], data["profiles"][name]
    decision, interval = config.decision, config.interval
    checks, slices, spellings = resolved.checks, resolved.slices, resolved.spellings
    try:
        if profile.decision is not None:
            decision = Decision.model_validate({**data.get("decision", {}), **written["decision"]})
        if profile.interval is not None:
            interval = Interval.model_validate({**data.get("interval", {}), **written["interval"]})
    except ValidationError as error:
        key = "decision" if error.title == Decision.__name__ else "interval"
        fix = f"its other keys are those of the config's `{key}`"
        raise QuestionError(
            *(
                document.problem(("profiles", name, key, *e["loc"]), plain(e), fix=fix)
                for e in error.errors(include_url=False)
            )
        ) from None
    if profile.metrics is not None:
        kept = {resolved.find(spelling).identity for spelling in profile.metrics}
        pairs = zip(checks, spellings, strict=True)
        spellings = tuple(spelling for check, spelling in pairs if check.identity in kept)
        checks = tuple(check for check in checks if check.identity in kept)
        specs = {str(check.spec) for check in checks}
        slices = tuple(each for each in slices if str(each.check.spec) in specs)
    if profile.where:
        checks = tuple(check.within(profile.where) for check in checks)
        slices = tuple(replace(each, check=each.check.within(profile.where)) for each in slices)
    chosen = config.model_copy(update={"decision": decision, "interval": interval})
    return chosen, replace(resolved, checks=checks, slices=slices, spellings=spellings, profile=name)
