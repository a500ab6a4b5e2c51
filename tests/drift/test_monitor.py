"""`gate monitor` from config to exit code."""

import json
import os
import random
import re
import subprocess

import jsonschema
import numpy as np
import pytest
import yaml

from gate import config
from gate.cli import main
from tests.conftest import REPOSITORY
from tests.docs.pages import blocks

CONFIG = REPOSITORY / "configs" / "monitor" / "docs_traffic.yaml"
DRIFTED = REPOSITORY / "windows" / "docs_traffic.drifted.jsonl"
PUBLISHED = REPOSITORY / "gate" / "monitor.schema.json"


@pytest.fixture
def monitored(tmp_path, monkeypatch, capsys):
    """Give a function that writes files, runs the command, and returns code, report and errors."""
    monkeypatch.chdir(tmp_path)

    def run(text=None, *more, **files):
        for name, rows in files.items():
            lines = "".join(json.dumps(row) + "\n" for row in rows)
            (tmp_path / f"{name}.jsonl").write_text(lines, "utf-8")
        if text is not None:
            (tmp_path / "c.yaml").write_text(f"version: 1\nname: c\n{text}", "utf-8")
        code = main(["monitor", "c.yaml", "--format", "json", *more])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        report = json.loads(out, parse_constant=pytest.fail) if out else None
        assert report is None or err or report["exit_code"] == code
        return code, report, err

    return run


TWO = "reference: old.jsonl\nwindow: new.jsonl\n"


def rows(n, *, seed, shift=0.0, clicks=0.5):
    """Return records with a category, a number and a click."""
    draw = random.Random(seed)
    return [
        {"topic": draw.choice("abc"), "length": draw.gauss(shift, 1), "clicked": draw.random() < clicks}
        for _ in range(n)
    ]


def outcomes(report):
    """Return ``{(field, statistic): outcome}``."""
    return {(each["field"], each["statistic"]): each["outcome"] for each in report["findings"]}


ALL = TWO + (
    "fields:\n  topic: {kind: category}\n  length: {kind: number}\n"
    "proxies:\n  click_through: {column: clicked, better: higher}\n"
)


def test_windows_of_one_law_are_quiet(monitored):
    """Two draws of the same traffic end with 0, and every statistic is reported."""
    code, report, _ = monitored(ALL, old=rows(800, seed=1), new=rows(500, seed=2))
    assert code == 0
    assert report["outcome"] == "quiet"
    assert {statistic for _, statistic in outcomes(report)} == {
        *("chi_squared", "population_stability", "jensen_shannon", "kullback_leibler"),
        *("new_categories", "missing_categories", "kolmogorov_smirnov", "rate_change"),
    }


def test_a_shift_is_an_alarm_of_its_field_alone(monitored):
    """A number that moved is the only alarm, and the exit code is 1."""
    code, report, _ = monitored(ALL, old=rows(800, seed=1), new=rows(500, seed=2, shift=0.8))
    assert code == 1
    alarmed = {field for (field, _), outcome in outcomes(report).items() if outcome == "alarm"}
    assert alarmed == {"length"}
    (ks,) = (each for each in report["findings"] if each["statistic"] == "kolmogorov_smirnov")
    assert ks["is_large"]


@pytest.mark.parametrize(("clicks", "code"), [(0.3, 1), (0.7, 0)])
def test_a_rate_alarms_in_the_bad_direction(monitored, clicks, code):
    """Fewer clicks are an alarm where more are better; more clicks are none."""
    found, report, _ = monitored(ALL, old=rows(900, seed=1), new=rows(900, seed=2, clicks=clicks))
    assert found == code
    (rate,) = (each for each in report["findings"] if each["kind"] == "rate")
    assert rate["low"] < rate["value"] < rate["high"]
    assert rate["window"] - rate["reference"] == pytest.approx(rate["value"])
    assert (rate["high"] < 0) == (clicks < 0.5)


