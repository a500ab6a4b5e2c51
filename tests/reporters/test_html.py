"""The page: whole, safe, readable without eyes or script, and not too large."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from gate.errors import QuestionError
from gate.reporters import html, machine, markdown, plots, terminal
from gate.reporters.escaping import line
from gate.reporters.readings import readings
from gate.verdict import Outcome, Reason
from tests.reporters.pictured import classifier, search
from tests.reporters.samples import SAMPLES, hostile_ids
from tests.reporters.strangers import HOSTILE
from tests.reporters.test_escaping import texts

VOID = {"meta", "br", "wbr", "input", "link"}
OURS = {
    *("html", "head", "meta", "title", "style", "body", "a", "header", "nav", "main", "section", "script"),
    *("h1", "h2", "h3", "p", "span", "bdi", "ul", "li", "dl", "dt", "dd", "div", "code", "br", "wbr"),
    *("table", "caption", "thead", "tbody", "tr", "th", "td", "details", "summary", "figure", "figcaption"),
}


class Page(HTMLParser):
    """Elements with their attributes, and the text of table cells."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.elements, self.open, self.text, self.cells = [], [], "", []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))
        if tag not in VOID:
            self.open.append(tag)
        if tag in {"td", "th"}:
            self.cells.append("")

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), tuple(self.open)))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data
        if {"td", "th"} & set(self.open):
            self.cells[-1] += data.replace("\xa0", " ")

    def all(self, tag):
        return [attributes for name, attributes, _ in self.elements if name == tag]


def with_plots(document):
    """Render a page as the command does."""
    return html.render(document, plots=[list(plots.draw(report)) for report in document.reports])


def test_a_small_page_reads_well(golden):
    """A whole page without plots, word for word."""
    golden("reports/first_run.html", html.render(SAMPLES["first_run"]()))


@pytest.mark.parametrize("name", SAMPLES)
def test_every_page_is_in_shape(name):
    """All is closed; one h1, no heading skipped; landmarks; captions, and a scope on each head of a table."""
    page = Page(html.render(SAMPLES[name]()))

    assert {tag for tag, _, _ in page.elements} <= OURS
    headings = [int(tag[1]) for tag, _, _ in page.elements if re.fullmatch(r"h\d", tag)]
    assert headings.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(headings))
    assert [len(page.all(tag)) for tag in ("main", "header")] == [1, 1]
    assert len(page.all("caption")) == len(page.all("table"))
    assert all(th.get("scope") in {"col", "row"} for th in page.all("th"))
    assert page.all("html")[0] == {"lang": "en", "dir": "ltr"}


@pytest.mark.parametrize("document", [search(50), classifier()], ids=["search", "classifier"])
def test_ids_are_unique_and_every_reference_has_its_target(document):
    """Several drawings on one page do not answer for each other."""
    pytest.importorskip("matplotlib")
    page = Page(with_plots(document))
    ids = [a["id"] for _, a, _ in page.elements if a.get("id")]

    assert len(set(ids)) == len(ids)
    wanted = {
        reference
        for _, attributes, _ in page.elements
        for value in attributes.values()
        for reference in re.findall(r"(?:url\(|^)#([^)]+)", value or "")
    }
    assert wanted <= set(ids)


