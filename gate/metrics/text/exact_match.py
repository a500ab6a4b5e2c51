"""Exact match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.text import TextSample


def _steps(sample: TextSample, *, normalize: str = "squad") -> tuple[Step, ...]:
    from gate.samples.words import is_exact

    text, references = sample.texts[0] or "", sample.references[0]
    found = [n for n, one in enumerate(references, start=1) if is_exact(text, [one], normalize)]
    where = f"the same as reference {found[0]}" if found else "the same as none"
    return (Step("", "", float(bool(found)), f"{where} of {len(references)}"),)


@per_item(
    better="higher",
    bounds=(0, 1),
    worst=0.0,
    zero_one=True,
    parameters={
        "normalize": Parameter(
            "What is no difference: squad: capital letters, punctuation, blanks, the words a, an, the; none: "
            "nothing.",
            default="squad",
            choices=("squad", "none"),
        )
    },
    steps=_steps,
)
def exact_match(sample: TextSample, *, normalize: str = "squad") -> FloatArray:
    """Share of answers that are one of their references, word for word.

    By default capital letters, punctuation, blanks and the English articles make no difference, as in SQuAD;
    punctuation is that of every script. With ``normalize=none`` every character counts.

    Args:
        sample: Answers and references.
        normalize: ``squad`` or ``none``.

    Returns:
        ``(n,)`` values of 0 and 1; never undefined: to an empty reference an empty answer is right.

    Source:
        Rajpurkar et al., "SQuAD", EMNLP 2016, and its evaluation script.

    Example:
        One of two answers is, but for case, article and full stop, a reference:
        (1 + 0) / 2 = 0.5

    >>> from gate.samples.text import TextSample
    >>> sample = TextSample.of(("The Eiffel Tower.", "Eiffel tower"), ("in 1989", ["1989", "1990"]))
    >>> exact_match(sample).tolist(), exact_match(sample, normalize="none").tolist()
    ([1.0, 0.0], [0.0, 0.0])
    """
    from gate.samples.words import is_exact

    return sample.values(is_exact, normalize)
