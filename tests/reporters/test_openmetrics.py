"""OpenMetrics: read back by an independent parser, value for value."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse

from gate.reporters import openmetrics
from gate.reporters.naming import title
from gate.verdict import Outcome
from tests.reporters.builders import document
from tests.reporters.samples import SAMPLES, first_run, retrieval_regressed


def samples(told):
    """Return ``{(family, labels): value}``; nothing may occur twice."""
    found = {}
    for family in parse(openmetrics.render(told)):
        for sample in family.samples:
            key = family.name, frozenset(sample.labels.items())
            assert key not in found
            found[key] = sample.value
    return found


def at(family, **labels):
    """Return the key of one sample of the search."""
    return family, frozenset({"config": "docs-search", **labels}.items())


@pytest.mark.parametrize("name", SAMPLES)
def test_a_strict_parser_reads_every_document(name):
    """Types, labels, escapes and the end mark are as the format has them."""
    told = SAMPLES[name]()
    found = samples(told)

    checks = [check for report in told.reports for check in report.checks]
    assert sum(value for (family, _), value in found.items() if family == "gate_outcome") == len(checks)
    assert openmetrics.render(told).endswith("\n# EOF\n")


def test_values_are_unrounded():
    """Levels, interval ends and the gain survive to the last bit."""
    told = retrieval_regressed()
    check = told.reports[0].checks[0]
    found = samples(told)

    assert found[at("gate_value", check="ndcg@10", run="candidate", stat="value")] == check.candidate.value
    assert found[at("gate_value", check="ndcg@10", run="baseline", stat="low")] == check.baseline.low
    assert found[at("gate_gain", check="ndcg@10", better="higher", stat="value")] == check.gain.value
    assert found[at("gate_items", check="ndcg@10")] == 410
    assert found[at("gate_outcome", check="ndcg@10", gate_outcome="regressed")] == 1
    assert found[at("gate_outcome", check="ndcg@10", gate_outcome="pass")] == 0
    assert found[at("gate_exit_code")] == 1


def test_what_is_undefined_is_left_out():
    """No sample says NaN: a chart would draw it, an alarm would not ring."""
    (told,) = first_run().reports
    level = replace(told.checks[0].candidate, value=None, low=None, high=None)
    bare = replace(told.checks[0], candidate=level)
    found = samples(document(replace(told, checks=(bare,))))

    assert {family for family, _ in found} == {"gate_exit_code", "gate_items", "gate_outcome"}


def test_equal_names_stay_apart():
    """One series never has two values."""
    told = retrieval_regressed().reports[0]

    assert len(samples(document(told, told))) == 2 * len(samples(document(told)))


@given(st.text(max_size=30))
def test_any_name_is_read_back(text):
    """Quotes, backslashes and line feeds in names reach the reader; what is unseen is shown."""
    (told,) = retrieval_regressed().reports
    odd = replace(told, name=text, checks=(replace(told.checks[0], slice=text, outcome=Outcome.INFO),))
    found = {key: value for _, labels in samples(document(odd)) for key, value in labels}

    assert found["config"] == title(text)
    assert found["check"] == title(odd.checks[0].name)
