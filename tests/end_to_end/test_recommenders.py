"""Recommenders through the whole command: catalogue, users, baselines, reports."""

import json
import re

import pytest

from gate.errors import ExitCode
from tests.end_to_end.calls import VALIDATOR, call, strict_json
from tests.end_to_end.shops import SHOP, lists, users, values


def test_a_shop_that_shows_everybody_the_same(shop):
    """Refresh, an exact pass, then the same four books for all: every metric of the catalogue sees it."""
    assert shop.gate("refresh").code == 0
    ended, report = shop.check()
    assert ended.code == 0
    assert {check["reason"] for check in report["checks"]} == {"unchanged"}
    assert values(report)["coverage@4"] == 30 / 40
    assert values(report)["gini_catalogue@4"] == pytest.approx(0.25)
    assert values(report)["recall@4"] == 1.0

    ended, report = shop.write(run=lists(same=True)).check()

    VALIDATOR.validate(
        {"schema_version": 1, **strict_json((shop.top.parent / "project.report.json").read_bytes())}
    )
    assert ended.code == ExitCode.REGRESSED
    outcomes = {check["metric"]: check["outcome"] for check in report["checks"]}
    assert outcomes["coverage@4"] == outcomes["gini_catalogue@4"] == outcomes["novelty@4"] == "regressed"
    assert values(report)["gini_shown@4"] == 0.0  # it alone is content
    assert {check["candidate"]["n"] for check in report["checks"] if check["metric"] == "recall@4"} == {54}
    assert {check["candidate"]["n"] for check in report["checks"] if check["metric"] == "coverage@4"} == {60}


def test_missing_errored_and_empty_lists(shop):
    """A user without an answer counts as the worst, one with an empty list is left out; both are told."""
    rows = lists()
    rows[1] = {"id": "u01", "ranked": []}
    rows[2] = {"id": "u02", "error": "timeout"}
    del rows[3]
    ended, report = shop.write(run=rows).check("--first-run", "pass")

    notes = {check["metric"]: " ".join(check["notes"]) for check in report["checks"]}
    assert ended.code == 0
    assert "1 of 60 lists without an item" in notes["novelty@4"]
    assert "2 items without an answer counted as the worst value" in notes["novelty@4"]
    assert "2 users without an answer shown nothing" in notes["coverage@4"]
    buckets = {bucket["name"]: bucket["count"] for bucket in report["accounting"]}
    assert (buckets["scored"], buckets["errored"], buckets["missing"]) == (58, 1, 1)


def test_what_perfect_lists_would_be_is_not_guessed(shop):
    """Nobody knows the list of nobody's book: where it cannot be compared, no verdict hangs on it."""
    assert shop.gate("refresh").code == 0
    shop.write(run=lists()[30:])

    _, report = shop.check()

    notes = {check["metric"]: " ".join(check["notes"]) for check in report["checks"]}
    assert "its 27 unanswered items" in notes["recall@4"]
    assert "without an answer counted as the worst" in notes["diversity@4"]
    assert not [name for name, told in notes.items() if "not comparable" in told]


def test_slices_clusters_and_repeats(shop):
    """Coverage of a slice is that of its users; repeated answers are averaged in the user."""
    rows = [{**row, "repeat": n} for row in lists() for n in (1, 2)]
    config = SHOP.replace("interval:", "slices: {home: {tolerance: 0.2}}\ncluster: street\ninterval:")
    shop.write(config=config, run=rows)
    assert shop.gate("refresh").code == 0

    ended, report = shop.check()

    assert ended.code == 0
    assert {check["reason"] for check in report["checks"] if check["outcome"] != "inconclusive"} == {
        "unchanged"
    }
    sliced = {check["slice"]: check for check in report["checks"] if check["metric"] == "coverage@4"}
    assert sliced["home=a"]["candidate"]["n"] == 30
    assert sliced["home=a"]["candidate"]["value"] <= 30 / 40


def test_critical_users_who_were_asked_twice(shop):
    """A critical user breaks when most lists lack what they like; one who likes nothing is not decided."""
    golden = [user | {"critical": True} for user in users()]
    rows = [{**row, "repeat": n} for row in lists() for n in (1, 2)]
    assert shop.write(golden=golden, run=rows).gate("refresh").code == 0

    lost = [row | {"ranked": ["b39"]} if row["id"] == "u01" else row for row in rows]
    ended, report = shop.write(run=lost).check()

    assert ended.code == ExitCode.REGRESSED
    (broken,) = [check for check in report["checks"] if check["reason"] == "critical"]
    assert broken["because"] == "1 of 60 critical items lost every relevant document: 'u01'"


