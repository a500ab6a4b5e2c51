"""What a history adds up to."""

import random

import pytest

from gate.history import accepted, count
from gate.stores.records import Acceptance, CheckRecord, Mark, Provenance, Record


def check(outcome="pass", *, metric="mrr", changed=4, worse=3, n=50, **fields):
    """Return one check; by default four items changed, three of them for the worse."""
    better = None if changed is None else changed - worse
    return CheckRecord(
        metric, None, "headline", outcome, "", 0.02, -0.01, 0.5, n, changed, worse, better, **fields
    )


def record(run="b", *checks, mode="significant", baseline="a", name="docs", day=1, would_be=None, **fields):
    """Return a record whose outcome is that of its first check."""
    checks = checks or (check(),)
    outcome = checks[0].outcome
    would_be = int(outcome == "regressed") if would_be is None else would_be
    return Record(
        name,
        mode,
        outcome,
        0 if mode == "report_only" else would_be,
        would_be,
        "f" * 16,
        baseline * 64,
        run * 64,
        checks,
        provenance=Provenance(f"2025-01-{day:02d}T00:00:00Z", "c" * 40),
        **fields,
    ).identified()


def mark(of, says="false_alarm", reason="harmless", on=None):
    """Return a mark on a record."""
    return Mark("docs", of.id, says, on, reason)


def of_check(counts, name="mrr"):
    """Return the counts of one check."""
    return next(c for c in counts.checks if c.name == name)


def test_nothing_recorded():
    """No runs, no checks, and nothing is known of how often the gate is wrong."""
    counts = count([], "docs")
    assert (counts.runs, counts.checks, counts.alarms, counts.first) == (0, (), (), "")
    assert counts.false_share_at_most == 1


def test_each_outcome_has_its_column():
    """A drop fails the build or would have, by the mode it was recorded in."""
    entries = [
        record("b", check("regressed")),
        record("c", check("regressed"), mode="report_only"),
        record("d", check("inconclusive")),
        record("e", check("not_comparable", changed=None, n=None, worse=None), would_be=3),
        record("f", check("improved", worse=0)),
        record("1", check("pass", changed=0, worse=0)),
    ]
    found = of_check(count(entries, "docs"))
    assert (found.runs, found.changed, found.failed, found.would_have_failed) == (6, 4, 1, 1)
    assert (found.inconclusive, found.not_comparable, found.improved) == (1, 1, 1)
    assert count(entries, "docs").codes == {0: 3, 1: 2, 3: 1}


def test_an_equal_report_counts_once():
    """Whenever, wherever and however often it was recorded, and with another machine's rounding."""
    one = record("b", check("regressed"), day=1)
    again = record("b", check("regressed"), day=9)
    rounded = record("b", CheckRecord(**{**vars_of(check("regressed")), "gain": -0.01 + 1e-17}), day=3)
    counts = count([one, again, rounded, record("c", day=4)], "docs")
    assert (counts.runs, counts.repeats) == (2, 2)
    assert (counts.first, counts.last) == ("2025-01-01T00:00:00Z", "2025-01-09T00:00:00Z")
    assert counts.alarms[0].time == one.provenance.time


def vars_of(value):
    """Return the fields of a slotted dataclass."""
    return {name: getattr(value, name) for name in value.__dataclass_fields__}


def test_other_configs_in_one_file_are_left_alone():
    """Names keep them apart, also for marks and acceptances."""
    alarm = record("b", check("regressed"))
    entries = [alarm, record("b", check("regressed"), name="other"), Acceptance("other", "b" * 64, "x")]
    counts = count(entries, "docs")
    assert (counts.runs, counts.alarms[0].accepted) == (1, False)


def test_the_last_mark_counts():
    """False, real after all, false for one check alone."""
    alarm = record("b", check("regressed"), check("regressed", metric="map"))
    entries = [alarm, mark(alarm)]
    assert count(entries, "docs").alarms[0].false == ("mrr", "map")
    entries.append(mark(alarm, "real_alarm", "it was the index"))
    counts = count(entries, "docs")
    assert (counts.alarms[0].false, counts.alarms[0].reason) == ((), "it was the index")
    entries.append(mark(alarm, on="map"))
    counts = count(entries, "docs")
    assert counts.alarms[0].false == ("map",)
    assert (of_check(counts).false_alarms, of_check(counts, "map").false_alarms) == (0, 1)
    assert counts.false_alarms == 1


def test_the_bound_on_false_alarms_is_the_rule_of_three():
    """No false alarm in 59 changed runs leaves room for five per cent."""
    runs = [record("b", check(changed=i + 1, worse=0)) for i in range(59)]
    assert count(runs, "docs").false_share_at_most == pytest.approx(0.05, abs=5e-4)
    assert count([*runs, record("c", check(changed=0, worse=0))], "docs").changed == 59


