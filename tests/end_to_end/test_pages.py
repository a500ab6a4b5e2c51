"""Pages and plots of whole calls, and calls where nothing can draw."""

import json
import subprocess
import sys

import pytest

from tests.end_to_end.calls import call
from tests.end_to_end.conftest import run_rows

WITHOUT = (
    "import sys; sys.modules['matplotlib'] = None; from gate.cli import main; sys.exit(main(sys.argv[1:]))"
)


@pytest.fixture
def lost(project):
    """A search that lost ten of its questions, with a baseline."""
    project.gate("refresh")
    return project.write(run=[*run_rows(30), *run_rows(40, 5, first=30)])


def test_a_page_and_plots_are_written_beside_the_report(lost):
    """One file that holds the drawings, and a folder with each of them under a stable name."""
    pytest.importorskip("matplotlib")
    wanted = [
        x
        for o in ("html:out/r.html", "svg:out/plots", "png:out/pixels", "json:r.json")
        for x in ("--output", o)
    ]
    assert lost.gate("check", *wanted).code == 1

    page = (lost.top / "out/r.html").read_text("utf-8")
    assert [page.count(f'class="{width}"') for width in ("wide", "narrow")] == [3, 3]
    names = {path.stem for path in (lost.top / "out/plots").iterdir()}
    assert names == {"search.checks", "search.items-mrr", "search.power"}
    assert names == {path.stem for path in (lost.top / "out/pixels").iterdir()}
    assert all(p.read_bytes()[:4] == b"\x89PNG" for p in (lost.top / "out/pixels").iterdir())
    again = call("report", "r.json", "--output", "html:again.html", "--output", "svg:again")
    assert again.code == 0
    assert (lost.top / "again.html").read_bytes() == (lost.top / "out/r.html").read_bytes()
    for path in (lost.top / "again").iterdir():
        assert path.read_bytes() == (lost.top / "out/plots" / path.name).read_bytes()
    assert call("report", "r.json", "--format", "html").out == (lost.top / "again.html").read_text("utf-8")


def test_without_the_extra_the_page_still_tells_everything(lost):
    """The page names the extra; single plots are refused with the way to get it."""

    def without(*argv):
        command = [sys.executable, "-c", WITHOUT, "check", "search.yaml", *argv]
        return subprocess.run(
            command, cwd=lost.top, capture_output=True, text=True, check=False, encoding="utf-8"
        )

    assert without("--output", "html:r.html").returncode == 1
    page = (lost.top / "r.html").read_text("utf-8")
    assert "mergegate[plots]" in page
    assert "q035" in page
    refused = without("--output", "svg:plots")
    assert refused.returncode == 2
    assert "pip install 'mergegate[plots]'" in refused.stderr
    assert not (lost.top / "plots").exists()


def test_plots_have_no_place_on_standard_output(lost):
    """They are several files; the error names a folder."""
    pytest.importorskip("matplotlib")
    ended = lost.gate("check", "--output", "png:-")

    assert ended.code == 2
    assert "--output png:plots" in ended.err


def test_only_pictures_load_what_draws(lost):
    """Neither a plain check nor its JSON imports the plotting library."""
    watch = "import sys; from gate.cli import main; main(sys.argv[1:]); sys.exit('matplotlib' in sys.modules)"
    command = [sys.executable, "-c", watch, "check", "search.yaml", "--output", "json:r.json"]
    done = subprocess.run(command, cwd=lost.top, capture_output=True, check=False)

    assert done.returncode == 0
    assert json.loads((lost.top / "r.json").read_bytes())["reports"][0]["pictures"]["gains"]
