"""`pytest --gate=CONFIG`: a test a check, on a small search of its own."""

import subprocess
import sys
import tomllib

import pytest

from tests.conftest import REPOSITORY
from tests.plugged import PLUGIN
from tests.pytest_plugin.conftest import CONFIG, answer, rows, run

pytest_plugins = ["pytester"]


def test_a_config_is_collected_as_one_test_a_check(search):
    """Readable ids, the checks in the config's order, and one test for the rest."""
    result = run(search, "--gate=search.yaml", "--collect-only", "-q")

    assert [line for line in result.outlines if "::" in line] == [
        "search.yaml::mrr",
        "search.yaml::hit_rate@1 [topic=odd]",
        "search.yaml::recall@1",
        "search.yaml::verdict",
    ]


def test_all_well_is_all_passed(search):
    """Also beside tests of the project, and where the config is named twice or lies in a collected folder."""
    search.makepyfile("def test_of_mine():\n    pass\n")
    result = run(search, "--gate=search.yaml", f"--gate={search.path / 'search.yaml'}", ".")

    result.assert_outcomes(passed=5)
    assert result.ret == 0


def test_a_failure_is_the_sentence_and_the_numbers(search):
    """No traceback: the check's place, what it lost, and the items that lost most."""
    answer(search, rows(5))
    result = run(search, "--gate=search.yaml", "-rf")

    result.assert_outcomes(passed=3, failed=1)
    text = result.stdout.str()
    assert "search.yaml:7: search: mrr regressed" in text
    assert "lost 0.3; 0.02 is tolerated" in text
    assert "baseline 0.5000, candidate 0.2000, gain −0.3000 (−0.3000), allowed 0.02" in text
    assert "lost: q00 “q 0”: mrr 0.5 → 0.2" in text
    assert "and 35 more" in text
    assert "Traceback" not in text
    assert "FAILED search.yaml::mrr" in text


def test_doubt_is_a_skipped_test_with_its_sentence(search):
    """Inconclusive neither passes nor fails, as with the exit code."""
    answer(search, [*rows(2, 36), *list(rows(5))[36:]])
    result = run(search, "--gate=search.yaml", "-rs")

    result.assert_outcomes(passed=3, skipped=1)
    result.stdout.fnmatch_lines(["SKIPPED * search: mrr inconclusive: *"])


def test_doubt_fails_where_the_config_wants_an_answer(search):
    """`fail_on` ends with exit code 3; pytest is not green then either."""
    config = search.path / "search.yaml"
    config.write_text(CONFIG + "decision: {mode: strict}\n", "utf-8")
    answer(search, [*rows(2, 36), *list(rows(5))[36:]])

    run(search, "--gate=search.yaml").assert_outcomes(passed=3, failed=1)


def test_what_the_config_no_longer_asks_fails_the_verdict(search):
    """A check that vanished has no test of its own, and is not forgotten."""
    config = search.path / "search.yaml"
    config.write_text(CONFIG.replace("  recall@1: {}\n", ""), "utf-8")
    result = run(search, "--gate=search.yaml")

    result.assert_outcomes(passed=2, failed=1)
    result.stdout.fnmatch_lines(["*search: recall@1 not comparable*"])


def test_one_check_can_be_picked(search):
    """By its id and by ``-k``."""
    picked = run(search, "--gate=search.yaml", "search.yaml::hit_rate@1 [topic=odd]")
    picked.assert_outcomes(passed=1)
    run(search, "--gate=search.yaml", "-k", "recall").assert_outcomes(passed=1, deselected=3)


def test_a_malformed_config_is_an_error_of_collection(search):
    """With every problem, its line and the way out."""
    (search.path / "search.yaml").write_text(CONFIG.replace("mrr:", "mmr:"), "utf-8")
    result = run(search, "--gate=search.yaml")

    assert result.ret == 2
    result.stdout.fnmatch_lines(["*search.yaml:7*mmr*mrr*"])
    assert "Traceback" not in result.stdout.str()


def test_a_mistake_in_a_run_fails_every_check(search):
    """Each says so, so that picking one check does not hide it."""
    (search.path / "run.jsonl").write_text("nonsense\n", "utf-8")
    result = run(search, "--gate=search.yaml")

    result.assert_outcomes(failed=4)
    result.stdout.fnmatch_lines(["*run.jsonl:1: *"])
    assert "Traceback" not in result.stdout.str()


def test_a_config_that_is_not_there_ends_the_run(search):
    """As any other path that pytest does not find."""
    result = run(search, "--gate=serach.yaml")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: file or directory not found: *serach.yaml"])


def test_slices_and_critical_items_are_tests_too(search):
    """One for every group that the golden set has, and one for what must not break."""
    text = CONFIG + "slices: {topic: {tolerance: 0.1, metrics: [mrr]}}\n"
    (search.path / "search.yaml").write_text(text, "utf-8")
    golden = (search.path / "golden.jsonl").read_text("utf-8")
    (search.path / "golden.jsonl").write_text(
        golden.replace('"query": "q 3"', '"query": "q 3", "critical": true')
    )
    result = run(search, "--gate=search.yaml", "--collect-only", "-q")

    assert [line.partition("::")[2] for line in result.outlines if "::" in line] == [
        "mrr",
        "hit_rate@1 [topic=odd]",
        "recall@1",
        "mrr [topic=even]",
        "mrr [topic=odd]",
        "critical items",
        "verdict",
    ]
    run(search, "--gate=search.yaml", "-k", "not verdict").assert_outcomes(passed=6, deselected=1)


def test_report_only_fails_nothing(search):
    """What would have failed is skipped and says so."""
    config = search.path / "search.yaml"
    config.write_text(CONFIG + "decision: {mode: report_only}\n", "utf-8")
    answer(search, rows(5))

    run(search, "--gate=search.yaml").assert_outcomes(passed=3, skipped=1)


def test_several_processes_share_the_checks(search):
    """Under xdist the same tests are collected everywhere, once."""
    pytest.importorskip("xdist")
    result = search.runpytest_subprocess(*PLUGIN, "--gate=search.yaml", "-n", "2", "-q")

    result.assert_outcomes(passed=4)


def test_a_run_without_the_gate_loads_nothing_of_it(tmp_path):
    """Everybody pays for a plugin at every start: no numpy, no pydantic, no YAML, no command line."""
    (tmp_path / "test_mine.py").write_text(
        "import sys\n\ndef test_mine():\n"
        "    ours = sorted(name for name in sys.modules if name.partition('.')[0] == 'gate')\n"
        "    assert ours == ['gate', 'gate.pytest_plugin']\n"
        "    assert not {'numpy', 'pydantic', 'yaml', 'click', 'jinja2'} & set(sys.modules)\n"
    )
    others = ("xdist", "hypothesispytest", "xmlschema")
    quiet = [x for name in others for x in ("-p", f"no:{name}")]
    command = [sys.executable, "-m", "pytest", *PLUGIN, *quiet, "-q", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def test_the_plugin_is_registered():
    """An installed package is found by pytest without an option."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]

    assert project["entry-points"]["pytest11"] == {"gate": "gate.pytest_plugin"}
