"""The steps of `action.yml`, run by bash as the runner does; expressions are filled in from a table."""

import os
import re
import subprocess
from pathlib import Path

import yaml

REPOSITORY = Path(__file__).parents[2]
ACTION = yaml.safe_load((REPOSITORY / "action.yml").read_text("utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
RUN = "Run the gate"
INSTALL = "Install the gate from this action's own commit"


def filled_in(text, table):
    """Replace each ``${{ … }}`` by its value; one that is not in the table is an error."""
    return re.sub(r"\$\{\{ *(.*?) *\}\}", lambda match: table[match[1]], str(text))


def run_step(name, *, cwd, inputs=None, table=None, **environment):
    """Run one step; return how it ended."""
    step = STEPS[name]
    given = {**{k: v.get("default", "") for k, v in ACTION["inputs"].items()}, **(inputs or {})}
    given["token"] = given["token"].replace("${{ github.token }}", os.environ.get("GATE_TOKEN", ""))
    values = {**{f"inputs.{k}": v for k, v in given.items()}, **(table or {})}
    variables = {k: filled_in(v, values) for k, v in step.get("env", {}).items()}
    folder = Path(cwd) / filled_in(step.get("working-directory", "."), values)
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        cwd=folder,
        env={**os.environ, **environment, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
