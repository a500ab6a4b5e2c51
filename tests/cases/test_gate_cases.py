"""Cases 42 to 48, 50 and 52: a run against its baseline and its floors."""

import csv
import math
import re

import pytest

TREC = {"golden": "qrels.txt", "run": "run.txt"}
CSV = {"golden": "predictions.csv", "run": "predictions.csv", "task": "classification"}
WORKTREE = "baseline: {from: worktree}"
POINT = f"{WORKTREE}\ndecision: {{mode: point}}"
VALUE = "mean(value, better=higher)"


def table(found, name):
    """Read a CSV file of a case as dictionaries."""
    with (found.folder / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def carried(found, name, column):
    """Turn a CSV file of ids and numbers into a run that carries them."""
    return found.carry(f"{name}.jsonl", {row["id"]: float(row[column]) for row in table(found, name)})


def test_42_bootstrap_degenerate(case, near):
    """Where every item scores 1, the interval is finite, says why, and the floor holds."""
    found = case(42)

    answer = found.check(found.config("{recall@1: {floor: 0.9}, hit_rate@1: {floor: 0.9}}", **TREC))

    assert answer.code == 0
    for metric, low in (("recall@1", 1 + math.log(0.025) / 6), ("hit_rate@1", 0.609666)):
        level = answer.check(metric)["candidate"]
        assert (level["value"], level["low"], level["high"]) == (near(1.0), near(low), near(1.0))
        assert level["n"] == 6
        assert answer.verdict(metric) == ("pass", "above_floor")
    assert not re.search(r"\bnan\b", answer.out, re.IGNORECASE)
    assert "no variation" in answer.check("recall@1")["candidate"]["because"]


def test_43_bootstrap_single_class_resample(case, near):
    """Resamples of one class are left out and counted; with so few positives the metric never blocks."""
    found = case(43)
    config = found.config("{roc_auc: {tolerance: 0.02}}", **CSV, more=f"positive: 1\n{WORKTREE}")
    found.accept(config)
    turned = [
        f"{row['id']},{row['label']},{1 - float(row['score'])}\n" for row in table(found, "predictions.csv")
    ]
    worse = found.write("worse.csv", "".join(["id,label,score\n", *turned]))

    same, lost = found.check(config), found.check(config, run=worse)

    level = same.check("roc_auc")["candidate"]
    assert level["value"] == near(0.833333)
    assert 0 <= level["low"] < level["value"] < level["high"] <= 1
    notes = [note for note in same.check("roc_auc")["notes"] if "resamples" in note]
    (share,) = (float(note.split("on ")[1].split(" %")[0]) for note in notes)
    assert share == pytest.approx(100 * 0.9**20, abs=1.5)
    assert (lost.code, lost.value("roc_auc")) == (0, near(1 - 0.833333))
    assert lost.verdict("roc_auc") == ("inconclusive", "too_few_positives")


def test_44_paired_bootstrap(case, near):
    """Every item loses 0.02: in pairs that is no noise, and a regression."""
    found = case(44)
    before, now = (carried(found, f"{name}.csv", "score") for name in ("baseline", "current"))
    config = found.config(
        f"{{'{VALUE}': {{tolerance: 0.01}}}}", golden="golden.jsonl", run=now, more=WORKTREE
    )
    found.accept(config, run=before)

    answer = found.check(config)

    (check,) = answer.report["checks"]
    assert (check["baseline"]["value"], check["candidate"]["value"]) == (near(0.562), near(0.542))
    assert [check["gain"][end] for end in ("low", "value", "high")] == near([-0.02, -0.02, -0.02])
    assert (answer.code, check["outcome"], check["reason"]) == (1, "regressed", "drop")


@pytest.mark.parametrize("row", range(7))
def test_45_tolerance_boundary_float(case, near, row):
    """A drop of exactly the tolerance is allowed, whatever binary subtraction makes of it."""
    found = case(45)
    row = table(found, "boundary.csv")[row]
    before = found.carry("before.jsonl", {"q": float(row["baseline"])})
    now = found.carry("now.jsonl", {"q": float(row["current"])})
    rule = f"{{'{VALUE}': {{tolerance: {row['tolerance']}}}}}"
    config = found.config(rule, golden="golden.jsonl", run=now, more=POINT)
    found.accept(config, run=before)

    answer = found.check(config)

    assert answer.report["checks"][0]["candidate"]["value"] == near(float(row["current"]))
    passes = row["expected"] == "pass"
    assert answer.code == (0 if passes else 1)
    assert answer.report["checks"][0]["outcome"] == ("pass" if passes else "regressed")


@pytest.mark.parametrize("row", range(7))
def test_45_tolerance_boundary_counts(case, near, row):
    """The same verdicts where the values are counted: 7 hits of 10 after 8 of 10, and so on."""
    found = case(45)
    row = table(found, "boundary.csv")[row]
    of = 10 ** max(len(row[side].rstrip("0").partition(".")[2]) or 1 for side in ("baseline", "current"))
    found.write("qrels.txt", "".join(f"q{i} 0 a 1\n" for i in range(of)))
    for name, side in (("before.txt", "baseline"), ("run.txt", "current")):
        hits = round(float(row[side]) * of)
        found.write(name, "".join(f"q{i} Q0 {'a' if i < hits else 'z'} 1 1 s\n" for i in range(of)))
    config = found.config(f"{{hit_rate@1: {{tolerance: {row['tolerance']}}}}}", **TREC, more=POINT)
    found.accept(config, run="before.txt")

    answer = found.check(config)

    assert answer.value("hit_rate@1") == near(float(row["current"]))
    passes = row["expected"] == "pass"
    assert (answer.code, answer.check("hit_rate@1")["outcome"]) == (
        (0, "pass") if passes else (1, "regressed")
    )


def test_46_display_rounding_hides_failure(case, near):
    """The exact value is judged, and printed with enough digits to differ from the floor."""
    found = case(46)

    answer = found.check(found.config("{hit_rate@1: {floor: 0.67}}", **TREC))

    assert answer.code == 1
    assert answer.value("hit_rate@1") == near(0.666667)
    assert answer.verdict("hit_rate@1") == ("regressed", "floor")
    assert answer.check("hit_rate@1")["because"] == "0.6667 is below the floor of 0.67"
    assert "0.6667 is below the floor of 0.67" in answer.out


@pytest.mark.parametrize("swapped", [False, True])
def test_47_lower_is_better(case, near, swapped):
    """A cost that rises from 1 to 6 regressed, and one that falls from 6 to 1 improved."""
    found = case(47)
    dear, cheap = "predictions.csv", "cheap.csv"
    found.write(cheap, (found.folder / dear).read_bytes().replace(b"c,1,0.35", b"c,1,0.55"))
    more = f"positive: 1\nthreshold: 0.5\ncosts: {{false_positive: 1, false_negative: 5}}\n{POINT}"
    config = found.config("{expected_cost: {tolerance: 10%}}", **CSV, more=more)
    found.accept(config, run=dear if swapped else cheap)

    answer = found.check(config, run=cheap if swapped else dear)

    assert answer.code == (0 if swapped else 1)
    check = answer.check("expected_cost")
    assert (check["better"], answer.report["threshold"]["total_cost"]) == ("lower", near(1 if swapped else 6))
    assert check["gain"]["value"] == near(5 / 6 if swapped else -5 / 6)
    assert check["outcome"] == ("improved" if swapped else "regressed")
    assert ("improved" in answer.out, "regressed" in answer.out) == (swapped, not swapped)


def test_47_a_direction_is_declared(case):
    """A number of one's own has no direction until one is written."""
    found = case(47)

    answer = found.check(found.config("{mean(price): {}}", **CSV, more="positive: 1"))

    assert answer.code == 2
    assert "better=" in answer.err


def test_48_vanished_metric(case):
    """A check that the baseline has and the config lost is listed, until a person accepts it."""
    found = case(48)
    found.accept(
        found.config("{recall@1: {tolerance: 0.02}, ndcg@1: {tolerance: 0.02}}", **TREC, more=WORKTREE)
    )
    config = found.config("{recall@1: {tolerance: 0.02}}", **TREC, more=WORKTREE)

    answer = found.check(config)

    assert answer.code == 3
    assert answer.verdict("ndcg@1") == ("not_comparable", "vanished")
    assert answer.verdict("recall@1") == ("pass", "unchanged")
    assert "ndcg@1" in answer.out
    found.accept(config)
    assert found.check(config).code == 0


def test_50_nan_fails_closed(case, near):
    """What cannot be measured does not pass, and leaves what can be measured alone."""
    found = case(50)
    rule = "{floor: 0.5, tolerance: 0.05}"
    config = found.config(f"{{pr_auc: {rule}, accuracy: {rule}}}", **CSV, more=f"positive: 1\n{POINT}")
    now = (found.folder / "predictions.csv").read_bytes()
    found.write("predictions.csv", now.replace(b"1,0,0.2,0", b"1,1,0.4,1"))
    found.accept(config)
    found.write("predictions.csv", now)

    answer = found.check(config)

    assert answer.code == 3
    assert answer.value("pr_auc") is None
    assert answer.verdict("pr_auc") == ("not_comparable", "undefined")
    assert answer.check("pr_auc")["because"].startswith("not measured: no positive example")
    assert answer.value("accuracy") == near(1.0)
    assert not re.search(r"\bnan\b", answer.out, re.IGNORECASE)


@pytest.mark.parametrize(
    ("name", "gain", "outcome"), [("zero.csv", 0.0, "pass"), ("better.csv", 0.1, "improved")]
)
def test_52_zero_baseline_relative(case, near, name, gain, outcome):
    """A baseline of 0 has no percentages: the gain stands alone, and no gain is no loss."""
    found = case(52)
    before, now = carried(found, "zero.csv", "value"), carried(found, name, "value")
    config = found.config(f"{{'{VALUE}': {{tolerance: 5%}}}}", golden="golden.jsonl", run=now, more=POINT)
    found.accept(config, run=before)

    answer = found.check(config)

    (check,) = answer.report["checks"]
    assert (answer.code, check["outcome"]) == (0, outcome)
    assert (check["gain"]["value"], check["gain"]["relative"]) == (near(gain), None)
    assert check["tolerance"] == near(0.0)
    assert all(math.isfinite(check["gain"][end]) for end in ("low", "high"))
