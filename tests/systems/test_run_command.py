"""`gate run`: a live system asked, its answers written; validating and repeating one."""

import gzip
import json
import re
from pathlib import Path

import pytest

from tests.end_to_end.calls import strict_json, without_provenance

ASK = "def ask(query, k): return ['d' + query.split()[1], 'x']\n"


def test_a_stored_run_is_judged_like_a_live_one(place):
    """Asking and judging apart give the verdict of asking and judging at once."""
    place.write('function: "m:ask"', m=ASK)
    live = place.gate("check", "--output", "json:live.json")
    ended, _ = place.run()
    stored = place.gate("check", "--run", "run.jsonl", "--output", "json:stored.json")

    assert (live.code, ended.code, stored.code) == (0, 0, 0)
    assert without_provenance(Path("live.json").read_bytes()) == without_provenance(
        Path("stored.json").read_bytes()
    )


def test_no_answer_is_a_command_of_a_build_system(place):
    """On standard output, which a build logs, a system cannot speak to the service; its words stay."""
    code = (
        "def ask(query, k):\n"
        "    if query == 'question 3': raise ValueError('##vso[task.complete]\\n::error::x ##[error]y')\n"
        "    return ['##vso[task.setvariable variable=a]b', '##teamcity[x]']\n"
    )
    place.write('function: "m:ask"\nretries: 0', m=code, more="max_errors: 10%")
    ended = place.gate("run", "--output", "-")

    assert ended.code == 0
    assert not re.search(r"##\w*\[|^\s*::", ended.out, re.MULTILINE)
    rows = {row["id"]: row for row in map(strict_json, ended.out.splitlines())}
    assert rows["q00000"]["ranked"] == ["##vso[task.setvariable variable=a]b", "##teamcity[x]"]
    assert "##vso[task.complete] ::error::x ##[error]y" in rows["q00003"]["error"]


def test_a_profile_says_how_deep_is_asked(place):
    """Its metrics decide, as they do in a check under it."""
    code = "def ask(query, k): return [f'd{i}' for i in range(100)][:k]"
    more = "profiles: {deep: {metrics: [recall@50]}, flat: {metrics: [mrr]}}"
    metrics = "{mrr: {}, recall@50: {}}"
    place.write('function: "m:ask"', m=code, more=more, metrics=metrics)
    depths = {}
    for profile in ("deep", "flat"):
        ended, rows = place.run("--profile", profile)
        assert ended.code == 0
        depths[profile] = {len(row["ranked"]) for row in rows.values()}

    assert depths == {"deep": {50}, "flat": {5}}
    assert place.gate("run", "--output", "x.jsonl", "--profile", "none").code == 2


def test_a_baseline_is_recorded_live_and_found_unchanged(place):
    """A refresh asks, too; afterwards the same answers are an exact pass."""
    place.write('function: "m:ask"', m=ASK, metrics="{mrr: {tolerance: 0.01}}")

    assert place.gate("refresh").code == 0
    ended = place.gate("check")

    assert ended.code == 0
    assert "unchanged" in ended.out or "nothing changed" in ended.out.lower()


def test_a_live_system_that_got_worse_regresses(place):
    """Exit 1 with the movers, as for a file."""
    place.write('function: "m:ask"', items=40, m=ASK, metrics="{mrr: {tolerance: 0.01}}")
    assert place.gate("refresh").code == 0
    (place.top / "m.py").write_text("def ask(query, k): return ['x', 'd' + query.split()[1]]\n")

    ended = place.gate("check")

    assert ended.code == 1
    assert "q00001, 1 → 0.5 (−0.5)" in ended.out


@pytest.mark.parametrize("name", ["out/run.jsonl", "out/run.jsonl.gz"])
def test_a_run_is_written_whole_to_where_it_is_wanted(place, name):
    """Folders are made, the suffix may ask for compression, and no draft is left behind."""
    place.write('function: "m:ask"', m=ASK)

    ended = place.gate("run", "--output", name)

    assert ended.code == 0
    assert ended.out == f"{name}: 20 answers\n"
    data = Path(name).read_bytes()
    text = gzip.decompress(data).decode() if name.endswith(".gz") else data.decode()
    assert len(text.splitlines()) == 20
    assert [path.name for path in Path("out").iterdir()] == [Path(name).name]


def test_a_run_may_go_to_standard_output(place):
    """The lines and nothing else."""
    ended = place.write('function: "m:ask"', m=ASK).gate("run", "--output", "-")

    assert ended.code == 0
    assert len([strict_json(line) for line in ended.out.splitlines()]) == 20


