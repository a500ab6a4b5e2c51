"""`gate validate`: is the question well put? Config and golden set, without a run."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import click

from gate.cli.options import configs_argument, profile_option
from gate.cli.rows import print_rows
from gate.digits import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from gate.config import CheckRule, Config
    from gate.errors import Problem
    from gate.golden import GoldenSet


@click.command()
@configs_argument
@profile_option
@click.option(
    "--skip-others",
    is_flag=True,
    help="Pass over files that lack `version:` or `task:` at their top: YAML that is no config of the gate.",
)
def validate(configs: tuple[Path, ...], profile: str | None, skip_others: bool) -> None:
    """Read CONFIGs and their golden sets, and say everything that is wrong with them.

    Needs neither a run nor a baseline, and takes a fraction of a second. Ends with 0 if all is well,
    with 2 otherwise.

    \b
    Example:
      gate validate configs/*.yaml
    """
    from gate import config
    from gate.config.agreement import disagreements
    from gate.errors import GateError, QuestionError
    from gate.inputs.catalogues import golden_with_catalogue, unfit_catalogue
    from gate.inputs.plausible import implausible
    from gate.systems.askable import unaskable

    problems: list[Problem] = []
    for path in configs:
        if skip_others and _is_other(path):
            print_rows([f"{path}: skipped, no config of the gate"])
            continue
        try:
            found = config.load(path, profile=profile)
            golden = golden_with_catalogue(found)
        except GateError as error:
            problems += error.problems
            continue
        wrong = [*disagreements(found, golden), *unfit_catalogue(found, golden)]
        wrong += [*implausible(found, golden), *unaskable(found, golden)]
        problems += wrong
        if wrong:
            continue
        try:
            print_rows(_summary(path, found, golden))
        except QuestionError as error:
            problems += error.problems
    if problems:
        raise QuestionError(*problems)


def _is_other(path: Path) -> bool:
    """Whether a file lacks a key that every config has; one that cannot be read is for the config's reader.

    The text is looked at, not the YAML, so that a config with a slip in its YAML is still a config.
    """
    try:
        text = path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return False
    return not all(
        re.search(rf"""^\ufeff?[{{"']*{key}["']?\s*:""", text, re.MULTILINE) for key in ("version", "task")
    )


def _summary(path: Path, config: Config, golden: GoldenSet) -> Iterator[str]:
    from gate.metrics import RANKINGS
    from gate.slicing import checks_of

    yield f"{path}: valid"
    yield f"  golden set  {golden.source}: {counted(len(golden), 'item')}, fingerprint {golden.fingerprint}"
    if config.task == "classification":
        positives = sum(item.label == config.positive for item in golden)
        yield f"  positive    {config.positive}: {positives:,} of {counted(len(golden), 'item')}"
    elif config.task == "generation":
        texts = sum(len(item.references or ()) for item in golden)
        yield f"  references  {counted(texts, 'text')}, {texts / len(golden):.1f} per item"
    elif config.task not in RANKINGS:
        from gate.config.classes import known_classes

        counts = Counter(name for item in golden for name in item.labels or (item.label,))
        known = known_classes(config, golden)
        yield f"  classes     {', '.join(f'{name} ({counts[name]:,})' for name in known)}"
    else:
        judged = sum(len(item.relevant or {}) for item in golden)
        what = "document" if config.task == "retrieval" else "item"
        yield f"  judged      {counted(judged, what)}, {judged / len(golden):.1f} per item"
    if golden.catalogue is not None:
        yield f"  catalogue   {golden.catalogue.source}: {counted(len(golden.catalogue), 'item')}"
    if config.system is not None and config.system.kind is not None:
        from gate.systems.askable import shown

        yield f"  system      {shown(config.system)}: not asked"
    for i, check in enumerate(checks_of(config, golden)):
        yield f"  {'' if i else 'checks':10}  {check.identity}: {_asked(check)}"
    for notice in golden.notices:
        where = f"{notice.where}: " if notice.where else ""
        yield f"  notice      {where}{notice.text}"


def _asked(check: CheckRule) -> str:
    asked = [f"tolerance {check.tolerance.text}"] if check.tolerance else []
    for name, bound in (("floor", check.floor), ("ceiling", check.ceiling)):
        if bound is not None:
            band = f" (hysteresis {bound.hysteresis:.12g})" if bound.hysteresis else ""
            asked.append(f"{name} {bound.value:.12g}{band}")
    if check.advisory:
        return f"advisory: {check.advisory}"
    return f"{', '.join(asked)}, {check.role}" if asked else "reported only"
