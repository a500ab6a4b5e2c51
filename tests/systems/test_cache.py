"""The cache: answers kept for later calls, as long as the system says it is the same."""

import json

import pytest

CODE = """
import pathlib
def ask(query):
    with pathlib.Path(__file__).with_name("asked").open("a") as out:
        print(query, file=out)
    if query == "question 3":
        raise ValueError("not today")
    return ["VERSION", "d" + query.split()[1]]
"""


@pytest.fixture
def cached(place):
    """Call ``gate run`` on a function; return its rows, and how many questions it was asked."""

    def run(mode, identity="one", code=CODE, keys="", **options):
        (place.top / "asked").unlink(missing_ok=True)
        system = f'function: "m:ask"\nretries: 0\nidentity: "{identity}"\ncache: {mode}\n{keys}'
        ended, rows = place.write(system, more="max_errors: 0.1", m=code, **options).run()
        assert ended.code == 0, ended.err
        asked = place.top / "asked"
        return rows, len(asked.read_text().splitlines()) if asked.exists() else 0

    return run


def test_kept_answers_are_used_and_new_ones_kept(cached):
    """With ``write`` the second call asks only for what was an error, and gives the same answers."""
    first, asked = cached("write")
    assert asked == 20

    second, again = cached("write", code=CODE.replace("VERSION", "new"))

    assert again == 1
    assert second == first
    assert second["q00004"]["ranked"] == ["VERSION", "d4"]


def test_reading_keeps_nothing_and_refreshing_uses_nothing(cached):
    """``read`` leaves the folder as it is; ``refresh`` asks everything and replaces what is kept."""
    assert cached("read")[1] == 20
    assert cached("read")[1] == 20
    cached("write")
    rows, asked = cached("refresh", code=CODE.replace("VERSION", "new"))
    assert (asked, rows["q00004"]["ranked"][0]) == (20, "new")

    rows, asked = cached("read")

    assert asked == 1
    assert rows["q00004"]["ranked"] == ["new", "d4"]


@pytest.mark.parametrize(
    "change",
    [
        {"identity": "two"},
        {"keys": "depth: 7"},
        {"keys": "document_id: source"},
        {"keys": "folder: ../{folder}"},
        {"keys": "repeats: 2"},
    ],
    ids=str,
)
def test_another_system_or_question_is_asked(cached, place, change):
    """What may change the answer is part of the key: identity, depth, ids, folder, repeats."""
    cached("write")
    change = {key: value.format(folder=place.top.name) for key, value in change.items()}

    assert cached("write", **change)[1] >= 20


def test_how_patiently_it_is_asked_does_not_matter(cached):
    """Concurrency, time limits and attempts are no part of the key."""
    cached("write")

    assert cached("write", keys="concurrency: 4\ntimeout: 9\nstartup: 50")[1] == 1


def test_an_edited_question_is_asked_again(cached, place):
    """The key holds the text of the item: only the one that changed is asked."""
    cached("write")
    golden = place.top / "golden.jsonl"
    rows = [json.loads(line) for line in golden.read_text().splitlines()]
    rows[7]["query"] = "question 70"
    rows[8]["relevant"] = {"d9": 1}
    golden.write_text("".join(json.dumps(row) + "\n" for row in rows))
    (place.top / "asked").unlink()

    ended, answers = place.run()

    assert ended.code == 0
    assert (place.top / "asked").read_text().splitlines() == ["question 3", "question 70"]
    assert answers["q00007"]["ranked"][1] == "d70"


def test_the_identity_may_come_from_the_environment(cached, monkeypatch):
    """A commit or a version of the index that the CI job knows."""
    monkeypatch.setenv("INDEX", "march")
    cached("write", identity="index ${INDEX}")
    assert cached("write", identity="index ${INDEX}")[1] == 1
    monkeypatch.setenv("INDEX", "april")

    assert cached("write", identity="index ${INDEX}")[1] == 20


def test_files_are_named_by_content_and_give_nothing_away(cached, place):
    """One file an answer, the line of a run in it, named by 64 hex digits; errors are not kept."""
    cached("write", identity="secret name")

    files = sorted(path for path in (place.top / ".gate" / "answers").rglob("*") if path.is_file())

    assert len(files) == 19
    for path in files:
        assert len(path.parent.name + path.stem) == 64
        assert json.loads(path.read_text())["ranked"][0] == "VERSION"
        assert "secret name" not in path.read_text()


@pytest.mark.parametrize(
    "damage", [b"", b"{", b'{"id": "q00009", "ranked": []}\n', b"\xff\n", b'{"id": 1}\nmore\n']
)
def test_a_damaged_file_is_asked_again(cached, place, damage):
    """Whatever stands in the files, only whole answers to the very item are used."""
    whole, _ = cached("write")
    for path in (place.top / ".gate" / "answers").rglob("*.json"):
        path.write_bytes(damage)

    rows, asked = cached("read")

    assert asked == 20 - (damage.startswith(b'{"id": "q00009"'))
    assert {name: row.get("ranked") for name, row in rows.items() if name != "q00009"} == {
        name: row.get("ranked") for name, row in whole.items() if name != "q00009"
    }


def test_the_folder_may_lie_elsewhere(cached, place):
    """``cache: {folder: …}`` moves it, relative to the config."""
    cached("{mode: write, folder: kept/here}")

    assert len(list((place.top / "kept" / "here" / "answers").rglob("*.json"))) == 19
    assert not (place.top / ".gate").exists()
