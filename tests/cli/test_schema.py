"""`gate schema`."""

import json

from gate import config
from gate.cli import main


def test_it_prints_the_schema_and_nothing_else(capsys):
    """What is printed can be redirected into a file and used."""
    assert main(["schema"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == config.schema()
    assert err == ""
