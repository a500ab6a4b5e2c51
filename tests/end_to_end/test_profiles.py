"""`--profile` judges fewer metrics or slices, or decides otherwise; the config stays one file."""

import pytest

from tests.end_to_end.calls import call
from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows

PROFILED = (
    CONFIG
    + """\
decision: {fail_on: [suspect]}
profiles:
  pr: {metrics: [mrr], where: {tier: smoke}, decision: {mode: report_only}}
  night: {interval: {confidence: 0.9}}
"""
)


@pytest.fixture
def profiled(project):
    """Half of the questions are of the tier `smoke`; there is a baseline."""
    rows = golden_rows()
    for i, row in enumerate(rows):
        row["slices"] = {"tier": "full" if i % 2 else "smoke"}
    project.write(config=PROFILED, golden=rows)
    assert project.gate("refresh").code == 0
    return project


def test_a_profile_judges_what_it_names(profiled):
    """One metric, on half of the items, in a mode that stops nobody; nothing has vanished."""
    profiled.write(run=run_rows(rank=0))

    ended, report = profiled.check("--profile", "pr")

    assert ended.code == 0
    assert report["would_be"] == 1
    assert [(c["metric"], c["slice"], c["role"]) for c in report["checks"]] == [
        ("mrr", "tier=smoke", "headline")
    ]
    assert report["checks"][0]["candidate"]["n"] == 20


def test_only_the_keys_it_writes_are_replaced(profiled):
    """The night's confidence is its own, its resamples are the config's."""
    _, report = profiled.check("--profile", "night")

    assert report["conditions"]["confidence"] == 0.9
    assert ["resamples", "200, seed 1"] in report["conditions"]["facts"]
    assert len(report["checks"]) == 2


def test_the_report_names_the_profile(profiled):
    """Numbers of a subset must not be mistaken for those of the set."""
    _, report = profiled.check("--profile", "pr")

    assert ["profile", "pr"] in report["conditions"]["facts"]


@pytest.mark.parametrize("name", ["check", "validate", "power", "explain"])
def test_an_unknown_profile_is_refused(profiled, name):
    """Exit 2, with what there is."""
    command = ("explain", "item") if name == "explain" else (name,)
    rest = ("mrr",) if name == "explain" else ()
    ended = call(*command, "search.yaml", *rest, "--profile", "nigt")

    assert ended.code == 2
    assert "no profile 'nigt': did you mean 'night'?" in ended.err


def test_a_config_without_profiles_says_so(project):
    """The way out is another than a better spelling."""
    project.write(config=CONFIG)
    said = project.gate("check", "--profile", "quick").err

    assert "no profile 'quick': this config has no profiles" in said
    assert "fix: leave --profile out, or add it under `profiles:`" in said


@pytest.mark.parametrize(
    ("profile", "said"),
    [
        ("{metrics: [ndcg]}", "profiles.pr.metrics.0: 'ndcg' is no metric of this config"),
        ("{decision: {mode: hard}}", "profiles.pr.decision.mode: 'hard'"),
        ("{metric: [mrr]}", "no such key 'metric', did you mean 'metrics'?"),
    ],
)
def test_a_wrong_profile_is_refused_whether_it_is_used_or_not(project, profile, said):
    """Exit 2 with the line."""
    project.write(config=f"{CONFIG}profiles:\n  pr: {profile}\n")

    ended = project.gate("validate")

    assert ended.code == 2
    assert said in ended.err


def test_a_profile_that_contradicts_the_config_is_told_with_its_line(project, monkeypatch):
    """Each is right alone, so only the profile that is asked for shows it."""
    decided = "decision: {false_block_budget: 1/quarter}\nprofiles:\n  pr: {decision: {alpha: 0.02}}\n"
    project.write(config=f"{CONFIG}{decided}")
    monkeypatch.chdir(project.top)
    line = f"{CONFIG}{decided}".count("\n")

    ended = call("validate", "search.yaml", "--profile", "pr")

    assert ended.code == 2
    said = "profiles.pr.decision: `alpha` and `false_block_budget` say the same: keep one of them"
    assert f"search.yaml:{line}: {said}" in ended.err
    assert call("validate", "search.yaml").code == 0
