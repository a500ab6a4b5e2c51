"""What can be wrong with code of the user's that runs inside the gate."""

from __future__ import annotations

from gate.codes.declare import error, notice

CODES = (
    error(
        "plugin_missing",
        "A plugin that the config names is not there, or not where it may be executed from.",
        why="Without it a metric that is gated would be missing. With `GATE_PLUGINS=base` plugins are "
        "executed only as the base of the change has them.",
        fix="Check the path, which is relative to the config; a plugin that is new is merged first.",
        example="gate: configs/news.yaml:7: plugins.0: there is no plugin 'freshness.py'",
    ),
    error(
        "plugin_broken",
        "A plugin, or what an installed distribution offers, cannot be loaded.",
        why="What it would measure is not measured, and nothing may pass for that.",
        fix="The message has the exception and the line; mend it, or uninstall the distribution.",
        example="gate: metrics/freshness.py:3: the plugin cannot be loaded: ImportError: no module named 'x'",
    ),
    error(
        "plugin_unfit",
        "A plugin loads, and what it declares cannot be used.",
        why="A name that two metrics have, a direction that is none, or bounds that cannot be would make "
        "a verdict of something else than was meant.",
        fix="Correct the declaration at the line that the message names, as `docs/plugins.md` says.",
        example="gate: metrics/freshness.py:6: 'ndcg' is a metric of the gate",
    ),
    error(
        "plugin_failed",
        "A metric, reader or report format of a plugin raised, or returned what cannot be used.",
        why="A number that is wrong by its own declaration is no measurement.",
        fix="Mend it at the line that the message names.",
        example="gate: metrics/freshness.py:9: freshness: it gives 3 for item 'q7', and says that its values "
        "are from 0 to 1",
    ),
    error(
        "plugin_unknown",
        "No installed distribution offers a system of this name.",
        why="There is nothing to ask.",
        fix="Install what offers it into the environment of the gate, or correct the name.",
        example="gate: configs/news.yaml:5: system.plugin: no installed distribution offers the system 'nws'",
    ),
    notice(
        "plugin_changed",
        "The baseline was recorded with another plugin, or another version of a distribution.",
        why="Both sides are scored by the one of now, so nothing is stale; but the numbers in the baseline's "
        "own file may differ from those in the report.",
        fix="Nothing; the next `gate refresh` notes the new one.",
        example="the baseline was recorded with other plugins: freshness.py (sha256 3526c56eb0be63c8 → "
        "sha256 ca45f0dc8f6b98fd)",
    ),
)
