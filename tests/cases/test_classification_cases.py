"""Cases 20 to 26 and 30: binary classifiers, and metrics that cannot be computed."""

import pytest

CSV = {"golden": "predictions.csv", "run": "predictions.csv", "task": "classification"}
COSTS = "costs: {false_positive: 1, false_negative: 5}"


def told_threshold(check):
    """Return the threshold that a check's notes name."""
    (note,) = (note for note in check["notes"] if note.startswith("best at a threshold of "))
    return float(note.rpartition(" ")[2])


@pytest.mark.parametrize(
    ("rule", "code", "outcome"), [("{}", 0, "info"), ("{floor: 0.5}", 3, "not_comparable")]
)
def test_20_no_positive_pr_auc(case, rule, code, outcome):
    """Without a positive example both areas are null with a reason, and meet no floor."""
    found = case(20)
    files = {"golden": "predictions.jsonl", "run": "predictions.jsonl", "task": "classification"}

    answer = found.check(found.config(f"{{pr_auc: {rule}, roc_auc: {rule}}}", **files, more="positive: 1"))

    assert answer.code == code
    for metric in ("pr_auc", "roc_auc"):
        assert answer.value(metric) is None
        assert answer.verdict(metric) == (outcome, "undefined")
        assert "no positive example" in answer.check(metric)["because"]
        assert "no positive example" in answer.check(metric)["candidate"]["because"]


@pytest.mark.parametrize(("region", "value"), [("A", 0.75), ("B", None)])
def test_21_single_class_roc_auc(case, near, region, value):
    """A slice of one class is undefined, and neither the whole nor the other slice suffers."""
    found = case(21)
    config = found.config(f"{{roc_auc: {{where: {{region: {region}}}}}}}", **CSV, more="positive: 1")
    whole = found.config("{roc_auc: {}}", **CSV, more="positive: 1", name="whole")

    sliced, overall = (report["checks"][0] for report in found.check(config, whole).document["reports"])

    assert overall["candidate"]["value"] == near(0.75)
    assert (sliced["metric"], sliced["slice"]) == ("roc_auc", f"region={region}")
    assert sliced["candidate"]["value"] == (value if value is None else near(value))
    assert sliced["reason"] == ("undefined" if value is None else "not_gated")


def test_22_pr_auc_step_not_trapezoid(case, near):
    """A score that says nothing has the share of positives as its area."""
    found = case(22)

    answer = found.check(found.config("{pr_auc: {}}", **CSV, more="positive: 1"))

    assert answer.value("pr_auc") == near(0.1)


def test_23_best_f1_threshold_alignment(case, near):
    """The best F1 is that of a threshold: applying the reported one reproduces it, and no other is better."""
    found = case(23)

    check = found.check(found.config("{best_f1: {}}", **CSV, more="positive: 1")).check("best_f1")

    assert check["candidate"]["value"] == near(0.857143)
    assert told_threshold(check) == 0.3
    f1 = {}
    for threshold in (0.2, 0.3, 0.55, 0.6, 0.9):
        config = found.config("{f1: {}}", **CSV, more=f"positive: 1\nthreshold: {threshold}")
        f1[threshold] = found.check(config).value("f1")
    assert f1 == near({0.2: 0.75, 0.3: 0.857143, 0.55: 0.666667, 0.6: 0.8, 0.9: 0.5})
    assert f1[told_threshold(check)] == check["candidate"]["value"]


@pytest.mark.parametrize(
    ("metric", "applied", "held"),
    [
        ("recall_at_precision(0.7)", "recall", "precision"),
        ("precision_at_recall(0.6)", "precision", "recall"),
    ],
)
def test_23_operating_points_name_their_threshold(case, metric, applied, held):
    """At the threshold that is reported the one has the value, and the other holds what was asked."""
    found = case(23)
    check = found.check(found.config(f"{{{metric}: {{}}}}", **CSV, more="positive: 1")).check(metric)

    more = f"positive: 1\nthreshold: {told_threshold(check)}"
    there = found.check(found.config("{precision: {}, recall: {}}", **CSV, more=more))

    assert there.value(applied) == check["candidate"]["value"] > 0
    assert there.value(held) >= float(metric[-4:-1])


def test_23_no_threshold_is_named_where_none_is_that_good(case):
    """Where the value is 0, or there is no value, no threshold has it."""
    found = case(23)
    found.write("wrong.csv", "id,label,score\na,1,0.1\nb,0,0.9\nc,0,0.8\n")
    config = found.config(
        "{recall_at_precision(0.9): {}}",
        golden="wrong.csv", run="wrong.csv", task="classification", more="positive: 1",
    )  # fmt: skip

    check = found.check(config).check("recall_at_precision(0.9)")

    assert check["candidate"]["value"] == 0
    assert not any("threshold" in note for note in check["notes"])


def test_24_cost_threshold_is_minimum(case, near):
    """The threshold that is reported as cheapest costs what is reported, and nothing costs less."""
    found = case(24)
    metrics = "{expected_cost: {}, cheapest_cost: {}}"

    answer = found.check(found.config(metrics, **CSV, more=f"positive: 1\nthreshold: 0.5\n{COSTS}"))

    section = answer.report["threshold"]
    assert section["total_cost"] == near(6)
    assert section["cheapest"] == near(0.35)
    assert section["in_sample_cost"] == near(1 / 6)
    assert answer.value("cheapest_cost") == near(1 / 6)
    applied = found.check(found.config(metrics, **CSV, more=f"positive: 1\nthreshold: 0.35\n{COSTS}"))
    assert applied.report["threshold"]["total_cost"] == near(1)
    assert applied.value("expected_cost") == near(1 / 6)


