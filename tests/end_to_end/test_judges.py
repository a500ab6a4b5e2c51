"""A judge measured against people, and configs that rely on it, through the whole command."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.docs.pages import REPOSITORY
from tests.end_to_end.calls import VALIDATOR, call, strict_json

JUDGE = """\
version: 1
name: judge
task: judge
judge: {model: judge-1, rubric: rubric.md}
golden_set: people.jsonl
system: {run: verdicts.jsonl}
positive: good
metrics:
  cohen_kappa: {tolerance: 0.1, floor: 0.6}
  raw_agreement: {tolerance: 0.1}
  true_positive_rate: {}
interval: {resamples: 200}
"""
RAG = """\
version: 1
name: rag
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
k: 3
metrics:
  mrr: {floor: 0.4}
  mean(good, better=higher): {floor: 0.5, tolerance: 0.1, requires_judge: {config: judge.yaml}}
  corrected_pass_rate(good): {tolerance: 0.1, requires_judge: {config: judge.yaml, kappa: 0.7}}
interval: {resamples: 200}
"""


def lines(*rows):
    return "".join(json.dumps(row) + "\n" for row in rows)


def verdicts(errs=8, n=80):
    """Verdicts on a set of which two thirds are good; ``errs`` of them are wrong, spread over both."""
    wrong = {i * n // errs for i in range(errs)} if errs else set()
    return [
        {"id": f"a{i:02}", "predicted": "good" if (i % 3 > 0) ^ (i in wrong) else "bad"} for i in range(n)
    ]


def write(folder):
    """Write a judge, and a config that relies on it."""
    people = [
        {"id": f"a{i:02}", "ratings": dict.fromkeys("xyz", "good" if i % 3 else "bad"), "length": i}
        for i in range(80)
    ]
    golden = [{"id": f"q{i:02}", "relevant": ["d"]} for i in range(60)]
    answers = [{"id": f"q{i:02}", "ranked": ["e", "d"], "good": int(i % 5 > 0)} for i in range(60)]
    for name, text in {
        "judge.yaml": JUDGE,
        "rubric.md": "Is it good?\n",
        "people.jsonl": lines(*people),
        "verdicts.jsonl": lines(*verdicts()),
        "rag.yaml": RAG,
        "golden.jsonl": lines(*golden),
        "run.jsonl": lines(*answers),
    }.items():
        (folder / name).write_text(text, "utf-8")


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    """Both with their baseline, written once for all tests."""
    folder = tmp_path_factory.mktemp("judges")
    write(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(folder)
        assert call("refresh", "judge.yaml").code == 0
        assert call("refresh", "rag.yaml").code == 0
    return folder


@pytest.fixture
def rag(recorded, tmp_path, monkeypatch):
    """A folder with a judge and a config that relies on it, both with a baseline; outside git."""
    folder = shutil.copytree(recorded, tmp_path / "project")
    monkeypatch.chdir(folder)
    return folder


def checked(*argv):
    """Call ``gate check``; return its exit code, what it printed, and its first report by metric."""
    told = call("check", *argv, "--output", "json:report.json", "--output", "markdown:report.md")
    assert told.code in (0, 1, 3), told.err
    document = strict_json(Path("report.json").read_bytes())
    VALIDATOR.validate(document)
    report = document["reports"][0]
    return told.code, told.out, {check["metric"]: check for check in report["checks"]}


def test_a_judge_is_measured_and_its_answers_kept(rag):
    """A check compares verdicts as those of any classifier, by name, with the confusion as a difference."""
    (rag / "worse.jsonl").write_text(lines(*verdicts(errs=40)), "utf-8")

    code, out, checks = checked("judge.yaml", "--run", "worse.jsonl")

    assert code == 1
    assert checks["cohen_kappa"]["reason"] == "floor"
    assert "confusion matrix, before → now" in out
    assert "judge: model judge-1, rubric " in out
    stored = strict_json((rag / "baselines/judge.json").read_bytes())
    assert stored["conditions"]["judge"].startswith("model judge-1, rubric ")
    assert checked("judge.yaml")[2]["cohen_kappa"]["reason"] == "unchanged"


def test_people_divided_on_every_item_leave_what_people_say_of_each_other(tmp_path, monkeypatch):
    """Without any label kappa is undefined for that reason, alpha has its value, and no id is unknown."""
    monkeypatch.chdir(tmp_path)
    people = [{"id": str(i), "ratings": {"x": "good", "y": "bad"}} for i in range(3)]
    config = JUDGE.replace("rubric: rubric.md", "rubric: is it good").replace("positive: good\n", "")
    asked = "  cohen_kappa: {floor: 0.5}\n  krippendorff_alpha: {}\n"
    head, _, _ = config.partition("metrics:\n")
    (tmp_path / "judge.yaml").write_text(f"{head}metrics:\n{asked}", "utf-8")
    (tmp_path / "people.jsonl").write_text(lines(*people), "utf-8")
    said = [{"id": str(i), "predicted": "good"} for i in range(3)]
    (tmp_path / "verdicts.jsonl").write_text(lines(*said), "utf-8")

    code, out, checks = checked("judge.yaml")

    assert (code, checks["cohen_kappa"]["reason"]) == (3, "undefined")
    assert checks["krippendorff_alpha"]["outcome"] == "info"
    assert checks["krippendorff_alpha"]["candidate"]["value"] is not None
    assert "unknown" not in out


@pytest.mark.parametrize("edit", ["model", "rubric", "settings"])
def test_another_judge_is_compared_with_nobody(rag, edit):
    """With another model, rubric or setting its baseline is stale: exit 3, and floors are still held."""
    if edit == "rubric":
        (rag / "rubric.md").write_text("Is it really good?\n", "utf-8")
    else:
        new = JUDGE.replace("judge-1", "judge-2") if edit == "model" else JUDGE.replace(
            "rubric.md}", "rubric.md, settings: {temperature: 1}}"
        )  # fmt: skip
        (rag / "judge.yaml").write_text(new, "utf-8")

    code, out, checks = checked("judge.yaml")

    assert code == 3
    for name in ("cohen_kappa", "raw_agreement"):
        assert (checks[name]["outcome"], checks[name]["reason"]) == ("not_comparable", "stale_judge")
    assert "the judge is another one: now 'model judge-" in " ".join(out.split())
    (rag / "bad.jsonl").write_text(lines(*verdicts(errs=40)), "utf-8")
    (rag / "judge.yaml").write_text(
        (rag / "judge.yaml").read_text("utf-8").replace("tolerance: 0.1, floor", "floor"), "utf-8"
    )
    assert checked("judge.yaml", "--run", "bad.jsonl")[2]["cohen_kappa"]["reason"] == "floor"


def test_a_rubric_keeps_its_identity_under_other_line_ends(rag):
    """A checkout on Windows does not make another judge of it."""
    (rag / "rubric.md").write_bytes(b"Is it good?\r\n")

    assert checked("judge.yaml")[0] == 0


def test_what_a_fit_judge_said_is_judged(rag):
    """The report says how well the judge agrees, and what its errors take back of the rate."""
    code, _, checks = checked("rag.yaml")

    assert code == 0
    corrected = checks["corrected_pass_rate(good)"]
    # 80 % judged good; 48 of 53 goods and 24 of 27 bads are called so.
    tpr, tnr = (
        sum((row["predicted"] == "good") == good for i, row in enumerate(verdicts()) if (i % 3 > 0) == good)
        / sum((i % 3 > 0) == good for i in range(80))
        for good in (True, False)
    )
    assert corrected["candidate"]["value"] == pytest.approx((0.8 + tnr - 1) / (tpr + tnr - 1))
    assert corrected["candidate"]["method"] == "Lang-Reiczigel"
    assert any("its judge agrees with people by cohen_kappa 0." in note for note in corrected["notes"])
    assert any("of the fails by their name" in note for note in corrected["notes"])


def test_what_an_unfit_judge_said_is_not_comparable(rag):
    """Kappa below the floor: neither tolerance nor floor is judged, whatever the numbers are."""
    (rag / "verdicts.jsonl").write_text(lines(*verdicts(errs=20)), "utf-8")
    assert call("accept", "judge.yaml", "--reason", "a worse one").code == 0
    low = [json.loads(row) | {"good": 0} for row in (rag / "run.jsonl").read_text("utf-8").splitlines()]
    (rag / "low.jsonl").write_text(lines(*low), "utf-8")

    code, out, checks = checked("rag.yaml", "--run", "low.jsonl")

    assert code == 3
    for name in ("mean(good, better=higher)", "corrected_pass_rate(good)"):
        assert (checks[name]["outcome"], checks[name]["reason"]) == ("not_comparable", "unfit_judge")
        assert "agrees too little with people: cohen_kappa 0." in checks[name]["because"]
    assert checks["mrr"]["outcome"] == "pass"
    for text in (" ".join(out.split()), (rag / "report.md").read_text("utf-8").replace("\\", "")):
        assert "agrees too little with people" in text


def test_an_unfit_judge_leaves_no_number(rag):
    """Neither what it said nor what is corrected from it is printed: both read as a dash."""
    text = (
        (rag / "rag.yaml")
        .read_text("utf-8")
        .replace("{config: judge.yaml}", "{config: judge.yaml, kappa: 0.99}")
    )
    (rag / "rag.yaml").write_text(text.replace("kappa: 0.7", "kappa: 0.99"), "utf-8")

    _, _, checks = checked("rag.yaml")

    for name in ("mean(good, better=higher)", "corrected_pass_rate(good)"):
        assert checks[name]["reason"] == "unfit_judge"
        assert checks[name]["candidate"]["value"] is None
        assert checks[name]["gain"] is None
    assert checks["mrr"]["candidate"]["value"] == 0.5


def test_what_is_best_at_zero_has_no_better_side(rag):
    """Its change has no sign and its name no arrow; a floor wants better=higher; both spellings hold it."""
    shown = "\n".join(
        f"  verbosity_bias{spelt}: {{{limit}}}"
        for spelt, limit in (("", "ceiling: 0.9"), ("(better=higher)", "floor: -0.9"))
    )
    (rag / "judge.yaml").write_text(JUDGE.replace("metrics:\n", f"metrics:\n{shown}\n"), "utf-8")
    people = [json.loads(line) for line in (rag / "people.jsonl").read_text("utf-8").splitlines()]
    people = [{**row, "length": {"good": i % 7, "bad": i % 5}} for i, row in enumerate(people)]
    (rag / "people.jsonl").write_text(lines(*people), "utf-8")
    (rag / "worse.jsonl").write_text(lines(*verdicts(errs=40)), "utf-8")
    assert call("accept", "judge.yaml", "--reason", "lengths").code == 0

    _, out, checks = checked("judge.yaml", "--run", "worse.jsonl")

    both = [checks[name] for name in checks if name.startswith("verbosity_bias")]
    assert [(c["outcome"], c["better"]) for c in both] == [("pass", "neither")] * 2
    rows = [line for line in out.splitlines() if "verbosity_bias" in line]
    assert rows
    assert not any("↓" in line or "+" in line for line in rows)
    (rag / "judge.yaml").write_text(
        JUDGE.replace("metrics:\n", "metrics:\n  verbosity_bias: {floor: -0.1}\n"), "utf-8"
    )
    assert "better=higher" in call("check", "judge.yaml").err


def test_only_a_judge_below_its_own_floor_is_unfit(rag):
    """Each metric asks for its own kappa: 0.72 is enough for 0.6 and not for 0.75."""
    (rag / "rag.yaml").write_text(RAG.replace("kappa: 0.7", "kappa: 0.99"), "utf-8")

    code, _, checks = checked("rag.yaml")

    assert code == 3
    assert checks["mean(good, better=higher)"]["outcome"] == "pass"
    assert checks["corrected_pass_rate(good)"]["reason"] == "unfit_judge"


def test_what_a_stale_judge_said_is_not_comparable(rag):
    """A rubric that was edited and not measured again: the judged metrics say so, and nothing is recorded."""
    (rag / "rubric.md").write_text("Is it fine?\n", "utf-8")

    code, _, checks = checked("rag.yaml")

    assert code == 3
    assert checks["corrected_pass_rate(good)"]["reason"] == "stale_judge"
    assert (
        'run it on its golden set, then gate accept judge.yaml --reason "…"'
        in checks["corrected_pass_rate(good)"]["because"]
    )
    assert call("refresh", "rag.yaml").code == 3


def test_numbers_of_a_former_judge_are_no_fair_baseline(rag):
    """The judge was replaced and measured: its numbers are not compared with the former one's."""
    (rag / "rubric.md").write_text("Is it fine?\n", "utf-8")
    assert call("accept", "judge.yaml", "--reason", "a better rubric").code == 0

    code, _, checks = checked("rag.yaml")

    assert code == 3
    assert checks["mean(good, better=higher)"]["reason"] == "stale_judge"
    assert "what differs may be the judge" in checks["mean(good, better=higher)"]["because"]
    assert call("accept", "rag.yaml", "--reason", "judged anew").code == 0
    assert checked("rag.yaml")[0] == 0


