"""Tables of labels and scores as samples, and metrics evaluated by name."""

import csv

import numpy as np
import pytest

from gate import metrics
from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Run
from gate.samples.curve import Curve
from gate.samples.labelled import LabelledSample


def evaluate(name, sample, **parameters):
    """Compute a classification metric on a sample, straight from its formula."""
    metric = metrics.find(name, "classification")
    match metric.form:
        case "per_item":
            return float(np.average(metric(sample, **parameters), weights=sample.weight))
        case "over_totals":
            totals = {c: sample.column(c) @ sample.weight for c in metric.columns}
            return float(metric(**totals, **parameters))
        case "curve":
            return float(metric(Curve.of(sample).cells, **parameters)[0])


def line_up(golden, run, *, positive="1", threshold=0.5, costs=None, label="label", score="score"):
    """Build a sample from rows of a golden table and rows of a run table, joined on ``id``."""
    slices = [key for key in golden[0] if key not in {"id", label, score, "predicted"}]
    items = {
        row["id"]: GoldenItem(row["id"], label=row[label], slices={key: row[key] for key in slices})
        for row in golden
    }
    answers = {
        row["id"]: Answer(
            row["id"],
            score=float(row[score]) if row.get(score) else None,
            predicted=row.get("predicted"),
        )
        for row in run
    }
    return LabelledSample.build(
        GoldenSet(items), Run(answers), positive=positive, threshold=threshold, costs=costs
    )


def rows(path):
    """Read a CSV table as dictionaries of text; a table without ids is numbered."""
    with path.open(encoding="utf-8-sig", newline="") as file:
        table = list(csv.DictReader(file))
    return [{"id": f"{i:06d}", **row} for i, row in enumerate(table)]


@pytest.fixture(scope="session")
def value():
    """Give the function that computes a metric by name."""
    return evaluate


@pytest.fixture(scope="session")
def table():
    """Give the function that reads a table."""
    return rows


@pytest.fixture(scope="session")
def sample_of():
    """Give the function that lines two tables up."""
    return line_up
