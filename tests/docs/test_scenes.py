"""What pages show of messages and reports, played again from files made for it."""

import json
import re
import subprocess
import sys
from hashlib import sha1

import pytest

from gate.history import count
from gate.reporters import history
from gate.stores.records import CheckRecord, Mark, Provenance, Record
from tests.docs.kinds import of_kind
from tests.docs.pages import FENCE, REPOSITORY, name_of
from tests.docs.walks import environment
from tests.end_to_end.calls import call
from tests.plugged import PLUGIN

SCENES = {}
"""(page, how the block begins) → the function that plays it."""


def scene(page, beginning):
    """Say which block a function plays."""

    def keep(play):
        SCENES[page, beginning] = play
        return play

    return keep


CONFIG = """\
# Does the search of the help center still find what it found?
version: 1
name: search
task: retrieval
golden_set: ../golden_sets/search.jsonl
system: {run: ../runs/search.jsonl}
k: 10
metrics:
  recall@5: {tolerance: 0.02}
  ndcg: {tolerance: 0.02}
baseline: {store: ../baselines/}
"""


def lines(rows):
    """Return rows as JSON Lines."""
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def project(here, *, config=CONFIG, n=200, errors=0, later=()):
    """Write a config, a golden set and a run, in which some answers are errors and some lie further down."""
    for name in ("configs", "golden_sets", "runs"):
        (here / name).mkdir(exist_ok=True)
    (here / "configs/search.yaml").write_text(config, "utf-8")
    golden = [{"id": f"q{i}", "query": f"question {i}", "relevant": [f"d{i}"]} for i in range(n)]
    (here / "golden_sets/search.jsonl").write_text(lines(golden), "utf-8")
    answers = [{"id": f"q{i}", "ranked": ["x", f"d{i}"] if i in later else [f"d{i}"]} for i in range(n)]
    failed = [{"id": f"q{i}", "error": "timeout"} for i in range(2, 2 + errors)]
    ids = {row["id"] for row in failed}
    (here / "runs/search.jsonl").write_text(
        lines([*failed, *(row for row in answers if row["id"] not in ids)]), "utf-8"
    )


@scene("docs/baselines.md", "search: record")
def two_refreshes(here):
    """The first refresh records; the next, with a little less, keeps."""
    project(here)
    first = call("refresh", "configs/search.yaml")
    project(here, later=(3,))
    return first.out + call("refresh", "configs/search.yaml").out


def mistaken(here, *more):
    """Validate a config with a key that does not exist in line 9, and further lines."""
    wrong = CONFIG.replace("  recall@5: {tolerance: 0.02}", "  recall@5: {tolerance: 0.02, flor: 0.8}")
    text = wrong.replace("baseline:", "".join(f"{line}\n" for line in more) + "baseline:")
    project(here, config=text)
    return call("validate", "configs/search.yaml").err


@scene("docs/configuration.md", "gate: configs/search.yaml:9")
def one_mistake(here):
    """A key that does not exist."""
    return mistaken(here)


@scene("docs/configuration.md", "gate: 2 problems")
def two_mistakes(here):
    """Both are named at once."""
    return mistaken(here, "  MRR: {}")


@scene("docs/exit-codes.md", "gate: runs/search.jsonl: 12 of 200")
def an_outage(here):
    """Twelve of two hundred answers are errors."""
    project(here, errors=12)
    ended = call("check", "configs/search.yaml", "--first-run", "pass")
    assert ended.code == 4
    return ended.err


def session_of(here, *options):
    """Run pytest with the plugin; return what it prints."""
    command = [sys.executable, "-m", "pytest", *PLUGIN]
    command += ["--gate=configs/search.yaml", *options]
    variables = environment(PYTHONPATH=str(REPOSITORY), COLUMNS="200")
    return subprocess.run(
        command, cwd=here, env=variables, capture_output=True, text=True, check=False
    ).stdout


@scene("docs/pytest.md", "configs/search.yaml::recall@5")
def collected(here):
    """The ids of the tests that a config makes."""
    project(here)
    return "".join(
        f"{line}\n" for line in session_of(here, "--collect-only", "-q").splitlines() if "::" in line
    )


