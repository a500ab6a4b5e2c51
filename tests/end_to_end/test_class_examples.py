"""The worked examples of several classes and of several labels."""

import json
import shutil

from tests.docs.pages import REPOSITORY
from tests.end_to_end.calls import checked


def test_the_worked_example(tmp_path, monkeypatch):
    """The sections of our documentation: a harmless change passes, swapped names of subjects do not."""
    for part in ("configs", "golden_sets", "runs", "baselines"):
        (tmp_path / part).mkdir()
        for file in (REPOSITORY / part).glob("section[_-]subjects*"):
            shutil.copy(file, tmp_path / part)
    monkeypatch.chdir(tmp_path)

    code, _, report = checked("configs/section_subjects.yaml", "--base", "worktree")
    assert (code, report["outcome"]) == (0, "pass")
    fault = "runs/section_subjects.fault.jsonl"
    code, out, report = checked("configs/section_subjects.yaml", "--base", "worktree", "--run", fault)
    assert code == 1
    assert {c["metric"] for c in report["checks"] if c["outcome"] == "regressed"} == {
        "macro_f1",
        "accuracy",
        "log_loss",
    }
    assert "confusion matrix, baseline → candidate" in out


def test_the_example_s_files_are_what_its_script_writes(tmp_path, monkeypatch):
    """Running the script again changes no byte."""
    import importlib.util

    path = REPOSITORY / "examples/section_subjects/make.py"
    spec = importlib.util.spec_from_file_location("section_subjects_make", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "golden_sets/docs_search.corpus").mkdir(parents=True)
    (tmp_path / "runs").mkdir()
    corpus = "golden_sets/docs_search.corpus/sections.jsonl"
    shutil.copy(REPOSITORY / corpus, tmp_path / corpus)
    monkeypatch.setattr(module, "ROOT", tmp_path)

    module.main()

    written = sorted(file.relative_to(tmp_path) for file in tmp_path.rglob("section_subjects*"))
    assert len(written) == 4
    for name in written:
        assert (tmp_path / name).read_bytes() == (REPOSITORY / name).read_bytes(), name
    lines = (tmp_path / "golden_sets/section_subjects.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    assert len({row["label"] for row in rows}) == 8


def test_the_example_of_several_labels(tmp_path, monkeypatch):
    """Tickets of several labels: more known words improve, reading the first sentence alone does not pass."""
    for part in ("configs", "golden_sets", "runs", "baselines"):
        (tmp_path / part).mkdir()
        for file in (REPOSITORY / part).glob("help[_-]tickets*"):
            shutil.copy(file, tmp_path / part)
    monkeypatch.chdir(tmp_path)

    code, _, report = checked("configs/help_tickets.yaml", "--base", "worktree")
    assert (code, report["outcome"]) == (0, "improved")
    fault = "runs/help_tickets.fault.jsonl"
    code, out, report = checked("configs/help_tickets.yaml", "--base", "worktree", "--run", fault)
    assert code == 1
    assert [c["metric"] for c in report["checks"] if c["outcome"] == "regressed"] == ["macro_f1"]
    assert "labels, baseline → candidate" in out


def test_the_tickets_are_what_their_script_writes(tmp_path, monkeypatch):
    """Running the script again changes no byte, and a ticket has one to three labels."""
    import importlib.util

    path = REPOSITORY / "examples/help_tickets/make.py"
    spec = importlib.util.spec_from_file_location("help_tickets_make", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "golden_sets").mkdir()
    (tmp_path / "runs").mkdir()
    monkeypatch.setattr(module, "ROOT", tmp_path)

    module.main()

    written = sorted(file.relative_to(tmp_path) for file in tmp_path.rglob("help_tickets*"))
    assert len(written) == 4
    for name in written:
        assert (tmp_path / name).read_bytes() == (REPOSITORY / name).read_bytes(), name
    lines = (tmp_path / "golden_sets/help_tickets.jsonl").read_text("utf-8").splitlines()
    assert {len(json.loads(line)["labels"]) for line in lines} == {1, 2, 3}
