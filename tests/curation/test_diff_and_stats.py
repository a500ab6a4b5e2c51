"""`gate golden diff` and `gate golden stats`."""

OLD = [
    {"id": "a", "query": "one", "relevant": {"d1": 2, "d2": 1}, "slices": {"t": "x"}},
    {"id": "b", "query": "two", "relevant": {"d1": 1}},
    {"id": "c", "query": "three", "relevant": {"d1": 1}},
    {"id": "d", "query": "four", "relevant": {"d1": 1}},
]
NEW = [
    {"id": "e", "query": "five", "relevant": {"d9": 1}},
    {"id": "a", "query": "one", "relevant": {"d1": 3, "d3": 0}, "slices": {"t": "y"}, "weight": 2},
    {"id": "b", "query": "two!", "relevant": {"d1": 1}},
    {"id": "d", "query": "four", "relevant": {"d1": 1}},
]


def committed(desk):
    """Commit the old set, and put the new one into the work tree."""
    desk.write("sets/golden.jsonl", OLD)
    desk.git("init", "--quiet")
    desk.git("add", "--all")
    desk.git("commit", "--quiet", "-m", "old")
    desk.write("sets/golden.jsonl", NEW)


def test_every_kind_of_change_is_told(desk):
    """Added, removed, relabelled with grades before and after, reworded; order of lines is no change."""
    committed(desk)
    ended = desk.call("golden", "diff", "sets/golden.jsonl")
    assert ended.code == 0
    assert ended.out.splitlines() == [
        "+ e  five",
        "- c  three",
        "~ a  one",
        "    d1: grade 2 → grade 3",
        "    d2: grade 1 → unjudged",
        "    d3: unjudged → grade 0",
        "    weight: 1 → 2",
        "    t: x → y",
        ". b  two!",
        "    question: two → two!",
        "sets/golden.jsonl: 4 items at HEAD, 4 now; 1 added, 1 removed, 1 relabelled, 1 reworded",
    ]
    found = desk.json("golden", "diff", "sets/golden.jsonl", "HEAD")
    assert [change["kind"] for change in found["changes"]] == ["added", "removed", "relabelled", "reworded"]
    assert len(found["revision"]) == 40


def test_nothing_changed_and_a_new_file(desk):
    """An equal set has no changes; a file that the revision lacks is all new."""
    committed(desk)
    desk.write("sets/golden.jsonl", OLD[::-1])
    assert "nothing changed" in desk.call("golden", "diff", "sets/golden.jsonl").out
    desk.write("new.csv", "id,label\n1,a\n2,b\n")
    found = desk.json("golden", "diff", "new.csv", "--task", "classification")
    assert (found["before"], [change["kind"] for change in found["changes"]]) == (0, ["added", "added"])


def test_what_cannot_be_compared_is_refused(desk):
    """No repository, no such revision, a folder."""
    desk.write("golden.jsonl", OLD)
    assert desk.call("golden", "diff", "golden.jsonl").code == 2
    committed(desk)
    ended = desk.call("golden", "diff", "sets/golden.jsonl", "nowhere")
    assert (ended.code, "no commit 'nowhere'" in ended.err) == (2, True)
    assert "a folder cannot be compared" in desk.call("golden", "diff", "sets").err


def test_a_set_in_numbers(desk):
    """Items, judged documents, grades, slices, and what so many items can see."""
    desk.write("golden.jsonl", [*NEW, {"id": "w", "relevant": {}}])
    found = desk.json("golden", "stats", "golden.jsonl")
    assert (found["items"], found["counted"], found["judged"]) == (5, 4, [0, 1.0, 2])
    assert found["grades"] == {"3": 1, "1": 3, "0": 1}
    assert found["slices"] == {"t": {"y": 1}}
    text = desk.call("golden", "stats", "golden.jsonl").out
    assert "1 of them count for no metric" in text
    rows = [{"id": str(i), "relevant": ["d"]} for i in range(900)]
    few, many = (
        desk.json("golden", "stats", desk.write(f"{n}.jsonl", rows[:n]).name)["detectable"] for n in (9, 900)
    )
    assert abs(few / many - 10) < 1e-9
    assert "`gate power CONFIG` measures it" in desk.call("golden", "stats", "9.jsonl").out


def test_a_set_too_small_to_see_anything(desk):
    """Six items see no drop at all, seven see one; sizes that are all the same are no range."""
    rows = [{"id": str(i), "relevant": ["d"]} for i in range(7)]
    one, six, seven = (
        desk.call("golden", "stats", desk.write(f"{n}.jsonl", rows[:n]).name).out for n in (1, 6, 7)
    )
    assert "judged    1 document per item\n" in one
    assert ["sees" in text for text in (one, six, seven)] == [False, False, True]


def test_labels_are_counted(desk):
    """Most frequent first."""
    desk.write("g.csv", "id,label\n1,a\n2,b\n3,b\n")
    found = desk.json("golden", "stats", "g.csv", "--task", "classification")
    assert list(found["labels"].items()) == [("b", 2), ("a", 1)]
    assert "label     b: 2 (66.67 %)" in desk.call("golden", "stats", "g.csv", "--task", "classification").out


def test_items_with_several_labels(desk):
    """Every label is counted, and a change of them is told."""
    desk.write("golden.jsonl", [{"id": "a", "labels": ["x", "y"]}, {"id": "b", "labels": ["x"]}])
    desk.git("init", "--quiet")
    desk.git("add", "--all")
    desk.git("commit", "--quiet", "-m", "old")
    found = desk.json("golden", "stats", "golden.jsonl", "--task", "multilabel")
    assert (found["counted"], found["labels"]) == (2, {"x": 2, "y": 1})

    desk.write("golden.jsonl", [{"id": "a", "labels": ["x"]}, {"id": "b", "labels": []}])
    told = desk.call("golden", "diff", "golden.jsonl", "--task", "multilabel").out.splitlines()
    assert told[:2] == ["~ a", "    labels: x, y → x"]
    assert told[2:4] == ["~ b", "    labels: x → none"]


def test_another_reference_is_told_as_relabelled(desk):
    """A reference that changed can move a number; both versions of it are shown."""
    desk.git("init", "--quiet")
    desk.write("golden.jsonl", '{"id":"a","reference":"5 euros"}\n{"id":"b","reference":"yes"}\n')
    desk.git("add", ".")
    desk.git("commit", "--quiet", "-m", "first")
    desk.write(
        "golden.jsonl", '{"id":"a","reference":["6 euros","six euros"]}\n{"id":"b","reference":"yes"}\n'
    )
    ended = desk.call("golden", "diff", "golden.jsonl", "HEAD", "--task", "generation")
    assert ended.code == 0, ended.err
    assert "references: '5 euros' → '6 euros' | 'six euros'" in ended.out
    assert "b" not in [line.split()[1] for line in ended.out.splitlines() if line.startswith("~")]
