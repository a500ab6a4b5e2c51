"""One content in every format that can hold it: metrics are equal, whichever two are compared."""

import csv
import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import metrics, readers
from gate.readers.fields import NAMES
from gate.samples.categorical import CategoricalSample
from gate.samples.classwise import classes_of
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.scoring import score
from gate.source import FileSource

RANKED = ("ndcg@10", "recall@2", "mrr", "map")
SEVERAL = ("macro_f1", "balanced_accuracy", "log_loss", "macro_roc_auc")
LABELS = ("micro_f1", "subset_accuracy", "hamming_loss", "macro_pr_auc")


def lines(rows):
    """Write rows as JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def cells(rows, delimiter=","):
    """Write rows as a table; lists and objects as JSON in a cell."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    plain = (str, int, float)
    writer.writerows(
        {k: v if isinstance(v, plain) else json.dumps(v) for k, v in row.items()} for row in rows
    )
    return text.getvalue().encode()


def columns(rows):
    """Write rows as Parquet."""
    out = pa.BufferOutputStream()
    pq.write_table(pa.Table.from_pylist(rows), out)
    return out.getvalue().to_pybytes()


def whole(rows):
    """Write rows as one JSON document."""
    return json.dumps(rows).encode()


def split(rows):
    """Write rows as a data frame does in split orientation."""
    return json.dumps({"columns": list(rows[0]), "data": [list(row.values()) for row in rows]}).encode()


CONTAINERS = {".jsonl": lines, ".csv": cells, ".json": whole, ".parquet": columns}


def rankings_in_all_formats(content):
    """Yield ``format, suffix, golden, run, fields`` of ``{query: (relevant, ranked)}``."""
    pairs = [(q, d) for q, (relevant, _) in content.items() for d in relevant]
    hits = [(q, d, -float(i)) for q, (_, ranked) in content.items() for i, d in enumerate(ranked)]
    judged = [{"query_id": q, "doc_id": d, "relevance": 1} for q, d in pairs]
    listed = [{"query_id": q, "doc_id": d, "score": s} for q, d, s in hits]
    yield (
        "jsonl",
        "",
        lines({"id": q, "relevant": relevant} for q, (relevant, _) in content.items()),
        lines({"id": q, "ranked": ranked} for q, (_, ranked) in content.items()),
        {},
    )
    yield "csv", "", cells(judged), cells(listed), {}
    yield "tsv", "", cells(judged, "\t"), cells(listed, "\t"), {}
    yield "parquet", "", columns(judged), columns(listed), {}
    trec = (
        "".join(f"{q} 0 {d} 1\n" for q, d in pairs).encode(),
        "".join(f"{q} Q0 {d} 0 {s!r} tag\n" for q, d, s in hits).encode(),
    )
    nested = (
        whole({q: dict.fromkeys(relevant, 1) for q, (relevant, _) in content.items()}),
        whole({q: {d: s for p, d, s in hits if p == q} for q in content}),
    )
    yield "trec", "", *trec, {}
    yield "json", "", *nested, {}
    for files in (trec, nested, (columns(judged), columns(listed))):
        yield "ranx", "", *files, {}
    records = [(q, relevant, ranked) for q, (relevant, ranked) in content.items()]
    for form, make, fields in (
        (
            "ragas",
            lambda q, r, a: {"user_input": q, "reference_context_ids": r, "retrieved_context_ids": a},
            {},
        ),
        (
            "deepeval",
            lambda q, r, a: {"input": q, "context": r, "retrieval_context": a},
            {"relevant": "context", "ranked": "retrieval_context"},
        ),
        (
            "promptfoo",
            lambda q, r, a: {"vars": {"q": q}, "metadata": {"relevant": r}, "response": {"output": a}},
            {},
        ),
        ("llama_index", lambda q, r, a: {"query": q, "expected_ids": r, "retrieved_ids": a}, {}),
        (
            "langsmith",
            lambda q, r, a: {"id": q, "inputs": {"q": q}, "outputs": {"relevant": r, "ranked": a}},
            {},
        ),
        ("mlflow", lambda q, r, a: {"inputs": q, "targets": r, "predictions": a}, {}),
    ):
        rows = [make(*record) for record in records]
        for suffix, write in CONTAINERS.items():
            yield form, suffix, write(rows), write(rows), fields
        if form == "mlflow":
            yield form, ".json", split(rows), split(rows), fields


