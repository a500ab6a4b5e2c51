"""An SVG read back as the numbers that it shows, from its own ticks: what a reader with a ruler would do."""

import re
from xml.etree import ElementTree as ET

import numpy as np

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
PLACE = re.compile(r"[ML] (-?[\d.]+) (-?[\d.]+)")


class Drawn:
    """One drawing; every panel has scales of its own."""

    def __init__(self, svg):
        self.root = ET.fromstring(svg)
        found = self.root.iter(f"{SVG}g")
        self.panels = [g for g in found if re.fullmatch(r"axes_\d+", g.get("id", ""))]

    def find(self, gid):
        """Return the panel and the element with an id."""
        for panel in self.panels:
            for element in panel.iter():
                if element.get("id") == gid:
                    return panel, element
        raise KeyError(gid)

    def has(self, gid):
        """Return whether anything has that id."""
        return any(element.get("id") == gid for element in self.root.iter())

    def point(self, gid):
        """Return the ``(x, y)`` of a marker, in the units of its axes; NaN on an axis without numbers."""
        panel, element = self.find(gid)
        use = next(element.iter(f"{SVG}use"))
        return tuple(float(scale(panel, axis)(float(use.get(axis)))) for axis in ("x", "y"))

    def line(self, gid):
        """Return the ``(n, 2)`` corners of a line or outline, in the units of its axes."""
        panel, element = self.find(gid)
        path = next(p for p in element.iter(f"{SVG}path") if "M" in p.get("d", ""))
        corners = np.array(PLACE.findall(path.get("d")), float)
        uses = {use.get(HREF): use for use in element.iter(f"{SVG}use")}
        use = uses.get(f"#{path.get('id')}")
        if use is not None:
            corners = np.add(corners, [float(use.get("x")), float(use.get("y"))])
        return np.column_stack([scale(panel, axis)(corners[:, i]) for i, axis in enumerate("xy")])

    def upright(self, gid):
        """Return where an upright line stands, in the units of its axis; logarithmic where its ticks are."""
        panel, element = self.find(gid)
        path = next(p for p in element.iter(f"{SVG}path") if "M" in p.get("d", ""))
        ((place, _), *others) = PLACE.findall(path.get("d"))
        assert {x for x, _ in others} == {place}
        return float(scale(panel, "x")(float(place)))

    @property
    def texts(self):
        """All text in the drawing."""
        return ["".join(text.itertext()) for text in self.root.iter(f"{SVG}text")]


def scale(panel, axis):
    """Return the straight line through a panel's ticks, from place to value."""
    places, values = [], []
    for tick in panel.iter(f"{SVG}g"):
        if not re.fullmatch(f"{axis}tick_\\d+", tick.get("id", "")):
            continue
        text = "".join(t.text or "" for t in tick.iter(f"{SVG}text")).replace("−", "-").replace(",", "")
        mark = next(tick.iter(f"{SVG}use"), None)
        if mark is not None and re.fullmatch(r"-?[\d.]+", text):
            places.append(float(mark.get(axis)))
            values.append(float(text))
    if len(places) < 2:
        return lambda place: place * np.nan
    if is_logarithmic(places, values):
        slope, start = np.polyfit(places, np.log(values), 1)
        return lambda place: np.exp(slope * place + start)
    slope, start = np.polyfit(places, values, 1)
    return lambda place: slope * place + start


def is_logarithmic(places, values):
    """Return whether the ticks lie on a line by their logarithms, and not by themselves."""
    if min(values) <= 0 or len(values) < 2:
        return False
    if len(values) == 2:  # two ticks lie on either line: those of a logarithmic axis are powers of ten
        return values[1] / values[0] in {10, 100}
    straight = np.polyval(np.polyfit(places, values, 1), places)
    return not np.allclose(straight, values, atol=1e-3 * np.ptp(values))
