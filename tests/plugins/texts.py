"""Plugins of a user: a metric, a reader, and metrics whose task, columns or mistakes are filled in."""

METRIC = '''\
from gate.metrics.declare import per_item

TASKS = ("retrieval",)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0)
def first(sample):
    """Reciprocal of the best rank of a relevant document."""
    return sample.largest(sample.is_relevant / sample.rank)
'''


READER = '''\
FORMATS = {"log": (".log",)}
TASKS = ("retrieval",)


def read_run(source, data, task):
    """Read an id and the ids of the results, with blanks between."""
    for number, line in enumerate(data.decode().splitlines(), start=1):
        ident, *results = line.split()
        yield number, {"id": ident, "ranked": results}


def read_golden(source, data, task):
    """Read an id and one relevant document."""
    rows = [line.split() for line in data.decode().splitlines()]
    return [{"id": ident, "relevant": relevant} for ident, *relevant in rows]
'''

BODY = METRIC.partition("    return ")[0]

TOTALS = '''\
from gate.metrics.declare import over_totals

TASKS = ("KIND",)


@over_totals("COLUMN", better="higher", bounds=(0.0, 1.0))
def share(COLUMN):
    """A share."""
    return COLUMN
'''

CURVE = '''\
import numpy as np
from gate.metrics.declare import curve, curves, over_totals

TASKS = ("KIND",)


def _influence(curve):
    return np.zeros(curve.items)


@curve(better="higher", bounds=(0.0, 1.0), influence=_influence)
def share(cells):
    """A share."""
    return cells.positives / (cells.positives + cells.negatives)
'''
