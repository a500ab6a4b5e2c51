"""Refreshes that cannot be proposed, each refused in a sentence, and the token that nobody sees."""

import shutil

from gate.errors import ExitCode
from tests.end_to_end.conftest import CONFIG, Project, run_rows
from tests.forges.conftest import BRANCH, better
from tests.forges.github import NOBODY, READER


def test_a_regression_is_refused(clone, nightly, github, origin):
    """Exit code 1, and the baseline stays."""
    ended, step = nightly(clone("a").write(run=run_rows(rank=4)))
    assert ended.code == ExitCode.REGRESSED
    assert step.set()["verdict"] == "regressed"
    assert github.pulls == {}
    assert BRANCH not in origin.git("for-each-ref")


def test_only_what_was_merged_is_proposed(clone, nightly, github):
    """A commit that main does not hold could bring anything along."""
    checkout = better(clone("a"))
    checkout.commit("not merged")
    ended, _ = nightly(checkout)
    assert ended.code == ExitCode.NO_ANSWER
    assert "is not part of main" in ended.err
    assert github.pulls == {}


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
    """Only for the forge's own host, not where a list of processes shows it, beside what the job set."""
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
    assert made.extra["GIT_CONFIG_COUNT"] == "2"
    assert "ghs_secret" not in repr(made)
    for name, value in (("COUNT", "1"), ("KEY_0", "safe.directory"), ("VALUE_0", "*")):
        monkeypatch.setenv(f"GIT_CONFIG_{name}", value)
    more = branch.remote(checkout.top, find()).extra
    assert (more["GIT_CONFIG_COUNT"], "GIT_CONFIG_KEY_0" in more) == ("3", False)
    assert more["GIT_CONFIG_VALUE_2"] == made.extra["GIT_CONFIG_VALUE_1"]
    checkout.git("remote", "set-url", "origin", "https://elsewhere.example/acme/search.git")
    assert branch.remote(checkout.top, find()).extra == {}


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
