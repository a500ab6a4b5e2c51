"""How a candidate run comes to be: read from a file, or asked of a live system, item by item."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from gate import readers
from gate.config.absent import absent
from gate.config.classes import with_keys
from gate.errors import Problem, QuestionError, raise_all
from gate.source import FileSource
from gate.systems import files

if TYPE_CHECKING:
    from typing import TextIO

    from gate.config import Config
    from gate.golden import GoldenSet
    from gate.run import Run


def answers(config: Config, golden: GoldenSet, *, stream: TextIO | None = None) -> Run:
    """Return what the config's system answers to the golden set.

    Args:
        config: A config that names a system.
        golden: What is asked of a live one.
        stream: Where progress is told; standard error by default.

    Raises:
        QuestionError: The config names no system, its file is malformed, or what it names is not there.
        NoAnswerError: An environment variable that it needs is not set.
        SystemFailedError: More than the allowed share of questions ended in an error.
    """
    source = config.run_source
    if source is not None:
        raise_all(absent(config, ("system",)))
        return files.produce(with_keys(source, config, golden), config.task)
    settings = config.system
    if settings is None or settings.kind is None:
        fix = "write `system: {run: PATH}`, or pass --run PATH"
        raise QuestionError(
            Problem("no run to judge: the config names none", config.shown, fix, code="no_system")
        )
    from gate.systems.askable import shown

    text = run_text(config, golden, stream=stream)
    source = with_keys(FileSource(Path("live.jsonl"), shown(settings), "jsonl"), config, golden)
    return readers.parse_run(text.encode(), source, config.task)


def run_text(config: Config, golden: GoldenSet, *, stream: TextIO | None = None) -> str:
    """Ask the config's live system; return the text of a run file, a line an answer.

    With ``repeats`` above 1 each line says which one it is, ``"repeat": 1`` to n. Lines stand in order of
    id and repeat.

    Args:
        config: A config with a live system.
        golden: What is asked of it.
        stream: Where progress is told; standard error by default.

    Raises:
        GateError: As for :func:`answers`; the config's answers lie in a file already.
    """
    if config.system is None or config.system.kind is None:
        fix = "name a `function`, `command`, `http` endpoint or retriever under `system`"
        raise QuestionError(Problem("there is no live system to ask", config.shown, fix, code="no_system"))
    from gate.systems import live
    from gate.systems.progress import apart

    with apart(sys.stderr if stream is None else stream) as own:
        told = live.ask(config, golden, own)
    return "".join(f"{line}\n" for line in told)
