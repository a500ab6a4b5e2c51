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
    slope, start = np.polyfit(places, values, 1)
    return lambda place: slope * place + start
