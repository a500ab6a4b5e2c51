"""Retrieval metrics on real runs, against the recorded output of reference programs."""

import gzip
import json
import math

import pytest

from gate import readers
from gate.errors import QuestionError
from gate.samples.ranked import RankedSample
from gate.source import FileSource

WITH_VARIANTS = ("cranfield", "robust03", "trec-covid-round1")
COLLECTIONS = ("trec-eval-selftest", *WITH_VARIANTS, "movielens-small")
FAMILIES = {"movielens-small": "recsys"}
MEASURES = {
    "ndcg_cut": "ndcg", "P": "precision", "recall": "recall", "map_cut": "map", "success": "hit_rate",
    "recip_rank_cut": "mrr",
}  # fmt: skip
UNCUT = {"ndcg": "ndcg@all", "map": "map", "recip_rank": "mrr", "Rprec": "r_precision", "bpref": "bpref"}


def spelt(measure):
    """Translate trec_eval's name of a measure."""
    if measure in UNCUT:
        return UNCUT[measure]
    name, _, k = measure.rpartition("_")
    return f"{MEASURES[name]}@{k}"


def trec(path):
    """Point at a TREC file."""
    return FileSource(path, path.name, format="trec")


def load(path):
    """Read JSON, packed or not."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def sample_of(judgements, answers):
    """Return the sample of two files, and the number of judged queries."""
    golden = readers.read_golden(judgements, "retrieval")
    run = readers.read_run(answers, "retrieval")
    return RankedSample.build(golden, run, relevant_grade=1), len(golden)


@pytest.fixture(scope="module")
def collection(shared):
    """Give a function from a collection's name to its golden set, runs and recorded values."""
    known = {}

    def read(name):
        if name not in known:
            folder = shared("data", FAMILIES.get(name, "retrieval"), name)
            expected = load(folder / "expected.json")
            golden = readers.read_golden(trec(folder / expected["qrels"]["file"]), "retrieval")
            runs = {
                run: readers.read_run(trec(folder / facts["file"]), "retrieval")
                for run, facts in expected["runs"].items()
            }
            known[name] = folder, golden, runs, expected
        return known[name]

    return read


@pytest.mark.parametrize("name", COLLECTIONS)
def test_every_query_of_every_run(per_query, collection, name):
    """Each recorded value of each query, tens of thousands of them, is met to 1e-12."""
    folder, golden, runs, _ = collection(name)
    for run, expected in load(folder / "per_query.json.gz").items():
        sample = RankedSample.build(golden, runs[run], relevant_grade=1)
        measures = [m for m in next(iter(expected.values())) if not m.startswith("num_")]
        for measure in measures:
            values = dict(zip(sample.ids, per_query(spelt(measure), sample), strict=True))
            wanted = {q: expected[q][measure] for q in sample.ids}
            assert values == pytest.approx(wanted, abs=1e-12, rel=0), (run, measure)


@pytest.mark.parametrize("name", COLLECTIONS)
def test_means_of_every_run(per_query, collection, name):
    """Means over all judged queries, one that was not answered counting 0, are the recorded ones."""
    _, golden, runs, expected = collection(name)
    for run, facts in expected["runs"].items():
        sample = RankedSample.build(golden, runs[run], relevant_grade=1)
        assert len(sample.ids) == expected["qrels"]["queries_with_a_relevant_document"]
        assert list(sample.accounting.missing) == sorted(facts["qrels_queries_missing_from_run"])
        for measure, value in facts["mean_over_qrels_queries"].items():
            mean = math.fsum(per_query(spelt(measure), sample)) / len(golden)
            assert mean == pytest.approx(value, abs=1e-12, rel=0), (run, measure)
        answered = len(golden) - len(facts["qrels_queries_missing_from_run"])
        for measure, value in facts["mean_over_returned_queries"].items():
            mean = math.fsum(per_query(spelt(measure), sample)) / answered
            assert mean == pytest.approx(value, abs=1e-12, rel=0), (run, measure)
        published = facts.get("published", {})  # four decimals, by the organisers of the track
        for measure in published.keys() - {"source", "runtype"}:
            mean = math.fsum(per_query(spelt(measure), sample)) / len(golden)
            assert mean == pytest.approx(published[measure], abs=0.00005 + 1e-12, rel=0), (run, measure)


@pytest.mark.parametrize("name", COLLECTIONS)
def test_counts_of_every_run(collection, name):
    """Judgements, grades, queries and documents are as many as the reference program counted."""
    _, golden, runs, expected = collection(name)
    grades = [f"{grade:g}" for item in golden for grade in item.relevant.values()]
    assert len(golden) == expected["qrels"]["queries"]
    assert len(grades) == expected["qrels"]["judgments"]
    assert {grade: grades.count(grade) for grade in set(grades)} == expected["qrels"]["grades"]
    for run, facts in expected["runs"].items():
        found = runs[run]
        assert len(found.answers) == facts["queries"]
        assert len(set(found.answers) - {item.id for item in golden}) == facts["run_queries_not_in_qrels"]
        lists = {name: answer.ranking.documents for name, answer in found.answers.items()}
        judged = {item.id: item.relevant for item in golden}
        assert sum(map(len, lists.values())) == facts["lines"] - facts["duplicate_lines"]
        ours = [name for name in lists if name in judged]
        assert sum(len(lists[name]) for name in ours) == facts["totals"]["num_ret"]
        relevant = [sum(judged[name].get(d, 0) >= 1 for d in lists[name]) for name in ours]
        assert sum(relevant) == facts["totals"]["num_rel_ret"]
        of_them = [sum(grade >= 1 for grade in grades.values()) for grades in judged.values()]
        assert sum(of_them) == facts["totals"]["num_rel"]
        # Over all judged queries, those with nothing relevant as well, which a metric leaves out.
        firsts = {name: found.answers[name].ranking.ordered(10) for name in ours}
        known = [sum(d in judged[name] for d in first) / len(first) for name, first in firsts.items()]
        assert sum(known) / len(ours) == pytest.approx(facts["judged_fraction_at_10"], abs=1e-9)


