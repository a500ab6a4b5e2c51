"""What `gate refresh` and `gate accept` say about a baseline they wrote, or did not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.cli.rows import print_rows
from gate.verdict import Outcome, Reason

if TYPE_CHECKING:
    from gate.proposing import Proposed
    from gate.recording import Recorded
    from gate.report import Check


def say(done: Recorded, *, staged: bool = False) -> None:
    """Print the step, the values of checks, those of the baseline first, and the files that were written.

    Of many checks, those on slices and against an anchor are counted, unless they need eyes.

    Args:
        done: The refresh.
        staged: Whether the files lie on a branch instead of where the config keeps them.
    """
    from gate.digits import number
    from gate.reporters.check_table import counted_out, worth_a_line

    step = done.promotion
    rows = [f"{done.report.name}: {step.step}: {step.because}"]
    checks = [check for check in done.report.checks if not _is_silent(check)]
    shown = worth_a_line(checks)
    for check in shown:
        values = [x.value for x in (check.baseline, check.candidate) if x is not None]
        change = " -> ".join("undefined" if value is None else number(value) for value in values)
        why = f"  ({check.because})" if check.reason in {Reason.FLOOR, Reason.CRITICAL} else ""
        rows.append(f"  {check.name}: {change}{why}")
    if left_out := [check for check in checks if check not in shown]:
        rows.append(f"  {counted_out(left_out)}")
    rows += [f"  wrote {path.name} on a branch" if staged else f"  wrote {path}" for path in done.files]
    if not done.files:
        rows.append("  nothing to write")
    print_rows(rows)


def _is_silent(check: Check) -> bool:
    """Whether it says nothing: critical items, none of which broke, was wrong before or is in doubt."""
    return check.reason == Reason.CRITICAL and check.outcome == Outcome.PASS and not check.notes


def say_proposed(done: Proposed) -> None:
    """Print what became of a pull request."""
    at = f": {done.url}" if done.url else ""
    print_rows([f"{done.recorded.report.name}: pull request {done.outcome}{at} ({done.because})"])
