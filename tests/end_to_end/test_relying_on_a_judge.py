"""Configs that rely on a judge: fit, unfit, stale, unmeasured, and changed on a branch."""

import json
import shutil
import subprocess

import pytest

from tests.end_to_end.calls import call, strict_json
from tests.end_to_end.judges import RAG, checked, lines, verdicts


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
    assert any("of the fails" in note for note in corrected["notes"])


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
