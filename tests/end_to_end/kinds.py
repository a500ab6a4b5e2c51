"""What a question of each task is made of: metrics, what is right, what is answered, keys and files."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

DOCUMENTS = ("d1", "d2", "d3", "D1", "001", "a b", "\u2028")
GRADES = (0, 1, 1, 2, 3, 0.5, -1)
SCORES = (*(0.0, 0.25, 0.5, 0.5, 0.75, 1.0) * 3, 1e300, -1e300, 5e-324, 1.5, "inf", "-inf", -0.0)
CLASSES = ("a", "b", "007")
TEXTS = (
    "the cat sat",
    "a dog",
    "A dog!",
    "",
    "Ünï 文字 是",
    "cat cat cat",
    "x" * 300,
    " ",
    "\u202eabc",
    "the",
)

EVERY = ("error_rate", "mean(margin, better=lower)", "p50(cost)", "p95(cost, better=higher)")
"""Metrics of every task."""


@dataclass(frozen=True)
class Kind:
    """One task.

    Attributes:
        metrics: Spellings that may be asked for; most of them fit most questions.
        golden: Makes what is right of one item, from a source of chance.
        answers: Makes, once a run, what makes the answer to one item.
        keys: Makes what a config of this task has beside those of every task.
        files: Makes the content of what lies beside golden set and run.
    """

    metrics: tuple[str, ...]
    golden: Callable[[Any], dict]
    answers: Callable[[Any], Callable[[], dict]]
    keys: Callable[[Any], dict] = lambda chance: {}
    files: Callable[[Any], dict[str, str]] = lambda chance: {}


def judged(chance):
    """Grades of a few documents, perhaps of none."""
    found = chance.sample(DOCUMENTS, chance.choice((1, 1, 2, 4, 0)))
    return {"relevant": {document: chance.choice(GRADES) for document in found}}


def rankings(chance):
    """Lists of documents, with scores or without."""
    scores = a_scale(chance)

    def answer():
        found = chance.sample(DOCUMENTS, chance.randrange(6))
        scored = chance.random() < 0.5
        return {"ranked": [[document, chance.choice(scores)] for document in found] if scored else found}

    return answer


def a_scale(chance):
    """The numbers that a run has for scores."""
    return chance.choice((SCORES, (0.25, 0.5, 0.75), (0, 1)))


def cut_offs(chance):
    """What rankings need to know."""
    return {"k": chance.choice((1, 5)), "relevant_grade": chance.choice((1, 1, 1, 0.5, 2))}


def two_classes(chance):
    """One of two labels."""
    return {"label": chance.choice(("bad", "good", "good"))}


def decisions(chance):
    """Scores, predicted classes or both."""
    kind, scores = chance.choice(("score", "score", "both", "predicted")), a_scale(chance)

    def answer():
        row = {}
        if kind != "predicted":
            row["score"] = chance.choice(scores)
        if kind != "score":
            row["predicted"] = chance.choice(("bad", "good"))
        return row

    return answer


def costs_and_threshold(chance):
    """What two classes need to know."""
    found = {"positive": chance.choice(("bad", "bad", "bad", "good"))}
    if chance.random() < 0.95:
        dear = chance.choice((*(10, 1e99, 0) * 20, 1e300))
        found["costs"] = {"false_negative": dear, "false_positive": 1}
    threshold = chance.choice((None, 0.5, 0.5, 0, 1e300, "cheapest", "from-baseline"))
    return found if threshold is None else found | {"threshold": threshold}


def a_class(chance):
    """One of several labels."""
    return {"label": chance.choice(CLASSES)}


def shares(chance, classes=CLASSES):
    """Probabilities that sum to 1 as often as not."""
    found = {name: chance.choice((0, 0.25, 0.5, 1, chance.random())) for name in classes}
    total = sum(found.values())
    return {n: p / total for n, p in found.items()} if total and chance.random() < 0.98 else found


def of_several(chance):
    """Predicted classes, probabilities or both, of classes that the golden set may not have."""
    kind = chance.choice(("predicted", "probabilities", "either", *("both",) * 5))
    classes = chance.choice((*(CLASSES,) * 6, (*CLASSES, "zz"), CLASSES[:2]))

    def answer():
        now = chance.choice(("predicted", "probabilities")) if kind == "either" else kind
        row = {}
        if now != "probabilities":
            row["predicted"] = chance.choice(classes)
        if now != "predicted":
            row["probabilities"] = shares(chance, classes)
        return row

    return answer


def prices(chance):
    """What several classes need to know."""
    found = {}
    if chance.random() < 0.9:
        found["costs"] = {t: {p: chance.choice((0, 1, 7)) for p in CLASSES if p != t} for t in CLASSES}
    if chance.random() < 0.7:
        found["classes"] = chance.sample(CLASSES, 3)
    return found | ({"k": 2} if chance.random() < 0.9 else {})


def labels(chance):
    """Any number of labels."""
    return {"labels": [name for name in CLASSES if chance.random() < 0.5]}


def sets_of_labels(chance):
    """Decided labels, scores of labels or both."""
    kind, scores = chance.choice(("labels", "scores", "both", "both", "both")), a_scale(chance)

    def answer():
        row = {}
        if kind != "scores":
            row["predicted"] = [name for name in CLASSES if chance.random() < 0.5]
        if kind != "labels":
            row["probabilities"] = {name: chance.choice(scores) for name in CLASSES}
        return row

    return answer


def least_score(chance):
    """What several labels need to know."""
    return {"threshold": chance.choice((0.5, 0, 1e300))} if chance.random() < 0.6 else {}


def references(chance):
    """One text that would be right, or several."""
    if chance.random() < 0.7:
        return {"reference": chance.choice(TEXTS)}
    return {"references": chance.choices(TEXTS, k=chance.randint(1, 3))}


def texts(chance):
    """What a system wrote."""
    return lambda: {"text": chance.choice(TEXTS)}


def opinions(chance):
    """What people said: a label, or each rater's own verdict; and by what a judge may be swayed."""
    verdicts = CLASSES[:2]
    if chance.random() < 0.6:
        row = {"label": chance.choice(verdicts)}
    else:
        row = {"ratings": {name: chance.choice(verdicts) for name in "xyz"[: chance.randint(1, 3)]}}
    if chance.random() < 0.8:
        row["length"] = chance.choice((1, 10, 10, 1000))
    if chance.random() < 0.8:
        row["producer"] = chance.choice(("m", "n"))
    return row


