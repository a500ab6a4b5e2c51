"""FORMAT:PATH, files written whole or not at all, and `gate report`."""

import io
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from gate.cli.outputs import Look, Output, look, parse_output, parse_outputs, write_all
from gate.cli.report import report
from gate.errors import ExitCode, QuestionError
from gate.reporters import machine, markdown, terminal
from gate.reporters.escaping import visible
from gate.reporters.markdown import Image
from tests.conftest import REPOSITORY
from tests.reporters.pictured import classifier
from tests.reporters.rendered import FORGE
from tests.reporters.samples import hostile_ids, retrieval_regressed
from tests.reporters.strangers import HOSTILE


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_format_and_a_path():
    """The first colon parts them; the path may hold others."""
    assert parse_output("json:C:\\out\\report.json") == Output("json", "C:\\out\\report.json")
    assert parse_output("text:-") == Output("text", "-")


@pytest.mark.parametrize("text", ["report.md", "markdown:", "pdf:report.pdf", ":x", ""])
def test_anything_else_is_refused_with_the_formats(text):
    """No format is guessed from a suffix."""
    with pytest.raises(QuestionError, match="terminal, text, markdown, json") as caught:
        parse_output(text)

    assert repr(text) in str(caught.value)


def test_two_reports_to_one_place_are_refused(here):
    """Also by another spelling of the path; all problems at once."""
    with pytest.raises(QuestionError) as caught:
        parse_outputs(["json:out.txt", "markdown:./out.txt", "nonsense", "text:-", "json:-"])

    assert len(caught.value.problems) == 3


def test_every_file_is_written(here):
    """Folders are made, content is UTF-8, no draft is left, and others may read it."""
    told = hostile_ids()
    write_all(told, parse_outputs(["markdown:a/b/report.md", "json:report.json", "text:report.txt"]))

    assert (here / "a/b/report.md").read_bytes() == markdown.render(told).encode()
    assert (here / "report.json").read_bytes() == machine.render(told).encode()
    assert (here / "report.txt").read_bytes() == terminal.render(told).encode()
    assert sorted(path.name for path in here.iterdir()) == ["a", "report.json", "report.txt"]
    assert (here / "report.json").stat().st_mode & stat.S_IRUSR


def test_a_path_that_cannot_be_written_is_named_and_the_others_are_written(here):
    """Exit 2 and a sentence; what can be written is."""
    (here / "folder").mkdir()
    (here / "file").write_text("x")

    with pytest.raises(QuestionError) as caught:
        write_all(retrieval_regressed(), parse_outputs(["json:folder", "json:file/x.json", "markdown:ok.md"]))

    assert caught.value.exit_code is ExitCode.QUESTION
    assert [problem.where for problem in caught.value.problems] == ["folder", "file/x.json"]
    assert (here / "ok.md").exists()


def test_a_failed_write_leaves_the_old_file(here, monkeypatch):
    """The old report stands until the new one is whole."""
    (here / "report.json").write_text("old")

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(QuestionError, match="No space left on device"):
        write_all(retrieval_regressed(), [Output("json", "report.json")])

    assert (here / "report.json").read_text() == "old"
    assert [path.name for path in here.iterdir()] == ["report.json"]


class Console(io.StringIO):
    def __init__(self, encoding, *, terminal):
        super().__init__()
        self._encoding, self._terminal = encoding, terminal

    @property
    def encoding(self):
        return self._encoding

    def isatty(self):
        return self._terminal


