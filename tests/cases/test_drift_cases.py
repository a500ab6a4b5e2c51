"""Case 41: a category that only one window has."""

import json

import pytest

CONFIG = """\
version: 1
name: plans
reference: {reference}
window: {window}
count: count
fields:
  plan: {{kind: category}}
"""


def monitored(found, reference="reference.csv", window="current.csv"):
    """Run ``gate monitor`` and return its exit code and the findings of its JSON report by statistic."""
    config = found.write("plans.yaml", CONFIG.format(reference=reference, window=window))
    told = found.gate("monitor", config, "--format", "json")
    report = json.loads(told.out, parse_constant=pytest.fail)
    assert report["exit_code"] == told.code
    return told.code, {each["statistic"]: each for each in report["findings"]}


def test_41_psi_unseen_category(case, near):
    """The stability index is finite with its floor, chi-squared is right, and the new category is named."""
    code, found = monitored(case(41))

    assert found["population_stability"]["value"] == near(0.708317)
    assert found["chi_squared"]["value"] == pytest.approx(10.909, abs=5e-4)
    assert found["chi_squared"]["p"] == near(0.004277)
    assert found["new_categories"]["items"] == ["C"]
    assert found["new_categories"]["value"] == near(0.1)
    assert found["population_stability"]["outcome"] == "alarm"
    assert code == 1


def test_41_the_other_way_round(case, near):
    """A category that vanished is finite, too, and is named as missing."""
    _, found = monitored(case(41), reference="current.csv", window="reference.csv")

    assert found["population_stability"]["value"] == near(0.708317)
    assert found["missing_categories"]["items"] == ["C"]
    assert found["new_categories"]["items"] == []
    assert all(each["value"] is not None for each in found.values())
