"""What a metric of the config reads as a number: text there is refused with its line, never left out."""

from pathlib import Path

import pytest

from gate import comparing, readers
from gate.errors import QuestionError
from gate.inputs import reading
from gate.source import FileSource

READ = {"supported": "mean(supported, better=higher)"}
REFUSED = "is no number for 'supported', which mean(supported, better=higher) reads"


def told(name, text, task="classification", **said):
    """Read a run from a file that is told what a metric reads as a number."""
    return readers.parse_run(text.encode(), FileSource(Path(name), name, numbers=READ, **said), task)


def problems(read, *arguments, **named):
    """Return what is said of a file that cannot be read, and the ways out."""
    with pytest.raises(QuestionError) as caught:
        read(*arguments, **named)
    found = caught.value.problems
    return [f"{problem.where}: {problem.what}" for problem in found], {problem.fix for problem in found}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("r.csv", "id,score,supported\na,1,yes\nb,0,1\nc,0,nan\n", {}),
        ("r.tsv", "id\tscore\tsupported\na\t1\tyes\nb\t0\t1\nc\t0\tnan\n", {}),
        (
            "r.jsonl",
            (
                '\n{"id": "a", "score": 1, "supported": "yes"}\n{"id": "b", "score": 0, "supported": 1}\n'
                '{"id": "c", "score": 0, "supported": "nan"}\n'
            ),
            {},
        ),
        (
            "r.csv",
            "query,output,score,supported\na,x,1,yes\nb,x,0,1\nc,x,0,nan\n",
            {"format": "ragas", "fields": {"id": "query", "text": "output"}},
        ),
        (
            "r.jsonl",
            (
                '\n{"query": "a", "outputs": "x", "supported": "yes"}\n'
                '{"query": "b", "outputs": "x", "supported": 1}\n'
                '{"query": "c", "outputs": "x", "supported": "nan"}\n'
            ),
            {"format": "mlflow", "fields": {"id": "query", "text": "outputs"}},
        ),
    ],
    ids=["csv", "tsv", "jsonl", "ragas-csv", "mlflow-jsonl"],
)
def test_text_where_a_metric_reads_a_number_is_refused(name, text, said):
    """Every such cell or value is named at once with its line, in tables, lines and files of other tools."""
    task = "generation" if said else "classification"

    found, fixes = problems(told, name, text, task, **said)

    assert sorted(found) == [f"{name}:2: 'yes' {REFUSED}", f"{name}:4: 'nan' {REFUSED}"]
    assert fixes == {"write a number, or leave it out"}


@pytest.mark.parametrize("rows", ["classification", "retrieval"])
def test_a_column_of_parquet_is_read_by_the_same_rule(tmp_path, rows):
    """Also a ranked run, which is read column by column where nothing is wrong."""
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    columns = {"id": ["x", "y"], "score": [0.5, 0.25], "supported": ["1", "yes"], "note": ["so", "no"]}
    columns |= {"doc_id": ["d", "e"]} if rows == "retrieval" else {}
    parquet.write_table(arrow.table(columns), tmp_path / "r.parquet")
    source = FileSource(tmp_path / "r.parquet", "r.parquet", numbers=READ)

    found, _ = problems(readers.read_run, source, rows)

    assert found == [f"r.parquet:2: 'yes' {REFUSED}"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("r.csv", "id,score,supported,note\na,1,1,yes\nb,0,,no\n"),
        ("r.jsonl", '{"id": "a", "score": 1, "supported": 1, "note": "yes"}\n{"id": "b", "score": 0}\n'),
        (
            "r.jsonl",
            '{"id": "a", "score": 1, "supported": "1"}\n{"id": "b", "score": 0, "supported": null}\n',
        ),
    ],
)
def test_what_is_left_out_and_what_nobody_reads_is_fine(name, text):
    """An item may lack the number, a text may spell it, and other columns may hold any words."""
    first, second = told(name, text)

    assert (dict(first.numbers), dict(second.numbers)) == ({"supported": 1.0}, {})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("r.csv", "id,score,supported\na,1,true\nb,0,False\n"),
        (
            "r.jsonl",
            '{"id": "a", "score": 1, "supported": true}\n{"id": "b", "score": 0, "supported": false}\n',
        ),
    ],
)
def test_true_and_false_are_no_numbers_and_no_problem(name, text):
    """They are left out, and the report counts the items that lack the number."""
    assert [dict(answer.numbers) for answer in told(name, text)] == [{}, {}]


def test_a_check_tells_its_run_what_its_metrics_read(tmp_path):
    """A check, a run beside the config and a comparison of two runs all refuse text in a number's place."""
    (tmp_path / "g.csv").write_text("id,label\nx,1\ny,0\n")
    run = tmp_path / "r.csv"
    run.write_text("id,score,supported,note\nx,0.9,yes,no\ny,0.2,1,no\n")
    config = tmp_path / "c.yaml"
    config.write_text(
        "version: 1\nname: c\ntask: classification\ngolden_set: g.csv\npositive: 1\n"
        "system: {predictions: r.csv}\n"
        "metrics: {roc_auc: {floor: 0.1}, 'mean(supported, better=higher)': {}, p95(latency_ms): {}}\n"
    )
    ways = (
        lambda: reading.read(config, base="worktree"),
        lambda: reading.read(config, run=run, base="worktree"),
        lambda: comparing.compare(config, run, run),
    )

    for way in ways:
        (said,), _ = problems(way)
        assert said.endswith(f"r.csv:2: 'yes' {REFUSED}")