def test_a_judge_that_nobody_measured(rag):
    """Without a baseline of the judge there is no answer, even for floors, and the way out is named."""
    shutil.rmtree(rag / "baselines")

    code, _, checks = checked("rag.yaml", "--first-run", "pass")

    assert code == 3
    found = checks["mean(good, better=higher)"]
    assert found["reason"] == "unfit_judge"
    assert "record one by gate refresh judge.yaml" in found["because"]
    assert checks["corrected_pass_rate(good)"]["candidate"]["value"] is None


def test_a_change_cannot_lift_its_own_judge(rag):
    """On a branch the judge's baseline and labels are those of the base, whatever the branch records."""

    def git(*arguments):
        subprocess.run(["git", *arguments], cwd=rag, check=True, capture_output=True)

    (rag / "verdicts.jsonl").write_text(lines(*verdicts(errs=20)), "utf-8")
    assert call("accept", "judge.yaml", "--reason", "a worse one").code == 0
    git("init", "--quiet", "--initial-branch=main")
    git("add", "--all")
    git("commit", "--quiet", "-m", "start")
    git("checkout", "--quiet", "-b", "topic")
    (rag / "verdicts.jsonl").write_text(lines(*verdicts(errs=0)), "utf-8")
    assert call("accept", "judge.yaml", "--reason", "look how good").code == 0
    git("add", "--all")
    git("commit", "--quiet", "-m", "lift")

    code, _, checks = checked("rag.yaml", "--base", "main")

    assert code == 3
    assert checks["mean(good, better=higher)"]["reason"] == "unfit_judge"


