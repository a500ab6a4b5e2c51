"""`gate selftest`: exactness, planted sizes, counts against a naive count, and how it ends."""

import numpy as np
import pytest
from scipy.stats import binomtest

from gate.inputs import reading
from gate.run import Ranking
from gate.selftest.chance import Chance
from gate.selftest.perturb import shuffled
from gate.selftest.rates import Rate
from gate.selftest.scenarios import Scenarios
from tests.conftest import REPOSITORY
from tests.end_to_end import simulated
from tests.end_to_end.conftest import golden_rows
from tests.end_to_end.simulated import SEARCH, answers, called, luck, scenarios, slowly, tells


def clustered(project, **options):
    """Set up the simulations of a search whose questions come in fives."""
    golden = [{**row, "cluster": f"doc{i // 5}"} for i, row in enumerate(golden_rows(60))]
    return scenarios(project, SEARCH, golden, **options)


def repeated(project, **options):
    """Set up the simulations of a search that was asked everything twice."""
    twice = [{**row, "repeat": i} for i in (1, 2) for row in answers(seed=i)]
    return scenarios(project, SEARCH, run=twice, **options)


@pytest.mark.parametrize("make", [scenarios, *map(slowly, [clustered, repeated])])
def test_counts_are_those_of_the_gate_itself(make, project):
    """Changes of rankings end as `gate check` ends."""
    simulated.agrees_with_the_gate(make(project), project)


@pytest.mark.parametrize("make", [scenarios, clustered])
def test_noise_has_no_side(make, project):
    """Neither side of a noisy search is better."""
    simulated.has_no_side(make(project))


def test_planted_drops_have_their_size(project):
    """The first headline loses what was planted."""
    made = scenarios(project)
    for drop in made.sizes()[1:]:
        simulated.has_planted_size(made, drop, slack=0.02, trials=300)


