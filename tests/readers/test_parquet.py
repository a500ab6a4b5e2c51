"""Parquet: the same values as other formats, and ids as text."""

import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import metrics, readers
from gate.placing import ranks
from gate.readers import arrow_columns
from gate.samples.ranked import RankedSample
from gate.scoring import score
from gate.source import FileSource
from tests.metrics.ranked.test_real_runs import spelt
from tests.readers.parquet_files import long_form, problems, rankings, written


@settings(max_examples=60, deadline=None)
@given(rankings, st.booleans(), st.integers(1, 4))
def test_one_run_in_four_shapes(folder, lists, coded, rows):
    """By column, row by row, nested and as JSON Lines: equal answers, however the file is laid out."""
    options = {"use_dictionary": coded, "row_group_size": rows}
    columns = long_form(lists)
    by_column = readers.read_run(written(folder, columns, options=options), "retrieval")
    tagged = columns | {"tag": [None] * len(columns["score"])}
    by_row = readers.read_run(written(folder, tagged, "u.parquet"), "retrieval")
    pairs = [[{"d": d, "s": s} for d, s in documents.items()] for documents in lists.values()]
    nested = {
        "id": list(lists),
        "ranked": [
            [each["d"] for each in sorted(some, key=lambda e: (e["s"], e["d"]), reverse=True)]
            for some in pairs
        ],
    }
    listed = readers.read_run(written(folder, nested, "n.parquet"), "retrieval")
    text = "".join(
        json.dumps({"id": q, "ranked": [[d, str(s)] for d, s in x.items()]}) + "\n" for q, x in lists.items()
    )
    (folder / "r.jsonl").write_text(text, "utf-8")
    lines = readers.read_run(FileSource(folder / "r.jsonl", "r.jsonl"), "retrieval")
    assert by_column.answers == by_row.answers == lines.answers
    assert [a.ranking.ordered() for a in listed] == [a.ranking.ordered() for a in lines]


@settings(max_examples=30, deadline=None)
@given(rankings)
def test_one_golden_set_in_three_shapes(folder, lists):
    """A row a judgement, a list a query, and JSON Lines give one fingerprint where all grades are 1."""
    grades = {q: dict.fromkeys(documents, 1.0) for q, documents in lists.items()}
    long = readers.read_golden(written(folder, long_form(grades)), "retrieval")
    nested = {"id": list(grades), "relevant": [list(documents) for documents in grades.values()]}
    listed = readers.read_golden(written(folder, nested, "n.parquet"), "retrieval")
    text = "".join(json.dumps({"id": q, "relevant": d}) + "\n" for q, d in grades.items())
    (folder / "g.jsonl").write_text(text, "utf-8")
    lines = readers.read_golden(FileSource(folder / "g.jsonl", "g.jsonl"), "retrieval")
    assert long.fingerprint == listed.fingerprint == lines.fingerprint


@pytest.mark.parametrize(("packed", "read"), [(5, 1 << 20), (1 << 16, 1), (7, 20)])
def test_many_packs_are_one_run(folder, monkeypatch, packed, read):
    """How many rows are read or packed together changes nothing; ids are looked up over all of them."""
    lists = {
        f"q{i:02}": {f"d{(i * 7 + j) % 50:02}": float(j % 5) for j in range(i % 9 + 1)} for i in range(40)
    }
    source = written(folder, long_form(lists), options={"row_group_size": 13})
    whole = readers.read_run(source, "retrieval")
    monkeypatch.setattr(arrow_columns, "ROWS", packed)
    monkeypatch.setattr(arrow_columns, "READ", read)
    cut = readers.read_run(source, "retrieval")
    assert cut.answers == readers.parse_run(source.path.read_bytes(), source, "retrieval").answers
    assert cut.answers == whole.answers
    for name, answer in cut.answers.items():
        assert answer.ranking.packed is not None
        mine = [
            1 + sorted(((s, d) for d, s in lists[name].items()), reverse=True).index((s, d))
            for d, s in lists[name].items()
        ]
        assert ranks([answer.ranking], [[*lists[name], "absent"]]).tolist() == [*mine, float("inf")]


def test_ids_are_text(folder):
    """Leading zeros, NA and 1e5 stay as text, and whole numbers keep all their digits."""
    texts = ["007", "NA", "1e5", "null"]
    columns = {"qid": pa.array([2**63 - 1] * 4), "doc_id": texts, "score": [4, 3, 2, 1]}
    answer = readers.read_run(written(folder, columns), "retrieval").answers["9223372036854775807"]
    assert answer.ranking.ordered() == texts
    large = pa.array([2**64 - 1], pa.uint64())
    tall = pa.array(["18446744073709551616"]).cast(pa.decimal128(38, 0))
    found = readers.read_golden(
        written(folder, {"qid": large, "doc_id": tall, "relevance": [1]}), "retrieval"
    )
    assert found.items["18446744073709551615"].relevant == {"18446744073709551616": 1.0}


