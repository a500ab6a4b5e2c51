"""A metric of the user counts like one of ours, and what is wrong with it is said with its line."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest

from gate import config
from gate.errors import QuestionError
from gate.plugins.quiet import quiet
from gate.plugins.sealed import sealed
from tests.end_to_end.calls import call
from tests.end_to_end.conftest import golden_rows, run_rows
from tests.plugins.conftest import CONFIG, METRIC


def plugged(project, text):
    """Check with another plugin; return how it ended."""
    return project.plugin(text).gate("check")


def test_it_is_judged_like_the_same_metric_of_ours(project):
    """Reciprocal rank as a plugin has the values, intervals, p and verdict of `mrr`, in slices, too."""
    tagged = [{**row, "slices": {"kind": f"k{i % 2}"}} for i, row in enumerate(golden_rows())]
    rules = CONFIG.replace("mrr: {}", "mrr: {tolerance: 0.02}") + "slices: {kind: {tolerance: 0.1}}\n"
    project.write(golden=tagged, config=rules)
    assert project.gate("refresh").code == 0
    project.write(run=run_rows(rank=4))

    ended, report = project.check()

    assert ended.code == 1
    by_name = {f"{check['metric']} [{check['slice']}]": check for check in report["checks"]}
    assert {name.partition(" ")[0] for name in by_name} == {"first", "mrr"}
    assert len(by_name) == 6
    same = ("baseline", "candidate", "gain", "p", "n", "outcome", "because", "detectable")
    for name, check in by_name.items():
        other = by_name[name.replace("first", "mrr")]
        assert [check[key] for key in same if key in check] == [other[key] for key in same if key in other]


def test_it_is_listed_explained_and_suggested(project):
    """`gate metrics`, `gate explain metric`, `gate power`, `explain item` and "did you mean" know it."""
    assert project.gate("refresh").code == 0
    listed = call("metrics", "--task", "retrieval", "--config", "search.yaml").out
    assert re.search(r"^  first +higher  Reciprocal of the best rank .*\[mine\.py\]$", listed, re.MULTILINE)
    assert "  mrr[@k]" in listed
    page = call("explain", "metric", "first", "--config", "search.yaml")
    assert page.code == 0
    assert "Range:      0 to 1; better: higher" in page.out
    assert "From:       mine.py sha256 " in page.out
    assert "first" in project.gate("power").out
    assert (
        "first" in project.gate("explain", "item").err + call("explain", "item", "search.yaml", "first").out
    )
    project.write(config=CONFIG.replace("first:", "frist:"))
    assert "no metric 'frist' for retrieval, did you mean 'first'?" in project.gate("validate").err


def test_another_plugin_than_the_baselines_is_said(project):
    """The digest stands in the baseline and in the conditions; where it differs, a notice names both."""
    assert project.gate("refresh").code == 0
    before = project.stored()["conditions"]["plugin mine.py"]
    ended, report = project.check()
    assert ["plugin mine.py", before] in report["conditions"]["facts"]
    assert "plugin_changed" not in {notice["code"] for notice in report["notices"]}

    project.plugin(f"{METRIC}# another one\n")

    ended, report = project.check()
    (told,) = [notice["text"] for notice in report["notices"] if notice["code"] == "plugin_changed"]
    (now,) = [value for name, value in report["conditions"]["facts"] if name == "plugin mine.py"]
    assert before != now
    assert f"mine.py ({before} → {now})" in told
    assert ended.code == 0
    assert project.gate("refresh").code == 0
    assert project.stored()["conditions"]["plugin mine.py"] == now


def test_line_ends_are_no_change(project):
    """A checkout with the line ends of Windows has the same digest."""
    assert project.gate("refresh").code == 0
    (project.top / "mine.py").write_bytes(METRIC.replace("\n", "\r\n").encode())
    _, report = project.check()
    assert "plugin_changed" not in {notice["code"] for notice in report["notices"]}


def test_an_item_without_an_answer_is_never_left_out(project):
    """Whatever the function says of it, it counts as `worst`, and as undefined where there is no worst."""
    project.write(run=run_rows()[:-1])
    free = (
        METRIC.replace("return ", "found = ").rstrip()
        + "\n    found[~sample.answered] = float('nan')\n    return found\n"
    )
    project.plugin(free)
    assert project.check("--first-run", "pass")[1]["checks"][0]["candidate"]["value"] == 0.5 * 39 / 40
    project.plugin(free.replace("worst=0.0", "worst=None"))
    assert project.check("--first-run", "pass")[1]["checks"][0]["candidate"]["value"] == 0.5


BODY = METRIC.partition("    return ")[0]
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


TOTALS = '''\
from gate.metrics.declare import over_totals

TASKS = ("KIND",)


@over_totals("COLUMN", better="higher", bounds=(0.0, 1.0))
def share(COLUMN):
    """A share."""
    return COLUMN
'''


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


@pytest.mark.parametrize(
    ("head", "golden", "answer"),
    [
        ("generation", {"query": "why?", "reference": "so"}, {"text": "so"}),
        ("judge\njudge: {model: m, rubric: be strict}", {"label": "good"}, {"predicted": "good"}),
        ("recommendation\nk: 10", {"relevant": ["d"]}, {"ranked": ["d"]}),
    ],
)
def test_a_value_an_item_is_for_every_task(project, head, golden, answer):
    """Texts, verdicts and recommendations have metrics of one value an item, too."""
    rules = CONFIG.replace("k: 10\n", "").replace("retrieval", head).replace("  mrr: {}\n", "")
    ids = [f"q{i:02}" for i in range(40)]
    labels = ("good", "bad")
    rows = [{"id": name, **golden} for name in ids]
    if "label" in golden:
        rows = [{"id": name, "label": labels[i % 2]} for i, name in enumerate(ids)]
    project.write(config=rules, golden=rows, run=[{"id": name, **answer} for name in ids])
    task = head.partition("\n")[0]
    project.plugin(f"{BODY}    return sample.answered * 0.25\n".replace("retrieval", task))
    ended, report = project.check("--first-run", "pass")
    assert ended.code == 0, ended.err
    assert report["checks"][0]["candidate"]["value"] == 0.25


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


@pytest.fixture
def classified(project):
    """The same project with two classes, and a metric `share` that is gated."""
    head = "classification\npositive: good\nthreshold: 0.5"
    rules = CONFIG.replace("retrieval", head).replace("k: 10\n", "").replace("{run:", "{predictions:")
    golden = [{"id": f"c{i:02}", "label": ("good", "bad")[i % 2]} for i in range(40)]
    run = [{"id": row["id"], "score": 0.99 - 0.01 * i} for i, row in enumerate(golden)]
    rules = rules.replace("first:", "share:").replace("mrr:", "recall:")
    project.write(config=rules, golden=golden, run=run)
    return project


BARE = '@curve(better="higher", bounds=(0.0, 1.0), influence=_influence)'


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("A share", "A part", ""),
        ("return cells.positives /", "return 0.5 #", "mine.py:11: share: it returned shape () for 1 res"),
        ("return cells.positives /", "return 2 *", "mine.py:11: share: it gives 80 for the whole sample"),
        (
            "return cells",
            "cells.tp[:] = 0\n    return cells",
            "mine.py:14: share: it raised ValueError: assi",
        ),
        ("curve.items", "3", "mine.py:7: share: its influence has shape (3,), not one value for each of 40"),
        ("=_influence", "=None", "mine.py:11: influence=None: it is a function"),
        ("@curve(", "@curves('class', ", "mine.py:11: curves('class'): it needs a parameter of the name cla"),
        (
            "@curve(",
            "@curves('each', ",
            "mine.py:11: curves('each'): it is one of 'class', 'rest', 'pairs', ",
        ),
        ("=_influence", "=print", "mine.py:11: share: its influence has shape ()"),
        (
            BARE,
            '@over_totals(groups=lambda sample: np.ones(40), better="higher", bounds=(0.0, 1.0))',
            "mine.py:11: share: its groups have shape (40,), not a row of columns for each of 40 items",
        ),
        (
            BARE,
            '@over_totals(groups=lambda sample: np.ones((40, 2)), better="higher", bounds=(0.0, 1.0))',
            "mine.py:14: share: it raised AttributeError",
        ),
        (
            BARE,
            '@over_totals(groups=1, better="higher", bounds=(0.0, 1.0))',
            "mine.py:11: groups=1: it is a function",
        ),
        (
            BARE,
            '@over_totals(better="higher", bounds=(0.0, 1.0))',
            "mine.py:11: share: it names no column",
        ),
    ],
)
def test_shapes_of_totals_and_curves_are_checked(classified, old, new, told):
    """What a formula, its groups or its influence return has one value a resample or a row an item."""
    text = CURVE.replace("KIND", "classification")
    assert old in text
    ended = plugged(classified, text.replace(old, new, 1))
    assert told in ended.err
    assert ended.code == (2 if told else 3)


def test_totals_out_of_bounds_are_refused(classified):
    """The value of the whole sample lies within what the declaration says."""
    ended = plugged(classified, TOTALS.replace("KIND", "classification").replace("COLUMN", "fp"))
    assert ended.code == 2
    told = "mine.py:6: share: it gives 20 for the whole sample, and says that its values are from 0 to 1"
    assert told in ended.err


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


def test_what_it_prints_reaches_nobody(project):
    """Neither while it loads nor while it computes can it write a command to a CI service."""
    noise = (
        "import ctypes, os, subprocess, sys\nprint('::error::a', flush=True)\n"
        "print('::error::b', file=sys.stderr)\nos.write(1, b'::error::d\\n')\n"
    )
    ways = (
        "print('::error::c')",
        "os.write(2, b'::error::e\\n')",
        "sys.__stdout__.write('::error::f\\n')",
        "ctypes.CDLL(None).puts(b'::error::g')" if sys.platform == "linux" else "pass",
        "subprocess.run([sys.executable, '-c', 'print(\"::error::h\")'], check=True)",
    )
    loud = METRIC.replace("    return", "".join(f"    {way}\n" for way in ways) + "    return")
    done = subprocess.run(
        [sys.executable, "-m", "gate", "check", "search.yaml", "--first-run", "pass"],
        cwd=project.plugin(noise + loud).top,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "::error" not in done.stdout + done.stderr
    assert "gate: pass (exit 0)" in done.stdout


def test_blocks_of_silence_may_overlap(capfd):
    """Whichever of two ends first, what is written is heard again only after the other."""
    one, other = quiet(), quiet()
    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)
    os.write(1, b"between\n")
    other.__exit__(None, None, None)
    os.write(1, b"after\n")
    assert capfd.readouterr().out == "after\n"


def test_what_is_read_only_for_a_plugin_is_so_only_meanwhile():
    """Arrays, views of them and those in mappings can be written to again afterwards; others never could."""
    whole, fixed = np.zeros(4), np.zeros(4)
    fixed.setflags(write=False)
    view = whole[1:]
    with sealed(view, whole, {"fixed": fixed}):
        assert (whole.flags.writeable, view.flags.writeable) == (False, False)
    view[:] = 1
    assert whole.sum() == 3
    assert not fixed.flags.writeable


def test_two_configs_of_one_call_keep_their_metrics_apart(project):
    """Metrics of the same name in two plugins are two metrics."""
    (project.top / "other.py").write_text(METRIC.replace("return ", "return 0.5 * "), "utf-8")
    other = CONFIG.replace("mine.py", "other.py").replace("name: search", "name: other")
    (project.top / "other.yaml").write_text(other, "utf-8")
    first, second = (config.load(project.top / name) for name in ("search.yaml", "other.yaml"))
    project.gate("check", "other.yaml", "--first-run", "pass")
    assert first.checks[0].metric is not second.checks[0].metric
    assert first.own.origins != second.own.origins


def test_a_class_of_dataclasses_may_stand_in_a_plugin(project):
    """A plugin is a real module: annotations as text are resolved in it."""
    helper = (
        "from __future__ import annotations\nfrom dataclasses import dataclass\n\n"
        "@dataclass\nclass Half:\n    value: float = 0.5\n\n"
    )
    text = METRIC.replace("return ", "return 2 * Half().value * ")
    assert plugged(project, helper + text).code == 3  # no baseline yet, and no mistake


def test_a_metric_of_ours_loads_nothing(project):
    """Without plugins no installed distribution is looked at: names of ours need none."""
    project.write(
        config=CONFIG.replace("plugins: [mine.py]\n", "").replace("  first: {tolerance: 0.02}\n", "")
    )
    code = (
        "import sys\nfrom gate.cli import main\nfrom gate.plugins import installed\n"
        "assert main(['refresh', 'search.yaml']) == main(['check', 'search.yaml']) == 0\n"
        "assert installed._points.cache_info().misses == 0\n"
        "assert not [m for m in sys.modules if m.startswith('gate_plugin')]\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=project.top, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_a_config_of_the_library_says_it_too(project):
    """`config.load` raises what the command prints."""
    project.plugin("1 / 0\n")
    with pytest.raises(QuestionError, match=r"mine\.py:1: the plugin cannot be loaded: ZeroDivisionError"):
        config.load(project.top / "search.yaml")
