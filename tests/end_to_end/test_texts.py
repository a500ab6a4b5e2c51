"""Generated text through the whole command: files, checks of the user's own, baseline, reports."""

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.docs.pages import REPOSITORY
from tests.end_to_end.calls import VALIDATOR, call, strict_json, without_provenance

CONFIG = """\
version: 1
name: help
task: generation
golden_set: golden.jsonl
system: {run: run.jsonl}
metrics:
  bleu: {tolerance: 1}
  chrf(word_order=2): {tolerance: 1}
  token_f1: {tolerance: 0.02}
  rougeL(measure=recall): {tolerance: 0.02}
  check(function=mine:has_number): {tolerance: 0.02}
  exact_match: {}
slices:
  topic: {tolerance: 0.05, metrics: [token_f1]}
interval: {resamples: 300}
baseline: {from: worktree}
"""
MINE = '''
import re

def has_number(answer, reference):
    """Say whether the reference's number stands in the answer."""
    (number,) = re.findall("[0-9]+", reference)
    return number in answer.split()
'''
TOPICS = ("fees", "hours", "rooms")


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with 60 answered questions, a recorded baseline, and a way to change the run."""
    monkeypatch.chdir(tmp_path)
    items = [
        {
            "id": f"q{i:02}",
            "query": f"Question {i}?",
            "reference": f"It takes {i} days to answer this kind of question.",
            "slices": {"topic": TOPICS[i % 3]},
        }
        for i in range(60)
    ]
    (tmp_path / "golden.jsonl").write_text("".join(json.dumps(item) + "\n" for item in items), "utf-8")
    (tmp_path / "mine.py").write_text(MINE, "utf-8")
    (tmp_path / "help.yaml").write_text(CONFIG, "utf-8")
    texts = {f"q{i:02}": f"This kind of question takes {i} days." for i in range(60)}

    def answer(**changed):
        rows = [{"id": name, "text": text} for name, text in (texts | changed).items() if text is not None]
        (tmp_path / "run.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")

    answer()
    assert call("refresh", "help.yaml").code == 0
    return answer


def check(*options):
    """Check the config; return how it ended, and the report."""
    ended = call("check", "help.yaml", *options, "--output", "json:report.json")
    found = strict_json(Path("report.json").read_text("utf-8"))
    VALIDATOR.validate(found)
    return ended, found["reports"][0]


def unplaced():
    """Return the last report as text, without provenance and without lines of the golden set."""
    text = without_provenance(Path("report.json").read_text("utf-8"))
    return re.sub(r'"line": \d+', "", text)


def outcomes(report):
    """Return the outcome of each check that asks for one."""
    return {c["metric"]: c["outcome"] for c in report["checks"] if c["slice"] is None and c["role"] != "info"}


def test_identical_texts_pass_exactly(desk):
    """The same run again is unchanged in every metric, without statistics."""
    ended, report = check()
    assert ended.code == 0
    assert {c["reason"] for c in report["checks"] if c["role"] != "info"} == {"unchanged"}
    assert report["movers"] == []


def test_a_wrong_number_is_a_regression_that_overlap_hardly_sees(desk):
    """One digit in ten answers: the user's own check fails, and the report shows both texts."""
    desk(**{f"q{i}": "This kind of question takes 999 days." for i in range(20, 32)})
    ended, report = check()
    assert ended.code == 1
    found = outcomes(report)
    assert found["check(function=mine:has_number)"] == "regressed"
    mover = next(m for m in report["movers"] if m["metric"] == "check(function=mine:has_number)")
    assert mover["references"] == ["It takes 20 days to answer this kind of question."]
    assert (mover["baseline"]["text"], mover["candidate"]["text"]) == (
        "This kind of question takes 20 days.",
        "This kind of question takes 999 days.",
    )
    assert "candidate: This kind of question takes 999 days." in ended.out
    assert any(name == "source of mine:has_number" for name, _ in report["provenance"]["facts"])


def test_markup_in_a_text_stays_text(desk):
    """What a system writes is shown and never acts: no tag, no mention, no command of a build log."""
    nasty = "</td><script>alert(1)</script> @octo-team\n::error::x | `a` [x](http://x.test) \u202e"
    desk(**{f"q{i}": nasty for i in range(20, 32)})
    ended = call("check", "help.yaml", "--output", "markdown:r.md", "--output", "html:r.html")
    assert ended.code == 1
    page = Path("r.html").read_text("utf-8")
    markdown = Path("r.md").read_text("utf-8")
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page
    assert "<script" not in markdown
    assert "@octo-team" not in markdown
    assert "\n::error" not in ended.out
    assert "\u202e" not in page + markdown + ended.out


