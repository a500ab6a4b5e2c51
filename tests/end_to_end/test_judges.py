"""A judge measured against people, through the whole command."""

import json
import shutil

import pytest

from tests.end_to_end.calls import call, strict_json
from tests.end_to_end.judges import JUDGE, checked, lines, verdicts, write


def test_a_judge_is_measured_and_its_answers_kept(rag):
    """A check compares verdicts as those of any classifier, by name, with the confusion as a difference."""
    (rag / "worse.jsonl").write_text(lines(*verdicts(errs=40)), "utf-8")

    code, out, checks = checked("judge.yaml", "--run", "worse.jsonl")

    assert code == 1
    assert checks["cohen_kappa"]["reason"] == "floor"
    assert "confusion matrix, baseline → candidate" in out
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


def test_a_value_below_0_has_the_minus_sign_of_the_tables(rag):
    """A judge that says the opposite of people: sentence, headline and table write one minus sign."""
    (rag / "bad.jsonl").write_text(lines(*verdicts(errs=80)), "utf-8")

    _, out, checks = checked("judge.yaml", "--run", "bad.jsonl")

    assert checks["cohen_kappa"]["because"].startswith("−0.")
    assert "is below the floor of 0.6" in checks["cohen_kappa"]["because"]
    assert "-0." not in out
    assert out.count("−0.") > 3


def test_a_rubric_keeps_its_identity_under_other_line_ends(rag):
    """A checkout on Windows does not make another judge of it."""
    (rag / "rubric.md").write_bytes(b"Is it good?\r\n")

    assert checked("judge.yaml")[0] == 0


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
    assert [(c["outcome"], c["better"]) for c in both] == [("pass", "zero")] * 2
    for check in both:  # one number under two spellings: how much nearer to 0
        nearer = abs(check["baseline"]["value"]) - abs(check["candidate"]["value"])
        assert check["gain"]["value"] == pytest.approx(nearer, abs=1e-12)
        assert nearer != 0
    rows = [line for line in out.splitlines() if "verbosity_bias" in line]
    assert rows
    assert not any("↓" in line for line in rows)
    assert ["+" in line for line in rows] == [check["gain"]["value"] > 0 for check in both]
    (rag / "judge.yaml").write_text(
        JUDGE.replace("metrics:\n", "metrics:\n  verbosity_bias: {floor: -0.1}\n"), "utf-8"
    )
    assert "better=higher" in call("check", "judge.yaml").err


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("judge: {model: judge-1, rubric: rubric.md}\n", "", "which judge is it? Write `judge: {model:"),
        ("positive: good\n", "", "true_positive_rate needs `positive: VERDICT`"),
        ("positive: good", "positive: godo", "there is no verdict 'godo', did you mean 'good'?"),
        (
            "rubric: rubric.md",
            "rubric: rubrik.md",
            "judge.yaml:4: judge.rubric: rubrik.md: there is no such rubric",
        ),
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


def test_what_is_not_stored_leaves_nothing_to_refresh(rag):
    """The baseline keeps no cost, so a metric of it is stored alike whatever the run, and once."""
    (rag / "judge.yaml").write_text(JUDGE.replace("cohen", "p50(cost): {}\n  cohen"), "utf-8")
    dear = [row | {"cost": 1.5} if i < 2 else row for i, row in enumerate(verdicts())]
    (rag / "verdicts.jsonl").write_text(lines(*dear), "utf-8")
    shutil.rmtree(rag / "baselines")

    assert "wrote" in call("refresh", "judge.yaml").out
    assert "nothing to write" in call("refresh", "judge.yaml").out


def test_where_nothing_is_measured_nothing_is_said_to_be_unchanged(tmp_path, monkeypatch):
    """Items in clusters of which none is a fail: the true-negative rate is undefined, and so is its sight."""
    write(tmp_path)
    monkeypatch.chdir(tmp_path)
    rules = "  true_negative_rate: {tolerance: 0.1}\ninterval: {resamples: 200}\n"
    (tmp_path / "judge.yaml").write_text(JUDGE.partition("  cohen_kappa")[0] + rules, "utf-8")
    people = [{"id": f"a{i:02}", "label": "good", "cluster": f"c{i % 9}"} for i in range(80)]
    (tmp_path / "people.jsonl").write_text(lines(*people), "utf-8")
    assert call("accept", "judge.yaml", "--reason", "first").code == 0

    code, out, checks = checked("judge.yaml")

    assert (code, checks["true_negative_rate"]["reason"]) == (3, "undefined")
    assert "Nothing changed" not in out


def test_a_judge_may_be_compared_with_another_one(rag):
    """`gate compare` asks one config of two runs, so two judges stand side by side."""
    (rag / "other.jsonl").write_text(lines(*verdicts(errs=30)), "utf-8")

    told = call("compare", "verdicts.jsonl", "other.jsonl", "--config", "judge.yaml")

    assert told.code == 1
    assert "cohen_kappa" in told.out


def test_items_on_which_people_are_divided_are_not_counted_as_unanswered(tmp_path, monkeypatch):
    """Neither as without an answer, which they have, nor among the answers that a verdict hangs on."""
    write(tmp_path)
    monkeypatch.chdir(tmp_path)
    rules = "  raw_agreement: {tolerance: 0.02}\ninterval: {resamples: 200}\n"
    (tmp_path / "judge.yaml").write_text(JUDGE.partition("  cohen_kappa")[0] + rules, "utf-8")
    one, two = {"x": "good", "y": "good"}, {"x": "good", "y": "bad"}
    people = [{"id": f"a{i:02}", "ratings": two if i >= 50 else one} for i in range(60)]
    (tmp_path / "people.jsonl").write_text(lines(*people), "utf-8")
    said = [{"id": f"a{i:02}", "predicted": "good"} for i in range(60)]
    (tmp_path / "verdicts.jsonl").write_text(lines(*said), "utf-8")
    assert call("accept", "judge.yaml", "--reason", "first").code == 0
    (tmp_path / "verdicts.jsonl").write_text(lines(*said[10:55]), "utf-8")

    code, out, checks = checked("judge.yaml")

    assert code == 1
    assert "40 of the 50 items not left out answered" in out
    notes = " ".join(checks["raw_agreement"]["notes"])
    assert "its 10 unanswered items" in notes