def test_the_page_needs_nothing_but_itself():
    """Nothing is fetched: no address but names of XML, and a policy that allows this script alone."""
    text = html.render(hostile_ids()) + with_plots(search(20))
    page = Page(text)

    assert not [a for _, a, _ in page.elements if a.get("src") or a.get("style", "").count("url(http")]
    assert all(a.get("href", "#").startswith("#") for _, a, _ in page.elements)
    (policy, _) = [a["content"] for a in page.all("meta") if "http-equiv" in a]
    script = re.search(r"<script>(.*?)</script>", text, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy.startswith("default-src 'none'")
    assert f"script-src 'sha256-{digest}'" in policy


def test_hostile_text_stays_text():
    """Every hostile id stands in the table of movers, as it is spelt everywhere; none becomes an element."""
    page = Page(html.render(hostile_ids()))

    assert len(page.all("script")) == 1
    assert not page.all("img")
    assert not page.all("b")
    for text in HOSTILE:
        assert any(line(text, 200) in cell for cell in page.cells)
    assert not [name for _, a, _ in page.elements for name in a if name.startswith("on")]


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(texts)
def test_any_text_anywhere_keeps_the_shape(text):
    """One text in every place: the elements are those of a plain text, but for where a line may end."""
    told = search(3).reports[0]

    def named(text):
        movers = (replace(told.movers[0], item=text, query=text or "x", metric=text),)
        return html.render(
            replace(
                search(3),
                reports=(replace(told, name=text, headline=text, config=text, movers=movers),),
            )
        )

    def shape(text):
        elements = Page(named(text)).elements
        return [(tag, sorted(attributes)) for tag, attributes, _ in elements if tag != "wbr"]

    assert shape(text) == shape("plain")


def test_a_confusion_matrix_is_told_as_a_difference():
    """Each true class: both numbers, the signed difference and what it means in words, and both shares."""
    page = Page(html.render(classifier()))
    cells = [a["class"] for a in page.all("td") if "deep-" in a.get("class", "")]

    assert "50 → 44−6, worse83.3 % → 73.3 %" in page.cells
    assert "120 → 109−11, worse85.7 % → 77.9 %" in page.cells
    assert "no answer" in page.cells
    assert cells == [f"number worse deep-{depth}" for depth in (2, 2, 1, 2, 2)]


def test_several_configs_have_sections_of_their_own():
    """Each has a list of its parts; every link leads to a heading, and the exit code of all is told once."""
    one, other = search(5).reports[0], classifier().reports[0]
    page = Page(html.render(replace(search(5), reports=(one, other))))
    ids = {a["id"] for tag, a, _ in page.elements if tag in {"h2", "h3"}}
    links = [a["href"][1:] for a in page.all("a") if a["href"].startswith("#report-")]

    assert set(links) == ids
    assert len(links) == len(set(links))
    assert page.text.count("Exit code") == 1
    assert "Exit code" not in Page(html.render(search(5))).text
    assert html.render(search(5)).count("exit code 1") == 1


def test_slices_that_cannot_tell_are_counted():
    """Beside the checks that need eyes, so that what is amber in the table is no surprise."""
    told = search(5)
    (one,) = told.reports
    unsure = {"outcome": Outcome.INCONCLUSIVE, "reason": Reason.NOISY_DROP}
    checks = tuple(replace(c, **unsure) if c.slice and c.slice != "topic=billing" else c for c in one.checks)
    text = html.render(replace(told, reports=(replace(one, checks=checks),)))

    assert "8 checks, 2 need eyes, 3 on slices cannot tell; exit code 1" in text
    assert "8 checks, 2 need eyes; exit code 1" in html.render(told)


def test_lines_are_told_in_numbers():
    """Every plot of scores has a folded table, and its numbers lie on the lines of the report."""
    told = classifier().reports[0]
    tables = readings(told)
    scores = told.pictures.scores

    assert list(tables) == ["curves", "cost", "scores", "reliability"]
    for grid, traces in zip(
        [*tables["curves"], *tables["cost"]], (scores.roc, scores.precision_recall, scores.cost), strict=True
    ):
        assert grid.head == ("baseline", "candidate")
        for place, cells in grid.rows:
            for cell, trace in zip(cells, traces, strict=True):
                assert float(cell.text) == pytest.approx(np.interp(float(place), trace.x, trace.y), abs=1e-4)
    (bins,) = tables["scores"]
    assert [[int(cell.text) for cell in cells] for _, cells in bins.rows] == [
        [each.counts[i] for each in scores.counts] for i in range(4)
    ]
    page = Page(html.render(classifier()))
    assert page.text.count("in numbers") == 4
    assert "What came true at each probability, candidate" in page.text


def test_only_what_scrolls_is_a_stop_of_the_tab_key():
    """The page itself makes no box a stop: its script does, where something is cut off."""
    pytest.importorskip("matplotlib")
    page = Page(with_plots(search(20)) + with_plots(classifier()))

    assert [a for _, a, _ in page.elements if "tabindex" in a] == []
    assert [a for a in page.all("figure") if a] == []


def test_cells_sort_by_their_values():
    """Interval by its lower end, tolerance by its size, verdict by how worrying it is."""
    (one,) = search(5).reports
    page = Page(html.render(search(5)))
    table = [a["data-value"] for a in page.all("td") if "data-value" in a][: 6 * len(one.checks)]

    for i, check in enumerate(one.checks):
        row = table[6 * i : 6 * i + 6]
        assert [float(each) for each in row] == [
            check.baseline.value,
            check.candidate.value,
            check.gain.value,
            check.gain.low,
            check.tolerance,
            list(Outcome).index(check.outcome),
        ]


def test_what_is_missing_is_said():
    """Without matplotlib every table is there, and the page names the extra."""
    without, drawn = html.render(search(20)), with_plots(search(20))

    assert "mergegate[plots]" in without
    assert "mergegate[plots]" not in drawn
    assert Page(without).all("table") == Page(drawn).all("table")
    assert "svg" not in {tag for tag, _, _ in Page(without).elements}


@pytest.mark.parametrize("document", [search(20), classifier()], ids=["search", "classifier"])
def test_a_stored_report_gives_the_same_page(document):
    """Through report.json and back, nothing that is drawn or told is lost."""
    again = machine.read(machine.render(document), "report.json")

    assert again == document
    assert html.render(again) == html.render(document)


@pytest.mark.parametrize(
    ("document", "field", "value", "told"),
    [
        (search(3), ("gains", 0, "items"), ["a"], "as many gains as items"),
        (search(3), ("gains", 0, "n"), 1, "more items than n"),
        (search(3), ("sight", 0, "sizes"), [0, 1, 2], "at least one item"),
        (search(3), ("sight", 0, "sizes"), [1], "a detectable drop for each size"),
        (classifier(), ("scores", "roc", 0, "x"), [0.5], "as many y as x"),
        (classifier(), ("scores", "roc", 0, "side"), "nobody", "'baseline' or 'candidate'"),
        (classifier(), ("scores", "edges"), [1.0, 0.5, 0.2, 0.1, 0.0], "must ascend"),
        (classifier(), ("scores", "counts", 0, "counts"), [1], "a count for each bin"),
    ],
)
def test_what_cannot_be_drawn_is_refused(document, field, value, told):
    """A stranger's numbers end in a sentence with the field's path, never in a broken drawing."""
    content = json.loads(machine.render(document))
    place = content["reports"][0]["pictures"]
    for key in field[:-1]:
        place = place[key]
    place[field[-1]] = value

    with pytest.raises(QuestionError, match=told) as caught:
        machine.read(json.dumps(content), "report.json")
    assert f"pictures.{field[0]}" in str(caught.value)


def test_what_is_best_at_0_loses_with_a_sign():
    """A metric that moved away from 0 shows and sorts by its loss and the interval, as every other."""
    told = search(5)
    (one,) = told.reports
    gain = replace(one.checks[0].gain, value=-0.2083, low=-0.363, high=-0.053, relative=None)
    before, now = (replace(one.checks[0].candidate, value=value) for value in (0.0, 0.2083))
    first = replace(one.checks[0], better="zero", gain=gain, baseline=before, candidate=now)
    document = replace(told, reports=(replace(one, checks=(first, *one.checks[1:])),))
    page = Page(html.render(document))
    values = [a["data-value"] for a in page.all("td") if "data-value" in a][2:4]

    assert values == ["-0.2083", "-0.363"]
    for text in (terminal.render(document, width=160), markdown.render(document)):
        (line,) = (x for x in text.splitlines() if "0.2083" in x and "0.0000" in x)
        assert "−0.2083" in line
        assert "−0.3630" in line
