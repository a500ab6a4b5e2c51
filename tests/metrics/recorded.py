"""A pytest plugin that notes which values of the reference tools' records a session looked at.

It hands every ``expected.json`` out as mappings that remember what was read of them, and at the end writes
``{data set: the paths that nobody read}`` to the file that the environment names as ``GATE_UNREAD``.
"""

import json
import os
from pathlib import Path

DATA = Path(__file__).parents[3] / "shared" / "data"
FAMILIES = ("classification", "generation", "judge", "rag", "recsys")
RECORDS = {
    file.read_text("utf-8"): f"{family}/{file.parent.name}"
    for family in FAMILIES
    for file in (DATA / family).glob("*/expected.json")
}
READ = {name: set() for name in RECORDS.values()}
parse = json.loads


class Noted(dict):
    """A mapping that says what is taken from it."""

    def __init__(self, record, path, read):
        super().__init__({key: noted(value, (*path, key), read) for key, value in record.items()})
        self.note = lambda key: read.add((*path, key))

    def __getitem__(self, key):
        self.note(key)
        return super().__getitem__(key)

    def get(self, key, default=None):
        self.note(key)
        return super().get(key, default)

    def pop(self, key, *default):
        self.note(key)
        return super().pop(key, *default)

    def items(self):
        return [(key, self[key]) for key in self]

    def values(self):
        return [self[key] for key in self]

    def __eq__(self, other):
        return dict(self.items()) == other

    __hash__ = None


def noted(value, path, read):
    """Return ``value`` with all mappings in it noted."""
    if isinstance(value, dict):
        return Noted(value, path, read)
    if isinstance(value, list):
        return [noted(each, (*path, number), read) for number, each in enumerate(value)]
    return value


def leaves(value, path=()):
    """Yield the path of every value; a list without mappings is one."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in inside:
        if isinstance(each, dict) or (isinstance(each, list) and any(isinstance(x, dict) for x in each)):
            yield from leaves(each, (*path, key))
        else:
            yield (*path, key)


def noting(text, **how):
    """Parse JSON as ever, but note what is read of a record."""
    found = parse(text, **how)
    name = RECORDS.get(text if isinstance(text, str) else bytes(text).decode("utf-8", "replace"))
    return found if name is None else noted(found, (), READ[name])


def pytest_configure():
    """Stand in for the parser of every test."""
    json.loads = noting


def pytest_unconfigure():
    """Write down what nobody read."""
    json.loads = parse
    unread = {name: [p for p in leaves(parse(text)) if p not in READ[name]] for text, name in RECORDS.items()}
    Path(os.environ["GATE_UNREAD"]).write_text(json.dumps(unread), "utf-8")
