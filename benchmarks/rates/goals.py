"""What the gate must reach, beside what the tables of a page say it does."""

from __future__ import annotations

from benchmarks.rates.tables import Table, by_size, numbers, rows_of

GATE = "Losses that are turned red: the gate"
SPREAD = "every query a little: −3 points"
BROKEN = "10 % of the queries find nothing"


def goals(page: str) -> Table:
    """Read every goal's number from the other tables of the page."""
    harmless = by_size(page, "Harmless changes that are turned red")[1]
    month = by_size(page, "All merges of a mixed month that are turned red")[1]
    sizes, power = by_size(page, GATE)
    at = {n: i for i, n in enumerate(sizes)}
    reruns = [row[1] for row in rows_of(page, "Identical runs and reruns")[1:]]
    levels = _held(page, "Intervals of one system's value", least=50)
    churn = {k: v for k, v in by_size(page, "Intervals of a gain")[1].items() if "harmless" in k}
    strict = by_size(page, "A strict pass that is wrong")[1]
    slides = [r for r in rows_of(page, "Slow decline over sixty merges")[1:] if "each changing" in r[0]]
    anchored = [numbers(r[3]) for r in slides if numbers(r[1])[0] >= 200]
    seconds = [float(row[2]) for row in rows_of(page, "Time of the decision")[1:]]
    rows = [
        ["identical runs that fail, reruns that flip", "0", " and ".join(reruns)],
        [
            "harmless result-changing merges that are red, at every size",
            "≤ 1.3 %",
            f"{_most(harmless['gate']):.2f} % at most",
        ],
        [
            "the same after 20 accepted merges",
            "≤ 1.3 %",
            f"{_most(harmless['gate, 20 accepted merges']):.2f} % at most",
        ],
        ["all merges of a mixed month that are red", "≤ 0.15 %", f"{_most(month['gate']):.3f} % at most"],
        ["three points lost, spread: red at n = 50", "≥ 75 %", f"{power[SPREAD][at[50]][0]:.0f} %"],
        ["the same at n = 200", "≥ 95 %", f"{power[SPREAD][at[200]][0]:.0f} %"],
        ["a tenth of the queries broken: red at n = 100", "≥ 70 %", f"{power[BROKEN][at[100]][0]:.0f} %"],
        ["the same at n = 200", "≥ 95 %", f"{power[BROKEN][at[200]][0]:.0f} %"],
        [
            "the same at n = 50: sign flips alone, and after 20 accepted merges",
            "more than 23 %",
            " and ".join(f"{x:.0f} %" for x in power[BROKEN][at[50]][:2]),
        ],
        ["levels that hold the truth, from n = 50 on", "94 to 96.5 %", f"{min(levels)} to {max(levels)} %"],
        [
            "gains that hold the truth under harmless changes",
            "≥ 94.5 %",
            f"{min(x for cells in churn.values() for (x,) in cells)} % at least",
        ],
        [
            "strict passes that are wrong",
            "≤ 2.5 %",
            f"{max(cell[0] for cells in strict.values() for cell in cells)} % at most",
        ],
        [
            "slides that the anchor stops, n ≥ 200",
            "all",
            f"{min(cell[0] for cell in anchored):.0f} % at least",
        ],
        [
            "true loss when it does, budget of two points",
            "< 3 points",
            f"{max(cell[1] for cell in anchored)} on average at most",
        ],
        ["seconds for a decision", "≤ 1", f"{max(seconds):.2f} at most"],
    ]
    return Table(
        "Goals",
        "Every number is read from the tables below, and is as sharp as they are.",
        ["goal", "target", "measured"],
        rows,
    )


def _most(cells: list[list[float]]) -> float:
    return max(x for cell in cells for x in cell)


def _held(page: str, title: str, *, least: int) -> list[float]:
    sizes, rows = by_size(page, title)
    return [cell[0] for cells in rows.values() for n, cell in zip(sizes, cells, strict=True) if n >= least]
