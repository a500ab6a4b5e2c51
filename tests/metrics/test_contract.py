"""What every metric of every task owes by itself: a source, an example that is right, bounds, one name."""

import doctest
import subprocess
import sys
from importlib import import_module

import pytest

from gate import metrics
from tests.metrics.drawn import every_metric, spelling


@every_metric
def test_is_called_what_its_file_is_called(task, name):
    """The file, the function and the name in a config are one word."""
    metric = metrics.find(name, task)

    assert metric.name == name
    assert metric.formula.__module__.rpartition(".")[2] == name


@every_metric
def test_documents_itself(task, name):
    """The first line is a sentence, and source, returned values and an example are there."""
    documentation = metrics.find(name, task).formula.__doc__

    assert metrics.find(name, task).summary.endswith(".")
    assert "Source:" in documentation
    assert "Returns:" in documentation
    assert ">>>" in documentation


@every_metric
def test_its_example_is_right(task, name):
    """The worked example in the docstring gives what it says."""
    formula = metrics.find(name, task).formula
    module = import_module(formula.__module__)
    example = doctest.DocTestParser().get_doctest(
        formula.__doc__, dict(vars(module)), name, module.__file__, formula.__code__.co_firstlineno
    )
    told = []

    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=told.append)

    assert not told, "".join(told)


@every_metric
def test_its_canonical_spelling_means_itself(task, name):
    """What a spec prints resolves to the same spec, so names in reports can be pasted into configs."""
    metric = metrics.find(name, task)
    spec = metric.resolve(spelling(metric), k=3)

    assert metric.resolve(spec.text, k=99) == spec


@every_metric
def test_declares_what_it_promises(task, name):
    """Bounds are in order, the worst value lies within them and on the bad side."""
    metric = metrics.find(name, task)
    low, high = metric.bounds

    assert low < high
    if metric.worst is not None:
        assert metric.worst == (low if metric.better == "higher" else high)
    if metric.zero_one:
        assert metric.bounds == (0.0, 1.0)


def test_direction_of_a_mean_is_the_one_that_is_spelt():
    """A custom number has no direction of its own: it must be said, and what is said counts."""
    mean = metrics.find("mean", "retrieval")

    assert mean.direction(mean.resolve("mean(latency_ms, better=lower)", k=None)) == "lower"
    assert mean.direction(mean.resolve("mean(faithfulness, better=higher)", k=None)) == "higher"
    with pytest.raises(ValueError, match=r"parameter 'better' is missing; .* better=lower"):
        mean.resolve("mean(latency_ms)", k=None)
    with pytest.raises(ValueError, match="better is 'up', not one of higher, lower"):
        mean.resolve("mean(latency_ms, better=up)", k=None)


def test_declarations_need_no_numpy():
    """Config, schema and "did you mean" know every metric before anything heavy is loaded."""
    program = (
        "import sys\n"
        "from gate import metrics\n"
        "for task in metrics.FOLDERS:\n"
        "    for name in metrics.names(task):\n"
        "        metrics.find(name, task)\n"
        "        if 'numpy' in sys.modules:\n"
        "            sys.exit(f'{task} {name} imports numpy')\n"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
