"""What a metric needs beside the gate, and what is said where it is not there."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
for name in {hidden}:
    sys.modules[name] = None
from gate import metrics, scoring
from gate.errors import QuestionError
from gate.samples.text import TextSample
sample = TextSample.of(("running dogs", "the dog runs"))
for name in metrics.names("generation"):
    metric = metrics.find(name, "generation")
    if not metric.parameters.keys() & {{"field", "function"}} and name != "ter":
        scoring.score(sample, metric, metric.resolve(name, k=None))
heavy = {{"sacrebleu", "nltk", "rouge_score", "scipy", "pandas", "sklearn"}} & set(sys.modules)
assert not {{name for name in heavy if sys.modules[name] is not None}}, heavy
metric = metrics.of({spelling!r}, "generation")
try:
    print(scoring.score(sample, metric, metric.resolve({spelling!r}, k=None)).value)
except QuestionError as error:
    print(error)
"""


def printed(spelling, *hidden):
    """Compute every metric that needs nothing, then one that does, in a process without some packages."""
    program = PROGRAM.format(hidden=list(hidden), spelling=spelling)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("spelling", "package", "said"),
    [
        (
            "ter",
            "sacrebleu",
            (
                "ter needs sacrebleu, which is not installed [extra_missing]\n"
                "  fix: pip install 'mergegate[text]', or gate on `chrf` instead"
            ),
        ),
        (
            "bleu(tokenize=ja-mecab)",
            "ipadic",
            (
                "tokenize=ja-mecab needs MeCab and its Japanese dictionary, which are not installed "
                "[extra_missing]\n"
                "  fix: pip install 'mergegate[ja]', or write tokenize=char, which needs nothing"
            ),
        ),
        (
            "sentence_bleu(tokenize=ko-mecab)",
            "sacrebleu",
            (
                "tokenize=ko-mecab needs MeCab and its Korean dictionary, which are not installed "
                "[extra_missing]\n"
                "  fix: pip install 'mergegate[ko]', or write tokenize=char, which needs nothing"
            ),
        ),
        (
            "rouge1(stemmer=porter)",
            "nltk",
            (
                "stemming needs nltk, which is not installed [extra_missing]\n"
                "  fix: pip install 'mergegate[text]', or leave out `stemmer=porter`"
            ),
        ),
    ],
)
def test_what_is_not_installed_is_named_with_its_extra(spelling, package, said):
    """All other metrics work without it and load nothing heavy; this one says what to install."""
    assert printed(spelling, package) == said
