"""The worked examples of a recommender: harmless changes, and our own faults."""

import re

import pytest

from gate.errors import ExitCode
from tests.docs.pages import REPOSITORY
from tests.end_to_end.calls import call


@pytest.mark.parametrize(
    ("config", "run", "shown"),
    [
        ("bookshop", "bookshop.fault.jsonl", "recommender.md"),
        ("nearest_neighbours", "nearest_neighbours.fault.npy", "neighbours.md"),
    ],
)
def test_whole_report_of_our_own_faults(config, run, shown, golden, monkeypatch, tmp_path):
    """The report of the worked example, broken on purpose, byte for byte but for its provenance."""
    monkeypatch.chdir(REPOSITORY)
    out = tmp_path / "report.md"

    judged = ("check", f"configs/{config}.yaml", "--run", f"runs/{run}", "--base", "worktree")
    ended = call(*judged, "--output", f"markdown:{out}")

    assert ended.code == ExitCode.REGRESSED
    text = out.read_text("utf-8")
    golden(f"reports/{shown}", re.sub(r"(?m)^.*\bplatform\b.*$\n?", "", text))


@pytest.mark.parametrize("config", ["bookshop", "nearest_neighbours"])
def test_our_own_harmless_changes_pass(config, monkeypatch):
    """The worked examples as they are."""
    monkeypatch.chdir(REPOSITORY)

    assert call("check", f"configs/{config}.yaml", "--base", "worktree").code == 0
