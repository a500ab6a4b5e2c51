"""What can be wrong with, or odd about, a catalogue, recommended lists and arrays of neighbours."""

from __future__ import annotations

from gate.codes.declare import error, notice

CODES = (
    error(
        "catalogue_unfit",
        "The catalogue does not say what a metric or another key asks of it, or contradicts itself.",
        why="How new or how different items are can only be told where the catalogue describes them.",
        fix="Add what is missing to `catalogue:`, or drop the metric.",
        example="gate: configs/shop.yaml:13: novelty@10 needs the popularity of items",
    ),
    error(
        "foreign_items",
        "Not one recommended item is in the catalogue.",
        why="Coverage would be 0, and a drop of it would be a mistake in ids and no regression.",
        fix="Compare the ids in the run with those of the catalogue.",
        example="gate: runs/shop.jsonl: none of its items is in the catalogue: it has 'isbn-5', the "
        "catalogue 'b00'",
    ),
    error(
        "neighbours_unfit",
        "A file does not hold rows of ids, all of one length, the nearest neighbour first.",
        why="Half a row, a distance or another byte order can look like ids, and recall would be chance.",
        fix="Write it again, or name the file of ids.",
        example="gate: gt.fvecs: row 0 holds 0.25, which is no id",
    ),
    notice(
        "outside_catalogue",
        "Items were recommended that the catalogue lacks.",
        why="Coverage is a share of the catalogue and must not pass 1; nothing else is known of such items.",
        fix="Bring the catalogue up to date, or look at what recommends them.",
        example="2 recommended items not in the catalogue: no metric of the catalogue counts what it lacks",
    ),
    notice(
        "liked_outside_catalogue",
        "Users like items that the catalogue lacks.",
        why="Nobody can be shown them, so the ranking metrics cannot reach 1.",
        fix="Bring the catalogue up to date, if they can be shown.",
        example="golden_sets/shop.items.csv: 585 of 3,645 liked items are not in the catalogue",
    ),
    notice(
        "used_outside_catalogue",
        "Items were used in the past that the catalogue lacks.",
        why="They count towards the number of users or interactions that popularity is a share of, only.",
        fix="Nothing, if they are no longer offered.",
        example="golden_sets/shop.purchases.csv: 12 items of the interactions are not in the catalogue",
    ),
    notice(
        "deeper_than_cutoff",
        "A golden set of neighbours is deeper than the cut-off of a metric that counts any of them.",
        why="The 57th neighbour then counts as much as the first, and a poor index looks perfect.",
        fix="Gate neighbour_recall, or keep as many neighbours as the cut-off.",
        example="the golden set has up to 100 neighbours of an item, and capped_recall@10 counts any of them",
    ),
)
