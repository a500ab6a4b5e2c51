"""The Action, as the linters of the dependency group `ci` see it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.conftest import REPOSITORY
from tests.docs.pages import PAGES, blocks, name_of

ACTION = REPOSITORY / "action.yml"


def lint(name, *arguments, given=None):
    """Run a linter that pip installed beside this Python; skip without it, or fail where it is required."""
    found = shutil.which(name, path=str(Path(sys.executable).parent))
    if found is None:
        reason = f"{name} is not installed; pip install --group ci"
        if os.environ.get("GATE_REQUIRE_CI_TOOLS") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    done = subprocess.run(
        [found, *map(str, arguments)], input=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_follows_the_schema():
    """As GitHub publishes it: keys, the icon, the colour."""
    lint("check-jsonschema", "--builtin-schema", "vendor.github-actions", ACTION)


def test_it_is_clean_for_zizmor():
    """Template injection, loose pins, variables that reach later steps."""
    lint("zizmor", "--offline", "--no-progress", "--pedantic", ACTION)


SHOWN = [
    pytest.param(block.text, id=f"{name_of(page)}:{block.line}")
    for page in PAGES
    for block in blocks(page, "yaml")
    if "runs-on:" in block.text
]


@pytest.mark.parametrize("text", SHOWN)
def test_workflows_that_pages_show_are_clean(text, tmp_path):
    """What users copy follows GitHub's schema, and actionlint finds nothing in it."""
    file = tmp_path / ".github" / "workflows" / "shown.yml"
    file.parent.mkdir(parents=True)
    file.write_text(text, "utf-8")
    lint("check-jsonschema", "--builtin-schema", "vendor.github-workflows", file)
    lint("actionlint", "-no-color", file)


def test_its_scripts_are_clean_for_shellcheck():
    """Each step's script by itself."""
    for step in yaml.safe_load(ACTION.read_text("utf-8"))["runs"]["steps"]:
        if "run" in step:
            lint("shellcheck", "--shell=bash", "-", given=step["run"])


def test_what_is_uploaded_lies_in_no_hidden_folder():
    """Artifacts leave out files below a dot-folder: neither the Action nor a workflow here puts any there."""
    places = [ACTION, *sorted((REPOSITORY / ".github/workflows").glob("*.yml"))]
    named = [word for path in places for word in path.read_text("utf-8").split() if "gate-out" in word]

    assert named
    assert [word for word in named if ".gate-out" in word] == []
    uploads = [
        step["with"]["path"]
        for path in places[1:]
        for job in yaml.safe_load(path.read_text("utf-8"))["jobs"].values()
        for step in job.get("steps", ())
        if "upload-artifact" in step.get("uses", "")
    ]
    assert [path for path in uploads if any(part.startswith(".") for part in Path(path).parts)] == []