@pytest.mark.parametrize(
    ("touched", "outcome"),
    [
        ("notes.txt", "not_affected"),
        ("rubric.md", "not_comparable"),
        ("judge.yaml", "pass"),
        ("people.jsonl", "pass"),
    ],
)
def test_a_change_of_the_judge_affects_what_relies_on_it(rag, touched, outcome):
    """`--changed-only` judges where the judge's config, rubric or labels changed, and nothing else."""

    def git(*arguments):
        subprocess.run(["git", *arguments], cwd=rag, check=True, capture_output=True)

    (rag / "rag.yaml").write_text(f"{RAG}paths: [src/**]\n", "utf-8")
    (rag / "notes.txt").write_text("", "utf-8")
    git("init", "--quiet", "--initial-branch=main")
    git("add", "--all")
    git("commit", "--quiet", "-m", "start")
    git("checkout", "--quiet", "-b", "topic")
    with (rag / touched).open("a") as file:
        file.write("\n")
    git("commit", "--quiet", "-a", "-m", "touch")

    call("check", "rag.yaml", "--base", "main", "--changed-only", "--output", "json:report.json")

    assert strict_json((rag / "report.json").read_bytes())["reports"][0]["outcome"] == outcome


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("judge: {model: judge-1, rubric: rubric.md}\n", "", "which judge is it? Write `judge: {model:"),
        ("positive: good\n", "", "true_positive_rate needs `positive: VERDICT`"),
        ("positive: good", "positive: godo", "there is no verdict 'godo', did you mean 'good'?"),
        ("rubric: rubric.md", "rubric: rubrik.md", "the rubric 'rubrik.md' cannot be read"),
        ("positive: good", "positive: good\npair: [good]", "pair"),
        ("raw_agreement:", "position_bias: {}\n  raw_agreement:", "position_bias needs `pair: [A, B]`"),
        ("raw_agreement:", "self_preference: {}\n  raw_agreement:", "self_preference needs producers"),
        ("raw_agreement:", "verbosity_bias: {tolerance: 0.1}\n  raw_agreement:", "give it a ceiling"),
        (
            "raw_agreement: {",
            "raw_agreement: {requires_judge: {config: judge.yaml}, ",
            "it means nothing here, where the judge itself is measured",
        ),
    ],
)
def test_a_config_that_lacks_something_is_refused(rag, old, new, told):
    """What a metric of verdicts needs is said with the way out, before anything is measured."""
    (rag / "judge.yaml").write_text(JUDGE.replace(old, new), "utf-8")

    ended = call("check", "judge.yaml")

    assert ended.code == 2
    assert told in " ".join(ended.err.split())


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        (", requires_judge: {config: judge.yaml, kappa: 0.7}", "", "needs to know how often the judge errs"),
        ("judge.yaml, kappa", "rag.yaml, kappa", "'rag.yaml' is of task 'retrieval'"),
        ("judge.yaml, kappa", "none.yaml, kappa", "no such config"),
        ("kappa: 0.7", "kappa: 70", "kappa"),
    ],
)
def test_a_judge_that_cannot_be_asked_is_refused(rag, old, new, told):
    """A config that relies on a judge names one that exists, and is a judge."""
    (rag / "rag.yaml").write_text(RAG.replace(old, new), "utf-8")

    ended = call("check", "rag.yaml")

    assert ended.code == 2
    assert told in " ".join(ended.err.split())


