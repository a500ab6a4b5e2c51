"""The fixture `gate`, and what `gate.check` of the library says beside it."""

import gate
from gate.cli import main
from tests.pytest_plugin.conftest import CONFIG, lines, rows, run

pytest_plugins = ["pytester"]


def test_the_fixture_passes_and_fails_a_test(search):
    """It returns the report, fails with the terminal's report, and looks from the root folder."""
    search.makepyfile(
        """
        def test_ok(gate):
            report = gate.check("search.yaml")
            assert report.checks[0].candidate.value == 0.5

        def test_worse(gate):
            gate.check("search.yaml", run="worse.jsonl")
        """
    )
    (search.path / "worse.jsonl").write_text(lines(rows(5)), "utf-8")
    result = run(search)

    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["✗ search: regressed", "gate: regressed (exit 1)"])


def test_a_base_can_be_named(search):
    """`--gate-base` reaches both uses; an unknown one is told."""
    search.makepyfile("def test_it(gate):\n    gate.check('search.yaml')\n")
    run(search, "--gate=search.yaml", "--gate-base=worktree").assert_outcomes(passed=5)
    result = run(search, "--gate=search.yaml", "--gate-base=v1")
    result.assert_outcomes(failed=5)
    result.stdout.fnmatch_lines(["*no commit 'v1'*"])


def test_a_profile_can_be_named(search):
    """`--gate-profile` collects and judges what the profile keeps; the fixture takes one as well."""
    text = CONFIG + "profiles: {quick: {metrics: [mrr]}}\n"
    (search.path / "search.yaml").write_text(text, "utf-8")
    search.makepyfile(
        "def test_it(gate):\n    assert len(gate.check('search.yaml', profile='quick').checks) == 1\n"
    )
    result = run(search, "--gate=search.yaml", "--gate-profile=quick", "--collect-only", "-q")
    assert [line for line in result.outlines if line.startswith("search.yaml::")] == [
        "search.yaml::mrr",
        "search.yaml::verdict",
    ]
    run(search, "--gate=search.yaml", "--gate-profile=quick").assert_outcomes(passed=3)


def test_the_rules_of_the_base_fail_a_test_as_well(softened):
    """The check passes by the change's own rules, and its test fails by those of the base."""
    result = run(softened, "--gate=search.yaml")

    assert result.ret == 1
    result.stdout.fnmatch_lines(["*search (rules of the base): mrr regressed*", "*allowed 0.02*"])


def test_the_rules_of_the_base_fail_the_fixture_as_well(softened):
    """`gate.check` shows both reports, and the graver one counts."""
    softened.makepyfile("def test_it(gate):\n    gate.check('search.yaml')\n")
    result = run(softened)

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*search: pass", "*search (rules of the base): regressed", "gate: regressed*"]
    )


def test_the_library_says_what_the_command_says(softened, monkeypatch):
    """`gate.check` gives both reports and the exit code that `gate check` ends with."""
    monkeypatch.chdir(softened.path)
    found = gate.check("search.yaml")

    assert [report.name for report in found.reports] == ["search", "search (rules of the base)"]
    assert [report.outcome for report in found.reports] == ["pass", "regressed"]
    assert found.exit_code == main(["check", "search.yaml"]) == 1
    assert isinstance(found, gate.Document)
    assert gate.check("search.yaml", run="run.jsonl", base="worktree").reports[0].outcome == "pass"
