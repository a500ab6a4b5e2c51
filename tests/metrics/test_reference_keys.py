"""Every key that reference programs gave for a data set is met by ours, or left out for a reason."""

import csv
import gzip
import json
import math
from dataclasses import replace
from fnmatch import fnmatchcase

import numpy as np
import pytest

from gate import metrics, readers
from gate.golden import GoldenItem, GoldenSet
from gate.run import Answer, Run
from gate.samples.categorical import CategoricalSample
from gate.samples.classwise import classes_of
from gate.samples.labelled import LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.samples.text import TextSample
from gate.scoring import score
from gate.source import FileSource
from tests.metrics.classwise.test_real_predictions import EMOTIONS, HPC
from tests.metrics.ranked.test_real_runs import spelt

WORDS = {
    "tool*": "which program computed the values",
    "conventions*": "what the values mean, in words",
    "*/conventions*": "what the values mean, in words",
    "*note": "a remark, in words",
    "note": "a remark, in words",
    "*mapping": "how the columns are read, in words",
    "labels": "the name of a file, which is read",
    "file": "the name of a file, which is read",
    "*/file": "the name of a file, which is read",
    "*warning": "a remark, in words",
    "references": "the name of a file, which is read",
    "*/signature": "how sacrebleu spells its settings",
}
"""Keys that hold no number of a metric, whatever the data set."""

BINARY = {
    "*pr_auc_trapezoid_NOT_average_precision": "given to be told apart: PR-AUC is average precision here",
    "comparisons/*/baseline": "which systems are compared",
    "comparisons/*/candidate": "which systems are compared",
    "comparisons/*/what": "a remark, in words",
    "comparisons/*/percentile_95ci/*": "one seeded bootstrap; the coverage of our intervals is tested",
    "comparisons/*/resamples": "a setting of that bootstrap",
    "comparisons/*/generator": "a setting of that bootstrap",
    "comparisons/*/p_exact_two_sided": "a two-sided test; a drop is one-sided here, and tested by sign flips",
}
ABOUT_RUNS = {
    "runs/*/float32_sensitive": "about the reference program, which keeps 32 bits",
    "runs/*/trec_eval_check/*": "how the reference was checked against another program",
    "runs/*/tied_lines": "a fact of the file that no report tells; order of ties is tested with the readers",
    "runs/*/queries_where_rank_column_contradicts_score": "ranks in files are not read",
    "runs/*/queries_not_sorted_by_score_in_file": "a fact of the file: scores decide, not lines",
    "runs/*/negative_scores": "a fact of the file: scores may have any sign",
    "beyond_accuracy/values/*/rectools/*": "another program's spelling of two of the values",
    "beyond_accuracy/values/*/mean_pairwise_list_overlap": "no metric of ours; Gini and entropy come near",
    "beyond_accuracy/values/*/personalization_1_minus_overlap": "1 less the same",
    "beyond_accuracy/*": "compared in recommended/test_reference_values.py, which needs the catalogue",
}


def load(path):
    """Read JSON, packed or not."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rt", encoding="utf-8") as file:
        return json.load(file)


def leaves(tree, path=""):
    """Yield ``path, value`` of everything that is no object or list; paths are parted by slashes."""
    if isinstance(tree, (dict, list)):
        for key, inside in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from leaves(inside, f"{path}/{key}" if path else str(key))
    else:
        yield path, tree


def agrees(expected, ours, excluded, *, tolerance=1e-9):
    """Compare every leaf of ``expected`` with ``ours`` by path, unless a pattern leaves it out."""
    wanted = dict(leaves(expected))
    left = {path for path in wanted if any(fnmatchcase(path, pattern) for pattern in excluded)}
    missing = wanted.keys() - left - ours.keys()
    assert not missing, sorted(missing)[:20]
    assert not ours.keys() - wanted.keys(), sorted(ours.keys() - wanted.keys())[:20]
    for path, value in ours.items():
        theirs = math.nan if wanted[path] is None else wanted[path]
        if isinstance(theirs, (str, bool)):
            assert value == theirs, path
            continue
        assert value == pytest.approx(theirs, abs=tolerance, rel=tolerance, nan_ok=True), path
    used = [pattern for pattern in excluded if any(fnmatchcase(path, pattern) for path in wanted)]
    assert all(reason for reason in excluded.values())
    return len(ours), used


def value(spelling, sample, task):
    """Return one metric of a sample."""
    metric = metrics.of(spelling, task)
    return score(sample, metric, metric.resolve(spelling, k=None), where={}).value


def table(path):
    """Return the rows of a CSV file."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


