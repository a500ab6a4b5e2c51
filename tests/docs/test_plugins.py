"""The plugins that a page shows: written to files, executed, and judged with."""

import json
import random

import pytest

from gate.cli import main
from tests.docs.pages import REPOSITORY, unpacked

PAGE = REPOSITORY / "docs" / "plugins.md"
N = 60


@pytest.fixture
def shown(tmp_path, monkeypatch):
    """Write every file of the page, and the golden sets and runs that its configs name."""
    unpacked(PAGE, tmp_path)
    for folder in ("golden_sets", "runs"):
        (tmp_path / folder).mkdir()
    draw = random.Random(1)
    ids = [f"q{i}" for i in range(N)]
    write(
        tmp_path / "golden_sets/news.jsonl",
        [{"id": i, "query": f"about {i}", "relevant": [f"d{i}"]} for i in ids],
    )
    answers = [{"id": i, "ranked": [f"d{i}", "x"], "age_days": draw.randrange(400)} for i in ids]
    write(tmp_path / "runs/news.jsonl", answers)
    (tmp_path / "runs/today.searchlog").write_text("".join(f"{i}\td{i} x\n" for i in ids), "utf-8")
    truth = [draw.choice(["storm", "calm"]) for _ in ids]
    table = "".join(f"{i},{label}\n" for i, label in zip(ids, truth, strict=True))
    (tmp_path / "golden_sets/storms.csv").write_text(f"id,label\n{table}", "utf-8")
    table = "".join(f"{i},{draw.random():.2f}\n" for i in ids)
    (tmp_path / "runs/storms.csv").write_text(f"id,score\n{table}", "utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def values(shown, name):
    """Judge a config of the page against a baseline of the same run; return the values by metric."""
    assert main(["refresh", f"configs/{name}.yaml"]) == 0
    assert main(["check", f"configs/{name}.yaml", "--output", "json:report.json"]) == 0
    (report,) = json.loads((shown / "report.json").read_text("utf-8"))["reports"]
    return {check["metric"]: check["candidate"]["value"] for check in report["checks"]}


def test_the_metric_of_one_value_an_item(shown):
    """Freshness is the mean of two to the power of minus age over half-life."""
    found = values(shown, "news")
    ages = [
        json.loads(line)["age_days"] for line in (shown / "runs/news.jsonl").read_text("utf-8").splitlines()
    ]
    for spelling, days in {"freshness(days=30)": 30, "freshness": 365}.items():
        assert found[spelling] == pytest.approx(sum(2 ** (-age / days) for age in ages) / N)


def test_the_formula_over_totals(shown):
    """The threat score is that of the four cells, and has an interval."""
    found = values(shown, "storms")
    truth, said = (
        [row.split(",")[1] for row in (shown / name).read_text("utf-8").splitlines()[1:]]
        for name in ("golden_sets/storms.csv", "runs/storms.csv")
    )
    pairs = [(label == "storm", float(score) >= 0.5) for label, score in zip(truth, said, strict=True)]
    hits, others = pairs.count((True, True)), pairs.count((True, False)) + pairs.count((False, True))
    assert found["threat_score"] == pytest.approx(hits / (hits + others))


def test_the_reader(shown):
    """The log gives the run that JSON Lines with the same content give."""
    assert values(shown, "logged") == {"recall@10": 1.0}


def test_the_system(shown):
    """The class of the last example answers questions, and fails on an unknown one as it says."""
    from gate.systems.asking import FailedError, Question

    found = {}
    exec((shown / "news_gate/system.py").read_text("utf-8"), found)
    system = found["connect"]({"index": {"a": ["d1", "d2"]}}, folder=shown, depth=1, timeout=1.0)
    assert [reply.value for reply in system.ask([Question("q1", "a")])] == [{"ranked": ["d1"]}]
    with pytest.raises(FailedError, match="nothing is known of 'b'"):
        system.ask([Question("q2", "b")])


def test_the_commands_of_the_page(shown, capsys):
    """Listing and explaining with the page's config say what the page promises."""
    assert main(["metrics", "--config", "configs/news.yaml"]) == 0
    assert "  freshness " in capsys.readouterr().out
    assert main(["explain", "metric", "freshness", "--config", "configs/news.yaml"]) == 0
    assert "days: Age at which half of it is gone." in capsys.readouterr().out
