"""Which reader reads which file; the same content in two formats is the same value."""

import gzip
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate import readers
from gate.errors import QuestionError
from gate.readers.fields import NAMES
from gate.source import FileSource

words = st.text(st.characters(codec="utf-8", exclude_categories=("Z", "C")), min_size=1, max_size=5).filter(
    # A word that names the id makes a header of the first line of a table.
    lambda text: text[0] != "#" and '"' not in text and text.split() == [text] and text not in NAMES["id"]
)
scores = st.floats(allow_nan=False, allow_infinity=False)
rankings = st.dictionaries(
    words, st.dictionaries(words, scores, min_size=1, max_size=4), min_size=1, max_size=4
)


def written(folder, name, data, **how):
    """Write a file and return where it is."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return FileSource(path, name, **how)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Give one folder to all examples."""
    return tmp_path_factory.mktemp("formats")


@given(rankings)
def test_one_run_in_five_formats(folder, lists):
    """JSON Lines, JSON, CSV, TSV and TREC give equal answers, floats to the last bit."""
    rows = [(q, d, repr(s)) for q, documents in lists.items() for d, s in documents.items()]
    files = {
        "r.jsonl": "\n".join(json.dumps({"id": q, "ranked": list(d.items())}) for q, d in lists.items()),
        "r.json": json.dumps(lists),
        "r.csv": "query_id,doc_id,score\n" + "".join(f'"{q}","{d}",{s}\n' for q, d, s in rows),
        "r.tsv": "query_id\tdoc_id\tscore\n" + "".join(f"{q}\t{d}\t{s}\n" for q, d, s in rows),
        "r.trec": "".join(f"{q} Q0 {d} 0 {s} tag\n" for q, d, s in rows),
    }
    found = [readers.read_run(written(folder, *file), "retrieval").answers for file in files.items()]
    assert all(answers == found[0] for answers in found)


@given(rankings)
def test_one_golden_set_in_six_formats(folder, grades):
    """Every format gives the same fingerprint, a BEIR folder among them."""
    rows = [(q, d, repr(g)) for q, documents in grades.items() for d, g in documents.items()]
    table = "query-id\tcorpus-id\tscore\n" + "".join(f"{q}\t{d}\t{g}\n" for q, d, g in rows)
    files = {
        "g.jsonl": "\n".join(json.dumps({"id": q, "relevant": d}) for q, d in grades.items()),
        "g.json": json.dumps(grades),
        "g.csv": "qid,document,grade\n" + "".join(f'"{q}","{d}",{g}\n' for q, d, g in rows),
        "g.tsv": table,
        "g.qrels": "".join(f"{q} 0 {d} {g}\n" for q, d, g in rows),
        "h.tsv": "".join(f"{q}\t0\t{d}\t{g}\n" for q, d, g in rows),
        "beir/qrels/test.tsv": table,
    }
    sources = [written(folder, *file) for file in files.items()][:-1]
    sources.append(FileSource(folder / "beir", "beir"))
    found = [readers.read_golden(source, "retrieval").fingerprint for source in sources]
    assert len(set(found)) == 1


def test_a_beir_table_has_a_header_and_a_trec_table_has_none(folder):
    """The header is no query (case 17)."""
    for name, data in {
        "a.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t1\nq2\td2\t1\n",
        "b.txt": "q1 0 d1 1\nq2 0 d2 1\n",
        "c.tsv": "q1\t0\td1\t1\nq2\t0\td2\t1\n",
    }.items():
        assert list(readers.read_golden(written(folder, name, data), "retrieval").items) == ["q1", "q2"]


def test_a_beir_folder_brings_its_queries(folder):
    """Queries of other splits are left out, judged queries without text stay; both are told."""
    table = "query-id\tcorpus-id\tscore\nq1\td1\t1\nq3\td2\t1\n"
    written(folder, "full/qrels/test.tsv.gz", gzip.compress(table.encode()))
    written(folder, "full/qrels/dev.tsv", table)
    written(folder, "full/queries.jsonl", '{"_id": "q1", "text": "how?"}\n{"_id": "q2", "text": "why?"}\n')
    found = readers.read_golden(FileSource(folder / "full", "full"), "retrieval")
    assert {item.id: item.query for item in found} == {"q1": "how?", "q3": ""}
    assert [(n.code, n.items) for n in found.notices] == [
        ("unjudged_query", ("q2",)),
        ("query_without_text", ("q3",)),
    ]


def test_a_query_list_in_tsv_has_no_quoting(folder):
    """A lone quotation mark swallows no query (case 69)."""
    written(folder, "tsv/qrels/test.tsv", "".join(f"q{i}\t0\td\t1\n" for i in (1, 2, 3, 4)))
    text = 'query_id\ttext\nq1\t"unfinished quote\nq2\tplain\nq3\tends here"\nq4\tlast\n'
    written(folder, "tsv/queries.tsv", text)
    found = readers.read_golden(FileSource(folder / "tsv", "tsv"), "retrieval")
    assert [item.query for item in found] == ['"unfinished quote', "plain", 'ends here"', "last"]


def test_several_splits_without_a_test_are_not_guessed(folder):
    """Which judgements count is for the config to say."""
    for name in ("dev", "train"):
        written(folder, f"splits/qrels/{name}.tsv", "q\t0\td\t1\n")
    with pytest.raises(
        QuestionError, match=r"several judgement files and no test\.tsv: dev\.tsv, train\.tsv"
    ):
        readers.read_golden(FileSource(folder / "splits", "splits"), "retrieval")
    (folder / "bare").mkdir()
    with pytest.raises(QuestionError, match=r"a folder without qrels/\*\.tsv"):
        readers.read_golden(FileSource(folder / "bare", "bare"), "retrieval")


