"""Live systems that write, and functions that check what they wrote."""

import json
import sys
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from gate import config as configs
from gate import readers
from gate.errors import QuestionError
from gate.run import Answer, Run
from gate.systems.asking import Question, Reply
from gate.systems.checks import checked
from gate.systems.lines import answer
from tests.end_to_end.calls import call

CONFIG = """\
version: 1
name: live
task: generation
golden_set: golden.jsonl
system:
{system}
metrics:
{metrics}
"""
GOLDEN = (
    '{"id": "q1", "query": "When?", "reference": ["At 9:00.", "at nine"]}\n'
    '{"id": "q2", "query": "How much?", "reference": "5 euros"}\n'
)


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Give a function that writes a config beside a golden set and modules, and returns its path."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("no_proxy", "127.0.0.1")

    def written(system="  run: run.jsonl", metrics="  token_f1: {floor: 0.1}", **modules):
        (tmp_path / "golden.jsonl").write_text(GOLDEN, "utf-8")
        (tmp_path / "live.yaml").write_text(CONFIG.format(system=system, metrics=metrics), "utf-8")
        for name, text in modules.items():
            (tmp_path / f"{name}.py").write_text(text, "utf-8")
        return tmp_path / "live.yaml"

    return written


def lines():
    """Ask the live system; return what it wrote, by id."""
    ended = call("run", "live.yaml", "--output", "out.jsonl")
    assert ended.code == 0, ended.err
    return {row["id"]: row for row in map(json.loads, Path("out.jsonl").read_text("utf-8").splitlines())}


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("At 9:00.\n", {"text": "At 9:00.\n"}),
        ("", {"text": ""}),
        ({"text": "5 euros", "tokens": 7, "model": "m"}, {"text": "5 euros", "tokens": 7}),
    ],
)
def test_answers_of_a_live_system(value, line):
    """A text, or an object with one and further numbers."""
    told = answer(Question("q1", "?"), Reply(value), task="generation", positive=None, repeats=1)
    assert json.loads(told) == {"id": "q1", **line}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.5, "the answer is 0.5, not a text"),
        (["a"], "the answer is ['a'], not a text"),
        ({"answer": "a"}, "the answer is {'answer': 'a'}, an object without a text: write {'text': …}"),
        ({"error": "busy"}, "busy"),
    ],
)
def test_what_is_no_text_is_refused(value, said):
    """Numbers, lists and other objects say nothing here."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole sentence is compared below
        answer(Question("q1", "?"), Reply(value), task="generation", positive=None, repeats=1)
    assert str(caught.value) == said


def test_a_function_and_a_program_are_asked(write):
    """Both write one text a question, which the run keeps as it is."""
    app = "def reply(query):\n    print('noise')\n    return {'text': f'{query}\\nAt 9:00.', 'tokens': 3}\n"
    write(system="  function: app:reply", app=app)
    found = lines()
    assert {name: (row["text"], row["tokens"]) for name, row in found.items()} == {
        "q1": ("When?\nAt 9:00.", 3),
        "q2": ("How much?\nAt 9:00.", 3),
    }
    program = (
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    asked = json.loads(line)\n"
        "    print(json.dumps({'id': asked['id'], 'text': asked['query'].upper()}), flush=True)\n"
    )
    write(system=f"  command: [{json.dumps(sys.executable)}, program.py]", program=program)
    assert {name: row["text"] for name, row in lines().items()} == {"q1": "WHEN?", "q2": "HOW MUCH?"}


@contextmanager
def served(reply):
    """Serve ``reply(body)`` as JSON on this machine; give the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            data = json.dumps(reply(body)).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("pointer", "reply"),
    [
        ("    text: /choices/0/content\n", lambda body: {"choices": [{"content": body["q"] + "!"}]}),
        ("", lambda body: body["q"] + "!"),
        ("", lambda body: {"text": body["q"] + "!"}),
    ],
)
def test_an_endpoint_is_asked(write, pointer, reply):
    """The text stands where `text` points to; without it the response is the text, or holds one."""
    with served(reply) as url:
        write(system=f'  http:\n    url: {url}\n    body: {{q: "{{{{query}}}}"}}\n{pointer}'.rstrip())
        assert {name: row["text"] for name, row in lines().items()} == {"q1": "When?!", "q2": "How much?!"}


def test_pointers_to_other_answers_are_refused(write):
    """A text has no score and no class, and a ranking no text."""
    path = write(system="  http: {url: 'http://x.test/{{query}}', method: GET, score: /s}")
    with pytest.raises(QuestionError) as caught:
        configs.load(path)
    assert "'score' means nothing for generation: point to the answer as `text`" in str(caught.value)


