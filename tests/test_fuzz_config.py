"""Damaged configs of every kind: read, or refused with a QuestionError; never anything else."""

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gate import config
from gate.errors import QuestionError

GOOD = (
    """\
version: 1
name: docs-search
task: retrieval
golden_set: ../golden_sets/docs_search.jsonl
system:
  run: {path: ../runs/docs_search.txt, format: trec, fields: {id: q}}
k: 10
relevant_grade: 2
metrics:
  recall@5: {tolerance: 0.02, floor: 0.80, where: {topic: [a, b], kind: no}}
  ndcg@10(gain=exponential): {tolerance: 3%, role: guard}
  mean(latency_ms, better=lower): {ceiling: {value: 400, hysteresis: 10}}
  hit_rate: {}
slices: {topic: {tolerance: 0.05}}
interval: {confidence: 0.95, resamples: 10000, seed: 1}
decision: {mode: significant, fail_on: [suspect], alpha: 0.01}
baseline: {store: ../baselines/, from: merge-base, required: true}
""",
    """\
version: 1
name: fraud
task: classification
golden_set: ../golden_sets/fraud.csv
system: {predictions: ../runs/fraud.csv}
positive: fraud
threshold: from-baseline
costs: {false_negative: 10, false_positive: 1}
max_errors: 0.05
metrics:
  expected_cost: {tolerance: 3%}
  recall_at_precision(0.9): {tolerance: 0.01}
  fbeta(beta=2): {floor: 0.70}
""",
)

PIECES = (
    *(
        "",
        " ",
        "\n",
        "\t",
        "- ",
        ": ",
        "{",
        "}",
        "[",
        "]",
        ",",
        "#",
        "'",
        '"',
        "&a ",
        "*a",
        "!x ",
        "<<: ",
        "%",
        "@",
    ),
    *("null", "true", "no", "010", "1e-3", "-1", ".nan", ".inf", "1e999", "9" * 400, "3%", "cheapest"),
    *(
        "metrics:",
        "version: 1",
        "k: 0",
        "\u2028",
        "\x00",
        "\ufeff",
        "é",
        "\\ud800",
        '"\\udc80"',
        "|\n",
        "---\n",
        "? ",
    ),
)

scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(PIECES), st.text(max_size=8)
)
keys = st.one_of(
    st.sampled_from(
        (
            "version",
            "name",
            "task",
            "golden_set",
            "system",
            "k",
            "metrics",
            "threshold",
            "costs",
            "slices",
            "interval",
            "decision",
            "baseline",
            "anchor",
            "positive",
            "path",
            "run",
            "tolerance",
            "floor",
            "where",
            "recall@5",
            "ndcg",
            "confidence",
            "mode",
            "fail_on",
            "from",
            "value",
            "http",
            "profiles",
            "plugins",
        )
    ),
    st.text(max_size=6),
    st.integers(),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def damaged_text(draw):
    """Cut, repeat, swap and spoil pieces of a good config."""
    text = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        text = text[:start] + draw(st.sampled_from(PIECES) | st.text(max_size=4)) + text[end:]
    if draw(st.booleans()):
        lines = text.splitlines(keepends=True)
        first, second = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        lines[first], lines[second] = lines[second], lines[first]
        text = "".join(lines)
    return text


@st.composite
def damaged_tree(draw):
    """Put any value anywhere in a good config, or in one that is nothing but random values."""
    tree = yaml.safe_load(draw(st.sampled_from(GOOD)))
    for _ in range(draw(st.integers(1, 3))):
        place = tree
        while draw(st.booleans()):
            below = [value for value in place.values() if isinstance(value, dict)]
            if not below:
                break
            place = draw(st.sampled_from(below))
        key = draw(st.sampled_from(sorted(map(str, place)) or ["k"]) | keys)
        place[key] = draw(values)
    return yaml.safe_dump(tree, allow_unicode=draw(st.booleans()), sort_keys=False)


def read_or_refuse(text):
    """Read a config; what is refused has a sentence, and each problem an address."""
    try:
        found, problems = config.parse(text, shown="c.yaml", folder=Path()), ()
    except QuestionError as error:
        found, problems = None, error.problems
    assert bool(problems) == (found is None)
    assert all(problem.what and problem.where.startswith("c.yaml") for problem in problems)
    assert not any("pydantic" in problem.what for problem in problems)
    assert found is None or all(check.spec.text for check in found.checks)


inputs = st.one_of(damaged_text(), damaged_tree(), values.map(yaml.safe_dump), st.text(max_size=60))


@given(inputs)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_damaged_config_is_read_or_refused(text):
    """A short look on every run of the tests."""
    read_or_refuse(text)


@pytest.mark.slow
@given(inputs)
@settings(max_examples=6_000, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_thousands_of_damaged_configs_are_read_or_refused(text):
    """No config whatever ends in a traceback."""
    read_or_refuse(text)


@given(st.binary(max_size=200))
@settings(max_examples=150, deadline=None)
def test_a_file_of_any_bytes_is_read_or_refused(tmp_path_factory, raw):
    """Not text, not YAML, not a config: one sentence."""
    path = tmp_path_factory.getbasetemp() / "bytes.yaml"
    path.write_bytes(raw)
    with pytest.raises(QuestionError):
        config.load(path)