def test_class_labels_of_a_hugging_face_data_set_have_names(folder):
    """Numbers become the names beside the schema; columns of golden sets are slices, as in CSV."""
    features = {"label": {"names": ["ham", "spam"], "_type": "ClassLabel"}, "text": {"_type": "Value"}}
    table = pa.table({"id": [1, 2], "text": ["hi", "win"], "label": [0, 1], "lang": ["de", "en"]})
    table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    found = readers.read_golden(written(folder, table), "classification")
    assert [(i.id, i.label, i.query, i.slices) for i in found] == [
        ("1", "ham", "hi", {"lang": "de"}),
        ("2", "spam", "win", {"lang": "en"}),
    ]
    broken = table.set_column(2, "label", pa.array([0, 5]))
    broken = broken.replace_schema_metadata(table.schema.metadata)
    said = problems(written(folder, broken), "classification", readers.read_golden)
    assert said[0] == (
        "t.parquet:2: the class 5 is none of the 2 that the file names [bad_line]\n"
        "  fix: write a number from 0 to 1, or -1 for no class"
    )


def test_a_run_of_a_classifier(folder):
    """Scores, decisions and further numbers are read; a tag of digits is none."""
    table = {
        "id": ["a", "b"],
        "score": [0.5, None],
        "prediction": ["x", "y"],
        "cost": [1, 2],
        "tag": ["1", "1"],
    }
    answers = readers.read_run(written(folder, table), "classification").answers
    assert (answers["a"].score, answers["a"].predicted, answers["a"].numbers) == (0.5, "x", {"cost": 1.0})
    assert answers["b"].score is None


def test_further_numbers_of_a_ranking(folder):
    """A number on which all rows of a query agree belongs to the query, read by column or by row."""
    table = {
        "qid": ["a", "a", "b"],
        "doc_id": ["1", "2", "1"],
        "score": [2, 1, 1],
        "ms": [9, 9, 3],
        "x": [1, 2, 3],
    }
    for name, more in (("t.parquet", {}), ("u.parquet", {"note": [None] * 3})):
        answers = readers.read_run(written(folder, table | more, name), "retrieval").answers
        assert [a.numbers for a in answers.values()] == [{"ms": 9.0}, {"ms": 3.0, "x": 3.0}]


def test_rows_of_one_query_may_stand_anywhere(folder):
    """Scattered rows are gathered, and a document listed twice counts at its best place."""
    table = {"qid": ["a", "b", "a", "a"], "doc_id": ["1", "1", "2", "1"], "score": [1.0, 1.0, 2.0, 3.0]}
    found = readers.read_run(written(folder, table), "retrieval")
    assert found.answers["a"].ranking.ordered() == ["1", "2"]
    assert [notice.code for notice in found.notices] == ["repeated_document"]
    together = {name: [values[i] for i in (0, 2, 3, 1)] for name, values in table.items()}
    packed = readers.read_run(written(folder, together), "retrieval")
    assert packed.answers == found.answers
    assert [notice.code for notice in packed.notices] == ["repeated_document"]


def test_shards_are_one_file(tmp_path):
    """A folder with all shards of one split is read in order; anything else is not guessed."""
    rows = {"qid": ["a", "a", "b", "b"], "doc_id": ["1", "2", "1", "3"], "score": [2.0, 1.0, 1.0, 5.0]}
    whole = readers.read_run(written(tmp_path, rows), "retrieval")
    folder = tmp_path / "data"
    folder.mkdir()
    for i, part in enumerate((slice(0, 3), slice(3, 4))):
        pq.write_table(
            pa.table({name: values[part] for name, values in rows.items()}),
            folder / f"test-{i:05}-of-00002.parquet",
        )
    source = FileSource(folder, "data")
    assert readers.read_run(source, "retrieval").answers == whole.answers
    graded = FileSource(folder, "data", "parquet", {"relevance": "score"})
    assert readers.read_golden(graded, "retrieval").items["b"].relevant == {"1": 1.0, "3": 5.0}
    (folder / "test-00000-of-00002.parquet").rename(folder / "train-00000-of-00001.parquet")
    assert "which of these files counts?" in problems(source)[0]
    (folder / "train-00000-of-00001.parquet").unlink()
    assert "a shard is missing" in problems(source)[0]
    (folder / "test-00001-of-00002.parquet").unlink()
    assert "no .parquet file in this folder" in problems(FileSource(folder, "data", "parquet"))[0]


def test_ids_with_line_ends_are_found(folder):
    """An id that holds a line end keeps its rank, though such files are read row by row."""
    lists = {"q": {"a\nb": 2.0, "c": 1.0}}
    answer = readers.read_run(written(folder, long_form(lists)), "retrieval").answers["q"]
    assert ranks([answer.ranking], [["c", "a\nb"]]).tolist() == [2.0, 1.0]


