"""Defective files with documented outcomes: each is read, told of, or refused, never misread."""

import json
import math

import pytest

from gate import readers
from gate.errors import QuestionError
from gate.source import FileSource

REFUSED = {
    ("22-conflicting-duplicate-judgment", "qrels"): "has the grade 3 here and 1 on line 1",
    ("23-nan-score", "run"): "run.txt:4: the score 'nan' is not a number",
    ("25-text-score", "run"): "run.txt:3: the score 'n/a' is not a number",
    ("26-five-columns", "run"): "run.txt:1: 5 fields, 6 expected",
    ("27-three-column-judgments", "qrels"): "qrels.txt:1: 3 fields, 4 expected",
    ("32-empty-run", "run"): "no answers",
    ("33-empty-judgments", "qrels"): "no examples",
}
TOLD = {
    ("21-duplicate-doc-in-run", "run"): ["repeated_document"],
    ("34-header-line", "run"): ["header"],
    ("35-comment-lines", "qrels"): ["comment"],
}
TREC = (
    *("00-clean", "01-bom", "02-crlf", "03-utf16", "04-tabs-and-runs-of-spaces", "05-blank-lines"),
    *(
        "06-no-final-newline",
        "07-shuffled-lines",
        "08-rank-column-reversed",
        "09-rank-from-zero",
        "10-all-tied",
    ),
    *("11-some-ties", "12-scientific-notation", "13-negative-scores", "14-float32-collision"),
    *("15-missing-queries", "16-extra-queries", "17-query-without-relevant", "18-unjudged-only"),
    *(
        "19-negative-grades",
        "20-float-grades",
        "21-duplicate-doc-in-run",
        "22-conflicting-duplicate-judgment",
    ),
    *("23-nan-score", "24-inf-score", "25-text-score", "26-five-columns", "27-three-column-judgments"),
    *(
        "28-leading-zero-ids",
        "29-leading-zeros-lost",
        "30-huge-integer-ids",
        "31-unicode-ids",
        "32-empty-run",
    ),
    *("33-empty-judgments", "34-header-line", "35-comment-lines", "36-case-mismatch", "37-more-than-1000"),
)


def read(path, what, task="retrieval", **how):
    """Read one file of the reference data."""
    reader = readers.read_run if what == "run" else readers.read_golden
    return reader(FileSource(path, path.name, **how), task)


@pytest.fixture(scope="module")
def expectations(shared):
    """Give what reference programs say about the TREC files."""
    return json.loads(shared("data", "nasty", "trec", "expected.json").read_text("utf-8"))["cases"]


@pytest.fixture
def trec(shared):
    """Give a function that reads the judgements or the run of one defect."""
    return lambda case, what: read(shared("data", "nasty", "trec", case, f"{what}.txt"), what)


def values(golden, run):
    """Compute trec_eval's measures by their definitions, over all judged queries."""
    totals = dict.fromkeys(("ndcg_cut_10", "recip_rank", "map", "recall_5", "P_5", "success_1"), 0.0)
    for item in golden:
        answer = run.answers.get(item.id)
        grades = [item.relevant.get(d, 0.0) for d in answer.ranking.ordered()] if answer else []
        ideal = sorted(item.relevant.values(), reverse=True)
        hits = [grade >= 1 for grade in grades]
        relevant = sum(grade >= 1 for grade in ideal)
        if relevant:
            gains = [sum(max(g, 0) / math.log2(i + 2) for i, g in enumerate(x[:10])) for x in (grades, ideal)]
            totals["ndcg_cut_10"] += gains[0] / gains[1]
            precisions = [sum(hits[: i + 1]) / (i + 1) for i, hit in enumerate(hits) if hit]
            totals["map"] += sum(precisions) / relevant
            totals["recip_rank"] += 1 / (hits.index(True) + 1) if True in hits else 0
            totals["recall_5"] += sum(hits[:5]) / relevant
            totals["P_5"] += sum(hits[:5]) / 5
            totals["success_1"] += any(hits[:1])
    return {name: total / len(golden) for name, total in totals.items()}


