"""Pages that are walked from an empty folder to their last line, in a real shell and a real repository."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, REPOSITORY, name_of
from tests.docs.walks import Shell, environment, is_walked, walk, with_this_package

WALKED = [page for page in PAGES if is_walked(page)]
INSTALLING = [page for page in WALKED if "pip install" in page.read_text("utf-8")]
ACCEPT = "pytest --accept -m 'slow or not slow' tests/docs"
QUICK = [page for page in INSTALLING if page.stem == "tutorial-rag"]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=name_of(page), marks=[] if page in QUICK else pytest.mark.slow)
        for page in WALKED
    ],
)
def test_a_page_works_as_written(page, tmp_path, request):
    """Every file is written and every line typed; what is printed is what the page shows, to the byte."""
    folder = tmp_path / "project"
    folder.mkdir()
    found = walk(page, folder, with_this_package(tmp_path))

    if request.config.getoption("--accept"):
        page.write_text(found, "utf-8")
    assert found == page.read_text("utf-8"), f"if intended: {ACCEPT}, then read the page"


@pytest.mark.slow
@pytest.mark.parametrize("page", INSTALLING, ids=name_of)
def test_a_page_works_with_nothing_but_the_package(page, tmp_path):
    """The same with a wheel of this checkout, installed as the page says, and nothing else."""
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        tmp_path,
        REPOSITORY,
    ]
    subprocess.run(build, check=True)
    folder = tmp_path / "project"
    folder.mkdir()
    settings = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    quiet = settings | {"PIP_FIND_LINKS": str(tmp_path), "PIP_QUIET": "2"}
    found = walk(page, folder, environment(**quiet), installs=True)

    assert found == page.read_text("utf-8")


def page_of(folder, text):
    """Write a page."""
    page = folder / "page.md"
    page.write_text(text, "utf-8")
    return page


def test_a_walk_shows_what_came_out(tmp_path):
    """Files, changes, lines of one shell, codes and ellipses; the page is returned as it should read."""
    shown = (
        "Write `a/b.txt`:\n\n```text\none\ntwo\nthree\n```\n\nChange `a/b.txt`:\n\n```diff\n-two\n+2\n```\n\n"
        "```console\n$ cd a\n$ cat b.txt\none\n…\nthree\n$ grep -c 2 \\\n> b.txt\n1\n"
        "$ false\n$ echo $?\n1\n```\n"
    )
    wrong = shown.replace("\none\n…", "\nzero\n…").replace("\n1\n$ false", "\n7\n8\n$ false")

    assert walk(page_of(tmp_path, wrong), tmp_path, environment()) == shown


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("```console\n$ false\n```\n", "page.md:1: false ended with 1"),
        ("x\n\n```yaml\na: 1\n```\n", "page.md:3: neither a file nor a call"),
        ("Write `a`:\n\n```text\nx\n```\n\nChange `a`:\n\n```diff\n-y\n+z\n```\n", "a has not once"),
        ("```console\nlost\n$ true\n```\n", "output without a call"),
        ("```console\n$ exit 3\n```\n", "the shell has ended"),
    ],
)
def test_a_step_that_does_not_work_stops_the_walk(tmp_path, text, said):
    """With the page, the line, and what happened."""
    with pytest.raises(AssertionError, match=said):
        walk(page_of(tmp_path, text), tmp_path, environment())


def test_a_block_can_be_passed_over_with_a_reason(tmp_path):
    """And without a reason it cannot."""
    text = "<!-- not run: it is yours -->\n```console\n$ false\n```\n"

    assert walk(page_of(tmp_path, text), tmp_path, environment()) == text
    with pytest.raises(AssertionError, match="false ended with 1"):
        walk(page_of(tmp_path, text.replace(" it is yours", "")), tmp_path, environment())


def test_the_shell_starts_where_it_is_told(tmp_path):
    """In an empty folder, with the variables that it is given and none of a forge."""
    with Shell(tmp_path, **environment(HOME=str(tmp_path))) as shell:
        assert Path(shell.type("pwd")[0].strip()).resolve() == tmp_path.resolve()
        assert shell.type('echo "$HOME$GITHUB_ACTIONS"') == (f"{tmp_path}\n", 0)