def test_real_files(shared):
    """Files of ranx equal their JSON twins; a corpus tool's nested lists are read with a notice."""
    ranx = shared("data", "formats", "ranx")
    for read, name in ((readers.read_run, "run"), (readers.read_golden, "qrels")):
        table, text = (
            read(FileSource(ranx / f"{name}.{suffix}", name), "retrieval") for suffix in ("parquet", "json")
        )
        if name == "run":
            assert table.answers == text.answers
        else:
            assert table.fingerprint == text.fingerprint
    sample = shared("data", "rag", "autorag-sample")
    golden = readers.read_golden(
        FileSource(sample / "qa.parquet", "qa", fields={"relevant": "retrieval_gt"}), "retrieval"
    )
    lines = [
        json.loads(line) for line in (sample / "retrieval" / "hybrid.jsonl").read_text("utf-8").splitlines()
    ]
    assert {i.id: set(i.relevant) for i in golden} == {
        r["qid"]: {d for some in r["relevant_ids"] for d in some} for r in lines
    }
    assert [notice.code for notice in golden.notices] == ["nested_lists"]
    table = pq.read_table(sample / "retrieval" / "hybrid.parquet")
    assert [len(row) for row in table.column("retrieved_ids").to_pylist()] == [
        len(r["retrieved_ids"]) for r in lines
    ]


@pytest.mark.parametrize("system", ["lexical", "semantic", "hybrid", "reranker"])
def test_real_stages_score_as_published(shared, folder, system):
    """Lists with repeated ids, from JSON Lines and from Parquet, give the values of the reference program."""
    sample = shared("data", "rag", "autorag-sample")
    golden = readers.read_golden(
        FileSource(sample / "qa.parquet", "qa", fields={"relevant": "retrieval_gt"}), "retrieval"
    )
    path = sample / "retrieval" / f"{system}.jsonl"
    lines = readers.read_run(
        FileSource(path, "run.jsonl", fields={"ranked": "retrieved_ids", "id": "qid"}), "retrieval"
    )
    given = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    ids = [row["qid"] for row in given]
    table = pq.read_table(path.with_suffix(".parquet")).append_column("qid", pa.array(ids))
    how = {"fields": {"ranked": "retrieved_ids"}}
    columns = readers.read_run(written(folder, table, f"{system}.parquet", **how), "retrieval")
    assert {i: a.ranking for i, a in columns.answers.items()} == {
        i: a.ranking for i, a in lines.answers.items()
    }
    assert all(set(a.numbers) == {"retrieval_f1", "retrieval_recall", "retrieval_precision"} for a in columns)
    expected = json.loads((sample / "expected.json").read_text("utf-8"))["systems"][system]
    twice = expected["producer_columns"].pop("queries_with_duplicate_ids_in_the_list")
    kept = [len(lines.answers[row["qid"]].ranking.documents) for row in given]
    assert sum(len(row["retrieved_ids"]) > n for row, n in zip(given, kept, strict=True)) == twice
    assert [notice.code for notice in lines.notices] == (["repeated_document"] if twice else [])
    built = RankedSample.build(golden, columns, relevant_grade=1)
    wanted = {spelt(theirs): value for theirs, value in expected["mean"].items()}
    for theirs, value in expected["producer_columns"].items():  # which count the repeated ids
        wanted[f"mean({theirs.removeprefix('mean_')}, better=higher)"] = value
    for spelling, value in wanted.items():
        metric = metrics.of(spelling, "retrieval")
        found = score(built, metric, metric.resolve(spelling, k=None), where={}).value
        assert found == pytest.approx(value, abs=1e-12), spelling


def test_lists_and_objects_of_classes(folder):
    """Labels in lists, and probabilities in a struct or a map, are those of JSON Lines."""
    rows = [
        {"id": "a", "labels": ["x", "y"], "predicted": ["x"], "probabilities": {"x": 0.75, "y": 0.25}},
        {"id": "b", "labels": [], "predicted": [], "probabilities": {"x": 0.5, "y": None}},
    ]
    plain = {"x": 0.5}
    (folder / "l.jsonl").write_text(
        "".join(json.dumps(row) + "\n" for row in (rows[0], rows[1] | {"probabilities": plain})), "utf-8"
    )
    lines = FileSource(folder / "l.jsonl", "l.jsonl")
    golden = readers.read_golden(lines, "multilabel").fingerprint
    answers = readers.read_run(lines, "multilabel").answers
    struct = pa.Table.from_pylist(rows)
    pairs = [[("x", 0.75), ("y", 0.25)], [("x", 0.5)]]
    mapped = struct.set_column(3, "probabilities", pa.array(pairs, pa.map_(pa.string(), pa.float64())))
    for table in (struct, mapped):
        source = written(folder, table, "l.parquet")
        assert readers.read_golden(source, "multilabel").fingerprint == golden
        assert readers.read_run(source, "multilabel").answers == answers


def test_lists_of_class_labels_have_names(folder):
    """As each of the ways in which a data set has described its lists."""
    inside = {"names": ["ham", "spam"], "_type": "ClassLabel"}
    for feature in ([inside], {"feature": inside, "_type": "Sequence"}, {"feature": inside, "_type": "List"}):
        features = {"id": {"dtype": "string", "_type": "Value"}, "labels": feature}
        table = pa.table({"id": ["a", "b"], "labels": pa.array([[1, 0], []], pa.list_(pa.int64()))})
        table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
        found = readers.read_golden(written(folder, table), "multilabel")
        assert [item.labels for item in found] == [("ham", "spam"), ()]
