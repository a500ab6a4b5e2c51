"""What is odd about a golden set, though it can be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gate.curation.copied import LEAKED, Copies
from gate.curation.similar import SIMILARITY, most_similar_before, plain
from gate.digits import counted, number
from gate.metrics import RANKINGS
from gate.notice import EXAMPLES
from gate.samples.words import words
from gate.stats.power import broken_needed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gate.curation.subject import Subject
    from gate.golden import GoldenItem, GoldenSet

RARE = 0.05
"""Share of the rarest class below which it is called rare."""

FEW_OF_A_CLASS = 30
"""Items of a class below which precision, recall and curves cannot block."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark.

    Attributes:
        code: Short stable name, ``snake_case``.
        where: ``file:line``, or the file.
        text: One sentence.
        items: Ids it is about, the first few.
    """

    code: str
    where: str
    text: str
    items: tuple[str, ...] = ()


def lint(
    about: Subject,
    golden: GoldenSet,
    *,
    corpus: Mapping[str, str] | None = None,
    similarity: float = SIMILARITY,
) -> list[Finding]:
    """Return everything odd, in the order of the file; what is about the whole file comes last.

    Args:
        about: How the set is used.
        golden: The set.
        corpus: ``{document: text}``; without it ids and texts of documents are not looked at.
        similarity: From which two questions are nearly the same, in (0, 1].
    """
    found = [*_repeated(golden, similarity)]
    if about.task in RANKINGS:
        found += _unjudged(golden, about.relevant_grade)
        if corpus is not None:
            found += [*_unknown(golden, corpus), *_beyond(golden, corpus), *_leaked(golden, corpus)]
    if about.task == "generation":
        found += _references(golden)
    found.sort(key=_line)
    found += [Finding(n.code, n.where, n.text, n.items) for n in golden.notices]
    if about.task not in (*RANKINGS, "generation"):
        found += _unbalanced(golden)
    found += _small_slices(golden, about.alpha)
    if not any(item.query for item in golden):
        text = "no item has a question text, so repetitions and leaks were not looked for"
        found.append(Finding("no_question_text", golden.source, text))
    return found


def _references(golden: GoldenSet) -> Iterator[Finding]:
    for item in golden:
        references = item.references or ()
        if not any(map(words, references)):
            text = f"{item.id!r} has no reference with a word in it: overlap with it is undefined"
            yield Finding("wordless_reference", _where(golden, item), text, (item.id,))
        elif len(set(map(words, references))) < len(references):
            text = f"{item.id!r} has the same reference twice, as far as words go"
            yield Finding("repeated_reference", _where(golden, item), text, (item.id,))


def _line(finding: Finding) -> int:
    _, _, line = finding.where.rpartition(":")
    return int(line) if line.isdecimal() else 0


def _where(golden: GoldenSet, item: GoldenItem) -> str:
    return f"{golden.source}:{item.line}" if item.line else golden.source


def _repeated(golden: GoldenSet, similarity: float) -> Iterator[Finding]:
    asked = sorted((item for item in golden if plain(item.query)), key=lambda item: (item.line, item.id))
    for item, match in zip(
        asked, most_similar_before([i.query for i in asked], least=similarity), strict=True
    ):
        if match is None:
            continue
        first = asked[match.position]
        other = f"{first.id!r}{f' on line {first.line}' if first.line else ''}"
        if plain(first.query) == plain(item.query):
            truths = [(i.classes, i.relevant, i.references) for i in (first, item)]
            agree = truths[0] == truths[1]
            apart = "" if agree else ", and is judged differently"
            text = f"{item.id!r} asks the same as {other}{apart}"
            yield Finding("repeated_question", _where(golden, item), text, (first.id, item.id))
        else:
            text = f"{item.id!r} asks nearly the same as {other} (similarity {match.similarity:.2f})"
            yield Finding("similar_question", _where(golden, item), text, (first.id, item.id))


def _unjudged(golden: GoldenSet, least: float) -> Iterator[Finding]:
    for item in golden:
        grades = item.relevant or {}
        if not grades:
            text = f"{item.id!r} has no judged document: it waits, and no metric counts it"
            yield Finding("unjudged", _where(golden, item), text, (item.id,))
        elif max(grades.values()) < least:
            text = f"{item.id!r} has no document of grade {number(least)} or more: no metric counts it"
            yield Finding("nothing_relevant", _where(golden, item), text, (item.id,))


def _unknown(golden: GoldenSet, corpus: Mapping[str, str]) -> Iterator[Finding]:
    for item in golden:
        judged = [span.document if (span := item.spans.get(d)) else d for d in item.relevant or {}]
        absent = sorted({document for document in judged if document not in corpus})
        if absent:
            named = ", ".join(map(repr, absent[:EXAMPLES])) + (", …" if len(absent) > EXAMPLES else "")
            text = f"{item.id!r} judges {counted(len(absent), 'document')} that the corpus lacks: {named}"
            yield Finding("unknown_document", _where(golden, item), text, (item.id,))


def _beyond(golden: GoldenSet, corpus: Mapping[str, str]) -> Iterator[Finding]:
    for item in golden:
        for name, span in sorted(item.spans.items()):
            text = corpus.get(span.document)
            if text is not None and span.end > len(text):
                long = counted(len(text), "character")
                told = f"{item.id!r} judges {name!r}, and {span.document!r} has {long}"
                yield Finding("impossible_passage", _where(golden, item), told, (item.id,))


def _leaked(golden: GoldenSet, corpus: Mapping[str, str]) -> Iterator[Finding]:
    copies = Copies(corpus)
    for item in golden:
        relevant = sorted(d for d, grade in (item.relevant or {}).items() if grade > 0 and d in corpus)
        found = next(((d, share) for d in relevant if (share := copies.share(item.query, d)) >= LEAKED), None)
        if found is not None:
            document, share = found
            text = (
                f"{item.id!r} repeats the words of {document!r} ({100 * share:.0f} % of its runs of "
                f"{copies.unit(item.query)}): any keyword search finds it"
            )
            yield Finding("leaked_question", _where(golden, item), text, (item.id,))


def _unbalanced(golden: GoldenSet) -> Iterator[Finding]:
    counts = Counter(label for item in golden for label in item.classes)
    if len({item.classes for item in golden}) == 1 and len(counts) == 1:
        (only,) = counts
        whole = "the only item is" if len(golden) == 1 else f"all {len(golden):,} items are"
        yield Finding("one_class", golden.source, f"{whole} of the class {only!r}")
        return
    for label, count in sorted(counts.items(), key=lambda pair: (pair[1], pair[0])):
        if count < FEW_OF_A_CLASS:
            text = (
                f"the class {label!r} has {counted(count, 'item')}: below {FEW_OF_A_CLASS} precision, recall "
                "and curves cannot block"
            )
            yield Finding("few_of_a_class", golden.source, text)
        elif count < RARE * len(golden):
            share = f"{100 * count / len(golden):.2g} %"
            text = f"the class {label!r} has {share} of the items: accuracy hardly sees it"
            yield Finding("rare_class", golden.source, text)


def _small_slices(golden: GoldenSet, alpha: float) -> Iterator[Finding]:
    fewest = broken_needed(alpha)
    members: dict[tuple[str, str], list[GoldenItem]] = {}
    for item in golden:
        for pair in item.slices.items():
            members.setdefault(pair, []).append(item)
    for (name, value), items in sorted(members.items()):
        if len(items) < fewest:
            text = (
                f"the slice {name} = {value!r} has {counted(len(items), 'item')}: fewer than {fewest} can "
                "never block"
            )
            yield Finding(
                "small_slice", _where(golden, items[0]), text, tuple(i.id for i in items[:EXAMPLES])
            )
