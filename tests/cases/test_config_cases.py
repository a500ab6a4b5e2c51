"""Cases 53 and 58 to 62: what a config means, and what it may not mean."""

import pytest

TREC = {"golden": "qrels.txt", "run": "run.txt"}
CSV = {"golden": "predictions.csv", "run": "predictions.csv", "task": "classification"}


@pytest.fixture
def fragment(case):
    """Give a function from a case to it and to the lines of its YAML."""

    def read(number):
        found = case(number)
        return found, (found.folder / "fragment.yaml").read_text("utf-8").splitlines()

    return read


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("tolerance: 10", "10"),
        ("floor: 95", "95"),
        ("tolerance: -0.02", "-0.02 is negative"),
    ],
)
def test_53_limits_outside_the_metric(case, rule, says):
    """A tolerance or floor that the metric cannot reach would switch the gate off, so it is refused."""
    found = case(53)

    answer = found.check(found.config(f"{{recall@1: {{{rule}}}}}", **TREC))

    assert (answer.code, answer.document) == (2, None)
    assert "metrics.recall@1." + rule.partition(":")[0] in answer.err
    assert says in answer.err


def test_53_percentage(case, near):
    """'2%' is two per cent of the baseline's value, and recall 0 after recall 1 does not pass."""
    found = case(53)
    more = "decision: {mode: point}\nbaseline: {from: worktree}"
    config = found.config("{recall@1: {tolerance: 2%}}", **TREC, more=more)
    found.accept(config, run=found.write("right.txt", "q1 Q0 a 1 1 s\n"))

    answer = found.check(config)

    assert answer.code == 1
    assert answer.check("recall@1")["tolerance"] == near(0.02)
    assert (answer.check("recall@1")["baseline"]["value"], answer.value("recall@1")) == (near(1.0), near(0.0))
    assert answer.verdict("recall@1") == ("regressed", "drop")


def test_58_yaml_exponent_string(fragment, near):
    """`1e-3` and `5e-2` are numbers: a value of 0.0005 is below the floor."""
    found, lines = fragment(58)
    floor, tolerance = (line.partition(": ")[2] for line in lines)
    assert (floor, tolerance) == ("1e-3", "5e-2")
    rule = f"{{floor: {floor}, tolerance: {tolerance}}}"
    run = found.carry("run.jsonl", {"q1": 0.0005})
    more = "baseline: {required: false, from: worktree}"

    answer = found.check(
        found.config(f'{{"mean(value, better=higher)": {rule}}}', golden="golden.jsonl", run=run, more=more)
    )

    (check,) = answer.report["checks"]
    assert (check["floor"], check["tolerance"]) == (near(0.001), near(0.05))
    assert check["candidate"]["value"] == near(0.0005)
    assert (answer.code, check["outcome"], check["reason"]) == (1, "regressed", "floor")


def test_59_yaml_duplicate_key(fragment):
    """A metric that is given twice is refused with both lines; the second does not win."""
    found, lines = fragment(59)
    head = ["version: 1", "name: case", "task: retrieval", "golden_set: absent.jsonl"]
    body = [
        "metrics:",
        *(f"{key}: {{floor: {floor}}}" for key, _, floor in (x.partition(": ") for x in lines[1:])),
    ]
    config = found.write("case.yaml", "\n".join([*body, *head]) + "\n")

    answer = found.check(config)

    assert answer.code == 2
    assert "case.yaml:4: " in answer.err
    assert "recall@5" in answer.err
    assert "in lines 2 and 4" in answer.err


def test_60_yaml_norway(fragment, near):
    """The word no is text, as a class and as the name of a slice."""
    found, (slices, positive, _) = fragment(60)
    where = slices.partition(": ")[2]
    assert (where, positive) == ("[se, no, dk]", "positive: no")
    whole = found.config("{roc_auc: {}}", **CSV, more=positive)
    part = found.config("{roc_auc: {where: {country: no}}}", **CSV, more=positive, name="part")
    parts = found.config(f"{{roc_auc: {{where: {{country: {where}}}}}}}", **CSV, more=positive, name="parts")

    checks = [report["checks"][0] for report in found.check(whole, part, parts).document["reports"]]

    assert [check["candidate"]["value"] for check in checks] == near([1.0, 1.0, 1.0])
    assert [check["candidate"]["n"] for check in checks] == [4, 2, 4]
    assert checks[1]["slice"] == "country=no"


def test_61_yaml_leading_zero(fragment, near):
    """The class 010 is text, not the number 8. Class 09 is read as 08, the other class."""
    found, lines = fragment(61)
    found.write("predictions.csv", (found.folder / "predictions.csv").read_bytes().replace(b",09", b",08"))
    label = lines[0].partition("[")[2].partition(",")[0]
    assert label == "010"

    answer = found.check(found.config("{accuracy: {}, precision: {}}", **CSV, more=f"positive: {label}"))

    assert answer.value("accuracy") == near(0.666667)
    assert answer.value("precision") == near(0.5)
    assert ["positive class", "010"] in answer.report["conditions"]["facts"]


def test_61_three_classes(case):
    """With a positive class the three are refused by the names they have; with several they keep them."""
    found = case(61)

    answer = found.check(found.config("{accuracy: {}}", **CSV, more="positive: 010"))

    assert (answer.code, answer.document) == (2, None)
    assert "there are two, and the golden set has '010', '08', '09'" in answer.err
    several = found.config(
        "{f1(class=08): {}}", **CSV | {"task": "multiclass"}, more="classes: [010, 08, 09]"
    )
    assert found.check(several).report["confusion"]["classes"] == ["010", "08", "09"]


def test_61_a_number_of_another_spelling(case):
    """The label 8 is not the label 08."""
    found = case(61)

    answer = found.check(found.config("{accuracy: {}}", **CSV, more="positive: 8"))

    assert answer.code == 2
    assert "no item has the class '8', did you mean '08'?" in answer.err


def test_62_yaml_unknown_key(fragment):
    """A misspelt key and a misspelt metric are both named with the word that was meant."""
    found, (key, _, metric) = fragment(62)
    name, _, floor = metric.strip().partition(": ")
    config = found.config(
        f"{{{name}: {{floor: {floor}}}}}", golden="absent.jsonl", run="absent.jsonl", more=key
    )

    answer = found.check(config)

    assert (answer.code, answer.document) == (2, None)
    assert "2 problems" in answer.err
    assert "tolerence" in answer.err
    assert "tolerance" in answer.err
    assert "recal@5" in answer.err
    assert "recall" in answer.err
