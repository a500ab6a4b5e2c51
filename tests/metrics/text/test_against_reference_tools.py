"""Text metrics beside sacrebleu and rouge-score, on random texts."""

import math
from functools import cache

import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer
from sacrebleu.metrics import BLEU, CHRF, TER

from gate import metrics, scoring
from gate.samples.bleu_words import bleu_words
from gate.samples.ngrams import bleu_counts
from gate.samples.text import TextSample

WORDS = st.sampled_from(
    ["the", "cat", "Cats", "sat", "on", "mat", "running", "a-b", "3.50", "1,000", "isn't", "&amp;", "x/y"]
)
MARKS = st.sampled_from(["", ".", ",", "!", "?", ")", '"', " -", ";"])
TEXTS = st.lists(st.tuples(WORDS, MARKS), max_size=12).map(lambda pairs: " ".join(a + b for a, b in pairs))
ANYTHING = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
# The scripts that tokenizers differ on, and the marks and digits between them.
SCRIPTS = st.lists(
    st.one_of(
        st.text("今日はいい天気ですね東京タワーカナ", min_size=1, max_size=6),
        st.text("오늘은날씨가좋네요서울", min_size=1, max_size=6),
        st.text("天气很好我们去公园吧𠀀〇", min_size=1, max_size=6),
        st.text("Привет «мир» — № 5", min_size=1, max_size=6),
        st.text("مرحبا، بالعالم؟ ٣٫٥", min_size=1, max_size=6),
        st.text("।॥मौसम₹१२,", min_size=1, max_size=6),
        st.text("、。「」！？，．％…–“”€+=<>½²", min_size=1, max_size=4),
        st.text("abcXYZ019.,-&' \t", min_size=1, max_size=6),
    ),
    max_size=8,
).map("".join)
PAIRS = st.lists(st.tuples(TEXTS, st.lists(TEXTS, min_size=2, max_size=2)), min_size=1, max_size=6)


def value(spelling, *pairs):
    """Score pairs of answer and references as the gate does."""
    metric = metrics.of(spelling, "generation")
    return scoring.score(TextSample.of(*pairs), metric, metric.resolve(spelling, k=None)).value


@cache
def theirs(name):
    """Return sacrebleu's tokenizer of a name."""
    return BLEU(tokenize=name).tokenizer


def streams(pairs):
    """Return answers and reference streams as sacrebleu wants them."""
    return [answer for answer, _ in pairs], [
        list(stream) for stream in zip(*(r for _, r in pairs), strict=True)
    ]


@settings(max_examples=80)
@given(text=st.one_of(TEXTS, ANYTHING))
def test_words_of_13a_are_those_of_sacrebleu(text):
    """Any text, in any script, is parted as mteval-v13a parts it."""
    assert list(bleu_words(text, "13a", "mixed")) == BLEU().tokenizer(text.rstrip()).split()


@settings(max_examples=150)
@given(text=st.one_of(TEXTS, ANYTHING, SCRIPTS))
def test_words_of_other_tokenizers_are_those_of_sacrebleu(text):
    """So it is for every script, for Chinese, for characters and for blanks."""
    for name in ("intl", "zh", "char", "none"):
        assert list(bleu_words(text, name, "mixed")) == theirs(name)(text.rstrip()).split(), name


def test_the_edges_of_what_stands_alone_in_chinese():
    """Every character of the first plane, and some of the next, stands alone where sacrebleu has it so."""
    every = [chr(code) for code in (*range(0x20, 0xD800), *range(0xE000, 0x10000), *range(0x1FF00, 0x20400))]
    parted = [c for c in every if not c.isspace() and theirs("zh")(f"a{c}a") != f"a{c}a"]
    assert [c for c in every if bleu_words(f"a{c}a", "zh", "mixed") == ("a", c, "a")] == parted
    assert 40_000 > len(parted) > 25_000