@pytest.mark.parametrize("name", WITH_VARIANTS)
def test_other_levels_of_relevance(per_query, collection, name):
    """With a higher least grade too; where the reference counts 0 for a query, ours is excluded."""
    folder, golden, runs, _ = collection(name)
    for level, expected in load(folder / "expected_variants.json")["relevance_level"].items():
        for run, measures in expected.items():
            sample = RankedSample.build(
                golden, runs[run], relevant_grade=int(level.removeprefix("grade >= "))
            )
            for measure, value in measures.items():
                mean = math.fsum(per_query(spelt(measure), sample)) / len(golden)
                assert mean == pytest.approx(value, abs=1e-12, rel=0), (run, level, measure)


@pytest.mark.parametrize("name", WITH_VARIANTS)
def test_exponential_gain(per_query, collection, name):
    """The 2^g - 1 variant of nDCG gives the recorded means."""
    folder, golden, runs, _ = collection(name)
    for run, measures in load(folder / "expected_variants.json")["ndcg_exponential_gain"]["runs"].items():
        sample = RankedSample.build(golden, runs[run], relevant_grade=1)
        for measure, value in measures.items():
            mean = math.fsum(per_query(f"{spelt(measure)}(gain=exponential)", sample)) / len(golden)
            assert mean == pytest.approx(value, abs=1e-12, rel=0), (run, measure)


def test_files_of_other_tools(per_query, shared):
    """Eight small pairs from the tests of other tools give trec_eval's means."""
    folder = shared("data", "formats")
    for name, pair in load(folder / "expected.json")["pairs"].items():
        sample, judged = sample_of(trec(folder / pair["qrels"]), trec(folder / pair["run"]))
        answered = judged - len(sample.accounting.missing)
        for over, queries in (("qrels", judged), ("returned", answered)):
            for measure, value in pair[f"mean_over_{over}_queries"].items():
                mean = math.fsum(per_query(spelt(measure), sample)) / queries
                assert mean == pytest.approx(value, abs=1e-12, rel=0), (name, measure)


def test_judgements_alone(shared):
    """Seven public files of judgements are read as their makers describe them."""
    folder = shared("data", "retrieval", "judgments-only")
    for name, facts in load(folder / "expected.json")["files"].items():
        golden = readers.read_golden(trec(folder / facts["file"]), "retrieval")
        grades = [f"{grade:g}" for item in golden for grade in item.relevant.values()]
        assert (len(golden), len(grades)) == (facts["queries"], facts["judgments"]), name
        assert {grade: grades.count(grade) for grade in set(grades)} == facts["grades"]
        best = [max(item.relevant.values()) for item in golden]
        for least in (1, 2):
            assert sum(grade >= least for grade in best) == facts[f"queries_with_grade_at_least_{least}"]
        relevant = [sum(grade >= 1 for grade in item.relevant.values()) for item in golden]
        mean = sum(relevant) / len(relevant)
        wanted = facts["relevant_per_query_min_mean_max"]
        assert [min(relevant), mean, max(relevant)] == pytest.approx(wanted, abs=1e-12)


REFUSED = {"22-conflicting-duplicate-judgment", "26-five-columns"}
"""Files for which a reader that guesses could give values, and ours asks for a correction."""


def test_defective_files_give_right_values_or_are_refused(per_query, shared):
    """Each defect is either repaired, and the values are the repaired file's, or is an error."""
    folder = shared("data", "nasty", "trec")
    for name, case in load(folder / "expected.json")["cases"].items():
        paths = trec(folder / name / "qrels.txt"), trec(folder / name / "run.txt")
        if case["parsed"] is None:
            continue
        if name in REFUSED:
            with pytest.raises(QuestionError):
                sample_of(*paths)
            continue
        sample, judged = sample_of(*paths)
        for measure, value in case["parsed"].items():
            mean = math.fsum(per_query(spelt(measure), sample)) / judged
            assert mean == pytest.approx(value, abs=1e-12, rel=0), (name, measure)


def test_relevance_level_two_as_trec_eval_prints_it(per_query, shared):
    """Measures of each query at ``-l2`` are those of the reference program's own test, to 4 digits."""
    folder = shared("data", "retrieval", "trec-eval-selftest")
    golden = readers.read_golden(trec(folder / "qrels.rel_level"), "retrieval")
    run = readers.read_run(trec(folder / "results.test"), "retrieval")
    sample = RankedSample.build(golden, run, relevant_grade=2)
    printed = {}
    for line in (folder / "expected-output" / "out.test.aql").read_text("utf-8").splitlines():
        measure, query, value = line.split()
        printed[measure, query] = value

    compared = 0
    for (measure, query), value in printed.items():
        name = measure.rpartition("_")[0]
        if query in sample.ids and (measure in UNCUT or (name in MEASURES and measure[-1].isdigit())):
            mine = per_query(spelt(measure), sample)[sample.ids.index(query)]
            assert f"{mine:.4f}" == value, (measure, query)
            compared += 1

    assert compared > 100
