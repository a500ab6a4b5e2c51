"""ROC-AUC: chance that a positive scores above a negative."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.digits import number
from gate.metrics.curve_steps import products, weight_of
from gate.metrics.declare import curve
from gate.metrics.steps import INFLUENCE, Step, summed

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.curve import Cells, Curve


def _influence(curve: Curve) -> FloatArray:
    """Return ``(n,)``, the exact derivative in each item's share of the weight.

    These are DeLong's structural components, centred: the share of negatives a positive beats, the
    share of positives that beat a negative, each minus the area.
    """
    import numpy as np

    cells = curve.cells
    positives, negatives = cells.positives[0], cells.negatives[0]
    hits, tp, fp = cells.hits[0], cells.tp[0], cells.fp[0]
    half = 0.0 if cells.tied is None else cells.tied[0] / 2
    beaten = np.append(negatives - fp + half, 0.0)
    above = np.append(0.0, tp)
    level = np.append(hits, 0.0)
    value = (hits * beaten[:-1]).sum() / (positives * negatives)
    # One look-up an entry: what a negative off each step does, one tied with it, and a positive.
    of_negative = (np.concatenate([above, above + level / 2]) / positives - value) / negatives
    of_positive = (beaten / negatives - value) / positives
    of_step = np.concatenate([of_negative, of_positive]) * (positives + negatives)
    kind = np.where(curve.positive, 2, curve.tied)
    return np.asarray(of_step[np.maximum(curve.step, 0) + above.size * kind])


def _beaten(curve: Curve) -> list[float]:
    """Return for each step the weight of the negatives below it; a tie counts half."""
    cells = curve.cells
    tied = 0.0 if cells.tied is None else cells.tied[0] / 2
    found: list[float] = (cells.negatives[0] - cells.fp[0] + tied).tolist()
    return found


def _steps(curve: Curve) -> tuple[Step, ...]:
    cells = curve.cells
    terms = products(zip(cells.hits[0].tolist(), _beaten(curve), strict=True))
    in_order = sum(value for _, value in terms)
    note = "for each positive the negatives that it scores above, a tie as half"
    worked = f"{number(in_order)} / ({number(cells.positives[0])} × {number(cells.negatives[0])})"
    return (
        Step("pairs in the right order", summed(terms), in_order, note),
        Step("", worked, float(roc_auc(cells)[0])),
    )


def _of_item(curve: Curve, entry: int) -> tuple[Step, ...]:
    cells, step = curve.cells, int(curve.step[entry])
    positives, negatives = float(cells.positives[0]), float(cells.negatives[0])
    if not positives or not negatives:
        return ()
    if curve.positive[entry]:
        mine, others, kind = positives, negatives, "negatives"
        tied = 0.0 if cells.tied is None else float(cells.tied[0, step])
        clear = _beaten(curve)[step] - tied / 2
        name, lost = "negatives that it scores above", "no answer: above none"
    else:
        mine, others, kind = negatives, positives, "positives"
        tied = float(cells.hits[0, step]) if curve.tied[entry] else 0.0
        clear = float(cells.tp[0, step - 1]) if step > 0 else 0.0
        name, lost = "positives that score above it", "no answer: above all positives"
    is_lost = step < 0 or (curve.positive[entry] and step >= curve.thresholds.size)
    ahead = clear + tied / 2
    share, value = ahead / others, float(roc_auc(cells)[0])
    total = positives + negatives
    ties = f"{number(clear)} + {number(tied)} / 2"
    return (
        Step(name, ties if tied else "", ahead, lost if is_lost else "a tie counts half" if tied else ""),
        Step(f"share of all {kind}", f"{number(ahead)} / {number(others)}", share),
        Step(
            "its part in the area",
            f"{number(weight_of(curve, entry))} / {number(mine)} × {number(share)}",
            weight_of(curve, entry) / mine * share,
            f"the area is the mean over the {'positives' if curve.positive[entry] else 'negatives'}",
        ),
        Step(
            INFLUENCE,
            f"({number(share)} - {number(value)}) × {number(total)} / {number(mine)}",
            (share - value) * total / mine,
        ),
    )


@curve(
    better="higher", bounds=(0.0, 1.0), influence=_influence, steps=_steps, item_steps=_of_item,
)  # fmt: skip
def roc_auc(cells: Cells) -> FloatArray:
    """Share of the pairs of a positive and a negative in which the positive scores higher.

    ``roc_auc = (pairs in the right order + ties / 2) / (positives * negatives)``.

    A tie counts half. The same as the area under the ROC curve by trapezoids.

    Returns:
        ``(r,)`` values in [0, 1]; NaN without a positive or without a negative item.

    Source:
        Hanley & McNeil, Radiology 143(1), 1982; DeLong, DeLong & Clarke-Pearson, Biometrics 44(3),
        1988, for the influence.

    Example:
        Of four items, the first and the third by score are the positives, so that three of their
        four pairs with a negative are in the right order:
        3 / (2 * 2) = 0.75

    >>> from gate.samples.curve import Curve
    >>> from gate.samples.labelled import LabelledSample
    >>> sample = LabelledSample.of([1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1])
    >>> roc_auc(Curve.of(sample).cells)  # 3 of 4 pairs
    array([0.75])
    """
    import numpy as np

    beaten = cells.negatives[:, None] - cells.fp
    if cells.tied is not None:
        beaten += cells.tied / 2
    beaten *= cells.hits
    in_order = beaten.sum(axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(in_order / (cells.positives * cells.negatives))
