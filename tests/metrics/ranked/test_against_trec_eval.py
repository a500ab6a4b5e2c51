"""Retrieval metrics against trec_eval, through its Python binding, on random runs with ties."""

import numpy as np
import pytest

from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Ranking, Run
from gate.samples.ranked import RankedSample

pytrec_eval = pytest.importorskip("pytrec_eval", reason="the reference program's binding is not installed")

DEPTHS = (1, 3, 5, 10, 20, 100)
CUT = {
    "P": "precision", "recall": "recall", "success": "hit_rate", "ndcg_cut": "ndcg", "map_cut": "map",
    "relative_P": "capped_recall",
}  # fmt: skip
UNCUT = {
    "map": "map", "ndcg": "ndcg@all", "recip_rank": "mrr", "Rprec": "r_precision", "bpref": "bpref",
    "set_P": "precision@all", "set_recall": "recall@all",
}  # fmt: skip


def _random_run(seed, *, decimals, grades):
    """Make 60 queries of unequal depth; fewer decimals make more ties."""
    rng = np.random.Generator(np.random.Philox(seed))
    qrels, run = {}, {}
    for q in range(60):
        documents = [f"d{i}" for i in rng.permutation(150)]
        depth = int(rng.integers(1, 121))
        scores = np.round(rng.normal(size=depth), decimals).tolist()
        run[f"q{q}"] = dict(zip(documents[:depth], scores, strict=True))
        judged = rng.choice(documents, int(rng.integers(2, 41)), replace=False).tolist()
        qrels[f"q{q}"] = {d: int(g) for d, g in zip(judged, rng.choice(grades, len(judged)), strict=True)}
        qrels[f"q{q}"][judged[0]] = max(grades)
    return qrels, run


def _rank_preserving(scores):
    """Replace scores by whole numbers in the same order and with the same ties.

    The binding keeps 32-bit scores, in which numbers that differ may collide.
    """
    level = {s: float(i) for i, s in enumerate(sorted(set(scores.values())))}
    return {d: level[s] for d, s in scores.items()}


@pytest.mark.parametrize("relevant_grade", [1, 2])
@pytest.mark.parametrize("grades", [(0, 1, 2, 3), (-2, -1, 0, 1, 2)], ids=["graded", "negative grades"])
@pytest.mark.parametrize("decimals", [0, 1, 12], ids=["many ties", "some ties", "no ties"])
def test_every_value_of_every_query_is_trec_evals(per_query, decimals, grades, relevant_grade):
    """All measures at all depths agree to 1e-12, ties, negative grades and relevance level included."""
    qrels, run = _random_run(17 + decimals, decimals=decimals, grades=grades)
    golden = GoldenSet({q: GoldenItem(q, relevant=g) for q, g in qrels.items()})
    ours = Run({q: Answer(q, Ranking(tuple(s), tuple(s.values()))) for q, s in run.items()})
    sample = RankedSample.build(golden, ours, relevant_grade=relevant_grade)
    asked = set(UNCUT) | {f"{measure}.{','.join(map(str, DEPTHS))}" for measure in CUT}
    evaluator = pytrec_eval.RelevanceEvaluator(qrels, asked, relevance_level=relevant_grade)

    theirs = evaluator.evaluate({q: _rank_preserving(s) for q, s in run.items()})

    assert len(sample.ids) == 60
    names = UNCUT | {f"{m}_{k}": f"{text}@{k}" for m, text in CUT.items() for k in DEPTHS}
    for measure, text in names.items():
        expected = [theirs[q][measure] for q in sample.ids]
        np.testing.assert_allclose(per_query(text, sample), expected, rtol=0, atol=1e-12, err_msg=text)
