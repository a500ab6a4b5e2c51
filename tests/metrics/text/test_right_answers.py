"""Text metrics on worked examples and on real texts whose values are known."""

import gzip
import json
import math

import numpy as np
import pytest

from gate import metrics, scoring
from gate.comparison import compare
from gate.golden import GoldenItem, GoldenSet
from gate.measuring.levels import Question, Sampling
from gate.run import Answer, Run
from gate.samples.text import TextSample

MEETING = "The meeting was moved to Friday because the manager is sick."
MEASURES = (("f1", "fmeasure"), ("precision", "precision"), ("recall", "recall"))
OF_EACH = {"sentence_bleu": "sentence_bleu", "sentence_chrf": "sentence_chrf"}
for _name in ("rouge1", "rouge2", "rougeL"):
    OF_EACH[f"{_name}_f"] = f"{_name}(measure=f1, tokenize=rouge_score, stemmer=none)"
    OF_EACH[f"{_name}_f_stem"] = f"{_name}(measure=f1, tokenize=rouge_score, stemmer=porter)"
"""What is recorded of every single answer, and how it is spelt here."""


def score(spelling, sample):
    """Score a sample as the gate does."""
    metric = metrics.of(spelling, "generation")
    return scoring.score(sample, metric, metric.resolve(spelling, k=None))


def value(spelling, *pairs):
    """Score pairs of answer and references."""
    return score(spelling, TextSample.of(*pairs)).value


def case(shared, name):
    """Return the pairs of one of the shared cases."""
    lines = shared("cases", name, "predictions.jsonl").read_text("utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return [(row["output"], row["reference"]) for row in rows]


@pytest.mark.parametrize(
    ("answer", "bleu", "rouge"),
    [
        ("Since the boss is ill, the team rescheduled the meeting for Friday.", 0.15851165692617156, 6 / 23),
        ("The meeting was moved to Monday because the manager is sick.", 0.733365826056299, 10 / 11),
        (MEETING, 1.0, 1.0),
    ],
)
def test_the_worked_examples(answer, bleu, rouge):
    """The add-one smoothed BLEU and ROUGE-L of the two rewordings of one sentence, and of itself."""
    assert value("bleu_add_one", (answer, MEETING)) == pytest.approx(bleu, abs=1e-12)
    assert value("rougeL", (answer, MEETING)) == pytest.approx(rouge, abs=1e-12)


def test_runs_count_only_as_often_as_the_reference_has_them():
    """Of "the the the the" one word in four is right, whichever metric counts it."""
    pair = ("the the the the", "the cat is here")
    assert value("rouge1(measure=precision)", pair) == 0.25
    assert value("rougeL", ("a b c d", "a c d e")) == 0.75


def test_references_are_read_item_by_item(shared):
    """Case 31: three answers with a reference each, not one answer with three."""
    assert value("bleu", *case(shared, "31-bleu-reference-shape")) == pytest.approx(43.0790, abs=5e-5)


def test_bleu_is_never_above_100(shared):
    """Case 32: an exact match is exactly 100."""
    pairs = case(shared, "32-bleu-over-hundred")
    assert [value(name, *pairs) for name in ("bleu", "sentence_bleu", "chrf")] == [100.0] * 3


def test_no_script_is_dropped(shared):
    """Case 33: equal texts in Hindi and Thai are equal; only the other package's own words say 0."""
    pairs = case(shared, "33-rouge-non-latin")
    names = ("rouge1", "rouge2", "rougeL", "rougeLsum", "token_f1", "exact_match", "bleu_add_one")
    sample = TextSample.of(*pairs)
    assert [score(name, sample).parts.tolist() for name in names] == [[1.0, 1.0]] * len(names)
    assert math.isnan(value("rougeL(tokenize=rouge_score)", *pairs))


def test_lines_make_a_summary(shared):
    """Case 34: swapped lines cost the whole text 3/7 and the summary nothing."""
    pairs = case(shared, "34-rouge-l-vs-lsum")
    assert value("rougeL", *pairs) == pytest.approx(0.571429, abs=5e-7)
    assert value("rougeLsum", *pairs) == 1.0


@pytest.mark.parametrize(
    "system",
    [
        "LMU-nmt-single",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("LMU-nmt-reranked", "uedin-nmt", "PROMT-Rule-based", "SYSTRAN")
        ),
    ],
)
def test_real_translations(shared, system):
    """520 German sentences of five systems: every number that sacrebleu and rouge-score give, to 1e-9."""
    folder = shared("data", "generation", "wmt17-en-de")
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["systems"][system]
    answers = (folder / expected["file"]).read_text("utf-8").rstrip("\n").split("\n")
    references = (folder / "reference.de.txt").read_text("utf-8").rstrip("\n").split("\n")
    sample = TextSample.of(*zip(answers, references, strict=True))
    known = {
        "bleu": expected["bleu"]["score"],
        "bleu(case=lower)": expected["bleu_lowercase"]["score"],
        "chrf": expected["chrf"]["score"],
        "chrf(word_order=2)": expected["chrf++"]["score"],
        "sentence_bleu": expected["mean_sentence_bleu_effective_order"],
        "exact_match(normalize=none)": expected["exact_match"],
    }
    if system != "LMU-nmt-single":  # counting edits takes a second a system
        known["ter"] = expected["ter"]["score"]
    for stemmer, theirs in (("none", "no_stemmer"), ("porter", "stemmer")):
        for name, values in expected["rouge"][theirs].items():
            for mine, other in MEASURES:
                spelling = f"{name}(measure={mine}, tokenize=rouge_score, stemmer={stemmer})"
                known[spelling] = values[other]

    scores = {name: score(name, sample) for name in known}
    assert {name: found.value for name, found in scores.items()} == pytest.approx(known, abs=1e-9)
    of_bleu(scores["bleu"], expected["bleu"])

    with gzip.open(folder / "per_segment.json.gz") as file:
        segments = json.load(file)[system]
    assert segments[0].keys() == OF_EACH.keys()
    for name, spelling in OF_EACH.items():
        parts = (scores.get(spelling) or score(spelling, sample)).parts
        assert parts == pytest.approx([s[name] for s in segments], abs=1e-9), name


