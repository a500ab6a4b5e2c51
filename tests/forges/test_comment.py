"""The one comment on a pull request: found again, written in place, never by an older run."""

import json

from gate.errors import ExitCode, Problem
from gate.forges import stamp
from gate.forges.text import of_problems, without_report
from tests.end_to_end.conftest import CONFIG, run_rows
from tests.forges.conftest import check
from tests.forges.github import APP, PERSON


def test_a_first_run_creates_the_comment(job, github):
    """It leads with a stamp that nobody sees, then the verdict, then commit and run."""
    ended = check(job())
    [body] = github.bodies(7)
    found = stamp.read(body)
    assert (found.key, found.run, found.attempt, found.head) == ("search", 100, 1, github.pulls[7]["sha"])
    assert body.splitlines()[1].startswith("### 🟢 `search`: pass")
    assert "https://forge.example/acme/search/actions/runs/100/attempts/1" in body
    assert ended.code == 0
    assert "no comment" not in ended.out + ended.err


def test_a_second_run_writes_it_anew_in_place(job, github):
    """A worse run on a new commit: same comment, new verdict."""
    check(job())
    project = job(run=101).project
    project.write(run=run_rows(rank=4))
    github.pulls[7]["sha"] = project.commit("worse")
    ended = check(job(run=101, head=github.pulls[7]["sha"]))
    [body] = github.bodies(7)
    assert ended.code == ExitCode.REGRESSED
    assert "🔴" in body
    assert stamp.read(body).run == 101


def test_an_equal_report_is_not_written_again(job, github):
    """The same commit with the same report costs no write."""
    check(job())
    check(job(run=101))
    assert github.asked_for("PATCH") == []
    assert len(github.comments) == 1


def test_the_comment_is_found_on_the_last_page(job, github):
    """All pages are walked, not only the first hundred comments."""
    job()
    for i in range(230):
        github.add_comment(7, "ada", f"chat {i}")
    old = stamp.Stamp("search", github.pulls[7]["sha"], 1, 1, "", "0" * 16)
    mine = github.add_comment(7, "github-actions[bot]", f"{old}\nold")
    check(job())
    assert len(github.comments) == 231
    assert "🟢" in next(c["body"] for c in github.comments if c["id"] == mine)


def test_a_strangers_copy_of_the_stamp_is_left_alone(job, github):
    """Anybody can paste a marker; only what this program's account wrote is written over."""
    job()
    copied = stamp.Stamp("search", github.pulls[7]["sha"], 9999, 1, "", "0" * 16)
    theirs = github.add_comment(7, "mallory", f"{copied}\nall is well")
    check(job())
    assert next(c["body"] for c in github.comments if c["id"] == theirs).endswith("all is well")
    assert len(github.comments) == 2


def test_a_comment_of_another_gate_is_left_alone(job, github):
    """The key is the path of the config, so two gates keep two comments."""
    job()
    other = stamp.Stamp("fraud", github.pulls[7]["sha"], 1, 1, "", "0" * 16)
    github.add_comment(7, "github-actions[bot]", f"{other}\nfraud")
    check(job())
    assert github.bodies(7)[0].endswith("fraud")
    assert len(github.comments) == 2


def test_an_older_run_that_ends_last_writes_nothing(job, github):
    """Same commit, smaller run number: a notice, and the newer comment stays."""
    check(job(run=200))
    job(run=100).project.write(run=run_rows(rank=4))
    ended = check(job(run=100))
    assert stamp.read(github.bodies(7)[0]).run == 200
    assert "🟢" in github.bodies(7)[0]
    assert ended.out.count("::notice title=gate::no comment: ") == 1
    assert ended.code == ExitCode.REGRESSED


def test_a_run_on_an_older_commit_writes_nothing(job, github):
    """The pull request moved on; even a later run of the old commit is late."""
    check(job(run=100))
    github.pulls[7]["sha"] = "f" * 40
    ended = check(job(run=300, head=job().project.git("rev-parse", "topic")))
    assert stamp.read(github.bodies(7)[0]).run == 100
    assert "has a newer commit" in ended.out


def test_a_newer_commit_replaces_the_comment_of_a_larger_run(job, github):
    """A run is repeated and gets the newest say only for the commit it is about."""
    old = stamp.Stamp("search", "e" * 40, 900, 1, "", "0" * 16)
    job()
    github.add_comment(7, "github-actions[bot]", f"{old}\nold")
    check(job(run=100))
    assert stamp.read(github.bodies(7)[0]).run == 100


def test_a_person_and_an_app_find_their_own_comments(job, github, monkeypatch):
    """A personal token says who it is; an app's account is learnt from what it writes, or named."""
    check(job(token=PERSON))
    check(job(token=PERSON, run=101))
    assert [c["author"] for c in github.comments] == ["ada"]
    check(job(token=APP))
    job().project.write(run=run_rows(rank=1))
    check(job(token=APP, run=102))
    mine = [c for c in github.comments if c["author"] == "our-app[bot]"]
    assert [stamp.read(c["body"]).run for c in mine] == [102]
    monkeypatch.setenv("GATE_COMMENT_AUTHOR", "our-app[bot]")
    made = len(github.asked_for("POST"))
    job().project.write(run=run_rows(rank=2))
    check(job(token=APP, run=103))
    assert len(github.asked_for("POST")) == made


