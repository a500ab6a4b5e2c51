"""Whole calls with every kind of question: an answer or a clear refusal, never anything else."""

import os
import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.end_to_end.calls import VALIDATOR, call, strict_json, tree, without_provenance
from tests.end_to_end.kinds import KINDS
from tests.end_to_end.strategies import QUESTIONS, posed, torn

REPORTS = ("--output", "json:out/report.json", "--output", "markdown:out/report.md")
OUTCOMES = {0: {"pass", "improved", "inconclusive"}, 1: {"regressed"}, 3: {"not_comparable", "inconclusive"}}


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch):
    """Come back to where the test started; no git is found, so that a call costs no process."""
    monkeypatch.chdir(Path.cwd())
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("GATE_BASE", raising=False)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


def write(question, files):
    """Write a golden set and a run beside the config."""
    for stem, suffix, content in zip(("golden", "run"), question.suffixes, files, strict=True):
        Path(f"{stem}{suffix}").write_bytes(content)


def sound(ended):
    """Assert what holds of every call, whatever it was given."""
    assert ended.code in {0, 1, 2, 3, 4}, ended.err
    assert "Traceback" not in ended.err
    assert not ended.warned, ended.warned


def consistent(report, *, of_check, code):
    """Assert that a report is valid, and that its outcome and exit code agree with the call's."""
    document = strict_json(report)
    VALIDATOR.validate(document)
    (told,) = document["reports"]
    assert document["exit_code"] == told["exit_code"]
    if of_check:
        assert document["exit_code"] == code
    verdict = told["would_be"] if told["mode"] == "report_only" else code
    if of_check:
        assert document["outcome"] in OUTCOMES[verdict], (verdict, told["headline"])
    for check in told["checks"]:
        for level in (check["baseline"], check["candidate"]):
            if level and level["low"] is not None:
                assert level["low"] <= level["high"]


def asked(argv):
    """Call the command; return how it ended and the files it wrote as bytes that have to repeat."""
    wants = argv[0] in {"check", "refresh"}
    before = tree(Path())
    ended = call(*argv, *(REPORTS if wants else ()))
    sound(ended)
    after = tree(Path())
    refused = ended.err.startswith("gate:")
    assert refused or ended.code not in {2, 4}, ended
    # What finds no fair baseline still reports, so that one config does not hide another.
    told = wants and ended.code == 3
    if (refused and not told) or not wants:
        assert after == before, "something was written"
        return ended, {}
    written = {name: content for name, (content, _) in after.items() if name.startswith("out/")}
    consistent(written["out/report.json"], of_check=argv[0] == "check", code=ended.code)
    written["out/report.json"] = without_provenance(written["out/report.json"])
    if argv[0] == "check":
        assert {n: c for n, c in after.items() if not n.startswith("out/")} == {
            n: c for n, c in before.items() if not n.startswith("out/")
        }
    return ended, written


def same(once, again):
    """Assert that two calls ended alike and wrote the same, part by part so that a failure reads well."""
    (first, files), (second, later) = once, again
    assert (first.code, first.out, first.err) == (second.code, second.out, second.err)
    assert files.keys() == later.keys()
    for name, content in files.items():
        assert content == later[name], name


def ask(question):
    """Put one question: record its first half as a baseline, then call twice with the second."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            Path("c.yaml").write_bytes(question.config.encode("utf-8", "surrogateescape"))
            for name, content in question.beside.items():
                Path(name).write_text(content, "utf-8")
            if question.before is not None:
                write(question, question.before)
                sound(call("accept", "c.yaml", "--reason", "first"))
            write(question, question.after)
            if question.damage:
                file = Path("baselines", question.damage[0])
                if file.exists():
                    file.write_bytes(torn(file.read_bytes(), random.Random(question.damage[1])))
            once = asked(question.argv)
            again = asked(question.argv)
            if question.argv[0] == "refresh":  # the first may have moved what the second is compared with
                once, again = again, asked(question.argv)
            same(once, again)
        finally:
            os.chdir("/")


@pytest.mark.parametrize("task", KINDS)
@given(*QUESTIONS)
@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_question_is_answered_or_refused(task, seed, size):
    """Exit code 0 to 4, no traceback, nothing written on refusal, valid reports, the same bytes twice."""
    ask(posed(task, seed, size))


@pytest.mark.slow
@pytest.mark.parametrize("task", KINDS)
@given(*QUESTIONS)
@settings(max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck), database=None)
def test_thousands_of_questions_are_answered_or_refused(task, seed, size):
    """The same, 7,000 times, in parts that run side by side."""
    ask(posed(task, seed, size))
