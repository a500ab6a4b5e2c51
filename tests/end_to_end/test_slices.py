"""`slices:` makes a check of every value of a slice field, all judged in one family."""

import pytest

from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows

SLICED = CONFIG + "slices:\n  topic: {}\n"
TOPICS = {"billing": range(20), "login": range(20, 36), "tiny": range(36, 40)}


def sliced_rows(n=40, topics=None):
    """Golden items in three topics, the last of them tiny."""
    topics = topics or TOPICS
    rows = golden_rows(n)
    for topic, members in topics.items():
        for i in members:
            if i < n:
                rows[i]["slices"] = {"topic": topic}
    return rows


@pytest.fixture
def sliced(project):
    """A project with three topics and a baseline."""
    project.write(config=SLICED, golden=sliced_rows())
    assert project.gate("refresh").code == 0
    return project


def found(report):
    """Return the report's checks by name."""
    return {f"{c['metric']} [{c['slice']}]" if c["slice"] else c["metric"]: c for c in report["checks"]}


def test_every_slice_is_a_check_of_every_gated_metric(sliced):
    """The gated metric on each topic as a guard, with its own n; the reported metric on none."""
    ended, report = sliced.check()

    assert ended.code == 0
    checks = found(report)
    assert [name for name in checks if "[" in name] == [
        "mrr [topic=billing]",
        "mrr [topic=login]",
        "mrr [topic=tiny]",
    ]
    assert checks["mrr [topic=billing]"]["role"] == "guard"
    assert checks["mrr [topic=billing]"]["candidate"]["n"] == 20


def test_a_tolerance_is_widened_by_the_root_of_n_over_the_slice(sliced):
    """0.02 on 40 items is 0.02 x sqrt(40 / 20) on 20 of them."""
    _, report = sliced.check()

    assert found(report)["mrr [topic=billing]"]["tolerance"] == pytest.approx(0.02 * 2**0.5)


def test_a_slice_can_fail_where_the_whole_set_does_not(sliced):
    """Sixteen logins lose their document while the others gain more: only the slice says so."""
    worse = run_rows()
    for i in TOPICS["login"]:
        worse[i]["ranked"] = ["x"]
    for i in [*TOPICS["billing"], *TOPICS["tiny"]]:
        worse[i]["ranked"] = [f"d{i}"]
    sliced.write(run=worse)

    ended, report = sliced.check()

    checks = found(report)
    assert checks["mrr"]["gain"]["value"] > 0
    assert checks["mrr"]["outcome"] != "regressed"
    assert checks["mrr [topic=login]"]["outcome"] == "regressed"
    assert ended.code == 1


def test_a_slice_too_small_to_tell_is_advisory(sliced):
    """Four items that all break cannot be told from chance: said, and not blocking by themselves."""
    worse = run_rows()
    for i in TOPICS["tiny"]:
        worse[i]["ranked"] = ["x"]
    sliced.write(run=worse)

    _, report = sliced.check()

    check = found(report)["mrr [topic=tiny]"]
    assert (check["outcome"], check["reason"], check["role"]) == ("info", "advisory", "info")
    assert check["because"] == "advisory: 4 items cannot tell any drop from chance: it takes 7"


def test_a_slice_that_vanished_stops_the_build(sliced):
    """All logins renamed: the baseline's slice is gone, exit 3."""
    sliced.write(
        golden=sliced_rows(topics={"billing": range(20), "sign-in": range(20, 36), "tiny": range(36, 40)})
    )

    ended, report = sliced.check()

    assert ended.code == 3
    check = found(report)["mrr [topic=login]"]
    assert check["reason"] == "vanished"
    assert check["because"] == (
        "no golden item has topic=login any more; `gate accept --reason` drops it for good"
    )


def test_a_slice_that_the_config_gave_up_is_told_from_one_that_emptied(sliced):
    """The items are all there and nothing slices by their topic any more: the config's doing."""
    sliced.write(config=CONFIG)

    ended, report = sliced.check()

    assert ended.code == 3
    assert found(report)["mrr [topic=login]"]["because"] == (
        "the baseline has this check and the config no longer asks for it; "
        "`gate accept --reason` drops it for good"
    )


def test_items_moved_out_of_a_slice_leave_no_fair_comparison_in_it(sliced):
    """Half of the logins are called billing now: the rest of that slice is no fair pair."""
    sliced.write(
        golden=sliced_rows(topics={"billing": range(28), "login": range(28, 36), "tiny": range(36, 40)})
    )

    ended, report = sliced.check()

    check = found(report)["mrr [topic=login]"]
    assert ended.code == 3
    assert check["reason"] == "too_few_pairs"
    assert check["because"].startswith("8 of the 16 items behind the baseline's value")


def test_a_new_slice_is_reported_until_a_baseline_knows_it(sliced):
    """Ten added items of a new topic have nothing to compare with, which stops nobody."""
    topics = {**TOPICS, "export": range(40, 50)}
    sliced.write(golden=sliced_rows(50, topics), run=run_rows(50))

    ended, report = sliced.check()

    assert ended.code == 0
    assert found(report)["mrr [topic=export]"]["reason"] == "new"


def test_a_tolerance_and_a_floor_of_its_own(project):
    """A number holds on every slice as it is written; a floor needs no baseline."""
    rule = "slices:\n  topic: {tolerance: 0.1, floor: 0.9, metrics: hit_rate@3}\n"
    project.write(config=CONFIG + rule, golden=sliced_rows(), run=run_rows(rank=5))

    ended, report = project.check("--first-run", "pass")

    check = found(report)["hit_rate@3 [topic=billing]"]
    assert (check["tolerance"], check["floor"], check["reason"]) == (0.1, 0.9, "floor")
    assert ended.code == 1


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("topc: {}", "no item has a slice field 'topc', did you mean 'topic'?"),
        ("topic: {metrics: [ndgc]}", "'ndgc' is no metric of this config"),
        ("topic: {ceiling: 0.5}", "slices.topic.ceiling: no metric here is better when lower"),
        ("topic: {tolerance: -1}", "slices.topic.tolerance: -1 is negative"),
        ("topic:", "slices.topic: it has no value: write {} to report it"),
        ("topic: {role: headline}", "slices.topic.role: 'headline'"),
    ],
)
def test_a_wrong_slice_is_refused_with_its_line(project, rule, said):
    """Exit 2, the key, the value and the way out."""
    project.write(config=f"{CONFIG}slices:\n  {rule}\n", golden=sliced_rows())

    ended = project.gate("validate")

    assert ended.code == 2
    assert said in ended.err
    assert "search.yaml:11" in ended.err or "search.yaml:12" in ended.err


def test_an_id_is_no_slice(project):
    """A field with another value on every item would be hundreds of checks: refused."""
    rows = golden_rows(201)
    for row in rows:
        row["slices"] = {"topic": row["id"]}
    project.write(config=SLICED, golden=rows, run=run_rows(201))

    ended = project.gate("check")

    assert ended.code == 2
    assert "201 values of 'topic'" in ended.err
