"""What accepted changes teach of items that are lost altogether, from the history to the verdict."""

import pytest

from gate.stores.records import to_line
from tests.end_to_end.conftest import CONFIG, run_rows
from tests.history.test_counts import check, record

LEARNS = CONFIG + "decision: {learn: true}\nhistory: history/\n"
FORGETS = LEARNS.replace("learn: true", "learn: false")
FIVE_LOST = [*run_rows(5, rank=0), *run_rows(40, first=5)]


def past(lost=0):
    """Return a history of fifteen accepted changes to ten items each, which lost and mended so many."""
    fields = {"changed": 10, "worse": 5, "n": 40, "broken": lost, "mended": lost}
    entries = [record(run, check(**fields), name="search") for run in "0123456789bcdef"]
    return "".join(map(to_line, entries))


@pytest.fixture
def learned(project):
    """A project with a baseline, and a history in which harmless changes never lose an item."""
    assert project.gate("refresh").code == 0
    (project.top / "history").mkdir()
    (project.top / "history" / "search.jsonl").write_text(past(), "utf-8")
    return project.write(config=LEARNS)


def on_a_branch(project):
    """Put the project under git, and start a branch from it."""
    project.git("init", "--quiet", "--initial-branch=main")
    project.commit("base")
    project.git("checkout", "--quiet", "-b", "topic")


def test_five_lost_items_are_red_once_none_was_ever_lost(learned):
    """The same five losses are suspect to sign flips alone, and red beside fifteen harmless changes."""
    ended, report = learned.write(run=FIVE_LOST).check()
    assert ended.code == 1
    assert report["checks"][0]["reason"] == "drop"
    assert "accepted changes lose as many items altogether in" in report["checks"][0]["because"]

    ended, report = learned.write(config=FORGETS).check()
    assert (ended.code, report["checks"][0]["reason"]) == (0, "suspect")


def test_a_rerun_that_was_recorded_is_judged_alike(learned):
    """What a check records of itself is red and no accepted change, so the next one says the same."""
    verdicts = [learned.write(run=FIVE_LOST).check()[1]["checks"][0]["because"] for _ in range(3)]

    assert len(set(verdicts)) == 1


def test_losses_that_are_usual_are_no_surprise(learned):
    """Where accepted changes lose or mend every item they touch, five losses are only suspect."""
    (learned.top / "history" / "search.jsonl").write_text(past(lost=5), "utf-8")

    ended, report = learned.write(run=FIVE_LOST).check()

    assert (ended.code, report["checks"][0]["reason"]) == (0, "suspect")


def test_a_change_cannot_write_the_history_it_is_judged_by(learned):
    """In a repository the base's history counts: emptied on the branch it still teaches."""
    on_a_branch(learned)
    (learned.top / "history" / "search.jsonl").write_text("", "utf-8")
    learned.write(run=FIVE_LOST).commit("lose five")

    assert learned.check()[0].code == 1


def test_a_history_that_the_base_lacks_teaches_nothing_and_says_so(learned):
    """A history that is not committed is not read, and a notice says that nothing was learnt."""
    (learned.top / ".gitignore").write_text("history/\n", "utf-8")
    on_a_branch(learned)
    learned.write(run=FIVE_LOST).commit("lose five")

    ended, report = learned.check()

    assert ended.code == 0
    assert any(notice["code"] == "nothing_to_learn_from" for notice in report["notices"])


def test_a_damaged_history_is_no_answer(learned):
    """What cannot be read cannot be learnt from: exit 3, with the line."""
    (learned.top / "history" / "search.jsonl").write_text('{"kind": "check"}\n{}\n', "utf-8")

    ended, _ = learned.write(run=FIVE_LOST).check()

    assert ended.code == 3
    assert "history/search.jsonl:1" in ended.err
