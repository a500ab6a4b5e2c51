"""Plots show the report's own numbers, whatever things are called, byte for byte again."""

import re
import subprocess
import sys
from dataclasses import fields, is_dataclass, replace
from hashlib import sha256
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from gate.report import Pictures
from gate.reporters import plots
from gate.reporters.escaping import visible
from tests.reporters.drawn import SVG, Drawn
from tests.reporters.pictured import classifier, contents, search
from tests.reporters.samples import SAMPLES
from tests.reporters.strangers import HOSTILE

pytest.importorskip("matplotlib")


def drawn(document):
    """Return the plots of a document's only report, read back, by name."""
    return {plot.name: Drawn(plot.svg) for plot in plots.draw(document.reports[0])}


@pytest.fixture(scope="module")
def of_search():
    """The plots of a search over 300 questions."""
    return drawn(search(300))


@pytest.fixture(scope="module")
def of_classifier():
    """The plots of a classifier."""
    return drawn(classifier())


@pytest.mark.parametrize(("name", "is_slice"), [("checks", False), ("slices", True)])
def test_every_gain_stands_where_its_number_says(of_search, name, is_slice):
    """Point and both ends of the interval, read from the drawing's ticks, are those of the report."""
    picture = of_search[name]
    checks = [c for c in search(300).reports[0].checks if (c.slice is not None) == is_slice]

    for i, check in enumerate(checks):
        assert picture.point(f"gain-{i}")[0] == pytest.approx(check.gain.value, abs=1e-5)
        ends = picture.line(f"interval-{i}")[:, 0]
        assert sorted(ends) == pytest.approx([check.gain.low, check.gain.high], abs=1e-5)


@pytest.mark.parametrize(("name", "is_slice"), [("checks", False), ("slices", True)])
def test_what_is_tolerated_is_drawn_to_scale(of_search, name, is_slice):
    """The edge of each shaded band is the tolerance."""
    checks = [c for c in search(300).reports[0].checks if (c.slice is not None) == is_slice]

    for i, check in enumerate(checks):
        assert of_search[name].upright(f"tolerance-{i}") == pytest.approx(-check.tolerance, abs=1e-5)


def test_the_gain_on_the_whole_set_crosses_the_slices(of_search):
    """The dashed line of a metric's panel stands at its gain on the whole set."""
    whole = search(300).reports[0].checks[0]

    assert of_search["slices"].upright("whole-0") == pytest.approx(whole.gain.value, abs=1e-5)


def test_metrics_of_other_units_have_an_axis_of_their_own(of_classifier):
    """A cost is not drawn on the axis of shares."""
    gain = classifier().reports[0].checks[0].gain

    assert of_classifier["checks"].point("gain-0")[0] == pytest.approx(gain.value, abs=1e-5)


def test_the_waterfall_holds_every_item(of_search):
    """Each bar's height is the item's gain: losers from the left, winners up to the right end."""
    gains = np.array(search(300).reports[0].pictures.gains[0].gains)
    lost, won = (of_search["items-ndcg@10"].line(gid) for gid in ("lost", "gained"))

    for at, gain in enumerate(gains):
        outline = lost if gain < 0 else won
        near = outline[(np.abs(outline[:, 0] - at) <= 0.51) & (np.abs(outline[:, 1]) > 1e-4)]
        assert np.abs(near[:, 1] - gain).min() < 2e-3 or abs(gain) < 2e-3


def test_the_waterfall_counts_in_the_words_of_the_other_reports():
    """Items got worse or better: "lost" would sound as if they were missing."""
    told = search(300).reports[0]
    (gains, *_) = told.pictures.gains
    worse, better = (sum(sign * gain > 0 for gain in gains.gains) for sign in (-1, 1))
    plot = next(plot for plot in plots.draw(told) if plot.name == "items-ndcg@10")

    assert plot.caption.startswith(f"{worse} items got worse, {better} items got better, ")


def test_many_headlines_share_the_bars():
    """Six waterfalls of 1,000 items have fewer bars each than three, and the caption says so."""
    told = search(1_000)
    (one,) = told.reports
    gains = one.pictures.gains
    six = (*gains, *(replace(each, check=f"{each.check} again") for each in gains))
    for found, most in ((gains, 266), (six, 133)):
        report = replace(one, pictures=Pictures(gains=found))
        waterfalls = [plot for plot in plots.draw(report) if plot.kind == "items"]
        assert len(waterfalls) == len(found)
        for plot in waterfalls:
            heights = {y for _, y in Drawn(plot.svg).line("lost") if abs(y) > 1e-9}
            assert most / 2 < len(heights) <= most
            assert f"Of more than {most} bars of one colour" in plot.caption


