"""`gate selftest`: exactness, planted sizes, counts against a naive count, and how it ends."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest

from gate import inputs, pipeline
from gate.errors import ExitCode
from gate.lineup import build_sample
from gate.run import Ranking
from gate.scoring import score
from gate.selftest.chance import Chance
from gate.selftest.perturb import STRENGTHS, shuffled
from gate.selftest.rates import Rate
from gate.selftest.scenarios import Scenarios
from gate.verdict import Outcome
from tests.conftest import REPOSITORY
from tests.end_to_end.calls import strict_json
from tests.end_to_end.conftest import golden_rows

SEARCH = """\
version: 1
name: search
task: retrieval
golden_set: golden.jsonl
system: {run: run.jsonl}
k: 5
metrics:
  ndcg: {tolerance: 0.02}
  mrr: {tolerance: 0.03, floor: 0.2}
  hit_rate@3: {}
interval: {resamples: 100}
"""

CLASSIFIER = """\
version: 1
name: search
task: classification
golden_set: golden.jsonl
system: {run: run.jsonl}
positive: bad
threshold: 0.5
costs: {false_negative: 5, false_positive: 1}
metrics:
  pr_auc: {tolerance: 0.03}
  expected_cost: {tolerance: 0.1}
  recall: {}
interval: {resamples: 100}
"""


def answers(n=60, seed=0):
    """Rankings of ten documents each, the right one at a rank of its own."""
    places = np.random.default_rng(seed).geometric(0.4, n) - 1
    rows = []
    for i, place in enumerate(places.tolist()):
        ranked = [f"x{j}" for j in range(10)]
        if place < 10:
            ranked[place] = f"d{i}"
        rows.append({"id": f"q{i:03d}", "ranked": ranked})
    return rows


def labelled(n=120, seed=0):
    """Golden items of two classes, and scores that tell them apart more often than not."""
    rng = np.random.default_rng(seed)
    bad = np.arange(n) % 3 == 0
    scores = np.clip(rng.normal(np.where(bad, 0.62, 0.38), 0.2), 0, 1).round(3)
    golden = [{"id": f"q{i:03d}", "label": "bad" if b else "good"} for i, b in enumerate(bad)]
    return golden, [{"id": f"q{i:03d}", "score": s} for i, s in enumerate(scores.tolist())]


def scenarios(project, config=SEARCH, golden=None, run=None, *, seed=1):
    """Set up the simulations of a project whose baseline is the run."""
    project.write(config=config, golden=golden or golden_rows(60), run=run or answers())
    assert project.gate("accept", "--reason", "start").code == 0
    asked = inputs.read_system(project.top / "search.yaml")
    return Scenarios(asked, simulations=40, planted=20, seed=seed)


def classifier(project, **options):
    """Set up the simulations of a classifier."""
    golden, run = labelled()
    return scenarios(project, CLASSIFIER, golden, run, **options)


COLOURS = ("red", "green", "blue", "grey")
MULTICLASS = (
    CLASSIFIER.replace("classification", "multiclass").partition("positive:")[0]
    + """\
metrics:
  macro_pr_auc: {tolerance: 0.05}
  macro_f1: {tolerance: 0.05}
  log_loss: {tolerance: 0.2}
  recall(class=red): {}
interval: {resamples: 100}
"""
)
MULTILABEL = (
    CLASSIFIER.replace("classification", "multilabel").partition("positive:")[0]
    + """\
threshold: 0.5
metrics:
  macro_pr_auc: {tolerance: 0.05}
  micro_f1: {tolerance: 0.05}
  hamming_loss: {tolerance: 0.05}
