"""Items that belong together are one witness, in intervals, tests, power and refusals."""

import pytest

from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows


def clustered(size, *, field=None, n=40):
    """Golden items in clusters of ``size``, said by `cluster` or by a slice field."""
    rows = golden_rows(n)
    names = [f"doc{i // size:02d}" for i in range(n)]
    marks = [{"cluster": name} if field is None else {"slices": {field: name}} for name in names]
    return [{**row, **mark} for row, mark in zip(rows, marks, strict=True)]


def losing(lost, n=40):
    rows = run_rows(n)
    for row in rows[:lost]:
        row["ranked"] = ["x"]
    return rows


def check_of(project, golden, run, config=CONFIG):
    """Record all answers right, then judge ``run``; return the first check and the report."""
    project.write(config=config, golden=golden, run=run_rows(len(golden)))
    assert project.gate("accept", "--reason", "start").code == 0
    project.write(run=run)
    _, report = project.check()
    return report["checks"][0], report


def test_ten_questions_of_one_document_are_one_loss(project):
    """Ten of forty lost alone block; the same ten in two clusters of five are two losses, and cannot."""
    alone, _ = check_of(project, golden_rows(), losing(10))
    together, _ = check_of(project, clustered(5), losing(10))

    assert (alone["outcome"], alone["p_smallest"]) == ("regressed", 2**-10)
    assert (together["outcome"], together["p_smallest"]) == ("inconclusive", 0.25)
    assert alone["gain"]["value"] == together["gain"]["value"]


def test_the_interval_is_that_of_the_clusters(project):
    """Eight cluster sums, two of them -2.5: standard error and Student's t as on paper."""
    check, _ = check_of(project, clustered(5), losing(10))

    sums = [-2.5, -2.5, 0, 0, 0, 0, 0, 0]
    mean = sum(sums) / 8
    error = (sum((x - mean) ** 2 for x in sums) * 8 / 7) ** 0.5 / 40
    assert check["gain"]["standard_error"] == pytest.approx(error)
    assert check["gain"]["low"] == pytest.approx(-0.125 - 2.364624 * error)


def test_levels_are_drawn_by_cluster(project):
    """Whole clusters right or wrong: the level's interval is wider than if items stood alone."""
    alone, _ = check_of(project, golden_rows(), losing(10))
    together, _ = check_of(project, clustered(5), losing(10))

    def width(check):
        return check["candidate"]["high"] - check["candidate"]["low"]

    assert width(together) > 1.5 * width(alone)
    assert together["candidate"]["n"] == 40


def test_a_slice_field_names_the_clusters(project):
    """`cluster: document` is the same as writing `cluster` on every item."""
    said, _ = check_of(project, clustered(5), losing(10))
    config = CONFIG + "cluster: document\n"
    by_field, _ = check_of(project, clustered(5, field="document"), losing(10), config)

    assert said["gain"] == by_field["gain"]
    assert said["p"] == by_field["p"]


def test_few_clusters_are_said(project):
    """Eight of them are fewer than the ten that an interval needs."""
    _, report = check_of(project, clustered(5), losing(10))

    assert "few_clusters" in {n["code"] for n in report["notices"]}


def test_what_must_break_is_counted_in_clusters(project):
    """Twenty clusters of five: 7 of 20 must break, not 7 of 100; of eight clusters 7."""
    _, report = check_of(project, clustered(5, n=100), run_rows(100))
    _, few = check_of(project, clustered(5), losing(10))

    unchanged, breakage = report["blind_spots"][:2]
    assert unchanged.startswith("Nothing changed on these 100 items, 20 clusters; up to 15 % of all")
    assert "breaks few clusters altogether must break at least 7 of 20 (35 %) more than it mends" in breakage
    assert few["blind_spots"][0].startswith("For metrics that are means, a change that breaks few clusters")
    assert "at least 7 of 8 (87.5 %)" in few["blind_spots"][0]


def test_fewer_clusters_than_must_break_are_said(project):
    """Forty items in five clusters: no change can be told from chance."""
    _, report = check_of(project, clustered(8), losing(10))

    assert (
        "With 5 clusters no change can be told from chance; 7 is the least that can." in report["blind_spots"]
    )


def test_the_order_of_the_file_changes_nothing(project):
    """Rows shuffled, the same numbers to the last bit."""
    check, _ = check_of(project, clustered(4), losing(10))
    turned, _ = check_of(project, clustered(4)[::-1], losing(10)[::-1])

    assert check == turned


def test_an_unknown_field_is_refused(project):
    """Exit 2, with what there is."""
    project.write(config=CONFIG + "cluster: documnt\n", golden=clustered(5, field="document"))

    ended = project.gate("validate")

    assert ended.code == 2
    assert "no item has a slice field 'documnt', did you mean 'document'?" in ended.err
