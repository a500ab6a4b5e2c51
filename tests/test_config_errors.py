"""Configs that are wrong, and what is said about them."""

from pathlib import Path

import pytest

from gate import config
from gate.config.system import LIVE
from gate.errors import QuestionError

BASE = {
    "version": "1",
    "name": "x",
    "task": "retrieval",
    "golden_set": "g.jsonl",
    "k": "10",
    "metrics": "{recall@1: {floor: 0.5}}",
}
CLASSIFIER = {**BASE, "task": "classification", "positive": "a", "metrics": "{pr_auc: {floor: 0.5}}"}
del CLASSIFIER["k"]


def refusal(text):
    with pytest.raises(QuestionError) as caught:
        config.parse(text, shown="c.yaml", folder=Path())
    return caught.value


def told(base=BASE, **keys):
    """Return the sentences about a config with some keys changed, or dropped where ``None``."""
    lines = [f"{key}: {value}" for key, value in {**base, **keys}.items() if value is not None]
    return [problem.what for problem in refusal("\n".join(lines)).problems]


EVERYTHING = """\
verson: 1
name: My Search
task: retrieval
golden_set: [a, b]
system: {run: x.jsonl, predictions: y.jsonl, function: app:search}
k: true
relevant_grade: 0
tolerence: 0.01
threshold: 0.5
metrics:
  recal@5: {floor: 0.9}
  recall@5: {tolerance: '0.02', flor: 0.8}
  ndcg: {tolerance: 10, ceiling: 0.3}
  ndcg@10: {floor: 95}
  hit_rate:
  MRR: {}
  fpr: {}
  map: {role: headline}
slices: {topic: {tolerance: 0.05}}
interval: {confidence: 95, resamples: 1.5, seed: -1}
decision: {mode: stict, fail_on: [suspect, doubt]}
baseline: {required: no, form: main}
"""


def test_everything_that_is_wrong_is_said_at_once(golden):
    """One reading, every problem, in the order of the lines, with place and way out."""
    golden("config/everything.txt", f"{refusal(EVERYTHING)}\n")


def test_a_format_is_checked_where_it_is_written():
    """Line and caret of the config, the nearest format, and all of them."""
    (problem,) = refusal(
        "\n".join(f"{k}: {v}" for k, v in BASE.items()).replace("g.jsonl", "{path: g, format: jsnl}")
    ).problems
    assert problem.where == "c.yaml:4"
    assert problem.excerpt.splitlines()[1].index("^") == problem.excerpt.index("jsnl")
    assert (
        "golden_set.format: 'jsnl' is no format: did you mean 'jsonl'? There are: jsonl, csv" in problem.what
    )


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
        ("mean", "parameter 'field' is missing"),
        ("r_precision@5", "r_precision has no cut-off"),
        ("", "is not spelt like a metric"),
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


def test_a_misspelt_key_and_a_misspelt_metric_are_both_named():
    """Case 62: both at once, and a key that belongs elsewhere is told where."""
    assert told(tolerence="0.01", metrics="{recal@5: {floor: 0.9}}") == [
        "metrics.recal@5: no metric 'recal' for retrieval, did you mean 'recall'?",
        "tolerence: no such key 'tolerence' here; 'tolerance' stands under `metrics.NAME`",
    ]


BODY = "body: {q: '{{query}}'}"


@pytest.mark.parametrize(
    ("system", "sentence"),
    [
        ("{function: app.search}", "system.function: 'app.search' is not MODULE:NAME: write app:search"),
        (
            "{command: [x], http: {url: 'http://h/', BODY}}",
            "system.http: 'command' says already where the answers come from: keep one of them",
        ),
        (
            "{run: x, repeats: 3}",
            f"system.repeats: it means nothing for 'run', only for {', '.join(LIVE)}",
        ),
        ("{command: x, batch: 4}", "system.batch: it means nothing for 'command', only for function, plugin"),
        (
            "{timeout: 3}",
            f"system.timeout: there is no system to ask: name one of run, predictions, {', '.join(LIVE)}",
        ),
        (
            "{command: x, cache: write}",
            "system.cache: kept answers need `identity`: what tells two versions of the system apart",
        ),
        ("{command: x, cache: on}", "system.cache: 'on' is not one of off, read, write, refresh"),
        (
            "{http: {url: 'ftp://h', BODY}}",
            "system.http.url: 'ftp://h' is no address: begin with https:// or http://, or with ${NAME}",
        ),
        (
            "{http: {url: 'http://h', body: {q: '{{qury}}'}}}",
            "system.http.body: {{qury}} stands for nothing, did you mean {{query}}?",
        ),
        (
            "{http: {url: 'http://h/${TOKEN', BODY}}",
            "system.http.url: a variable of the environment is spelt ${NAME}, and 'http://h/${TOKEN' is not",
        ),
        (
            "{http: {url: 'http://h', body: {q: x}}}",
            "system.http: nothing says what is asked: put {{query}} into the body or the url",
        ),
        (
            "{http: {url: 'http://h/{{query}}', method: GET, BODY}}",
            "system.http: GET carries no body: put {{query}} into the url, or write method: POST",
        ),
        (
            "{http: {url: 'http://h', BODY, hits: $.hits.hits}}",
            "system.http.hits: '$.hits.hits' is no JSON Pointer: write '/hits/hits'",
        ),
        (
            "{http: {url: 'http://h', BODY, score: /score}}",
            "system.http: 'score' says where a result's score is: say as `id` where its id is, too",
        ),
        (
            "{http: {url: 'http://h', BODY, predicted: /class}}",
            "system.http: 'predicted' means nothing for retrieval, only for classification",
        ),
    ],
)
def test_a_live_system_is_well_formed_before_it_is_asked(system, sentence):
    """Keys that contradict each other, paths, addresses, pointers and placeholders are checked on reading."""
    assert told(system=system.replace("BODY", BODY)) == [sentence]


