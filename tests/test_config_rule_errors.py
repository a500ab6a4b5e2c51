"""Metrics and rules of a config that cannot be meant, and what is said about them."""

import pytest

from tests.wrong_configs import BASE, CLASSIFIER, refusal, told


def test_a_wrong_key_of_a_metric_hides_no_other():
    """Tolerance and floor are both wrong; what refers to the metric still finds it, tolerance and all."""
    found = told(
        metrics="{mrr: {tolerance: -1, floor: 9}, p95(latency_ms): {tolerance: x, ceiling: high}}",
        slices="{topic: {metrics: mrr}}",
        anchor="{at: v1, budget: {mrr: 0.1}}",
        profiles="{pr: {metrics: [mrr]}}",
    )
    assert [what.partition(":")[0] for what in found] == [
        "metrics.mrr.tolerance",
        "metrics.p95(latency_ms).tolerance",
        "metrics.p95(latency_ms).ceiling",
        "metrics.mrr.floor",
        "metrics.p95(latency_ms).tolerance",
    ]
    assert (
        found[3] == "metrics.mrr.floor: 9 is outside the range of mrr, which is between 0 and 1: write 0.09"
    )


def test_a_wrong_slice_of_a_metric_is_one_problem():
    """Without its `where` a metric might be the same as another, so nothing more is said of it."""
    assert told(metrics="{mrr: {}, mrr@10: {where: {topic: []}}}") == [
        "metrics.mrr@10.where.topic: it is empty: write at least one"
    ]


@pytest.mark.parametrize(
    ("k", "shown"),
    [
        ("-1", "-1"),
        ("0", "0"),
        ("2.5", "2.5"),
        ("true", "true"),
        ("ten", "'ten'"),
        ("[1]", "a list"),
        ("1e3", "1000"),
    ],
)
def test_a_cut_off_is_a_positive_whole_number(k, shown):
    """Case 15: each is refused by name and value before any data is read."""
    assert told(k=k) == [f"k: {shown} is not a positive whole number"]


@pytest.mark.parametrize("cutoff", ["-1", "0", "2.5", "true", "١"])
def test_a_cut_off_in_a_spelling_is_a_positive_whole_number(cutoff):
    """Case 15 again, for `recall@k` itself."""
    (what,) = told(metrics=f"{{'recall@{cutoff}': {{}}}}")
    assert f"cut-off {cutoff!r} of recall is not a whole number from 1" in what


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (
            "{tolerance: 10}",
            ".tolerance: 10 tolerates everything: recall@1 lies between 0 and 1; for per cent of",
        ),
        ("{floor: 95}", ".floor: 95 is outside the range of recall@1, which is between 0 and 1: write 0.95"),
        (
            "{tolerance: -0.02}",
            ".tolerance: -0.02 is negative: a tolerance says how much worse is fine, so write",
        ),
        (
            "{tolerance: 100%}",
            ".tolerance: 100% of the baseline tolerates the loss of everything: write less",
        ),
        ("{tolerance: -2%}", ".tolerance: '-2%' is not a percentage from 0: write it like 3%"),
        ("{tolerance: .nan}", ".tolerance: nan is not a finite number"),
        ("{tolerance: 1e999}", ".tolerance: inf is not a finite number"),
        ("{tolerance: '0.02'}", ".tolerance: '0.02' is text: write 0.02 without quotes"),
        ("{tolerance: true}", ".tolerance: true is not a number"),
        ("{ceiling: 0.5}", ".ceiling: higher is better for recall@1: write 'floor' instead of 'ceiling'"),
        (
            "{floor: {value: 1, hysterisis: 0}}",
            ".floor.hysterisis: no such key 'hysterisis', did you mean 'hyst",
        ),
        (
            "{floor: {value: 1, hysteresis: 1}}",
            ".floor: a hysteresis of 1 covers the whole range of recall",
        ),
        ("{floor: {hysteresis: 0}}", ".floor: 'value' is missing. The limit, in the metric's unit."),
        ("{role: headline}", ".role: a headline needs something to hold: a tolerance, a floor or a ceiling"),
        ("{tolerance: }", ".tolerance: it has no value: write one, or drop it"),
        ("", ": it has no value: write {} to report it"),
        ("0.5", ": 0.5 is not a mapping of keys to values"),
        ("{where: {topic: []}}", ".where.topic: it is empty: write at least one"),
    ],
)
def test_a_rule_that_cannot_be_meant_is_refused(rule, sentence):
    """Case 53: numbers outside the metric's range cannot switch the gate off; nor can an empty value."""
    (what,) = told(metrics=f"{{recall@1: {rule}}}")
    assert what.startswith(f"metrics.recall@1{sentence}")


def test_what_is_no_percentage_is_not_read_as_one():
    """From 2 on a number is likely meant in per cent; 1.8 is not."""
    outside = "metrics.recall@1.floor: {} is outside the range of recall@1, which is between 0 and 1{}"
    assert told(metrics="{recall@1: {floor: 1.8}}") == [outside.format("1.8", "")]
    assert told(metrics="{recall@1: {floor: 2}}") == [outside.format("2", ": write 0.02")]
    assert told(max_errors="1.8") == ["max_errors: 1.8 is not between 0 and 1"]


