"""A project whose config names plugins, in git or not."""

import pytest

from tests.end_to_end.calls import call
from tests.end_to_end.conftest import Project, bare_machine, branch, golden_rows, run_rows
from tests.plugins.installing import POINTS, SYSTEM, forget, put
from tests.plugins.texts import METRIC, READER

__all__ = ["bare_machine", "branch"]


CONFIG = """\
version: 1
name: search
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
k: 10
plugins: [mine.py]
metrics:
  first: {tolerance: 0.02}
  mrr: {}
interval: {resamples: 200}
"""


class WithPlugin(Project):
    """A project with a file `mine.py`."""

    def plugin(self, text):
        """Write the plugin."""
        (self.top / "mine.py").write_text(text, "utf-8")
        return self


@pytest.fixture
def project(tmp_path):
    """A project outside git: the right document always at rank 2, no baseline yet."""
    top = tmp_path / "project"
    top.mkdir()
    made = WithPlugin(top)
    made.write(config=CONFIG, golden=golden_rows(), run=run_rows())
    return made.plugin(METRIC)


def plugged(project, text):
    """Check with another plugin; return how it ended."""
    return project.plugin(text).gate("check")


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
