"""CSV and TSV with a header row."""

import pytest

from gate.run import Answer


def test_ids_survive_every_cell(golden, run):
    """NA, null, nan, leading zeros and 19 digits are text (cases 63, 64 and 65)."""
    names = ["NA", "null", "None", "nan", "007", "7", "1234567890123456789", "1234567890123456768", "1e5"]
    found = golden("g.csv", "query_id,doc_id,relevance\n" + "".join(f"{n},{n},1\n" for n in names))
    assert set(found.items) == set(names)
    assert all(set(item.relevant) == {item.id} for item in found)
    answers = run("r.csv", "query_id,doc_id,score\n" + "".join(f"{n},{n},1\n" for n in names)).answers
    assert set(answers) == set(names)


def test_a_byte_order_mark_is_no_part_of_a_name(run):
    """The first column is ``id`` (case 66)."""
    data = b"\xef\xbb\xbfid,label,predicted\r\n1,a,a\r\n2,b,a\r\n"
    assert [answer.predicted for answer in run("p.csv", data, "classification")] == ["a", "a"]


def test_tsv_has_no_quoting(golden):
    """A lone quotation mark is a character, it does not swallow lines (case 69)."""
    found = golden("q.tsv", 'id\tlabel\n1\t"a\n2\tb\n3\tc"\n4\td\n', "classification")
    assert [item.label for item in found] == ['"a', "b", 'c"', "d"]


def test_csv_cells_may_hold_line_ends(golden, refused):
    """A quoted line end is data; later lines are still counted as an editor counts them."""
    text = 'id,query,label\n1,"two\nlines, ""quoted""",x\n'
    assert golden("g.csv", text, "classification").items["1"].query == 'two\nlines, "quoted"'
    (problem,) = refused("golden", "g.csv", text + "2,,\n", "classification")
    assert problem.startswith("g.csv:4: a class is empty: '' [bad_value]")


def test_an_open_quote_is_refused_where_it_opens(refused):
    """A quotation mark that never closes is named by its own line, not by the last one."""
    (problem,) = refused("golden", "g.csv", 'id,label\n1,x\n2,"y\n3,z\n', "classification")
    assert problem.startswith("g.csv:3: not CSV: unexpected end of data")


def test_semicolons_bring_decimal_commas(run):
    """A header parted by semicolons decides, numbers then have a comma, texts keep theirs."""
    found = run("p.csv", "id;score;predicted\n1,5;0,6575;a,b\n2;-1,5e-3;c\n", "classification")
    assert found.answers["1,5"] == Answer("1,5", score=0.6575, predicted="a,b")
    assert found.answers["2"].score == -0.0015
    assert [notice.code for notice in found.notices] == ["semicolons"]


def test_rows_are_joined_by_id(golden, run):
    """The order of rows says nothing (case 71)."""
    labels = golden("g.csv", "id,label\na,x\nb,y\nc,z\n", "classification")
    answers = run("r.csv", "id,predicted\nc,z\na,x\nb,y\n", "classification").answers
    assert {item.id: item.label for item in labels} == {i: a.predicted for i, a in answers.items()}
    shuffled = golden("h.csv", "label,id\nz,c\nx,a\ny,b\n", "classification")
    assert shuffled.fingerprint == labels.fingerprint


def test_further_columns_of_a_golden_set_are_slices(golden):
    """Empty cells are no slice; what a run says in the same file is none either."""
    text = "id,label,score,predicted,latency_ms,topic,lang\na,1,0.5,1,9,billing,\nb,0,0.1,0,9,,de\n"
    found = golden("g.csv", text, "classification")
    assert [item.slices for item in found] == [{"topic": "billing"}, {"lang": "de"}]


def test_further_numbers_of_a_run_are_kept(run):
    """A column is a number if every cell that is not empty is one."""
    text = "id,label,score,latency_ms,faithfulness,note\na,1,0.5,9,,x\nb,0,0.1,8.5,1,3\n"
    found = run("r.csv", text, "classification")
    assert [answer.numbers for answer in found] == [
        {"latency_ms": 9.0},
        {"latency_ms": 8.5, "faithfulness": 1.0},
    ]


def test_queries_of_a_long_table_are_described_once(golden, refused):
    """What every row of a query agrees on describes it; what varies is no slice; a weight must agree."""
    head = "query_id,doc_id,relevance,weight,topic,annotator\n"
    text = head + "q1,d1,1,2,x,ann\nq1,d2,0,2,x,bob\nq2,d1,1,1,y,ann\n"
    found = golden("g.csv", text)
    assert [(item.weight, dict(item.slices), item.line) for item in found] == [
        (2.0, {"topic": "x"}, 2),
        (1.0, {"topic": "y"}, 4),
    ]
    assert [notice.code for notice in found.notices] == ["no_slice"]
    (problem,) = refused("golden", "g.csv", text.replace("q1,d2,0,2", "q1,d2,0,3"))
    assert problem.startswith("g.csv:3: 'q1' has the weight '3' here and '2' on line 2")


