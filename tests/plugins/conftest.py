"""A project whose config names plugins, in git or not."""

import pytest

from tests.end_to_end.conftest import Project, bare_machine, golden_rows, run_rows

__all__ = ["bare_machine"]

METRIC = '''\
from gate.metrics.declare import per_item

TASKS = ("retrieval",)


@per_item(better="higher", bounds=(0.0, 1.0), worst=0.0)
def first(sample):
    """Reciprocal of the best rank of a relevant document."""
    return sample.largest(sample.is_relevant / sample.rank)
'''

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


@pytest.fixture
def branch(project):
    """The same in git: a baseline on main, and a branch `topic` one commit further."""
    project.git("init", "--quiet", "--initial-branch=main")
    project.commit("start")
    assert project.gate("refresh").code == 0
    project.commit("baseline")
    project.git("checkout", "--quiet", "-b", "topic")
    project.commit("work")
    return project