DECIDED = ("f1", "precision", "recall", "accuracy", "balanced_accuracy", "mcc", "specificity")
ORDERED = {"average_precision": "pr_auc", "roc_auc": "roc_auc", "best_f1_over_thresholds": "best_f1"}


def binary(rows, threshold=0.5):
    """Return the sample of rows with ``label`` and ``score``."""
    golden = GoldenSet({r["id"]: GoldenItem(r["id"], label=r["label"]) for r in rows})
    run = Run({r["id"]: Answer(r["id"], score=float(r["score"])) for r in rows})
    return LabelledSample.build(golden, run, positive="1", threshold=threshold, costs=None)


def of_binary(sample, wanted, at):
    """Yield our number for every key that is expected of a sample."""
    for name in ORDERED.keys() & wanted.keys():
        yield f"{at}/{name}", value(ORDERED[name], sample, "classification")
    for name in ("log_loss", "brier"):
        if name in wanted:
            yield f"{at}/{name}", value(name, sample, "classification")
    for name in DECIDED:
        yield f"{at}/at_0.5/{name}", value(name, sample, "classification")
    for i, name in enumerate(("tn", "fp", "fn", "tp")):
        yield f"{at}/at_0.5/confusion_tn_fp_fn_tp/{i}", float(sample.column(name).sum())
    yield f"{at}/n", sample.n
    yield f"{at}/positives", int(sample.positive.sum())
    yield f"{at}/prevalence", float(sample.positive.mean())
    for n in (50, 100):
        key = f"precision_at_top_{n}_rows"
        if key in wanted:
            yield f"{at}/{key}", _at_top(sample, n, wanted[key])


def _at_top(sample, n, wanted):
    """Return the precision of the threshold that flags ``n`` rows; of a tie there, any order."""
    cut = np.sort(sample.score)[::-1][:n][-1]
    above, tied = sample.score > cut, sample.score == cut
    room = n - int(above.sum())
    if int(tied.sum()) <= room:
        return value(
            "precision", replace(sample, flagged=above | tied, threshold=float(cut)), "classification"
        )
    sure, maybe = (int(sample.positive[some].sum()) for some in (above, tied))
    assert sure + max(0, room - (int(tied.sum()) - maybe)) <= wanted * n <= sure + min(room, maybe)
    return wanted


def rows_of(folder, expected, facts, system):
    """Return the rows of one system, with ``id``, ``label``, ``score`` and the slice fields."""
    if "labels" in expected:
        scores = {r["id"]: r["score"] for r in table(folder / facts["file"])}
        return [{**r, "score": scores[r["id"]]} for r in table(folder / expected["labels"])]
    rows = []
    for i, row in enumerate(table(folder / expected["file"])):
        if "truth" in row:
            rows.append({"id": str(i), "label": str(int(row["truth"] == "Class1")), "score": row["Class1"]})
        else:
            turned = system.endswith("1 - score")
            given = str(1 - float(row["score"])) if turned else row["score"]
            rows.append({**row, "id": row["entity_id"], "label": row["label_value"], "score": given})
    return rows


BINARY_SETS = (
    "breast-cancer",
    "credit-default-imbalanced",
    "lending-club-imbalanced",
    "two-class-example",
    "adult-income-slices",
)


@pytest.mark.parametrize("name", BINARY_SETS)
def test_binary_sets(shared, name):
    """Five binary sets: every system as a whole, on every slice, and who alone was right in a pair."""
    folder = shared("data", "classification", name)
    expected = load(folder / "expected.json")
    ours, right = {}, {}
    for system, facts in expected["systems"].items():
        rows = {row["id"]: row for row in rows_of(folder, expected, facts, system)}
        sample = binary(rows.values())
        ours |= of_binary(sample, facts, f"systems/{system}")
        right[system] = np.asarray(sample.flagged == sample.positive)
        for field, cells in facts.get("by_slice", {}).items():
            for cell, inside in cells.items():
                there = np.array([rows[name][field] == cell for name in sample.ids])
                at = f"systems/{system}/by_slice/{field}/{cell}"
                ours |= of_binary(sample.take(there), inside, at)
    for i, pair in enumerate(expected.get("comparisons", ())):
        old, new = right[pair["baseline"]], right[pair["candidate"]]
        for name in ("average_precision", "roc_auc"):
            before, after = (ours[f"systems/{pair[side]}/{name}"] for side in ("baseline", "candidate"))
            ours[f"comparisons/{i}/{name}/mean_difference"] = after - before
        at = f"comparisons/{i}/mcnemar_at_0.5"
        ours[f"{at}/only_baseline_right"] = int((old & ~new).sum())
        ours[f"{at}/only_candidate_right"] = int((new & ~old).sum())

    compared, _ = agrees(expected, ours, WORDS | BINARY)

    assert compared >= 15