@pytest.mark.parametrize("command", ["validate", "check", "selftest"])
def test_a_catalogue_that_nobody_named_is_told_with_everything_else(shop, command):
    """A golden set that cannot be read does not hide that metrics need a catalogue: one list, one round."""
    line = next(line for line in SHOP.splitlines(keepends=True) if line.startswith("catalogue"))
    shop.write(config=SHOP.replace(line, ""))
    (shop.top / "golden.jsonl").write_text('{"id": "u1", "relevant": {"b01": "x"}}\n', "utf-8")

    ended = shop.gate(command)

    assert ended.code == 2
    assert "golden.jsonl:1: " in ended.err
    assert "coverage@4 needs a catalogue" in ended.err


def test_a_change_that_shrinks_its_catalogue(shop):
    """Dropping books that nobody is shown raises coverage; the base's catalogue still counts."""
    shop.git("init", "--quiet", "--initial-branch=main")
    assert shop.gate("refresh").code == 0
    shop.commit("start")
    shop.git("checkout", "--quiet", "-b", "topic")
    books = (shop.top / "books.csv").read_text().splitlines(keepends=True)
    (shop.top / "books.csv").write_text("".join(books[:31]))
    shop.write(run=lists(same=True))
    shop.commit("fewer books")

    ended, (ours, theirs) = shop.check_all()

    assert ended.code == ExitCode.REGRESSED
    assert values(ours)["coverage@4"] == 4 / 30
    assert values(theirs)["coverage@4"] == 4 / 40
    (told,) = [notice["text"] for notice in ours["notices"] if notice["code"] == "rules_edited"]
    assert "this change edits what it is judged by: books.csv" in told


def test_a_live_recommender(shop):
    """A function of the user's id answers as a search does with its query."""
    module = "def recommend(id, k):\n    return [f'b{(int(id[1:]) + 7 * i) % 30:02}' for i in range(k)]\n"
    (shop.top / "live.py").write_text(module)
    config = SHOP.replace("{run: run.jsonl}", "{function: 'live:recommend'}")
    golden = [{**user, "query": user["id"]} for user in users()]

    ended, report = shop.write(config=config, golden=golden).check("--first-run", "pass")

    assert ended.code == 0, ended.err
    assert values(report)["coverage@4"] == 30 / 40


def test_metrics_of_the_catalogue_alone_need_nothing_to_find(shop):
    """Users who like nothing that is known can still be shown a catalogue."""
    config = re.sub(r"  recall.*\n", "", SHOP)
    golden = [{"id": user["id"], "relevant": {}} for user in users()]

    ended, report = shop.write(config=config, golden=golden).check("--first-run", "pass")

    assert ended.code == 0, ended.err
    assert values(report)["coverage@4"] == 30 / 40


def test_the_other_commands_know_the_task(shop, capsys):
    """Lint, stats, convert, explain and compare take a recommender as they take a search."""
    assert shop.gate("refresh").code == 0
    for words in (["golden", "lint"], ["golden", "stats"]):
        assert call(*words, "search.yaml").code == 0
    converted = call("convert", "golden.jsonl", "--task", "recommendation", "--to", "jsonl", "--output", "-")
    assert [json.loads(line)["id"] for line in converted.out.splitlines()][:2] == ["u00", "u01"]
    shop.write(run=lists(same=True))
    told = call("explain", "item", "search.yaml", "coverage", "u07", "--base", "worktree")
    assert told.code == 0, told.err
    assert "b07" in told.out
    assert call("compare", "run.jsonl", "run.jsonl", "--config", "search.yaml").code == 0


@pytest.mark.parametrize("name", ["coverage", "gini_shown", "novelty", "diversity", "neighbour_recall"])
def test_metrics_explain_themselves(name):
    """`gate explain metric` says what each is, what it needs, and shows its example."""
    told = call("explain", "metric", name)

    assert told.code == 0
    assert "Source:" in told.out
    assert "Example:" in told.out
    if name != "neighbour_recall":
        assert "a `catalogue` in the config" in told.out
