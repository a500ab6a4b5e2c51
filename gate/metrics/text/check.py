"""A check of the user's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gate.metrics.declare import per_item
from gate.metrics.parameter import Parameter
from gate.metrics.steps import Step

if TYPE_CHECKING:
    from gate.arrays import FloatArray
    from gate.samples.text import TextSample


def _steps(sample: TextSample, *, function: str) -> tuple[Step, ...]:
    return (Step("", "", float(sample.checked[function][0]), "what the function says of this answer"),)


@per_item(
    better="higher",
    bounds=(0, 1),
    worst=0.0,
    parameters={
        "function": Parameter(
            "Python function to ask of every answer, package.module:name.",
            is_text=True,
            pattern=r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*",
            shape="package.module:name",
        )
    },
    steps=_steps,
)
def check(sample: TextSample, *, function: str) -> FloatArray:
    """Mean of what a function of yours says of each answer: true or false, or a number from 0 to 1.

    ``check = sum of what the function says / answers``.

    The function runs in a process of its own and is given, by the names of its parameters, ``answer``,
    ``reference`` (the first), ``references``, ``query`` and ``id``. What can be verified by code is verified:
    that the answer is valid JSON, that a number is right, that an embedding is near the reference's. An
    answer that it raises on, or says neither of, counts as 0, and the report says how many there are.

    Args:
        sample: Answers, and what the function said of each.
        function: ``package.module:name``.

    Returns:
        ``(n,)`` values.

    Source:
        Yours; the report carries a digest of the module's source.

    Example:
        The function says 1 of one answer and 0 of the other:
        (1 + 0) / 2 = 0.5

    >>> from dataclasses import replace
    >>> import numpy as np
    >>> from gate.samples.text import TextSample
    >>> sample = TextSample.of(("{}", "{}"), ("oops", "{}"))
    >>> asked = replace(sample, checked={"app.checks:is_json": np.array([1.0, 0.0])})
    >>> check(asked, function="app.checks:is_json").tolist()
    [1.0, 0.0]
    """
    import numpy as np

    said = sample.checked.get(function)
    if said is None:
        return np.where(sample.answered, np.nan, 0.0)
    return np.where(sample.answered, said, 0.0)
