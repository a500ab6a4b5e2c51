"""`gate refresh --pull-request`: one branch, one pull request, the checkout untouched."""

import os
import shutil

from gate.proposing.pushing import TRAILER
from tests.end_to_end.conftest import CONFIG, run_rows
from tests.forges.conftest import BRANCH, better


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
