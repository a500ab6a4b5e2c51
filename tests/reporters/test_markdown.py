"""The comment on a pull request: complete, in shape, within bounds, and nobody's plaything."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from gate.report import Document
from gate.reporters import markdown
from gate.reporters.escaping import visible
from gate.verdict import Outcome, Reason
from tests.reporters.builders import check, document, report
from tests.reporters.rendered import Page
from tests.reporters.samples import SAMPLES, hostile_ids, many_checks, retrieval_regressed
from tests.reporters.strangers import HOSTILE
from tests.reporters.test_escaping import texts

OURS = {
    *("table", "thead", "tbody", "tr", "th", "td", "code", "wbr", "br", "hr"),
    *("h3", "h4", "p", "ul", "li", "strong", "details", "summary"),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_every_table_is_in_shape(name):
    """Every row has as many cells as its head, and everything that is opened is closed."""
    page = Page(markdown.render(SAMPLES[name]()))

    assert page.tables
    for head, *body in page.tables:
        assert body
        assert {len(row) for row in body} == {len(head)}
    assert page.tags <= OURS
    assert not page.open


def test_hostile_ids_can_be_read_back():
    """Every hostile id stands in the table of movers, whole or shortened."""
    page = Page(markdown.render(hostile_ids()))

    (movers,) = [table for table in page.tables if table[0][0] == "item"]
    for text, row in zip(HOSTILE, movers[1:], strict=True):
        assert row[0].startswith(visible(text)[:70])


def test_nothing_in_a_hostile_report_acts():
    """Nobody is mentioned, nothing is linked, closed, loaded or hidden; there is one comment, ours."""
    page = Page(markdown.render(hostile_ids()))

    for trap in ("@", "#", "://", "www.", "![", "<", "](", "`", "$x", "\u202e", "\x1b"):
        assert trap not in page.outside
    assert len(page.comments) == 1


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(texts)
def test_any_text_anywhere_keeps_the_shape(text):
    """One text in every place a stranger can write to: same tables, same headings, one comment."""
    found = check(
        text,
        0.5,
        0.4,
        slice=text,
        outcome=Outcome.REGRESSED,
        reason=Reason.DROP,
        because=text,
        notes=(text,),
        tolerance_text=f"{text}%",
    )
    (asked,) = retrieval_regressed().reports
    movers = tuple(
        replace(
            m,
            metric=found.name,
            item=text,
            query=text,
            label=text,
            candidate=replace(m.candidate, error=text),
        )
        for m in asked.movers
    )
    told = document(report(text, text, [found], movers=movers, config=text, blind_spots=(text, text)))

    page = Page(markdown.render(told))

    assert [len(head) for head, *_ in page.tables] == [9, 4]
    assert all(len(row) == len(table[0]) for table in page.tables for row in table)
    assert page.tags <= OURS
    assert len(page.comments) == 1


@pytest.mark.parametrize("budget", [60_000, 30_000, 12_000, 4_000])
def test_a_large_report_fits_and_counts_what_it_dropped(budget):
    """Passing rows go first, what needs eyes goes last, and the verdict always stands."""
    text = markdown.render(many_checks(), budget=budget)

    assert len(text.encode()) <= budget
    assert "`wide`: regressed" in text
    assert "left out to fit; `report.json` has everything" in text
    shown = text.count("🔴 regressed: drop")
    passing = text.count("🟢 pass: unchanged")
    hidden = 40 - shown
    assert passing == 0 or hidden == 0
    if hidden:
        assert f"- {hidden} more check" in text
    if not hidden:
        assert f"\n{360 - passing} more check" in text
    for head, *body in Page(text).tables:
        assert all(len(row) == len(head) for row in body)


def test_a_hundred_configs_fit():
    """The budget is the document's, not each report's."""
    (one,) = retrieval_regressed().reports
    many = document(*[replace(one, name=f"config {i}") for i in range(40)])

    text = markdown.render(many)

    assert len(text.encode()) <= markdown.BUDGET
    assert text.count(": regressed\n") == 40


def test_provenance_is_left_out():
    """Clocks, hosts and commits would make two equal runs differ."""
    text = markdown.render(retrieval_regressed())

    assert "9f2c1e7" not in text
    assert "2026" not in text


def test_an_empty_document_is_no_pass():
    """Nothing asked is nothing passed, and says so."""
    text = markdown.render(Document(1, Outcome.NOT_COMPARABLE, 3, ()))

    assert "not comparable" in text
    assert "nothing was checked" in text


def test_the_marker_is_the_first_line_and_cannot_be_forged():
    """A query that looks like the marker does not become one."""
    text = markdown.render(hostile_ids())

    assert text.startswith(markdown.marker(hostile_ids()) + "\n")
    assert text.count("<!--") == 1
    assert "<!-- gate:docs-search -->" not in text


def test_a_value_just_below_its_floor_looks_below():
    """0.67 is never said to be below 0.67."""
    found = check(
        "hit_rate@1",
        None,
        0.669996,
        floor=0.67,
        tolerance=None,
        tolerance_text="",
        outcome=Outcome.REGRESSED,
        reason=Reason.FLOOR,
        because="0.669996 is below the floor of 0.67",
    )

    text = markdown.render(document(report("faq", "a floor was crossed", [found])))

    assert "| 0.669996 | floor 0.67 |" in text


def test_an_item_of_a_curve_has_an_influence_not_a_value():
    """A metric that has no value on an item shows how hard the item pulls."""
    (told,) = SAMPLES["classification_threshold_shift"]().reports
    mover = told.movers[0]
    before, after = (replace(side, value=None) for side in (mover.baseline, mover.candidate))
    pull = replace(mover, metric="pr_auc", gain=-2.873, baseline=before, candidate=after)

    text = markdown.render(document(replace(told, movers=(pull,))))

    assert "| item | label | score | decision | influence |" in text
    assert "| 0.71 → 0.58 | flagged → not flagged | −2.873 |" in text


def test_lower_is_better_agrees_with_the_gain():
    """A cost that rises is a loss: minus in the table, "worse" never "improved"."""
    text = markdown.render(SAMPLES["classification_threshold_shift"]())

    assert "| `expected_cost` (lower is better) | 0.2134 | 0.2661 | −0.0527" in text
    assert "improved" not in text


def test_a_plain_name_of_a_check_is_code_in_sentences_too():
    """`mrr` looks like a word; the verdict and the remarks set it as the table does."""
    one = check("mrr", 0.6, 0.5, outcome=Outcome.REGRESSED, reason=Reason.DROP, because="lost 0.1")
    told = report("docs", "mrr got worse: lost 0.1.", [one], blind_spots=("mrr: a drop below 0.02.",))

    text = markdown.render(document(told))

    assert "\n`mrr` got worse: lost 0.1.\n" in text
    assert "\n- `mrr`: a drop below 0.02.\n" in text


def test_every_metric_of_the_conditions_is_code():
    """Whether its name has an underline, a capital or blanks; plain words around it stay words."""
    judged = "mean(supported, better=higher)"
    known = {"outcome": Outcome.PASS, "reason": Reason.WITHIN_TOLERANCE, "because": "well"}
    checks = [check(name, 0.9, 0.9, **known) for name in ("token_f1", "chrf", "rougeL", judged)]
    told = report("answers", "well", checks)
    facts = (("token_f1", "as squad"), ("chrf", "as is"), ("rougeL", "words"), (f"judge of {judged}", "x"))
    conditions = replace(told.conditions, facts=(*facts, ("interval", "95 %")))

    page = markdown.render(document(replace(told, conditions=conditions)))

    assert (
        f"`token_f1`: as squad · `chrf`: as is · `rougeL`: words · judge of `{judged}`: x · interval: 95 %"
        in page
    )
