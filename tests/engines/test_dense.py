"""Totals over resamples: right, and the same to the bit whatever the machine does."""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate.arrays import on_grid
from gate.engines import dense
from gate.stats import resample

IDS = [f"q{i:04d}" for i in range(700)]

DIGEST = """
import hashlib, numpy as np
from gate.engines import dense
from gate.stats import resample, signflip, interval
ids = [f"q{i:04d}" for i in range(700)]
columns = np.sin(np.arange(700.0 * 9)).reshape(700, 9)
totals = dense.totals(resample.weights(ids, 999, seed=1), columns)
test = signflip.family_test(columns, ids, seed=1, blocking=np.ones(9, bool), alpha=0.01)
level = interval.level_mean(columns[:, 0], bounds=(-1, 1), confidence=0.95)
said = totals.tobytes() + test.worse_adjusted.tobytes() + repr((test.critical, level)).encode()
print(hashlib.sha256(said).hexdigest())
"""


def columns(n=700, c=5):
    """Return normal columns on scales from thousandths to tens."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(n, c)) * 10.0 ** np.arange(-3, c - 3)


def test_totals_are_weighted_sums():
    """Against a plain product, to the accuracy of the grid."""
    table = columns()
    found = dense.totals(resample.weights(IDS, 200, seed=1), table)
    weights = np.concatenate(list(resample.weights(IDS, 200, seed=1)))
    np.testing.assert_allclose(found, weights @ table, rtol=0, atol=700 * 1e-9 * np.abs(table).max())


def test_counts_are_exact():
    """Columns of zeros and ones, and small whole numbers, have whole totals."""
    table = (columns() > 0) * np.array([1.0, 1.0, 3.0, 10.0, 255.0])
    weights = np.concatenate(list(resample.weights(IDS, 64, seed=1)))
    np.testing.assert_array_equal(dense.totals([weights], table), weights @ table)


def test_rows_may_come_in_any_order():
    """Permuted items under their own weights have the same totals to the bit."""
    table, order = columns(), np.random.default_rng(1).permutation(700)
    weights = np.concatenate(list(resample.weights(IDS, 100, seed=1)))
    one = dense.totals([weights], table)
    other = dense.totals([weights[:, order]], table[order])
    assert one.tobytes() == other.tobytes()


@settings(deadline=None)
@given(st.lists(st.integers(1, 99), max_size=6))
def test_batches_may_have_any_size(cuts):
    """Any split of the resamples into blocks gives the same bits."""
    table = columns(50, 3)
    weights = np.concatenate(list(resample.weights(IDS[:50], 100, seed=1)))
    one = dense.totals([weights], table)
    assert dense.totals(np.split(weights, sorted(set(cuts))), table).tobytes() == one.tobytes()


def test_other_columns_change_nothing():
    """A metric's totals do not depend on what is computed beside it."""
    table = columns()
    weights = list(resample.weights(IDS, 100, seed=1))
    both = dense.totals(weights, table)
    alone = dense.totals(weights, table[:, 2:3])
    assert both[:, 2].tobytes() == alone[:, 0].tobytes()


def test_no_resamples():
    """No blocks, no rows."""
    assert dense.totals([], columns()).shape == (0, 5)


@pytest.mark.parametrize("value", [0.0, 1.0, 0.5, 2.0**-20, 7.0])
def test_grid_keeps_values_of_few_bits(value):
    """Zero, one, halves and small whole numbers lie on the grid of a column up to 7."""
    whole, exponents = on_grid(np.array([[7.0], [value]]), terms=10)
    assert np.ldexp(whole, exponents)[1, 0] == value


@settings(deadline=None)
@given(st.lists(st.floats(-1e12, 1e12), min_size=1, max_size=20), st.integers(1, 1 << 40))
def test_grid_error_and_exactness(values, terms):
    """Rounding stays below half a step, and any sum of that many terms below 2^53."""
    column = np.array(values)[:, None]
    whole, exponents = on_grid(column, terms=terms)
    assert np.abs(whole).max() * terms <= 2**53
    assert (np.abs(np.ldexp(whole, exponents) - column) <= np.ldexp(0.5, exponents)).all()


def test_threads_of_the_blas_change_nothing():
    """One or two BLAS threads, the same totals, p values and intervals to the bit."""
    found = set()
    for threads in ("1", "2"):
        surroundings = os.environ | dict.fromkeys(
            ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"), threads
        )
        done = subprocess.run(
            [sys.executable, "-c", DIGEST],
            env=surroundings,
            cwd=Path(__file__).parents[2],
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout)
    assert len(found) == 1
    assert len(found.pop().strip()) == hashlib.sha256().digest_size * 2