@pytest.mark.parametrize("system", ["all_folds", "by_fold"])
def test_four_classes(shared, system):
    """A set of four classes: all of it, and each of its ten folds."""
    folder = shared("data", "classification", "hpc-cv-multiclass")
    expected = load(folder / "expected.json")
    rows = {f"{i:04}": row for i, row in enumerate(table(folder / expected["file"]))}
    names = ("VF", "F", "M", "L")
    golden = GoldenSet({i: GoldenItem(i, label=r["obs"]) for i, r in rows.items()})
    shares = {i: {c: float(r[c]) for c in names} for i, r in rows.items()}
    said = {i: Answer(i, predicted=r["pred"], probabilities=shares[i]) for i, r in rows.items()}
    sample = CategoricalSample.build(golden, Run(said), classes=classes_of((), golden, [Run(said)]))
    folds = np.array([rows[i]["Resample"] for i in sample.ids])
    ours = {f"classes/{i}": name for i, name in enumerate(expected["classes"]) if name in sample.classes}
    bare = {i: Answer(i, probabilities=shares[i]) for i in rows}
    likeliest = CategoricalSample.build(golden, Run(bare), classes=classes_of((), golden, [Run(bare)]))
    ours["pred_column_equals_argmax_rows"] = int((likeliest.choice == sample.choice).sum())
    parts = (
        {"systems/all_folds": sample}
        if system == "all_folds"
        else {f"by_fold/{fold}": sample.take(folds == fold) for fold in expected["by_fold"]}
    )
    for at, part in parts.items():
        top, inner = at.split("/")
        ours |= of_classes(part, expected[top][inner], at)

    left = {"by_fold/*": "compared in the other case"} if system == "all_folds" else {"systems/*": "the same"}

    assert agrees(expected, ours, WORDS | left)[0] > 30


def of_classes(sample, wanted, at):
    """Yield our number for every key that is expected of a sample of four classes."""
    yield f"{at}/n", len(sample.ids)
    for name, spelling in HPC.items():
        yield f"{at}/{name}", value(spelling, sample, "multiclass")
    for i, name in enumerate(wanted["classes"]):
        yield f"{at}/classes/{i}", name if name in sample.classes else ""
        yield f"{at}/f1_per_class/{name}", value(f"f1(class={name})", sample, "multiclass")
        yield f"{at}/average_precision_per_class/{name}", value(f"pr_auc(class={name})", sample, "multiclass")
        yield f"{at}/support/{name}", int(sample.counts[sample.place(name)])
        for k, other in enumerate(wanted["classes"]):
            cell = (sample.truth == sample.place(name)) & (sample.choice == sample.place(other))
            yield f"{at}/confusion_matrix_rows_true/{i}/{k}", int(cell.sum())


def test_six_labels(shared):
    """Songs with six labels, by three systems."""
    folder = shared("data", "classification", "emotions-multilabel")
    expected, ours = load(folder / "expected.json"), {}
    golden = readers.read_golden(FileSource(folder / "labels.csv", "labels.csv"), "multilabel")
    for system, facts in expected["systems"].items():
        run = readers.read_run(FileSource(folder / facts["file"], "run.csv"), "multilabel")
        known, _ = classes_of(facts["labels"], golden, [run])
        sample = MultilabelSample.build(golden, run, classes=known, threshold=0.5)
        at = f"systems/{system}"
        ours |= {f"{at}/{name}": value(spelling, sample, "multilabel") for name, spelling in EMOTIONS.items()}
        ours[f"{at}/n"] = sample.n
        ours[f"{at}/rows_without_any_label"] = int((~sample.truths.any(axis=1)).sum())
        ours[f"{at}/rows_without_any_prediction_at_0.5"] = int((~sample.chosen.any(axis=1)).sum())
        for i, label in enumerate(sample.classes):
            ours[f"{at}/labels/{i}"] = label
            ours[f"{at}/label_counts/{i}"] = int(sample.truths[:, i].sum())
            ours[f"{at}/f1_per_label/{i}"] = value(f"f1(class={label})", sample, "multilabel")
            ours[f"{at}/average_precision_per_label/{i}"] = value(
                f"pr_auc(class={label})", sample, "multilabel"
            )

    assert agrees(expected, ours, WORDS)[0] > 150


