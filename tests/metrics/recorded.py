"""A pytest plugin that notes which values of the reference tools' records a session made use of.

It hands every ``expected.json`` out as mappings that remember what was read of them and numbers that remember
whether they were compared or computed with, and at the end writes ``{data set: the paths left over}`` to the
file that the environment names as ``GATE_UNUSED``.
"""

import json
import math
import os
from pathlib import Path

DATA = Path(__file__).parents[3] / "shared" / "data"
RECORDS = {
    file.read_text("utf-8"): file.parent.relative_to(DATA).as_posix() for file in DATA.rglob("expected.json")
}
USED = {name: set() for name in RECORDS.values()}
parse = json.loads

OPERATIONS = [
    *("eq", "ne", "lt", "le", "gt", "ge"),
    *(f"{side}{name}" for name in ("add", "sub", "mul", "truediv", "pow") for side in ("", "r")),
]


def noting_numbers(kind):
    """Make a kind of number that says when it is compared or computed with: looked at is not compared."""

    def noting(name):
        plain = getattr(kind, name)

        def operation(self, other):
            for each in (self, other):
                if type(each) in NUMBERS.values():
                    each.used.add(each.path)
            return plain(self, other)

        return operation

    names = [f"__{name}__" for name in OPERATIONS]
    return type(f"Noted{kind.__name__}", (kind,), {"__hash__": kind.__hash__} | {n: noting(n) for n in names})


NUMBERS = {kind: noting_numbers(kind) for kind in (int, float)}


class Noted(dict):
    """A mapping that says what is taken from it; a number in it says so itself."""

    def __init__(self, record, path, used):
        super().__init__({key: noted(value, (*path, key), used) for key, value in record.items()})
        self.path, self.used = path, used

    def taken(self, key, value):
        if type(value) not in NUMBERS.values():
            self.used.add((*self.path, key))
        return value

    def __getitem__(self, key):
        return self.taken(key, super().__getitem__(key))

    def get(self, key, default=None):
        return self.taken(key, super().get(key, default))

    def pop(self, key, *default):
        return self.taken(key, super().pop(key, *default))

    def items(self):
        return [(key, self[key]) for key in self]

    def values(self):
        return [self[key] for key in self]

    def __eq__(self, other):
        return dict(self.items()) == other

    __hash__ = None


def noted(value, path, used):
    """Return ``value`` with all mappings and numbers in it noted; what is not a number cannot be compared."""
    if isinstance(value, dict):
        return Noted(value, path, used)
    if isinstance(value, list):
        return [noted(each, (*path, number), used) for number, each in enumerate(value)]
    if type(value) not in NUMBERS or math.isnan(value):
        return value
    number = NUMBERS[type(value)](value)
    number.path, number.used = path, used
    return number


def leaves(value, path=()):
    """Yield the path of every value; a list of words is one."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in inside:
        if isinstance(each, dict) or (isinstance(each, list) and not all(isinstance(x, str) for x in each)):
            yield from leaves(each, (*path, key))
        else:
            yield (*path, key)


def noting(text, **how):
    """Parse JSON as ever, but note what is used of a record."""
    found = parse(text, **how)
    name = RECORDS.get(text if isinstance(text, str) else bytes(text).decode("utf-8", "replace"))
    return found if name is None else noted(found, (), USED[name])


def pytest_configure():
    """Stand in for the parser of every test."""
    json.loads = noting


def pytest_unconfigure():
    """Write down what nobody used."""
    json.loads = parse
    unused = {name: [p for p in leaves(parse(text)) if p not in USED[name]] for text, name in RECORDS.items()}
    Path(os.environ["GATE_UNUSED"]).write_text(json.dumps(unused), "utf-8")
