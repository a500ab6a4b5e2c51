"""Mistakes in a monitor's config, files and options are told with a way out, and end with 2."""

import pytest

from gate.cli import main
from tests.drift.traffic import ALL, TWO, rows


def test_a_misspelt_key_of_vectors_is_one_problem(monitored):
    """What is missing may be just what is misspelt, so nothing is said of it."""
    code, _, err = monitored(TWO + "embeddings: {e: {column: v}}\n")
    assert code == 2
    assert "no such key 'e'" in err
    assert "say where the vectors are" not in err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("windw: a\nreference: b\nfields: {x: {kind: number}}\n", "did you mean 'window'?"),
        (TWO + "fields: {x: {kind: numbr}}\n", "c.yaml:5: fields.x.kind: 'numbr' is not known"),
        (TWO + "fields: {}\n", "nothing is compared"),
        ("window: a\nfields: {x: {kind: number}}\n", "nothing to compare with"),
        (TWO + "fields:\n", "c.yaml:5: fields: it has no value"),
        (TWO + "embeddings: {column: v, window: w.npy}\n", "not in both"),
        (TWO + "embeddings: {reference: w.npy}\n", "say where the vectors are"),
        (TWO + "count: n\nembeddings: {column: v}\n", "no one vector"),
        (TWO + "fields: {x: {kind: number}}\nlevels: {p: 0.2}\n", "too large"),
        ("window: {path: a}\nreference: b\nfields: {x: {kind: text}}\n", "c.yaml:3: window: a mapping"),
    ],
)
def test_mistakes_in_a_config(monitored, text, told):
    """Each is told with its line and a way out, and ends with 2."""
    code, report, err = monitored(text)
    assert (code, report) == (2, None)
    assert told in err
    assert "c.yaml" in err


def test_both_windows_are_read_before_anything_is_told(monitored):
    """Mistakes of reference and window, and a missing array file, are told at once."""
    old = [{"length": "x"}]
    code, _, err = monitored(
        TWO + "fields: {length: {kind: number}}\nembeddings: {reference: a.npy, window: b.npy}\n",
        old=old,
        new=[*old, *old],
    )
    assert code == 2
    for place in ("old.jsonl:1", "new.jsonl:1", "new.jsonl:2", "a.npy", "b.npy"):
        assert place in err


def test_a_shard_that_is_missing_is_told(monitored, tmp_path):
    """A golden set that is a folder without one of its shards is there, and still cannot be read."""
    (tmp_path / "pq").mkdir()
    (tmp_path / "pq" / "test-00000-of-00002.parquet").touch()
    (tmp_path / "search.yaml").write_text(
        "version: 1\nname: s\ntask: retrieval\ngolden_set: pq\n"
        "system: {run: r.jsonl}\nk: 3\nmetrics: {mrr: {}}\n",
        "utf-8",
    )
    text = "golden: search.yaml\nwindow: new.jsonl\nfields: {query: {kind: text}}\n"
    code, report, err = monitored(text, new=[{"query": "where is it"}])
    assert (code, report) == (2, None)
    assert "pq: a shard is missing: there are test-00000-of-00002.parquet [file_missing]" in err


def test_an_array_belongs_to_its_window(monitored):
    """Another window has other vectors, so `--window` does not go with an array file."""
    text = TWO + "embeddings: {reference: a.npy, window: b.npy}\n"
    code, _, err = monitored(text, "--window", "other.jsonl")
    assert code == 2
    assert "an array file for its own window" in err


@pytest.mark.parametrize(
    ("outputs", "told"),
    [
        (["junit:r.xml"], "--output 'junit:r.xml': no report format is called 'junit'"),
        (["junit:r.xml"], "use one of: terminal, markdown, html, json"),
        (["json"], "--output 'json' is not FORMAT:PATH"),
        (["json:"], "--output 'json:' is not FORMAT:PATH"),
        (["json:r", "markdown:r"], "r is written by 'json' already"),
        (["json:r", "markdown:./r"], "./r is written by 'json' already"),
        (["json:-"], "print it so: --format json"),
        (["json:.", "markdown:new.jsonl/r"], "new.jsonl/r: cannot be written"),
        (["json:.", "markdown:new.jsonl/r"], "it is a folder"),
        (["json:new.jsonl", "markdown:c.yaml"], "c.yaml: it is read here"),
        (["json:new.jsonl", "markdown:c.yaml"], "new.jsonl: it is read here"),
    ],
)
def test_mistakes_in_outputs(monitored, outputs, told):
    """A format that there is not, and a path that cannot be written, end with 2."""
    many = rows(30, seed=1)
    code, _, err = monitored(ALL, *(f"--output={each}" for each in outputs), old=many, new=many)
    assert code == 2
    assert told in err


def test_vectors_of_two_models_are_refused(monitored):
    """Lengths that differ between the windows are no drift but a mistake."""
    old, new = ([{"v": [0.5] * length} for _ in range(30)] for length in (3, 4))
    code, _, err = monitored(TWO + "embeddings: {column: v}\n", old=old, new=new)
    assert code == 2
    assert "vectors of 4 numbers, and 3 in the reference" in err


def test_a_config_of_the_other_command_is_named_in_one_sentence(monitored, tmp_path, capsys):
    """A config of `gate check` is told so by `gate monitor`, and the other way round, and nothing else."""
    check = "task: multiclass\ngolden_set: g.jsonl\nsystem: {run: r.jsonl}\nmetrics: {accuracy: {}}\n"
    code, _, err = monitored(check)
    assert code == 2
    assert "this is a config of `gate check`" in err
    assert "problems" not in err
    (tmp_path / "c.yaml").write_text(f"version: 1\nname: c\n{TWO}fields: {{x: {{kind: text}}}}\n", "utf-8")
    assert main(["check", "c.yaml"]) == 2
    err = capsys.readouterr().err
    assert "this is a config of `gate monitor`" in err
    assert "problems" not in err
