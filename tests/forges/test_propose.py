"""`gate refresh --pull-request`: one branch, one pull request, no race lost, the checkout untouched."""

import os
import shutil
import threading
from pathlib import Path

import pytest

from gate.errors import ExitCode
from gate.proposing.pushing import TRAILER
from tests.end_to_end.calls import command
from tests.end_to_end.conftest import CONFIG, Project, run_rows
from tests.forges.github import NOBODY, READER

BRANCH = "gate/refresh-search"


@pytest.fixture
def origin(template, tmp_path):
    """Make the bare repository that everybody clones: main holds a baseline."""
    seed = Project(Path(shutil.copytree(template, tmp_path / "seed")))
    seed.git("checkout", "--quiet", "main")
    seed.git("clone", "--quiet", "--bare", "--branch=main", str(seed.top), str(tmp_path / "origin"))
    return Project(tmp_path / "origin")


@pytest.fixture
def clone(origin, tmp_path):
    """Give a function that clones main, as a job's checkout does."""

    def make(name, *options):
        origin.git("clone", "--quiet", *options, f"file://{origin.top}", str(tmp_path / name))
        return Project(tmp_path / name)

    return make


@pytest.fixture
def nightly(job, github, monkeypatch):
    """Give a function that runs the refresh as a scheduled job in a checkout."""
    github.pulls.clear()

    def run(checkout, *options, **more):
        step = job("schedule", **more)
        github.pulls.pop(7, None)
        monkeypatch.setenv("GITHUB_WORKSPACE", str(checkout.top))
        ended = checkout.gate("refresh", "--pull-request", *options)
        return ended, step

    return run


def better(checkout):
    """Let the system answer better than the baseline; the run is not committed."""
    return checkout.write(run=run_rows(rank=1))


def test_an_improvement_becomes_a_pull_request(clone, nightly, github, origin):
    """Branch, commit and body hold the new baseline and the report; the checkout is as it was."""
    checkout = better(clone("a"))

    def untouched():
        refs = checkout.git("for-each-ref", "refs/heads", "refs/tags")
        return checkout.git("status", "--porcelain"), checkout.baseline(), refs, checkout.git("stash", "list")

    before = untouched()
    ended, step = nightly(checkout, "--summary")
    assert ended.code == 0, ended.err
    [number] = github.pulls
    pull = github.pulls[number]
    assert (pull["branch"], pull["base"]) == (BRANCH, "main")
    assert "mrr improved" in pull["body"]
    assert "### 🟢 `search`: improved" in pull["body"]
    assert f"search: pull request opened: https://forge.example/acme/search/pull/{number}" in ended.out
    assert step.set()["verdict"] == "improved"
    assert "🟢" in step.summary.read_text()
    changed = origin.git("diff", "--name-only", f"main..{BRANCH}").split()
    assert changed == ["baselines/search.json", "baselines/search.run.jsonl"]
    assert origin.git("log", "-1", "--format=%P", BRANCH) == origin.git("rev-parse", "main")
    assert f"{TRAILER}: {checkout.git('rev-parse', 'HEAD')}" in origin.git("log", "-1", "--format=%B", BRANCH)
    assert untouched() == before


def test_what_was_proposed_is_a_baseline(clone, nightly, origin):
    """Merged as it is, it makes the next check exact."""
    nightly(better(clone("a")))
    merged = better(clone("b", f"--branch={BRANCH}"))
    ended, report = merged.check("--base", "HEAD")
    assert ended.code == 0
    assert report["checks"][0]["reason"] == "unchanged"


def test_the_same_refresh_again_changes_nothing(clone, nightly, github, origin):
    """The next night, from another clone and at another time: no push, no write, the same pull request."""
    nightly(better(clone("a")))
    tip = origin.git("rev-parse", BRANCH)
    ended, _ = nightly(better(clone("b")), run=200)
    assert origin.git("rev-parse", BRANCH) == tip
    assert len(github.asked_for("POST")) == 1
    assert github.asked_for("PATCH") == []
    assert "search: pull request unchanged: https://forge.example/acme/search/pull/1" in ended.out


