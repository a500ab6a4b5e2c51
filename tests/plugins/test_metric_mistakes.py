"""What is wrong with a metric of the user is said with its line, and never as a bug of ours."""

import pytest

from tests.end_to_end.conftest import golden_rows
from tests.plugins.conftest import CONFIG, plugged
from tests.plugins.texts import BODY, CURVE, METRIC, TOTALS

WRONG = {
    "is not Python": ("def first(:\n", "mine.py:1: the plugin is not Python: "),
    "raises": ("x = 1\nraise RuntimeError('no\\nindex')\n", "mine.py:2: the plugin cannot be loaded: Run"),
    "exits": ("import sys\nsys.exit(0)\n", "mine.py:2: the plugin cannot be loaded: SystemExit: 0"),
    "imports a neighbour": ("import golden\n", "ModuleNotFoundError: No module named 'golden'"),
    "is empty": ("x = 1\n", "search.yaml:7: plugins.0: 'mine.py' has neither a metric nor a reader"),
    "has no decorator": (METRIC.replace("@per", "#per"), "search.yaml:7: plugins.0: 'mine.py' has neither"),
    "takes a name": (
        METRIC.replace("def first", "def ndcg"),
        "mine.py:6: 'ndcg' is a metric of the gate [plugin_unfit]\n  fix: give yours another name",
    ),
    "takes a name of another task": (METRIC.replace("def first", "def f1"), "'f1' is a metric of the gate"),
    "has a capital": (METRIC.replace("def first", "def First"), "'First' cannot be a metric's name"),
    "does not say for what": (METRIC.replace("TASKS =", "TASK ="), "the plugin does not say what it is for"),
    "is for no task": (METRIC.replace('"retrieval"', '"search"'), "TASKS is ('search',), not a tuple of"),
    "is for another task": (
        METRIC.replace('"retrieval"', '"multilabel"'),
        "search.yaml:9: metrics.first: no metric 'first' for retrieval; mine.py has it for multilabel",
    ),
    "knows no direction": (METRIC.replace('"higher"', '"up"'), "mine.py:6: better='up': it is 'higher'"),
    "has no range": (METRIC.replace("(0.0, 1.0)", "(1.0, 0.0)"), "bounds=(1.0, 0.0): the least value"),
    "is worse than possible": (METRIC.replace("worst=0.0", "worst=-1"), "worst=-1 lies outside of bounds="),
    "has no bounds": (
        METRIC.replace("(0.0, 1.0)", "None"),
        "mine.py:6: bounds=None: it is the least and the greatest value, as (0.0, 1.0) [plugin_unfit]",
    ),
    "has one bound": (METRIC.replace("(0.0, 1.0)", "(1.0,)"), "mine.py:6: bounds=(1.0,): it is the least"),
    "has words for bounds": (METRIC.replace("(0.0, 1.0)", "('a', 'b')"), "bounds=('a', 'b'): it is the le"),
    "has a word for worst": (METRIC.replace("worst=0.0", "worst='x'"), "mine.py:6: worst='x': it is a num"),
    "has plain parameters": (
        METRIC.replace("worst=0.0", "worst=0.0, parameters={'days': 365}"),
        "mine.py:6: parameters={'days': 365}: it is {name: Parameter(…)}",
    ),
    "has listed parameters": (
        METRIC.replace("worst=0.0", "worst=0.0, parameters=['days']"), "mine.py:6: parameters=['days']: it",
    ),
    "has a word for a cut-off": (
        METRIC.replace("worst=0.0", "worst=0.0, cutoff='bad'"),
        "mine.py:6: cutoff='bad': it is 'none', 'from_k', 'optional' [plugin_unfit]",
    ),
    "needs what nobody has": (
        METRIC.replace("worst=0.0", "worst=0.0, needs=('foo',)"), "mine.py:6: needs='foo': it is one of cat",
    ),
    "has a word for its positives": (
        METRIC.replace("worst=0.0", "worst=0.0, min_positives='many'"),
        "mine.py:6: min_positives='many': it is a whole number from 0",
    ),
    "has steps that are none": (
        METRIC.replace("worst=0.0", "worst=0.0, steps=1"), "mine.py:6: steps=1: it is a function",
    ),
    "is an object": (
        METRIC.partition("@per_item")[0]
        + "class First:\n    __name__ = 'first'\n\n    def __call__(self, sample):\n"
        "        return sample.hits(10)\n\n\n"
        "first = per_item(better='higher', bounds=(0.0, 1.0), worst=0.0)(First())\n",
        "mine.py: first: First is declared, not a function [plugin_unfit]\n  fix: declare a function that",
    ),
    "is a quantile beyond the last": (
        METRIC.replace("import per_item", "import quantile").replace(
            'per_item(better="higher", bounds=(0.0, 1.0), worst=0.0)', "quantile(95)"
        ),
        "mine.py:6: quantile(95): the level lies between 0 and 1",
    ),
    "says nothing": (METRIC.replace('"""Re', "#"), "mine.py:6: first has no docstring"),
    "has totals": (
        METRIC.replace("per_item", "over_totals").replace("worst=0.0", "").replace("(b", '("tp", b'),
        "first: retrieval has no totals or curves, only a value an item",
    ),
    "raises in the formula": (f"{BODY}    return 1 / len(())\n", "mine.py:9: first: it raised Zero"),
    "raises what is no Exception": (
        f"import asyncio\n{BODY}    raise asyncio.CancelledError\n",
        "mine.py:10: first: it raised CancelledError [plugin_failed]",
    ),
    "raises no Exception while it loads": (
        "x = 1\nraise GeneratorExit('y')\n", "mine.py:2: the plugin cannot be loaded: GeneratorExit: y",
    ),
    "writes into the sample": (
        f"{BODY}    sample.rank[:] = 1\n    return sample.hits(10)\n",
        "mine.py:9: first: it raised ValueError: assignment destination is read-only",
    ),
    "replaces the slices": (
        f"{BODY}    sample.groups['kind'] = ('a',) * 40\n    return sample.hits(10)\n",
        "mine.py:6: first: it changed what it was given; a sample is shared by all metrics",
    ),
    "takes nothing": (
        METRIC.replace("def first(sample)", "def first()"),
        "mine.py:6: first: it raised TypeError: first() takes 0 positional arguments but 1 was given",
    ),
    "returns too little": (f"{BODY}    return [1.0]\n", "shape (1,), not one value for each of 40"),
    "returns text": (f"{BODY}    return 'good'\n", "it returned str, not an array of numbers"),
    "returns nothing": (f"{BODY}    return None\n", "shape (), not one value for each of 40"),
    "returns complex numbers": (
        f"{BODY}    return sample.hits(10) * 1j\n", "it returned ndarray of complex128, not an array of num",
    ),
    "returns digits as text": (f"{BODY}    return ['1'] * 40\n", "it returned list, not an array of numbers"),
    "returns masked values": (
        f"import numpy as np\n{BODY}    return np.ma.masked_all(40)\n", "it returned a masked array; what is",
    ),
    "returns infinity": (f"{BODY}    return sample.hits(10) / 0\n", "it returned an infinite number"),
    "leaves its bounds": (
        f"{BODY}    return 3 * sample.hits(10)\n",
        "first: it gives 3 for item 'q000', and says that its values are from 0 to 1",
    ),
    "is not zero or one": (
        METRIC.replace("worst=0.0", "worst=0.0, zero_one=True"),
        "first: it gives 0.5 for item 'q000', and says that its values are 0 or 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_with_its_line(project, case):
    """Each mistake of a plugin ends with exit code 2 and a sentence, never as a bug of ours."""
    text, told = WRONG[case]
    project.write(golden=[{**row, "slices": {"kind": "b"}} for row in golden_rows()])
    if case == "says nothing":
        text = text.replace('document."""', "document.")
    ended = plugged(project, text)
    assert ended.code == 2
    assert told in ended.err
    assert "Traceback" not in ended.err
    assert ended.warned == ()


@pytest.mark.parametrize(
    ("task", "column", "fix"),
    [
        ("classification", "true", "its columns are fn, fp, tn, tp"),
        ("multiclass", "fp", "its columns are predicted, tp, true"),
        ("judge", "fp", "its columns are predicted, tp, true"),
        ("generation", "tp", "declare it with per_item"),
    ],
)
def test_columns_that_a_task_does_not_have_are_refused(project, task, column, fix):
    """A formula over totals asks for columns of its task's items; where there are none, it is told so."""
    project.write(config=CONFIG.replace("retrieval", task).replace("k: 10\n", ""))
    ended = plugged(project, TOTALS.replace("KIND", task).replace("COLUMN", column))
    assert ended.code == 2
    assert f"share: {task} has no column {column!r} [plugin_unfit]\n" in ended.err
    assert f"fix: {fix}\n" in ended.err


@pytest.mark.parametrize("task", ["generation", "judge", "multiclass"])
def test_a_curve_where_there_is_none_is_refused(project, task):
    """One order of scores is had by two classes; elsewhere the way out is told."""
    project.write(config=CONFIG.replace("retrieval", task).replace("k: 10\n", ""))
    ended = plugged(project, CURVE.replace("KIND", task))
    assert ended.code == 2
    way = "curves" if task == "multiclass" else "per_item"
    told = f"mine.py:11: share: {task} has nothing that curve could be computed of [plugin_unfit]"
    assert told in ended.err
    assert f"fix: declare it with {way}\n" in ended.err


def test_a_broken_plugin_hides_no_other_mistake_and_makes_none_up(project):
    """All mistakes of the config are named, but not that the metrics of the broken plugin do not exist."""
    project.write(config=CONFIG.replace("k: 10", "k: 0"))
    ended = plugged(project, "1 / 0\n")
    assert "2 problems" in ended.err
    assert "k: 0 is not a positive whole number" in ended.err
    assert "ZeroDivisionError" in ended.err


@pytest.mark.parametrize(
    ("plugins", "told"),
    [
        ("[there.py]", "search.yaml:7: plugins.0: there is no plugin 'there.py'"),
        ("[mine.py, mine.py]", "plugins.1: 'mine.py' is named twice"),
        ("[.]", "plugins.0: the plugin '.' cannot be read: Is a directory"),
        ("[mine.py, copy.py]", "copy.py:6: 'first' is a metric of mine.py, too"),
        ("mine.py", "plugins: 'mine.py' is not a list"),
        ("[[mine.py]]", "plugins.0: a list is not text"),
    ],
)
def test_paths_are_checked(project, plugins, told):
    """A path that leads nowhere, or twice to the same, is pointed at in the config."""
    (project.top / "copy.py").write_text(METRIC, "utf-8")
    project.write(config=CONFIG.replace("[mine.py]", plugins))
    ended = project.gate("validate")
    assert ended.code == 2
    assert told in ended.err