CHECKS = '''
"""Checks that pass, vary, raise, exit, or say what is no share."""
import sys

def right(answer, references, *, query, id):
    assert references and query and id
    return answer in references

def share(text, reference, cut=3):
    return len(set(text) & set(reference)) / max(1, len(set(reference)))

def sometimes(answer):
    if answer == "boom":
        raise KeyError("no such price")
    if answer == "exit":
        sys.exit(3)
    if answer == "two":
        return 2
    return answer != "no"

def never(answer):
    return "yes"

def odd(answer, temperature):
    return True

def broken(answer):
    raise RuntimeError("no model\\n  here")
'''


def asked(path, texts):
    """Have the checks of a config asked about texts; return what was said, by item, and the notices."""
    config = configs.load(path)
    golden = readers.read_golden(config.golden_source, config.task)
    run = Run({name: Answer(name, text=text) for name, text in texts.items()})
    found = checked(config, golden, [run, run])
    assert found.runs[0].answers == found.runs[1].answers
    return {a.id: dict(a.checked) for a in found.runs[0]}, found


def test_functions_are_asked_by_the_names_of_their_parameters(write):
    """References, question and id arrive; a bool and a number become a share; the source has a digest."""
    path = write(
        metrics="  check(function=mine:right): {floor: 0.5}\n  check(function=mine:share): {}", mine=CHECKS
    )
    said, found = asked(path, {"q1": "at nine", "q2": "euros 5"})
    assert said == {
        "q1": {"mine:right": 1.0, "mine:share": 2 / 7},
        "q2": {"mine:right": 0.0, "mine:share": 1.0},
    }
    assert not found.notices
    assert set(map(len, found.sources.values())) == {16}
    assert len(set(found.sources.values())) == 1


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("boom", "KeyError: 'no such price'"),
        ("exit", "SystemExit: 3"),
        ("two", "ValueError: it returned 2, which is neither true, false, nor a number from 0 to 1"),
    ],
)
def test_a_check_that_fails_counts_as_0_and_is_told(write, text, why):
    """Nobody can say that such an answer is right; the notice has the item and the reason."""
    path = write(metrics="  check(function=mine:sometimes): {floor: 0.5}", mine=CHECKS)
    said, found = asked(path, {"q1": text, "q2": "yes"})
    assert said == {"q1": {"mine:sometimes": 0.0}, "q2": {"mine:sometimes": 1.0}}
    (notice,) = found.notices
    assert notice.text == f"mine:sometimes failed on 1 item, whose answers count as 0; 'q1': {why}"


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("mine:never", "mine:never failed on every item; 'q1': ValueError: it returned 'yes'"),
        ("mine:missing", "mine has no 'missing'"),
        ("nowhere:f", "no module 'nowhere', neither in"),
        ("mine:odd", "mine:odd wants a parameter 'temperature', and the gate knows only answer, reference"),
    ],
)
def test_a_check_of_no_use_is_a_mistake_of_the_config(write, function, said):
    """It ends with exit code 2 and the line of the metric, not with a metric that is 0."""
    path = write(metrics=f"  check(function={function}): {{floor: 0.5}}", mine=CHECKS)
    with pytest.raises(QuestionError) as caught:
        asked(path, {"q1": "a", "q2": "b"})
    (problem,) = caught.value.problems
    assert problem.what.startswith(said)
    assert problem.where.endswith("live.yaml:8")


def test_a_check_that_always_fails_is_told_once_and_on_one_line(write):
    """Twenty answers fail alike: one traceback is shown, and what was raised stands on one line."""
    path = write(metrics="  check(function=mine:broken): {floor: 0.5}", mine=CHECKS)
    with pytest.raises(QuestionError) as caught:
        asked(path, {f"q{i}": f"answer {i}" for i in (1, 2)})
    (problem,) = caught.value.problems
    assert problem.what == "mine:broken failed on every item; 'q1': RuntimeError: no model here"
    lines = problem.excerpt.splitlines()
    assert sum("Traceback" in line for line in lines) == 1
    assert "Traceback" in lines[0]
    assert lines[-1].endswith("here")


def test_a_check_is_spelt_like_an_import(write):
    """Anything but module:name is refused while the config is read."""
    with pytest.raises(QuestionError) as caught:
        configs.load(write(metrics="  check(function=mine.right): {}"))
    assert "function is 'mine.right', not package.module:name" in str(caught.value)