@pytest.mark.parametrize(
    "url",
    [
        "http://user:hunter22@h/",
        "https://hunter22@h",
        "ftp://user:hunter22@h",
        "http://user:hunter22@h/${TOKEN",
        "http://user:hunter22@h/{{qury}}",
        "${SCHEME}://user:hunter22@h",
        "http://user:hunter22@h, not a url",
    ],
)
def test_a_password_in_an_address_is_refused_and_not_printed(url):
    """Neither the sentence nor the line of the config that is shown below it holds the password."""
    keys = {**BASE, "system": f"{{http: {{url: '{url}', {BODY}}}}}"}
    (problem,) = refusal("\n".join(f"{key}: {value}" for key, value in keys.items())).problems
    assert "send them as a header from the environment" in problem.what
    assert "****@h" in problem.excerpt
    assert "hunter22" not in str(problem)


@pytest.mark.parametrize("task", ["classification", "multiclass", "multilabel"])
def test_an_endpoint_that_classifies_says_where_its_answer_is(task):
    """Whatever the number of classes, it has no results."""
    system = f"{{http: {{url: 'http://h', {BODY}, hits: /hits}}}}"
    assert [what for what in told(task=task, system=system) if what.startswith("system.http")] == [
        f"system.http: 'hits' means nothing for {task}, only for retrieval",
        "system.http: where is the answer? Point to it: `score`, `predicted` or `probabilities`",
    ]


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ({"version": "2"}, "version: 2 is not 1"),
        ({"version": None}, "'version' is missing. Version of this format: 1."),
        ({"golden_set": None}, "'golden_set' is missing. File or folder that says what is right."),
        ({"golden_set": "'  '"}, "golden_set: it is blank"),
        ({"metrics": "{}"}, "metrics: it is empty: write at least one"),
        ({"metrics": "[recall@5]"}, "metrics: a list is not a mapping of keys to values"),
        ({"task": "retreival"}, "task: 'retreival' is not known, did you mean 'retrieval'?"),
        ({"name": "Ünicode"}, "name: 'Ünicode': use small letters, digits, dashes and underscores"),
        ({"name": "a/../b"}, "name: 'a/../b': use small letters, digits, dashes and underscores"),
        ({"positive": "a"}, "positive: it means nothing for retrieval, only for classification"),
        ({"interval": "{confidence: 1}"}, "interval.confidence: 1 is too large: it has to be below 1"),
        ({"interval": "{resamples: 10}"}, "interval.resamples: 10 is too small: at least 100"),
        ({"decision": "{alpha: 5}"}, "decision.alpha: 5 is not between 0 and 1: write 0.05"),
        ({"decision": "{fail_on: suspect}"}, "decision.fail_on: 'suspect' is not a list"),
        ({"decision": "{fail_on: [noisy-drop]}"}, "'noisy-drop' is not known, did you mean 'noisy_drop'?"),
        ({"baseline": "{required: no}"}, "baseline.required: 'no' is neither true nor false"),
        ({"max_errors": "2"}, "max_errors: 2 is not between 0 and 1: write 0.02"),
        ({"max_errors": "101%"}, "max_errors: '101%' is not between 0% and 100%"),
        ({"max_errors": "-2%"}, "max_errors: '-2%' is not a percentage from 0: write it like 3%"),
        ({"relevant_grade": "0"}, "relevant_grade: 0 is too small: it has to be above 0"),
        ({"system": "{}"}, "system: it is empty: write {run: PATH}, or leave it out"),
    ],
)
def test_other_mistakes_have_a_plain_sentence(keys, sentence):
    """None of them speaks the validator's dialect."""
    (what,) = told(**keys)
    assert sentence in what
    assert "Input should" not in what


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


@pytest.mark.parametrize("text", ["- a\n- b\n", "just words\n", "42\n"])
def test_a_config_is_a_mapping(text):
    """A list or a bare word at the top is named as what it is."""
    assert refusal(text).problems[0].what.startswith("a config is a mapping of keys to values, and this is ")


def test_a_file_that_is_not_there_or_is_no_file(tmp_path):
    """A missing config, a folder and a name with a NUL end in one sentence each."""
    for path, sentence in [
        (tmp_path / "no.yaml", "no such config"),
        (tmp_path, "cannot be read"),
        (Path("a\0b"), "cannot be read"),
    ]:
        with pytest.raises(QuestionError, match=sentence):
            config.load(path)


def test_a_repeated_key_hides_no_other_mistake():
    """A key given twice is one problem among the others, in the order of the lines."""
    lines = ["version: 1", "name: Bad Name", "task: retrieval", "golden_set: g", "k: 0"]
    lines += ["metrics:", "  recall@5: {floor: 0.1}", "  ndgc: {}", "  recall@5: {floor: 0.2}"]

    found = [(problem.where, problem.what.split(":")[0]) for problem in refusal("\n".join(lines)).problems]

    assert found == [
        ("c.yaml:2", "name"),
        ("c.yaml:5", "k"),
        ("c.yaml:8", "metrics.ndgc"),
        ("c.yaml:9", "'recall@5' is given twice, in lines 7 and 9"),
    ]
