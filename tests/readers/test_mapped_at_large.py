"""Files of other evaluation tools that were not written for a test: real ones, and any JSON."""

import csv
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import readers
from gate.errors import QuestionError
from gate.readers import mapped
from gate.readers.mapped.identity import text_id
from gate.source import FileSource
from tests.readers.mapped_rows import lines, table


def test_real_files(shared):
    """Goldens with JSON in cells and bars, contexts as Python prints them: read, or refused by line."""
    goldens = shared("data", "rag", "deepeval-goldens", "goldens.csv")
    source = FileSource(goldens, "goldens.csv", "deepeval", {"id": "name"})
    items, answers = readers.read_golden(source, "retrieval"), readers.read_run(source, "retrieval")
    with goldens.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {i.id: len(i.relevant) for i in items} == {
        r["name"]: len(set(r["context"].split("|"))) for r in rows
    }
    assert answers.answers.keys() == items.items.keys()
    with pytest.raises(QuestionError, match=r"goldens\.csv:16: this question is already on line 11"):
        readers.read_golden(FileSource(goldens, "goldens.csv", "deepeval"), "retrieval")
    turns = FileSource(goldens.with_name("convo_goldens.csv"), "convo.csv", "deepeval")
    with pytest.raises(QuestionError, match=r"convo\.csv:2: no 'input'"):
        readers.read_golden(turns, "retrieval")
    contexts = FileSource(
        shared("data", "nasty", "tables", "golden-contexts-as-string.csv"), "c.csv", "ragas"
    )
    lists = [a.ranking.ordered() for a in readers.read_run(contexts, "retrieval")]
    assert len(lists) == 12
    assert {tuple(each) for each in lists} == {(), (text_id("a passage"), text_id(""))}
    plain = FileSource(shared("data", "rag", "ragas-annotated", "hf_doc_qa_eval.csv"), "hf.csv", "ragas")
    with pytest.raises(QuestionError, match=r"hf\.csv:2: no 'reference_context_ids'"):
        readers.read_golden(plain, "retrieval")


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["[1", "['a']", "{}", '{"a": 1}', "[]"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["question", "doc_uri", "content", "output", "results", "tests"])
            | st.text(max_size=3),
            inner,
            max_size=3,
        )
    ),
    max_leaves=10,
)
KEYS = [
    *(
        "id",
        "name",
        "user_input",
        "question",
        "reference_contexts",
        "reference_context_ids",
        "retrieved_contexts",
    ),
    *(
        "input",
        "context",
        "retrieval_context",
        "expected_output",
        "actual_output",
        "additional_metadata",
        "vars",
        "assert",
    ),
    *(
        "metadata",
        "response",
        "error",
        "failureReason",
        "namedScores",
        "score",
        "query",
        "expected_ids",
        "retrieved_ids",
    ),
    *(
        "inputs",
        "outputs",
        "expectations",
        "targets",
        "predictions",
        "columns",
        "data",
        "queries",
        "relevant_docs",
        "tests",
        "results",
    ),
]


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.dictionaries(st.sampled_from(KEYS), json_values, max_size=8), max_size=3),
    st.sampled_from([*mapped.FORMATS, "ranx"]),
    st.sampled_from(["x.json", "x.jsonl", "x.csv", "x.yaml", "x"]),
    st.sampled_from(["retrieval", "classification"]),
    st.integers(0, 40),
)
def test_any_json_under_their_keys_gives_a_value_or_problems(tmp_path_factory, rows, form, name, task, cut):
    """Whatever stands where a question, a list or an object is expected, the answer is a sentence."""
    folder = tmp_path_factory.getbasetemp()
    if name.endswith("csv"):
        text = table([dict.fromkeys(KEYS, "") | {k: str(v) for k, v in row.items()} for row in rows or [{}]])
    else:
        text = lines(rows) if name.endswith("l") else json.dumps(rows[0] if len(rows) == 1 else rows)
    if cut < 20:
        text = text[: len(text) - cut]
    (folder / name).write_text(text, "utf-8", errors="surrogatepass")
    source = FileSource(folder / name, name, form)
    for read in (readers.read_golden, readers.read_run):
        problems = []
        try:
            list(read(source, task))
        except QuestionError as error:
            problems = error.problems
            str(error).encode()
        assert all(problem.what and problem.where for problem in problems)
