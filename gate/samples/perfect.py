"""What a sample would be, had the system answered everything that it left unanswered, and perfectly."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from gate.samples.categorical import CategoricalSample
from gate.samples.labelled import LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.samples.text import TextSample

if TYPE_CHECKING:
    from gate.samples.accounting import Accounting
    from gate.samples.kinds import Sample


def perfected(sample: Sample) -> Sample | None:
    """Answer the unanswered items of ``sample`` as well as can be.

    A ranking then lists all judged documents in their best order; a classifier is sure of the true class; a
    text is its first reference; and no answer is an error.
    Further numbers stay as they are: what is best for them is not known.

    Returns:
        The sample; ``None`` where nothing is unanswered, or where repeats do not allow to say.
    """
    missing = ~sample.answered
    if not missing.any() or sample.repeated is not None:
        return None
    sample = replace(sample, accounting=_all_scored(sample.accounting))
    if isinstance(sample, RankedSample):
        rows = missing[sample.query]
        judged = np.bincount(sample.query, minlength=len(sample.ids))
        return replace(
            sample,
            rank=np.where(rows, sample.ideal_rank, sample.rank),
            returned=np.where(missing, judged, sample.returned),
            answered=np.ones_like(sample.answered),
        )
    if isinstance(sample, CategoricalSample):
        certain = np.zeros_like(sample.probabilities)
        certain[np.arange(len(sample.ids)), sample.truth] = 1.0
        return replace(
            sample,
            choice=np.where(missing, sample.truth, sample.choice),
            probabilities=np.where(missing[:, None], certain, sample.probabilities)
            if sample.has_scores
            else sample.probabilities,
            answered=np.ones_like(sample.answered),
        )
    if isinstance(sample, MultilabelSample):
        known = sample.scores[sample.answered]
        most, least = (known.max(), known.min()) if known.size else (1.0, 0.0)
        best = np.where(sample.truths, most, least)
        return replace(
            sample,
            chosen=np.where(missing[:, None], sample.truths, sample.chosen),
            scores=np.where(missing[:, None], best, sample.scores) if sample.has_scores else sample.scores,
            answered=np.ones_like(sample.answered),
        )
    if isinstance(sample, TextSample):
        return replace(
            sample,
            texts=tuple(
                references[0] if text is None else text
                for text, references in zip(sample.texts, sample.references, strict=True)
            ),
            checked={name: np.where(missing, 1.0, said) for name, said in sample.checked.items()},
            answered=np.ones_like(sample.answered),
        )
    if isinstance(sample, LabelledSample):
        sure = np.where(sample.positive, np.inf, -np.inf)
        if sample.answered.any():
            known = sample.score[sample.answered]
            # As sure as the system ever is, so that probabilities stay probabilities.
            sure = np.where(sample.positive, known.max(), known.min())
        return replace(
            sample,
            score=np.where(missing, sure, sample.score),
            flagged=np.where(missing, sample.positive, sample.flagged),
            answered=np.ones_like(sample.answered),
        )
    return None


def _all_scored(found: Accounting) -> Accounting:
    return replace(found, scored=(*found.scored, *found.errored, *found.missing), errored=(), missing=())