def test_missing_answers_count_and_errors_are_told(desk):
    """A dozen items left out cost in every metric, also in BLEU, which counts no wrong word."""
    desk(**dict.fromkeys([f"q{i}" for i in range(20, 32)]))
    ended, report = check()
    assert ended.code == 1
    assert set(outcomes(report).values()) == {"regressed"}
    assert {b["name"]: b["count"] for b in report["accounting"]}["missing"] == 12


def test_silence_is_no_poor_answer_where_it_is_right(desk, tmp_path):
    """An answer without a character is told as a poor one, unless that is what its reference is."""
    first, second, *rest = (tmp_path / "golden.jsonl").read_text("utf-8").splitlines(keepends=True)
    silent = json.dumps({**json.loads(first), "reference": ""}) + "\n"
    (tmp_path / "golden.jsonl").write_text("".join([silent, second, *rest]), "utf-8")
    config = (tmp_path / "help.yaml").read_text("utf-8")
    config = config.replace("  check(function=mine:has_number): {tolerance: 0.02}\n", "")
    (tmp_path / "help.yaml").write_text(config, "utf-8")
    desk(q00=" ", q01="")

    _, report = check()
    (told,) = [n for n in report["notices"] if n["code"] == "empty_answer"]

    assert told["text"] == "1 answer without a character: it is an answer, and a poor one"
    assert told["items"] == ["q01"]


def test_a_check_that_breaks_is_told(desk):
    """An answer on which the function raises counts as 0, with the reason in a notice."""
    strict = "\n\ndef strict(answer):\n    return {'This': True}[answer.split()[0]]\n"
    Path("mine.py").write_text(MINE + strict, "utf-8")
    Path("help.yaml").write_text(CONFIG.replace("mine:has_number", "mine:strict"), "utf-8")
    desk(q07="Nobody knows.")
    _, report = check()
    found = next(c for c in report["checks"] if c["metric"] == "check(function=mine:strict)")
    assert found["candidate"]["value"] == pytest.approx(59 / 60)
    (notice,) = [n for n in report["notices"] if n["code"] == "check_failed"]
    assert (
        notice["text"] == "mine:strict failed on 1 item, whose answers count as 0; 'q07': KeyError: 'Nobody'"
    )


def test_a_check_that_was_edited_is_told(desk):
    """A change may make its own check milder: both runs are judged by it, and the report says so."""
    Path("mine.py").write_text(MINE.replace("number in answer.split()", "True"), "utf-8")
    desk(**{f"q{i}": "This kind of question takes 999 days." for i in range(20, 32)})
    _, report = check()
    (notice,) = [n for n in report["notices"] if n["code"] == "check_edited"]
    assert notice["text"].startswith(
        "the file with mine:has_number was edited since the baseline was recorded"
    )


def test_explain_item_shows_what_was_written(desk):
    """All references and both texts, line by line, with the values."""
    desk(q20="Nobody knows.\nAsk again.")
    ended = call("explain", "item", "help.yaml", "token_f1", "q20")
    assert ended.code == 0
    told = ended.out.split("q20  -0.8235  Question 20?\n")[1]
    assert told.startswith(
        "  reference\n    | It takes 20 days to answer this kind of question.\n  baseline\n"
    )
    before, after = told.split("  candidate\n")
    assert before.endswith(
        "token_f1 = 2 × 7 / (7 + 10) = 0.8235   (words of answer and reference)\n"
        "    | This kind of question takes 20 days.\n"
    )
    assert "= 0   " in after
    assert "    | Nobody knows.\n    | Ask again.\n" in after
    assert call("explain", "item", "help.yaml", "bleu", "q20").out.count("| Nobody knows.") == 1


def test_rows_in_another_order_give_the_same_report(desk):
    """Neither the order of the golden set nor that of the run is part of any number."""
    desk(**{f"q{i}": f"It takes {i} days." for i in range(20, 40)})
    check()
    one = unplaced()
    for name in ("golden.jsonl", "run.jsonl"):
        lines = Path(name).read_text("utf-8").splitlines()
        shuffled = sorted(lines, key=lambda line: line[::-1])
        Path(name).write_text("".join(f"{line}\n" for line in shuffled), "utf-8")
    check()
    assert unplaced() == one


def test_repeats_are_averaged_in_their_item(desk, tmp_path):
    """An item that was asked twice has the mean of both answers, also by the user's own check."""
    rows = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text("utf-8").splitlines()]
    twice = [row | {"repeat": k} for row in rows for k in (1, 2)]
    twice[1]["text"] = "Nobody knows."
    (tmp_path / "run.jsonl").write_text("".join(json.dumps(row) + "\n" for row in twice), "utf-8")
    _, report = check()
    found = {c["metric"]: c["candidate"]["value"] for c in report["checks"] if c["slice"] is None}
    assert found["check(function=mine:has_number)"] == pytest.approx(59.5 / 60)