def decisions_in_all_formats(content):
    """Yield ``format, suffix, golden, run, fields`` of ``{item: (truth, decision, probabilities)}``.

    Truth and decision are a class, or a list of labels.
    """
    several = any(isinstance(truth, list) for truth, _, _ in content.values())
    right = "labels" if several else "label"
    golden = [{"id": i, right: truth} for i, (truth, _, _) in content.items()]
    run = [{"id": i, "predicted": d, "probabilities": p} for i, (_, d, p) in content.items()]
    yield "jsonl", "", lines(golden), lines(run), {}
    bars = [
        {key: "|".join(value) if isinstance(value, list) else value for key, value in row.items()}
        for row in golden
    ]
    flat = [
        {"id": i, "predicted": "|".join(d) if isinstance(d, list) else d, **p}
        for i, (_, d, p) in content.items()
    ]
    yield "csv", "", cells(bars), cells(flat), {}
    yield "tsv", "", cells(bars, "\t"), cells(flat, "\t"), {}
    yield "parquet", "", columns(bars), columns(flat), {}
    if several:
        yield "parquet", "", columns(golden), columns(run), {}
    for form, make in {
        "deepeval": lambda i, t, d: {
            "input": i,
            "expected_output": json.dumps(t) if several else t,
            "actual_output": d,
        },
        "promptfoo": lambda i, t, d: {
            "vars": {"q": i},
            "assert": [{"type": "equals", "value": t}],
            "response": {"output": d},
        },
        "langsmith": lambda i, t, d: {"id": i, "inputs": {"q": i}, "outputs": {right: t} if d is None else d},
        "mlflow": lambda i, t, d: {"inputs": i, "expectations": {"expected_response": t}, "outputs": d},
    }.items():
        answers = {i: {right: d, "probabilities": p} for i, (_, d, p) in content.items()}
        if form == "deepeval":  # whose outputs are text
            answers = {i: json.dumps(answer) for i, answer in answers.items()}
        truths = [make(i, truth, None) for i, (truth, _, _) in content.items()]
        rows = [make(i, truth, answers[i]) for i, (truth, _, _) in content.items()]
        for suffix, write in CONTAINERS.items():
            if form != "promptfoo" or suffix != ".csv":  # its tables have columns of their own
                yield form, suffix, write(truths), write(rows), {}


def read(form, suffix, golden, run, fields, task, folder):
    """Write both files, and read them as the format that is named."""
    found = []
    for name, data, how in (("golden", golden, readers.read_golden), ("run", run, readers.read_run)):
        path = folder / f"{name}{suffix}"
        path.write_bytes(data)
        found.append(how(FileSource(path, path.name, form, fields), task))
    return found


def values(sample, spelt, task):
    """Return each metric's value."""
    found = {}
    for text in spelt:
        metric = metrics.of(text, task)
        found[text] = score(sample, metric, metric.resolve(text, k=None), where={}).value
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Give one folder to all examples."""
    return tmp_path_factory.mktemp("equal")


taken = {name for names in NAMES.values() for name in names}
words = st.text("abcdeäß中XYZ019-_.:/", min_size=1, max_size=6).filter(
    lambda word: word not in taken and any(map(str.isalpha, word))
)
documents = st.lists(words, min_size=1, max_size=5, unique=True)


@settings(max_examples=6, deadline=None)
@given(st.dictionaries(words, st.tuples(documents, documents), min_size=1, max_size=4))
def test_rankings(folder, content):
    """Eight formats of rankings and six of other tools, each in all its containers."""
    # What was asked is relevant somewhere, so that values differ from 0.
    content = {
        q: (relevant, [*ranked, *(d for d in relevant[:1] if d not in ranked)])
        for q, (relevant, ranked) in content.items()
    }
    found = {}
    for number, (form, *files) in enumerate(rankings_in_all_formats(content)):
        sample = RankedSample.build(*read(form, *files, "retrieval", folder), relevant_grade=1)
        found[f"{form} {number}"] = values(sample, RANKED, "retrieval")
    first = found["jsonl 0"]
    assert 0 < first["map"] <= 1
    for name, value in found.items():
        assert value == pytest.approx(first, rel=1e-12), name


probability = st.floats(0.05, 0.9)


@settings(max_examples=6, deadline=None)
@given(st.data())
def test_classes(folder, data):
    """A class each: two of them, and several with probabilities."""
    drawn = data.draw(
        st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), probability), min_size=6, max_size=9)
    )
    names = ("ant", "bee", "cat")
    content = {}
    for i, (label, decision, sure) in enumerate(drawn):
        others = [name for name in names if name != names[decision]]
        shares = {names[decision]: sure, others[0]: (1 - sure) / 4, others[1]: 3 * (1 - sure) / 4}
        truth = i if i < 3 else label  # each class has an example
        content[f"i{i}"] = (names[truth], names[decision], {name: shares[name] for name in names})
    found = []
    for form, *files in decisions_in_all_formats(content):
        golden, run = read(form, *files, "multiclass", folder)
        sample = CategoricalSample.build(golden, run, classes=classes_of((), golden, [run]))
        found.append((form, values(sample, SEVERAL, "multiclass")))
    for form, value in found:
        assert value == pytest.approx(found[0][1], rel=1e-9), form


@settings(max_examples=6, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sets(st.sampled_from(("ant", "bee", "cat"))),
            st.sets(st.sampled_from(("ant", "bee", "cat"))),
            probability,
        ),
        min_size=3,
        max_size=6,
    )
)
def test_labels(folder, drawn):
    """Any number of labels, none at all among them."""
    everything = {"ant", "bee", "cat"}
    drawn = [(everything, everything, 0.5), *drawn]
    content = {
        f"i{i}": (
            sorted(truth),
            sorted(decided),
            {name: sure if name in decided else sure / 2 for name in sorted(everything)},
        )
        for i, (truth, decided, sure) in enumerate(drawn)
    }
    found = []
    for form, *files in decisions_in_all_formats(content):
        golden, run = read(form, *files, "multilabel", folder)
        sample = MultilabelSample.build(golden, run, classes=classes_of((), golden, [run])[0])
        found.append((form, values(sample, LABELS, "multilabel")))
    for form, value in found:
        assert value == pytest.approx(found[0][1], rel=1e-9), form
