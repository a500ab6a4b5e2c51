"""The pages as a site: a navigation in which every page has its place, and a build that forgives nothing."""

import doctest
import importlib.util
import os
import re
import runpy
import shutil
import subprocess
import sys

import pytest

from tests.docs.pages import PAGES, REPOSITORY, headings, links, section

DOCS = REPOSITORY / "docs"
SITE = runpy.run_path(str(DOCS / "conf.py"))
PARTS = SITE["parts"]((DOCS / "index.md").read_text("utf-8"))


def test_the_navigation_has_four_parts():
    """Tutorials, how-to guides, reference and explanation, each with pages."""
    assert list(PARTS) == ["Tutorials", "How-to guides", "Reference", "Explanation"]
    assert all(PARTS.values())


def test_every_page_has_one_place_in_the_navigation():
    """A page is in exactly one part: a line `* [Title](page.md): …` in index.md puts it there."""
    listed = sorted(page for pages in PARTS.values() for page in pages)

    assert listed == sorted(page.stem for page in PAGES if page.parent == DOCS and page.stem != "index")


@pytest.mark.parametrize("page", [*PARTS["Tutorials"], *PARTS["How-to guides"]])
def test_who_has_read_a_guide_is_told_what_next(page):
    """A tutorial and a how-to guide end with a section *What next*, which leads to other pages."""
    path = DOCS / f"{page}.md"
    assert headings(path, level=2)[-1] == "What next"
    onward = re.findall(r"\]\(([\w-]+)\.md", section(path, "What next"))

    assert set(onward) - {page}


def test_every_page_answers_a_question():
    """The table of questions in index.md leads to each page at least once."""
    found = re.findall(r"\]\(([\w-]+)\.md", section(DOCS / "index.md", "By question"))

    assert {page for pages in PARTS.values() for page in pages} == set(found)


def test_the_readme_leads_to_the_index():
    """Whoever finds the repository finds the pages."""
    assert "docs/index.md" in links(REPOSITORY / "README.md")


def test_the_parts_are_read_as_their_docstring_says():
    """The example in conf.py works."""
    (example,) = doctest.DocTestFinder().find(SITE["parts"], "parts", globs=SITE)
    assert doctest.DocTestRunner().run(example).failed == 0


def test_the_site_has_the_version_of_the_package():
    """Read where the package keeps it."""
    assert re.fullmatch(r"\d+\.\d+\.\d+", SITE["version"])


def build(source, out):
    """Build a site as `make docs` does; return how it ended, and what was said."""
    if not (importlib.util.find_spec("sphinx") and importlib.util.find_spec("myst_parser")):
        reason = "sphinx and myst-parser are not installed; pip install --group docs"
        if os.environ.get("GATE_REQUIRE_SPHINX") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    command = [sys.executable, "-m", "sphinx", "--quiet", "--fail-on-warning", "--nitpicky", "--fresh-env"]
    done = subprocess.run(
        [*command, "--doctree-dir", str(out / "doctrees"), str(source), str(out / "site")],
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


def small(folder, page):
    """Write a site of an index and one page, with the real settings."""
    source = folder / "docs"
    source.mkdir()
    settings = (DOCS / "conf.py").read_text("utf-8").replace("= _version()", '= "1.2.3"')
    (source / "conf.py").write_text(settings, "utf-8")
    (source / "index.md").write_text("# Index\n\n## Pages\n\n### All\n\n* [Page](page.md)\n", "utf-8")
    (source / "page.md").write_text(page, "utf-8")
    return source


@pytest.mark.slow
@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("# Page\n\n[a](#one-thing), [b](index.md#pages)\n\n## One thing\n", None),
        ("# Page\n\n[a](lost.md)\n", "lost"),
        ("# Page\n\n[a](index.md#lost)\n", "lost"),
        ("# Page\n\n[a](#lost)\n", "lost"),
        ("# Page\n\n![a](images/lost.png)\n", "lost"),
    ],
)
def test_broken_links_break_the_build(tmp_path, page, said):
    """A page, a heading or a picture that is not there is an error; what is there is none."""
    code, errors = build(small(tmp_path, page), tmp_path)

    assert (code == 0) == (said is None), errors
    assert said is None or said in errors


@pytest.mark.slow
def test_a_page_without_a_place_breaks_the_build(tmp_path):
    """Nobody would find it."""
    source = small(tmp_path, "# Page\n")
    (source / "lost.md").write_text("# Lost\n", "utf-8")
    code, errors = build(source, tmp_path)

    assert code != 0
    assert "lost.md" in errors


@pytest.mark.slow
def test_the_site_asks_the_network_for_nothing_and_is_the_same_again(tmp_path):
    """No page loads a script, a style or a font from elsewhere; two builds differ in no byte."""
    sites = []
    for name in ("one", "two"):
        code, errors = build(DOCS, tmp_path / name)
        assert code == 0, errors
        sites.append(tmp_path / name / "site")
    first, second = ({p.relative_to(s): p.read_bytes() for p in s.rglob("*") if p.is_file()} for s in sites)
    assert [path for path in first if first[path] != second.get(path)] == []
    loaded = re.compile(
        rb"""(?:src|href)=["'](?:https?:)?//[^"']+["'][^>]*(?:script|stylesheet)|@import|url\(['"]?http"""
    )
    assert [
        path for path, text in first.items() if path.suffix in {".html", ".css"} and loaded.search(text)
    ] == []
    shutil.rmtree(tmp_path / "two")