def test_critical_items(desk, tmp_path):
    """An item is right where every check says so; without a check, where it is a reference."""
    lines = (tmp_path / "golden.jsonl").read_text("utf-8").splitlines()
    marked = [json.dumps(json.loads(line) | {"critical": True}) if "q20" in line else line for line in lines]
    (tmp_path / "golden.jsonl").write_text("\n".join(marked) + "\n", "utf-8")
    desk(q20="This kind of question takes 999 days.")
    ended, report = check()
    assert ended.code == 1
    critical = next(c for c in report["checks"] if c["metric"] == "critical items")
    assert critical["because"] == "1 of 1 critical item flipped to wrong: 'q20'"
    text = CONFIG.replace("  check(function=mine:has_number): {tolerance: 0.02}\n", "")
    (tmp_path / "help.yaml").write_text(text, "utf-8")
    _, report = check()
    critical = next(c for c in report["checks"] if c["metric"] == "critical items")
    assert critical["because"] == "none of 1 critical item broke; 1 item not right before either"


def test_a_golden_set_of_texts_is_looked_after(desk, tmp_path):
    """Lint, stats, diff by convert, and add know references."""
    path = tmp_path / "golden.jsonl"
    with path.open("a", encoding="utf-8") as file:
        file.write('{"id": "x1", "query": "Another one?", "reference": "…"}\n')
        file.write('{"id": "x2", "query": "And one more, please?", "reference": ["Yes.", "yes"]}\n')
    linted = call("golden", "lint", "help.yaml").out
    assert "'x1' has no reference with a word in it: overlap with it is undefined" in linted
    assert "'x2' has the same reference twice, as far as words go" in linted
    assert "texts     1 to 2 references per item, median 1" in call("golden", "stats", "help.yaml").out
    (tmp_path / "log.jsonl").write_text(
        '{"id": "n1", "query": "Quite new?", "reference": "So it is."}\n', "utf-8"
    )
    assert call("golden", "add", "help.yaml", "log.jsonl").code == 0
    assert path.read_text("utf-8").splitlines()[-1] == (
        '{"id":"n1","query":"Quite new?","reference":"So it is."}'
    )
    ended = call("convert", "golden.jsonl", "--task", "generation", "--to", "jsonl", "--output", "-")
    assert '{"id":"x2","query":"And one more, please?","reference":["Yes.","yes"]}' in ended.out
    (tmp_path / "log.jsonl").write_text('{"id": "n2", "query": "Newer still?"}\n', "utf-8")
    ended = call("golden", "add", "help.yaml", "log.jsonl")
    assert "no 'reference': an item of a generation set cannot wait for one" in ended.err


def test_init_writes_a_question_that_is_well_put(tmp_path, monkeypatch):
    """What `gate init --task generation` writes is valid, can be recorded, and passes."""
    monkeypatch.chdir(tmp_path)
    assert call("init", "--task", "generation", "--name", "desk", "--ci", "none").code == 0
    assert call("validate", "configs/desk.yaml").code == 0
    assert call("refresh", "configs/desk.yaml").code == 0
    assert call("check", "configs/desk.yaml").code == 0


def test_the_worked_example(tmp_path, monkeypatch):
    """The library's answers pass as they are, and fail on their numbers when they break off."""
    for part in ("configs/library_answers.yaml", "golden_sets/library_answers.jsonl"):
        (tmp_path / part).parent.mkdir(exist_ok=True)
        shutil.copy(REPOSITORY / part, tmp_path / part)
    for folder in ("runs", "baselines", "examples/library_answers"):
        shutil.copytree(REPOSITORY / folder, tmp_path / folder)
    monkeypatch.chdir(tmp_path)
    good = call("check", "configs/library_answers.yaml")
    assert (good.code, good.err) == (0, "")
    same = call("check", "configs/library_answers.yaml", "--run", "runs/library_answers.baseline.jsonl")
    assert "Nothing changed: every gated check scores exactly as before on 40 paired items." in same.out
    bad = call("check", "configs/library_answers.yaml", "--run", "runs/library_answers.fault.jsonl")
    assert bad.code == 1
    assert "check(function=checks:keeps_numbers): 0.525 is below the floor of 0.9" in bad.out
    again = call("refresh", "configs/library_answers.yaml", "--run", "runs/library_answers.baseline.jsonl")
    assert "keep" in again.out
