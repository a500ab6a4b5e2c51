"""What `gate history` prints, whole."""

import pytest

from gate.history import count
from gate.reporters import history
from gate.stores.records import Acceptance, CheckRecord, Mark, Provenance, Record


def check(metric, outcome, *, worse=0, part=None):
    """Return a check in which some items got worse."""
    return CheckRecord(metric, part, "headline", outcome, "", 0.02, 0.0, 1.0, 60, worse, worse, 0)


def record(day, run, *checks, mode="report_only", would_be=0):
    """Return a record of January 2025."""
    exit_code = 0 if mode == "report_only" else would_be
    where = Provenance(f"2025-01-{day:02d}T09:30:00Z", f"{day:040x}")
    return Record(
        *("docs", mode, checks[0].outcome if checks else "not_comparable", exit_code, would_be, "f" * 16),
        *("a" * 64, run * 64 if run else "", tuple(checks)),
        provenance=where,
    ).identified()


@pytest.fixture
def histories():
    """Two configs: one with a month behind it, one that has just begun."""
    false = record(3, "b", check("mrr", "regressed", worse=7), check("hit_rate@3", "info"), would_be=1)
    real = record(
        9,
        "c",
        check("mrr", "regressed", worse=12),
        check("ndcg@10", "regressed", worse=20, part="topic=ops|<b>"),
        mode="significant",
        would_be=1,
    )
    taken = record(12, "d", check("mrr", "regressed", worse=9), mode="significant", would_be=1)
    entries = [
        record(1, "1", check("mrr", "pass"), check("hit_rate@3", "info")),
        record(2, "1", check("mrr", "pass"), check("hit_rate@3", "info")),
        false,
        record(4, "2", check("mrr", "inconclusive", worse=3), check("hit_rate@3", "info")),
        record(5, "", would_be=3),
        real,
        taken,
        record(13, "e", check("mrr", "improved", worse=1)),
        Mark("docs", false.id, "false_alarm", None, "ask @ops, pages moved"),
        Mark("docs", real.id, "real_alarm", None, "the index was empty"),
        Acceptance("docs", "d" * 64, "cheaper model"),
    ]
    return [count(entries, "docs"), count([], "new")]


def test_terminal(histories, golden):
    """Columns that are 0 throughout are gone; each alarm has its fate below it."""
    golden("history/shown.txt", history.terminal(histories))


def test_markdown(histories, golden):
    """The same, escaped."""
    golden("history/shown.md", history.markdown(histories))


def test_machine(histories):
    """Every field of the counts, by name."""
    told = history.machine(histories)
    assert told["schema_version"] == 1
    docs, new = told["histories"]
    assert (docs["runs"], docs["repeats"], docs["changed"], docs["false_alarms"]) == (7, 1, 5, 1)
    assert [alarm["real"] for alarm in docs["alarms"]] == [(), ("mrr", "ndcg@10 [topic=ops|<b>]"), ()]
    assert (new["runs"], new["false_share_at_most"]) == (0, 1.0)
