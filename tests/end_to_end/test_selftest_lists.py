"""`gate selftest` of recommenders: what is liked comes later, and all are shown the same."""

import numpy as np
import pytest

from tests.end_to_end import simulated
from tests.end_to_end.simulated import values

CONFIG = """\
version: 1
name: search
task: recommendation
golden_set: golden.jsonl
catalogue: {items: items.csv}
system: {run: run.jsonl}
k: 5
metrics:
  ndcg: {tolerance: 0.02}
  hit_rate: {tolerance: 0.05}
  coverage: {tolerance: 0.05}
interval: {resamples: 100}
"""
SHELF = CONFIG.replace("  ndcg: {tolerance: 0.02}\n  hit_rate: {tolerance: 0.05}\n", "")
ITEMS = [f"i{j:03d}" for j in range(60)]


def lists(project, n=70, config=CONFIG, **options):
    """Set up the simulations of a recommender; one user in ten liked nothing."""
    (project.top / "items.csv").write_text("\n".join(["item", *ITEMS]) + "\n", "utf-8")
    rng = np.random.default_rng(8)
    golden, run = [], []
    for i in range(n):
        liked = rng.choice(ITEMS, 3, replace=False).tolist()
        shown = rng.choice(ITEMS, 8, replace=False).tolist()
        if rng.random() < 0.8 and liked[0] not in shown:
            shown[int(rng.integers(0, 4))] = liked[0]
        golden.append({"id": f"q{i:03d}", "relevant": {} if i % 10 == 9 else dict.fromkeys(liked, 1)})
        run.append({"id": f"q{i:03d}", "ranked": shown})
    return simulated.scenarios(project, config, golden, run, **options)


def shelf(project, **options):
    """The same, gated by the catalogue alone."""
    return lists(project, config=SHELF, **options)


def test_counts_are_those_of_the_gate_itself(project):
    """Changes of lists end as `gate check` ends, for the metrics of rankings and those of the catalogue."""
    simulated.agrees_with_the_gate(lists(project), project)


def test_noise_has_no_side(project):
    """Neither side of a noisy recommender is better."""
    simulated.has_no_side(lists(project))


@pytest.mark.parametrize(("make", "place"), [(lists, 2), (shelf, 3)])
def test_planted_drops_have_their_size(make, place, project):
    """nDCG, and the share of the catalogue that anybody is shown, lose what was planted."""
    made = make(project)
    simulated.has_planted_size(made, made.sizes()[place], slack=0.1)


def test_a_mixture_is_the_sample_of_the_mixed_run(project):
    """Lists of versions put together are those of the mixed run, over the catalogue as well."""
    simulated.mixes_like_the_run(lists(project))


def test_the_gravest_fault_leaves_nothing(project):
    """Everybody is shown the same few items, and none that is liked."""
    made = lists(project)
    fatal = made.versions.sample(made._pharmacy.version(-1))
    assert values(fatal, made.bench.headline) == 0
    assert len(np.unique(fatal.lists.item)) < len(np.unique(made.versions.original.lists.item)) / 2


def test_what_the_command_says(project):
    """Identical answers never fail, harmless ones hardly ever, and large losses often."""
    lists(project)
    simulated.tells(project, few=True)
