"""What each command loads: a start of a fraction of a second is part of the product."""

import json
import subprocess
import sys

import pytest

WATCH = """\
import json, sys
from gate.cli import main
code = main(sys.argv[1:])
sys.stdout.flush()
print(json.dumps([code, sorted({name.partition(".")[0] for name in sys.modules})]), file=sys.stderr)
"""


def loaded(*argv, cwd):
    """Call the command in a process of its own; return its exit code and the packages it loaded."""
    command = [sys.executable, "-c", WATCH, *argv]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=True, encoding="utf-8")
    code, names = json.loads(done.stderr.splitlines()[-1])
    return code, set(names)


@pytest.mark.parametrize(
    ("argv", "left_out"),
    [
        (("--help",), {"numpy", "pydantic", "yaml", "jinja2"}),
        (("check", "--help"), {"numpy", "pydantic", "yaml"}),
        (("--version",), {"numpy", "pydantic", "yaml", "jinja2"}),
        (("schema",), {"numpy"}),
        (("metrics",), {"numpy", "pydantic"}),
        (("validate", "search.yaml"), {"numpy", "jinja2"}),
        (("check", "search.yaml"), {"scipy", "sklearn", "pandas"}),
        (("check", "search.yaml", "--record"), {"scipy", "sklearn", "pandas"}),
        (("history", "search.yaml"), {"numpy", "jinja2"}),
        (("refresh", "search.yaml"), {"scipy", "sklearn", "pandas"}),
    ],
)
def test_a_command_loads_what_it_needs(project, argv, left_out):
    """No array library to read a config; no scientific library to judge a search."""
    code, names = loaded(*argv, cwd=project.top)

    assert code in {0, 3}
    assert names & left_out == set()


def test_a_live_system_is_validated_without_what_asks_it(project):
    """No array library, no HTTP client and no event loop to look at a config."""
    config = project.top / "search.yaml"
    asked = "system: {http: {url: 'http://localhost/', body: {q: '{{query}}'}}}"
    config.write_text(config.read_text().replace("system: {run: run.jsonl}", asked))

    code, names = loaded("validate", "search.yaml", cwd=project.top)

    assert code == 0
    assert names & {"numpy", "asyncio", "http", "ssl"} == set()


def test_a_check_of_a_classifier_loads_no_scientific_library(tmp_path):
    """Curve metrics included."""
    (tmp_path / "c.yaml").write_text(
        "version: 1\nname: c\ntask: classification\ngolden_set: g.csv\nsystem: {predictions: r.csv}\n"
        "positive: bad\nthreshold: 0.5\ncosts: {false_negative: 10, false_positive: 1}\n"
        "metrics: {pr_auc: {tolerance: 0.1}, roc_auc: {}, expected_cost: {tolerance: 1}, brier: {}}\n"
        "interval: {resamples: 100}\n"
    )
    rows = [(f"i{i}", i % 2) for i in range(80)]
    (tmp_path / "g.csv").write_text("id,label\n" + "".join(f"{i},{'bad' if b else 'ok'}\n" for i, b in rows))
    (tmp_path / "r.csv").write_text("id,score\n" + "".join(f"{i},{0.6 if b else 0.3}\n" for i, b in rows))
    assert loaded("refresh", "c.yaml", cwd=tmp_path)[0] == 0

    code, names = loaded("check", "c.yaml", cwd=tmp_path)

    assert code == 0
    assert names & {"scipy", "sklearn", "pandas"} == set()
