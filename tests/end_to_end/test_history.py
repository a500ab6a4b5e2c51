"""Shadow mode and history, from the first check to the day the gate blocks."""

import json

import pytest

from tests.end_to_end.calls import call, strict_json
from tests.end_to_end.conftest import CONFIG, run_rows

SHADOW = CONFIG + "decision: {mode: report_only}\nhistory: history/\n"


def broken(items, n=40):
    """Answers in which the first ``items`` questions lost their document."""
    return [*run_rows(items, rank=0), *run_rows(n, first=items)]


@pytest.fixture
def shadowed(project):
    """A project with a baseline that only reports, and keeps a history."""
    assert project.gate("refresh").code == 0
    return project.write(config=SHADOW)


def lines(project, file="history/search.jsonl"):
    """Return the lines of a history as objects."""
    return [json.loads(line) for line in (project.top / file).read_text("utf-8").splitlines()]


def counted(project):
    """Return what `gate history` counts, as a program reads it."""
    ended = project.gate("history", "--format", "json")
    assert ended.code == 0
    (found,) = strict_json(ended.out)["histories"]
    return found


def test_from_shadow_to_blocking(shadowed):
    """Two weeks of reports, a false alarm that is marked, and then the same drop fails the build."""
    assert shadowed.check()[0].code == 0
    ended, report = shadowed.write(run=broken(12)).check()
    assert (ended.code, report["would_be"]) == (0, 1)
    found = counted(shadowed)
    mrr = found["checks"][0]
    assert (mrr["runs"], mrr["changed"], mrr["would_have_failed"], mrr["failed"]) == (2, 1, 1, 0)
    assert found["codes"] == {"0": 1, "1": 1}
    (alarm,) = found["alarms"]

    assert (
        call("history", "mark", "search.yaml", alarm["record"][:5], "--false-alarm", "--reason", "moved").code
        == 0
    )
    assert counted(shadowed)["checks"][0]["false_alarms"] == 1
    shown = shadowed.gate("history").out
    assert "false alarm: moved" in shown
    assert alarm["record"] in shown

    ended, _ = shadowed.write(config=SHADOW.replace("report_only", "significant")).check()
    assert ended.code == 1
    mrr = counted(shadowed)["checks"][0]
    assert (mrr["runs"], mrr["would_have_failed"], mrr["failed"], mrr["false_alarms"]) == (3, 1, 1, 1)


def test_a_record_says_what_was_decided_and_on_what(shadowed):
    """Digests of golden set, baseline and run; per check outcome, gain, p and counts; where it was."""
    ended, report = shadowed.write(run=broken(12)).check()
    assert ended.code == 0
    (line,) = lines(shadowed)
    stored = shadowed.stored()
    assert (line["mode"], line["outcome"], line["exit_code"], line["would_be"]) == (
        "report_only",
        "regressed",
        0,
        1,
    )
    assert (line["golden"], line["baseline"]) == (stored["golden"]["fingerprint"], stored["run"]["digest"])
    assert len(line["run"]) == 64
    assert line["run"] != line["baseline"]
    for told, check in zip(line["checks"], report["checks"], strict=True):
        gain = check["gain"]
        assert told["gain"] == gain["value"]
        assert (told["n"], told["changed"], told["worse"], told["better"]) == (40, 12, 12, 0)
        assert (told["broken"], told["mended"]) == (12, 0)
        for key in ("metric", "slice", "role", "outcome", "reason", "tolerance", "p"):
            assert told[key] == check[key]
    assert line["provenance"]["time"]


def test_a_fall_is_not_an_outright_loss(shadowed):
    """From rank 2 to 4 an item gets worse, and is still found by a metric without a cut-off."""
    shadowed.write(run=[*run_rows(5, rank=4), *run_rows(8, rank=0, first=5), *run_rows(40, first=8)])
    assert shadowed.check()[0].code == 0
    told = {check["metric"]: check for check in lines(shadowed)[0]["checks"]}
    assert (told["mrr"]["worse"], told["mrr"]["broken"]) == (8, 3)
    assert (told["hit_rate@3"]["worse"], told["hit_rate@3"]["broken"]) == (8, 8)
    assert shadowed.gate("accept", "--reason", "a step on the way").code == 0
    shadowed.write(run=run_rows()).check()
    told = {check["metric"]: check for check in lines(shadowed)[-1]["checks"]}
    assert [(told[m]["better"], told[m]["mended"]) for m in ("mrr", "hit_rate@3")] == [(8, 3), (8, 8)]