def test_order_and_format_do_not_matter(monitored, tmp_path):
    """Shuffled records, and the same in CSV, give the same findings to the last digit."""
    old, new = rows(300, seed=1), rows(200, seed=2, shift=0.3)
    vectors = [[row["length"], index % 7, 1.0] for index, row in enumerate(new)]
    for row, vector in zip([*old[:200], *new], vectors * 2, strict=True):
        row["v"] = vector
    old = old[:200]
    text = ALL + "embeddings: {column: v, draws: 999}\n"
    _, first, _ = monitored(text, old=old, new=new)
    random.Random(3).shuffle(new)
    _, second, _ = monitored(text, old=old[::-1], new=new)
    assert first == second
    columns = ["topic", "length", "clicked"]
    for name, records in (("old", old), ("new", new)):
        lines = [",".join(columns), *(",".join(str(row[c]) for c in columns) for row in records)]
        (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n", "utf-8")
    _, third, _ = monitored(ALL.replace("jsonl", "csv"))
    assert third["findings"] == [each for each in first["findings"] if each["kind"] != "embeddings"]


def test_the_bytes_do_not_depend_on_the_process(monitored, tmp_path):
    """Another process with another hash seed and more threads writes the same files."""
    text = ALL + "embeddings: {reference: a.npy, window: b.npy, draws: 999}\n"
    draw = np.random.default_rng(0)
    for name, shift in (("a", 0.0), ("b", 0.5)):
        np.save(tmp_path / f"{name}.npy", draw.normal(shift, 1, size=(150, 20)).astype(np.float32))
    monitored(text, old=rows(200, seed=1), new=rows(200, seed=2))
    written = []
    for hashes, threads in (("1", "1"), ("7", "2")):
        done = subprocess.run(
            [os.sys.executable, "-m", "gate", "monitor", "c.yaml"]
            + [f"--output={form}:{form}" for form in ("json", "markdown", "terminal")],
            env={**os.environ, "PYTHONHASHSEED": hashes, "OPENBLAS_NUM_THREADS": threads},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1, done.stderr
        written.append([(tmp_path / form).read_bytes() for form in ("json", "markdown", "terminal")])
    assert written[0] == written[1]


def test_embeddings_that_moved(monitored, tmp_path):
    """A cloud that moved in many directions is seen by its mean and by the classifier."""
    draw = np.random.default_rng(5)
    np.save(tmp_path / "a.npy", draw.normal(size=(250, 6)))
    np.save(tmp_path / "b.npy", draw.normal(0.6, 1, size=(200, 6)))
    code, report, _ = monitored(
        TWO.replace("new", "old") + "embeddings: {reference: a.npy, window: b.npy, draws: 999}\n",
        old=rows(30, seed=1),
    )
    assert code == 1
    assert set(outcomes(report).values()) == {"alarm"}
    assert {statistic for _, statistic in outcomes(report)} == {
        *("mean_distance", "separation", "embedding_divergence"),
    }
    assert all(each["p"] == pytest.approx(1 / 2000) for each in report["findings"])


def test_too_few_records_are_no_answer(monitored):
    """Nineteen records tell nothing: exit 3, and a sentence."""
    code, report, _ = monitored(ALL, old=rows(100, seed=1), new=rows(19, seed=2))
    assert code == 3
    assert set(outcomes(report).values()) == {"no_answer"}
    assert "19 records" in report["findings"][0]["because"]


def test_missing_values_are_compared(monitored):
    """A field that is suddenly empty in a tenth of the records is an alarm."""
    new = rows(600, seed=2)
    for row in new[::10]:
        row["length"] = None
    code, report, _ = monitored(ALL, old=rows(600, seed=1), new=new)
    assert code == 1
    assert outcomes(report)["length", "missing_values"] == "alarm"
    assert outcomes(report)["length", "kolmogorov_smirnov"] == "quiet"


@pytest.mark.parametrize("field", ["topic", "length"])
def test_a_field_that_vanished_is_an_alarm(monitored, field):
    """A window whose every record has nothing under a key: all of it is missing, and that alarms."""
    new = [{**row, field: None} for row in rows(600, seed=2)]
    code, report, _ = monitored(ALL, old=rows(600, seed=1), new=new)
    assert code == 1
    found = next(f for f in report["findings"] if (f["field"], f["statistic"]) == (field, "missing_values"))
    assert (found["outcome"], found["value"]) == ("alarm", 1)


def test_constant_numbers(monitored):
    """Numbers that never vary are compared like others."""
    for value, code in ((1.0, 0), (2.0, 1), (0.5, 1)):
        old, new = ([{**row, "length": at} for row in rows(60, seed=1)] for at in (1.0, value))
        found, report, _ = monitored(ALL, old=old, new=new)
        assert found == code
        assert all(each["value"] is not None for each in report["findings"])


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


def test_an_array_belongs_to_its_window(monitored):
    """Another window has other vectors, so `--window` does not go with an array file."""
    text = TWO + "embeddings: {reference: a.npy, window: b.npy}\n"
    code, _, err = monitored(text, "--window", "other.jsonl")
    assert code == 2
    assert "an array file for its own window" in err


def test_the_share_of_a_label(monitored):
    """Labels of a golden set are the reference of a share; two points are an alarm, one is none."""
    golden = REPOSITORY / "configs" / "breast_cancer.yaml"
    text = f"golden: {golden}\nwindow: new.jsonl\nproxies: {{malignant: {{column: label, is: malignant}}}}\n"
    lines = (REPOSITORY / "golden_sets" / "breast_cancer.csv").read_text("utf-8").splitlines()[1:]
    labels = [line.split(",")[1] for line in lines]
    share = labels.count("malignant") / len(labels)
    for points, expected in ((0.01, 0), (0.05, 1)):
        many = round(10_000 * (share + points))
        new = [{"label": "malignant", "n": many}, {"label": "benign", "n": 10_000 - many}]
        code, report, _ = monitored(text + "count: n\nlevels: {p: 0.05}\n", new=new)
        (found,) = report["findings"]
        assert found["value"] == pytest.approx(points, abs=1e-4)
        assert found["reference"] == pytest.approx(share)
        assert found["p"] <= 0.05 or points == 0.01
        assert code == expected


def test_names_of_strangers_are_escaped(monitored, tmp_path):
    """A category that mentions somebody, splits a table or draws a colour does nothing of it."""
    name = "@octo-team | ::error::x \x1b[31m <img src=x>"
    old = [{"topic": topic} for topic in ["a", "b"] * 40]
    code, report, _ = monitored(
        TWO + "fields: {topic: {kind: category}}\n",
        *("--output", "markdown:sub/r.md", "--output", "terminal:sub/r.txt"),
        old=old,
        new=[*old, *[{"topic": name}] * 40],
    )
    assert code == 1
    assert name in [item for each in report["findings"] for item in each["items"]]
    page, told = ((tmp_path / "sub" / file).read_text("utf-8") for file in ("r.md", "r.txt"))
    assert "\x1b" not in page + told
    assert not re.search(r"(?<![`>;\w&])@octo|<img", page)
    assert "::error" not in told


@pytest.mark.parametrize(
    ("outputs", "told"),
    [
        (["junit:r.xml"], "formats: terminal, markdown, json"),
        (["json"], "is not FORMAT:PATH"),
        (["json:r", "markdown:r"], "r is written by 'json' already"),
        (["json:."], "it is a folder"),
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


@pytest.mark.parametrize("window", [None, DRIFTED], ids=["quiet", "drifted"])
def test_our_own_example(window, golden, monkeypatch, capsys):
    """The worked example: quiet as it is, alarmed by the drifted window; the reports as kept."""
    monkeypatch.chdir(REPOSITORY)
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    more = [] if window is None else ["--window", window.relative_to(REPOSITORY).as_posix()]
    path = CONFIG.relative_to(REPOSITORY).as_posix()
    name = "quiet" if window is None else "drifted"
    for form in ("terminal", "markdown"):
        code = main(["monitor", path, "--format", form, *more])
        assert code == (0 if window is None else 1)
        out = capsys.readouterr().out
        golden(f"drift/{name}.{'md' if form == 'markdown' else 'txt'}", out)
        assert ("possibly unrepresentative" in out) == (window is not None)


def test_configs_on_the_page_can_be_read(tmp_path):
    """Every config that the page about drift shows is one that the command accepts."""
    shown = [
        block.text for block in blocks(REPOSITORY / "docs" / "drift.md", "yaml") if "version: 1" in block.text
    ]
    assert len(shown) == 2
    for text in shown:
        (tmp_path / "c.yaml").write_text(text, "utf-8")
        assert config.load_monitor(tmp_path / "c.yaml").proxies


def test_the_page_names_every_key_and_statistic():
    """Keys of the config and of `levels`, and names of statistics, stand as code on the page about drift."""
    text = (REPOSITORY / "docs" / "drift.md").read_text("utf-8")
    code = " ".join(re.findall(r"`[^`\n]+`", text))
    schema = config.monitor_schema()
    keys = {key for part in (schema, *schema["definitions"].values()) for key in part["properties"]}
    assert sorted(key for key in keys if not re.search(rf"\b{key}\b", code)) == []


def test_the_example_is_generated():
    """The windows are what the script writes, byte for byte."""
    before = {path: path.read_bytes() for path in sorted((REPOSITORY / "windows").iterdir())}
    script = REPOSITORY / "examples" / "docs_traffic" / "make.py"
    subprocess.run([os.sys.executable, str(script)], check=True)
    assert {path: path.read_bytes() for path in sorted((REPOSITORY / "windows").iterdir())} == before


def test_array_files_are_windows_of_their_own(monitored, tmp_path):
    """Where only vectors are compared no files of records are named; the report counts the rows."""
    draw = np.random.default_rng(1)
    np.save(tmp_path / "a.npy", draw.normal(size=(80, 4)))
    np.save(tmp_path / "b.npy", draw.normal(size=(70, 4)))
    code, report, _ = monitored("embeddings: {reference: a.npy, window: b.npy}\n")
    assert code == 0
    assert report["reference"] == {"source": "a.npy", "records": 80, "is_golden": False}
    assert (report["window"]["source"], report["window"]["records"]) == ("b.npy", 70)
    code, _, err = monitored(
        "embeddings: {reference: a.npy, window: b.npy}\nreference: a.jsonl\nfields: {x: {kind: text}}\n"
    )
    assert code == 2
    assert "'window' is missing" in err


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


def test_the_published_schema_is_current(request):
    """gate/monitor.schema.json is what `gate schema --monitor` prints; pytest --accept rewrites it."""
    text = json.dumps(config.monitor_schema(), indent=2, ensure_ascii=False) + "\n"
    if request.config.getoption("--accept"):
        PUBLISHED.write_text(text, "utf-8")
    assert PUBLISHED.read_text("utf-8") == text
    jsonschema.Draft7Validator.check_schema(config.monitor_schema())


def test_the_schema_fits_the_example_and_refuses_mistakes():
    """What the gate accepts and refuses, an editor does too; every key is described."""
    found = yaml.safe_load(CONFIG.read_text("utf-8"))
    jsonschema.validate(found, config.monitor_schema())
    for change in ({"windw": "x"}, {"fields": {"x": {"kind": "numbr"}}}, {"levels": {"p": 1}}, {"draws": 1}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(found | change, config.monitor_schema())
    parts = [config.monitor_schema(), *config.monitor_schema()["definitions"].values()]
    keys = [(key, below) for part in parts for key, below in part.get("properties", {}).items()]
    assert len(keys) > 30
    assert [key for key, below in keys if not below.get("description")] == []


def test_nothing_heavy_is_loaded_by_the_config():
    """Reading a monitor's config needs neither numpy nor scipy."""
    code = (
        "import sys, pathlib; from gate import config; config.load_monitor(pathlib.Path(sys.argv[1]));"
        "import gate.monitoring, gate.cli.monitor; print([m for m in ('numpy', 'scipy') if m in sys.modules])"
    )
    done = subprocess.run(
        [os.sys.executable, "-c", code, str(CONFIG)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("width", [100, 80])
def test_no_word_of_the_table_is_cut(monkeypatch, capsys, width):
    """A narrow terminal breaks cells at blanks; every word of a wide one is there, in no longer lines."""
    monkeypatch.setenv("COLUMNS", "300")
    main(["monitor", str(CONFIG), "--window", str(DRIFTED)])
    wide = capsys.readouterr().out
    monkeypatch.setenv("COLUMNS", str(width))
    main(["monitor", str(CONFIG), "--window", str(DRIFTED)])
    narrow = capsys.readouterr().out

    assert sorted(narrow.split()) == sorted(wide.split())
    assert "…" not in narrow
    table = narrow.split("\n\n")[1].splitlines()
    assert max(map(len, table)) <= width
