"""Entry points of a distribution that is really installed in a folder of the search path."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from gate.metrics.own import installed_metric
from gate.plugins import installed as points
from gate.readers.own import installed_reader
from tests.end_to_end.calls import call, command
from tests.end_to_end.conftest import golden_rows
from tests.plugins.conftest import CONFIG, METRIC
from tests.plugins.test_readers import READER, lines, run_rows

REPOSITORY = Path(__file__).parents[2]
POINTS = """\
[gate.metrics]
first = news_gate.metrics
direct = news_gate.more:direct
broken = news_gate.broken
absent = news_gate.metrics
mrr = news_gate.metrics

[gate.readers]
log = news_gate.log
other = news_gate.log

[gate.systems]
news = news_gate.system:connect
half = news_gate.system:half
mute = news_gate.system:mute

[gate.reporters]
short = news_gate.short
wordless = news_gate.system
wrong = news_gate.wrong
stopped = news_gate.stopped
cancelled = news_gate.cancelled
"""
SYSTEM = """\
from gate.systems.asking import FailedError, Reply


class News:
    def __init__(self, options, folder, depth, timeout):
        assert folder.is_absolute()
        self.options, self.depth = options, depth

    def ask(self, questions):
        print("::error::asked")
        (question,) = questions
        if question.query == self.options.get("refuses"):
            raise FailedError("nothing is known of it", again=False)
        if question.query == self.options.get("breaks"):
            raise KeyError(question.query)
        return [Reply({"ranked": [f"d{question.query.split()[1]}", "x"][: self.depth]}, 1.0)]

    def hide(self, text):
        return text

    def last_words(self):
        return ["good bye"]

    def close(self):
        pass


def connect(options, *, folder, depth, timeout):
    if "shy" in options:
        raise RuntimeError("no")
    return News(options, folder, depth, timeout)


def half(options, **_):
    return object()
"""


@pytest.fixture
def installed(project, monkeypatch):
    """Install a distribution `news-gate` 1.2.0 on the search path; yield what calls the command."""
    site = project.top.parent / "site"
    package = site / "news_gate"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("", "utf-8")
    for name, text in {
        "metrics": METRIC,
        "more": METRIC.replace("def first", "def direct"),
        "broken": "import nothing_like_this\n",
        "log": READER,
        "system": SYSTEM,
        "short": "def render(document):\n    return f'{document.outcome}\\n'\n",
        "stopped": "def render(document):\n    raise GeneratorExit\n",
        "cancelled": "import asyncio\nraise asyncio.CancelledError\n",
        "wrong": "def render(document):\n    return 1 / 0\n",
    }.items():
        (package / f"{name}.py").write_text(text, "utf-8")
    put(site, "news-gate", "1.2.0", POINTS)
    config = CONFIG.replace("plugins: [mine.py]\n", "")
    project.write(config=config)
    monkeypatch.syspath_prepend(site)
    monkeypatch.chdir(project.top)
    forget()

    def run(*argv):
        return call(*argv)

    run.project, run.site, run.config = project, site, config
    yield run
    forget()


def forget():
    """Let this process look at what is installed as a new one would."""
    for looked_up in (points._points, points.find, installed_metric, installed_reader):
        looked_up.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "news_gate"]:
        del sys.modules[name]


def put(site, name, version, points):
    """Write the metadata that an installer writes."""
    folder = site / f"{name.replace('-', '_')}-{version}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    (folder / "entry_points.txt").write_text(points, "utf-8")


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


def live(installed, name, options):
    """Name an installed system in the config; ask it."""
    system = f"{{plugin: {name}, options: {options}, retries: 0}}"
    installed.project.write(
        config=installed.config.replace("{run: run.jsonl}", system).replace(
            "  first: {tolerance: 0.02}\n", ""
        )
    )
    return installed("run", "search.yaml", "--output", "out.jsonl")


def test_an_installed_system_is_asked(installed):
    """It is given options and depth, its failures are errors of items, and what it prints reaches nobody."""
    installed.project.write(golden=golden_rows(100))
    ended = live(installed, "news", "{refuses: question 7, breaks: question 8}")
    assert ended.code == 0
    rows = (installed.project.top / "out.jsonl").read_text("utf-8").splitlines()
    assert len(rows) == 100
    assert '"ranked":["d6","x"]' in rows[6].replace(" ", "")
    assert "nothing is known of it" in rows[7]
    assert "KeyError: 'question 8'" in rows[8]
    assert "::error" not in ended.out + ended.err


@pytest.mark.parametrize(
    ("name", "options", "code", "told"),
    [
        ("news", "{shy: 1}", 4, "system: plugin news: it broke while it was made: RuntimeError: no"),
        (
            "half",
            "{}",
            2,
            "news-gate made object, which has no ask and no hide and no last_words and no close",
        ),
        (
            "mute",
            "{}",
            2,
            "entry point mute of gate.systems: news_gate.system:mute, installed with news-gate, ",
        ),
        (
            "nws",
            "{}",
            2,
            "system.plugin: no installed distribution offers the system 'nws' [plugin_unknown]\n",
        ),
    ],
)
def test_a_system_that_cannot_be_asked_is_told(installed, name, options, code, told):
    """Mistakes of the config end with 2, those of the system with 4."""
    ended = live(installed, name, options)
    assert ended.code == code
    assert told in ended.err
    assert "Traceback" not in ended.err


def test_options_mean_something_for_installed_systems_only(installed):
    """Beside a file or another kind of system they are refused."""
    installed.project.write(
        config=installed.config.replace("{run: run.jsonl}", "{run: run.jsonl, options: {a: 1}}")
    )
    assert "it means nothing for 'run', only for plugin" in installed("validate", "search.yaml").err


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


def wheel(folder, name, version, files):
    """Write a wheel, which is a ZIP file, and return its path."""
    meta = f"{name}-{version}.dist-info"
    files = files | {
        f"{meta}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{meta}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{path},,\n" for path in [*files, f"{meta}/RECORD"])
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as packed:
        for inside, text in {**files, f"{meta}/RECORD": record}.items():
            packed.writestr(inside, text)
    return path


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
