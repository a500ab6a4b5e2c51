"""PR-AUC: average precision, the area under the stepwise precision-recall curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.curve_steps import products, weight_of
from gate.metrics.declare import curve
from gate.metrics.steps import INFLUENCE, Step, summed, times

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve


def _influence(curve: Curve) -> FloatArray:
    """Return ``(n,)``, the exact derivative in each item's share of the weight.

    A positive adds its own precision and lifts the precision of every step below it; a negative
    lowers the precision of every step at or below it.
    """
    import numpy as np

    cells = curve.cells
    hits, tp, fp = cells.hits[0], cells.tp[0], cells.fp[0]
    precision = cells.precision_at_steps[0]
    positives = cells.positives[0]
    value = (hits * precision).sum() / positives
    seen = tp + fp
    lift = np.append(np.cumsum((hits * fp / seen**2)[::-1])[::-1], 0.0)
    harm = np.append(np.cumsum((hits * tp / seen**2)[::-1])[::-1], 0.0)
    # One look-up an entry: what a negative on each step does, then what a positive does.
    of_step = np.concatenate([-harm, np.append(precision, 0.0) + lift - value])
    of_step = of_step * (positives + cells.negatives[0]) / positives
    return np.asarray(of_step[np.maximum(curve.step, 0) + harm.size * curve.positive])


def _steps(curve: Curve) -> tuple[Step, ...]:
    cells = curve.cells
    terms = products(zip(cells.hits[0].tolist(), cells.precision_at_steps[0].tolist(), strict=True))
    area = sum(value for _, value in terms)
    return (
        Step("sum of precisions", summed(terms), area, "for each positive the precision at its score"),
        Step("", f"{number(area)} / {number(cells.positives[0])}", float(pr_auc(cells)[0])),
    )


def _of_item(curve: Curve, entry: int) -> tuple[Step, ...]:
    cells, step = curve.cells, max(int(curve.step[entry]), 0)
    positives = float(cells.positives[0])
    if not positives:
        return ()
    scale = (positives + float(cells.negatives[0])) / positives
    scaled = f"{number(positives + float(cells.negatives[0]))} / {number(positives)}"
    below = zip(
        cells.hits[0, step:].tolist(), cells.tp[0, step:].tolist(), cells.fp[0, step:].tolist(), strict=True
    )
    if not curve.positive[entry]:
        terms = [
            (times(hits, f"{number(tp)}/{number(tp + fp)}^2"), hits * tp / (tp + fp) ** 2)
            for hits, tp, fp in below
        ]
        harm = sum(value for _, value in terms)
        found = float(cells.hits[0, step:].sum())
        note = "no answer: a false alarm for all" if curve.step[entry] < 0 else "at or below its score"
        return (
            Step("positives whose precision it lowers", "", found, note),
            Step("what it takes from their precisions", summed(terms), harm, "tp / (tp + fp)^2 for each"),
            Step(INFLUENCE, f"-{number(harm)} × {scaled}" if harm else "", -harm * scale),
        )
    tp, fp = float(cells.tp[0, step]), float(cells.fp[0, step])
    precision, weight = float(cells.precision_at_steps[0, step]), weight_of(curve, entry)
    terms = [
        (times(hits, f"{number(fp)}/{number(tp + fp)}^2"), hits * fp / (tp + fp) ** 2)
        for hits, tp, fp in below
        if fp
    ]
    lift, value = sum(value for _, value in terms), float(pr_auc(cells)[0])
    recall = weight / positives
    note = "no answer: found last, with all false alarms" if step >= curve.thresholds.size else "at its score"
    return (
        Step("precision", f"{number(tp)} / ({number(tp)} + {number(fp)})", precision, note),
        Step("step of recall", f"{number(weight)} / {number(positives)}", recall),
        Step("its part in the area", f"{number(recall)} × {number(precision)}", recall * precision),
        Step("what it adds to the precisions", summed(terms), lift, "fp / (tp + fp)^2 from its score on"),
        Step(
            INFLUENCE,
            f"({number(precision)} + {number(lift)} - {number(value)}) × {scaled}",
            (precision + lift - value) * scale,
        ),
    )


@curve(
    better="higher", bounds=(0.0, 1.0), influence=_influence, steps=_steps, item_steps=_of_item,
)  # fmt: skip
def pr_auc(cells: Cells) -> FloatArray:
    """Average precision: the mean, over the positives, of the precision at each one's score.

    ``sum over distinct scores of (R_i - R_(i-1)) P_i``, the area under the precision-recall curve as
    steps; straight lines between its points would rate a constant score far above the share of
    positives. Equal scores are one block.

    Returns:
        ``(r,)`` values in (0, 1]; NaN without a positive item.

    Source:
        Davis & Goadrich, The relationship between precision-recall and ROC curves, ICML 2006, on why
        not by straight lines; scikit-learn's ``average_precision_score``.

    Example:
        Of four items, the first and the third by score are the positives:
        (1/1 + 2/3) / 2 = 0.8333

    >>> from gate.samples.curve import Curve
    >>> from gate.samples.labelled import LabelledSample
    >>> sample = LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> pr_auc(Curve.of(sample).cells).round(4)  # (1/1 + 2/3) / 2
    array([0.8333])
    """
    import numpy as np

    gained = cells.precision_at_steps
    gained *= cells.hits
    area = gained.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(area / cells.positives)
