"""The command `gate monitor` in a folder of its own."""

import json

import pytest

from gate.cli import main


@pytest.fixture
def monitored(tmp_path, monkeypatch, capsys):
    """Give a function that writes files, runs the command, and returns code, report and errors."""
    monkeypatch.chdir(tmp_path)

    def run(text=None, *more, **files):
        for name, rows in files.items():
            lines = "".join(json.dumps(row) + "\n" for row in rows)
            (tmp_path / f"{name}.jsonl").write_text(lines, "utf-8")
        if text is not None:
            (tmp_path / "c.yaml").write_text(f"version: 1\nname: c\n{text}", "utf-8")
        code = main(["monitor", "c.yaml", "--format", "json", *more])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        report = json.loads(out, parse_constant=pytest.fail) if out else None
        assert report is None or err or report["exit_code"] == code
        return code, report, err

    return run
