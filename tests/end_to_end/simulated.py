"""Self-tests of small projects, and what every one of them owes, whatever the task."""

from dataclasses import replace

import numpy as np
import pytest

from gate import pipeline
from gate.errors import ExitCode
from gate.inputs import reading
from gate.lineup import build_sample
from gate.scoring import score
from gate.selftest.chance import Chance
from gate.selftest.scenarios import Scenarios
from gate.selftest.strength import STRENGTHS
from gate.verdict import Outcome
from tests.end_to_end.calls import strict_json
from tests.end_to_end.conftest import golden_rows

SEARCH = """\
version: 1
name: search
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
k: 5
metrics:
  ndcg: {tolerance: 0.02}
  mrr: {tolerance: 0.03, floor: 0.2}
  hit_rate@3: {}
interval: {resamples: 100}
"""


def answers(n=60, seed=0):
    """Rankings of ten documents each, the right one at a rank of its own."""
    places = np.random.default_rng(seed).geometric(0.4, n) - 1
    rows = []
    for i, place in enumerate(places.tolist()):
        ranked = [f"x{j}" for j in range(10)]
        if place < 10:
            ranked[place] = f"d{i}"
        rows.append({"id": f"q{i:03d}", "ranked": ranked})
    return rows


def scenarios(project, config=SEARCH, golden=None, run=None, *, seed=1):
    """Set up the simulations of a project whose baseline is the run."""
    project.write(config=config, golden=golden or golden_rows(60), run=run or answers())
    ended = project.gate("accept", "--reason", "start")
    assert ended.code == 0, ended.err
    asked = reading.read_system(project.top / "search.yaml")
    return Scenarios(asked, simulations=40, planted=20, seed=seed)


def slowly(make):
    """Leave a project to the slow suite."""
    return pytest.param(make, marks=pytest.mark.slow)


def changes(made):
    """Every kind of change, by name."""
    found = {strength.name: made.harmless(strength) for strength in STRENGTHS}
    found["diffuse"] = made.diffuse(made.dose(made.sizes()[1]))
    found["concentrated"] = made.concentrated(0.1)
    return found


def luck(made, trial, scenario=7):
    """Draw for one trial, every item alone."""
    n = len(made.versions.original.ids)
    return Chance.of(np.arange(n), seed=1, scenario=scenario, trial=trial)


def values(sample, rule):
    """Return the value of a check on a sample."""
    return score(sample, rule.metric, rule.spec, where=rule.where).value


def agrees_with_the_gate(made, project):
    """Both runs of a change, judged as `gate check` judges any, end as the quick way through columns."""
    stored = reading.read_system(project.top / "search.yaml").stored
    ended = set()
    for name, change in changes(made).items():
        for trial in range(6):
            picks = change(luck(made, trial))
            before, after = (made.versions.mixed_run(pick) for pick in picks)
            asked = replace(made.bench.asked, run=after, baseline_run=before, stored=stored)
            naive = pipeline.judge(asked)
            found = made.bench.judge(*(made.versions.mixed(pick) for pick in picks))
            red = tuple(
                line.rule.identity for line in naive.lines if line.verdict.outcome is Outcome.REGRESSED
            )
            assert (found.code, found.red) == (naive.code, red), (name, trial)
            ended.add(found.code)
    assert ended == {ExitCode.OK, ExitCode.REGRESSED}


def has_no_side(made, trials=150):
    """The same draw with every coin turned exchanges the sides; over many draws nothing is gained or lost."""
    rule = made.bench.headline
    for strength in STRENGTHS:
        change = made.harmless(strength)
        gains = []
        for trial in range(trials):
            chance = luck(made, trial)
            before, after = change(chance)
            turned = replace(chance, numbers=chance.numbers * [[1], [-1], [1], [1]] + [[0], [1], [0], [0]])
            assert [pick.tolist() for pick in change(turned)] == [after.tolist(), before.tolist()]
            gains.append(values(made.versions.mixed(after), rule) - values(made.versions.mixed(before), rule))
        error = np.std(gains, ddof=1) / len(gains) ** 0.5
        assert error > 0
        assert abs(np.mean(gains)) < 4 * error


def has_planted_size(made, drop, *, slack, trials=150):
    """The first headline loses what was planted, on average over draws; also where it is no mean."""
    rule = made.bench.headline
    turn = 1 if rule.metric.direction(rule.spec) == "higher" else -1
    dose = made.dose(drop)
    lost = []
    for trial in range(trials):
        hit = np.where(luck(made, trial).hit(dose.share), dose.version, 0)
        mixed = made.versions.mixed(hit)
        lost.append(turn * (values(made.versions.original, rule) - values(mixed, rule)))
    error = np.std(lost, ddof=1) / len(lost) ** 0.5
    assert np.mean(lost) == pytest.approx(drop, abs=4 * error + slack * drop)


def mixes_like_the_run(made):
    """Columns of versions put together equal the run of the same answers, lined up anew; every field."""
    n = len(made.versions.original.ids)
    noisy = made._noisy(STRENGTHS[2])
    for version in (noisy, 0):
        pick = np.where(np.arange(n) % 3 == 0, version, 0)
        pick = np.where(np.arange(n) % 5 == 0, made._pharmacy.version(-1), pick)
        mixed = made.versions.mixed(pick)
        config, golden = made.bench.asked.config, made.bench.asked.golden
        naive = build_sample(config, golden, made.versions.mixed_run(pick), made.bench.lineup.threshold.value)
        for name in set(mixed.__dataclass_fields__) - {"counted", "where"}:
            mine, theirs = getattr(mixed, name), getattr(naive, name)
            if hasattr(mine, "__dataclass_fields__"):
                for inner in mine.__dataclass_fields__:
                    if inner != "strange":  # of the whole system, which is told once
                        np.testing.assert_equal(getattr(mine, inner), getattr(theirs, inner), err_msg=inner)
                continue
            np.testing.assert_equal(mine, theirs, err_msg=name)


def called(project, *options, simulations=20):
    """Call the command with few simulations; return how it ended and its answer."""
    ended = project.gate("selftest", "--simulations", simulations, "--format", "json", *options)
    return ended, strict_json(ended.out) if ended.code in {0, 3} and ended.out else None


def tells(project, *, few=False):
    """Identical answers never fail, harmless ones hardly ever, and large losses always; mostly if ``few``."""
    ended, found = called(project)

    assert (ended.code, ended.err) == (0, "")
    assert found["within_budget"] is True
    assert found["system"] == "the stored baseline, baselines/search.json"
    rows = {row["kind"]: row for row in found["rows"]}
    assert (rows["identical"]["blocked"]["count"], rows["identical"]["blocked"]["of"]) == (0, 20)
    assert [row["blocked"]["of"] for row in found["rows"] if row["kind"] == "harmless"] == [20, 20, 20]
    assert found["false_alarms"]["of"] == 60
    assert found["false_alarms"]["count"] <= 3
    worst = [row for row in found["rows"] if row["kind"] == "diffuse"][-1]
    assert 5 == worst["blocked"]["of"] >= worst["blocked"]["count"] >= (3 if few else 5)
    assert worst["drop"] == pytest.approx(worst["planted"], rel=0.5)