def verdicts(chance):
    """What a judge said, and perhaps said of the two answers in the other order."""
    turned = chance.random() < 0.7

    def answer():
        row = {"predicted": chance.choice((*CLASSES[:2] * 20, "zz"))}
        return row | ({"swapped": chance.choice(CLASSES[:2])} if turned and chance.random() < 0.8 else {})

    return answer


def a_judge(chance):
    """Which judge it is, and what its verdicts mean."""
    found = {"judge": {"model": "m", "rubric": "Is it right?"}}
    if chance.random() < 0.9:
        found["positive"] = "a"
    if chance.random() < 0.8:
        found["pair"] = ["a", "b"]
    if chance.random() < 0.8:
        found["classes"] = ["a", "b"]
    return found


def a_catalogue(chance):
    """What recommendations need to know."""
    files = {"items": "items.csv", "interactions": "past.csv", "similarity": "alike.csv"}
    named = ["items", *(name for name in ("interactions", "similarity") if chance.random() < 0.9)]
    return cut_offs(chance) | {"catalogue": {name: files[name] for name in named}}


def shelves(chance):
    """A catalogue of most documents, what users did, and how alike two items are."""
    items = [f'"{name}"' for name in DOCUMENTS if chance.random() < 0.95]
    past = [
        f"u{chance.randrange(9)},{chance.choice(items or ['d1'])}"
        for _ in range(chance.choice((40, 40, 40, 3, 0)))
    ]
    genres = chance.choice((("x", "y", "x y"), ("x",), ("", "x")))
    return {
        "items.csv": "\n".join(["item", *items]) + "\n",
        "past.csv": "\n".join(["user,item", *past]) + "\n",
        "alike.csv": "\n".join(["item,words", *(f"{i},{chance.choice(genres)}" for i in items)]) + "\n",
    }