@scene("docs/pytest.md", "configs/search.yaml:12: docs-search")
def failed(here):
    """A failure of the documentation search, broken on purpose."""
    for folder in ("configs", "golden_sets", "baselines", "runs"):
        (here / folder).mkdir()
    for name in (
        "golden_sets/docs_search.jsonl",
        "baselines/docs-search.json",
        "baselines/docs-search.run.jsonl",
    ):
        (here / name).symlink_to(REPOSITORY / name)
    (here / "runs/docs_search.jsonl").symlink_to(REPOSITORY / "runs/docs_search.fault.jsonl")
    (here / "configs/search.yaml").symlink_to(REPOSITORY / "configs/docs_search.yaml")
    said = session_of(here)
    return said[said.index("configs/search.yaml:12:") :]


@scene("docs/history.md", "search: 41 runs")
def two_weeks(here):
    """Fifty runs in shadow mode, of which seventeen changed a result and two would have been red."""
    del here

    def check(metric, outcome, changed, worse=0):
        better = changed - worse
        return CheckRecord(metric, None, "headline", outcome, "", 0.02, 0.0, 1.0, 60, changed, worse, better)

    def record(number, recall, ndcg, *, day, red=0):
        checks = (check("recall@5", *recall), check("ndcg@10", *ndcg))
        where = Provenance(f"2025-03-{day:02d}T09:00:00Z", sha1(str(number).encode()).hexdigest())
        outcome = "regressed" if red else "pass"
        return Record(
            *("search", "report_only", outcome, 0, red, "f" * 16, "a" * 64),
            *(f"{number:064x}", checks),
            provenance=where,
        ).identified()

    quiet, entries = ("pass", 0), []
    for number in range(41):
        day = 3 + number * 13 // 40
        recall, ndcg, red = quiet, quiet, 0
        if number == 9:
            recall, ndcg, red = ("regressed", 9, 8), ("inconclusive", 9, 7), 1
        elif number == 28:
            recall, ndcg, red = ("pass", 0), ("regressed", 11, 9), 1
        elif number % 3 == 0 or number in (4, 7):
            recall = ("inconclusive" if number in (12, 15) else "improved" if number == 18 else "pass", 2)
            ndcg = ("inconclusive" if number in (12, 15) else "improved" if number == 18 else "pass", 3)
        entries.append(record(number, recall, ndcg, day=day, red=red))
    entries += [record(number, quiet, quiet, day=16) for number in (38, 40, 37) * 3]
    false = next(entry for entry in entries if entry.checks[1].outcome == "regressed")
    entries.append(
        Mark("search", false.id, "false_alarm", None, "pages were renamed, the golden set was stale")
    )
    return history.terminal([count(entries, "search")])


@pytest.mark.parametrize(("page", "block"), [pytest.param(p, b, id=w) for p, b, w in of_kind("scene")])
def test_a_scene_is_what_the_page_shows(page, block, tmp_path, monkeypatch, request):
    """Played again, it gives the block; where the page shows less, the block is how it begins."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "160")
    (play,) = [
        play
        for (name, beginning), play in SCENES.items()
        if name == name_of(page) and block.text.startswith(beginning)
    ]
    found = play(tmp_path)
    begins = "".join(found.splitlines(keepends=True)[: block.text.count("\n")])
    if request.config.getoption("--accept"):
        replace(page, block, begins)
        return
    assert begins == block.text, f"if intended: pytest --accept, then read the page\n{found}"


def replace(page, block, text):
    """Write other text into a block of a page."""
    content = page.read_text("utf-8")

    def other(match):
        if content.count("\n", 0, match.start()) + 2 != block.line:
            return match[0]
        inside = re.sub("^(?=.)", match[1], text, flags=re.MULTILINE)
        return f"{match[1]}```{match[2]}\n{inside}{match[1]}```"

    page.write_text(FENCE.sub(other, content), "utf-8")


def test_every_scene_is_on_a_page():
    """None is left over."""
    shown = [(name_of(page), block.text) for page, block, _ in of_kind("scene")]
    for page, beginning in SCENES:
        assert any(page == name and text.startswith(beginning) for name, text in shown), beginning


def test_the_mark_names_a_record_that_is_shown():
    """What the page of the history types is the beginning of an id that it shows."""
    text = (REPOSITORY / "docs" / "history.md").read_text("utf-8")
    marked = re.search(r"^ *\$ gate history mark \S+ (\w+)", text, re.MULTILINE)[1]

    assert re.search(rf"^ *{marked}\w+  2025-", text, re.MULTILINE)