def test_a_later_improvement_updates_the_pull_request(clone, nightly, github, origin):
    """One branch and one pull request, however often."""
    rows = run_rows(rank=2)
    rows[:30] = run_rows(30, rank=1)
    nightly(clone("a").write(run=rows))
    tip = origin.git("rev-parse", BRANCH)
    ended, _ = nightly(better(clone("b")))
    assert "pull request updated" in ended.out
    assert list(github.pulls) == [1]
    assert origin.git("rev-parse", BRANCH) != tip
    assert origin.git("rev-list", "--count", f"main..{BRANCH}") == "1"


def test_nothing_gained_is_nothing_proposed(clone, nightly, github, origin):
    """The forge is asked for its default branch and for nothing else."""
    ended, _ = nightly(clone("a"))
    assert (ended.code, github.pulls) == (0, {})
    assert "search: pull request nothing (no headline improved beyond noise)" in ended.out
    assert BRANCH not in origin.git("for-each-ref")


def test_a_regression_is_refused(clone, nightly, github, origin):
    """Exit code 1, and the baseline stays."""
    ended, step = nightly(clone("a").write(run=run_rows(rank=4)))
    assert ended.code == ExitCode.REGRESSED
    assert step.set()["verdict"] == "regressed"
    assert github.pulls == {}
    assert BRANCH not in origin.git("for-each-ref")


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


def test_only_what_was_merged_is_proposed(clone, nightly, github):
    """A commit that main does not hold could bring anything along."""
    checkout = better(clone("a"))
    checkout.commit("not merged")
    ended, _ = nightly(checkout)
    assert ended.code == ExitCode.NO_ANSWER
    assert "is not part of main" in ended.err
    assert github.pulls == {}


def test_a_shallow_clone_is_enough(clone, nightly, github, origin):
    """The default depth of a checkout, also where main and the branch have moved on meanwhile."""
    slow, other = better(clone("a", "--depth=1")), clone("other")
    rows = run_rows(rank=2)
    rows[:30] = run_rows(30, rank=1)
    nightly(other.write(run=rows))
    other.git("checkout", "--quiet", "--", "run.jsonl")
    (other.top / "notes.txt").write_text("x")
    other.commit("main moves on")
    other.git("push", "--quiet", "origin", "main")
    ended, _ = nightly(slow)
    assert ended.code == 0, ended.err
    assert "pull request updated" in ended.out
    assert origin.git("log", "-1", "--format=%P", BRANCH) == slow.git("rev-parse", "HEAD")


def test_edits_of_the_baseline_are_not_swept_up(clone, nightly):
    """What somebody changed by hand, baseline or rules, is not pushed in the name of a refresh."""
    checkout = better(clone("a"))
    (checkout.top / "baselines" / "search.json").write_text("{}")
    ended, _ = nightly(checkout)
    assert ended.code == ExitCode.QUESTION
    assert "the baseline has edits that are not committed" in ended.err
    checkout.git("checkout", "--quiet", "--", "baselines")
    checkout.write(config=CONFIG.replace("0.02", "0.5"))
    ended, _ = nightly(checkout)
    assert ended.code == ExitCode.QUESTION
    assert "the config or its golden set has edits that are not committed" in ended.err


def test_refusals_name_the_way_out(clone, nightly, github, tmp_path):
    """No forge, no token, a token that reads, a setting that forbids: each in a sentence."""
    checkout = better(clone("a"))
    ended = checkout.gate("refresh", "--pull-request")
    assert ended.code == ExitCode.QUESTION
    assert "there is no forge to open a pull request at" in ended.err
    ended, _ = nightly(checkout, token=NOBODY)
    assert (ended.code, "there is no token" in ended.err) == (ExitCode.QUESTION, True)
    ended, _ = nightly(checkout, token=READER)
    assert (ended.code, "403" in ended.err) == (ExitCode.NO_ANSWER, True)
    github.may_propose = False
    ended, _ = nightly(checkout)
    assert ended.code == ExitCode.NO_ANSWER
    assert "allow Actions to create pull requests" in ended.err
    github.may_propose = True
    ended, _ = nightly(checkout)
    assert "pull request opened" in ended.out, "the branch was there already, its pull request was not"


