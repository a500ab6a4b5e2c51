"""Whether a system failed as a whole: more of its answers are errors than its config allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import counted
from gate.errors import Problem, SystemFailedError

if TYPE_CHECKING:
    from gate.config import Config
    from gate.golden import GoldenSet
    from gate.run import Run


def refuse_outage(run: Run, golden: GoldenSet, config: Config) -> None:
    """Refuse a run with too many errors, among the golden items and among all it answered.

    Raises:
        SystemFailedError: There are more than the config allows.
    """
    allowed = config.allowed_errors
    everything = list(run)
    for answers in ([answer for answer in everything if answer.id in golden.items], everything):
        errored = [answer for answer in answers if answer.error is not None]
        if len(errored) <= allowed * len(answers):
            continue
        example = errored[0]
        raise SystemFailedError(
            Problem(
                f"{len(errored):,} of {counted(len(answers), 'answer', 'is an error', 'are errors')}, more "
                f"than {100 * allowed:g} %; "
                f"{example.id!r} says {example.error!r}",
                run.source,
                "find out why the system failed, and run it again",
                code="system_failed",
            )
        )
