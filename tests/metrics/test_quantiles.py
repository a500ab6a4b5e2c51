"""p50 and p95 in a config: limits, directions, comparisons."""

import json

import pytest

from gate import config, scoring
from gate.errors import QuestionError
from gate.golden import GoldenItem, GoldenSet
from gate.lineup import build_sample
from gate.run import Answer, Ranking, Run
from tests.end_to_end.calls import call, strict_json

CONFIG = """\
version: 1
name: q
task: retrieval
golden_set: golden.jsonl
system: {{run: run.jsonl}}
k: 3
metrics: {{{metrics}}}
interval: {{resamples: 200}}
"""


@pytest.fixture
def judged(tmp_path, monkeypatch):
    """Judge 100 answers with the given numbers; return exit code and checks by name."""
    monkeypatch.chdir(tmp_path)

    def judge(metrics, values, *, command="check", field="latency_ms"):
        (tmp_path / "q.yaml").write_text(CONFIG.format(metrics=metrics))
        ids = [f"q{i:03d}" for i in range(100)]
        golden = [{"id": i, "relevant": ["d"]} for i in ids]
        run = [
            {"id": i, "ranked": ["d"], **({} if value is None else {field: value})}
            for i, value in zip(ids, values, strict=True)
        ]
        for name, rows in (("golden", golden), ("run", run)):
            (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        ended = call(command, "q.yaml", "--output", "json:report.json")
        report = strict_json((tmp_path / "report.json").read_bytes())["reports"][0]
        return ended, {check["metric"]: check for check in report["checks"]}

    return judge


SLOW = [100.0] * 94 + [900.0] * 6


def test_a_ceiling_on_the_tail_blocks(judged):
    """Six of a hundred answers take too long: the median is fine, the 95 per cent quantile is not."""
    ended, checks = judged("p50(latency_ms): {ceiling: 400}, p95(latency_ms): {ceiling: 400}", SLOW)

    assert ended.code == 1
    assert checks["p50(latency_ms)"]["outcome"] == "pass"
    assert checks["p95(latency_ms)"]["reason"] == "floor"
    assert checks["p95(latency_ms)"]["candidate"]["value"] == 900


def test_a_floor_goes_with_higher_is_better(judged):
    """A number of which more is better has a floor instead."""
    ended, checks = judged('"p50(tokens_per_s, better=higher)": {floor: 200}', SLOW, field="tokens_per_s")

    assert ended.code == 1
    assert checks["p50(tokens_per_s, better=higher)"]["candidate"]["value"] == 100


def test_items_without_the_number_are_left_out(judged):
    """Half of the answers carry it: the quantile is theirs, and n says how many."""
    _, checks = judged("p95(latency_ms): {ceiling: 950}", [None, 900.0] * 50)

    assert checks["p95(latency_ms)"]["candidate"]["n"] == 50


def test_a_number_that_no_answer_carries_fails_closed(judged):
    """A misspelt field is undefined, which is no answer, and not 0 milliseconds."""
    ended, checks = judged("p95(latencyms): {ceiling: 400}", SLOW)

    assert ended.code == 3
    assert checks["p95(latencyms)"]["outcome"] == "not_comparable"


def test_a_number_that_is_stored_is_compared(judged):
    """Tokens are part of the baseline: the gain is shown, turned so that less is better."""
    metrics = "p95(tokens): {}, mrr: {tolerance: 0.1}"
    assert judged(metrics, [7.0] * 100, command="refresh", field="tokens")[0].code == 0

    ended, checks = judged(metrics, [9.0] * 100, field="tokens")

    assert ended.code == 0
    assert checks["p95(tokens)"]["gain"]["value"] == -2


def test_repeats_are_averaged_in_their_item_first(tmp_path):
    """100 and 300 ms are 200 ms: a slow second answer does not make a slow item of its own."""
    golden = GoldenSet({i: GoldenItem(i, relevant={"d": 1}) for i in ("a", "b", "c")})
    answers = {
        i: tuple(Answer(i, Ranking(["d"]), numbers={"latency_ms": v}) for v in values)
        for i, values in {"a": (100.0, 300.0), "b": (150.0, 150.0), "c": (120.0,)}.items()
    }
    first = {i: given[0] for i, given in answers.items()}
    run = Run(first, repeats={i: given for i, given in answers.items() if len(given) > 1})
    text = CONFIG.format(metrics="p50(latency_ms): {}, p95(latency_ms): {}")
    asked = config.parse(text, shown="q.yaml", folder=tmp_path)

    sample = build_sample(asked, golden, run, None)
    found = [scoring.score(sample, check.metric, check.spec) for check in asked.checks]

    assert [score.value for score in found] == [150, 200]
    assert [score.parts.tolist() for score in found] == [[200, 150, 120]] * 2


@pytest.mark.parametrize(
    ("metric", "limit"), [("p95(latency_ms)", "ceiling"), ("p50(tokens, better=higher)", "floor")]
)
def test_a_tolerance_is_refused(tmp_path, metric, limit):
    """With the limit that takes its place."""
    text = CONFIG.format(metrics=f'"{metric}": {{tolerance: 3}}')
    with pytest.raises(QuestionError) as caught:
        config.parse(text, shown="q.yaml", folder=tmp_path)

    (problem,) = caught.value.problems
    assert f"a drop of {metric} is not judged" in problem.what
    assert problem.what.endswith(f"give it a {limit}")
