"""A folder with a golden set and a live system, and a server to ask."""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from gate import config
from gate.systems import engine, life
from gate.systems.askable import depth
from gate.systems.keys import Keys
from gate.systems.live import journal_of
from tests.end_to_end.calls import call, strict_json
from tests.systems.server import serving

CONFIG = """\
version: 1
name: live
task: retrieval
golden_set: golden.jsonl
system:
{system}
k: 5
{more}
metrics: {metrics}
interval: {{resamples: 200}}
"""

HTTP = """\
  http:
    url: {url}
    headers: {{Authorization: "Bearer ${{SEARCH_TOKEN}}"}}
    body: {{query: "{{{{query}}}}", k: "{{{{k}}}}"}}
    hits: /hits
    id: /_id
    score: /_score
    numbers: {{cost: /usage/cost}}
"""

SECRET = "s3cr3t/t0ken+with=signs"


@dataclass(frozen=True)
class Place:
    """A folder to put a live system in, and to call the gate from."""

    top: Path

    def write(self, system, *, items=20, more="", metrics="{mrr: {floor: 0.5}}", **files):
        """Write a config, a golden set of ``items`` questions, and Python modules."""
        lines = [f"  {line}" if not line.startswith("  ") else line for line in system.splitlines()]
        config = CONFIG.format(system="\n".join(lines), more=more, metrics=metrics)
        (self.top / "live.yaml").write_text(config, "utf-8")
        golden = [
            {"id": f"q{i:05d}", "query": f"question {i}", "relevant": {f"d{i}": 1}} for i in range(items)
        ]
        (self.top / "golden.jsonl").write_text("".join(json.dumps(item) + "\n" for item in golden), "utf-8")
        for name, text in files.items():
            (self.top / f"{name}.py").write_text(text, "utf-8")
        return self

    def gate(self, name, *options):
        """Call a command on the config, from its folder."""
        os.chdir(self.top)
        return call(name, "live.yaml", *options)

    def run(self, *options):
        """Call ``gate run``; return how it ended, and the lines it wrote, by id (or ``None``)."""
        file = self.top / "run.jsonl"
        file.unlink(missing_ok=True)
        ended = self.gate("run", "--output", "run.jsonl", *options)
        if not file.exists():
            return ended, None
        return ended, {row["id"]: row for row in map(strict_json, file.read_text("utf-8").splitlines())}

    @property
    def journal(self):
        """The file that keeps an interrupted call's answers."""
        asked = config.load(self.top / "live.yaml")
        return journal_of(asked, Keys(asked, asked.system, depth(asked)))


@pytest.fixture
def place(tmp_path, monkeypatch):
    """An empty folder outside git; attempts are repeated at once, and last words are waited for."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SEARCH_TOKEN", SECRET)
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    monkeypatch.setattr(engine, "FIRST_WAIT", 0.01)
    monkeypatch.setattr(life, "_LAST_WORDS", 60)
    return Place(tmp_path)


@pytest.fixture
def search():
    """A search behind HTTP, on this machine."""
    with serving() as found:
        yield found
