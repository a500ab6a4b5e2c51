"""What functions of the user say of texts: asked in a process of their own, before anything is scored."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any

from gate.digits import counted
from gate.errors import Problem, QuestionError
from gate.notice import Notice
from gate.systems.askable import started_in
from gate.systems.asking import FailedError
from gate.systems.python import worker
from gate.systems.quoting import quoted, quoted_lines
from gate.worker.wanted import Wanted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gate.config import Config
    from gate.golden import GoldenSet
    from gate.run import Answer, Run

TIMEOUT, STARTUP = 60.0, 120.0
"""Seconds that a check of one answer, and loading its module, may take where no live system says it."""

FAILED = 0.0
"""What an answer counts as that a function raised on: nobody can say that it is right."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Runs with what was said of their answers.

    Attributes:
        runs: In the order given, each answer with its ``checked``.
        sources: ``{module:name: digest of its source}``, empty where the source is not known.
        notices: How many answers a function raised on.
    """

    runs: tuple[Run, ...]
    sources: Mapping[str, str] = field(default_factory=dict)
    notices: tuple[Notice, ...] = ()


def checked_by(function: str) -> str:
    """Return what the digest of a function's source is called, in provenance and baseline."""
    return f"source of {function}"


def edited(sources: Mapping[str, str], before: Mapping[str, str]) -> Iterator[Notice]:
    """Remark on each function whose source is another than when the baseline was recorded.

    It judges both runs all the same; a change may have edited it.

    Args:
        sources: ``{module:name: digest of its source}``.
        before: The baseline's conditions, which hold such digests under :func:`checked_by`.
    """
    for function, digest in sources.items():
        then = before.get(checked_by(function), digest)
        if then != digest:
            text = (
                f"the file with {function} was edited since the baseline was recorded; both runs are judged "
                "by it as it is now"
            )
            yield Notice("check_edited", text)


def checked(config: Config, golden: GoldenSet, runs: Sequence[Run]) -> Checked:
    """Have every ``check`` of a config asked about every answer to a golden item.

    An answer on which a function raises, or says what is no share, counts as 0. Equal answers to an item are
    asked about once.

    Args:
        config: The question; nothing is done unless it has such a check.
        golden: The items, with their references.
        runs: What is judged.

    Raises:
        QuestionError: There is no such function, or it failed on every single answer.
    """
    lines = functions_asked(config)
    asked: dict[tuple[str, str], str] = {
        (answer.id, answer.text): answer.text
        for run in runs
        for answer in run
        if answer.text is not None and answer.id in golden.items
    }
    if not lines or not asked:
        return Checked(tuple(runs))
    said: dict[str, dict[tuple[str, str], float]] = {}
    sources: dict[str, str] = {}
    notices = []
    for function, line in lines.items():
        where = f"{config.shown}:{line}"
        said[function], failures, sources[function] = _ask(config, golden, function, list(asked), where)
        if failures:
            notices.append(_told(function, failures, where))
    return Checked(tuple(_with(run, said) for run in runs), sources, tuple(notices))


def functions_asked(config: Config) -> dict[str, int]:
    """Return ``{module:name: line of the metric}`` of every function that a config asks about texts."""
    checks = [rule for rule in config.checks if rule.metric.name == "check"]
    return {str(rule.spec.arguments["function"]): rule.line for rule in checks}


def _ask(
    config: Config, golden: GoldenSet, function: str, asked: Sequence[tuple[str, str]], where: str
) -> tuple[dict[tuple[str, str], float], dict[str, str], str]:
    """Return the values, why there is none for an item, and the digest of the source."""
    settings = config.system
    live = settings is not None and settings.kind is not None
    folder = started_in(config, settings) if settings is not None else config.path.parent.absolute()
    timeout = settings.timeout if settings is not None and live else TIMEOUT
    source = ""

    def greet(first: dict[str, Any]) -> None:
        nonlocal source
        if "unusable" in first:
            said = "\n".join(quoted_lines(process.last_words()))
            fix = f"it is looked for in {str(folder)!r}: `system: {{folder: …}}` names another folder"
            raise QuestionError(Problem(str(first["unusable"]), where, fix, said, code="check_unusable"))
        source = str(first.get("source", ""))

    wanted = Wanted("check", function, str(folder.resolve()), 1, None, 1, timeout)
    process = worker(wanted, folder, startup=settings.startup if settings and live else STARTUP, greet=greet)
    found: dict[tuple[str, str], float] = {}
    failures: dict[str, str] = {}
    failed = 0
    numbers = count()
    with closing(process):
        for ident, text in asked:
            item = golden.items[ident]
            question = {
                "id": ident,
                "query": item.query,
                "answer": text,
                "reference": (item.references or ("",))[0],
                "references": list(item.references or ()),
            }
            try:
                reply, _ = process.call({"id": str(next(numbers)), "questions": [question], "k": None})
                why = reply.get("error")
            except FailedError as error:
                reply, why = {}, str(error)
            if why is None:
                found[ident, text] = float(reply["values"][0])
            else:
                found[ident, text] = FAILED
                failures.setdefault(ident, quoted(" ".join(str(why).split())))
                failed += 1
        if failed == len(asked):
            example = next(iter(failures.items()))
            what = f"{function} failed on every item; {example[0]!r}: {example[1]}"
            said = "\n".join(quoted_lines(process.last_words()))
            raise QuestionError(
                Problem(what, where, "mend it, or look at what it printed", said, code="check_unusable")
            )
    return found, failures, source


def _told(function: str, failures: Mapping[str, str], where: str) -> Notice:
    example = min(failures)
    text = (
        f"{function} failed on {counted(len(failures), 'item')}, whose answers count as 0; "
        f"{example!r}: {failures[example]}"
    )
    return Notice.about("check_failed", text, sorted(failures), where=where)


def _with(run: Run, said: Mapping[str, Mapping[tuple[str, str], float]]) -> Run:
    def one(answer: Answer) -> Answer:
        values = {
            function: of[answer.id, answer.text]
            for function, of in said.items()
            if answer.text is not None and (answer.id, answer.text) in of
        }
        return replace(answer, checked=values) if values else answer

    return replace(
        run,
        answers={name: one(answer) for name, answer in run.answers.items()},
        repeats={name: tuple(map(one, answers)) for name, answers in run.repeats.items()},
    )
