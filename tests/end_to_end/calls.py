"""Whole calls of the command, in this process and in another, and what they left behind."""

import contextlib
import io
import json
import os
import subprocess
import sys
import warnings
from dataclasses import dataclass
from pathlib import Path

import jsonschema

from gate.cli import main

SCHEMA = Path(__file__).parents[2] / "gate" / "report.schema.json"
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_bytes()))


@dataclass(frozen=True)
class Ended:
    """How a call ended: exit code, both streams, and the warnings of Python that a user would see."""

    code: int
    out: str
    err: str
    warned: tuple[str, ...] = ()


def call(*argv):
    """Call the command in this process; warnings are collected, whatever pytest makes of them."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = main([str(part) for part in argv])
    for stream in (out, err):
        stream.flush()
    texts = [stream.buffer.getvalue().decode() for stream in (out, err)]
    return Ended(int(code), *texts, tuple(f"{w.category.__name__}: {w.message}" for w in caught))


def checked(*arguments):
    """Call ``gate check`` with a JSON report; return its code, its words and the report."""
    ended = call("check", *arguments, "--output", "json:r.json")
    document = strict_json(Path("r.json").read_bytes())
    VALIDATOR.validate(document)
    return ended.code, ended.out, document["reports"][0]


def command(*argv, cwd, **environment):
    """Call the command in a process of its own, as a shell would."""
    done = subprocess.run(
        [sys.executable, "-m", "gate", *map(str, argv)],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def strict_json(content):
    """Read JSON as the standard has it: no NaN, no infinity, no key twice."""

    def unique(pairs):
        assert len({key for key, _ in pairs}) == len(pairs), pairs
        return dict(pairs)

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(content, object_pairs_hook=unique, parse_constant=refuse)


def without_provenance(content):
    """Return a JSON report as text, less the part that may differ between equal calls."""
    document = strict_json(content)
    for report in document["reports"]:
        del report["provenance"]
    return json.dumps(document, indent=1)


def tree(folder):
    """Return every file below ``folder`` with its content and time of change."""
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