def test_a_run_that_cannot_be_written_is_known_before_it_is_paid_for(place):
    """A wrong name, a folder, a file for a folder, or an input stops the command before it asks."""
    place.write('function: "m:ask"', m="open('asked', 'w')\n" + ASK)

    for name in ("run.csv", "out", "m.py/run.jsonl", "golden.jsonl/a/run.jsonl", "golden.jsonl"):
        (place.top / "out").mkdir(exist_ok=True)
        assert place.gate("run", "--output", name).code == 2
    assert not (place.top / "asked").exists()


def test_a_system_in_a_file_has_nothing_to_run(place):
    """The command says so instead of copying."""
    place.write("run: run.jsonl")

    ended = place.gate("run", "--output", "copy.jsonl")

    assert ended.code == 2
    assert "there is no live system to ask" in ended.err


REPEATED = """
import itertools
count = itertools.count()
def ask(query): return ["d" + query.split()[1], f"call {next(count)}"]
"""


def test_every_repeat_is_an_answer_of_its_own(place):
    """Each item is asked n times, and each line says which time it was, in order of id and repeat."""
    place.write('function: "m:ask"\nrepeats: 3', m=REPEATED)

    ended = place.gate("run", "--output", "run.jsonl")
    rows = [json.loads(line) for line in Path("run.jsonl").read_text().splitlines()]

    assert ended.code == 0
    assert [(row["id"], row["repeat"]) for row in rows] == [
        (f"q{i:05d}", r) for i in range(20) for r in (1, 2, 3)
    ]
    assert len({row["ranked"][1] for row in rows}) == 60
    assert all(row["ranked"][0] == f"d{int(row['id'][1:])}" for row in rows)


CHUNKS = """
def ask(query):
    right = "d" + query.split()[1]
    return [{"id": chunk, "document": d} for chunk, d in (("c1", "x"), ("c2", "x"), ("c9", right))]
"""


def test_chunks_are_judged_by_their_documents(place):
    """A live system that returns chunks: two chunks of one document are one result, so d is second."""
    system = 'function: "m:ask"\ncollapse: document'

    ended = place.write(system, m=CHUNKS, metrics="{mrr: {floor: 0.4}}").gate(
        "check", "--output", "json:r.json"
    )
    (check,) = strict_json(Path("r.json").read_bytes())["reports"][0]["checks"]

    assert ended.code == 0
    assert check["candidate"]["value"] == 0.5


WAVERING = """
import itertools
count = itertools.count()
def ask(query):
    right = "d" + query.split()[1]
    return [right, "x"] if next(count) < 20 else ["x", right]
"""


def test_repeats_are_judged_as_one_answer_an_item(place):
    """Right at once in the first round and second in the other: each item counts 0.75, and n is 20."""
    place.write('function: "m:ask"\nrepeats: 2', m=WAVERING, metrics="{mrr: {floor: 0.7}}")

    ended = place.gate("check", "--output", "json:report.json")
    (check,) = strict_json(Path("report.json").read_bytes())["reports"][0]["checks"]

    assert ended.code == 0
    assert check["candidate"]["value"] == pytest.approx(0.75, abs=1e-12)
    assert check["candidate"]["n"] == 20


def test_a_live_system_is_validated_without_being_asked(place):
    """Names and folders are looked at; the module is not loaded, and the summary says so."""
    place.write('function: "m:ask"', m="raise SystemExit('I was loaded')")

    ended = place.gate("validate")

    assert ended.code == 0
    assert "system      function m:ask: not asked" in ended.out


@pytest.mark.parametrize(
    ("system", "change", "what"),
    [
        ("function: 'm:ask'\nfolder: nowhere", str, "system.folder: nowhere: there is no such folder"),
        ("function: 'm:ask'", lambda text: text.replace("k: 5\n", ""), "how many results are wanted?"),
    ],
)
def test_what_cannot_be_asked_is_not_valid(place, system, change, what):
    """A folder that is not there, and a depth that nobody says."""
    place.write(system, m=ASK)
    config = place.top / "live.yaml"
    config.write_text(change(config.read_text()))

    ended = place.gate("validate")

    assert ended.code == 2
    assert what in ended.err
    assert place.gate("check").code == 2


def test_a_golden_set_without_questions_cannot_be_asked(place):
    """Judgements alone, as in a qrels file, are nothing to ask; an endpoint that takes ids can."""
    place.write('function: "m:ask"', m=ASK)
    (place.top / "golden.jsonl").write_text('{"id": "q1", "relevant": ["d1"]}\n')

    ended = place.gate("check")

    assert ended.code == 2
    assert "no item has a `query`, so there is nothing to ask" in ended.err
