"""Every file of other tools and from the wild: what reads it, how much is in it, or why it is refused.

The lists are complete: a file that is added to the reference data has to be added here.
"""

import csv
import io
import json
import math
from collections import Counter

import pytest

from gate import metrics, readers
from gate.errors import QuestionError
from gate.samples.ranked import RankedSample
from gate.scoring import score
from gate.source import FileSource
from tests.end_to_end.calls import call
from tests.readers.real_files import CHECKER, READ, REFUSED, REVIEWS

ASIDE = ("README.md", "expected.json", "provenance.json", "per_answer.json.gz")
"""What lies beside the files, about them; ``nasty/trec`` has a complete list in another module."""


def read(path, what, task, how):
    """Read one file."""
    reader = readers.read_run if what == "run" else readers.read_golden
    return reader(FileSource(path, path.name, **how), task)


def test_the_lists_are_complete(shared):
    """No file of the reference data is left out."""
    top = shared("data")
    folders = (top / "formats", top / "rag", top / "nasty" / "real", top / "nasty" / "tables")
    found = {
        file.relative_to(top).as_posix()
        for folder in folders
        for file in folder.rglob("*")
        if file.is_file() and file.name not in ASIDE
    }
    assert found == READ.keys() | REFUSED.keys()


@pytest.mark.parametrize("name", READ)
def test_a_file_that_is_read(shared, name):
    """As the config would name it: so many records, each with an id and something in it."""
    what, task, how, records = READ[name]
    found = list(read(shared("data") / name, what, task, how))
    assert len(found) == records or (records is None and found)
    assert all(each.id for each in found)
    if what == "run":
        assert not any(each.error for each in found)


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_that_is_refused(shared, name):
    """With its line and the reason, never a guess."""
    what, task, how, sentence = REFUSED[name]
    with pytest.raises(QuestionError) as caught:
        read(shared("data") / name, what, task, how)
    assert sentence in str(caught.value)


SPELT = {
    "ndcg_cut_10": "ndcg@10",
    "map": "map",
    "recip_rank": "mrr",
    "recall_100": "recall@100",
    "P_10": "precision@10",
}


def test_runs_from_the_wild_score_as_the_reference_program_says(shared):
    """Mixed blanks, ranks that contradict scores, rank 0: the means are trec_eval's."""
    folder = shared("data", "nasty", "real")
    expected = json.loads((folder / "provenance.json").read_text("utf-8"))["expected"]
    assert len(expected) > 3
    for name, right in expected.items():
        golden = read((folder / right["qrels"]).resolve(), "golden", "retrieval", {})
        run = read(folder / name, "run", "retrieval", {})
        sample = RankedSample.build(golden, run, relevant_grade=1)
        asked = [i for i, query in enumerate(sample.ids) if query in run.answers]
        for measure, value in right["mean_over_returned_queries"].items():
            metric = metrics.of(SPELT[measure], "retrieval")
            parts = score(sample, metric, metric.resolve(SPELT[measure], k=None)).parts
            mean = math.fsum(parts[i] for i in asked) / len(asked)
            assert mean == pytest.approx(value, abs=1e-12), (name, measure)


def test_labelled_texts(shared, tmp_path):
    """Quotes, commas and typographic apostrophes in cells; converted, the set says the same."""
    file = shared("data", "rag", "labelled-text-csv", "code_review.csv")
    with file.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    items = list(read(file, "golden", "classification", REVIEWS))
    assert Counter(item.label for item in items) == Counter(row["Expert label"] for row in rows)
    assert {(item.query, item.label) for item in items} == {
        (row["Generated review"], row["Expert label"]) for row in rows
    }

    made = tmp_path / "reviews.jsonl"
    names = ("--field", "query=Generated review", "--field", "label=Expert label")
    ended = call(
        *("convert", file, "--format", "deepeval", "--task", "classification", *names),
        *("--to", "jsonl", "--output", made),
    )
    assert ended.code == 0
    again = list(read(made, "golden", "classification", {}))
    assert [(i.id, i.query, i.label) for i in again] == [(i.id, i.query, i.label) for i in items]


def test_labelled_texts_that_repeat_need_ids(shared, tmp_path):
    """The way out of the refusal: with a column of ids all 200 messages are read, repeated ones too."""
    file = shared("data", "rag", "labelled-text-csv", "bookings.csv")
    with file.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    text = io.StringIO()
    writer = csv.DictWriter(text, ["id", "query", "label"])
    writer.writeheader()
    writer.writerows({"id": f"m{i}", **row} for i, row in enumerate(rows))
    named = tmp_path / "bookings.csv"
    named.write_text(text.getvalue(), "utf-8", newline="")

    items = {item.id: (item.query, item.label) for item in read(named, "golden", "multiclass", {})}

    assert items == {f"m{i}": (row["query"], row["label"]) for i, row in enumerate(rows)}
    assert any("’" in query for query, _ in items.values())


def test_what_ragchecker_was_given_and_what_it_found(shared):
    """Documents, texts and references as they stand, and metrics whose means are those it printed."""
    folder = shared("data", "rag", "ragchecker-io")
    given = json.loads((folder / "checking_inputs.json").read_text("utf-8"))["results"]
    printed = json.loads((folder / "checking_outputs.json").read_text("utf-8"))["metrics"]

    golden = {i.id: i for i in read(folder / "checking_inputs.json", "golden", "generation", CHECKER)}
    texts = {a.id: a for a in read(folder / "checking_inputs.json", "run", "generation", CHECKER)}
    lists = {a.id: a for a in read(folder / "checking_outputs.json", "run", "retrieval", CHECKER)}

    for row in given:
        name = row["query_id"]
        assert (golden[name].query, golden[name].references) == (row["query"], (row["gt_answer"],))
        assert texts[name].text == row["response"]
        assert list(lists[name].ranking.documents) == [hit["doc_id"] for hit in row["retrieved_context"]]
    means = {
        name: math.fsum(answer.numbers[name] for answer in lists.values()) / len(lists)
        for name in lists["0"].numbers
    }
    told = {name: value for part in printed.values() for name, value in part.items()}
    assert means.keys() == told.keys()
    for name, value in told.items():
        assert 100 * means[name] == pytest.approx(value, abs=0.0501), name
