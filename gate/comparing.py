"""Compare: one run against another, without a stored baseline; the same checks, the same report."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gate import config as configs
from gate import pipeline, readers
from gate.config.absent import absent_arguments
from gate.config.agreement import disagreements
from gate.config.classes import with_keys
from gate.errors import raise_all
from gate.golden import edits
from gate.inputs.calibrations import calibrations
from gate.inputs.catalogues import golden_with_catalogue, unfit_catalogue
from gate.inputs.outage import refuse_outage
from gate.inputs.plausible import implausible
from gate.inputs.reading import Inputs, with_checks
from gate.recording import summary_of
from gate.source import FileSource
from gate.stores.answers import encode
from gate.stores.pair import Stored
from gate.surroundings import Base
from gate.telling.story import tell

if TYPE_CHECKING:
    from pathlib import Path

    from gate.config import Config
    from gate.golden import GoldenSet
    from gate.report import Report
    from gate.run import Run


def compare(
    path: Path, before: Path, after: Path, *, profile: str | None = None, pictured: bool = False
) -> Report:
    """Judge the run ``after`` by a config, as if ``before`` were its baseline.

    Nothing is stored, and no baseline is read. A threshold that the config takes from the baseline is the
    cheapest one on ``before``.

    Args:
        path: The config; its own ``system`` plays no part.
        before: A run file.
        after: A run file.
        profile: One of the config's profiles.
        pictured: Whether the report holds the numbers behind its plots.

    Raises:
        QuestionError: A file is missing or malformed.
        SystemFailedError: Too many answers of either run say ``error``.
    """
    config = configs.load(path, profile=profile)
    golden = golden_with_catalogue(config, absent_arguments("run", before, after))
    raise_all([*disagreements(config, golden), *unfit_catalogue(config, golden)])
    old, new = (_read(run, config, golden) for run in (before, after))
    first = Base(None, f"the run {before}")
    judges = calibrations(config, first)
    alone = with_checks(Inputs(config, golden, old, None, None, None, first, (), first, judges=judges))
    judged = pipeline.judge(alone, first_run_passes=True)
    summary = summary_of(judged, how="refresh", reason="", by="")
    stored = Stored(summary, encode(old), str(before), "")
    asked = replace(
        alone,
        run=new,
        stored=stored,
        baseline_run=old,
        edits=edits(golden, golden.digests),
        notices=(*golden.notices, *old.notices, *new.notices),
    )
    return tell(pipeline.judge(with_checks(asked)), pictured=pictured)


def _read(run: Path, config: Config, golden: GoldenSet) -> Run:
    source = FileSource(run, str(run), said_by="argument", readers=config.own.readers)
    found = readers.read_run(with_keys(source, config, golden), config.task)
    raise_all(implausible(config, golden, found))
    refuse_outage(found, golden, config)
    return found
