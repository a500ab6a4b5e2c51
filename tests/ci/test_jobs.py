"""The scripts of the other CI systems' jobs, run by a shell in a clone with what each system sets."""

import json
import os
import sys
from importlib.metadata import version

import pytest

from gate import init
from tests.ci.conftest import run
from tests.ci.test_templates import shell
from tests.end_to_end.conftest import golden_rows, run_rows

pytestmark = pytest.mark.slow

SYSTEMS = tuple(system for system in init.SYSTEMS if system != "github")
NAMED = ", as GATE_BASE says"

PYTHON = """\
#!/bin/sh
# Stands in for the Python of the job's image; an environment that it makes has the gate already.
if [ "$2" = venv ]; then
    mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$(dirname "$0")/gate" "$3/bin/gate"
else
    exec {python} "$@"
fi
"""


def lines(rows):
    """Return rows as JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def job(repository, tmp_path):
    """Give a function that clones a change as a system does, and runs its job; return code and report."""
    top, programs = repository.top, tmp_path / "programs"
    programs.mkdir()
    for name, text in (("python", PYTHON), ("gate", '#!/bin/sh\nexec {python} -m gate "$@"\n')):
        (programs / name).write_text(text.format(python=sys.executable), "utf-8")
        (programs / name).chmod(0o755)
    content = init.plan(init.Wish("retrieval", "mine", "none", "1"))
    content["golden_sets/mine.jsonl"] = lines(golden_rows(60))
    content["runs/mine.jsonl"] = lines(run_rows(60, 2))
    init.write(top, content)
    assert run(sys.executable, "-m", "gate", "refresh", "configs/mine.yaml", cwd=top)[0] == 0
    repository("add", "--all")
    repository("commit", "--quiet", "-m", "start")
    base = repository("rev-parse", "HEAD")[1].strip()
    repository("checkout", "--quiet", "-b", "topic")

    def happen(system, rows):
        (top / "runs" / "mine.jsonl").write_text(lines(rows), "utf-8")
        repository("commit", "--quiet", "--all", "--allow-empty", "-m", "change")
        clone = tmp_path / "clone"
        assert run("git", "clone", "--quiet", "--branch=topic", top, clone)[0] == 0
        sets = {
            "gitlab": {"GITLAB_CI": "true", "CI_MERGE_REQUEST_DIFF_BASE_SHA": base},
            "azure": {"SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main"},
            "bitbucket": {"BITBUCKET_PR_DESTINATION_COMMIT": base},
            "jenkins": {"CHANGE_TARGET": "main"},
        }[system]
        place = next(iter(init.SYSTEMS[system]))
        scripts = shell(system, place, only="gate" if system == "gitlab" else None)
        text = "\n".join(scripts).replace("mergegate==1.2.3", f"mergegate=={version('mergegate')}")
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        code, said = run("bash", "-c", f"set -e\n{text}", cwd=clone, CI="true", **sets, PATH=path)
        report = clone / "gate-out" / "report.json"
        assert report.exists(), said
        return code, said, json.loads(report.read_bytes()), clone, base

    return happen


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_regression_fails_the_job_with_its_reports_written(job, system):
    """Judged against where the change starts, and what the system collects is there."""
    code, said, document, clone, base = job(system, run_rows(60, 5))

    assert (code, document["outcome"]) == (1, "regressed"), said
    facts = dict(map(tuple, document["reports"][0]["provenance"]["facts"]))
    assert facts["baseline from"] == ("base of the merge request" if system == "gitlab" else base + NAMED)
    results = clone / ("test-results/gate.xml" if system == "bitbucket" else "gate-out/junit.xml")
    assert "<failure" in results.read_text("utf-8")
    assert (clone / "gate-out" / "report.md").exists()


def test_a_harmless_change_passes_the_job(job):
    """Every script ends with 0, those after the check as well."""
    code, said, document, *_ = job("azure", run_rows(60, 2))

    assert (code, document["outcome"]) == (0, "pass"), said
    assert "##vso[task.uploadsummary]" in said