@pytest.mark.parametrize("side", ["baseline", "candidate"])
def test_curves_and_costs_are_the_report_s(of_classifier, side):
    """Every stored point of the three lines lies on what is drawn."""
    scores = classifier().reports[0].pictures.scores
    for name, gid, traces in (
        ("curves", "roc", scores.roc),
        ("curves", "precision", scores.precision_recall),
        ("cost", "cost", scores.cost),
    ):
        (trace,) = [each for each in traces if each.side == side]
        line = of_classifier[name].line(f"{gid}-{side}")
        shown = np.interp(trace.x, line[:, 0], line[:, 1])
        assert shown == pytest.approx(trace.y, abs=2e-3)


@pytest.mark.parametrize("side", ["baseline", "candidate"])
def test_bands_are_the_report_s(of_classifier, side):
    """The shaded area has the report's ends at every place of the report, read back from the drawing."""
    scores = classifier().reports[0].pictures.scores
    for gid, bands in (("roc", scores.roc_bands), ("precision", scores.precision_recall_bands)):
        (band,) = [each for each in bands if each.side == side]
        outline = of_classifier["curves"].line(f"{gid}-band-{side}")
        for x, low, high in zip(band.x, band.low, band.high, strict=True):
            ends = outline[np.abs(outline[:, 0] - x) < 2e-3, 1]
            assert (ends.min(), ends.max()) == pytest.approx((low, high), abs=2e-3)


def test_thresholds_are_marked_where_they_are(of_classifier):
    """Deployed, cheapest and re-tuned: threshold and cost."""
    known = classifier().reports[0].threshold
    marks = {
        "mark-candidate-deployed": (known.deployed, known.cost.value),
        "mark-baseline-deployed": (known.baseline_deployed, known.baseline_cost),
        "mark-candidate-cheapest-on-these-items": (known.cheapest, known.in_sample_cost),
        "mark-candidate-re-tuned": (known.cheapest, known.cheapest_cost.value),
    }
    for gid, expected in marks.items():
        assert of_classifier["cost"].point(gid) == pytest.approx(expected, abs=1e-4)


def test_the_base_rate_is_drawn(of_classifier):
    """What flagging at random reaches: the share of positives, as a level line."""
    line = of_classifier["curves"].line("base-rate")

    assert line[:, 1] == pytest.approx([0.3, 0.3], abs=1e-4)


@pytest.mark.parametrize("side", ["baseline", "candidate"])
def test_scores_are_shares_of_their_class(of_classifier, side):
    """Every bin of both classes, between its edges, is as high as its share; the threshold is dotted."""
    scores = classifier().reports[0].pictures.scores
    for name, is_positive in (("positive", True), ("negative", False)):
        (bins,) = [c.counts for c in scores.counts if (c.side, c.is_positive) == (side, is_positive)]
        outline = of_classifier["scores"].line(f"scores-{side}-{name}")
        for low, high, count in zip(scores.edges, scores.edges[1:], bins, strict=False):
            inside = outline[(outline[:, 0] > low - 1e-3) & (outline[:, 0] < high + 1e-3), 1]
            assert np.abs(inside - count / sum(bins)).min() < 1e-3
    assert of_classifier["scores"].upright(f"threshold-{side}") == pytest.approx(0.3, abs=1e-3)


def test_both_sides_have_one_scale_of_shares(of_classifier):
    """The same share is as high in one panel as in the other."""
    ticks = [
        [tick.get("id") for tick in panel.iter(f"{SVG}g") if re.match("ytick", tick.get("id", ""))]
        for panel in of_classifier["scores"].panels
    ]

    assert len(ticks) == 2
    assert len(ticks[0]) == len(ticks[1]) > 2


def test_the_cheapest_point_lies_on_top(of_classifier):
    """The re-tuned triangle is hollow and drawn before the star, which no mark hides."""
    drawn = of_classifier["cost"]
    order = [e.get("id") for e in drawn.root.iter() if str(e.get("id")).startswith("mark-")]
    _, triangle = drawn.find("mark-candidate-re-tuned")

    assert order[-1] == "mark-candidate-cheapest-on-these-items"
    assert "fill-opacity: 0" in ET.tostring(triangle, "unicode")


def test_reliability_is_drawn_from_the_report(of_classifier):
    """Probability and share of each bin."""
    told = classifier().reports[0].reliability

    line = of_classifier["reliability"].line("reliability-candidate")
    assert line == pytest.approx(np.array([(b.probability, b.share) for b in told.candidate]), abs=1e-4)


