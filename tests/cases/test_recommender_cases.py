"""Cases 38 to 40: evenness, what coverage is a share of, and lists too short for a pair."""

import json

CONFIG = """\
version: 1
name: case
task: recommendation
golden_set: users.jsonl
system: {{run: {{path: recommendations.jsonl, fields: {{id: user, ranked: items}}}}}}
catalogue: {catalogue}
metrics: {metrics}
baseline: {{from: worktree, required: false}}
"""


def checked(found, metrics, *, catalogue):
    """Judge the lists of a case, whose users like nothing that anybody knows of."""
    lists = [json.loads(line) for line in (found.folder / "recommendations.jsonl").read_text().splitlines()]
    users = "".join(json.dumps({"id": each["user"], "relevant": {}}) + "\n" for each in lists)
    found.write("users.jsonl", users)
    return found.check(found.write("case.yaml", CONFIG.format(catalogue=catalogue, metrics=metrics)))


def test_38_gini_uniform_zero(case):
    """Five items, each shown twice: neither coefficient is below 0."""
    told = checked(case(38), "{gini_catalogue@5: {}, gini_shown@5: {}}", catalogue="catalogue.csv")

    assert told.value("gini_catalogue@5") == 0.0
    assert told.value("gini_shown@5") == 0.0


def test_39_coverage_against_catalogue(case):
    """Three of four items are shown; two strangers do not count, and a notice names them."""
    told = checked(case(39), "{coverage@2: {}}", catalogue="catalogue.csv")

    assert told.value("coverage@2") == 0.75
    assert told.notices["outside_catalogue"]["items"] == ["y", "z"]
    assert told.code == 0


def test_40_diversity_single_item(case):
    """One of three lists has a pair; the two others are no part of the mean, and are counted."""
    catalogue = "{items: items.jsonl, similarity: items.jsonl}"
    told = checked(case(40), "{diversity@2: {}}", catalogue=catalogue)

    assert told.value("diversity@2") == 1.0
    assert told.check("diversity@2")["candidate"]["n"] == 1
    (note,) = told.check("diversity@2")["notes"]
    assert note == "2 of 3 lists without a pair that anything is known of: left out"