def test_the_digest_is_the_one_a_baseline_of_this_run_would_have(shadowed):
    """Answers to questions that nobody asks are no part of it."""
    stray = [{"id": "stranger", "ranked": ["d1"]}]
    assert shadowed.write(run=[*run_rows(rank=1), *stray]).check()[0].code == 0
    assert shadowed.gate("refresh").code == 0
    assert lines(shadowed)[0]["run"] == shadowed.stored()["run"]["digest"]


def test_the_same_outcome_again_is_a_repeat(shadowed):
    """Both lines are there, and count once."""
    for _ in range(3):
        assert shadowed.check()[0].code == 0
    found = counted(shadowed)
    assert (len(lines(shadowed)), found["runs"], found["repeats"]) == (3, 1, 2)


def test_nothing_is_recorded_unless_somebody_asks(project):
    """`--record` asks once; the file lies beside the baseline store."""
    assert project.gate("refresh").code == 0
    project.write(config=CONFIG + "baseline: {store: stored/baselines}\n")
    assert project.gate("refresh").code == 0
    assert project.check()[0].code == 0
    assert not (project.top / "stored/history").exists()
    assert project.check("--record")[0].code == 0
    assert len(lines(project, "stored/history/search.jsonl")) == 1
    assert counted(project)["runs"] == 1


def test_no_answer_is_recorded_as_such(shadowed):
    """A damaged baseline: exit 3, without checks."""
    (shadowed.top / "baselines/search.json").write_text("{")
    assert shadowed.check()[0].code == 3
    (line,) = lines(shadowed)
    assert (line["outcome"], line["would_be"], line["checks"]) == ("not_comparable", 3, [])
    assert counted(shadowed)["codes"] == {"3": 1}


def test_a_history_that_cannot_be_written_changes_no_verdict(shadowed):
    """The exit code, the outcome and every number stay; a notice says what was not recorded."""
    shadowed.write(config=CONFIG)
    plain_ended, plain = shadowed.write(run=broken(12)).check()
    (shadowed.top / "taken").write_text("")
    ended, report = shadowed.write(config=CONFIG + "history: taken/search.jsonl\n").check()
    assert (ended.code, plain_ended.code) == (1, 1)
    assert report["checks"] == plain["checks"]
    (notice,) = [n for n in report["notices"] if n["code"] == "not_recorded"]
    assert "cannot be written" in notice["text"]
    assert notice["where"] == "taken/search.jsonl"


def test_recording_changes_no_byte_of_the_report(shadowed):
    """Apart from the provenance."""
    _, first = shadowed.check()
    _, second = shadowed.write(config=SHADOW.replace("history: history/\n", "")).check()
    assert {k: v for k, v in first.items() if k != "provenance"} == {
        k: v for k, v in second.items() if k != "provenance"
    }


def test_an_accepted_drop_is_no_open_alarm(shadowed):
    """`gate accept` leaves a line, and the alarm shows its reason."""
    shadowed.write(run=broken(12))
    assert shadowed.check()[0].code == 0
    assert shadowed.gate("accept", "--reason", "the pages were withdrawn").code == 0
    assert [line["kind"] for line in lines(shadowed)] == ["check", "acceptance"]
    found = counted(shadowed)
    (alarm,) = found["alarms"]
    assert (alarm["accepted"], alarm["reason"]) == (True, "the pages were withdrawn")
    assert found["checks"][0]["accepted"] == 1
    assert "accepted as the baseline: the pages were withdrawn" in shadowed.gate("history").out


def test_an_acceptance_that_cannot_be_recorded_is_said(shadowed):
    """The baseline is written all the same."""
    shadowed.write(run=broken(12), config=CONFIG + "history: baselines/search.json/h.jsonl\n")
    ended = shadowed.gate("accept", "--reason", "wanted")
    assert ended.code == 0
    assert "not recorded" in ended.err
    assert shadowed.stored()["provenance"]["reason"] == "wanted"


