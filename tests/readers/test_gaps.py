"""Guessing where fields end gives what listing all blanks gives."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gate import readers
from gate.errors import QuestionError
from gate.packed import PAD
from gate.readers import columns, decimals, gaps, stretches
from gate.source import FileSource

field = st.text("abQ012.-é#", min_size=1, max_size=12)
odd = st.sampled_from([" ", "\t", "\n", "\n\n", "  ", "\r", "\0", "x", "\v", "nan", " x"])


def framed(text):
    """Return a text as ``gaps`` wants it."""
    return np.frombuffer(b"0" * PAD + text + b"0" * (PAD + -len(text) % 8), dtype=np.uint8)


@st.composite
def texts(draw):
    """Draw lines whose fields are of few or many widths, most of them regular, a few spoilt somewhere."""
    kinds = [draw(st.lists(field, min_size=1, max_size=4)) for _ in range(6)]
    blank = draw(st.sampled_from([" ", "\t"]))
    chosen = draw(st.lists(st.tuples(*(st.sampled_from(kind) for kind in kinds)), min_size=1, max_size=30))
    text = "".join(blank.join(fields) + "\n" for fields in chosen)
    if draw(st.booleans()):
        at = draw(st.integers(0, len(text) - 1))
        text = text[:at] + draw(odd) + text[at + draw(st.integers(0, 1)) :]
    return text.encode()


def same(found, listed):
    """Assert that both found the same places, and that a width which is said to be known is every line's."""
    np.testing.assert_array_equal(found.begins, listed.begins)
    np.testing.assert_array_equal(found.ends, listed.ends)
    before = found.begins - 1
    for end, width in zip(found.ends, found.widths, strict=True):
        assert width is None or set(end - before - 1) == {width}
        before = end


@settings(max_examples=300, deadline=None)
@given(texts())
def test_guessed_gaps_are_the_listed_ones(text):
    """Both find the same places in regular lines, and both decline the others."""
    codes = framed(text)
    found, expected = gaps.find(codes), gaps.listed(codes)
    assert (found is None) == (expected is None)
    if found is not None:
        same(found, expected)


def test_usual_files_are_guessed():
    """Ranks of one to four digits and ids of several lengths do not need the blanks listed."""
    lines = [f"q{q} Q0 d{d * 7919} {d} {1 / (d + 1):.4f} tag\n" for q in range(3) for d in range(1200)]
    codes = framed("".join(lines).encode())
    same(gaps.guessed(codes, len(lines)), gaps.listed(codes))


@pytest.mark.parametrize(
    "text", ["1 2 3 4 5 6\n", "a b c d e f\n" * 3, "ab c d e f g\n" + "a bc d e f g\n" * 9]
)
def test_fields_of_one_byte(text):
    """The least lines there are; and a blank where another width puts it, which is another field's."""
    codes = framed(text.encode())
    same(gaps.find(codes), gaps.listed(codes))


written = (
    st.tuples(st.floats(-1e7, 1e7), st.integers(0, 9)).map(lambda pair: f"{pair[0]:.{pair[1]}f}")
    | st.floats(allow_nan=False).map(repr)
    | st.sampled_from(
        ["-0.0", "+1.5", ".5", "5.", "1e5", "-", ".", "-.5", "1.2.3", "nan", "inf", "1_0", "0x1"]
    )
)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 8), st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=20), st.none() | written)
def test_numbers_are_the_very_same_floats(digits, values, stranger):
    """With few decimals or many, and with a stranger among them: what ``float`` says, signs of zero too."""
    texts = [f"{value:.{digits}f}" for value in values] + ([] if stranger is None else [stranger])
    ends = PAD - 1 + np.cumsum([len(text) + 1 for text in texts])
    starts = ends - [len(text) for text in texts]
    numbers = np.empty(len(texts))
    found = decimals.parse(framed((" ".join(texts) + " ").encode()), starts, ends, numbers)
    try:
        expected = [float(text) for text in texts]
    except ValueError:
        assert not found
        return
    if not found:
        assert stranger in {"nan", "1_0"}
    else:
        assert list(map(float.hex, numbers.tolist())) == list(map(float.hex, expected))


@st.composite
def files(draw):
    """Draw a small TREC run as bytes, as programs write it, now and then with something odd in it."""
    queries = draw(st.lists(st.sampled_from(["q1", "q2", "q10", "é"]), min_size=1, max_size=4))
    style = draw(st.sampled_from(["{:.6f}", "{!r}", "{:.0f}"]))
    listed = st.lists(
        st.tuples(st.sampled_from(["a", "b", "doc-1", "doc-22", "é" * 9, "z" * 70]), st.floats(-9, 9))
    )
    lines = [
        f"{query} Q0 {document} {rank} {style.format(score)} tag"
        for query in queries
        for rank, (document, score) in enumerate(draw(listed))
    ]
    text = "\n".join(lines) + draw(st.sampled_from(["", "\n", "\n\n\n"]))
    if draw(st.booleans()) and text:
        at = draw(st.integers(0, len(text) - 1))
        text = text[:at] + draw(odd) + text[at + draw(st.integers(0, 1)) :]
    data = draw(st.sampled_from(["", "\ufeff"])).encode() + text.encode()
    data = data.replace(b"\n", draw(st.sampled_from([b"\n", b"\n", b"\r\n"])))
    return data + draw(st.sampled_from([b"", b"", b"\xff"]))


def outcome(read):
    """Return answers, lists and notices of a run, or its problems."""
    try:
        run = read()
    except QuestionError as err:
        return [str(problem) for problem in err.problems]
    return [(a.id, a.ranking.documents[:], a.ranking.scores[:], len(a.ranking)) for a in run], run.notices


def plain(outcome):
    """Make lists of the sequences within."""
    if isinstance(outcome, list):
        return outcome
    return [(i, list(documents), list(scores), n) for i, documents, scores, n in outcome[0]], outcome[1]


@settings(max_examples=300, deadline=None)
@given(data=files(), chunk=st.sampled_from([1, 64, 1 << 19]))
def test_a_file_says_the_same_by_column_and_by_line(tmp_path_factory, data, chunk):
    """The same answers and notices, or the same problems on the same lines, whichever way it is read."""
    path = tmp_path_factory.getbasetemp() / "same.trec"
    path.write_bytes(data)
    source = FileSource(path, "same.trec")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stretches, "SIZE", chunk)
        streamed = outcome(lambda: readers.read_run(source, "retrieval"))
        parsed = outcome(lambda: readers.parse_run(data, source, "retrieval"))
        patch.setattr(columns, "read", lambda file: None)
        by_line = outcome(lambda: readers.read_run(source, "retrieval"))
    assert plain(streamed) == plain(by_line)
    assert plain(parsed) == plain(by_line)


class Dripping(io.BytesIO):
    """A file that gives a few bytes at a time."""

    def readinto(self, buffer):
        return super().readinto(memoryview(buffer)[:7])


def test_a_file_may_come_in_drops():
    """A read that returns less than was asked for is not the end of the file."""
    data = b"".join(b"q%d Q0 d%d 1 0.5 t\n" % (q, d) for q in range(20) for d in range(9))
    assert columns.read(Dripping(data)) == columns.read(io.BytesIO(data))
