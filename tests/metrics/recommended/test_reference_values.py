"""Worked numbers, and those that other tools found on real recommendations."""

import json

import pytest

from gate import config, metrics, scoring
from gate.catalogue import Catalogue, Popularity
from gate.inputs.catalogues import with_catalogue
from gate.lineup import build_sample
from gate.readers import read_golden, read_run
from gate.samples.recommended import RecommendedSample
from gate.source import FileSource

MOVIES = """\
version: 1
name: movies
task: recommendation
golden_set: qrels.trec
catalogue:
  interactions: {path: train.csv.gz, fields: {user: userId, item: movieId}}
metrics:
  coverage@10: {}
  coverage@20: {}
"""


@pytest.fixture(scope="module")
def movies(shared):
    """610 users with what they liked, the catalogue of what was ever rated, and what others found on it."""
    folder = shared("data", "recsys", "movielens-small")
    asked = config.parse(MOVIES, shown="movies.yaml", folder=folder)
    users = with_catalogue(asked, read_golden(asked.golden_source, asked.task))
    return folder, asked, users, json.loads((folder / "expected.json").read_text("utf-8"))


def value(sample, name, k):
    """Return one metric of a sample."""
    metric = metrics.find(name, "recommendation")
    return scoring.score(sample, metric, metric.resolve(f"{name}@{k}", k=None)).value


def shop(lists):
    """A catalogue of 1,000 whose popularity is taken from the lists of five themselves."""
    items = tuple(f"i{i:03}" for i in range(1000))
    shown = [[items[i] for i in each] for each in lists]
    counts = {item: sum(item in each for each in shown) / (5 * len(lists)) for item in items}
    known = Catalogue(items, Popularity(counts, 5 * len(lists), "interactions"))
    return RecommendedSample.of_lists(*shown, catalogue=known)


def test_everybody_is_shown_the_same_five_of_a_thousand():
    """Nothing is more even among what is shown, and little more uneven over the catalogue."""
    sample = shop([range(5)] * 200)

    assert value(sample, "coverage", 5) == 0.005
    assert value(sample, "gini_shown", 5) == 0.0
    assert value(sample, "personalisation", 5) == 0.0
    assert value(sample, "gini_catalogue", 5) == 0.995
    assert value(sample, "novelty", 5) == pytest.approx(2.321928094887362, abs=1e-12)
    assert value(sample, "exposure_entropy", 5) == pytest.approx(2.321928094887362, abs=1e-12)


def test_every_user_is_shown_another_five_of_a_thousand():
    """The same shop with lists that move on by seven: nearly all of it is shown, nearly evenly."""
    sample = shop([[(7 * u + i) % 1000 for i in range(5)] for u in range(200)])

    assert value(sample, "coverage", 5) == 0.772
    assert value(sample, "gini_shown", 5) == pytest.approx(0.16066321243523315, abs=1e-12)
    assert value(sample, "novelty", 5) == pytest.approx(9.509784284662102, abs=1e-12)
    assert value(sample, "exposure_entropy", 5) == pytest.approx(9.509784284662102, abs=1e-12)


@pytest.mark.parametrize("name", ["popularity", "item-knn", "svd", "random"])
def test_agrees_with_the_reference_on_real_recommendations(name, movies):
    """Coverage, novelty, both Gini coefficients and the entropy of 610 users, to 1e-9."""
    folder, asked, users, expected = movies
    # The reference counts its own lists; the scores of the TREC files put equal ones in our order.
    fields = {"id": "user", "ranked": "items"}
    listed = FileSource(folder / "recommendations" / f"{name}.jsonl.gz", name, "jsonl", fields)
    sample = build_sample(asked, users, read_run(listed, asked.task), None)

    for k in (10, 20):
        wanted = expected["beyond_accuracy"]["values"][name][f"@{k}"]
        assert len(users.catalogue) == wanted["catalog_items"]
        exposure = sample.shown.exposure(k, sample.weight)
        assert int(exposure.statistics()["shown"][0]) == wanted["distinct_items_recommended"]
        assert sample.n == wanted["users"]
        overlap = 1 - value(sample, "personalisation", k)
        assert overlap == pytest.approx(wanted["mean_pairwise_list_overlap"], abs=1e-9)
        for ours, theirs in {
            "coverage": "catalog_coverage",
            "novelty": "novelty_mean_self_information_bits",
            "gini_catalogue": "gini_over_whole_catalog",
            "gini_shown": "gini_over_recommended_items_only",
            "exposure_entropy": "entropy_bits",
            "personalisation": "personalization_1_minus_overlap",
        }.items():
            assert value(sample, ours, k) == pytest.approx(wanted[theirs], abs=1e-9), (ours, k)
        again = expected["beyond_accuracy"]["values"][name]["rectools"][f"@{k}"]
        assert value(sample, "coverage", k) == pytest.approx(again["catalog_coverage"], abs=1e-9)
        novelty = again["novelty_mean_self_information_bits"]
        assert value(sample, "novelty", k) == pytest.approx(novelty, abs=1e-9)

    scored = FileSource(folder / "runs" / f"{name}.trec.gz", name)
    sample = build_sample(asked, users, read_run(scored, asked.task), None)
    ranking = expected["runs"][name]["mean_over_qrels_queries"]
    found = expected["qrels"]["queries_with_a_relevant_document"]
    for ours, theirs in {
        "recall": "recall_10",
        "precision": "P_10",
        "ndcg": "ndcg_cut_10",
        "map": "map_cut_10",
        "mrr": "recip_rank_cut_10",
        "hit_rate": "success_10",
    }.items():
        # The reference counts a user without a relevant item as 0; we leave them out.
        assert value(sample, ours, 10) * found / 610 == pytest.approx(ranking[theirs], abs=1e-9), ours