@settings(max_examples=25)
@given(pairs=PAIRS)
@pytest.mark.parametrize(
    ("spelling", "theirs"),
    [
        ("bleu", BLEU()),
        ("bleu(case=lower)", BLEU(lowercase=True)),
        ("bleu(tokenize=none)", BLEU(tokenize="none")),
        ("bleu(tokenize=intl)", BLEU(tokenize="intl")),
        ("bleu(tokenize=zh)", BLEU(tokenize="zh")),
        ("chrf", CHRF()),
        ("chrf(word_order=1)", CHRF(word_order=1)),
        ("chrf(word_order=2)", CHRF(word_order=2)),
        ("chrf(case=lower)", CHRF(lowercase=True)),
        ("ter", TER()),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_corpus_metrics_are_those_of_sacrebleu(spelling, theirs, pairs):
    """Two references an item, any text may be empty: the same to 1e-9, but undefined without words."""
    expected = theirs.corpus_score(*streams(pairs)).score

    mine = value(spelling, *pairs)

    if math.isnan(mine):
        assert expected == 0
        assert all("" in references for _, references in pairs)
    else:
        assert mine == pytest.approx(min(expected, 100.0) if spelling != "ter" else expected, abs=1e-9)


@settings(max_examples=40)
@given(answer=TEXTS, references=st.lists(TEXTS, min_size=1, max_size=3))
def test_sentence_metrics_are_those_of_sacrebleu(answer, references):
    """BLEU with effective order and chrF of one answer."""
    for spelling, theirs in (
        ("sentence_bleu", sacrebleu.sentence_bleu),
        ("sentence_chrf", sacrebleu.sentence_chrf),
    ):
        mine = value(spelling, (answer, references))
        if any(text.split() for text in references):
            assert mine == pytest.approx(min(100.0, theirs(answer, references).score), abs=1e-9)
        else:
            assert math.isnan(mine)


@settings(max_examples=40)
@given(answer=TEXTS, references=st.lists(TEXTS, min_size=1, max_size=2))
@pytest.mark.parametrize("stemmer", ["none", "porter"])
def test_rouge_is_that_of_rouge_score(stemmer, answer, references):
    """All four, all three measures, the reference of best f1; lines parted at every fourth word."""
    answer, *references = [" ".join(t.split()).replace(" the", "\nthe") for t in (answer, *references)]
    kinds = ["rouge1", "rouge2", "rougeL", "rougeLsum"]
    scorer = RougeScorer(kinds, use_stemmer=stemmer == "porter")
    found = scorer.score_multi(references, answer)
    for kind in kinds:
        for measure, theirs in (("f1", "fmeasure"), ("precision", "precision"), ("recall", "recall")):
            for tokenize in ("rouge_score", "unicode"):
                mine = value(
                    f"{kind}(measure={measure}, tokenize={tokenize}, stemmer={stemmer})", (answer, references)
                )
                expected = getattr(found[kind], theirs)
                # What is undefined here is 0 there; so is a reference that is too short to be compared.
                assert (math.isnan(mine) and expected == 0) or mine == pytest.approx(expected, abs=1e-9)


@settings(max_examples=30)
@given(pairs=PAIRS)
def test_the_counts_of_bleu_are_those_of_sacrebleu(pairs):
    """What is resampled are sums of the statistics that sacrebleu sums."""
    answers, references = streams(pairs)
    theirs = BLEU().corpus_score(answers, references)
    rows = [bleu_counts(answer, texts, "13a", "mixed") for answer, texts in pairs]
    totals = [sum(column) for column in zip(*rows, strict=True)]
    assert totals == [theirs.sys_len, theirs.ref_len, *theirs.counts, *theirs.totals]


@pytest.mark.parametrize(
    ("answers", "mine", "theirs"),
    [
        (["", ""], {"bleu": math.nan, "chrf": math.nan, "ter": math.nan, "token_f1": 1}, (0, 0, 0)),
        (["cat", ""], {"bleu": 0, "chrf": math.nan, "ter": 100, "token_f1": 0.5}, (0, 0, 100)),
    ],
)
def test_where_no_reference_has_a_word(answers, mine, theirs):
    """What is 0/0 is undefined here and 0 there; silence is right only where it is compared as it stands."""
    found = {name: value(name, *((answer, [""]) for answer in answers)) for name in mine}
    scores = [metric.corpus_score(answers, [["", ""]]).score for metric in (BLEU(), CHRF(), TER())]

    assert found == pytest.approx(mine, nan_ok=True)
    assert scores == pytest.approx(theirs)