def test_an_app_that_nobody_named_creates_one_comment(job, github):
    """It may not ask who it is; the second and third run write its own comment anew, and delete nothing."""
    for run, rank in ((100, 1), (101, 2), (102, 3)):
        step = job(token=APP, run=run)
        step.project.write(run=run_rows(rank=rank))
        check(step)
    assert [(c["author"], stamp.read(c["body"]).run) for c in github.comments] == [("our-app[bot]", 102)]
    assert (len(github.asked_for("POST")), len(github.asked_for("DELETE"))) == (1, 0)


def test_a_person_who_copies_an_apps_stamp_is_no_app(job, github):
    """The app takes over what an app wrote, never what a person did."""
    job()
    copied = stamp.Stamp("search", github.pulls[7]["sha"], 9999, 1, "", "0" * 16)
    github.add_comment(7, "mallory", f"{copied}\nall is well")
    check(job(token=APP))
    check(job(token=APP, run=101))
    assert [c["author"] for c in github.comments] == ["mallory", "our-app[bot]"]
    assert github.bodies(7)[0].endswith("all is well")


def test_a_config_that_broke_takes_the_green_back(job, github):
    """No report any more: the comment there is says why, and the next good run makes it green again."""
    check(job())
    step = job(run=101)
    step.project.write(config=CONFIG.replace("mrr", "mrrr"))
    ended = check(step)
    [body] = github.bodies(7)
    assert ended.code == ExitCode.QUESTION
    assert body.splitlines()[1] == "### 🟠 no verdict (exit code 2)"
    assert "mrrr" in body
    assert "🟢" not in body
    assert stamp.read(body).run == 101
    step = job(run=102)
    step.project.write(config=CONFIG)
    check(step)
    [body] = github.bodies(7)
    assert "🟢" in body


def test_more_problems_than_a_comment_holds_are_left_to_the_log():
    """The heading stays, and where to look."""
    text = of_problems([Problem("x")], 2) + "y" * 66_000
    found = without_report(text, longest=65_536, foot="foot")
    assert str(found).startswith("### 🟠 no verdict (exit code 2)\n")
    assert str(found).endswith("has everything.\nfoot")
    assert len(str(found)) < 300


def test_a_config_without_an_answer_does_not_change_the_key(job, github):
    """Two configs, then one of them breaks: the same comment, with the problem above what is left."""
    step = job()
    (step.project.top / "other.yaml").write_text(CONFIG.replace("name: search", "name: other"), "utf-8")
    configs = ("other.yaml", "--first-run", "pass")
    check(step, *configs)
    step = job(run=101)
    (step.project.top / "other.yaml").write_text("version: 1\nname: else\n", "utf-8")
    ended = check(step, *configs, "--output", "json:r.json")
    [body] = github.bodies(7)
    assert ended.code == ExitCode.QUESTION
    assert stamp.read(body).key == "other+search"
    assert stamp.read(body).run == 101
    assert "no verdict (exit code 2)" in body
    [report] = json.loads((step.project.top / "r.json").read_text())["reports"]
    assert "without answer" in json.dumps(report["provenance"])


def test_profiles_and_ids_keep_comments_apart(job, github):
    """Three jobs about one config: one comment each, found again by each."""
    step = job()
    step.project.write(config=CONFIG + "profiles: {night: {metrics: [mrr]}}\n")
    for run in (100, 101):
        step = job(run=run)
        for options in ((), ("--profile", "night"), ("--profile", "night", "--comment-id", "gpu")):
            check(step, *options)
    assert [stamp.read(body).key for body in github.bodies(7)] == [
        "search",
        "search:night",
        "search:night:gpu",
    ]


def test_a_change_that_affects_nothing_is_worth_no_comment(job, github, project):
    """But one that is there already is brought up to date."""
    project.git("checkout", "--quiet", "main")
    project.write(config=CONFIG + "paths: [src/**]\n")
    project.commit("paths")
    project.git("checkout", "--quiet", "-B", "topic")
    (project.top / "README").write_text("words")
    project.commit("docs")
    for commented in (False, True):
        if commented:
            old = stamp.Stamp("search", "e" * 40, 1, 1, "", "0" * 16)
            github.add_comment(7, "github-actions[bot]", f"{old}\nregressed")
        step = job()
        ended = step.gate("check", "--changed-only", "--comment")
        assert (ended.code, step.set()["verdict"]) == (0, "not_affected")
        assert "no comment" not in ended.out
        assert len(github.comments) == commented
    [body] = github.bodies(7)
    assert "### ⚪ `search`: not affected" in body