@pytest.mark.parametrize(
    ("name", "how", "sentence"),
    [
        ("x.xlsx", {}, "the suffix '.xlsx' says no format"),
        ("qrels", {}, "no suffix says the format"),
        ("x.jsonl", {"format": "jsnl"}, "did you mean 'jsonl'"),
        ("x.jsonl", {"format": "bogus"}, "choose one of: jsonl, csv, tsv, trec, json"),
    ],
)
def test_an_unknown_format_lists_the_known_ones(folder, name, how, sentence):
    """The error says how to name a format."""
    with pytest.raises(QuestionError) as caught:
        readers.read_golden(written(folder, name, "q 0 d 1\n", **how), "retrieval")
    assert sentence in str(caught.value)
    assert "jsonl" in str(caught.value)


def test_the_config_overrules_the_suffix(folder):
    """``format:`` decides, also where there is no suffix."""
    found = readers.read_golden(written(folder, "qrels", "q 0 d 1\n", format="trec"), "retrieval")
    assert list(found.items) == ["q"]


def test_a_missing_file_says_where_to_look(folder):
    """The way out names the key of the config."""
    source = FileSource(folder / "gone.jsonl", "gone.jsonl")
    with pytest.raises(QuestionError) as caught:
        readers.read_golden(source, "retrieval")
    assert str(caught.value).startswith(
        "gone.jsonl: there is no such golden set [file_missing]\n"
        "  fix: check the path; those under `golden_set:`"
    )
    with pytest.raises(QuestionError, match="there is no such run"):
        readers.read_run(source, "retrieval")


def test_rankings_are_no_answer_to_a_classifier(folder):
    """A format that holds rankings is refused for classification; a folder is no run."""
    with pytest.raises(QuestionError, match="the format trec holds rankings"):
        readers.read_run(written(folder, "r.trec", "q Q0 d 1 1 s\n"), "classification")
    with pytest.raises(QuestionError, match="the format beir holds rankings"):
        readers.read_golden(FileSource(folder, "."), "classification")
    with pytest.raises(QuestionError, match="a folder is not a run"):
        readers.read_run(FileSource(folder, "."), "retrieval")


def test_stored_bytes_are_read_like_a_file(folder):
    """``parse_run`` gives what ``read_run`` gives, packed or not."""
    data = b'{"id": "q", "ranked": [["d", 0.5]]}\n'
    source = written(folder, "base.run.jsonl", data)
    expected = readers.read_run(source, "retrieval").answers
    assert readers.parse_run(data, source, "retrieval").answers == expected
    assert readers.parse_run(gzip.compress(data), source, "retrieval").answers == expected


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "a list; this format is {query: {document: number}}"),
        ("3", "3; this format is {query: {document: number}}"),
        ('{"q": ["d"]}', "query 'q' has ['d'], not {document: number}"),
        ('{"q": {}, "q": {}}', "the query 'q' stands twice"),
        ('{"q": {"d": "x"}}', "the grade 'x' is not a number"),
        ('{"q": {"d": 1, "d": 2}}', "document 'd' of query 'q' has the grade 2 here and 1 too"),
        ('{"q": {"d": 1}', "not JSON"),
        ("", "no examples"),
        ("{}", "no examples"),
    ],
)
def test_a_malformed_json_object_is_refused(folder, text, sentence):
    """``{query: {document: number}}`` and nothing else."""
    with pytest.raises(QuestionError) as caught:
        readers.read_golden(written(folder, "g.json", text), "retrieval")
    assert sentence in str(caught.value)


def test_formats_are_listed_with_their_suffixes():
    """What messages and documentation print."""
    listed = {form.name: form.suffixes for form in readers.formats()}
    assert listed["trec"] == (".trec", ".qrels", ".run", ".txt")
    assert list(listed) == [
        *("jsonl", "csv", "tsv", "trec", "json", "parquet", "npy", "ivecs", "fvecs", "bvecs", "ranx"),
        *("ragas", "deepeval", "promptfoo", "llama_index", "langsmith", "mlflow", "beir"),
    ]


BLANK_IDS = {
    "r.jsonl": '{"id": " ", "ranked": ["d"]}\n',
    "s.jsonl": '{"id": "q", "ranked": ["\\u3000"]}\n',
    "r.csv": 'query_id,doc_id,score\nq," ",1\n',
    "r.tsv": "query_id\tdoc_id\tscore\n \td\t1\n",
    "r.json": '{" ": {"d": 1}}',
    "d.json": '{"q": {"\\t": 1}}',
}


@pytest.mark.parametrize("name", BLANK_IDS)
def test_an_id_of_blanks_is_none(refused, name):
    """Nobody can see it, and no other system would write the same one: it is refused wherever it stands."""
    (problem,) = refused("run", name, BLANK_IDS[name])
    assert ": an id is blank" in problem


@pytest.mark.parametrize("column", ["query_id", "doc_id"])
@pytest.mark.parametrize("blank", [" ", "\u3000", "\u00a0"])
def test_an_id_of_blanks_in_a_column_is_none(refused, column, blank):
    """What reads columns declines them, and what reads rows names the row; ids that begin so are ids."""
    rows = {"query_id": ["q", "q"], "doc_id": ["\u3042", " d"], "score": [1.0, 0.5]}
    rows[column][1] = blank
    out = pa.BufferOutputStream()
    pq.write_table(pa.table(rows), out)
    (problem,) = refused("run", "r.parquet", out.getvalue().to_pybytes())
    assert "an id is blank" in problem
