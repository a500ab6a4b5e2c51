"""What is lost, unfrozen or unable to act is said aloud, and never passes in silence."""

import json

import numpy as np
import pytest

from gate import pipeline, recording
from gate.errors import NoAnswerError, SystemFailedError
from gate.verdict import Facts, Limit, Mode, Outcome, Reason, Rule, judge

HEAD = "version: 1\nname: c\nbaseline: {from: worktree}\n"


@pytest.fixture
def project(tmp_path):
    """Write files of a small project and give its folder."""

    def write(config, golden, run, name="run.jsonl"):
        (tmp_path / "c.yaml").write_text(HEAD + config, "utf-8")
        for file, rows in (("golden.jsonl", golden), (name, run)):
            (tmp_path / file).write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        return tmp_path / "c.yaml"

    return write


RANKED = "task: retrieval\ngolden_set: golden.jsonl\nsystem: {run: run.jsonl}\nk: 3\n"
SCORED = (
    "task: classification\ngolden_set: golden.jsonl\nsystem: {run: run.jsonl}\npositive: yes\n"
    "costs: {false_negative: 5, false_positive: 1}\n"
)
QUERIES = [{"id": f"q{i:03d}", "relevant": ["a"]} for i in range(60)]
HITS = [{"id": f"q{i:03d}", "ranked": ["a"], "faith": 0.5} for i in range(60)]


def classified(n=120, shift=0.0):
    """Give golden rows and scores of a classifier whose positives score higher."""
    rng = np.random.default_rng(0)
    labels = rng.random(n) < 0.4
    scores = rng.normal(1.5 * labels, 1) + shift
    golden = [{"id": f"i{i:03d}", "label": "yes" if x else "no"} for i, x in enumerate(labels)]
    return golden, [{"id": f"i{i:03d}", "score": round(float(s), 6)} for i, s in enumerate(scores)]


def test_numbers_that_vanish_are_no_improvement(project):
    """A run that keeps a judged number only where it is good is not comparable, and is not promoted."""
    config = project(RANKED + "metrics: {'mean(faith, better=higher)': {tolerance: 0.02}}\n", QUERIES, HITS)
    recording.refresh(config)
    few = [
        {**row, "faith": 0.9} if i < 10 else {k: row[k] for k in ("id", "ranked")}
        for i, row in enumerate(HITS)
    ]
    project(config.read_text("utf-8").removeprefix(HEAD), QUERIES, few)

    report = pipeline.check(config).reports[0]

    assert (report.outcome, report.exit_code) == (Outcome.NOT_COMPARABLE, 3)
    assert "50 of 60 items" in report.headline
    assert recording.refresh(config).files == ()


def test_errors_are_counted_among_the_golden_items(project):
    """Answers to items that nobody asked about do not dilute the share of errors."""
    run = [{"id": row["id"], "error": "timeout"} if i < 5 else row for i, row in enumerate(HITS[:30])]
    extra = [{"id": f"x{i}", "ranked": ["a"]} for i in range(300)]
    config = project(RANKED + "metrics: {recall: {floor: 0.1}}\n", QUERIES[:30], run + extra)

    with pytest.raises(SystemFailedError, match="5 of 30"):
        pipeline.check(config)


def test_a_refresh_that_keeps_the_answers_keeps_their_threshold(project):
    """Raising the config's threshold step by step does not creep the baseline up behind it."""
    golden, run = classified()
    rules = SCORED + "threshold: LEVEL\nmetrics: {expected_cost: {tolerance: 5}}\n"
    config = project(rules.replace("LEVEL", "0.5"), golden, run)
    recording.refresh(config)
    for threshold in (0.7, 0.9, 1.1):
        project(rules.replace("LEVEL", str(threshold)), golden, run)
        recording.refresh(config)

    kept = json.loads((config.parent / "baselines" / "c.json").read_text("utf-8"))

    assert kept["threshold"] == 0.5


def test_only_whole_answers_are_appended(project):
    """New golden items without an answer stay unknown to the baseline instead of counting as its misses."""
    config = project(RANKED + "metrics: {recall: {tolerance: 0.02}}\n", QUERIES[:40], HITS[:40])
    recording.refresh(config)
    project(RANKED + "metrics: {recall: {tolerance: 0.02}}\n", QUERIES, HITS[:50])

    recording.refresh(config)
    kept = json.loads((config.parent / "baselines" / "c.json").read_text("utf-8"))

    assert len(kept["item_digests"]) == kept["run"]["items"] == 50
    assert kept["checks"][0]["value"] == 1.0


