"""Codes of errors, notices and verdicts: every one declared, every one used, none forgotten."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from click.testing import CliRunner

from gate import codes
from gate.cli import commands
from gate.cli.explain_code import KINDS
from gate.errors import GateError, NoAnswerError, Problem, QuestionError, SystemFailedError
from gate.forges.web import ForgeError
from gate.verdict import Reason
from tests.docs.codes import page

GATE = Path(codes.__file__).parent.parent
DOCS = GATE.parent / "docs" / "error-codes.md"
ERRORS = {kind.__name__ for kind in (GateError, QuestionError, NoAnswerError, SystemFailedError, ForgeError)}
NOTICES = {("Notice",), ("Notice", "about"), ("notice",)}


def called(node):
    """Return the last names of what a call calls: ``("Notice", "about")``."""
    function = node.func
    if isinstance(function, ast.Attribute):
        inner = function.value
        if isinstance(inner, ast.Name) and inner.id == "Notice":
            return (inner.id, function.attr)
        if function.attr == "notice" and not ast.unparse(inner).endswith("findings"):
            return ()  # a forge's own way of remarking something
        return (function.attr,)
    named = isinstance(function, ast.Name) and function.id != "notice"
    return (function.id,) if named else ()


def calls(path):
    """Yield every call of a file with the function it stands in."""

    def walk(node, inside):
        for child in ast.iter_child_nodes(node):
            within = child.name if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)) else inside
            if isinstance(child, ast.Call):
                yield child, inside
            yield from walk(child, within)

    yield from walk(ast.parse(path.read_text("utf-8")), "")


def literals(node):
    """Return the texts that an expression can be; ``None`` if that does not stand in it."""
    if isinstance(node, ast.Constant):
        return {node.value}
    if isinstance(node, ast.IfExp):
        either = literals(node.body), literals(node.orelse)
        return None if None in either else either[0] | either[1]
    return None


def every(kind):
    """Yield ``(place, code, function)`` of every site of a kind: the code is an expression or ``None``."""
    for path in sorted(GATE.rglob("*.py")):
        for call, inside in calls(path):
            name, place = called(call), f"{path.relative_to(GATE.parent)}:{call.lineno}"
            given = {word.arg: word.value for word in call.keywords}
            positional = dict(enumerate(call.args))
            if kind == "problem" and name == ("Problem",):
                yield place, given.get("code", positional.get(4)), inside
            elif (
                kind == "handed"
                and name in {("problem",), ("_problem",), ("ForgeError",)}
                and "code" in given
            ):
                yield place, given["code"], inside
            elif kind == "notice" and name in NOTICES and "readers/findings.py" not in place:
                yield place, given.get("code", positional.get(0)), inside


def test_every_problem_carries_a_code_that_is_declared():
    """No problem can be made without a code, nor with one that nobody can look up."""
    wrong, found = [], 0
    for place, code, inside in every("problem"):
        found += 1
        texts = None if code is None else literals(code)
        if (
            code is None
            or (texts is None and not is_handed_on(code))
            or (texts and not texts <= set(codes.ALL))
        ):
            wrong.append(f"{place} in {inside}")
    assert not wrong
    assert found > 200


def is_handed_on(code):
    """Whether a code is the parameter of the function that it stands in, or a verdict's reason."""
    return ast.unparse(code) in {"code", "verdict.reason", "self.code"}


def test_every_code_that_is_handed_on_is_declared():
    """What is given to the functions that make problems is a declared code, too."""
    given = [(place, literals(code)) for place, code, _ in every("handed") if not is_handed_on(code)]
    known = [place for place, texts in given if texts is None]
    assert all("records.py" in place for place in known)  # one problem is told again, with its own code
    assert [(p, t) for p, t in given if t and not t <= set(codes.ALL)] == []
    assert len(given) > 60