def test_stages_of_a_retrieval_pipeline(shared):
    """Four stages with repeated ids: 25 means each, and what their producer wrote beside every list."""
    arrow = pytest.importorskip("pyarrow.parquet")
    folder = shared("data", "rag", "autorag-sample")
    expected, ours = load(folder / "expected.json"), {}
    for system, facts in expected["systems"].items():
        lines = [json.loads(line) for line in (folder / facts["file"]).read_text("utf-8").splitlines()]
        right = {r["qid"]: {d: 1.0 for some in r["relevant_ids"] for d in some} for r in lines}
        golden = GoldenSet({i: GoldenItem(i, relevant=found) for i, found in right.items()})
        fields = {"ranked": "retrieved_ids", "id": "qid"}
        run = readers.read_run(FileSource(folder / facts["file"], "run.jsonl", fields=fields), "retrieval")
        sample = RankedSample.build(golden, run, relevant_grade=1)
        at = f"systems/{system}"
        ours |= {f"{at}/mean/{name}": value(spelt(name), sample, "retrieval") for name in facts["mean"]}
        beside = arrow.read_table((folder / facts["file"]).with_suffix(".parquet")).to_pylist()
        for name in ("retrieval_f1", "retrieval_recall", "retrieval_precision"):
            numbers = {r["qid"]: row[name] for r, row in zip(lines, beside, strict=True)}
            with_them = Run({i: replace(a, numbers={name: numbers[i]}) for i, a in run.answers.items()})
            sample = RankedSample.build(golden, with_them, relevant_grade=1)
            mean = value(f"mean({name}, better=higher)", sample, "retrieval")
            ours[f"{at}/producer_columns/mean_{name}"] = mean
        repeated = [r for r in lines if len(set(r["retrieved_ids"])) < len(r["retrieved_ids"])]
        ours[f"{at}/producer_columns/queries_with_duplicate_ids_in_the_list"] = len(repeated)
        told = [notice for notice in run.notices if notice.code == "repeated_document"]
        assert bool(told) == bool(repeated)

    assert agrees(expected, ours, WORDS)[0] == 4 * 29


def test_recommendations(shared):
    """Four recommenders on 610 users: every mean in both ways of averaging, every value of every user."""
    folder = shared("data", "recsys", "movielens-small")
    expected, ours = load(folder / "expected.json"), {}
    golden = readers.read_golden(FileSource(folder / "qrels.trec", "qrels.trec", "trec"), "retrieval")
    judged = {item.id: item.relevant for item in golden}
    grades = [int(grade) for found in judged.values() for grade in found.values()]
    liked = [name for name, found in judged.items() if any(grade >= 1 for grade in found.values())]
    ours |= {"qrels/file": "qrels.trec", "qrels/queries": len(golden), "qrels/judgments": len(grades)}
    ours |= {f"qrels/grades/{grade}": grades.count(grade) for grade in (0, 1)}
    ours["qrels/queries_with_a_relevant_document"] = len(liked)
    each = load(folder / "per_query.json.gz")
    for name, facts in expected["runs"].items():
        at = f"runs/{name}"
        run = readers.read_run(FileSource(folder / facts["file"], "run.trec.gz"), "retrieval")
        sample = RankedSample.build(golden, run, relevant_grade=1)
        lengths = {i: len(a.ranking.documents) for i, a in run.answers.items()}
        ours[f"{at}/queries"], ours[f"{at}/lines"] = len(run), sum(lengths.values())
        ours[f"{at}/run_queries_not_in_qrels"] = len(sample.accounting.extra)
        ours[f"{at}/duplicate_lines"] = sum(n.code == "repeated_document" for n in run.notices)
        ours[f"{at}/totals/num_ret"] = sum(lengths[i] for i in judged)
        ours[f"{at}/totals/num_rel"] = grades.count(1)
        found = int((np.isfinite(sample.rank) & (sample.grade >= 1)).sum())
        ours[f"{at}/totals/num_rel_ret"] = found
        ours[f"{at}/judged_fraction_at_10"] = _judged(judged, run)
        for measure in facts["mean_over_qrels_queries"]:
            metric = metrics.of(spelt(measure), "retrieval")
            known = score(sample, metric, metric.resolve(spelt(measure), k=None), where={})
            # A user without anything to find is left out of ours and counts 0 in theirs.
            mean = math.fsum(known.parts[known.rows]) / len(golden)
            ours[f"{at}/mean_over_qrels_queries/{measure}"] = mean
            ours[f"{at}/mean_over_returned_queries/{measure}"] = mean  # every user was answered
            if measure not in each[name][liked[0]]:
                continue
            by_user = dict(zip(sample.ids, known.parts.tolist(), strict=True))
            theirs = {user: each[name][user][measure] for user in liked}
            assert {user: by_user[user] for user in liked} == pytest.approx(theirs, abs=1e-12), measure
    asked = {key for values in each["svd"].values() for key in values}
    assert asked - expected["runs"]["svd"]["mean_over_qrels_queries"].keys() <= {
        "num_ret", "num_rel", "num_rel_ret", "num_q"
    }  # fmt: skip

    assert agrees(expected, ours, WORDS | ABOUT_RUNS)[0] > 200