def test_where_lower_is_better_a_floor_is_refused():
    """The error names the key that fits, and the direction may come from the spelling."""
    costs = {"costs": "{false_negative: 5, false_positive: 1}"}
    assert told(CLASSIFIER, metrics="{expected_cost: {floor: 1}}", **costs) == [
        "metrics.expected_cost.floor: lower is better for expected_cost: write 'ceiling' instead of 'floor'"
    ]
    rule = "{'mean(latency_ms, better=lower)': {floor: 1}}"
    assert told(metrics=rule)[0].endswith("write 'ceiling' instead of 'floor'")


@pytest.mark.parametrize(
    ("spelling", "sentence"),
    [
        ("recal@5", "no metric 'recal' for retrieval, did you mean 'recall'?"),
        ("f1", "no metric 'f1' for retrieval"),
        ("MRR", "'MRR' is not spelt like a metric, did you mean 'mrr'?"),
        ("nDCG@10", "'nDCG@10' is not spelt like a metric, did you mean 'ndcg@10'?"),
        ("ndcg@10(gain=exp)", "gain is 'exp', not one of linear, exponential"),
        ("ndcg@10(gian=linear)", "no parameter 'gian'; ndcg knows: gain"),
        ("ndcg_at_10", "'ndcg_at_10' is not spelt like a metric, did you mean 'ndcg@10'?"),
        ("recall_at_precision", "no metric 'recall_at_precision' for retrieval"),
        ("mean", "parameter 'field' is missing; name of "),
        ("r_precision@5", "r_precision has no cut-off"),
        ("", "is not spelt like a metric"),
        ("mean(tokens", "'mean(tokens' is a part of a metric: between { and } a comma ends a key"),
        ("better=lower)", "a comma ends a key, so put the whole in quotes"),
    ],
)
def test_a_metric_that_is_not_one_is_answered_with_the_nearest(spelling, sentence):
    """Case 62: a misspelt name never runs, and the nearest known one is offered."""
    (what,) = told(metrics=f"{{'{spelling}': {{}}}}")
    assert sentence in what


def test_without_k_a_metric_needs_its_cut_off():
    """The way out is in the sentence."""
    assert told(k=None, metrics="{ndcg: {}}") == [
        "metrics.ndcg: ndcg needs a cut-off: write 'ndcg@10', or set k"
    ]


def test_two_spellings_of_one_metric_are_one_too_many():
    """`ndcg` and `ndcg@10` are the same with k: 10, and so are parameters at their default."""
    (what,) = told(metrics="{ndcg: {}, ndcg@10(gain=linear): {}}")
    assert what == "metrics.ndcg@10(gain=linear): the same as 'ndcg': both are ndcg@10"


def test_costs_have_to_cost_something_and_to_be_there():
    """A metric of costs without costs, and costs of nothing, are refused."""
    metric = "{expected_cost: {tolerance: 3%}}"
    assert told(CLASSIFIER, metrics=metric) == [
        "metrics.expected_cost: expected_cost needs `costs: {false_negative: …, false_positive: …}`"
    ]
    free = told(CLASSIFIER, metrics=metric, costs="{false_negative: 0, false_positive: 0}")
    assert free == ["costs: both prices are 0, so every system would be perfect: set one above 0"]
    below = told(CLASSIFIER, metrics=metric, costs="{false_negative: -1, false_positive: 1}")
    assert below == ["costs.false_negative: -1 is too small: at least 0"]
    assert told(CLASSIFIER, threshold="cheapest")[0].startswith("threshold: cheapest needs `costs")
    assert told(CLASSIFIER, threshold="cheepest") == [
        "threshold: 'cheepest' is not a number: write a number, cheapest or from-baseline"
    ]


def test_an_order_of_classes_is_asked_for_under_its_own_code():
    """A classifier's kappa that lacks the order of the classes has nothing to do with a judge."""
    keys = {
        **BASE,
        "task": "multiclass",
        "metrics": "{cohen_kappa(weights=quadratic): {floor: 0.5}}",
        "k": None,
    }
    text = "\n".join(f"{key}: {value}" for key, value in keys.items() if value is not None)

    (problem,) = refusal(text).problems

    assert problem.code == "classes_unordered"
    assert "needs the order of the classes" in problem.what


@pytest.mark.parametrize("written", ["ndcg(gain=expo)", "ndcg@x", "ndcg"])
def test_a_wrong_metric_is_told_once(written):
    """Slices, budgets and profiles that name a metric which is wrong where it is defined add nothing."""
    rule = "[1]" if written == "ndcg" else "{tolerance: 0.03}"
    found = told(
        BASE,
        metrics=f"{{mrr: {{tolerance: 0.03}}, '{written}': {rule}}}",
        slices="{topic: {metrics: [ndcg]}}",
        profiles="{quick: {metrics: [ndcg]}}",
    )

    assert len(found) == 1
    assert found[0].startswith(f"metrics.{written}")


def test_a_metric_that_nobody_defines_is_told_on_slices():
    """A mistyped metric does not hide that slices ask for one that is not there."""
    metrics = "{mrr: {tolerance: 0.03}, ndcg(gain=expo): {tolerance: 0.03}}"

    found = told(BASE, metrics=metrics, slices="{topic: {metrics: [recall]}}")

    assert [line.partition(":")[0] for line in found] == ["metrics.ndcg(gain=expo)", "slices.topic.metrics"]


def test_a_threshold_in_quotes_has_one_way_out():
    """The quotes are what is wrong, so other values are not offered beside."""
    assert told(CLASSIFIER, threshold="'0.2'") == ["threshold: '0.2' is text: write 0.2 without quotes"]