interval: {resamples: 100}
"""
)
DECIDED = {"log_loss: {tolerance: 0.2}": "", "macro_pr_auc: {tolerance: 0.05}": "", "threshold: 0.5\n": ""}


def numbered(rng, true):
    """Numbers of the colours, those of the true ones higher more often than not."""
    return np.round(
        np.clip(rng.normal([0.65 if name in true else 0.35 for name in COLOURS], 0.2), 0.01, 1), 3
    )


def multiclass(project, n=90, *, decided=False, **options):
    """Set up the simulations of a classifier with four classes, by probabilities or by decisions."""
    rng = np.random.default_rng(4)
    golden, run = [], []
    for i in range(n):
        true = COLOURS[i % 7 % 4]
        shares = numbered(rng, {true}) ** 2
        given = dict(zip(COLOURS, (shares / shares.sum()).tolist(), strict=True))
        said = {"predicted": max(given, key=given.get)} if decided else {"probabilities": given}
        golden.append({"id": f"q{i:03d}", "label": true})
        run.append({"id": f"q{i:03d}", **said})
    return scenarios(project, without(MULTICLASS) if decided else MULTICLASS, golden, run, **options)


def multilabel(project, n=90, *, decided=False, **options):
    """Set up the simulations of a classifier with any of four labels, by scores or by decisions."""
    rng = np.random.default_rng(5)
    golden, run = [], []
    for i in range(n):
        true = sorted(name for name, number in zip(COLOURS, rng.random(4), strict=True) if number < 0.4)
        numbers = dict(zip(COLOURS, numbered(rng, true).tolist(), strict=True))
        said = {"predicted": [name for name in COLOURS if numbers[name] >= 0.5]}
        golden.append({"id": f"q{i:03d}", "labels": true})
        run.append({"id": f"q{i:03d}", **(said if decided else {"probabilities": numbers})})
    return scenarios(project, without(MULTILABEL) if decided else MULTILABEL, golden, run, **options)


def without(config):
    """Return a config without what needs numbers."""
    for line, instead in DECIDED.items():
        config = config.replace(line, instead)
    return config.replace("  \n", "")


def decided_multiclass(project, **options):
    """The same by decisions alone."""
    return multiclass(project, decided=True, **options)


def decided_multilabel(project, **options):
    """The same by decisions alone."""
    return multilabel(project, decided=True, **options)


BY_DECISIONS = [decided_multiclass, decided_multilabel]
SEVERAL = [multiclass, multilabel, *BY_DECISIONS]


def slowly(make):
    """Leave a project to the slow suite."""
    return pytest.param(make, marks=pytest.mark.slow)


def clustered(project, **options):
    """Set up the simulations of a search whose questions come in fives."""
    golden = [{**row, "cluster": f"doc{i // 5}"} for i, row in enumerate(golden_rows(60))]
    return scenarios(project, SEARCH, golden, **options)


def repeated(project, **options):
    """Set up the simulations of a search that was asked everything twice."""
    twice = [{**row, "repeat": i} for i in (1, 2) for row in answers(seed=i)]
    return scenarios(project, SEARCH, run=twice, **options)


def changes(made):
    """Every kind of change, by name."""
    found = {strength.name: made.harmless(strength) for strength in STRENGTHS}
    found["diffuse"] = made.diffuse(made.dose(made.sizes()[1]))
    found["concentrated"] = made.concentrated(0.1)
    return found


def luck(made, trial, scenario=7):
    """Draw for one trial, every item alone."""
    n = len(made.versions.original.ids)
    return Chance.of(np.arange(n), seed=1, scenario=scenario, trial=trial)


def values(sample, rule):
    """Return the value of a check on a sample."""
    return score(sample, rule.metric, rule.spec, where=rule.where).value


@pytest.mark.parametrize("make", [scenarios, *map(slowly, [classifier, clustered, repeated]), *SEVERAL])
def test_counts_are_those_of_the_gate_itself(make, project):
    """Both runs of a change, judged as `gate check` judges any, end as the quick way through columns."""
    made = make(project)
    path = project.top / "search.yaml"
    stored = inputs.read_system(path).stored
    ended = []
    for name, change in changes(made).items():
        for trial in range(6):
            picks = change(luck(made, trial))
            before, after = (made.versions.mixed_run(pick) for pick in picks)
            asked = replace(made.bench.asked, run=after, baseline_run=before, stored=stored)
            naive = pipeline.judge(asked)
            found = made.bench.judge(*(made.versions.mixed(pick) for pick in picks))
            red = tuple(
                line.rule.identity for line in naive.lines if line.verdict.outcome is Outcome.REGRESSED
            )
            assert (found.code, found.red) == (naive.code, red), (name, trial)
            ended.append(found.code)
    assert set(ended) == {ExitCode.OK, ExitCode.REGRESSED}


@pytest.mark.parametrize("make", [scenarios, classifier, clustered, multiclass, multilabel])
def test_noise_has_no_side(make, project):
    """The same draw with every coin turned exchanges the sides; over many draws nothing is gained or lost."""
    made = make(project)
    rule = made.bench.headline
    for strength in STRENGTHS:
        change = made.harmless(strength)
        gains = []
        for trial in range(150):
            chance = luck(made, trial)
            before, after = change(chance)
            turned = replace(chance, numbers=chance.numbers * [[1], [-1], [1], [1]] + [[0], [1], [0], [0]])
            assert [pick.tolist() for pick in change(turned)] == [after.tolist(), before.tolist()]
            gains.append(values(made.versions.mixed(after), rule) - values(made.versions.mixed(before), rule))
        error = np.std(gains, ddof=1) / len(gains) ** 0.5
        assert error > 0
        assert abs(np.mean(gains)) < 4 * error


@pytest.mark.parametrize("make", [scenarios, classifier])
def test_planted_drops_have_their_size(make, project):
    """The first headline loses what was planted, on average over draws; also where it is no mean."""
    made = make(project)
    rule = made.bench.headline
    for drop in made.sizes()[1:]:
        dose = made.dose(drop)
        lost = []
        for trial in range(300):
            hit = np.where(luck(made, trial).hit(dose.share), dose.version, 0)
            lost.append(values(made.versions.original, rule) - values(made.versions.mixed(hit), rule))
        error = np.std(lost, ddof=1) / len(lost) ** 0.5
        assert np.mean(lost) == pytest.approx(drop, abs=4 * error + 0.02 * drop)


@pytest.mark.parametrize("make", SEVERAL)
def test_planted_drops_have_their_size_with_several_classes(make, project):
    """The same to a tenth, since classes of some twenty items move in steps."""
    made = make(project)
    rule, drop = made.bench.headline, made.sizes()[2]
    dose = made.dose(drop)
    lost = []
    for trial in range(150):
        hit = np.where(luck(made, trial).hit(dose.share), dose.version, 0)
        lost.append(values(made.versions.original, rule) - values(made.versions.mixed(hit), rule))
    error = np.std(lost, ddof=1) / len(lost) ** 0.5
    assert np.mean(lost) == pytest.approx(drop, abs=4 * error + 0.1 * drop)


@pytest.mark.parametrize("make", SEVERAL)
def test_a_mixture_is_the_sample_of_the_mixed_run(make, project):
    """Columns of versions put together equal the run of the same answers, lined up anew; every field."""
    made = make(project)
    for version in (made.versions.add(made.versions.mixed_run(np.zeros(90, np.int64))), 0):
        pick = np.where(np.arange(90) % 3 == 0, version, 0)
        pick = np.where(np.arange(90) % 5 == 0, made._pharmacy.version(-1), pick)
        mixed = made.versions.mixed(pick)
        config, golden = made.bench.asked.config, made.bench.asked.golden
        naive = build_sample(config, golden, made.versions.mixed_run(pick), made.bench.lineup.threshold.value)
        for name in mixed.__dataclass_fields__:
            np.testing.assert_equal(getattr(mixed, name), getattr(naive, name), err_msg=name)


def test_noise_keeps_what_probabilities_promise(project):
    """The probabilities of an item still sum to one, and the decision is that of the likelier class."""
    made = multiclass(project)
    for strength in STRENGTHS:
        sample = made.versions.sample(made._noisy(strength))
        assert np.allclose(sample.probabilities.sum(axis=1), 1, atol=1e-12)
        assert (sample.choice == sample.probabilities.argmax(axis=1)).all()
    moved = made.versions.sample(made._noisy(STRENGTHS[2])).choice != made.versions.original.choice
    assert 0 < moved.sum() < 45


@pytest.mark.parametrize("make", SEVERAL)
def test_a_fault_makes_worse_whatever_it_hits(make, project):
    """Every step of the ladder lowers the headline, the mildest one least and the last by more than half."""
    made = make(project)
    values_of = [values(made.versions.original, made.bench.headline)]
    steps = range(len(made._pharmacy._faults))
    values_of += [values(made.versions.sample(made._pharmacy.version(i)), made.bench.headline) for i in steps]
    before, mildest, *graver = values_of
    assert before > mildest > max(graver, default=-1.0)
    assert values_of[-1] < before / 2


def test_a_share_of_the_clusters_breaks(project):
    """A tenth of twelve clusters is one cluster, and all five of its questions."""
    made = clustered(project)
    rows = np.ones(60, dtype=bool)
    broken = Chance.of(np.arange(60) // 5, seed=1, scenario=7, trial=0).broken(0.1, rows)
    assert broken.sum() == 5
    assert len(set((np.flatnonzero(broken) // 5).tolist())) == 1
    assert made.bench.clusters is not None


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


def called(project, *options, simulations=20):
    """Call the command with few simulations; return how it ended and its answer."""
    ended = project.gate("selftest", "--simulations", simulations, "--format", "json", *options)
    return ended, strict_json(ended.out) if ended.code in {0, 3} and ended.out else None


@pytest.mark.parametrize("make", [scenarios, *map(slowly, [classifier, clustered, *BY_DECISIONS])])
def test_what_the_command_says(make, project):
    """Identical answers never fail, harmless ones hardly ever, and large losses always."""
    make(project)
    ended, found = called(project)

    assert (ended.code, ended.err) == (0, "")
    assert found["within_budget"] is True
    assert found["system"] == "the stored baseline, baselines/search.json"
    rows = {row["kind"]: row for row in found["rows"]}
    assert (rows["identical"]["blocked"]["count"], rows["identical"]["blocked"]["of"]) == (0, 20)
    assert [row["blocked"]["of"] for row in found["rows"] if row["kind"] == "harmless"] == [20, 20, 20]
    assert found["false_alarms"]["of"] == 60
    assert found["false_alarms"]["count"] <= 3
    worst = [row for row in found["rows"] if row["kind"] == "diffuse"][-1]
    few = make in SEVERAL  # of four classes each decides little
    assert 5 == worst["blocked"]["of"] >= worst["blocked"]["count"] >= (3 if few else 5)
    assert worst["drop"] == pytest.approx(worst["planted"], rel=0.5)


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
    made = Scenarios(inputs.read_system(path, base="worktree"), simulations=2_000, planted=1, seed=1)
    rows = [row for row, _ in zip(made.rows(), range(4), strict=False)]
    assert [row.kind for row in rows] == ["identical", "harmless", "harmless", "harmless"]
    assert rows[0].red.count == 0
    assert all(row.red.value <= 0.013 for row in rows[1:])