def test_errors_are_made_of_problems():
    """No error is raised with a bare sentence, which could carry no code."""
    bare = [
        f"{path.relative_to(GATE.parent)}:{call.lineno}"
        for path in sorted(GATE.rglob("*.py"))
        for call, _ in calls(path)
        if called(call)[-1:]
        and called(call)[-1] in ERRORS - {"ForgeError"}
        and any(isinstance(arg, (ast.Constant, ast.JoinedStr)) for arg in call.args)
    ]
    assert not bare


def test_every_notice_has_a_code_that_is_declared():
    """A notice's code is declared as one."""
    known = {name for name, code in codes.ALL.items() if {"notice", "error"} & set(code.kinds)}
    found = {}
    for place, code, _ in every("notice"):
        texts = literals(code) if code is not None else None
        if texts is not None:
            found |= dict.fromkeys(texts, place)
    undeclared = {text: place for text, place in found.items() if text not in known}
    assert not undeclared
    assert len(found) > 35
    declared = {name for name, code in codes.ALL.items() if "notice" in code.kinds}
    assert declared - set(found) == set()


def test_every_reason_of_a_verdict_is_declared():
    """The reasons of verdicts and the codes of the kind verdict are the same list."""
    assert {str(reason) for reason in Reason} == {n for n, c in codes.ALL.items() if "verdict" in c.kinds}


def test_no_code_is_declared_for_nothing():
    """Every code of an error stands somewhere in the sources, outside of its declaration."""
    sources = "\n".join(
        path.read_text("utf-8") for path in GATE.rglob("*.py") if "codes" not in path.relative_to(GATE).parts
    )
    unused = [
        name
        for name, code in codes.ALL.items()
        if "error" in code.kinds and f'"{name}"' not in sources and f"[{name}]" not in sources
    ]
    assert not unused


def test_no_two_codes_share_a_name():
    """A name has one meaning."""
    names = [code.name for group in codes.GROUPS.values() for code in group]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("code", codes.ALL.values(), ids=lambda code: code.name)
def test_every_code_says_what_why_the_way_out_and_an_example(code):
    """No text of a declaration is empty, and each sentence ends like one."""
    assert code.name == code.name.lower().replace("-", "_").replace(" ", "_")
    assert set(code.kinds) <= set(KINDS)
    for text in (code.what, code.why, code.fix):
        assert text.endswith((".", "`."))
        assert "\n" not in text
    assert code.example.strip()


def test_a_problem_ends_with_its_code():
    """The code stands behind the sentence, where it is in nobody's way."""
    told = str(Problem("no such key 'k2'", "c.yaml:7", "drop it", code="unknown_key"))
    assert told == "c.yaml:7: no such key 'k2' [unknown_key]\n  fix: drop it"


@pytest.mark.parametrize("spelt", ["unknown_key", "Unknown-Key", "[unknown_key]", "unknown key"])
def test_a_code_is_found_however_it_is_spelt(spelt):
    """Brackets, case and dashes are no hurdle to somebody who copies from a log."""
    assert codes.find(spelt) is codes.ALL["unknown_key"]


def test_a_code_that_is_none_is_told_the_nearest():
    """The way out of a typing mistake is in the message."""
    done = CliRunner().invoke(commands, ["explain", "code", "unknown_keys"], obj={"debug": False})
    assert isinstance(done.exception, QuestionError)
    assert "did you mean 'unknown_key'?" in str(done.exception)


def test_one_code_and_all_codes_are_printed(golden):
    """The page of a code, and the list of all."""

    def ran(*arguments):
        return CliRunner().invoke(commands, ["explain", "code", *arguments], obj={"debug": False}).output

    golden("cli/explain_code.txt", ran("unknown_key") + "\n" + ran("noisy_drop") + "\n" + ran("no_baseline"))
    listed = ran()
    assert all(f"  {name} " in listed for name in codes.ALL)


def test_the_documentation_has_every_code(request):
    """docs/error-codes.md is generated from the declarations; `pytest --accept` writes it."""
    text = page()
    if request.config.getoption("--accept"):
        DOCS.write_text(text, "utf-8")
    assert DOCS.read_text("utf-8") == text
