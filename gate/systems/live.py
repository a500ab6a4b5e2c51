"""A config and its golden set → the answers of a live system, as lines of a run file."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from os.path import normpath
from pathlib import Path
from typing import TYPE_CHECKING

from gate.config.classes import with_keys
from gate.errors import QuestionError
from gate.systems import lines
from gate.systems.askable import depth, shown, started_in, unaskable
from gate.systems.asking import Question
from gate.systems.budget import Budget
from gate.systems.engine import Terms, ask_all
from gate.systems.kept import Answers, Journal
from gate.systems.keys import Keys
from gate.systems.progress import Progress

if TYPE_CHECKING:
    from typing import TextIO

    from gate.config import Config
    from gate.config.system import System as Settings
    from gate.golden import GoldenSet
    from gate.source import FileSource
    from gate.systems.asking import System
    from gate.systems.engine import Outcome


def ask(config: Config, golden: GoldenSet, stream: TextIO | None) -> list[str]:
    """Ask every golden item, as often as the config says.

    Answers that an interrupted call left behind, and those in the cache, are not asked for again.

    Args:
        config: A config with a live system.
        golden: What is asked.
        stream: Where progress is told; ``None`` tells nobody.

    Returns:
        One line of a run file a question, by item and then by repeat, without line ends.

    Raises:
        QuestionError: There is nothing to ask, or the config names what is not there.
        NoAnswerError: An environment variable is not set.
        SystemFailedError: Too many questions ended in an error.
    """
    settings = config.system
    assert settings is not None
    problems = unaskable(config, golden)
    if problems:
        raise QuestionError(*problems)
    repeats = range(1, settings.repeats + 1)
    questions = [Question(item.id, item.query, repeat) for repeat in repeats for item in golden]
    wanted, name, mode = depth(config), shown(settings), settings.cache.mode
    keys = Keys(config, settings, wanted)
    key_of = {question: keys.of(question) for question in questions}
    source = with_keys(lines.SOURCE, config, golden)
    system = _system(config, settings, wanted)
    told = Progress(stream, name, len(questions))
    cache = Answers(_folder(config, settings) / "answers", told.say)
    with Journal(journal_of(config, keys), told.say) as journal:
        done, budget = _begin(config, source, key_of, journal, cache if mode in {"read", "write"} else None)
        told.knows(len(done))
        left = [question for question in questions if question not in done]
        failed = frozenset([*journal.failures, *journal.taken_back])
        outcomes = ask_all(
            system,
            sorted(left, key=lambda q: key_of[q] in failed),  # what failed before is asked last
            Terms(settings.concurrency, settings.retries, settings.batch),
            line_of=partial(
                lines.answer,
                task=config.task,
                positive=config.positive,
                repeats=settings.repeats,
                source=source,
            ),
            failure_of=partial(lines.failure, repeats=settings.repeats),
            tick=told.tick,
        )
        try:
            with closing(outcomes):
                for outcome in outcomes:
                    done[outcome.question] = outcome.line
                    _keep(outcome, key_of, journal, cache if mode in {"write", "refresh"} else None, budget)
                    told.answered(is_error=outcome.error is not None, again=outcome.again)
                    if budget.is_hopeless:
                        break
            if _can_go_on(budget):
                journal.take_back(budget.outage)
            else:
                journal.throw_away()
        except KeyboardInterrupt:
            kept = "interrupted; what was answered is kept, and the next call asks for the rest"
            raise KeyboardInterrupt(kept) from None
        finally:
            told.finished()
    if budget.is_spent and not _can_go_on(budget):
        raise budget.failure(name, system)
    if budget.is_spent or budget.is_hopeless:
        kept = f"; it goes on where it stopped, unless you remove {_shown(journal, config)}"
        raise budget.failure(name, system, way_on=kept)
    return [done[q] for q in sorted(questions, key=lambda q: (q.id, q.repeat))]


def journal_of(config: Config, keys: Keys) -> Path:
    """Return the file in which answers are kept until all are there; each config has its own."""
    assert config.system is not None
    return _folder(config, config.system) / f"{config.name}.{keys.of_all()}.journal.jsonl"


def _folder(config: Config, settings: Settings) -> Path:
    return config.path.parent / settings.cache.folder


def _can_go_on(budget: Budget) -> bool:
    """Say whether a call ended because the system went down: what it answered until then is kept."""
    return (budget.is_spent or budget.is_hopeless) and not budget.is_beyond_an_outage


def _keep(
    outcome: Outcome, key_of: dict[Question, str], journal: Journal, cache: Answers | None, budget: Budget
) -> None:
    """Write an outcome down before the next one is waited for."""
    key = key_of[outcome.question]
    budget.take(outcome.error)
    journal.write(key, outcome.line if outcome.error is None else None)
    if cache is not None and outcome.error is None:
        cache.write(key, outcome.line)


def _shown(journal: Journal, config: Config) -> str:
    assert config.system is not None
    return normpath(Path(config.shown).parent / config.system.cache.folder / journal.path.name)


def _system(config: Config, settings: Settings, wanted: int | None) -> System:
    """Return what is asked; each kind is imported where it is named."""
    if settings.http is not None:
        from gate.systems.http import Endpoint

        return Endpoint(settings, wanted)
    folder = started_in(config, settings)
    if settings.plugin is not None:
        from gate.systems.installed import Installed

        return Installed(settings, folder, wanted)
    if settings.command is not None:
        from gate.systems.command import Command

        return Command(settings, folder, wanted)
    from gate.systems.python import Python

    return Python(settings, folder, wanted)


def _begin(
    config: Config, source: FileSource, key_of: dict[Question, str], journal: Journal, cache: Answers | None
) -> tuple[dict[Question, str], Budget]:
    """Return what is known from before, and the budget that is left.

    If nothing is left, because a call was killed just then, its journal is of no use.
    """
    while True:
        done = _known(config, source, key_of, journal, cache)
        budget = Budget(config.allowed_errors, len(key_of), known=len(done), before=len(journal.failures))
        if not budget.is_spent:
            return done, budget
        journal.throw_away()


def _known(
    config: Config, source: FileSource, key_of: dict[Question, str], journal: Journal, cache: Answers | None
) -> dict[Question, str]:
    """Return the lines that are kept from before, of questions that need not be asked again."""
    left_behind = journal.read(frozenset(key_of.values()))
    found = {}
    for question, key in key_of.items():
        line = left_behind.get(key) or (cache.read(key) if cache is not None else None)
        if line is not None and lines.belongs(line, question, config.task, source):
            found[question] = line
    return found