def test_sight_is_drawn_from_the_report(of_search):
    """The smallest drop of each size, read from the axis."""
    line = of_search["power"].line("detectable-0")

    assert line[:, 1] == pytest.approx([0.2, 0.06, 0.02], abs=1e-4)


def test_today_and_what_is_needed_are_marked():
    """Both numbers of items and the tolerance, read from the axes, are the report's, and are named."""
    (one,) = search(300).reports
    checks = (replace(one.checks[0], needed=1_234), *one.checks[1:])
    (plot,) = [p for p in plots.draw(replace(one, checks=checks)) if p.name == "power"]
    drawn = Drawn(plot.svg)

    assert drawn.upright("today-0") == pytest.approx(300, rel=1e-3)
    assert drawn.upright("needed-0") == pytest.approx(1_234, rel=1e-3)
    assert not drawn.has("needed-1")
    assert drawn.line("allowed-0")[:, 1] == pytest.approx([0.02, 0.02], abs=1e-4)
    assert {"today: 300", "needed: 1,234", "allowed: 0.02"} <= set(drawn.texts)


def test_what_strangers_named_is_text():
    """Drawings of hostile names are well-formed, run nothing, and spell the names as they are."""
    for plot in plots.draw(SAMPLES["hostile_ids"]().reports[0]):
        root = ET.fromstring(plot.svg)
        assert {e.tag.rpartition("}")[2] for e in root.iter()} <= {
            *("svg", "metadata", "RDF", "Work", "type", "format", "title", "defs", "style"),
            *("g", "path", "use", "text", "tspan", "clipPath", "rect"),
        }
        assert visible("topic=a|b`<i>") in " ".join(Drawn(plot.svg).texts)


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_breaks_a_drawing(name):
    """Dollar signs are no formula, controls are named, lengths are cut."""
    document = search(3)
    told = document.reports[0]
    checks = [replace(told.checks[0], metric=name or "x")]
    for plot in plots.draw(replace(told, checks=tuple(checks), pictures=None)):
        assert ET.fromstring(plot.svg) is not None
        assert len(plot.svg) < 50_000


def test_equal_reports_give_equal_bytes_in_another_process():
    """Neither clock nor hash seed nor memory address is drawn, in either format."""
    code = (
        "from hashlib import sha256; from gate.reporters import plots; from tests.reporters import pictured\n"
        "told = pictured.classifier()\n"
        "print([(n, sha256(x).hexdigest()) for f in ('svg', 'png') for n, x in pictured.contents(told, f)])"
    )
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    here = [
        (n, sha256(x).hexdigest())
        for f in ("svg", "png")
        for n, x in ((d.name, d.content) for d in plots.files(classifier(), f))
    ]

    assert there == f"{here}\n"
    assert {"fraud.checks.svg", "fraud.cost.png"} <= {name for name, _ in here}


def test_names_of_files_are_stable_and_unique():
    """Two configs of one name give files of two names; an at sign needs no escape in an address."""
    told = search(5)
    (one,) = told.reports
    few = replace(one, checks=one.checks[:1], pictures=Pictures(gains=one.pictures.gains[:1]))
    names = [name for name, _ in contents(replace(told, reports=(few, few)), "svg")]

    assert names == [
        "search.checks.svg",
        "search.items-ndcg-at-10.svg",
        "search.checks (2).svg",
        "search.items-ndcg-at-10 (2).svg",
    ]


def wild(value, size):
    """Multiply every float inside a report's value."""
    if isinstance(value, float):
        return value * size
    if isinstance(value, tuple):
        return tuple(wild(each, size) for each in value)
    if is_dataclass(value):
        return replace(value, **{f.name: wild(getattr(value, f.name), size) for f in fields(value)})
    return value


@pytest.mark.parametrize("size", [1e307, 9e99, 1e-320])
@pytest.mark.parametrize("document", [search(3), classifier()], ids=["search", "classifier"])
def test_no_number_breaks_a_drawing(document, size):
    """A stranger's report may hold any finite number in any place: it is drawn, or it is left out."""
    (told,) = document.reports
    scores = told.pictures.scores
    if scores is not None:
        edges = (0.0, 1.0, 2.0, 3.0, size + 4)
        lines = {name: wild(getattr(scores, name), size) for name in ("roc", "precision_recall", "cost")}
        scores = replace(scores, edges=edges, **lines)
    rest = wild(replace(told.pictures, scores=None), size)
    everything = replace(wild(replace(told, pictures=None), size), pictures=replace(rest, scores=scores))

    for plot in plots.draw(everything):
        assert ET.fromstring(plot.svg) is not None


def test_a_report_without_numbers_draws_nothing():
    """No empty axes."""
    assert drawn(SAMPLES["first_run"]()) == {}