def of_bleu(found, expected):
    """Compare what BLEU is a formula of: lengths, the penalty, right and all runs of 1 to 4 words."""
    said, nearest, *runs = found.columns.sum(axis=0).tolist()
    assert (int(said), int(nearest)) == (expected["sys_len"], expected["ref_len"])
    assert [*map(int, runs)] == [*expected["counts"], *expected["totals"]]
    assert min(1, math.exp(1 - nearest / said)) == pytest.approx(expected["bp"], abs=1e-9)
    shares = [100 * right / there for right, there in zip(runs[:4], runs[4:], strict=True)]
    assert shares == pytest.approx(expected["precisions"], abs=1e-9)


@pytest.mark.slow
def test_published_comparisons_of_translations(shared):
    """Both scores of four pairs, and how uncertain they and their differences are by 1,000 resamples."""
    folder = shared("data", "generation", "wmt17-en-de")
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    references = (folder / "reference.de.txt").read_text("utf-8").rstrip("\n").split("\n")
    samples = {}
    for system, facts in expected["systems"].items():
        answers = (folder / facts["file"]).read_text("utf-8").rstrip("\n").split("\n")
        samples[system] = TextSample.of(*zip(answers, references, strict=True))
    assert {sample.n for sample in samples.values()} == {expected["segments"]}
    fast = "LMU-nmt-single"  # whose edits no other test counts
    edits = expected["systems"][fast]["ter"]["score"]
    assert score("ter", samples[fast]).value == pytest.approx(edits, abs=1e-9)
    sampling = Sampling(confidence=0.95, resamples=1000, seed=1)
    for pair in expected["paired_bootstrap"]:
        sides = samples[pair["baseline"]], samples[pair["candidate"]]
        for ours, theirs in (("bleu", "BLEU"), ("chrf", "chrF2")):
            metric = metrics.of(ours, "generation")
            question = Question(metric, metric.resolve(ours, k=None), {})
            (found,) = compare(*sides, [question], sampling)
            for side, wanted in zip((found.baseline, found.candidate), pair[theirs], strict=True):
                assert side.level.value == pytest.approx(wanted["score"], abs=1e-9)
                # Half the width of theirs, from 1,000 resamples: three Monte-Carlo errors of it are 7 %.
                assert (side.level.high - side.level.low) / 2 == pytest.approx(wanted["ci"], rel=0.15)
                noise = 4 * wanted["ci"] / 1.96 / pair["resamples"] ** 0.5
                assert side.level.value == pytest.approx(wanted["mean"], abs=noise + 0.1)
            # Their p is of a difference this large in either direction, by resamples moved to 0.
            assert pair[theirs][0]["p_value"] is None  # a baseline is not tested against itself
            low, high, p = found.gain.low, found.gain.high, pair[theirs][1]["p_value"]
            assert (low > 0 or high < 0) == (p < 0.05) or 0.02 < p < 0.1, (pair["what"], ours)


