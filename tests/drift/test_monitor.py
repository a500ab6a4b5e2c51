"""What `gate monitor` finds in two windows, from config to exit code."""

import numpy as np
import pytest

from tests.conftest import REPOSITORY
from tests.drift.traffic import ALL, TWO, outcomes, rows


def test_windows_of_one_law_are_quiet(monitored):
    """Two draws of the same traffic end with 0, and every statistic is reported."""
    code, report, _ = monitored(ALL, old=rows(800, seed=1), new=rows(500, seed=2))
    assert code == 0
    assert report["outcome"] == "quiet"
    assert {statistic for _, statistic in outcomes(report)} == {
        *("chi_squared", "population_stability", "jensen_shannon", "kullback_leibler"),
        *("new_categories", "missing_categories", "kolmogorov_smirnov", "rate_change"),
    }


def test_a_shift_is_an_alarm_of_its_field_alone(monitored):
    """A number that moved is the only alarm, and the exit code is 1."""
    code, report, _ = monitored(ALL, old=rows(800, seed=1), new=rows(500, seed=2, shift=0.8))
    assert code == 1
    alarmed = {field for (field, _), outcome in outcomes(report).items() if outcome == "alarm"}
    assert alarmed == {"length"}
    (ks,) = (each for each in report["findings"] if each["statistic"] == "kolmogorov_smirnov")
    assert ks["is_large"]


@pytest.mark.parametrize(("clicks", "code"), [(0.3, 1), (0.7, 0)])
def test_a_rate_alarms_in_the_bad_direction(monitored, clicks, code):
    """Fewer clicks are an alarm where more are better; more clicks are none."""
    found, report, _ = monitored(ALL, old=rows(900, seed=1), new=rows(900, seed=2, clicks=clicks))
    assert found == code
    (rate,) = (each for each in report["findings"] if each["kind"] == "rate")
    assert rate["low"] < rate["value"] < rate["high"]
    assert rate["window"] - rate["reference"] == pytest.approx(rate["value"])
    assert (rate["high"] < 0) == (clicks < 0.5)


def test_embeddings_that_moved(monitored, tmp_path):
    """A cloud that moved in many directions is seen by its mean and by the classifier."""
    draw = np.random.default_rng(5)
    np.save(tmp_path / "a.npy", draw.normal(size=(250, 6)))
    np.save(tmp_path / "b.npy", draw.normal(0.6, 1, size=(200, 6)))
    code, report, _ = monitored(
        TWO.replace("new", "old") + "embeddings: {reference: a.npy, window: b.npy, draws: 999}\n",
        old=rows(30, seed=1),
    )
    assert code == 1
    assert set(outcomes(report).values()) == {"alarm"}
    assert {statistic for _, statistic in outcomes(report)} == {
        *("mean_distance", "separation", "embedding_divergence"),
    }
    assert all(each["p"] == pytest.approx(1 / 2000) for each in report["findings"])


def test_too_few_records_are_no_answer(monitored):
    """Nineteen records tell nothing: exit 3, and a sentence."""
    code, report, _ = monitored(ALL, old=rows(100, seed=1), new=rows(19, seed=2))
    assert code == 3
    assert set(outcomes(report).values()) == {"no_answer"}
    assert "19 records" in report["findings"][0]["because"]


def test_missing_values_are_compared(monitored):
    """A field that is suddenly empty in a tenth of the records is an alarm."""
    new = rows(600, seed=2)
    for row in new[::10]:
        row["length"] = None
    code, report, _ = monitored(ALL, old=rows(600, seed=1), new=new)
    assert code == 1
    assert outcomes(report)["length", "missing_values"] == "alarm"
    assert outcomes(report)["length", "kolmogorov_smirnov"] == "quiet"


@pytest.mark.parametrize("field", ["topic", "length"])
def test_a_field_that_vanished_is_an_alarm(monitored, field):
    """A window whose every record has nothing under a key: all of it is missing, and that alarms."""
    new = [{**row, field: None} for row in rows(600, seed=2)]
    code, report, _ = monitored(ALL, old=rows(600, seed=1), new=new)
    assert code == 1
    found = next(f for f in report["findings"] if (f["field"], f["statistic"]) == (field, "missing_values"))
    assert (found["outcome"], found["value"]) == ("alarm", 1)


def test_constant_numbers(monitored):
    """Numbers that never vary are compared like others."""
    for value, code in ((1.0, 0), (2.0, 1), (0.5, 1)):
        old, new = ([{**row, "length": at} for row in rows(60, seed=1)] for at in (1.0, value))
        found, report, _ = monitored(ALL, old=old, new=new)
        assert found == code
        assert all(each["value"] is not None for each in report["findings"])


def test_the_share_of_a_label(monitored):
    """Labels of a golden set are the reference of a share; two points are an alarm, one is none."""
    golden = REPOSITORY / "configs" / "breast_cancer.yaml"
    text = f"golden: {golden}\nwindow: new.jsonl\nproxies: {{malignant: {{column: label, is: malignant}}}}\n"
    lines = (REPOSITORY / "golden_sets" / "breast_cancer.csv").read_text("utf-8").splitlines()[1:]
    labels = [line.split(",")[1] for line in lines]
    share = labels.count("malignant") / len(labels)
    for points, expected in ((0.01, 0), (0.05, 1)):
        many = round(10_000 * (share + points))
        new = [{"label": "malignant", "n": many}, {"label": "benign", "n": 10_000 - many}]
        code, report, _ = monitored(text + "count: n\nlevels: {p: 0.05}\n", new=new)
        (found,) = report["findings"]
        assert found["value"] == pytest.approx(points, abs=1e-4)
        assert found["reference"] == pytest.approx(share)
        assert found["p"] <= 0.05 or points == 0.01
        assert code == expected


def test_array_files_are_windows_of_their_own(monitored, tmp_path):
    """Where only vectors are compared no files of records are named; the report counts the rows."""
    draw = np.random.default_rng(1)
    np.save(tmp_path / "a.npy", draw.normal(size=(80, 4)))
    np.save(tmp_path / "b.npy", draw.normal(size=(70, 4)))
    code, report, _ = monitored("embeddings: {reference: a.npy, window: b.npy}\n")
    assert code == 0
    assert report["reference"] == {"source": "a.npy", "records": 80, "is_golden": False}
    assert (report["window"]["source"], report["window"]["records"]) == ("b.npy", 70)
    code, _, err = monitored(
        "embeddings: {reference: a.npy, window: b.npy}\nreference: a.jsonl\nfields: {x: {kind: text}}\n"
    )
    assert code == 2
    assert "'window' is missing" in err
