"""What answers a config's questions besides the gate itself: its plugins, and distributions of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate import metrics, readers

if TYPE_CHECKING:
    from gate.config.models import Config
    from gate.metrics.own import Origin

PLUGIN = "plugin "
"""Begins the name of a condition that is a plugin, or a distribution that something was taken from."""


def origins(config: Config) -> tuple[Origin, ...]:
    """Return what a config is answered with besides the gate itself: plugins and distributions, each once.

    Raises:
        QuestionError: What is installed under a name that the config uses does not load.
    """
    own = config.own
    found = [*own.origins]
    for check in (*config.checks, *(each.check for each in config.slice_checks)):
        one = metrics.owned(check.metric.name, own.metrics)
        found += [one.origin] if one is not None else []
    ours = {form.name for form in readers.formats()}
    for file in (config.golden_set, config.system.file if config.system else None):
        if file is None or file.format is None or file.format in {*ours, *own.formats}:
            continue
        reader = readers.reader_named(file.format)
        found += [reader.origin] if reader is not None else []
    return tuple(dict.fromkeys(found))
