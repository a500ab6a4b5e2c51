"""The catalogue that a config names, read beside its golden set."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from gate import readers
from gate.catalogue import Catalogue, Popularity
from gate.config.absent import absent
from gate.config.catalogue import Function
from gate.config.load import line_of
from gate.digits import counted
from gate.errors import Problem, QuestionError, raise_all
from gate.golden import GoldenSet
from gate.inputs.former import as_base_has_it
from gate.notice import Notice
from gate.readers import catalogues
from gate.systems.similarity import OfFunction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gate.catalogue import Similarity
    from gate.config import Config
    from gate.config.system import File
    from gate.surroundings import Base


def golden_with_catalogue(config: Config, missing: Sequence[Problem] = ()) -> GoldenSet:
    """Read a config's golden set, and beside it the catalogue where one is named.

    Args:
        config: The question.
        missing: Other files that are needed and not there.

    Raises:
        QuestionError: Either is malformed, or a file that the config names is not there; what the metrics
            need of a catalogue that is not named stands in the same list.
    """
    try:
        raise_all(sorted([*absent(config), *missing], key=line_of))
        return with_catalogue(config, readers.read_golden(config.golden_source, config.task))
    except QuestionError as error:
        unnamed = unfit_catalogue(config, GoldenSet({})) if config.catalogue is None else []
        raise QuestionError(*error.problems, *unnamed) from None


def with_catalogue(config: Config, golden: GoldenSet, *, where: Base | None = None) -> GoldenSet:
    """Put the catalogue beside a golden set, where the config names one.

    Args:
        config: The question.
        golden: Its golden set.
        where: The base of a change, to read the files as it has them; those it lacks as they are.

    Raises:
        QuestionError: A file is missing or malformed, or nothing says how popular items are.
    """
    asked = config.catalogue
    if asked is None:
        return golden
    notices: list[Notice] = []
    listed = past = None
    if asked.items is not None:
        listed = catalogues.items(config.source_of(asked.items), _former(config, asked.items, where))
        notices += listed.notices
    if asked.interactions is not None:
        source = config.source_of(asked.interactions)
        past = catalogues.interactions(source, _former(config, asked.interactions, where))
        notices += past.notices
    names = past.counts if listed is None and past is not None else listed.counts if listed else {}
    popularity = None
    if past is not None:
        popularity = _of_past(config, past, names)
        if listed is not None:
            notices += _told_of_unlisted(config, past.counts, names)
    elif listed is not None and listed.counted:
        popularity = _of_counts(config, listed.counts)
    elif asked.popularity is not None or asked.users is not None:
        key = "popularity" if asked.popularity is not None else "users"
        what = "nothing counts how often an item was used: no `interactions` file, and no such column"
        raise QuestionError(
            config.problem(
                ("catalogue", key), what, fix="name `interactions:`, or drop it", code="catalogue_unfit"
            )
        )
    main = asked.items or asked.interactions
    assert main is not None
    found = Catalogue(
        tuple(names), popularity, _similarity(config, where), config.source_of(main).shown, tuple(notices)
    )
    liked = {item for user in golden for item, grade in (user.relevant or {}).items() if grade > 0}
    strange = sorted(liked - names.keys())
    if strange:
        text = f"{len(strange):,} of {counted(len(liked), 'liked item', 'is', 'are')} not in the catalogue"
        notices.append(Notice.about("liked_outside_catalogue", text, strange, where=found.source))
    return replace(golden, catalogue=found, notices=(*golden.notices, *notices))


def _former(config: Config, file: File, where: Base | None) -> bytes | None:
    return None if where is None else as_base_has_it(config.source_of(file).path, where)


def _of_past(config: Config, past: catalogues.Interactions, names: Mapping[str, object]) -> Popularity:
    asked = config.catalogue
    assert asked is not None
    unit = asked.popularity or ("users" if past.of_users else "interactions")
    if unit == "users":
        if not past.of_users:
            what = "popularity is to be a share of users, and `interactions` has no 'user'"
            fix = "say what it is called, `fields: {user: ITS_NAME}`, or write `popularity: interactions`"
            raise QuestionError(
                config.problem(("catalogue", "popularity"), what, fix=fix, code="catalogue_unfit")
            )
        return Popularity(_shares(past.users, past.of_users, names), past.of_users, unit)
    total = sum(past.counts.values())
    return Popularity(_shares(past.counts, total, names), total, unit)


def _of_counts(config: Config, counts: Mapping[str, float]) -> Popularity:
    asked = config.catalogue
    assert asked is not None
    if asked.users is None:
        if asked.popularity == "users":
            what = "popularity is to be a share of users, and nothing says how many there were"
            fix = "write `users: NUMBER`, or `popularity: interactions`"
            raise QuestionError(
                config.problem(("catalogue", "popularity"), what, fix=fix, code="catalogue_unfit")
            )
        total = sum(counts.values())
        return Popularity(_shares(counts, total, counts), total, "interactions")
    most = max(counts, key=lambda item: counts[item])
    if counts[most] > asked.users:
        what = f"{counted(asked.users, 'user')}, and {counts[most]:g} of them used {most!r}"
        raise QuestionError(
            config.problem(
                ("catalogue", "users"), what, fix="count every user of an item once", code="catalogue_unfit"
            )
        )
    return Popularity(_shares(counts, asked.users, counts), asked.users, "users")


def _shares(counts: Mapping[str, float], total: float, names: Mapping[str, object]) -> dict[str, float]:
    return {item: count / total for item, count in sorted(counts.items()) if count and item in names}


def _told_of_unlisted(config: Config, counts: Mapping[str, int], names: Mapping[str, object]) -> list[Notice]:
    extra = sorted(counts.keys() - names.keys())
    assert config.catalogue is not None
    assert config.catalogue.interactions is not None
    if not extra:
        return []
    where = config.source_of(config.catalogue.interactions).shown
    text = (
        f"{counted(len(extra), 'item')} of the interactions {'is' if len(extra) == 1 else 'are'} "
        "not in the catalogue, "
        f"and {'counts' if len(extra) == 1 else 'count'} towards the whole only"
    )
    return [Notice.about("used_outside_catalogue", text, extra, where=where)]


def _similarity(config: Config, where: Base | None) -> Similarity | None:
    assert config.catalogue is not None
    match config.catalogue.similarity:
        case None:
            return None
        case Function() as called:
            folder = Path(config.path.parent.absolute() / called.folder)
            return OfFunction(called.function, folder, called.timeout)
        case file:
            return catalogues.similarity(config.source_of(file), _former(config, file, where))


def unfit_catalogue(config: Config, golden: GoldenSet) -> list[Problem]:
    """Return what the metrics of ``config`` need and its catalogue does not say."""
    known = golden.catalogue
    lacks = {
        "catalogue": (known is None, "write `catalogue: PATH`, a file of all items"),
        "popularity": (
            known is None or known.popularity is None,
            "write `catalogue: {interactions: PATH}`, or count in a column `interactions` of its items",
        ),
        "similarity": (known is None or known.similarity is None, "write `catalogue: {similarity: PATH}`"),
    }
    found = []
    for check in config.checks:
        missing = [need for need in lacks if need in check.metric.needs and lacks[need][0]]
        if missing:
            need = "a catalogue" if missing[0] == "catalogue" else f"the {missing[0]} of items"
            where, fix = f"{config.path}:{check.line}", lacks[missing[-1]][1]
            found.append(Problem(f"{check.spec} needs {need}", where, fix, code="catalogue_unfit"))
    return found
