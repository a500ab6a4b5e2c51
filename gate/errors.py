"""Every error this package raises on purpose, and the exit code each one ends in.

The tree is cut by *whose move it is*, not by which module noticed:

    GateError               5   ours: please report it
    ├── QuestionError       2   config, golden set, run file or usage is malformed: edit a file
    ├── NoAnswerError       3   there is nothing fair to compare with: the gate's owner
    └── SystemFailedError   4   the system under test broke: read its log
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable


class ExitCode(IntEnum):
    """What the process tells its caller; one number, one meaning (DESIGN: exit codes)."""

    OK = 0
    REGRESSED = 1
    QUESTION = 2
    NO_ANSWER = 3
    SYSTEM_FAILED = 4
    BUG = 5
    INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, with an address and a way out.

    Attributes:
        what: What is wrong, in one line, the offending value quoted.
        where: File, ``file:line`` or item, as a reader would type it; may be empty.
        fix: The next thing to do, as an imperative sentence or a command; may be empty.
        excerpt: The offending source line with a caret below it; may be empty.
        code: What kind of mistake it is, one of :data:`gate.codes.ALL`: stable, to be searched
            for, and looked up with `gate explain code`.
        count: How many problems it stands for, where it only counts those that are not listed.
    """

    what: str
    where: str = ""
    fix: str = ""
    excerpt: str = ""
    code: str = ""
    count: int = 1

    @property
    def coded(self) -> str:
        """What is wrong, and behind it the code in brackets."""
        return f"{self.what} [{self.code}]" if self.code else self.what

    def __str__(self) -> str:
        lines = [f"{self.where}: {self.coded}" if self.where else self.coded]
        lines += [f"    {line}" for line in self.excerpt.splitlines()]
        if self.fix:
            lines.append(f"  fix: {self.fix}")
        return "\n".join(lines)


class GateError(Exception):
    """One or more problems that end the run with :attr:`exit_code`.

    Args:
        problems: What is wrong, in the order a reader should see it.
    """

    exit_code: ClassVar[ExitCode] = ExitCode.BUG

    def __init__(self, *problems: Problem) -> None:
        self.problems = problems
        super().__init__("\n".join(map(str, problems)))


class QuestionError(GateError):
    """The config, the golden set, the run file or the usage is malformed."""

    exit_code = ExitCode.QUESTION


class NoAnswerError(GateError):
    """There is nothing fair to compare with: no baseline, a damaged one, or no base commit."""

    exit_code = ExitCode.NO_ANSWER


class SystemFailedError(GateError):
    """The system under test failed, or failed on too many items."""

    exit_code = ExitCode.SYSTEM_FAILED


def raise_all(problems: Iterable[Problem]) -> None:
    """Raise one :class:`QuestionError` with all ``problems``, if there are any."""
    found = tuple(problems)
    if found:
        raise QuestionError(*found)
