"""Cases 35 to 37: agreement of a judge with people, and verdicts that never came."""

import json

import pytest

FILES = {
    "golden": "{path: ratings.csv, fields: {label: human}}",
    "run": "{path: ratings.csv, fields: {predicted: judge}}",
    "task": "judge",
}
JUDGE = "judge: {model: case}\nbaseline: {from: worktree}"


@pytest.mark.parametrize(
    ("rule", "code", "outcome"), [("{}", 0, "info"), ("{floor: 0.6}", 3, "not_comparable")]
)
def test_35_kappa_single_label(case, rule, code, outcome):
    """Kappa of one label is null with a reason, stands beside the agreement, and meets no floor."""
    found = case(35)

    answer = found.check(found.config(f"{{cohen_kappa: {rule}, raw_agreement: {{}}}}", **FILES, more=JUDGE))

    assert answer.code == code
    assert answer.value("cohen_kappa") is None
    assert answer.verdict("cohen_kappa") == (outcome, "undefined")
    assert "only one label is used" in answer.check("cohen_kappa")["because"]
    assert answer.value("raw_agreement") == 1.0


def test_36_weighted_kappa_order(case):
    """The declared order counts, and no alphabet."""
    found = case(36)
    order = f"classes: [low, medium, high]\n{JUDGE}"

    answer = found.check(
        found.config("{cohen_kappa(weights=quadratic): {}, cohen_kappa: {}}", **FILES, more=order)
    )

    assert answer.code == 0
    assert answer.value("cohen_kappa(weights=quadratic)") == pytest.approx(0.727273, abs=5e-7)
    assert answer.value("cohen_kappa") == pytest.approx(0.441860, abs=5e-7)


@pytest.mark.parametrize("metric", ["cohen_kappa(weights=linear)", "krippendorff_alpha(level=ordinal)"])
def test_36_without_an_order_is_an_error(case, metric):
    """Labels without a declared order have no distances: that is refused, with the way out."""
    found = case(36)

    told = found.gate("check", found.config(f"{{{metric}: {{}}}}", **FILES, more=JUDGE))

    assert told.code == 2
    assert f"{metric} needs the order of the classes" in told.err
    assert "`classes: [LOWEST, …, HIGHEST]`" in told.err


def _scored(found):
    rows = [json.loads(line) for line in (found.folder / "scores.jsonl").read_text("utf-8").splitlines()]
    found.write("golden.jsonl", "".join(f'{{"id": "{row["id"]}", "relevant": ["d"]}}\n' for row in rows))
    answers = [{"id": row["id"], "ranked": ["d"], "score": row["score"]} for row in rows]
    found.write("run.jsonl", "".join(json.dumps(row).replace('"score"', '"value"') + "\n" for row in answers))
    return {"golden": "golden.jsonl", "run": "run.jsonl"}


@pytest.mark.parametrize(
    ("more", "code", "verdict"),
    [("", 3, ("not_comparable", "undefined")), ("max_errors: 75%\n", 0, ("pass", "above_floor"))],
)
def test_37_failed_judge_rows(case, more, code, verdict):
    """The mean over 1 of 4 items is shown with that, and passes no floor unless the config says it may."""
    found = case(37)
    rule = "{'mean(value, better=higher)': {floor: 0.9}}"

    answer = found.check(found.config(rule, **_scored(found), more=f"{more}baseline: {{from: worktree}}"))

    (check,) = answer.report["checks"]
    assert check["candidate"]["value"] == 1.0
    assert check["candidate"]["n"] == 1
    assert (answer.code, check["outcome"], check["reason"]) == (code, *verdict)
    assert more or "scored 1 of 4" in check["because"]
