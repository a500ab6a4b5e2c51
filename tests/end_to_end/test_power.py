"""`gate power`: from a baseline, from two pilot runs, for several configs, as text and as JSON."""

import json

import pytest

from gate.stats import power
from tests.end_to_end.calls import call, strict_json
from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows


def moved(n=40, step=3):
    """Answers with the right document at changing ranks."""
    return [run_rows(i + 1, rank=1 + i % step)[-1] for i in range(n)]


def asked(project, *options):
    """Return what the command says of a project, as data."""
    ended = project.gate("power", "--format", "json", *options)
    assert (ended.code, ended.err) == (0, "")
    return strict_json(ended.out)["configs"]


def write(project, **runs):
    """Write further run files."""
    for name, rows in runs.items():
        (project.top / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def test_two_pilots_need_no_baseline(project):
    """Two runs say the same as the first as baseline and the second as pilot."""
    write(project, a=run_rows(), b=moved())
    (alone,) = asked(project, "--pilot", "a.jsonl", "--pilot", "b.jsonl")
    assert project.gate("accept", "--reason", "start", "--run", "a.jsonl").code == 0
    (beside,) = asked(project, "--pilot", "b.jsonl")

    assert alone == beside
    (check,) = alone["checks"]
    assert check["assumed"] is False
    assert check["needed"] == power.needed(
        check["spread"], tolerance=0.02, critical=power.normal.quantile(0.99)
    )
    assert check["table"][0]["items"] == 50


def test_the_order_of_pilots_turns_nothing_but_the_sides(project):
    """The spread of differences is the same whichever run comes first."""
    write(project, a=run_rows(), b=moved())
    forth = asked(project, "--pilot", "a.jsonl", "--pilot", "b.jsonl")[0]["checks"][0]
    back = asked(project, "--pilot", "b.jsonl", "--pilot", "a.jsonl")[0]["checks"][0]
    assert forth["spread"] == pytest.approx(back["spread"])


def test_equal_pilots_measure_nothing(project):
    """Where nothing differs, the spread is assumed, and that is said."""
    write(project, a=moved())
    (found,) = asked(project, "--pilot", "a.jsonl", "--pilot", "a.jsonl")
    assert found["checks"][0]["assumed"] is True


def test_several_configs(project):
    """Each config has a part of its own, with its name, mode and alpha."""
    project.write(run=moved())
    second = CONFIG.replace("name: search", "name: other") + "decision: {alpha: 0.05}\n"
    (project.top / "other.yaml").write_text(second, "utf-8")
    found = asked(project, "other.yaml")
    text = project.gate("power", "other.yaml").out

    assert [(each["name"], each["alpha"], each["broken"]) for each in found] == [
        ("search", 0.01, 7),
        ("other", 0.05, 5),
    ]
    assert "search (search.yaml)" in text
    assert "other (other.yaml)" in text


@pytest.mark.parametrize(
    ("mode", "said", "unsaid"),
    [
        ("significant", "before it can block: 7 (17.5 %)", "exceed the tolerance"),
        ("minimum_effect", "smallest drop shown to exceed the tolerance 4 times in 5", "`strict`"),
        ("strict", "items at which `strict` passes a change that does no harm 4 times in 5", "exceed"),
        ("point", "smallest drop seen", "before it can block"),
    ],
)
def test_each_mode_has_its_own_question(mode, said, unsaid, project):
    """The text says what the mode needs: to exceed the tolerance, to pass, or how much must break."""
    project.write(config=CONFIG + f"decision: {{mode: {mode}}}\n", run=moved())
    text = project.gate("power").out
    assert said in text
    assert unsaid not in text


def test_clusters_are_what_must_break(project):
    """Forty questions of eight documents: seven of eight documents must break."""
    golden = [{**row, "cluster": f"doc{i // 5}"} for i, row in enumerate(golden_rows())]
    project.write(golden=golden, run=moved())
    assert "clusters that must break, less those that mend, before it can block: 7 (87.5 %)" in (
        project.gate("power").out
    )


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (("search.yaml", *["--pilot", "run.jsonl"] * 3), "3 pilots"),
        (("search.yaml", "search.yaml", "--pilot", "run.jsonl"), "--pilot names a run of one config"),
        (("search.yaml", "--pilot", "run.jsonl", "--pilot", "no.jsonl"), "there is no such run"),
        (("--pilot", "run.jsonl"), "Missing argument"),
    ],
)
def test_wrong_calls(argv, words, project):
    """What cannot be answered ends with 2 and says why."""
    project.gate("validate")
    ended = call("power", *argv)
    assert ended.code == 2
    assert words in ended.err