@pytest.mark.parametrize(
    ("encoding", "is_terminal", "environment", "expected"),
    [
        ("utf-8", False, {}, Look(colour=False, width=100, ascii_only=False)),
        ("utf-8", True, {"COLUMNS": "72"}, Look(colour=True, width=72, ascii_only=False)),
        ("utf-8", True, {"COLUMNS": "72", "NO_COLOR": "1"}, Look(colour=False, width=72, ascii_only=False)),
        ("utf-8", True, {"COLUMNS": "72", "TERM": "dumb"}, Look(colour=False, width=72, ascii_only=False)),
        ("utf-8", False, {"FORCE_COLOR": "1"}, Look(colour=True, width=100, ascii_only=False)),
        (
            "utf-8",
            False,
            {"FORCE_COLOR": "1", "NO_COLOR": "1"},
            Look(colour=False, width=100, ascii_only=False),
        ),
        ("cp1252", False, {"COLUMNS": "many"}, Look(colour=False, width=100, ascii_only=True)),
        ("ascii", False, {"COLUMNS": "0"}, Look(colour=False, width=100, ascii_only=True)),
    ],
)
def test_the_look_follows_the_console(encoding, is_terminal, environment, expected):
    """NO_COLOR wins, a pipe is plain, a narrow encoding is served in ASCII."""
    assert look(Console(encoding, terminal=is_terminal), environment) == expected


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "ascii"])
@pytest.mark.parametrize("form", ["terminal", "markdown", "json"])
def test_the_command_prints_on_any_console(encoding, form, here):
    """No encoding ends in a traceback; Markdown and JSON are UTF-8 everywhere."""
    told = hostile_ids()
    (here / "report.json").write_text(machine.render(told), "utf-8")
    call = "from gate.cli.report import report; report()"

    done = subprocess.run(
        [sys.executable, "-c", call, "report.json", "--format", form],
        env={"PYTHONIOENCODING": encoding, "PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr.decode()
    narrow = encoding != "utf-8"
    expected = {
        "terminal": terminal.render(told, ascii_only=narrow),
        "markdown": markdown.render(told),
        "json": machine.render(told),
    }
    assert done.stdout.decode("utf-8").replace("\r\n", "\n") == expected[form]


def test_the_command_writes_files_and_prints_only_what_was_asked(here):
    """With --output alone nothing is printed."""
    (here / "report.json").write_text(machine.render(retrieval_regressed()), "utf-8")

    done = CliRunner().invoke(report, ["report.json", "--output", "markdown:out.md"])

    assert (done.exit_code, done.output) == (0, "")
    assert (here / "out.md").read_text("utf-8") == markdown.render(retrieval_regressed())


def test_the_command_refuses_what_is_no_report(here):
    """A missing file, a folder and a stranger's file each have a sentence."""
    (here / "bad.json").write_text('{"schema_version": 7}')

    for path, said in [
        ("none.json", "cannot be read"),
        (".", "cannot be read"),
        ("bad.json", "schema_version"),
    ]:
        done = CliRunner().invoke(report, [path])
        assert isinstance(done.exception, QuestionError)
        assert said in str(done.exception)


@pytest.fixture
def plotted(tmp_path, monkeypatch):
    """Write Markdown and plots of a classifier's report; the Markdown's links by their addresses."""
    monkeypatch.chdir(tmp_path)

    def write(*outputs, images=None, told=None):
        found = parse_outputs(outputs, images=images)
        linked = write_all(told or classifier(), found, images=images)
        text = Path("report.md").read_text("utf-8")
        return linked, dict(re.findall(r"^!\[([^]]+)\]\(([^)]+)\)$", text, re.MULTILINE))

    return write


@pytest.mark.parametrize("url", ["plots", "plots/", "https://ci.example.org/jobs/7/raw/plots"])
def test_plots_are_linked_where_they_will_lie(plotted, url):
    """Every plot that is written is linked once, below the address that was given, whatever comes first."""
    linked, links = plotted("markdown:report.md", "svg:plots", images=url)

    files = {path.name for path in Path("plots").iterdir()}
    assert {address.rpartition("/")[2] for address in links.values()} == files
    assert {address.rpartition("/")[0] for address in links.values()} == {url.rstrip("/")}
    assert [image.url for image in linked] == list(links.values())


def test_without_an_address_nothing_is_linked(plotted):
    """Where nobody says that they can be seen, plots are files and no links."""
    assert plotted("markdown:report.md", "png:plots") == ((), {})


def test_the_first_kind_of_plots_is_linked(plotted):
    """A reader gets each plot once."""
    _, links = plotted("png:a", "svg:b", "markdown:report.md", images="a")
    assert {address.rpartition(".")[2] for address in links.values()} == {"png"}


def test_no_word_in_place_of_a_picture_is_code():
    """Titles read the same whatever a metric is called, and a stranger's title stays one picture's text."""
    titles = ["Items by gain: pr_auc", "Items by gain: recall", "Items by gain: ndcg@10", *HOSTILE]
    images = [Image(0, title, f"https://example.org/{i}.svg") for i, title in enumerate(titles)]
    text = markdown.render(classifier(), images=images)
    inline = [token.children for token in FORGE.parse(text) if token.type == "inline"]
    pictures = [token for tokens in inline for token in tokens if token.type == "image"]

    assert [picture.attrs["src"] for picture in pictures] == [image.url for image in images]
    for picture, title in zip(pictures, titles, strict=True):
        assert "code_inline" not in {part.type for part in picture.children}
        told = "".join(part.content for part in picture.children)
        assert told.startswith(" ".join(visible(title).split())[:300])


def test_links_are_left_out_before_anything_else():
    """Where space is short, a plot is no reason to drop a check."""
    images = [Image(0, f"plot {i}", f"https://example.org/{i}.svg") for i in range(50)]
    whole = markdown.render(classifier())
    tight = markdown.render(classifier(), budget=len(whole.encode()) + 400, images=images)
    assert 0 < tight.count("![plot") < 50
    assert len(tight.encode()) <= len(whole.encode()) + 400
    assert markdown.render(classifier(), budget=len(whole.encode()), images=images) == whole


@pytest.mark.parametrize("url", ["plots)", "a b", "", "<x>", "https://x/(y", "plots\n"])
def test_an_address_that_ends_a_link_is_refused(url):
    """Nothing that is written on the command line can break out of a link."""
    with pytest.raises(QuestionError, match=r"cannot stand in a link \[option_value\]"):
        parse_outputs(["svg:plots"], images=url)


def test_an_address_without_plots_is_refused():
    """A link to nothing is a mistake on the command line."""
    with pytest.raises(QuestionError, match="none are written"):
        parse_outputs(["markdown:report.md"], images="plots")