def test_a_share_of_the_clusters_breaks(project):
    """A tenth of twelve clusters is one cluster, and all five of its questions."""
    made = clustered(project)
    rows = np.ones(60, dtype=bool)
    broken = Chance.of(np.arange(60) // 5, seed=1, scenario=7, trial=0).broken(0.1, rows)
    assert broken.sum() == 5
    assert len(set((np.flatnonzero(broken) // 5).tolist())) == 1
    assert made.bench.clusters is not None


@pytest.mark.parametrize(
    ("clusters", "words"),
    [(None, "1 item (4.2 %) loses its answer"), (2, "1 cluster (8.3 %) loses its answers")],
)
def test_a_row_names_what_was_planted(clusters, words, project):
    """2 % of 24 items is one item, of 12 clusters one cluster; so is 5 %, which is not tried again."""
    golden = [
        {**row, "cluster": f"doc{i // clusters}"} if clusters else row
        for i, row in enumerate(golden_rows(24))
    ]
    scenarios(project, golden=golden, run=answers(24))
    said = project.gate("selftest", "--simulations", "20").out
    assert said.count(f"  {words} ") == 1


def test_neighbours_of_unequal_score_stay(project):
    """Only places whose scores lie near each other are exchanged, unless the noise is large."""
    ranking = Ranking(["a", "b", "c", "d"], [1.0, 0.99, 0.5, 0.49])
    always = np.zeros((2, 2))
    assert shuffled(ranking, always, near=True).ordered() == ["b", "a", "d", "c"]
    assert shuffled(ranking, always, near=False).ordered() == ["b", "d", "a", "c"]


def test_rates_have_exact_intervals():
    """Clopper and Pearson's interval of 4 in 20 and of none in 300, from scipy."""
    for count, of in ((4, 20), (0, 300), (300, 300)):
        exact = binomtest(count, of).proportion_ci(method="exact")
        assert Rate(count, of).low == pytest.approx(exact.low, abs=1e-9)
        assert Rate(count, of).high == pytest.approx(exact.high, abs=1e-9)


@pytest.mark.parametrize("make", [scenarios, slowly(clustered)])
def test_what_the_command_says(make, project):
    """Identical answers never fail, harmless ones hardly ever, and large losses always."""
    make(project)
    tells(project)


def test_the_same_seed_gives_the_same_bytes(project):
    """Text and data follow from files and seed; another seed draws anew."""
    scenarios(project, golden=golden_rows(24), run=answers(24))
    first, found = called(project)

    assert called(project)[0].out == first.out
    assert called(project, "--seed", "2")[1]["rows"] != found["rows"]


def test_point_rules_raise_false_alarms(project):
    """`mode: point` blocks harmless changes far above alpha: exit code 3, and the text says which ones."""
    scenarios(project, SEARCH.replace(", floor: 0.2", "") + "decision: {mode: point}\n")
    ended, found = called(project, simulations=40)
    text = project.gate("selftest", "--simulations", "40").out

    assert ended.code == 3
    assert found["within_budget"] is False
    assert found["false_alarms"]["low"] > 0.05
    assert "More than its budget: large noise" in text
    assert "`mode: significant` does" in text


def test_a_slice_is_broken_where_slices_are_gated(project):
    """A quarter of one slice loses its answers; without gated slices there is none to break."""
    golden = [{**row, "slices": {"topic": "ab"[i % 2]}} for i, row in enumerate(golden_rows(60))]
    made = scenarios(project, SEARCH + "slices:\n  topic: {}\n", golden)
    assert [rows.sum() for rows in made.groups()] == [30, 30]
    change = made.in_slice(made.groups()[:1])
    before, after = change(luck(made, 0))
    fatal = max(after)
    assert ((after == fatal) & (before == 0)).sum() == round(0.25 * 30)
    assert not (np.flatnonzero(after == fatal) % 2).any()
    assert scenarios(project).groups() == []


def test_without_a_baseline_the_run_stands_on_both_sides(project):
    """The text says so, and `--run` names another."""
    project.write(config=SEARCH, golden=golden_rows(12), run=answers(12))
    assert "the run run.jsonl, since there is no baseline" in called(project)[1]["system"]
    project.write(other=answers(12, seed=3))
    assert called(project, "--run", "other.jsonl")[1]["system"] == "the run other.jsonl"


def test_nothing_to_test(project):
    """A config that cannot fail is told so, and that is fine."""
    config = SEARCH.replace("{tolerance: 0.02}", "{}").replace("{tolerance: 0.03, floor: 0.2}", "{}")
    project.write(config=config, golden=golden_rows(60), run=answers())
    ended = project.gate("selftest")
    assert ended.code == 0
    assert "no check can fail a build" in ended.out


def test_floors_alone(project):
    """Without a tolerance no drop is planted, and a note says why; broken items still count."""
    config = SEARCH.replace("{tolerance: 0.02}", "{}").replace("tolerance: 0.03, floor: 0.2", "floor: 0.4")
    project.write(config=config, golden=golden_rows(60), run=answers())
    _, found = called(project)
    assert found["headline"] is None
    assert found["remarks"] == ["no check compares the whole set, so no drop of a known size was planted"]
    assert "concentrated" in {row["kind"] for row in found["rows"]}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--simulations", "3"), "3 is not in the range"),
        (("--run", "nowhere.jsonl"), "there is no such run"),
        (("--profile", "x"), "x"),
        (("--seed", "-1"), "-1 is not in the range"),
    ],
)
def test_wrong_calls(options, words, project):
    """What cannot be answered ends with 2 and says why, without a traceback."""
    scenarios(project)
    ended = project.gate("selftest", *options)
    assert ended.code == 2
    assert words in ended.err
    assert "Traceback" not in ended.err


def test_a_damaged_golden_set(project):
    """A golden set that cannot be read ends with 2."""
    scenarios(project)
    (project.top / "golden.jsonl").write_text("{", "utf-8")
    assert project.gate("selftest").code == 2


def test_a_baseline_of_other_items(project):
    """A baseline that was asked none of today's items is no system to test: exit code 3."""
    scenarios(project)
    project.write(golden=[{"id": "new", "relevant": {"d": 1}}])
    ended = project.gate("selftest")
    assert ended.code == 3
    assert "none of today's golden items" in ended.err


def test_answers_to_other_items_play_no_part(project):
    """Answers beyond the golden set are left aside; a run with no others is no system to test."""
    project.write(config=SEARCH, golden=golden_rows(12), run=answers(12))
    alone = called(project)[1]["rows"]
    project.write(run=[*answers(12), {"id": "zz", "ranked": ["d1"]}])
    assert called(project)[1]["rows"] == alone
    project.write(run=[{"id": "zz", "ranked": ["d1"]}])
    ended = project.gate("selftest")
    assert ended.code == 3
    assert "answers none of the golden items" in ended.err


@pytest.mark.slow
@pytest.mark.parametrize("name", ["docs_search", "breast_cancer"])
def test_harmless_changes_of_the_demo_sets_hardly_ever_block(name):
    """Of 2,000 harmless changes of each strength at most 1.3 % are red, and none of the identical ones."""
    path = REPOSITORY / "configs" / f"{name}.yaml"
    made = Scenarios(reading.read_system(path, base="worktree"), simulations=2_000, planted=1, seed=1)
    rows = [row for row, _ in zip(made.rows(), range(4), strict=False)]
    assert [row.kind for row in rows] == ["identical", "harmless", "harmless", "harmless"]
    assert rows[0].red.count == 0
    assert all(row.red.value <= 0.013 for row in rows[1:])
