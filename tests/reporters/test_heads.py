"""The heads of reports, and the lists of them: no two that cannot be told apart."""

from dataclasses import replace

from gate.reporters import html, markdown, terminal
from tests.reporters.builders import document
from tests.reporters.rendered import Page as Markdown
from tests.reporters.samples import all_unchanged, retrieval_regressed
from tests.reporters.test_html import Page

ONE, OTHER = "configs/docs_search.yaml", "configs/live|<b>.yaml"


def twice():
    """Two configs of one name, and one of another."""
    (told,) = all_unchanged().reports
    (third,) = retrieval_regressed().reports
    named = (replace(told, config=ONE), replace(told, config=OTHER), replace(third, name="else"))
    return told.name, document(*named)


def test_a_terminal_tells_two_configs_of_one_name_apart():
    """The path stands behind a name that occurs twice, and behind no other."""
    name, told = twice()
    lines = terminal.render(told).splitlines()

    assert f"✓ {name} ({ONE}): pass" in lines
    assert f"✓ {name} ({OTHER}): pass" in lines
    assert "✗ else: regressed" in lines


def test_markdown_tells_two_configs_of_one_name_apart():
    """In the summary and in the heads; what a path holds splits no row."""
    name, told = twice()
    text = markdown.render(told)
    summary = Markdown(text).tables[0]

    assert [row[0] for row in summary[1:]] == [f"{name} ({ONE})", f"{name} ({OTHER})", "else"]
    assert f"### 🟢 `{name}` (`{ONE}`): pass\n" in text
    assert "### 🔴 `else`: regressed\n" in text


def test_a_page_tells_two_configs_of_one_name_apart():
    """In the list of configs and in the heads."""
    name, told = twice()
    text = Page(html.render(told)).text

    assert text.count(f"{name} ({ONE}): pass") == 2
    assert text.count(f"{name} ({OTHER}): pass") == 2
    assert "else: regressed" in text
    assert f"{name} (" not in Page(html.render(all_unchanged())).text