def test_the_token_goes_to_git_in_its_environment(clone, job, monkeypatch):
    """Only for the forge's own host, and not where a list of processes shows it."""
    from gate.forges import branch
    from gate.forges.job import find

    job("schedule", token="ghs_secret")
    checkout = clone("a")
    assert branch.remote(checkout.top, find()).extra == {}
    checkout.git("remote", "set-url", "origin", "https://forge.example/acme/search.git")
    made = branch.remote(checkout.top, find())
    assert made.extra["GIT_CONFIG_KEY_1"] == "http.https://forge.example/.extraheader"
    assert made.extra["GIT_CONFIG_VALUE_0"] == ""
    assert made.extra["GIT_CONFIG_VALUE_1"].startswith("AUTHORIZATION: basic ")
    assert "ghs_secret" not in repr(made)
    checkout.git("remote", "set-url", "origin", "https://elsewhere.example/acme/search.git")
    assert branch.remote(checkout.top, find()).extra == {}


def test_where_git_knows_nobody_the_commit_is_the_bots(clone, nightly, origin, monkeypatch):
    """A fresh runner has no name; the commit has one all the same."""
    for name in [each for each in os.environ if each.startswith(("GIT_AUTHOR", "GIT_COMMITTER", "EMAIL"))]:
        monkeypatch.delenv(name)
    ended, _ = nightly(better(clone("a")))
    assert ended.code == 0, ended.err
    assert origin.git("log", "-1", "--format=%an %cn", BRANCH) == "github-actions[bot] github-actions[bot]"


def test_a_first_baseline_is_proposed_too(clone, nightly, github, origin):
    """A config without one: both files are new on the branch."""
    other = clone("other")
    shutil.rmtree(other.top / "baselines")
    other.commit("no baseline")
    other.git("push", "--quiet", "origin", "main")
    ended, _ = nightly(clone("a"))
    assert ended.code == 0, ended.err
    assert "there was no baseline: this is the first" in github.pulls[1]["body"].replace("\n", " ")


def test_a_baseline_that_outgrows_its_file_leaves_none_behind(clone, nightly, origin, monkeypatch):
    """Above a mebibyte the answers are compressed; the plain file is removed in the same commit."""
    monkeypatch.setattr("gate.stores.folder.LARGE", 100)
    nightly(better(clone("a")))
    names = origin.git("ls-tree", "--name-only", f"{BRANCH}:baselines").split()
    assert names == ["search.json", "search.run.jsonl.gz"]


def test_several_configs_have_a_pull_request_each(clone, nightly, github):
    """Named after the config, so that one can be merged without the other."""
    checkout = clone("a")
    (checkout.top / "other.yaml").write_text(CONFIG.replace("name: search", "name: other"))
    assert checkout.gate("refresh", "other.yaml").code == 0
    checkout.commit("other")
    checkout.git("push", "--quiet", "origin", "main")
    ended, _ = nightly(better(checkout), "other.yaml")
    assert ended.code == 0, ended.err
    assert sorted(p["branch"] for p in github.pulls.values()) == ["gate/refresh-other", BRANCH]


def test_a_push_that_is_forbidden_is_told(clone, nightly, origin):
    """A protected branch, or a token without the right: no answer, and what the remote said."""
    hook = origin.top / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'protected branch: not yours'\nexit 1\n")
    hook.chmod(0o755)
    ended, _ = nightly(better(clone("a")))
    assert ended.code == ExitCode.NO_ANSWER
    assert "gate/refresh-search cannot be pushed: remote: protected branch: not yours" in ended.err
    assert "`contents: write`" in ended.err


def test_a_remote_that_is_gone_is_told(clone, nightly, origin):
    """Before anything was pushed."""
    checkout = better(clone("a"))
    shutil.rmtree(origin.top)
    ended, _ = nightly(checkout)
    assert ended.code == ExitCode.NO_ANSWER
    assert "the remote 'origin' cannot be asked" in ended.err


def test_a_baseline_outside_of_git_cannot_be_proposed(job, tmp_path):
    """There is no branch to put it on."""
    job("schedule")
    made = Project(tmp_path / "bare")
    made.top.mkdir()
    made.write(config=CONFIG, golden=[{"id": "a", "relevant": {"d": 1}}], run=[{"id": "a", "ranked": ["d"]}])
    ended = made.gate("refresh", "--pull-request")
    assert ended.code == ExitCode.QUESTION
    assert "the baseline lies in no git repository" in ended.err