def test_real_summaries(shared):
    """Four summaries with the values of rouge-score, with and without its stemmer."""
    folder = shared("data", "generation", "rouge-pairs")
    pairs = json.loads((folder / "data.json").read_text("utf-8"))
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["pairs"]
    for pair, known in zip(pairs, expected, strict=True):
        for stemmer, theirs in (("none", "no_stemmer"), ("porter", "stemmer")):
            for name, values in known[theirs].items():
                for mine, other in MEASURES:
                    spelling = f"{name}(measure={mine}, stemmer={stemmer}, tokenize=rouge_score)"
                    found = value(spelling, (pair["hyp"], pair["ref"]))
                    assert found == pytest.approx(values[other], abs=1e-9)


def test_real_answers_of_two_systems(shared):
    """112 questions that two of eight systems answered: each answer, and all means, to 1e-9."""
    folder = shared("data", "rag", "rag-answers-two-systems")
    rows = [json.loads(line) for line in (folder / "answers.jsonl").read_text("utf-8").split("\n") if line]
    expected = json.loads((folder / "expected.json").read_text("utf-8"))["systems"]
    with gzip.open(folder / "per_answer.json.gz") as file:
        each = json.load(file)
    assert [row["id"] for row in rows] == list(each)
    sample = TextSample.of(*((row["answer"], row["ground_truth"]) for row in rows))
    parts = {name: score(spelling, sample).parts for name, spelling in OF_EACH.items()}
    for name, values in parts.items():
        assert values == pytest.approx([each[row["id"]][name] for row in rows], abs=1e-9), name
    assert len(expected) > 1
    for system, known in expected.items():
        chosen = [system in {row["system"], f"retriever:{row['retriever']}"} for row in rows]
        assert sum(chosen) == known.pop("answers")
        assert {name: float(parts[name][chosen].mean()) for name in known} == pytest.approx(known, abs=1e-9)


def test_unanswered_items_never_help():
    """A missing answer costs in every metric, though it adds no wrong word."""
    answered = [("a small black cat sat on the red mat", "the black cat sat on the red mat")] * 3
    known = {name: metrics.find(name, "generation") for name in metrics.names("generation")}
    spelt = {name for name, m in known.items() if all(p.default is not None for p in m.parameters.values())}
    assert len(spelt) > 10
    for name in sorted(spelt - {"error_rate"}):
        better = -1 if known[name].better == "lower" else 1
        whole, lost = value(name, *answered), value(name, *answered[1:], (None, answered[0][1]))
        assert better * (whole - lost) > 0 or whole == lost == 0, name


def test_an_answer_without_a_word_is_an_answer():
    """It scores 0 like nothing at all, and is no missing one."""
    sample = TextSample.of(("", "the cat"), ("the cat", "the cat"))
    assert sample.answered.all()
    for name in ("rouge1", "rougeLsum", "sentence_chrf", "sentence_bleu", "bleu_add_one", "token_f1"):
        assert score(name, sample).parts[0] == 0


def test_rouge_of_no_words_is_undefined():
    """Nothing can be shared with "…", so the item is left out and not averaged as 0."""
    sample = TextSample.of(("yes", "…"), ("yes", "yes"))
    assert [score(name, sample).value for name in ("rouge1", "rougeL", "rougeLsum")] == [1.0] * 3
    assert score("rouge2", sample).n == 0


@pytest.mark.parametrize("spelling", ["bleu", "chrf(word_order=2)", "ter"])
def test_weights_stand_for_copies(spelling):
    """An item of weight 3 counts as three equal ones in metrics of all items together."""
    pairs = [("the cat sat on the mat", "a cat sat on a mat"), ("on a mat it was", "it was on a mat then")]
    items = {
        f"q{i}": GoldenItem(f"q{i}", references=(text,), weight=w)
        for i, (w, (_, text)) in enumerate(zip((3.0, 1.0), pairs, strict=True))
    }
    run = Run({f"q{i}": Answer(f"q{i}", text=text) for i, (text, _) in enumerate(pairs)})
    weighted = score(spelling, TextSample.build(GoldenSet(items), run)).value
    assert weighted == pytest.approx(value(spelling, pairs[0], pairs[0], *pairs), abs=1e-12)


def test_the_influence_of_an_item_is_what_leaving_it_out_does():
    """BLEU's influences sum to 0, and n - 1 of them is about what its value changes by without the item."""
    rng = np.random.default_rng(7)
    vocabulary = [f"w{i}" for i in range(12)]
    texts = [" ".join(rng.choice(vocabulary, 9)) for _ in range(60)]
    answers = [" ".join(w if rng.random() < 0.7 else "x" for w in text.split()) for text in texts]
    sample = TextSample.of(*zip(answers, texts, strict=True))
    whole = score("bleu", sample)
    assert math.fsum(whole.influence) == pytest.approx(0, abs=1e-9)
    for row in (0, 31, 59):
        rows = np.arange(60) != row
        without = score("bleu", sample.take(rows)).value
        assert 59 * (whole.value - without) == pytest.approx(whole.influence[row], abs=0.2)
