"""Refreshes that overlap, and pull requests that others open or close: no race is lost."""

import threading

from gate.proposing.pushing import TRAILER
from tests.end_to_end.calls import command
from tests.end_to_end.conftest import run_rows
from tests.forges.conftest import BRANCH, better


def test_a_refresh_of_an_older_commit_is_dropped(clone, nightly, github, origin):
    """Two nights overlap: the branch holds a later commit's answers already."""
    slow, other = clone("slow"), clone("other")
    other.commit("main moves on")
    other.git("push", "--quiet", "origin", "main")
    nightly(better(other))
    tip = origin.git("rev-parse", BRANCH)
    rows = run_rows(rank=1)
    rows[:2] = run_rows(2, rank=2)
    ended, _ = nightly(slow.write(run=rows))
    assert ended.code == 0
    assert "pull request dropped (gate/refresh-search holds the answers of a later commit" in ended.out
    assert origin.git("rev-parse", BRANCH) == tip


def test_a_refresh_is_dropped_where_the_baseline_moved(clone, nightly, github, origin):
    """Somebody merged a baseline while this was measured; the next refresh starts from there."""
    slow, other = clone("slow"), better(clone("other"))
    assert other.gate("refresh").code == 0
    other.commit("a better baseline")
    other.git("push", "--quiet", "origin", "main")
    ended, _ = nightly(better(slow))
    assert "main has another baseline by now" in ended.out
    assert github.pulls == {}


def test_a_branch_with_a_longer_name_is_another(clone, nightly, github, origin):
    """`a/refs/heads/main`, which whoever may push any branch can make, does not stand for main."""
    other = better(clone("other"))
    assert other.gate("refresh").code == 0
    other.commit("a baseline of my own")
    other.git("push", "--quiet", "origin", "HEAD:refs/heads/a/refs/heads/main")
    ended, _ = nightly(better(clone("a")))
    assert "pull request opened" in ended.out


def test_a_branch_that_was_left_behind_is_written_anew(clone, nightly, github, origin):
    """Its commit rests on a baseline that no longer counts: a new one takes its place."""
    nightly(better(clone("a")))
    other = clone("other")
    other.write(run=run_rows(rank=3))
    assert other.gate("accept", "--reason", "a smaller model").code == 0
    other.commit("lower")
    other.git("push", "--quiet", "origin", "main")
    ended, _ = nightly(better(clone("b")))
    assert "pull request updated" in ended.out
    assert origin.git("log", "-1", "--format=%P", BRANCH) == origin.git("rev-parse", "main")


def test_the_trace_of_a_lost_history_does_not_block(clone, nightly, origin):
    """The branch names a commit that main does not hold: it is obsolete."""
    stray = better(clone("stray"))
    stray.commit("never merged")
    message = f"x\n\n{TRAILER}: {stray.git('rev-parse', 'HEAD')}"
    stray.git("commit", "--quiet", "--allow-empty", "-m", message)
    stray.git("push", "--quiet", "origin", f"HEAD:refs/heads/{BRANCH}")
    ended, _ = nightly(better(clone("a")))
    assert "pull request opened" in ended.out
    assert origin.git("log", "-1", "--format=%P", BRANCH) == origin.git("rev-parse", "main")


def test_a_race_is_won_by_the_newer_and_nothing_is_lost(clone, nightly, github, origin, monkeypatch):
    """Another job pushes between our look and our push: the lease fails, and we look again."""
    from gate.forges import branch

    rival = better(clone("rival"))
    rival.git("checkout", "--quiet", "--orphan", "other")
    rival.commit("rival")
    push = branch.Remote.push
    raced = []

    def slow(self, name, commit, *, expecting):
        if not raced:
            raced.append(expecting)
            rival.git("push", "--quiet", "origin", f"HEAD:refs/heads/{BRANCH}")
        return push(self, name, commit, expecting=expecting)

    monkeypatch.setattr(branch.Remote, "push", slow)
    ended, _ = nightly(better(clone("a")))
    assert raced == [None]
    assert ended.code == 0
    assert origin.git("log", "-1", "--format=%P", BRANCH) == origin.git("rev-parse", "main")


def test_a_race_that_never_ends_is_given_up(clone, nightly, github, origin, monkeypatch):
    """Whoever is faster every time has the last word, and the job is green."""
    from gate.forges import branch

    monkeypatch.setattr(branch.Remote, "push", lambda *_, **__: False)
    ended, _ = nightly(better(clone("a")))
    assert ended.code == 0
    assert "other jobs kept pushing" in ended.out


def test_two_jobs_at_once_make_one_pull_request(clone, job, github, origin, monkeypatch):
    """Two real processes start together; one branch, one pull request, a baseline that is whole."""
    job("schedule")
    github.pulls.clear()
    checkouts = [better(clone(name)) for name in "ab"]
    ends = []

    def run(checkout):
        ends.append(command("refresh", "search.yaml", "--pull-request", cwd=checkout.top))

    threads = [threading.Thread(target=run, args=(checkout,)) for checkout in checkouts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [ended.code for ended in ends] == [0, 0], ends
    assert len(github.pulls) == 1
    assert origin.git("rev-list", "--count", f"main..{BRANCH}") == "1"
    merged = better(clone("c", f"--branch={BRANCH}"))
    assert merged.check("--base", "HEAD")[1]["checks"][0]["reason"] == "unchanged"


def test_a_pull_request_that_opened_meanwhile_is_updated(clone, nightly, github):
    """The forge says it exists already: it is looked up again."""
    posted = []

    def race(asked):
        if asked.method == "POST" and not posted:
            posted.append(asked)
            github.open_pull(33, "0" * 40, BRANCH, body="theirs")

    github.before = race
    ended, _ = nightly(better(clone("a")))
    assert "pull request updated: https://forge.example/acme/search/pull/33" in ended.out
    assert "improved" in github.pulls[33]["body"]


def test_a_forks_branch_of_the_same_name_is_not_ours(clone, nightly, github):
    """Anybody can call a branch so; the pull request of a stranger is left alone."""
    github.open_pull(50, "0" * 40, BRANCH, repository="mallory/search", body="theirs")
    monkey = github.pulls
    ended, _ = nightly(better(clone("a")))
    assert "pull request" in ended.out
    assert monkey[50]["body"] == "theirs"