def test_verdicts_that_are_no_passes_are_refused(rag):
    """A corrected pass rate is of 0 and 1; a score between them is named with its item."""
    rows = [json.loads(row) for row in (rag / "run.jsonl").read_text("utf-8").splitlines()]
    rows[3]["good"] = 0.5
    (rag / "run.jsonl").write_text(lines(*rows), "utf-8")

    ended = call("check", "rag.yaml")

    assert ended.code == 2
    assert "'good' of item 'q03' is 0.5, and a verdict is 1 or 0" in ended.err


def test_both_orders_and_missing_verdicts_survive_the_baseline(rag):
    """`swapped` is stored and read back, and a line without a verdict is a missing one, not an error."""
    (rag / "judge.yaml").write_text(
        JUDGE.replace(
            "raw_agreement", "position_flip_rate: {}\n  position_bias: {}\n  raw_agreement"
        ).replace("positive: good", "pair: [good, bad]\npositive: good"),
        "utf-8",
    )
    rows = [row | {"swapped": row["predicted"] if i % 4 else "good"} for i, row in enumerate(verdicts())]
    rows[7] = {"id": rows[7]["id"], "predicted": None}
    (rag / "verdicts.jsonl").write_text(lines(*rows), "utf-8")
    assert call("accept", "judge.yaml", "--reason", "both orders").code == 0

    code, _, checks = checked("judge.yaml")

    assert code == 0
    for name in ("position_flip_rate", "position_bias"):
        assert checks[name]["baseline"]["value"] == checks[name]["candidate"]["value"] is not None
        assert checks[name]["candidate"]["n"] == 79
    assert any("1 item without a verdict" in note for note in checks["cohen_kappa"]["notes"])
    stored = (rag / "baselines/judge.run.jsonl").read_text("utf-8").splitlines()
    assert json.loads(stored[7]) == {"id": "a07"}