def test_25_string_positive_class(case, near):
    """The positive class is the one that the config names."""
    found = case(25)

    answer = found.check(found.config("{roc_auc: {}}", **CSV, more="positive: fraud"))

    assert answer.value("roc_auc") == near(0.75)


def test_25_no_positive_class(case):
    """Without a name the gate asks and lists the classes; the alphabet does not decide."""
    found = case(25)

    answer = found.check(found.config("{roc_auc: {}}", **CSV))

    assert (answer.code, answer.document) == (2, None)
    assert "which class is the positive one? The golden set has 'fraud', 'ok'" in answer.err
    assert "positive: CLASS" in answer.err


def test_26_label_type_mismatch(case, near):
    """The number 1 and the text 1 are one class."""
    found = case(26)
    files = {"golden": "golden.jsonl", "run": "predictions.csv", "task": "classification"}

    answer = found.check(found.config("{accuracy: {}, f1: {}}", **files, more="positive: 1"))

    assert (answer.value("accuracy"), answer.value("f1")) == (near(0.75), near(0.8))


@pytest.mark.parametrize(("rule", "code"), [("{}", 0), ("{floor: 0.5}", 1)])
def test_30_nothing_is_flagged(case, near, rule, code):
    """Where positives exist and none is flagged, all three are 0 and marked, and below any floor."""
    found = case(30)
    files = {"golden": "some-positives.csv", "run": "some-positives.csv", "task": "classification"}
    marked = "no positive prediction: where nothing is flagged, it is 0 by convention"

    answer = found.check(
        found.config(f"{{precision: {rule}, recall: {{}}, f1: {{}}}}", **files, more="positive: 1")
    )

    assert answer.code == code
    assert [answer.value(name) for name in ("precision", "recall", "f1")] == near([0, 0, 0])
    flagging = [marked in answer.check(name)["notes"] for name in ("precision", "recall", "f1")]
    assert flagging == [True, False, True]
    assert ("no positive prediction" in answer.out) == bool(code)


def test_30_nothing_is_positive(case):
    """Without a positive all three are undefined, not the 0 of the worst model."""
    found = case(30)
    files = {"golden": "no-positives.csv", "run": "no-positives.csv", "task": "classification"}

    answer = found.check(found.config("{precision: {}, recall: {}, f1: {}}", **files, more="positive: 1"))

    for metric in ("precision", "recall", "f1"):
        assert answer.value(metric) is None
        assert answer.verdict(metric) == ("info", "undefined")


SEVERAL = {"task": "multiclass"}


@pytest.mark.parametrize("declared", ["", "classes: [0, 1, 2]"])
def test_27_macro_f1_gap_in_labels(case, near, declared):
    """A class that is neither a label nor a decision takes no part, and the report says so."""
    found = case(27)
    files = {"golden": "predictions.csv", "run": "predictions.csv", **SEVERAL}

    answer = found.check(found.config("{macro_f1: {floor: 1}}", **files, more=declared))

    assert answer.code == 0
    assert answer.value("macro_f1") == near(1)
    left_out = "1 class left out ('1'): it is neither a label nor a decision"
    assert (left_out in answer.check("macro_f1")["notes"]) == bool(declared)
    assert ("class_without_example" in answer.notices) == bool(declared)


def test_28_absent_class_multiclass_auc(case, near):
    """A class without an example has no area, and the mean is over the others and says so."""
    found = case(28)
    files = {"golden": "predictions.jsonl", "run": "predictions.jsonl", **SEVERAL}
    of_classes = ", ".join(f"roc_auc(class={name}): {{}}" for name in "abc")
    metrics = f"{{{of_classes}, macro_roc_auc: {{}}, macro_roc_auc_ovo: {{}}}}"

    answer = found.check(found.config(metrics, **files, more="classes: [a, b, c]"))

    values = [answer.value(f"roc_auc(class={name})") for name in "abc"]
    assert values == [near(0.75), near(0.75), None]
    assert answer.verdict("roc_auc(class=c)") == ("info", "undefined")
    for name in ("macro_roc_auc", "macro_roc_auc_ovo"):
        assert answer.value(name) == near(0.75)
        left_out = "1 class left out ('c'): undefined without items of it and of others"
        assert left_out in answer.check(name)["notes"]


def test_28_without_declared_classes(case, near):
    """A class that only probabilities name is no class of the question, and no crash."""
    found = case(28)
    files = {"golden": "predictions.jsonl", "run": "predictions.jsonl", **SEVERAL}

    answer = found.check(found.config("{macro_roc_auc: {}, brier: {}}", **files))

    assert answer.value("macro_roc_auc") == near(0.75)
    assert answer.value("brier") == near((0.14 + 0.74 + 0.24 + 0.78) / 4)


def test_29_probability_key_order(case, near):
    """Probabilities belong to the class they name, whatever their order in a row."""
    found = case(29)
    files = {"golden": "predictions.jsonl", "run": "predictions.jsonl", **SEVERAL}

    answer = found.check(found.config("{macro_roc_auc: {}}", **files))

    assert answer.value("macro_roc_auc") == near(1)


def test_30_never_predicted_class(case, near):
    """With several classes the same convention holds for each of them, and for their mean."""
    found = case(30)
    files = {"golden": "some-positives.csv", "run": "some-positives.csv", **SEVERAL}
    metrics = "{precision(class=1): {}, recall(class=1): {}, f1(class=1): {}, macro_precision: {}}"

    answer = found.check(found.config(metrics, **files))

    of_class = [answer.value(f"{kind}(class=1)") for kind in ("precision", "recall", "f1")]
    assert of_class == near([0, 0, 0])
    assert answer.value("macro_precision") == near(0.25)
    marked = "never predicted: '1'; its precision is 0 by convention"
    for name in ("precision(class=1)", "macro_precision"):
        assert marked in answer.check(name)["notes"]