RANKED = ("ndcg", "ndcg@10(gain=exponential)", "recall@2", "precision@3", "mrr", "map", "hit_rate@1", "bpref")
RANKED += ("judged@5", "dcg", "r_precision", "capped_recall@1")
LABELLED = ("accuracy", "f1", "precision", "recall", "fbeta(beta=2)", "fpr", "specificity", "mcc", "pr_auc")
LABELLED += ("roc_auc", "brier", "log_loss", "expected_cost", "cheapest_cost", "best_f1", "balanced_accuracy")
LABELLED += ("precision_at_recall(0.5)", "recall_at_precision(0.9)", "ece", "brier_resolution")
CLASSWISE = (
    "f1(class=a)",
    "precision(class=b)",
    "recall(class=007)",
    "roc_auc(class=a)",
    "pr_auc(class=b)",
)
CLASSWISE += tuple(
    f"{over}_{name}"
    for over in ("macro", "weighted")
    for name in ("f1", "precision", "recall", "roc_auc", "pr_auc")
)
CLASSWISE += ("micro_f1", "micro_precision", "micro_recall")
CATEGORICAL = ("accuracy", "balanced_accuracy", "mcc", "cohen_kappa", "cohen_kappa(weights=linear)", "brier")
CATEGORICAL += ("log_loss", "ece", "brier_reliability(bins=3)", "brier_uncertainty", "expected_cost")
CATEGORICAL += ("top_accuracy@2", "macro_roc_auc_ovo", "weighted_roc_auc_ovo")
MULTILABEL = ("jaccard", "macro_jaccard", "hamming_loss", "subset_accuracy", "samples_f1", "samples_recall")
MULTILABEL += ("samples_precision", "coverage_error", "label_ranking_loss", "label_ranking_average_precision")
MULTILABEL += ("micro_pr_auc", "micro_roc_auc")
TEXT = (
    "exact_match",
    "exact_match(normalize=none)",
    "token_f1",
    "rouge1",
    "rouge2(measure=recall)",
    "rougeL",
)
TEXT += (
    "rougeLsum(tokenize=rouge_score)",
    "bleu",
    "bleu(tokenize=char)",
    "chrf",
    "chrf(word_order=2)",
    "ter",
)
TEXT += ("sentence_bleu", "sentence_chrf", "bleu_add_one")
RATED = ("cohen_kappa", "cohen_kappa(weights=quadratic, missing=skip)", "krippendorff_alpha", "raw_agreement")
RATED += ("krippendorff_alpha(level=ordinal)", "krippendorff_alpha(raters=people)", "verdict_rate")
RATED += ("true_positive_rate", "true_negative_rate(missing=skip)", "position_flip_rate", "position_bias")
RATED += ("verbosity_bias", "self_preference", "spearman", "kendall(missing=skip)", "pearson(field=cost)")
RECOMMENDED = ("coverage@3", "gini_shown@2", "gini_catalogue@5", "exposure_entropy@3", "novelty@2")
RECOMMENDED += ("diversity@3", "popularity_bias@2", "personalisation@3", *RANKED)

KINDS = {
    "retrieval": Kind((*RANKED, *EVERY), judged, rankings, cut_offs),
    "classification": Kind((*LABELLED, *EVERY), two_classes, decisions, costs_and_threshold),
    "multiclass": Kind((*CATEGORICAL, *CLASSWISE, *EVERY), a_class, of_several, prices),
    "multilabel": Kind((*MULTILABEL, *CLASSWISE, *EVERY), labels, sets_of_labels, least_score),
    "generation": Kind((*TEXT, *EVERY), references, texts),
    "judge": Kind((*RATED, *EVERY), opinions, verdicts, a_judge),
    "recommendation": Kind((*RECOMMENDED, *EVERY), judged, rankings, a_catalogue, shelves),
}
"""Every task."""