def test_a_threshold_that_was_never_frozen_is_not_made_up(project):
    """`from-baseline` with a baseline that has no threshold is no answer, not the candidate's own optimum."""
    golden, run = classified()
    config = project(SCORED + "metrics: {pr_auc: {}}\n", golden, run)
    recording.refresh(config)
    project(SCORED + "threshold: from-baseline\nmetrics: {expected_cost: {tolerance: 0.1}}\n", golden, run)

    with pytest.raises(NoAnswerError, match="no frozen threshold"):
        pipeline.check(config)


@pytest.mark.parametrize("threshold", ["cheapest", "from-baseline"])
def test_a_class_beside_one_score_does_not_move_the_cheapest_threshold(project, threshold):
    """A threshold is chosen on scores: those without a class are no missing answers where one has both."""
    golden, run = classified()
    rules = f"{SCORED}threshold: {threshold}\nmetrics: {{expected_cost: {{}}}}\n"
    expected = pipeline.check(project(rules, golden, run)).reports[0].threshold
    run[3]["predicted"] = "no"
    found = pipeline.check(project(rules, golden, run)).reports[0].threshold

    assert expected.deployed is not None
    assert found == expected


def test_rules_that_a_cheapest_threshold_disarms_are_named(project):
    """A floor that cannot act is said aloud."""
    golden, run = classified()
    rules = "threshold: cheapest\nmetrics: {recall: {floor: 0.99}, pr_auc: {}}\n"

    report = pipeline.check(project(SCORED + rules, golden, run)).reports[0]

    assert "recall" in next(n.text for n in report.notices if n.code == "threshold_not_frozen")


def test_the_same_order_is_unchanged_to_the_last_bit(project):
    """Scores that only tie what was in order among positives move PR-AUC by rounding alone: by nothing."""
    golden = [{"id": f"i{i:02d}", "label": "yes" if i < 35 else "no"} for i in range(80)]
    run = [{"id": f"i{i:02d}", "score": 1 - i / 100} for i in range(80)]
    config = project(SCORED + "metrics: {pr_auc: {tolerance: 0.01}}\n", golden, run)
    recording.refresh(config)
    tied = [{**row, "score": 0.99} if i < 7 else row for i, row in enumerate(run)]
    project(SCORED + "metrics: {pr_auc: {tolerance: 0.01}}\n", golden, tied)

    report = pipeline.check(config).reports[0]

    assert report.checks[0].reason is Reason.UNCHANGED
    assert recording.refresh(config).files == ()


def test_an_unsure_guard_worries_nobody(project):
    """A part of the set that is too small to tell leaves the config a pass."""
    rows = [{**q, "slices": {"kind": "odd" if i < 6 else "usual"}} for i, q in enumerate(QUERIES)]
    rules = (
        RANKED + "metrics:\n  hit_rate: {tolerance: 0.1}\n  recall: {tolerance: 0.1, where: {kind: odd}}\n"
    )
    config = project(rules, rows, HITS)
    recording.refresh(config)
    project(rules, rows, [{**row, "ranked": ["x"]} if i == 0 else row for i, row in enumerate(HITS)])

    report = pipeline.check(config).reports[0]

    assert {check.name: check.outcome for check in report.checks} == {
        "hit_rate@3": Outcome.PASS,
        "recall@3 [kind=odd]": Outcome.INCONCLUSIVE,
    }
    assert (report.outcome, report.exit_code) == (Outcome.PASS, 0)


def test_a_forgiving_floor_forgives_no_drop():
    """Inside the hysteresis a drop beyond the tolerance still regresses."""
    facts = Facts(value=0.8, before=1.0, gain=-0.2, low=-0.4, high=0.0, n=10, worse=0.25, worse_alone=0.25)
    rule = Rule(Mode.POINT, 0.01, 0.05, Limit(0.85, hysteresis=0.1))

    assert judge(facts, rule).outcome is Outcome.REGRESSED


def test_equal_drops_of_few_items_are_no_evidence():
    """Two items that lose alike leave no spread, and chance does that in a quarter of the cases."""
    facts = Facts(
        value=0.0, before=1.0, gain=-1.0, low=-1.0, high=-1.0, simultaneous_high=-1.0, n=2, worse=0.25
    )

    assert judge(facts, Rule(Mode.MINIMUM_EFFECT, 0.01, 0.05, None)).outcome is Outcome.INCONCLUSIVE
