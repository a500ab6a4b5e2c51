"""Comments that several runs write at once: one is kept, with the newest text."""

import threading

import pytest

from gate.forges import stamp
from tests.end_to_end.calls import command
from tests.forges.conftest import check
from tests.forges.loopback import Reply


@pytest.mark.parametrize("their_run", [50, 150])
def test_two_creators_converge_on_one_comment(job, github, their_run):
    """Another run creates its comment between our look and ours: one is kept, with the newer text."""
    job()
    theirs = stamp.Stamp("search", github.pulls[7]["sha"], their_run, 1, "", "0" * 16)

    def race(asked):
        if asked.method == "POST" and not github.comments:
            github.add_comment(7, "github-actions[bot]", f"{theirs}\ntheirs")

    github.before = race
    check(job(run=100))
    [body] = github.bodies(7)
    assert stamp.read(body).run == max(their_run, 100)
    assert len(github.asked_for("DELETE")) == 1


def test_duplicates_of_an_earlier_race_are_cleaned_up(job, github):
    """Both were left behind; the oldest is kept with the newest text, even where that stands in the other."""
    job()
    head = github.pulls[7]["sha"]
    for run in (10, 500):
        old = stamp.Stamp("search", head, run, 1, "", "0" * 16)
        github.add_comment(7, "github-actions[bot]", f"{old}\nrun {run}")
    check(job(run=100))
    [body] = github.bodies(7)
    assert body.endswith("run 500")


def test_a_duplicate_that_somebody_else_removed_is_no_trouble(job, github):
    """Two runs clean up at once."""
    job()
    head = github.pulls[7]["sha"]
    for run in (10, 11):
        old = stamp.Stamp("search", head, run, 1, "", "0" * 16)
        github.add_comment(7, "github-actions[bot]", f"{old}\nrun {run}")

    def race(asked):
        if asked.method == "DELETE":
            github.comments[1:] = []

    github.before = race
    ended = check(job(run=100))
    assert len(github.comments) == 1
    assert "no comment" not in ended.out


def test_a_duplicate_that_may_not_be_removed_is_one_notice(job, github):
    """The comment itself is written all the same."""
    job()
    for run in (10, 11):
        old = stamp.Stamp("search", github.pulls[7]["sha"], run, 1, "", "0" * 16)
        github.add_comment(7, "github-actions[bot]", f"{old}\nrun {run}")

    def forbid(asked):
        if asked.method == "DELETE":
            github.faults = [Reply(403, {"message": "not yours"})]

    github.before = forbid
    ended = check(job(run=100))
    assert ended.code == 0
    assert "no comment: the forge refused: 403 (not yours)" in ended.out
    assert stamp.read(github.bodies(7)[0]).run == 100


def test_two_jobs_at_once_end_with_one_comment(job, github):
    """Two real processes, neither of which finds a comment when it looks."""
    step = job()
    barrier = threading.Barrier(2, timeout=60)

    def wait_for_each_other(asked):
        if asked.method == "POST":
            barrier.wait()

    github.before = wait_for_each_other
    ends = []

    def run(number):
        environment = {"GITHUB_RUN_ID": str(number)}
        ends.append(command("check", "search.yaml", "--comment", cwd=step.project.top, **environment))

    threads = [threading.Thread(target=run, args=(number,)) for number in (100, 101)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [ended.code for ended in ends] == [0, 0], ends
    assert len(github.asked_for("POST")) == 2
    assert len(github.comments) == 1
