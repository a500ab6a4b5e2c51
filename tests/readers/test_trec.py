"""TREC judgements and runs: what is read, what is repaired aloud, what is refused."""

import gzip
import os
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate import readers
from gate.source import FileSource

QRELS = "q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 2\n"
RUN = "q1 Q0 d1 1 0.9 s\nq1 Q0 d2 2 0.8 s\nq2 Q0 d1 1 7 s\n"


def codes(value):
    """Return the codes of a value's notices."""
    return [notice.code for notice in value.notices]


def test_grades_may_be_negative_or_fractional(golden):
    """Negative and fractional grades are kept as written (cases 10 and 11)."""
    items = golden("qrels.txt", "q1 0 d1 -1\nq1 0 d2 0.4\nq1 0 d3 1e0\n").items
    assert items["q1"].relevant == {"d1": -1.0, "d2": 0.4, "d3": 1.0}


@pytest.mark.parametrize("grade", ["nan", "inf", "1e999", "x", "1_0", "٣"])
def test_a_grade_is_a_finite_number(refused, grade):
    """What is no finite decimal number is refused with its line and quoted."""
    (problem,) = refused("golden", "qrels.txt", f"q1 0 d1 1\nq1 0 d2 {grade}\n")
    assert problem.startswith("qrels.txt:2: the grade ")
    assert repr(grade) in problem


def test_a_repeated_judgement_counts_once(golden):
    """An identical repetition is told, with the line of the first (case 18)."""
    found = golden("qrels.txt", "q1 0 d1 1\nq1 0 d1 1\n")
    assert found.items["q1"].relevant == {"d1": 1.0}
    (notice,) = found.notices
    assert (notice.code, notice.where, notice.items) == ("repeated_judgement", "qrels.txt:2", ("q1: d1",))


def test_a_conflicting_judgement_names_both_lines(refused):
    """Two grades for one pair are refused, never the last one taken (case 18)."""
    (problem,) = refused("golden", "qrels.txt", "q1 0 d1 1\nq1 0 d1 0\n")
    assert problem.splitlines()[0] == (
        "qrels.txt:2: document 'd1' of query 'q1' has the grade 0 here and 1 on line 1 [repeated_judgement]"
    )


def test_a_repeated_document_keeps_its_best_place(run):
    """A document listed twice stands once, at its higher score, and is told (case 05)."""
    found = run("run.txt", "q1 Q0 a 1 1 s\nq1 Q0 b 2 2 s\nq1 Q0 a 3 3 s\n")
    assert found.answers["q1"].ranking.ordered() == ["a", "b"]
    assert [(n.code, n.items, n.count) for n in found.notices] == [("repeated_document", ("q1: a",), 1)]


def test_a_line_of_five_fields_is_refused(refused):
    """A missing field is refused with its line, not read as another one (case 16)."""
    (problem,) = refused("run", "run.txt", "q1 Q0 d1 1 0.9 s\nq1 Q0 d2 0.8 s\nq1 Q0 d3 3 0.7 s\n")
    assert problem.startswith("run.txt:2: 5 fields, 6 expected: 'q1 Q0 d2 0.8 s'")


def test_a_tag_may_be_of_several_words(run, refused):
    """Text behind the tag of a run belongs to the tag; behind a grade it is one field too many."""
    found = run("run.txt", RUN.replace(" s\n", " s more junk at\n", 1))
    assert found.answers == run("plain.txt", RUN).answers
    assert found.notices == ()
    (problem,) = refused("golden", "qrels.txt", QRELS.replace("\n", " sure\n", 1))
    assert problem.startswith("qrels.txt:1: 5 fields, 4 expected: 'q1 0 d1 1 sure'")


def test_judgements_given_as_run_are_recognised(refused):
    """The way out says what the file looks like."""
    assert "this looks like judgements" in refused("run", "qrels.txt", QRELS)[0]
    assert "this looks like a run" in refused("golden", "run.txt", RUN)[0]


@pytest.mark.parametrize("score", ["nan", "n/a", "0,5", "1_0", "--1"])
def test_a_score_that_is_no_number_is_refused_with_its_line(refused, score):
    """NaN has no place in an order, and no other word has (case 19)."""
    (problem,) = refused("run", "run.txt", f"q1 Q0 d1 1 {score} s\nq1 Q0 d2 2 0.4 s\n")
    assert problem.startswith(f"run.txt:1: the score {score!r} is not a number")


