"""`anchor:` holds every check against a fixed earlier baseline, so that slow decline is caught."""

import pytest

from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows

N = 200


def config(anchor):
    """The usual config with an anchor, and room for small losses."""
    return CONFIG.replace("0.02}", "0.05}") + f"anchor: {anchor}\n"


def losing(lost):
    """Answers in which the first ``lost`` questions find nothing."""
    rows = run_rows(N)
    for row in rows[:lost]:
        row["ranked"] = ["x"]
    return rows


@pytest.fixture
def released(project):
    """A repository whose baseline was stored, committed and tagged v1."""
    project.write(config=config("{at: v1}"), golden=golden_rows(N), run=run_rows(N))
    project.git("init", "--quiet", "--initial-branch=main")
    assert project.gate("refresh").code == 0
    project.commit("one")
    project.git("tag", "v1")
    return project


def since(report, name="v1"):
    """Return the check against the anchor; ``None`` if there is none."""
    return next((c for c in report["checks"] if c["since"] == name), None)


def creep(project, *steps):
    """Accept one loss after the other, each a commit; return the last check before each was accepted."""
    seen = []
    for lost in steps:
        project.write(run=losing(lost))
        seen.append(project.check("--base", "HEAD"))
        assert project.gate("accept", "--reason", "a small loss").code == 0
        project.commit(f"lost {lost}")
    return seen


def test_slow_decline_is_caught_by_the_anchor_alone(released):
    """Four losses of 2.5 points: none exceeds 5 points since the last, together they do since v1."""
    seen = creep(released, 10, 20, 30, 40)

    assert [ended.code for ended, _ in seen] == [0, 0, 1, 1]
    _, report = seen[2]
    rolling = next(c for c in report["checks"] if c["metric"] == "mrr" and c["since"] is None)
    assert rolling["outcome"] != "regressed"
    assert since(report)["reason"] == "creep"
    assert since(report)["because"].startswith(
        "lost 0.075 since v1, in however many steps; the budget is 0.05"
    )
    assert since(report)["role"] == "guard"


def test_a_budget_may_differ_from_the_tolerance(released):
    """A budget of 0.2 lets the same decline pass; one a metric counts for that metric alone."""
    creep(released, 10, 20, 30)
    for budget in ("0.2", "{mrr: 0.2}"):
        released.write(config=config(f"{{at: v1, budget: {budget}}}"), run=losing(35))
        released.commit("another budget")
        ended, report = released.check("--base", "HEAD")
        assert ended.code == 0
        assert since(report)["tolerance"] == 0.2


def test_a_commit_a_day_and_a_digest_name_the_same_anchor(released):
    """All commits here are of one day; the digest is the summary's."""
    import hashlib

    digest = hashlib.sha256((released.top / "baselines/search.json").read_bytes()).hexdigest()
    head = released.git("rev-parse", "HEAD")
    released.write(run=losing(40))
    for at in (head[:12], "2025-01-01", f"sha256:{digest[:16]}"):
        released.write(config=config(f"{{at: '{at}'}}"))
        _, report = released.check("--base", "HEAD")
        assert since(report, at)["gain"]["value"] == pytest.approx(-0.1), at


@pytest.mark.parametrize(
    ("at", "why"),
    [
        ("v2", "there is no tag or commit 'v2'"),
        ("2019-05-01", "no commit is older than the end of 2019-05-01"),
        ("sha256:0123456789abcdef", "no commit in this history has a baseline with this digest"),
    ],
)
def test_an_anchor_that_is_not_there_is_said_and_stops_nobody(released, at, why):
    """The rolling baseline still counts; a notice says that the anchor did not."""
    released.write(config=config(f"{{at: '{at}'}}"))

    ended, report = released.check("--base", "HEAD")

    assert ended.code == 0
    assert since(report, at) is None
    notice = next(n for n in report["notices"] if n["code"] == "no_anchor")
    assert why in notice["text"]


@pytest.mark.parametrize("at", ["v2", "2019-05-01", "sha256:0123456789abcdef"])
def test_a_repository_without_a_commit_gets_its_first_baseline(project, at):
    """There is no history yet in which an anchor could lie; that is said, and is no damage."""
    project.write(config=config(f"{{at: '{at}'}}"), golden=golden_rows(N), run=run_rows(N))
    project.git("init", "--quiet", "--initial-branch=main")

    assert project.gate("refresh").code == 0
    ended, report = project.check()

    assert ended.code == 0
    assert "no_anchor" in {notice["code"] for notice in report["notices"]}


def test_a_tag_without_a_baseline_is_said(project):
    """The release came before the gate."""
    project.write(config=config("{at: v0}"), golden=golden_rows(N), run=run_rows(N))
    project.git("init", "--quiet", "--initial-branch=main")
    project.commit("before the gate")
    project.git("tag", "v0")
    assert project.gate("refresh").code == 0
    project.commit("one")

    ended, report = project.check("--base", "HEAD")

    assert ended.code == 0
    notice = next(n for n in report["notices"] if n["code"] == "no_anchor")
    assert "there was no baseline 'search'" in notice["text"]


def test_outside_git_there_is_no_anchor(project):
    """Without history nothing can be fixed in it; the notice says so."""
    project.write(config=config("{at: v1}"), golden=golden_rows(N), run=run_rows(N))
    assert project.gate("refresh").code == 0

    ended, report = project.check()

    assert ended.code == 0
    assert any(n["code"] == "no_anchor" for n in report["notices"])


def test_the_baseline_records_nothing_of_the_anchor(released):
    """A check since v1 is no check of the baseline, so that moving the anchor lets none vanish."""
    assert [c["name"] for c in released.stored()["checks"]] == ["hit_rate@3", "mrr"]
    released.write(config=config("{at: HEAD}"))
    assert released.check("--base", "HEAD")[0].code == 0


def test_a_budget_of_an_unknown_metric_is_refused(project):
    """Exit 2 with the line."""
    project.write(config=config("{at: v1, budget: {ndcg: 0.1}}"))

    ended = project.gate("validate")

    assert ended.code == 2
    assert "anchor.budget.ndcg: 'ndcg' is no metric of this config" in ended.err