def test_a_change_of_the_rules_is_one_record(branch):
    """Judged by its own rules and by the base's; the graver of the two is remembered."""
    branch.git("checkout", "--quiet", "main")
    branch.write(config=CONFIG + "history: history/\n").commit("keep a history")
    branch.git("checkout", "--quiet", "-b", "lax")
    lax = CONFIG.replace("0.02", "0.9") + "history: history/\n"
    branch.write(config=lax, run=broken(12)).commit("a lower bar")
    ended, reports = branch.check_all()
    assert (ended.code, [r["exit_code"] for r in reports]) == (1, [0, 1])
    (line,) = lines(branch)
    assert (line["name"], line["rules"], line["would_be"]) == ("search", "base", 1)
    assert line["provenance"]["commit"] == branch.git("rev-parse", "HEAD")
    assert len(line["run"]) == 64


def test_markdown_is_safe_to_paste(shadowed):
    """A reason is a stranger's text: it mentions nobody and opens no cell."""
    shadowed.write(run=broken(12)).check()
    (alarm,) = counted(shadowed)["alarms"]
    reason = "ask @octo | <b>\n# now"
    assert (
        call("history", "mark", "search.yaml", alarm["record"], "--false-alarm", "--reason", reason).code == 0
    )
    text = shadowed.gate("history", "--format", "markdown").out
    assert "| `mrr` | 1 | 1 | 1 | 1 |" in text
    assert "@octo" not in text
    assert "<b>" not in text
    assert "\n# now" not in text


def test_a_torn_line_is_told_on_the_way(shadowed):
    """Reading says it on standard error and counts the rest; the next record cuts it off."""
    assert shadowed.check()[0].code == 0
    with (shadowed.top / "history/search.jsonl").open("a") as file:
        file.write('{"kind":"che')
    ended = shadowed.gate("history")
    assert ended.code == 0
    assert "history/search.jsonl:2: the last line of the history is cut short" in ended.err
    _, report = shadowed.check()
    assert [n["code"] for n in report["notices"]].count("history_torn") == 1
    assert len(lines(shadowed)) == 2


@pytest.mark.parametrize(
    ("argv", "code", "told"),
    [
        (
            ("mark", "search.yaml", "ffff", "--false-alarm", "--reason", "x"),
            2,
            "no record begins with 'ffff'",
        ),
        (("mark", "search.yaml", "", "--false-alarm", "--reason", "x"), 2, "2 records begin with ''"),
        (
            ("mark", "search.yaml", "PASS", "--false-alarm", "--reason", "x"),
            2,
            "raised no alarm: it was pass",
        ),
        (("mark", "search.yaml", "ALARM", "--reason", "x"), 2, "say which"),
        (("mark", "search.yaml", "ALARM", "--real-alarm", "--reason", " "), 2, "marked for a reason"),
        (
            ("mark", "search.yaml", "ALARM", "--false-alarm", "--reason", "x", "--check", "map"),
            2,
            "there did: mrr",
        ),
        (("mark", "none.yaml", "ALARM", "--false-alarm", "--reason", "x"), 2, "no such config"),
        (("show", "none.yaml"), 2, "no such config"),
        (("--format", "html"), 2, "Invalid value for '--format'"),
        (("mark", "search.yaml", "ALARM", "--real-alarm", "--reason", "x", "--check", "mrr"), 0, ""),
        ((), 0, ""),
    ],
)
def test_every_mistake_has_its_sentence(shadowed, argv, code, told):
    """And nothing is recorded by it."""
    shadowed.check()
    shadowed.write(run=broken(12)).check()
    named = {line["outcome"]: line["id"] for line in lines(shadowed)}
    words = [{"PASS": named["pass"], "ALARM": named["regressed"]}.get(word, word) for word in argv]
    ended = call("history", *words)
    assert ended.code == code
    assert told in ended.err
    assert len(lines(shadowed)) == (3 if words[:1] == ["mark"] and code == 0 else 2)


def test_where_there_is_no_history(project):
    """Without a config there must be a folder; with one, nothing recorded is an answer."""
    ended = project.gate("history")
    assert (ended.code, ended.out) == (0, "search: nothing recorded yet\n\n")
    ended = call("history")
    assert ended.code == 2
    assert "there is no history in the folder 'history'" in ended.err


def test_damage_is_no_answer(shadowed):
    """Exit 3 and the line; a check goes on recording, for a verdict never waits for bookkeeping."""
    shadowed.check()
    path = shadowed.top / "history/search.jsonl"
    path.write_text("{}\n" + path.read_text())
    ended = shadowed.gate("history")
    assert ended.code == 3
    assert "history/search.jsonl:1: a damaged history" in ended.err
    assert shadowed.check()[0].code == 0
    assert len(lines(shadowed)) == 3