@pytest.mark.parametrize("what", ["qrels", "run"])
@pytest.mark.parametrize("case", TREC)
def test_every_defect_has_its_outcome(trec, case, what):
    """Refused with an address, told, or read in silence."""
    if (case, what) in REFUSED:
        with pytest.raises(QuestionError) as caught:
            trec(case, what)
        assert REFUSED[case, what] in str(caught.value)
    else:
        notices = [notice.code for notice in trec(case, what).notices]
        assert notices == TOLD.get((case, what), [])


@pytest.mark.parametrize("case", sorted(set(TREC) - {case for case, _ in REFUSED}))
def test_what_is_read_scores_as_in_trec_eval(trec, expectations, case):
    """Definitions applied to what was read give the values of the reference program."""
    expected = expectations[case]["parsed"]
    found = values(trec(case, "qrels"), trec(case, "run"))
    if case == "34-header-line":
        expected = expectations["00-clean"]["parsed"]
    if expected is None:
        assert case in ("21-duplicate-doc-in-run", "29-leading-zeros-lost")
        return
    assert found == pytest.approx({name: expected[name] for name in found}, abs=1e-12)


def test_the_table_of_cases_is_complete(expectations):
    """A defect that is added to the reference data is added here."""
    assert set(expectations) == set(TREC)


SAME_AS_CLEAN = ["bom", "crlf-quoted", "reordered-vs-clean", "semicolon-decimal-comma", "utf16"]


@pytest.mark.parametrize("name", SAME_AS_CLEAN)
def test_tables_that_say_the_same(shared, name):
    """Encoding, quoting, order and delimiter change neither labels nor scores."""
    folder = shared("data", "nasty", "tables")
    golden, run = (read(folder / f"{name}.csv", what, "classification") for what in ("golden", "run"))
    assert golden.fingerprint == read(folder / "clean.csv", "golden", "classification").fingerprint
    assert run.answers == read(folder / "clean.csv", "run", "classification").answers


@pytest.mark.parametrize(
    ("name", "classes"),
    [("clean", "01"), ("labels-as-words", ["no", "yes"]), ("labels-true-false", ["false", "true"])],
)
def test_labels_are_read_as_the_words_they_are(shared, name, classes):
    """0/1, no/yes and False/True are two classes each, in the same rows."""
    golden = read(shared("data", "nasty", "tables", f"{name}.csv"), "golden", "classification")
    clean = read(shared("data", "nasty", "tables", "clean.csv"), "golden", "classification")
    assert [classes.index(item.label) for item in golden] == [int(item.label) for item in clean]


@pytest.mark.parametrize(
    ("name", "what", "task", "sentence"),
    [
        (
            "duplicate-ids.csv",
            "golden",
            "classification",
            "duplicate-ids.csv:42: the id '0003' is already on line 5",
        ),
        (
            "duplicate-ids.csv",
            "run",
            "classification",
            "duplicate-ids.csv:43: the id '0004' is already on line 6",
        ),
        ("empty.csv", "golden", "classification", "no examples"),
        ("header-only.csv", "golden", "classification", "no examples"),
        ("nan-score.csv", "run", "classification", "nan-score.csv:7: '0005' has no score"),
        ("nan-score.csv", "run", "classification", "nan-score.csv:11: the score 'NaN' is not a number"),
        ("golden-array.json", "golden", "retrieval", "write one item a line and name the file .jsonl"),
        ("golden-duplicate-id.jsonl", "golden", "retrieval", ".jsonl:13: the id 'q2' is already on line 3"),
        ("golden-nan-literal.jsonl", "golden", "retrieval", ".jsonl:1: NaN is not JSON"),
        ("golden-one-bad-line.jsonl", "golden", "retrieval", ".jsonl:7: not JSON"),
        ("golden-contexts-as-string.csv", "golden", "retrieval", "no 'id' (or query_id"),
    ],
)
def test_tables_that_are_refused(shared, name, what, task, sentence):
    """Each with the line, the value and the reason."""
    fields = {"relevant": "relevant_ids"} if name.endswith("jsonl") else {}
    with pytest.raises(QuestionError) as caught:
        read(shared("data", "nasty", "tables", name), what, task, fields=fields)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("name", ["golden-blank-lines", "golden-empty-lists"])
