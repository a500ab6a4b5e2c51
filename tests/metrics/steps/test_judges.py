"""Steps of a judge's agreement with people and of its leanings, with their numbers filled in."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gate import metrics
from gate.samples.rated import RatedSample
from gate.scoring import score
from gate.telling import working
from tests.metrics.steps.agreeing import agree, told_of

VERDICTS = st.sampled_from(["yes", "no", "unsure"])


@given(rows=st.lists(st.tuples(st.sampled_from(["yes", "no"]), VERDICTS), min_size=1, max_size=6))
def test_steps_of_a_judge_end_in_the_metric(rows):
    """Agreement is told with both verdicts, one that nobody knows among them."""
    people, judge = zip(*rows, strict=True)
    sample = RatedSample.given([*people, "yes", "no"], [*judge, "yes", "no"])
    metric = metrics.find("raw_agreement", "judge")

    agree(sample, metric, "raw_agreement")
    found = score(sample, metric, metric.resolve("raw_agreement", k=None))
    said = working.of_item(sample, found, len(rows))
    assert said == ("raw_agreement = 1   (people say 'yes', the judge 'yes')",)


RATERS = st.dictionaries(st.sampled_from(["ann", "ben", "cleo"]), st.sampled_from("ab"), min_size=1)
LENGTH = st.integers(1, 3)


@settings(max_examples=25)
@given(
    rows=st.lists(
        st.tuples(RATERS, VERDICTS, VERDICTS, st.tuples(LENGTH, LENGTH), st.sampled_from([1.0, 2.0])),
        min_size=1,
        max_size=5,
    ),
    single=st.booleans(),
)
def test_steps_of_all_metrics_of_a_judge_end_in_the_metric(rows, single):
    """Agreement, rates and leanings are told of every item and of all, of pairs and of single answers."""
    known = {"yes": "a", "no": "b", "unsure": "none of the classes"}
    people, judge, swapped, lengths, weights = zip(*rows, strict=True)
    sample = RatedSample.given(
        [*people, "a", "b"],
        [*(known[each] for each in judge), "a", "b"],
        classes="ab",
        swapped=[*(known[each] for each in swapped), "a", "b"],
        positive="a",
        pair=("a", "b"),
        length=[
            *(x if single else {"a": x, "b": y} for x, y in lengths),
            1 if single else {},
            3 if single else {},
        ],
        producer=[
            *((f"m{x}" if single else {"a": f"m{x}", "b": f"m{y}"}) for x, y in lengths),
            "m1" if single else {},
            "m2" if single else {},
        ],
        own=["m1"],
        weight=[*weights, 1.0, 1.0],
    )
    for metric in told_of("judge"):
        agree(sample, metric, metric.name)
    agree(sample, metrics.find("krippendorff_alpha", "judge"), "krippendorff_alpha(level=ordinal)")
    agree(sample, metrics.find("krippendorff_alpha", "judge"), "krippendorff_alpha(raters=people)")


def test_a_flip_is_told_with_both_verdicts():
    """A judge that says the other thing in the other order is quoted twice."""
    sample = RatedSample.given(["A", "B"], ["A", "B"], swapped=["B", "B"])
    metric = metrics.find("position_flip_rate", "judge")
    found = score(sample, metric, metric.resolve("position_flip_rate", k=None))
    told = working.of_item(sample, found, 0)
    assert told == ("position_flip_rate = 1   (the judge says 'A', and 'B' in the other order)",)


@settings(max_examples=25)
@given(rows=st.lists(st.lists(st.sampled_from("1235"), min_size=1, max_size=3), min_size=1, max_size=5))
def test_steps_of_alpha_end_in_the_metric_at_every_level(rows):
    """Ratings that are numbers lie as far apart as these, or as their ranks, or are just unequal."""
    people = [{f"r{i}": verdict for i, verdict in enumerate(given)} for given in rows]
    sample = RatedSample.given([*people, "1", "2"], [*(given[0] for given in rows), "2", "2"])
    for level in ("nominal", "ordinal", "interval"):
        agree(sample, metrics.find("krippendorff_alpha", "judge"), f"krippendorff_alpha(level={level})")


NUMBER = st.sampled_from("1235")


@settings(max_examples=25)
@given(
    rows=st.lists(st.tuples(NUMBER, st.none() | NUMBER, st.sampled_from([1.0, 2.0])), min_size=2, max_size=6)
)
def test_steps_of_correlations_end_in_the_metric(rows):
    """Covariances and variances of numbers and of ranks are worked out, missing verdicts among them."""
    people, judge, weights = zip(*rows, strict=True)
    sample = RatedSample.given(
        [*people, "1", "5"], [*judge, "2", "3"], classes="1235", weight=[*weights, 1.0, 1.0]
    )
    for name in ("pearson", "spearman", "kendall"):
        agree(sample, metrics.find(name, "judge"), name)
        agree(sample, metrics.find(name, "judge"), f"{name}(missing=skip)")
