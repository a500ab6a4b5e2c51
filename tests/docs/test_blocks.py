"""Every block of every page is looked after by some test; here, golden sets and runs are read."""

import json
from collections import Counter, defaultdict

from gate.readers import read_golden, read_run
from gate.source import FileSource
from tests.docs.kinds import every_block, kind_of, of_kind, what_of
from tests.docs.pages import REPOSITORY, Block, name_of
from tests.docs.walks import NOT_RUN

LOOKED_AFTER = {
    "step": "test_walks",
    "made": "test_reference",
    "floor plan": "test_agreement",
    "scene": "test_scenes",
    "config": "test_examples",
    "part": "test_examples",
    "metrics": "test_examples",
    "console": "test_examples",
    "monitor": "test_examples",
    "modeline": "test_examples",
    **dict.fromkeys(("workflow", "steps", "gitlab", "hooks"), "tests/ci/test_pages"),
    "data": "test_blocks",
    **dict.fromkeys(("request", "python", "toml", "sh", "bash"), "test_code"),
    "not run": "a reason",
}
"""Kind of block → the tests that read or run it."""


def test_no_block_escapes():
    """Each block is of a kind that a test looks after, and each kind occurs."""
    found = {f"{name_of(page)}:{block.line}": kind_of(page, block) for page, block in every_block()}

    assert len(found) > 200
    assert {where: kind for where, kind in found.items() if kind not in LOOKED_AFTER} == {}
    assert set(LOOKED_AFTER) - {"not run"} <= set(found.values())


def test_few_blocks_are_passed_over():
    """A block that is not run gives a reason of some words; hardly any needs one."""
    passed = [block for page, block in every_block() if NOT_RUN.fullmatch(block.above)]

    assert len(passed) <= 5
    assert all(len(block.above.split()) > 5 for block in passed)


def test_an_unknown_block_is_noticed():
    """A language or a shape that no test looks after has no kind."""
    page = REPOSITORY / "docs" / "index.md"

    assert kind_of(page, Block("ruby", "puts 1\n", 1)) is None
    assert kind_of(page, Block("yaml", "a: 1\nb: {c: 2}\n", 1)) is None
    assert kind_of(page, Block("ruby", "puts 1\n", 1, "<!-- not run: nobody here has ruby -->")) == "not run"


def task_of(line):
    """Return the task that a line is about, by its keys."""
    keys = set(line)
    if "labels" in keys or (isinstance(line, dict) and isinstance(line.get("predicted"), list)):
        return "multilabel"
    if "probabilities" in keys:
        return "multiclass"
    if "ratings" in keys:
        return "judge"
    if keys & {"reference", "text"}:
        return "generation"
    return "classification" if keys & {"label", "score", "predicted"} else "retrieval"


def files_of(block, folder):
    """Write a block of data as the files that it is a part of; yield what each is, where, and its task."""
    content = defaultdict(list)
    if block.language == "csv":
        head = block.text.partition("\n")[0].split(",")
        task = "retrieval" if "query_id" in head else task_of(head)
        content["csv", what_of(head) or "run", task] = [block.text]
    elif block.language == "text":
        content["trec", "run" if " Q0 " in block.text else "golden", "retrieval"] = [block.text]
    else:
        for line in block.text.splitlines():
            data = json.loads(line)
            suffix = "jsonl" if "id" in data else "mlflow.jsonl" if "inputs" in data else "json"
            content[suffix, what_of(data), task_of(data.get("outputs", data))].append(f"{line}\n")
    for number, ((suffix, what, task), lines) in enumerate(content.items()):
        path = folder / f"{number}.{suffix}"
        path.write_text("".join(lines), "utf-8")
        yield what, FileSource(path, path.name, "mlflow" if "mlflow" in suffix else None), task


def test_data_can_be_read(tmp_path):
    """Each golden set and each run that a page shows is read by the gate."""
    seen = Counter()
    for number, (_, block, where) in enumerate(of_kind("data")):
        folder = tmp_path / str(number)
        folder.mkdir()
        for what, source, task in files_of(block, folder):
            assert read_golden(source, task).items if what == "golden" else read_run(source, task).answers, (
                where
            )
            seen[what] += 1
    assert min(seen["golden"], seen["run"]) >= 6