def test_a_judge_that_was_asked_three_times(rag):
    """Its verdicts are averaged in the item, and what people said is not three times as much."""
    (rag / "judge.yaml").write_text(
        JUDGE.replace("raw_agreement", "krippendorff_alpha(raters=people): {}\n  raw_agreement"), "utf-8"
    )
    people = (rag / "people.jsonl").read_text("utf-8").splitlines()
    apart = [json.loads(row) for row in people]
    for row in apart[::7]:
        row["ratings"]["x"] = "good" if row["ratings"]["y"] == "bad" else "bad"
    (rag / "people.jsonl").write_text(lines(*apart), "utf-8")
    thrice = [row | {"repeat": k} for row in verdicts() for k in (1, 2, 3)]
    (rag / "thrice.jsonl").write_text(lines(*thrice), "utf-8")

    _, _, once = checked("judge.yaml", "--first-run", "pass")
    _, _, checks = checked("judge.yaml", "--run", "thrice.jsonl", "--first-run", "pass")

    for name, check in checks.items():
        assert check["candidate"]["value"] == pytest.approx(once[name]["candidate"]["value"], abs=1e-12), name


def test_a_judge_may_be_compared_with_another_one(rag):
    """`gate compare` asks one config of two runs, so two judges stand side by side."""
    (rag / "other.jsonl").write_text(lines(*verdicts(errs=30)), "utf-8")

    told = call("compare", "verdicts.jsonl", "other.jsonl", "--config", "judge.yaml")

    assert told.code == 1
    assert "cohen_kappa" in told.out


