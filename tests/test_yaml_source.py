"""YAML text → values that know where they stand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.errors import QuestionError
from gate.yaml_source import MAX_CHARACTERS, decode, read
from gate.yaml_source.builder import MAX_DEPTH


def data(text):
    return read(text, shown="c.yaml").data()


def refusal(text):
    with pytest.raises(QuestionError) as caught:
        read(text, shown="c.yaml")
    return str(caught.value)


def repeated(text):
    """Say what the document has to complain of, having been read to its end."""
    return "\n".join(map(str, read(text, shown="c.yaml").problems))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1e-3", 0.001),
        ("5e-2", 0.05),
        ("+1.5", 1.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("-0", 0),
        ("0x10", 16),
        ("0o17", 15),
        (".inf", float("inf")),
        ("-.INF", float("-inf")),
        ("true", True),
        ("FALSE", False),
        ("null", None),
        ("~", None),
    ],
)
def test_what_yaml_1_2_calls_a_number_a_truth_or_nothing_is_one(text, value):
    """Case 58: `1e-3` is a number without a dot; the core schema decides, and nothing else."""
    found = data(f"x: {text}")["x"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    "text",
    [
        *("no", "yes", "on", "off", "n", "Y"),
        *("010", "08", "09", "-007", "00", "00.5"),
        *("2024-01-01", "2024-01-01T10:00:00Z", "1:30", "190:20:30.15", "1_000", "0b101"),
        *("NA", "nan", "3%", "1e", "0x", "=", "tRUE"),
    ],
)
def test_what_looks_like_something_else_stays_text(text):
    """Cases 60 and 61: `no` is a country, `010` a label; dates, times and `1_000` are text as well."""
    assert data(f"x: {text}") == {"x": text}


def test_quotes_make_text_and_keys_are_always_text():
    """A number in quotes is text, and a key is what was written, whatever it looks like."""
    assert data("'1': \"2\"\n3: 4\nno: true\n010: x\n") == {"1": "2", "3": 4, "no": True, "010": "x"}


def test_a_value_can_be_asked_for_as_it_is_written():
    """A class called `1.0`, `True` or `010` keeps its spelling where text is meant; null stays null."""
    document = read("positive: 1.0\nk: 1.0\nlist: [True, ~]", shown="c.yaml")
    found = document.data(as_written=lambda path: path[0] in {"positive", "list"})
    assert found == {"positive": "1.0", "k": 1.0, "list": ["True", None]}


def test_a_key_given_twice_names_the_key_and_both_lines():
    """Case 59: the second of two equal keys must not win in silence."""
    text = "thresholds:\n  recall@5: 0.90\n  ndcg@5: 0.80\n  recall@5: 0.10\n"
    assert repeated(text).startswith("c.yaml:4: 'recall@5' is given twice, in lines 2 and 4 [key_twice]\n")


def test_every_repeated_key_is_named_at_once():
    """Problems are collected, not met one by one; `1` and `'1'` are the same key."""
    told = repeated("a: 1\na: 2\nb: {c: 1, c: 2}\n1: x\n'1': y\n")
    assert [line for line in told.splitlines() if line.startswith("c.yaml")] == [
        "c.yaml:2: 'a' is given twice, in lines 1 and 2 [key_twice]",
        "c.yaml:3: 'c' is given twice, in line 3 [key_twice]",
        "c.yaml:5: '1' is given twice, in lines 4 and 5 [key_twice]",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "c.yaml: the file is empty"),
        ("# nothing\n", "c.yaml: the file is empty"),
        ("---\n...\n", "c.yaml: the file is empty"),
        ("a: 1\n--- \nb: 2\n", "c.yaml:2: a second document begins"),
        ("a:\n\t- b\n", "c.yaml:2: a tab where YAML wants spaces"),
        ("a: b: c\n", "c.yaml:1: a ':' where none may stand"),
        ("a: @b\n", "c.yaml:1: a value cannot begin with '@'"),
        ("a: [1,\n", "c.yaml:2: not YAML: "),
        ("a: 'x\n", "c.yaml:2: not YAML: "),
        ("a: !!python/object/apply:os.system [x]\n", "c.yaml:1: the tag "),
        ("a: !mine x\n", "c.yaml:1: the tag '!mine' is not allowed"),
        ("b: &x {k: 1}\na:\n  <<: *x\n", "c.yaml:3: '<<' is not part of YAML 1.2"),
        ("? [a, b]\n: 1\n", "c.yaml:1: a key has to be text"),
        ("a: *b\n", "c.yaml:1: *b refers to nothing"),
        ("a: &a [*a]\n", "c.yaml:1: *a refers to itself"),
        ('a: "\\ud800"\n', "c.yaml:1: an escape names half a character"),
        ('a: "\\UFFFFFFFF"\n', "c.yaml: an escape names no character"),
        ("a: \x07\n", "c.yaml:1: the character U+0007 is not allowed"),
        ("x" * (MAX_CHARACTERS + 1), "c.yaml: larger than 1,000,000 characters"),
    ],
)
def test_what_is_refused_is_refused_in_one_plain_sentence_with_its_line(text, told):
    """Nothing that is not plain YAML of one document gets through, and nothing ends in a traceback."""
    assert refusal(text).startswith(told)


def test_depth_is_bounded_before_the_stack_is():
    """Nesting ends in a message, not in a RecursionError, whatever the style."""
    deep = 100_000
    assert f"more than {MAX_DEPTH} levels" in refusal("[" * deep)
    assert f"more than {MAX_DEPTH} levels" in refusal("- " * deep + "x")
    assert f"more than {MAX_DEPTH} levels" in refusal("{a: " * deep)


def test_aliases_work_and_cannot_multiply_without_end():
    """An alias is the value it names; a billion laughs are counted before they are laughed."""
    assert data("a: &x [1, 2]\nb: *x\n") == {"a": [1, 2], "b": [1, 2]}
    bomb = "a0: &a0 [1, 1]\n" + "".join(
        f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]\n" for i in range(1, 30)
    )
    assert "more than 20,000 values" in refusal(bomb)
    with pytest.raises(QuestionError, match="more than 1,000,000 values in YAML: save it as JSON Lines"):
        read(bomb, shown="d.yaml", is_data=True)


def test_places_count_lines_as_editors_do():
    """CRLF ends one line; U+2028 and U+0085 end none, though YAML 1.1 says so."""
    document = read("a: 1\r\nb: x\u2028\r\nc:\r\n- 1\r\n- 2\r\n", shown="c.yaml")
    assert [document.line(p) for p in [("a",), ("b",), ("c",), ("c", 1), ("nowhere",)]] == [1, 2, 3, 5, 1]


def test_a_caret_stands_under_the_value_or_the_key():
    """Excerpts point at the very place, also far to the right of a long line."""
    document = read(f"a: {{b: 0.5, long: {'x' * 200}, c: nope}}", shown="c.yaml")
    assert document.problem(("a", "b"), "m").excerpt.splitlines()[1].index("^") == len("a: {b: ")
    line, caret = document.problem(("a", "c"), "m").excerpt.splitlines()
    assert line[caret.index("^") :].startswith("nope")
    assert len(line) <= 100
    assert document.problem(("a", "c"), "m", on_key=True).excerpt.splitlines()[1].count("^") == 1


def test_bytes_are_utf_8_with_or_without_a_mark():
    """A byte order mark is dropped; other encodings are named with their line."""
    assert decode(b"\xef\xbb\xbfa: 1", shown="c.yaml") == "a: 1"
    for raw in (b"a: 1\nb: \xe9\n", "a: 1\nb: 2".encode("utf-16")):
        with pytest.raises(QuestionError, match=r"c\.yaml:[12]: not UTF-8"):
            decode(raw, shown="c.yaml")


@given(st.text("ab-:[]{}&*!|>'\"%@`#,? \n\t0.e~<", max_size=60))
def test_any_text_is_read_or_refused(text):
    """No text whatever ends in anything but values or a QuestionError."""
    try:
        found = read(text, shown="c.yaml").data()
    except QuestionError:
        return
    assert found is not None


def test_fragments_that_broke_other_tools(shared):
    """Cases 58 to 61, from their own files: numbers, a repeated key, a country, labels."""

    def fragment(case):
        return (shared("cases", case, "fragment.yaml")).read_text("utf-8")

    assert data(fragment("58-yaml-exponent-string")) == {"min": 0.001, "tolerance": 0.05}
    assert "'recall@5' is given twice, in lines 2 and 4" in repeated(fragment("59-yaml-duplicate-key"))
    norway = data(fragment("60-yaml-norway"))
    assert norway == {"slices": ["se", "no", "dk"], "positive": "no", "labels": ["yes", "no"]}
    assert data(fragment("61-yaml-leading-zero")) == {"labels": ["010", "08", "09"]}
