"""The forest of gains: limits, shared axes and labels; and every plot as a telephone shows it."""

import re
from dataclasses import replace

import pytest

from gate.reporters import plots
from gate.verdict import Outcome, Reason
from tests.reporters.builders import check
from tests.reporters.drawn import Drawn
from tests.reporters.pictured import classifier, search

pytest.importorskip("matplotlib")

FINE = {"outcome": Outcome.PASS, "reason": Reason.WITHIN_TOLERANCE, "because": "lost nothing"}


def limited(better, **limit):
    """Draw one check with a floor or a ceiling; its levels are 0.5 and 0.45."""
    told = check("m", 0.5, 0.45, 0.02, better=better, **FINE)
    (one,) = search(5).reports
    (plot,) = plots.draw(replace(one, checks=(replace(told, **limit),), pictures=None))
    return plot


@pytest.mark.parametrize(
    ("better", "limit", "at"),
    [
        ("higher", {"floor": 0.46}, -0.04),
        ("lower", {"ceiling": 0.56}, -0.06),
        ("higher", {"floor": 0.52}, 0.02),
        ("zero", {"ceiling": 0.54, "floor": -0.4}, -0.04),
    ],
)
def test_a_limit_stands_where_the_gain_would_cross_it(better, limit, at):
    """A floor or ceiling is a thick bar, as far from zero as the baseline was from it."""
    plot = limited(better, **limit)

    assert Drawn(plot.svg).upright("limit-0") == pytest.approx(at, abs=1e-5)
    assert "thick bar" in plot.caption


def test_a_limit_out_of_sight_is_said_to_be():
    """A floor far away does not squeeze the gains together."""
    plot = limited("higher", floor=0.01)

    assert not Drawn(plot.svg).has("limit-0")
    assert "Limits further away" in plot.caption
    assert "thick bar" not in plot.caption


def test_metrics_share_an_axis_where_their_ranges_allow():
    """Shares always do, others where none reaches four times as far as another; each panel is labelled."""
    (one,) = search(5).reports
    checks = [
        check("share", 0.9, 0.5, 0.01, **FINE),
        check("cost", 2.0, 2.36, 0.05, better="lower", **FINE),
        check("price", 3.0, 3.1, 0.08, better="lower", **FINE),
        check("length", 200.0, 190.0, 3.0, **FINE),
    ]
    (plot,) = plots.draw(replace(one, checks=tuple(checks), pictures=None))
    drawn = Drawn(plot.svg)
    panels = [drawn.find(f"gain-{i}")[0].get("id") for i in range(4)]

    assert panels[1] == panels[2]
    assert len(set(panels)) == 3
    for i, each in enumerate(checks):
        assert drawn.point(f"gain-{i}")[0] == pytest.approx(each.gain.value, abs=1e-3)
    assert drawn.texts.count("gain (right of zero is better)") == 3
    assert drawn.texts.count("metrics between 0 and 1") == 1
    assert "Scales differ" in plot.caption
    assert "cost ↓" in drawn.texts


def test_the_narrow_drawing_says_the_same():
    """For a telephone each name stands above its row, panels below each other, numbers where they were."""
    for document in (search(40), classifier()):
        for plot in plots.draw(document.reports[0]):
            wide, narrow = (
                Drawn(text.replace(f'"{prefix}-', '"').replace(f"#{prefix}-", "#") + "</svg>")
                for prefix, text in zip(("p", "pn"), plot.inline("p").split("</svg>"), strict=False)
            )
            said = {text for text in wide.texts if re.search("[a-z]{3}", text)}
            assert said <= set(narrow.texts)
            sizes = [each.root.get("viewBox").split()[2] for each in (wide, narrow)]
            assert sizes == ["518.4", "266.4"]
            for gid in ("gain-0", "mark-candidate-frozen"):
                if wide.has(gid):
                    places = wide.point(gid), narrow.point(gid)
                    assert places[1] == pytest.approx(places[0], abs=1e-2, nan_ok=True)
