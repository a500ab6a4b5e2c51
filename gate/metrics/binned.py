"""What the diagnostics of calibration share: how many bins, what is counted in them, why none blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.parameter import Parameter

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.categorical import CategoricalSample
    from gate.samples.labelled import LabelledSample

BINS = {"bins": Parameter("Number of bins.", default=10.0, low=1, high=1000)}
"""Their one parameter."""

ESTIMATED = "an estimate that depends on its bins"
"""Why no drop of one is judged."""


def of_two(sample: LabelledSample, *, bins: float) -> FloatArray:
    """Return what each item has in the bins of the positive class; see :mod:`gate.samples.calibration`."""
    from gate.samples import calibration

    return calibration.of_two(sample, bins=bins)


def of_classes(sample: CategoricalSample, *, bins: float) -> FloatArray:
    """Return what each item has in the bins of all classes; see :mod:`gate.samples.calibration`."""
    from gate.samples import calibration

    return calibration.of_classes(sample, bins=bins)


def of_decisions(sample: CategoricalSample, *, bins: float) -> FloatArray:
    """Return what each item has in the bins of what was decided; see :mod:`gate.samples.calibration`."""
    from gate.samples import calibration

    return calibration.of_decisions(sample, bins=bins)
