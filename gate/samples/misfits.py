"""What does not fit the classes of a golden set: foreign decisions, half answers, idle classes."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING

from gate.digits import counted
from gate.errors import Problem, QuestionError, raise_all
from gate.notice import EXAMPLES, Notice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from gate.arrays import BoolArray
    from gate.golden import GoldenSet
    from gate.run import Run
    from gate.samples.accounting import Accounting


def refuse_unlabelled(golden: GoldenSet) -> None:
    """Raise a :class:`QuestionError` that names every item without a label."""
    raise_all(
        Problem(
            f"item {item.id!r} has no label",
            f"{golden.source}:{item.line}",
            "give it one",
            code="label_missing",
        )
        for item in golden
        if item.label is None
    )


def strangers(
    golden: GoldenSet,
    predicted: Sequence[str | None],
    strange: BoolArray,
    known: Sequence[str],
    *,
    where: str,
) -> tuple[Notice, ...]:
    """Remark on decisions that are none of the classes: ``(n,)`` ``strange`` says of which items."""
    items = [i for i, is_strange in zip(golden.items, strange, strict=True) if is_strange]
    if not items:
        return ()
    text = (
        f"{counted(len(items), 'decision')}{_quoted(predicted, known)} "
        f"{'is' if len(items) == 1 else 'are'} none "
        "of the classes of the golden set; each is a wrong decision"
    )
    return (Notice.about("unknown_class", text, items, where=where),)


def mismatch(predicted: Sequence[str | None], known: Sequence[str], *, where: str) -> Problem:
    """Return what is wrong where no decision at all is one of the classes."""
    return Problem(
        f"no decision{_quoted(predicted, known)} is a class of the golden set: {some(known)}",
        where,
        "spell the classes of the run as the golden set does",
        code="unknown_class",
    )


def _quoted(predicted: Sequence[str | None], known: Sequence[str]) -> str:
    found = sorted({p for p in predicted if p is not None} - set(known))
    return f" ({some(found)})" if found else ""


def some(names: Sequence[str]) -> str:
    """Quote a few of the names."""
    return ", ".join(map(repr, names[:EXAMPLES])) + (", …" if len(names) > EXAMPLES else "")


def incomplete(
    golden: GoldenSet, run: Run, accounting: Accounting, parts: Mapping[str, BoolArray]
) -> tuple[Notice, ...]:
    """Remark on answers that lack what others have.

    Args:
        golden: The items.
        run: The answers.
        accounting: What became of them.
        parts: What a whole answer has, by the word for it: ``(n,)`` of which items an answer has it.

    Raises:
        QuestionError: Most lack something, so that it is the file that is wrong, not the system.
    """
    partial = [i for i in accounting.missing if i in run.answers]
    if not partial:
        return ()
    if len(partial) > len(accounting.scored):
        given = {*accounting.scored, *partial}
        found = {part: set(compress(golden.items, has)) & given for part, has in parts.items()}
        raise QuestionError(_divided(run, len(given), {part: some for part, some in found.items() if some}))
    lack = counted(len(partial), "answer", "lacks", "lack")
    text = f"{lack} the {' or '.join(parts)} that others have; counted as missing"
    return (Notice.about("incomplete_answer", text, partial, where=run.source),)


def _divided(run: Run, n: int, holders: Mapping[str, Collection[str]]) -> Problem:
    """Return what is wrong with ``n`` answers: what the fewest have, where that begins, and the way out."""
    if not holders:
        return Problem("no answer says anything", run.source, "look at what writes it", code="run_lacks")
    part = min(holders, key=lambda name: len(holders[name]))
    few, lines = holders[part], dict(zip(run.answers, run.lines, strict=False))
    first = min(few, key=lambda i: (lines.get(i, 0), i))
    left = n - len(few)
    others = f"the other {left:,} lack" if left > 1 else "the other one lacks"
    shown = f"{first!r}{' first' if len(few) > 1 else ''}"
    has = "has" if len(few) == 1 else "have"
    what = f"{len(few):,} of {counted(n, 'answer')} {has} the {part} that {others}"
    instead = next((name for name in holders if name != part and first not in holders[name]), None)
    fix = f"give {instead} there, as the others do" if instead else f"leave the {part} out there"
    return Problem(
        f"{what}: {shown}", run.where(first), f"{fix}, or give every answer the {part}", code="run_lacks"
    )


def without_example(golden: GoldenSet, known: Sequence[str]) -> tuple[Notice, ...]:
    """Remark on classes that no golden item is of."""
    labels = {item.label for item in golden}
    absent = [name for name in known if name not in labels]
    if not absent:
        return ()
    text = (
        f"{len(absent):,} of the config's classes {'has' if len(absent) == 1 else 'have'} no example in the "
        "golden set, and the gate is blind there"
    )
    return (Notice.about("class_without_example", text, absent, where=golden.source),)
