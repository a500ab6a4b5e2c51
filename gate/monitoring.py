"""`gate monitor`: a reference, a window of production, and whether they look alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate import config, readers
from gate.config.absent import absent, absent_windows, is_there
from gate.digits import counted
from gate.drift import Finding, Outcome, Report, Side, decide
from gate.errors import Problem, QuestionError, raise_all
from gate.inputs.ageing import aged
from gate.notice import Notice
from gate.readers import windows
from gate.readers.windows import Wanted
from gate.source import FileSource

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gate.arrays import FloatArray
    from gate.config import Config, MonitorConfig
    from gate.readers.windows import Window

LONGEST = 4096
"""Numbers of a vector up to which distances are exact."""


def monitor(path: Path, *, window: Path | None = None) -> Report:
    """Compare the windows that the config at ``path`` names.

    Args:
        path: A config of `gate monitor`.
        window: A file of production records instead of the config's.

    Raises:
        QuestionError: A config or a window is malformed; every problem of both windows is named.
        NoAnswerError: The stored baseline is damaged.
    """
    asked = config.load_monitor(path)
    problems = absent_windows(asked, window)
    watched = _watched(asked, problems)
    source = (
        FileSource(window, str(window), said_by="argument") if window is not None else asked.window_source
    )
    if window is not None and asked.embeddings is not None and asked.embeddings.column is None:
        what = "the config names an array file for its own window, which says nothing of this one"
        fix = "name window and array in a config of their own, or keep the vectors in a column"
        raise QuestionError(Problem(what, f"--window {window}", fix, code="option_value"))
    truth = asked.reference_source or (None if watched is None else watched.golden_source)
    old, new, vectors = None, None, None
    for read in ("reference", "window", "vectors"):
        try:
            if read == "reference":
                old = _reference(asked, watched)
            elif read == "vectors":
                vectors = _arrays(asked)
            elif source is not None:
                new = windows.read(source, dict(_wanted(asked, of_reference=False)), count=asked.count)
        except QuestionError as error:
            problems += _unnamed(error, {"reference": truth, "window": source}.get(read))
    raise_all(problems)
    if vectors is not None and asked.embeddings is not None:
        old = old or _of_vectors(asked, asked.embeddings.reference, vectors[0])
        new = new or _of_vectors(asked, asked.embeddings.window, vectors[1])
    assert old is not None
    assert new is not None
    findings = decide(list(_findings(asked, old, new, vectors)), p=asked.levels.p)
    is_golden = asked.reference is None and asked.golden is not None
    notices = [*old.notices, *new.notices]
    if watched is not None:
        notices += aged(watched, max_age=asked.max_age)
    drifted = [each for each in findings if each.outcome is Outcome.ALARM and each.kind != "rate"]
    if is_golden and drifted:
        text = "the golden set is possibly unrepresentative: its inputs no longer look like production"
        notices.append(Notice("golden_unrepresentative", text, old.shown))
    return Report(
        asked.name,
        _headline(findings, old.shown, new.shown),
        Side(old.shown, old.records, is_golden),
        Side(new.shown, new.records),
        findings,
        tuple(notices),
        tuple(_conditions(asked)),
    )


def _watched(asked: MonitorConfig, problems: list[Problem]) -> Config | None:
    """Return the config whose golden set is watched; add to ``problems`` a golden set that is not there."""
    if asked.golden_config is None:
        return None
    if not is_there(asked.golden_config):
        raise QuestionError(*problems)
    watched = config.load(asked.golden_config)
    if asked.reference is None:
        problems += absent(watched, ("golden_set",))
    return watched


def _unnamed(error: QuestionError, source: FileSource | None) -> list[Problem]:
    """Return the problems of reading ``source``, by default the array files, but that there is none at all.

    That was named with its line in the config; a file that is missing in a folder was not.
    """
    named = source is None or not is_there(source.path)
    return [problem for problem in error.problems if not (named and problem.code == "file_missing")]


def _wanted(asked: MonitorConfig, *, of_reference: bool) -> Iterator[tuple[str, Wanted]]:
    """Yield what is asked of a window, by a name that fields, proxies and vectors do not share."""
    for name, field in asked.fields.items():
        column = field.column or name
        if of_reference and field.reference_column:
            column = field.reference_column
        yield f"fields.{name}", Wanted(column, field.kind)
    for name, rate in asked.proxies.items():
        yield f"proxies.{name}", Wanted(rate.column, "flag", rate.happened, optional=of_reference)
    if asked.embeddings is not None and asked.embeddings.column is not None:
        yield "embeddings", Wanted(asked.embeddings.column, "vector")


def _of_vectors(asked: MonitorConfig, path: str | None, vectors: FloatArray) -> Window:
    """Return a window of which nothing is known but its array file."""
    assert path is not None
    return windows.Window(asked.beside(path).shown, len(vectors), {})


def _reference(asked: MonitorConfig, watched: Config | None) -> Window | None:
    wanted = dict(_wanted(asked, of_reference=True))
    if asked.reference_source is not None:
        return windows.read(asked.reference_source, wanted, count=asked.count)
    if watched is None:
        return None
    return windows.of_golden(readers.read_golden(watched.golden_source, watched.task), wanted)


def _arrays(asked: MonitorConfig) -> tuple[FloatArray, FloatArray] | None:
    rule = asked.embeddings
    if rule is None or rule.reference is None or rule.window is None:
        return None
    from gate.readers import vectors

    problems: list[Problem] = []
    found = []
    for path in (rule.reference, rule.window):
        try:
            found.append(vectors.read(asked.beside(path)))
        except QuestionError as error:
            problems += error.problems
    raise_all(problems)
    return _alike(found[0], found[1], asked.beside(rule.window).shown)


def _alike(old: FloatArray, new: FloatArray, shown: str) -> tuple[FloatArray, FloatArray]:
    if old.shape[1] != new.shape[1]:
        what = f"vectors of {new.shape[1]:,} numbers, and {old.shape[1]:,} in the reference"
        raise QuestionError(Problem(what, shown, "use vectors of one model", code="vectors_unfit"))
    if old.shape[1] > LONGEST:
        what, fix = f"vectors of more than {LONGEST:,} numbers are not compared", "keep fewer dimensions"
        raise QuestionError(Problem(what, shown, fix, code="vectors_unfit"))
    return old, new


def _findings(
    asked: MonitorConfig, old: Window, new: Window, arrays: tuple[FloatArray, FloatArray] | None
) -> Iterator[Finding]:
    import numpy as np

    from gate.drift.categories import categories
    from gate.drift.embeddings import embeddings
    from gate.drift.numbers import numbers
    from gate.drift.rates import missing_values, proxy

    levels, seed = asked.levels, asked.seed
    draws = _enough(asked.draws, len(asked.fields), asked.levels.p)
    for name, field in asked.fields.items():
        before, after = old.columns[f"fields.{name}"], new.columns[f"fields.{name}"]
        if field.kind == "category":
            yield from categories(name, before, after, levels, draws=draws, seed=seed)
        else:
            yield from numbers(name, field.kind, before, after, levels, draws=draws, seed=seed)
        yield from missing_values(name, field.kind, before, after, levels)
    if asked.embeddings is not None:
        if arrays is None:
            cloud, other = (
                np.array(side.columns["embeddings"].values, dtype=np.float64) for side in (old, new)
            )
            arrays = _alike(cloud, other, new.shown)
        draws = _enough(asked.embeddings.draws, 1, asked.levels.p)
        yield from embeddings(asked.embeddings, *arrays, levels, draws=draws, seed=seed)
    for name, rate in asked.proxies.items():
        key = f"proxies.{name}"
        yield proxy(name, rate, old.columns.get(key), new.columns[key], levels)


def _enough(draws: int, fields: int, p: float) -> int:
    """Return how many labellings are drawn, so that half of the smallest chance that counts can be seen."""
    return max(draws, round(2 * max(1, fields) / p) - 1)


def _headline(findings: tuple[Finding, ...], old: str, new: str) -> str:
    alarms = [each for each in findings if each.outcome is Outcome.ALARM]
    blank = [each for each in findings if each.outcome is Outcome.NO_ANSWER]
    untold = f"; no answer for {', '.join(dict.fromkeys(each.field for each in blank))}" if blank else ""
    if alarms:
        named = dict.fromkeys(each.field for each in alarms)
        drifted = ", ".join(
            f"{name}{' (by far)' if any(a.is_large for a in alarms if a.field == name) else ''}"
            for name in named
        )
        return f"{new} differs from {old} beyond chance and beyond its alarm level in {drifted}{untold}"
    looked = counted(len({each.field for each in findings if each.outcome is Outcome.QUIET}), "field")
    return f"no alarm: {looked} compared with {old}{untold}"


def _conditions(asked: MonitorConfig) -> Iterator[tuple[str, str]]:
    from gate.stats.kullback_leibler import ADDED
    from gate.stats.population_stability import FLOOR

    yield "chance of a false alarm", f"{asked.levels.p:g} a statistic, Holm over its fields"
    drawn = f"{_enough(asked.draws, len(asked.fields), asked.levels.p):,} labellings a field"
    if asked.embeddings is not None:
        drawn += f", {_enough(asked.embeddings.draws, 1, asked.levels.p):,} of vectors"
    yield "permutation tests", f"{drawn}, seed {asked.seed}"
    yield (
        "smoothing",
        f"{ADDED:g} added to every count (divergences), shares below {FLOOR:g} count as that (stability)",
    )