@pytest.fixture
def example(tmp_path, monkeypatch):
    """The worked example of this repository, copied."""
    for part in ("configs", "golden_sets", "runs", "baselines"):
        (tmp_path / part).mkdir()
        for file in (REPOSITORY / part).glob("answer*"):
            shutil.copy(file, tmp_path / part)
    (tmp_path / "examples/answer_support").mkdir(parents=True)
    shutil.copy(REPOSITORY / "examples/answer_support/rubric.md", tmp_path / "examples/answer_support")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_worked_example(example):
    """The same judge asked again passes; under a shortened rubric it is lenient with long answers."""
    local = ("--base", "worktree")
    code, _, _ = checked("configs/answer_support.yaml", *local)
    assert code == 0
    code, _, checks = checked(
        "configs/answer_support.yaml", *local, "--run", "runs/answer_support.fault.jsonl"
    )
    assert code == 1
    regressed = {name for name, check in checks.items() if check["outcome"] == "regressed"}
    assert regressed == {"cohen_kappa", "raw_agreement", "true_negative_rate", "verbosity_bias"}
    assert checked("configs/answers.yaml", *local)[0] == 0
    code, _, checks = checked("configs/answers.yaml", *local, "--run", "runs/answers.fault.jsonl")
    assert code == 1
    assert [name for name, check in checks.items() if check["outcome"] == "regressed"] == [
        "corrected_pass_rate(supported)"
    ]
    (example / "examples/answer_support/rubric.md").write_text("Is it supported?\n", "utf-8")
    code, _, checks = checked("configs/answers.yaml", *local)
    assert (code, checks["corrected_pass_rate(supported)"]["reason"]) == (3, "stale_judge")


def test_the_report_on_a_lenient_judge(example, golden):
    """The comment on a pull request that shortened the rubric, word for word."""
    call(
        "check",
        "configs/answer_support.yaml",
        *("--base", "worktree", "--run", "runs/answer_support.fault.jsonl"),
        *("--output", "markdown:report.md"),
    )
    golden("reports/judge_lenient.md", (example / "report.md").read_text("utf-8"))


def test_the_report_on_what_a_stale_judge_said(example, golden):
    """The comment where an assistant's judge has another rubric than the one that was measured."""
    (example / "examples/answer_support/rubric.md").write_text("Is it supported?\n", "utf-8")
    call("check", "configs/answers.yaml", "--base", "worktree", "--output", "markdown:report.md")
    golden("reports/judge_stale.md", (example / "report.md").read_text("utf-8"))


def test_the_example_s_files_are_what_its_script_writes(tmp_path, monkeypatch):
    """Running the script again changes no byte."""
    import importlib.util

    path = REPOSITORY / "examples/answer_support/make.py"
    spec = importlib.util.spec_from_file_location("answer_support_make", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for part in ("golden_sets", "runs"):
        (tmp_path / part).mkdir()
    monkeypatch.setattr(module, "ROOT", tmp_path)

    module.main()

    written = sorted(file.relative_to(tmp_path) for file in tmp_path.rglob("answer*"))
    assert len(written) == 8
    for name in written:
        assert (tmp_path / name).read_bytes() == (REPOSITORY / name).read_bytes(), name