def _judged(judged, run):
    """Return the mean share of judged documents among the best ten of all queries."""
    tops = {i: a.ranking.ordered(10) for i, a in run.answers.items()}
    return math.fsum(sum(d in judged[i] for d in tops[i]) / 10 for i in judged) / len(judged)


TEXT = {"sentence_bleu": "sentence_bleu", "sentence_chrf": "sentence_chrf"}
for _name in ("rouge1", "rouge2", "rougeL"):
    TEXT[f"{_name}_f"] = f"{_name}(tokenize=rouge_score)"
    TEXT[f"{_name}_f_stem"] = f"{_name}(tokenize=rouge_score, stemmer=porter)"
TRANSLATED = {
    "paired_bootstrap/*/what": "a remark, in words",
    "paired_bootstrap/*/resamples": "a setting of that bootstrap",
    "paired_bootstrap/*/seed": "a setting of that bootstrap",
    "paired_bootstrap/*/mean": "of the resamples of one seed",
    "paired_bootstrap/*/ci": "of the resamples of one seed; gains have t intervals, tested by coverage",
    "paired_bootstrap/*/p_value": "of the resamples of one seed; a drop is tested by sign flips",
}
SYSTEMS = ("LMU-nmt-single", "LMU-nmt-reranked", "uedin-nmt", "PROMT-Rule-based", "SYSTRAN")


@pytest.mark.parametrize(
    "systems",
    [pytest.param(SYSTEMS[:1], id="one system"), pytest.param(SYSTEMS, id="all", marks=pytest.mark.slow)],
)
def test_translations(shared, systems):
    """Counts, scores and every sentence of translations, as sacrebleu and rouge-score have them."""
    folder = shared("data", "generation", "wmt17-en-de")
    expected, ours = load(folder / "expected.json"), {}
    segments = load(folder / "per_segment.json.gz")
    references = (folder / "reference.de.txt").read_text("utf-8").rstrip("\n").split("\n")
    for system in systems:
        facts, at = expected["systems"][system], f"systems/{system}"
        answers = (folder / facts["file"]).read_text("utf-8").rstrip("\n").split("\n")
        sample = TextSample.of(*zip(answers, references, strict=True))
        ours |= of_translation(sample, facts, at)
        for name, spelling in TEXT.items():
            metric = metrics.of(spelling, "generation")
            parts = score(sample, metric, metric.resolve(spelling, k=None), where={}).parts
            assert parts == pytest.approx([s[name] for s in segments[system]], abs=1e-9), name
    ours["segments"] = len(references)
    for i, pair in enumerate(expected["paired_bootstrap"]):
        for k, side in enumerate(("baseline", "candidate")):
            ours[f"paired_bootstrap/{i}/{side}"] = pair[side] if pair[side] in SYSTEMS else ""
            for name, metric in (("BLEU", "bleu"), ("chrF2", "chrf")):
                if pair[side] in systems:
                    known = ours[f"systems/{pair[side]}/{metric}/score"]
                    ours[f"paired_bootstrap/{i}/{name}/{k}/score"] = known
    left = {f"systems/{name}/*": "compared in the slow case" for name in SYSTEMS if name not in systems}
    if left:
        left["paired_bootstrap/*/score"] = "compared in the slow case"
        ours = {
            path: found
            for path, found in ours.items()
            if not path.startswith("paired") or "/score" not in path
        }

    assert agrees(expected, ours, WORDS | TRANSLATED | left)[0] > 40


