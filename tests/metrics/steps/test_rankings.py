"""Steps of rankings and of lists out of a catalogue, with their numbers filled in."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gate import metrics
from gate.catalogue import Catalogue, Popularity
from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Ranking, Run
from gate.samples.ranked import RankedSample
from gate.samples.recommended import RecommendedSample
from gate.similarity import OfVectors
from tests.metrics.steps.agreeing import agree, told_of, weighing

GRADES = st.dictionaries(st.sampled_from("abcdefgh"), st.integers(0, 3), min_size=1).filter(
    lambda grades: max(grades.values()) > 0
)
LISTS = st.lists(st.sampled_from("abcdefghxyz"), unique=True)
QUERIES = st.lists(st.tuples(LISTS, GRADES), min_size=1, max_size=6)


@settings(max_examples=25)
@given(queries=QUERIES)
def test_steps_of_rankings_end_in_the_metric(queries):
    """Every step of every query is right: with a cut-off, without one, and with either gain."""
    sample = RankedSample.of(*queries)
    for metric in told_of("retrieval"):
        agree(sample, metric, metric.name)
        if metric.cutoff == "from_k":
            agree(sample, metric, f"{metric.name}@all")
        if "gain" in metric.parameters:
            agree(sample, metric, f"{metric.name}(gain=exponential)")


@given(lists=st.lists(st.lists(st.sampled_from("abcdxy"), min_size=1, unique=True), min_size=1, max_size=5))
def test_steps_of_catalogues_end_in_the_metric(lists):
    """Every step of every list is right, where nobody used an item and where it is unknown, too."""
    known = Catalogue(tuple("abcd"), Popularity({"a": 0.5, "b": 0.25, "c": 0.125}, of=8, unit="users"))
    sample = RecommendedSample.of_lists(*lists, catalogue=known)
    for name in ("novelty", "popularity_bias"):
        agree(sample, metrics.find(name, "recommendation"), name)
        agree(sample, metrics.find(name, "recommendation"), f"{name}@all")


VECTORS = st.lists(st.integers(-3, 3), min_size=2, max_size=2).filter(any)


@given(
    vectors=st.dictionaries(st.sampled_from("abcd"), VECTORS, min_size=1),
    lists=st.lists(st.lists(st.sampled_from("abcdx"), min_size=1, unique=True), min_size=1, max_size=5),
)
def test_steps_of_diversity_end_in_the_metric(vectors, lists):
    """Every list's pairs are averaged, negative similarities among them, and unknown ones are left out."""
    similarity = OfVectors({name: tuple(map(float, vector)) for name, vector in vectors.items()})
    known = Catalogue(tuple("abcd"), similarity=similarity)
    sample = RecommendedSample.of_lists(*lists, catalogue=known)
    for spelling in ("diversity", "diversity@all"):
        agree(sample, metrics.find("diversity", "recommendation"), spelling)


@settings(max_examples=30)
@given(
    lists=st.lists(st.lists(st.sampled_from("abcdxy"), unique=True), min_size=1, max_size=5),
    weights=st.lists(st.sampled_from([1.0, 2.0]), min_size=5, max_size=5),
)
def test_steps_of_what_is_shown_end_in_the_metric(lists, weights):
    """What all users are shown together is told item by item and without each user, strangers left out."""
    sample = weighing(RecommendedSample.of_lists(*lists, catalogue="abcde"), weights)
    for name in ("coverage", "exposure_entropy", "gini_catalogue", "gini_shown", "personalisation"):
        agree(sample, metrics.find(name, "recommendation"), name)


@settings(max_examples=25)
@given(queries=QUERIES)
def test_users_are_told_as_queries_are(queries):
    """A ranking metric of a recommender has the steps that it has of a search."""
    golden = GoldenSet(
        {f"u{i}": GoldenItem(f"u{i}", relevant=grades) for i, (_, grades) in enumerate(queries)}
    )
    run = Run({f"u{i}": Answer(f"u{i}", Ranking(tuple(shown))) for i, (shown, _) in enumerate(queries)})
    sample = RecommendedSample.of_users(golden, run, relevant_grade=1)
    for metric in told_of("recommendation"):
        if metric.folder == "ranked":
            agree(sample, metric, metric.name)
