"""The pages that docs/images shows, and what tells whether its pictures are still of them."""

import json
import math
import random
from contextlib import chdir, redirect_stdout
from dataclasses import replace
from hashlib import sha256
from importlib.metadata import version
from io import StringIO
from pathlib import Path

from gate.cli import main
from gate.report import ItemGains, Provenance
from gate.reporters import html, machine, plots
from tests.reporters.pictured import search

REPOSITORY = Path(__file__).parents[2]
IMAGES = REPOSITORY / "docs" / "images"
RECORD = IMAGES / "photographed.json"
"""What was photographed: a digest of each page with its plots and without, and the library that drew them."""

FAULTS = {"search": ("docs_search", "jsonl"), "classifier": ("breast_cancer", "csv")}
"""Page → the config and the format of a run that was broken on purpose."""


def pages(folder):
    """Yield ``(name, document)``: two real reports of failing runs, and a made-up one of 5,000 questions."""
    for name, (config, suffix) in FAULTS.items():
        file = folder / f"{name}.json"
        asked = [f"configs/{config}.yaml", "--run", f"runs/{config}.fault.{suffix}", "--base", "worktree"]
        with chdir(REPOSITORY), redirect_stdout(StringIO()):
            main(["check", *asked, "--output", f"json:{file}"])
        yield name, machine.read(file.read_text("utf-8"), str(file))
    yield "large", made_up(5_000)


def made_up(n):
    """Return a search over ``n`` questions, each with one right document that may have changed its rank."""
    document = search(n)
    (report,) = document.reports
    gains = []
    for number, told in enumerate(report.pictures.gains):
        draw = random.Random(number)
        changes = {item: gain for item in told.items if (gain := _change(draw))}
        order = sorted(changes, key=lambda item: (changes[item], item))
        gains.append(ItemGains(told.check, n, tuple(order), tuple(changes[item] for item in order)))
    return replace(
        document, reports=(replace(report, pictures=replace(report.pictures, gains=tuple(gains))),)
    )


def _change(draw):
    """Return by how much nDCG changed with one right document; a rank of 11 is none of the first ten."""
    before = min(11, int(draw.expovariate(0.45)) + 1)
    after = before if draw.random() < 0.6 else max(1, min(11, before + round(draw.gauss(0.8, 2.5))))
    values = [0.0 if rank > 10 else 1 / math.log2(rank + 1) for rank in (before, after)]
    return values[1] - values[0]


def rendered(document, *, drawn):
    """Return a page without what differs from call to call, with its plots or without."""
    bare = replace(
        document, reports=tuple(replace(report, provenance=Provenance(())) for report in document.reports)
    )
    return html.render(bare, plots=[list(plots.draw(report)) for report in bare.reports] if drawn else None)


def record(documents):
    """Return what :data:`RECORD` holds of some pages."""
    found = {"matplotlib": version("matplotlib")}
    for name, document in documents.items():
        for kind, drawn in (("with plots", True), ("without plots", False)):
            page = rendered(document, drawn=drawn)
            found[f"{name} {kind}"] = sha256(page.encode("utf-8")).hexdigest()
    return found


def recorded():
    """Read :data:`RECORD`."""
    return json.loads(RECORD.read_text("utf-8"))