def of_translation(sample, facts, at):
    """Yield our number for every key that is expected of a system's translations."""
    bleu = metrics.of("bleu", "generation")
    counted = score(sample, bleu, bleu.resolve("bleu", k=None), where={})
    said, known, *runs = counted.columns.sum(axis=0).tolist()
    right, every = runs[:4], runs[4:]
    yield f"{at}/bleu/score", counted.value
    yield f"{at}/bleu/sys_len", said
    yield f"{at}/bleu/ref_len", known
    yield f"{at}/bleu/bp", min(1.0, math.exp(1 - known / said))
    for i in range(4):
        yield f"{at}/bleu/counts/{i}", right[i]
        yield f"{at}/bleu/totals/{i}", every[i]
        yield f"{at}/bleu/precisions/{i}", 100 * right[i] / every[i]
    for name, spelling in {
        "bleu_lowercase/score": "bleu(case=lower)",
        "chrf/score": "chrf",
        "chrf++/score": "chrf(word_order=2)",
        "ter/score": "ter",
        "mean_sentence_bleu_effective_order": "sentence_bleu",
        "exact_match": "exact_match(normalize=none)",
    }.items():
        yield f"{at}/{name}", value(spelling, sample, "generation")
    for theirs, stemmer in (("no_stemmer", "none"), ("stemmer", "porter")):
        yield from of_rouge(sample, facts["rouge"][theirs], f"{at}/rouge/{theirs}", stemmer)


def of_rouge(sample, names, at, stemmer):
    """Yield our ROUGE for every name and measure."""
    for name in names:
        for theirs, mine in (("precision", "precision"), ("recall", "recall"), ("fmeasure", "f1")):
            spelling = f"{name}(measure={mine}, tokenize=rouge_score, stemmer={stemmer})"
            yield f"{at}/{name}/{theirs}", value(spelling, sample, "generation")


def test_summaries(shared):
    """Four summaries, with and without the stemmer."""
    folder = shared("data", "generation", "rouge-pairs")
    expected, ours = load(folder / "expected.json"), {}
    for i, pair in enumerate(load(folder / "data.json")):
        sample = TextSample.of((pair["hyp"], pair["ref"]))
        for theirs, stemmer in (("no_stemmer", "none"), ("stemmer", "porter")):
            ours |= of_rouge(sample, expected["pairs"][i][theirs], f"pairs/{i}/{theirs}", stemmer)

    assert agrees(expected, ours, WORDS)[0] >= 4 * 18


def test_answers_of_a_rag(shared):
    """Answers of eight systems and of both retrievers: the means, and each answer."""
    folder = shared("data", "rag", "rag-answers-two-systems")
    expected, ours = load(folder / "expected.json"), {}
    each = load(folder / "per_answer.json.gz")
    rows = [json.loads(line) for line in (folder / "answers.jsonl").read_text("utf-8").split("\n") if line]
    sample = TextSample.of(*((row["answer"], row["ground_truth"]) for row in rows))
    assert [row["id"] for row in rows] == list(each)
    ours |= {f"systems/{name}/answers": 0 for name in expected["systems"]}
    for name, spelling in TEXT.items():
        metric = metrics.of(spelling, "generation")
        parts = score(sample, metric, metric.resolve(spelling, k=None), where={}).parts.tolist()
        assert parts == pytest.approx([each[row["id"]][name] for row in rows], abs=1e-9), name
        for system in expected["systems"]:
            mine = [
                p
                for p, r in zip(parts, rows, strict=True)
                if system in {r["system"], f"retriever:{r['retriever']}"}
            ]
            ours[f"systems/{system}/{name}"] = math.fsum(mine) / len(mine)
            ours[f"systems/{system}/answers"] = len(mine)
    assert {key for values in each.values() for key in values} == TEXT.keys()

    assert agrees(expected, ours, WORDS)[0] >= 10 * 9


def test_no_set_is_left_out(shared):
    """Every expected.json of these families is one that a test here walks, or a judge's."""
    walked = {
        *("classification/" + name for name in (*BINARY_SETS, "hpc-cv-multiclass", "emotions-multilabel")),
        *("generation/wmt17-en-de", "generation/rouge-pairs", "recsys/movielens-small"),
        *("rag/autorag-sample", "rag/rag-answers-two-systems"),
        "rag/ragas-annotated",  # people against a judge: metrics/rated/test_agreement.py
    }
    root = shared("data")
    there = {
        path.parent.relative_to(root).as_posix()
        for family in ("classification", "generation", "rag", "recsys")
        for path in (root / family).rglob("expected.json")
    }

    assert there == walked
