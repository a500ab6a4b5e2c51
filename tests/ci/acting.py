"""GitHub workflows run from end to end on this machine, by act in host mode, without a network.

Third-party actions are replaced by small stand-ins: one puts this environment's Python first, one copies
what is uploaded into a folder. Everything else is real: jobs, conditions, expressions, scripts, and the gate.
"""

import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.ci.conftest import run, tool

STANDS_IN = """\
name: stand-in
description: stands in for {name}
inputs: {{name: {{description: x}}, path: {{description: x}}}}
outputs:
  python-path: {{description: x, value: "${{{{ steps.it.outputs.python-path }}}}"}}
runs:
  using: composite
  steps:
    - id: it
      shell: bash
      env: {{FROM: "${{{{ inputs.path }}}}", NAME: "${{{{ inputs.name }}}}", PLACE: "{place}"}}
      run: |
        {script}
"""
SCRIPTS = {
    "actions/setup-python": "echo {folder} >> $GITHUB_PATH; echo python-path={python} >> $GITHUB_OUTPUT",
    "actions/upload-artifact": 'mkdir -p "$PLACE/$NAME"; test ! -d "$FROM" || cp -r "$FROM/." "$PLACE/$NAME"',
    "actions/download-artifact": 'mkdir -p "$FROM" && cp -r "$PLACE/$NAME/." "$FROM"',
    "actions/create-github-app-token": "false",  # nothing here has an app
}


@dataclass(frozen=True)
class Ran:
    """How a workflow ended.

    Attributes:
        code: Exit code of act: 0 if every job succeeded.
        jobs: ``{job: whether it succeeded}``.
        log: Everything that was said.
        artifacts: ``{name: {path: content}}`` of what was uploaded.
    """

    code: int
    jobs: dict
    log: str
    artifacts: dict


def act(project, event, payload, scratch, *, workflow, environment=(), secrets=(), python=None):
    """Run one workflow of the repository ``project`` as if ``event`` had happened.

    Args:
        project: Top of a git repository.
        event: Name of the event.
        payload: Its content.
        scratch: Folder for the stand-ins, the event and uploads.
        workflow: Path of the workflow, from the top.
        environment: ``NAME=VALUE`` pairs that every step sees.
        secrets: ``NAME=VALUE`` pairs.
        python: What stands in for the Python that a workflow sets up; this process's own by default.
    """
    (scratch / "home").mkdir(parents=True, exist_ok=True)
    (scratch / "event.json").write_text(json.dumps(payload), "utf-8")
    uploads = scratch / "uploads"
    text = (project / workflow).read_text("utf-8")
    for local in project.glob("action.yml"):
        text += local.read_text("utf-8")
    used = dict.fromkeys(re.findall(r"uses: ([\w./-]+)@(\w+)", text))
    replaced = []
    for name, pin in used:
        if name in SCRIPTS:
            folder = scratch / name
            folder.mkdir(parents=True, exist_ok=True)
            program = Path(python or sys.executable)
            script = SCRIPTS[name].format(folder=program.parent, python=program)
            text = STANDS_IN.format(name=name, place=uploads, script=script)
            (folder / "action.yml").write_text(text, "utf-8")
            replaced += ["--local-repository", f"{name}@{pin}={folder}"]
    runners = [x for label in ("ubuntu-latest", "ubuntu-24.04") for x in ("-P", f"{label}=-self-hosted")]
    code, log = run(
        *tool("act"), event, "-W", workflow, "-e", scratch / "event.json", *runners, *replaced,
        *[x for pair in environment for x in ("--env", pair)], *[x for pair in secrets for x in ("-s", pair)],
        cwd=project, HOME=str(scratch / "home"), XDG_CACHE_HOME=str(scratch / "home" / "cache"),
        DOCKER_HOST="unix:///nowhere",
    )  # fmt: skip
    ended = re.findall(r"^\[[\w-]+/(.+?)\s*\].*Job (succeeded|failed)", log, re.MULTILINE)
    artifacts = {
        folder.name: {
            p.relative_to(folder).as_posix(): p.read_text("utf-8") for p in folder.rglob("*") if p.is_file()
        }
        for folder in uploads.glob("*")
    }
    return Ran(code, {job: how == "succeeded" for job, how in ended}, log, artifacts)
