"""Entry points of a distribution that is really installed in a folder of the search path."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end_to_end.calls import command
from tests.plugins.conftest import CONFIG
from tests.plugins.installing import forget, put, wheel
from tests.plugins.test_readers import lines, run_rows
from tests.plugins.texts import METRIC

REPOSITORY = Path(__file__).parents[2]


def test_an_installed_metric_counts_and_its_version_is_recorded(installed):
    """It is judged; baseline and report name distribution and version, and another version is said."""
    installed.project.write(config=installed.config.replace("  mrr", "  direct: {}\n  mrr"))
    assert installed("refresh", "search.yaml").code == 0
    assert installed.project.stored()["conditions"]["plugin news-gate"] == "1.2.0"
    (installed.site / "news_gate-1.2.0.dist-info" / "METADATA").write_text(
        "Name: news-gate\nVersion: 2.0\n", "utf-8"
    )
    forget()
    ended = installed("check", "search.yaml")
    assert ended.code == 0
    assert "news-gate (1.2.0 → 2.0)" in " ".join(ended.out.split())


def test_they_are_listed_and_one_that_does_not_load_is_a_notice(installed):
    """`gate metrics` shows what loads, tells what does not, and leaves out what is called like ours."""
    ended = installed("metrics", "--task", "retrieval")
    assert ended.code == 0
    for name in ("first", "direct"):
        (line,) = [line for line in ended.out.splitlines() if line.startswith(f"  {name} ")]
        assert line.endswith("[news-gate]")
    assert (
        "notice  entry point broken of gate.metrics: news_gate.broken, installed with news-gate, "
        in ended.err
    )
    assert "ModuleNotFoundError: No module named 'nothing_like_this'" in ended.err
    assert "notice  entry point absent of gate.metrics: news-gate offers no metric of that name" in ended.err
    assert "notice  mrr of news-gate is left out: it is called like a metric of the gate" in ended.err
    page = installed("explain", "metric", "direct")
    assert "From:       news-gate 1.2.0" in page.out
    assert installed("explain", "metric", "mrr").err == ""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("broken", "news_gate.broken, installed with news-gate, cannot be loaded: ModuleNotFoundError: "),
        ("absent", "entry point absent of gate.metrics: news-gate offers no metric of that name there"),
        ("dirct", "search.yaml:8: metrics.dirct: no metric 'dirct' for retrieval, did you mean 'direct'?"),
    ],
)
def test_one_that_is_asked_for_has_to_load(installed, name, told):
    """What the config names and cannot be had ends with exit code 2."""
    installed.project.write(config=installed.config.replace("first:", f"{name}:"))
    ended = installed("check", "search.yaml")
    assert ended.code == 2
    assert told in ended.err
    assert "Traceback" not in ended.err


def test_a_broken_one_disturbs_nobody_else(installed):
    """`--help`, and a check that does not name it, say nothing of it."""
    assert installed("refresh", "search.yaml").code == 0
    ended = installed("check", "search.yaml")
    assert (ended.code, ended.err) == (0, "")
    assert "broken" not in ended.out
    assert installed("--help").code == 0


def test_two_distributions_with_one_name_are_refused(installed):
    """Nobody could say which one was meant."""
    put(installed.site, "sports-gate", "3", "[gate.metrics]\nfirst = news_gate.metrics\n")
    forget()
    ended = installed("check", "search.yaml")
    assert ended.code == 2
    assert (
        "it is offered 2 times, by news-gate and sports-gate [plugin_unfit]\n  fix: uninstall all but one"
        in ended.err
    )


def test_a_plugin_of_the_config_wins(installed):
    """The file is nearer than what happens to be installed."""
    installed.project.write(config=CONFIG)
    assert installed("refresh", "search.yaml").code == 0
    assert list(filter(lambda key: key.startswith("plugin "), installed.project.stored()["conditions"])) == [
        "plugin mine.py"
    ]


def test_an_installed_reader_is_chosen_by_format(installed):
    """`format:` names it in a config and in `gate convert`; the version is recorded."""
    (installed.project.top / "run.txt").write_text(lines(run_rows(), "ranked"), "utf-8")
    config = installed.config.replace("{run: run.jsonl}", "{run: {path: run.txt, format: log}}")
    installed.project.write(config=config.replace("  first: {tolerance: 0.02}\n", ""))
    assert installed("refresh", "search.yaml").code == 0
    assert installed.project.stored()["conditions"]["plugin news-gate"] == "1.2.0"
    converted = installed(
        "convert", "run.txt", "--kind", "run", "--format", "log", "--to", "jsonl", "--output", "-"
    )
    assert converted.out.count("\n") == 40
    installed.project.write(config=config.replace("format: log", "format: other"))
    assert "news-gate offers no reader with that name in its FORMATS" in installed("check", "search.yaml").err


def test_an_installed_report_format_is_written(installed):
    """`--output NAME:FILE` knows it; one that raises, or has no render, is told before or instead."""
    assert installed("refresh", "search.yaml").code == 0
    assert installed("check", "search.yaml", "--output", "short:out.txt", "--output", "json:r.json").code == 0
    assert (installed.project.top / "out.txt").read_text("utf-8") == "pass\n"
    assert installed("report", "r.json", "--output", "short:-").out == "pass\n"
    for form, told in {
        "wordless": "report format wordless of news-gate: it has no function render(document)",
        "wrong": "report format wrong of news-gate: the report cannot be written: it raised Zero",
        "stopped": "report format stopped of news-gate: the report cannot be written: it raised Gen",
        "cancelled": "news_gate.cancelled, installed with news-gate, cannot be loaded: CancelledError",
        "shrt": "no report format is called 'shrt'",
    }.items():
        ended = installed("check", "search.yaml", "--output", f"{form}:x")
        assert ended.code == 2
        assert told in ended.err
    assert "cancelled, short, stopped, wordless, wrong, svg" in ended.err


def test_a_wheel_brings_its_plugins_along(installed, tmp_path):
    """Installed by pip into a folder, a distribution's metric is found in a process of its own."""
    files = {
        "sports_gate.py": METRIC.replace("def first", "def third"),
        "sports_gate-0.7.dist-info/entry_points.txt": "[gate.metrics]\nthird = sports_gate\n",
    }
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--no-deps"]
    pip += ["--no-index", "--target", installed.site, wheel(tmp_path, "sports_gate", "0.7", files)]
    subprocess.run(list(map(str, pip)), check=True, capture_output=True)
    top = installed.project.write(config=installed.config.replace("first:", "third:")).top
    path = os.pathsep.join([str(installed.site), str(REPOSITORY)])
    assert command("refresh", "search.yaml", cwd=top, PYTHONPATH=path).code == 0
    assert installed.project.stored()["conditions"]["plugin sports_gate"] == "0.7"