def test_checks_stand_in_the_latest_order_and_none_is_forgotten():
    """A check that the config dropped is still counted, at the end."""
    old = record("b", check(metric="map"), check(metric="mrr"))
    new = record("c", check(metric="mrr"), check(metric="ndcg@10"))
    assert [c.name for c in count([old, new], "docs").checks] == ["mrr", "ndcg@10", "map"]


def test_accepted_changes_carry_their_counts():
    """A pass, an inconclusive result and an improvement are let in; a drop and no answer are not."""
    entries = [
        record("b", check("pass", changed=5, worse=2, broken=1, mended=0)),
        record("c", check("inconclusive")),
        record("d", check("improved", worse=0)),
        record("e", check("regressed")),
        record("f", check("not_comparable", changed=None, n=None, worse=None), would_be=3),
    ]
    found = accepted(entries, "docs")
    assert [(a.how, a.losses, a.gains, a.changed, a.n) for a in found] == [
        ("passed", 2, 3, 5, 50),
        ("passed", 3, 1, 4, 50),
        ("passed", 0, 4, 4, 50),
    ]
    assert [(a.broken, a.mended) for a in found] == [(1, 0), (None, None), (None, None)]


def test_what_adds_up_since_an_anchor_is_no_single_change():
    """It is counted as a check of its own, and no accepted change."""
    entries = [record("b", check("inconclusive"), check("regressed", since="v1"), would_be=0)]
    assert [c.name for c in count(entries, "docs").checks] == ["mrr", "mrr since v1"]
    assert [a.check for a in accepted(entries, "docs")] == ["mrr"]


def test_an_alarm_is_accepted_when_the_baseline_moves_to_it():
    """By a person's word, or because a later record is compared with that very run."""
    alarm = record("b", check("regressed"))
    assert accepted([alarm], "docs") == []
    later = record("c", baseline="b")
    assert [(a.record, a.how) for a in accepted([alarm, later], "docs")] == [
        (alarm.id, "merged"),
        (later.id, "passed"),
    ]
    (taken,) = accepted([alarm, Acceptance("docs", "b" * 64, "wanted")], "docs")
    assert taken.how == "merged"
    counts = count([alarm, Acceptance("docs", "b" * 64, "wanted")], "docs")
    assert (counts.alarms[0].reason, of_check(counts).accepted) == ("wanted", 1)


def test_what_was_the_baseline_already_is_not_accepted_by_that():
    """A floor that the baseline itself misses, and a change that goes back to an older baseline."""
    floor = record("a", check("regressed", changed=0, worse=0))
    back = record("a", check("regressed"), baseline="b", day=2)
    entries = [record("c", day=1), floor, back, record("d", baseline="b", day=3)]
    assert [a.accepted for a in count(entries, "docs").alarms] == [False, False]
    taken = record("e", baseline="a", day=4)
    assert [a.accepted for a in count([*entries, taken], "docs").alarms] == [False, True]
    assert [a.accepted for a in count([taken, *entries], "docs").alarms] == [False, True]


def test_false_alarms_are_accepted_and_real_ones_are_not():
    """Where one of two checks was wrong, that check alone is known to be harmless."""
    alarm = record("b", check("regressed"), check("regressed", metric="map"))
    assert [a.check for a in accepted([alarm, mark(alarm)], "docs")] == ["mrr", "map"]
    assert [a.check for a in accepted([alarm, mark(alarm, on="map")], "docs")] == ["map"]
    assert accepted([alarm, mark(alarm), mark(alarm, "real_alarm")], "docs") == []


def test_a_real_alarm_stays_out_although_it_was_merged():
    """Somebody wanted the loss; it says nothing of harmless changes."""
    alarm = record("b", check("regressed"))
    entries = [alarm, Acceptance("docs", "b" * 64, "wanted"), mark(alarm, "real_alarm")]
    assert accepted(entries, "docs") == []


def test_one_change_under_two_rules_is_accepted_once():
    """The same answers, golden set and baseline, judged again with another mode: the latest counts."""
    entries = [record("b", mode="report_only"), record("c"), record("b", mode="strict")]
    assert [a.record for a in accepted(entries, "docs")] == [entries[1].id, entries[2].id]


def test_repeats_and_merged_copies_change_no_count():
    """A history and the same lines put together twice count alike, whatever the order of the copies."""
    alarm = record("b", check("regressed"), day=2)
    entries = [record("c", day=1), alarm, record("d", check("improved"), day=3), mark(alarm)]
    once = count(entries, "docs")
    shuffled = entries + random.Random(1).sample(entries[:3], 3)
    twice = count(shuffled, "docs")
    assert (twice.runs, twice.repeats, twice.checks) == (once.runs, 3, once.checks)
    assert [a.record for a in accepted(shuffled, "docs")] != []