def test_infinite_scores_are_in_order(run):
    """Log-probabilities may be minus infinity; infinities sort as numbers do."""
    found = run("run.txt", "q1 Q0 a 1 -inf s\nq1 Q0 b 2 0 s\nq1 Q0 c 3 inf s\n")
    assert found.answers["q1"].ranking.ordered() == ["c", "b", "a"]


def test_comments_and_headers_are_skipped_aloud(golden, run):
    """Lines that begin with # and a first line of column names are no data, and no secret."""
    found = golden("qrels.txt", "# two assessors\n" + QRELS + "# end\n")
    assert (len(found), codes(found)) == (2, ["comment"])
    assert found.notices[0].text == "2 comment lines skipped"
    headed = run("run.txt", "qid Q0 docid rank score tag\n" + RUN)
    assert (len(headed), codes(headed)) == (2, ["header"])
    assert len(golden("q.txt", "qid iter docid rel\n" + QRELS)) == 2


def test_all_problems_of_a_file_are_told_at_once(refused):
    """Twenty problems are shown, the rest is counted."""
    problems = refused("run", "run.txt", "q1 Q0 d1 0.9 s\n" * 25)
    assert len(problems) == 21
    assert problems[-1] == "run.txt: and 5 more [more_problems]"


@pytest.mark.parametrize("data", ["", "\n\n", "# nothing\n"])
def test_nothing_is_no_golden_set_and_no_run(refused, data):
    """A file without a record is refused: nothing measured is never a pass (case 49)."""
    assert refused("golden", "qrels.txt", data)[0].startswith("qrels.txt: no examples [nothing_in_file]")
    assert refused("run", "run.txt", data)[0].startswith("run.txt: no answers [nothing_in_file]")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-32"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.replace(" ", " \t ").encode(),
        lambda text: text.replace("\n", " \n\n").encode(),
        lambda text: text.strip().encode(),
        lambda text: gzip.compress(text.encode()),
    ],
    ids=["bom", "utf-16", "utf-32", "crlf", "runs-of-blanks", "blank-lines", "no-final-newline", "gzip"],
)
def test_how_a_file_is_written_is_not_data(golden, run, change):
    """Encoding, line ends, blanks and packing change nothing (cases 66 and 67)."""
    assert golden("qrels.txt", change(QRELS)).fingerprint == golden("plain.txt", QRELS).fingerprint
    assert run("run.txt", change(RUN)).answers == run("plain.txt", RUN).answers


@given(st.permutations(RUN.splitlines()), st.permutations(QRELS.splitlines()))
def test_the_order_of_lines_is_not_data(lines, judgements):
    """Shuffled lines give equal runs and equal fingerprints."""
    source = FileSource(Path("run.txt"), "run.txt", format="trec")
    shuffled = readers.parse_run("\n".join(lines).encode(), source, "retrieval")
    assert shuffled.answers == readers.parse_run(RUN.encode(), source, "retrieval").answers
    golden = readers.trec.read_golden(source, "\n".join(judgements).encode(), "retrieval")
    assert golden.fingerprint == readers.trec.read_golden(source, QRELS.encode(), "retrieval").fingerprint


def test_ids_keep_every_character(run):
    """Leading zeros, 20 digits, no-break spaces and composed letters are part of an id."""
    names = ["007", "7", "12345678901234567890", "NA", "1e5", "a\u00a0b", "Ä1", "A\u03081"]
    text = "".join(f"q1 Q0 {name} 1 {-i} s\n" for i, name in enumerate(names))
    assert run("run.txt", text).answers["q1"].ranking.ordered() == names


def test_bytes_that_are_no_text_are_located(refused):
    """An undecodable byte is named by place, line and value."""
    (problem,) = refused("run", "run.txt", RUN.encode() + b"q3 Q0 d\xe9 1 1 s\n")
    assert problem.splitlines()[0] == "run.txt:4: byte 57 is b'\\xe9', which is not UTF-8 [not_utf8]"


def test_damaged_gzip_is_refused(refused):
    """A packed file that was cut off is not half a run."""
    (problem,) = refused("run", "run.txt.gz", gzip.compress(RUN.encode())[:-9])
    assert "this gzip file is damaged" in problem


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_read_once(tmp_path):
    """What a pipe says cannot be read again, so it is read as a whole, once."""
    path = tmp_path / "run.trec"
    os.mkfifo(path)
    writer = threading.Thread(target=lambda: path.write_text("\n" + RUN))
    writer.start()
    found = readers.read_run(FileSource(path, "run.trec"), "retrieval")
    writer.join()
    assert list(found.answers) == ["q1", "q2"]
