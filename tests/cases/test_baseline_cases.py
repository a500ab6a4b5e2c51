"""Cases 54 to 57: a baseline that is missing, older than the golden set, damaged, or older than a check."""

import re

import pytest

TREC = {"golden": "qrels.txt", "run": "run.txt"}
WORKTREE = "baseline: {from: worktree}"
POINT = f"{WORKTREE}\ndecision: {{mode: point}}"


@pytest.mark.parametrize("required", ["true", "false"])
@pytest.mark.parametrize(("run", "value"), [("run-good.txt", 1.0), ("run-bad.txt", 0.0)])
def test_54_first_run_no_baseline(case, near, required, run, value):
    """Without a baseline floors still hold, the report says that nothing was compared, and none is made."""
    found = case(54)
    more = f"baseline: {{store: absent, required: {required}, from: worktree}}"
    config = found.config("{recall@1: {floor: 0.5, tolerance: 0.02}}", golden="qrels.txt", run=run, more=more)

    answer = found.check(config)

    assert answer.value("recall@1") == near(value)
    if value == 0:
        assert (answer.code, answer.verdict("recall@1")) == (1, ("regressed", "floor"))
        assert "no baseline" in answer.out
    elif required == "true":
        assert (answer.code, answer.verdict("recall@1")) == (3, ("not_comparable", "no_baseline"))
        assert "there is no baseline 'case' yet, so nothing was compared" in answer.out
    else:
        assert (answer.code, answer.verdict("recall@1")) == (0, ("pass", "no_baseline"))
        assert "no baseline yet: nothing was compared" in answer.out.lower()
    assert not (found.folder / "absent").exists()


def test_55_stale_baseline_golden_changed(case, near):
    """A golden set that grew is said to have grown, and the shared queries are compared."""
    found = case(55)
    files = {"run": "predictions.jsonl", "more": POINT}
    found.accept(found.config("{recall@1: {tolerance: 0.02}}", golden="golden-v1.jsonl", **files))
    config = found.config("{recall@1: {tolerance: 0.02}}", golden="golden-v2.jsonl", **files)

    answer = found.check(config)

    check = answer.check("recall@1")
    assert (answer.code, check["outcome"]) == (0, "pass")
    assert (check["candidate"]["value"], check["candidate"]["n"]) == (near(0.75), 4)
    assert (check["baseline"]["value"], check["baseline"]["n"]) == (near(1.0), 3)
    assert (check["gain"]["value"], check["gain"]["n"]) == (near(0.0), 3)
    assert "compared on the 3 paired items, where it is 1" in check["notes"][0]
    assert answer.accounting["added"] == (1, ["q4"])


@pytest.mark.parametrize("edit", ["reordered", "crlf"])
def test_55_the_same_golden_set(case, edit):
    """Another order of lines or another line end is the same golden set."""
    found = case(55)
    content = (found.folder / "golden-v1.jsonl").read_bytes()
    other = (
        content.replace(b"\n", b"\r\n")
        if edit == "crlf"
        else b"".join(content.splitlines(keepends=True)[::-1])
    )
    config = found.config(
        "{recall@1: {tolerance: 0.02}}", golden="golden-v1.jsonl", run="predictions.jsonl", more=POINT
    )
    found.accept(config)
    before = found.check(config)
    found.write("golden-v1.jsonl", other)

    after = found.check(config)

    assert set(after.accounting) == {"scored", "extra"}
    assert after.report["conditions"] == before.report["conditions"]
    assert after.verdict("recall@1") == ("pass", "unchanged")


def test_56_the_report_says_which_file_and_what_to_do(case):
    """The notice begins with the place and ends with the way out; the report holds no checks."""
    found = case(56)
    found.write("baselines/case.json", (found.folder / "truncated.json").read_bytes())
    config = found.config(
        "{recall@1: {tolerance: 0.02}}", golden="qrels.txt", run="run.txt", more="baseline: {from: worktree}"
    )

    answer = found.check(config)
    shown = found.gate("check", config, "--output", "markdown:-")

    assert (answer.code, answer.report["checks"]) == (3, [])
    place = answer.notices["baseline_damaged"]["where"]
    assert place.startswith("baselines/case.json:")
    assert f"- {place}: a damaged baseline: not JSON: " in answer.out
    assert re.search(r"at column \d+; restore both files", answer.notices["baseline_damaged"]["text"])
    assert f"- `{place}`: a damaged baseline: not JSON: " in shown.out


@pytest.mark.parametrize("damaged", ["truncated.json", "wrong-type.json", "text-value.json"])
@pytest.mark.parametrize("command", ["check", "refresh"])
@pytest.mark.parametrize("required", ["true", "false"])
def test_56_unreadable_baseline(case, damaged, command, required):
    """A damaged baseline is no missing one: it is named, nothing passes, and not a byte is touched."""
    found = case(56)
    content = (found.folder / damaged).read_bytes()
    found.write("baselines/case.json", content)
    config = found.config(
        "{recall@1: {tolerance: 0.02}}",
        golden="qrels.txt",
        run="run.txt",
        more=f"baseline: {{required: {required}, from: worktree}}",
    )

    answer = found.gate(command, config)

    assert answer.code == 3
    assert "baselines/case.json" in answer.err
    assert {path.name for path in (found.folder / "baselines").iterdir()} == {"case.json"}
    assert (found.folder / "baselines" / "case.json").read_bytes() == content


@pytest.mark.parametrize("damage", ["truncated", "text value"])
def test_56_a_recorded_baseline_is_damaged(case, damage):
    """The same two kinds of damage to a baseline that the gate itself recorded are named, too."""
    found = case(56)
    config = found.config("{recall@1: {tolerance: 0.02}}", **TREC, more=WORKTREE)
    found.accept(config)
    path = found.folder / "baselines" / "case.json"
    whole = path.read_bytes()
    content = whole[: len(whole) // 2] if damage == "truncated" else whole.replace(b": 1.0", b': "high"', 1)
    assert content != whole
    path.write_bytes(content)

    answer = found.check(config)

    assert answer.code == 3
    assert answer.document["reports"][0]["outcome"] == "not_comparable"
    assert "baselines/case.json" in answer.err
    assert "damaged baseline" in answer.err
    assert path.read_bytes() == content


def test_57_new_metric_without_baseline(case, near):
    """A new check is marked, its floor applies, and the stored run gives it a value to compare with."""
    found = case(57)
    found.accept(found.config("{recall@1: {tolerance: 0.02}}", **TREC, more=WORKTREE))

    answer = found.check(
        found.config("{recall@1: {tolerance: 0.02}, mrr: {floor: 0.9}}", **TREC, more=WORKTREE)
    )

    assert answer.code == 0
    assert [answer.check(name)["is_new"] for name in ("recall@1", "mrr")] == [False, True]
    assert answer.verdict("recall@1") == ("pass", "unchanged")
    assert (answer.value("mrr"), answer.verdict("mrr")) == (near(1.0), ("pass", "above_floor"))
    assert answer.check("mrr")["baseline"]["value"] == near(1.0)
