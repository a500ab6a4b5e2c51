"""Steps of generated texts, with their numbers filled in."""

from dataclasses import replace
from importlib.util import find_spec

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import metrics
from gate.samples.text import TextSample
from gate.scoring import score
from gate.telling import working
from tests.metrics.steps.agreeing import agree, told_of

WORDS = st.lists(st.sampled_from(["the", "cat", "sat", "down", "here", "\n"]), max_size=7).map(" ".join)


@settings(max_examples=30)
@given(items=st.lists(st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3)), min_size=1, max_size=4))
def test_steps_of_texts_end_in_the_metric(items):
    """Every step of every answer is right, for each of the three measures."""
    sample = TextSample.of(*items)
    for metric in told_of("generation"):
        if metric.name == "ter" and find_spec("sacrebleu") is None:
            continue
        agree(sample, metric, metric.name)
        if "measure" in metric.parameters:
            agree(sample, metric, f"{metric.name}(measure=precision)")
            agree(sample, metric, f"{metric.name}(measure=recall)")
        if "word_order" in metric.parameters:
            agree(sample, metric, f"{metric.name}(word_order=2)")
        if "normalize" in metric.parameters:
            agree(sample, metric, f"{metric.name}(normalize=none)")


def test_what_a_function_says_is_told_as_it_stands():
    """A check of the user's own has no steps that we know, only what it says."""
    sample = replace(TextSample.of(("{}", "{}")), checked={"app:is_json": np.array([1.0])})
    metric = metrics.find("check", "generation")
    found = score(sample, metric, metric.resolve("check(function=app:is_json)", k=None))
    (told,) = working.of_item(sample, found, 0)
    assert told == f"{found.spec} = 1   (what the function says of this answer)"