def test_blank_lines_and_empty_lists_are_fine(shared, name):
    """Blank lines are skipped; a query without a relevant document is an item."""
    path = shared("data", "nasty", "tables", f"{name}.jsonl")
    golden = read(path, "golden", fields={"relevant": "relevant_ids"})
    assert len(golden) == 12
    assert golden.items["q0"].relevant == {}


@pytest.mark.parametrize(
    ("name", "what", "told"),
    [
        ("qrels-covid-round3.txt.gz", "golden", []),
        ("qrels-with-comments.txt", "golden", ["comment"]),
        ("run-heavy-ties.txt", "run", []),
        ("run-lowercase-q0.txt", "run", []),
        ("run-mixed-tabs-and-spaces.txt", "run", []),
        ("run-negative-scores-rank-from-0.txt", "run", []),
        ("run-rank-contradicts-score.txt", "run", []),
        ("run-scientific-notation.txt", "run", []),
        ("run-second-column-0-and-tabs.txt", "run", []),
        ("run-with-header-line.txt", "run", ["header"]),
    ],
)
def test_files_found_in_the_wild(shared, name, what, told):
    """What other groups published is read as it is meant."""
    found = read(shared("data", "nasty", "real", name), what)
    assert len(found) > 0
    assert [notice.code for notice in found.notices] == told


def test_renamed_columns_in_the_wild(shared):
    """``fields`` reads a table of ratings as judgements."""
    fields = {"id": "user_id", "doc_id": "item_id", "relevance": "rating"}
    golden = read(shared("data", "nasty", "real", "csv-crlf-renamed-columns.csv"), "golden", fields=fields)
    assert golden.items["1"].relevant["47"] == 5.0


@pytest.mark.parametrize(
    ("golden", "run", "how", "queries"),
    [
        ("cwl/qrel_file", "cwl/result_file", {"format": "trec"}, None),
        ("cwl/neg_gain_file", "cwl/result_file", {"format": "trec"}, None),
        ("ir_measures/compat.qrels", "ir_measures/compat.run", {}, ["31_1", "31_2"]),
        ("ranx/qrels.trec.gz", "ranx/run.trec.gz", {}, ["q1", "q2"]),
        ("ranx/qrels.json", "ranx/run.json", {}, ["q1", "q2"]),
        ("trectools/qrel1.txt", "trectools/r1.run", {}, ["1", "2", "3"]),
    ],
)
def test_files_of_other_tools(shared, golden, run, how, queries):
    """Gains with decimals, packed files, JSON: every small file of other tools is understood."""
    items = read(shared("data", "formats", golden), "golden", **how).items
    assert queries is None or list(items) == queries
    answers = read(shared("data", "formats", run), "run", **how).answers
    assert items.keys() & answers.keys()


def test_json_and_trec_of_ranx_say_the_same(shared):
    """One golden set and one run in two formats are equal values."""
    folder = shared("data", "formats", "ranx")
    assert read(folder / "run.json", "run").answers == read(folder / "run.trec", "run").answers
    assert (
        read(folder / "qrels.json", "golden").fingerprint == read(folder / "qrels.trec", "golden").fingerprint
    )


def test_a_qrels_table_without_header_is_trec(shared):
    """A ``.tsv`` file of four columns without names is a TREC file."""
    assert "PLAIN-2" in read(shared("data", "formats", "pyserini", "nfcorpus-qrels.tsv"), "golden").items


def test_another_packing_is_refused(shared):
    """A file packed with lz4 is named as that, once its format is said."""
    path = shared("data", "formats", "ranx", "run.lz4")
    with pytest.raises(QuestionError, match="says no format"):
        read(path, "run")
    with pytest.raises(QuestionError, match="lz4 is not read here"):
        read(path, "run", format="ranx")


def test_a_beir_folder_equals_its_trec_file(shared):
    """Cranfield as BEIR folder and as TREC judgements is one golden set, here with query texts."""
    folder = shared("data", "retrieval", "cranfield")
    beir = read(folder, "golden")
    assert beir.digests == read(folder / "qrels.trec", "golden").digests
    assert beir.items["1"].query.startswith("what similarity laws")