def test_results_take_the_order_of_their_scores(run):
    """A long table is a run; the rank column is ignored."""
    found = run("r.csv", "query_id,doc_id,rank,score,latency_ms\nq1,a,1,0.1,5\nq1,b,2,0.9,5\n")
    assert found.answers["q1"].ranking.ordered() == ["b", "a"]
    assert found.answers["q1"].numbers == {"latency_ms": 5.0}


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("id,label,score\n1,a\n", "p.csv:2: 2 cells, 3 expected as in the header"),
        ("id,id,score\n1,2,3\n", "p.csv:1: two columns are called 'id'"),
        (
            "name,score\n1,2\n",
            "p.csv:1: no 'id' (or query_id, query-id, qid, q_id, _id); there is 'name', 'score'",
        ),
        ("id,label\n1,a\n", "p.csv:1: no 'score'; there is 'id', 'label'; and no 'predicted'"),
        ("id,score\n1,\n", "p.csv:2: '1' has no score"),
        ("id,score\n1,NaN\n", "p.csv:2: the score 'NaN' is not a number"),
        ("id,score\n,1\n", "p.csv:2: an id is empty"),
        ("id,score\n1,1\n1,1\n", "p.csv:3: the id '1' is already on line 2"),
        ("id,score\n", "p.csv: no answers"),
        ("", "p.csv: no answers"),
    ],
)
def test_a_malformed_table_is_refused(refused, text, sentence):
    """Line, value and reason, for every way to get a table wrong."""
    assert refused("run", "p.csv", text, "classification")[0].startswith(sentence)


def test_an_error_column_stands_for_an_answer(run):
    """A row that says why there is no answer needs none."""
    (answer,) = run("p.csv", "id,score,error\n1,,timeout\n", "classification")
    assert answer == Answer("1", error="timeout")


def test_labels_are_one_class_however_written(golden):
    """Spreadsheets turn 1 into 1.0 and true into TRUE; versions and codes stay as they are."""
    found = golden("g.csv", "id,label\na,1.0\nb,TRUE\nc,01\nd,1.10\ne, no \n", "classification")
    assert [item.label for item in found] == ["1", "true", "01", "1.10", "no"]


def test_windows_line_ends_inside_quotes_are_part_of_the_cell(run, golden):
    """A text and a document id are what JSON Lines say they are; line ends of the table are not."""
    written = run("r.csv", 'id,text\r\n1,"a\r\nb"\r\n2,"x ""y""\r\n"\r\n', "generation")
    assert [answer.text for answer in written] == ["a\r\nb", 'x "y"\r\n']
    (same,) = run("r.jsonl", '{"id": "1", "text": "a\\r\\nb"}\r\n', "generation")
    assert same.text == "a\r\nb"

    (item,) = golden("g.csv", 'query_id,doc_id,relevance\r\nq,"d\r\n1",1\r\n')
    assert item.relevant == {"d\r\n1": 1.0}


def test_quotation_marks_of_tsv_part_no_lines(golden):
    """Where a quotation mark is a character like any other, Windows line ends after one are line ends."""
    (item,) = golden("g.tsv", 'query_id\tdoc_id\trelevance\r\nq\t5" disk\t1\r\nq\td\t2\r\n')
    assert item.relevant == {'5" disk': 1.0, "d": 2.0}


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("5 EUR", "r.csv:3: the cost '5 EUR' is not a number"),
        ("-1", "r.csv:3: the cost '-1' is below 0"),
    ],
)
def test_a_cost_that_is_none_is_refused_with_its_line(refused, cell, sentence):
    """A column of costs does not vanish because of one cell; an empty cell is no cost."""
    text = f"id,score,cost\n1,0.5,2\n2,0.5,{cell}\n3,0.5,\n"
    (problem,) = refused("run", "r.csv", text, "classification")
    assert problem.startswith(sentence)


def test_carriage_returns_alone_end_no_lines(refused):
    """The message names them, and no quotation mark."""
    (problem,) = refused("golden", "g.csv", "query_id,doc_id,relevance\rq,d,1\rr,d,1\r")
    assert problem.startswith("g.csv:1: a line ends with a carriage return alone")
    assert "quotation mark" not in problem
