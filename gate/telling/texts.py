"""What is told of generated texts: how they are read, what is odd, and what both runs wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import counted
from gate.notice import Notice
from gate.samples.bleu_words import told
from gate.samples.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gate.config import Config
    from gate.samples.text import TextSample

_READ_AS = {
    "bleu": "words of {tokenize}, case {case}, smoothing exp, of all items together, 0 to 100",
    "sentence_bleu": "words of {tokenize}, case {case}, smoothing exp, effective order, 0 to 100",
    "bleu_add_one": "words between blanks, smoothing add-one from pairs on, 0 to 1",
    "chrf": "runs of up to 6 characters and {word_order} words, case {case}, of all items together, 0 to 100",
    "sentence_chrf": "runs of up to 6 characters and {word_order} words, case {case}, 0 to 100",
    "ter": "tercom's words, case lower, of all items together, per 100 words",
    "rouge1": "words of {tokenize}, stemmer {stemmer}",
    "rouge2": "words of {tokenize}, stemmer {stemmer}",
    "rougeL": "words of {tokenize}, stemmer {stemmer}, the whole text as one sequence",
    "rougeLsum": "words of {tokenize}, stemmer {stemmer}, line by line",
    "exact_match": "normalised as {normalize}",
    "token_f1": "normalised as squad",
}
"""How each metric reads a text, with its parameters filled in."""


def text_facts(config: Config, sample: TextSample) -> Iterator[tuple[str, str]]:
    """Yield how many references there are, and how each metric reads a text."""
    numbers = sorted({len(references) for references in sample.references})
    several = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"{numbers[0]}" if numbers else "no"
    yield "references", f"{several} an item"
    for rule in {str(rule.spec): rule for rule in config.checks}.values():
        if rule.metric.name in _READ_AS:
            given = dict(rule.spec.arguments)
            if "bleu" in rule.metric.name and "tokenize" in given:
                given["tokenize"] = told(str(given["tokenize"]))
            yield str(rule.spec), _READ_AS[rule.metric.name].format(**given)


def odd_texts(sample: TextSample) -> list[Notice]:
    """Warn of answers that say nothing where a reference does, and of references that say nothing."""
    blank = [
        i
        for i, text, references in zip(sample.ids, sample.texts, sample.references, strict=True)
        if text is not None and not text.strip() and all(each.strip() for each in references)
    ]
    wordless = [
        i
        for i, references in zip(sample.ids, sample.references, strict=True)
        if not any(map(words, references))
    ]
    found = []
    if blank:
        each = "it" if len(blank) == 1 else "each"
        text = f"{counted(len(blank), 'answer')} without a character: {each} is an answer, and a poor one"
        found.append(Notice.about("empty_answer", text, blank))
    if wordless:
        them = "it" if len(wordless) == 1 else "them"
        text = (
            f"{counted(len(wordless), 'item')} whose references hold no word: ROUGE is undefined there, and "
            f"leaves {them} out on both sides"
        )
        found.append(Notice.about("wordless_reference", text, wordless))
    return found
