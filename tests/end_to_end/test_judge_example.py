"""The worked example of a judge, and of an assistant that relies on one."""

import json
import shutil

import pytest

from tests.docs.pages import REPOSITORY
from tests.end_to_end.calls import call, strict_json
from tests.end_to_end.judges import checked, lines


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


def test_an_item_lost_the_same_in_every_report(example):
    """A corrected pass rate moves by more than the verdict: comment, page, JSON and `explain` agree on it."""
    local = ("--base", "worktree", "--run", "runs/answers.fault.jsonl")
    call("check", "configs/answers.yaml", *local, "--output", "markdown:report.md", "--output", "json:r.json")
    told = call("explain", "item", "configs/answers.yaml", "corrected_pass_rate(supported)", "q014", *local)
    moved = [
        m
        for m in strict_json((example / "r.json").read_bytes())["reports"][0]["movers"]
        if m["item"] == "q014"
    ]

    assert "  gain: -0.1983 - 1.09 = -1.289" in told.out
    assert [round(m["candidate"]["value"] - m["baseline"]["value"], 3) for m in moved] == [-1.289]
    (row,) = (x for x in (example / "report.md").read_text("utf-8").splitlines() if "| `q014`" in x)
    assert "| 1.09 → −0.1983 | −1.289 |" in row


def test_what_lost_its_value_is_not_said_to_be_unchanged(example):
    """Without any verdict the retrieved documents are as before, and yet not nothing has changed."""
    rows = [json.loads(x) for x in (example / "runs/answers.fault.jsonl").read_text("utf-8").splitlines()]
    unjudged = [{key: value for key, value in row.items() if key != "supported"} for row in rows]
    (example / "run.jsonl").write_text(lines(*unjudged), "utf-8")

    code, out, checks = checked("configs/answers.yaml", "--base", "worktree", "--run", "run.jsonl")

    assert (code, checks["recall@3"]["reason"]) == (3, "unchanged")
    assert "Nothing changed" not in out


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
