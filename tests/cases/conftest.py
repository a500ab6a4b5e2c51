"""Run the real command around the data of a case, without writing beside it."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from gate.cli import main

DATA = Path(__file__).parent / "data"

CONFIG = """\
version: 1
name: {name}
task: {task}
golden_set: {golden}
system: {{run: {run}}}
metrics: {metrics}
"""


@dataclass(frozen=True)
class Answer:
    """What one call did: its exit code, its words, and its JSON report where it came to one."""

    code: int
    out: str
    err: str
    document: dict | None

    @property
    def report(self):
        """The first config's report."""
        return self.document["reports"][0]

    @property
    def accounting(self):
        """``{bucket: (count, items)}``."""
        return {b["name"]: (b["count"], b["items"]) for b in self.report["accounting"]}

    @property
    def notices(self):
        """``{code: notice}``."""
        return {notice["code"]: notice for notice in self.report["notices"]}

    def check(self, name):
        """Return one line of the report, by metric or by metric and slice."""
        found = {c["metric"] + (f" [{c['slice']}]" if c["slice"] else ""): c for c in self.report["checks"]}
        return found[name]

    def value(self, name):
        """Return the candidate's value of a check."""
        return self.check(name)["candidate"]["value"]

    def verdict(self, name):
        """Return outcome and reason of a check."""
        return self.check(name)["outcome"], self.check(name)["reason"]


class Case:
    """A copy of one case's data in a folder of its own, which is the working directory."""

    def __init__(self, folder, capsys):
        self.folder = folder
        self._capsys = capsys

    def config(
        self, metrics, *, golden, run, task="retrieval", more="baseline: {from: worktree}", name="case"
    ):
        """Write NAME.yaml, and return that name."""
        text = CONFIG.format(name=name, task=task, golden=golden, run=run, metrics=metrics)
        return self.write(f"{name}.yaml", f"{text}{more}\n")

    def write(self, name, content):
        """Write a file byte for byte, and return its name."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        return name

    def carry(self, name, numbers):
        """Write a run whose items carry a number called ``value``, and return its name.

        The golden set around it, ``golden.jsonl``, judges one document an item.
        """
        golden = [{"id": i, "relevant": ["d"]} for i in numbers]
        answers = [{"id": i, "ranked": ["d"], "value": number} for i, number in numbers.items()]
        for file, rows in (("golden.jsonl", golden), (name, answers)):
            self.write(file, "".join(json.dumps(row) + "\n" for row in rows))
        return name

    def gate(self, *arguments):
        """Run a command in this process."""
        self._capsys.readouterr()
        code = main(arguments)
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err
        return Answer(code, out, err, None)

    def check(self, *configs, run=None):
        """Run ``gate check`` and read the JSON report that it writes."""
        report = self.folder / "report.json"
        report.unlink(missing_ok=True)
        told = self.gate(
            "check", *configs, *(["--run", run] if run else []), "--output", f"json:{report.name}"
        )
        document = json.loads(report.read_bytes(), parse_constant=pytest.fail) if report.exists() else None
        assert document is None or document["exit_code"] == told.code
        return Answer(told.code, told.out, told.err, document)

    def accept(self, config, *, run=None):
        """Make a run the baseline."""
        told = self.gate("accept", config, "--reason", "as the case says", *(["--run", run] if run else []))
        assert told.code == 0, told.err

    def process(self, *arguments, encoding="utf-8"):
        """Run a command as a process of its own whose console has ``encoding``."""
        environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
        command = [sys.executable, "-m", "gate", *arguments]
        done = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, check=False)
        return Answer(done.returncode, done.stdout.decode(encoding), done.stderr.decode(encoding), None)


@pytest.fixture
def case(tmp_path, monkeypatch, capsys):
    """Give a function from the number of a case to the :class:`Case`."""
    monkeypatch.setenv("COLUMNS", "200")
    for name in ("GATE_BASE", "GATE_DEBUG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)

    def copied(number):
        (data,) = DATA.glob(f"{number:02}-*")
        folder = tmp_path / data.name
        shutil.copytree(data, folder)
        monkeypatch.chdir(folder)
        return Case(folder, capsys)

    return copied


@pytest.fixture
def near():
    """Compare with a number of a case, which is rounded to six places."""
    return lambda number: pytest.approx(number, abs=1e-6)
