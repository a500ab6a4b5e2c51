"""What each block of a page is, and so which test looks after it.

A block that no test could look after says why in a comment above it: ``<!-- not run: REASON -->``.
"""

import json
import re

from gate import config, yaml_source
from gate.config import monitor_schema
from tests.docs import reference
from tests.docs.pages import PAGES, Block, blocks, name_of
from tests.docs.walks import NOT_RUN, is_walked

MADE = {*reference.PAGES, "error-codes"}
"""Pages that are made of the code, examples included."""

_KEYS = set(config.schema()["properties"])
_MONITOR = set(monitor_schema()["properties"]) - {"version", "name"}
_EXPECTED = {"floor", "ceiling", "tolerance"}
_ANSWER = {"ranked", "score", "predicted", "probabilities", "text", "error", "outputs"}
_RIGHT = {"relevant", "label", "labels", "reference", "relevance", "ratings"}


def every_block():
    """Yield each block of each page, with its page."""
    for page in PAGES:
        for block in blocks(page):
            yield page, block


def of_kind(*kinds):
    """Yield the blocks of some kinds, each with its page and a name for its test."""
    for page, block in every_block():
        if kind_of(page, block) in kinds:
            yield page, block, f"{name_of(page)}:{block.line}"


def kind_of(page, block: Block):
    """Return what a block is; ``None`` where nobody knows."""
    if is_walked(page):
        return "step"  # tests/docs/test_walks.py
    if page.stem in MADE:
        return "made"  # tests/docs/test_reference.py, tests/test_codes.py
    if NOT_RUN.fullmatch(block.above):
        return "not run"
    match block.language:
        case "yaml":
            return _yaml(block.text)
        case "json":
            return _json(block.text)
        case "csv":
            return "data"
        case "text" if re.fullmatch(r"(\S+ \S+ \S+ -?\d+\n)+|(\S+ Q0 \S+ \d+ \S+ \S+\n)+", block.text):
            return "data"
        case "text" if block.text.startswith("gate/   "):
            return "floor plan"  # tests/docs/test_agreement.py
        case "text":
            return "scene"  # tests/docs/test_scenes.py
        case "console" | "sh" | "bash" | "python" | "toml" as language:
            return language
    return None


def _yaml(text):
    if re.fullmatch(r"# yaml-language-server: .*\n", text):
        return "modeline"
    data = yaml_source.read(text, shown="shown.yaml").data()
    if isinstance(data, list):
        return "hooks" if all("id" in step for step in data) else "steps"
    if "jobs" in data:
        return "workflow"  # of GitHub
    if "repos" in data:
        return "hooks"
    if "version" in data:
        return "monitor" if set(data) & _MONITOR and "task" not in data else "config"
    if set(data) <= _KEYS:
        return "part"
    if "script" in data:
        return "gitlab"  # the inside of a job
    if all(isinstance(value, dict) and set(value) & _EXPECTED for value in data.values()):
        return "metrics"
    return "gitlab" if all(isinstance(job, dict) and "script" in job for job in data.values()) else None


def _json(text):
    documents = [json.loads(line) for line in text.splitlines()]
    if all(set(document) == {"id", "query", "k"} for document in documents):
        return "request"
    return "data" if all(what_of(document) for document in documents) else None


def what_of(keys):
    """Return whether these keys, of a line or of a table's head, are of a run or of a golden set."""
    found = set(keys)
    if found & _RIGHT:
        return "golden"
    return "run" if found & _ANSWER or isinstance(keys, dict) else None
