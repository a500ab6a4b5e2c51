"""A metric of the user counts like one of ours."""

import re
import subprocess
import sys

import pytest

from gate import config
from gate.errors import QuestionError
from tests.end_to_end.calls import call
from tests.end_to_end.conftest import golden_rows, run_rows
from tests.plugins.conftest import CONFIG, plugged
from tests.plugins.texts import BODY, METRIC


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
