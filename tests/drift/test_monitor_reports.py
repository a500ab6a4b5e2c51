"""What `gate monitor` writes: the same bytes for the same records, and no effect of a stranger's name."""

import json
import os
import random
import re
import subprocess

import numpy as np
import pytest

from gate.cli import main
from tests.conftest import REPOSITORY
from tests.drift.traffic import ALL, CONFIG, DRIFTED, TWO, rows


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
            + [f"--output={form}:{form}" for form in ("json", "markdown", "terminal", "html")],
            env={**os.environ, "PYTHONHASHSEED": hashes, "OPENBLAS_NUM_THREADS": threads},
            capture_output=True,
            check=False,
        )
        assert done.returncode == 1, done.stderr
        written.append([(tmp_path / form).read_bytes() for form in ("json", "markdown", "terminal", "html")])
    assert written[0] == written[1]


def test_names_of_strangers_are_escaped(monitored, tmp_path):
    """A category that mentions somebody, splits a table or draws a colour does nothing of it."""
    name = "@octo-team | ::error::x \x1b[31m <img src=x>"
    old = [{"topic": topic} for topic in ["a", "b"] * 40]
    code, report, _ = monitored(
        TWO + "fields: {topic: {kind: category}}\n",
        *("--output", "markdown:sub/r.md", "--output", "terminal:sub/r.txt", "--output", "html:sub/r.html"),
        old=old,
        new=[*old, *[{"topic": name}] * 40],
    )
    assert code == 1
    assert name in [item for each in report["findings"] for item in each["items"]]
    page, told = ((tmp_path / "sub" / file).read_text("utf-8") for file in ("r.md", "r.txt"))
    assert "\x1b" not in page + told
    assert not re.search(r"(?<![`>;\w&])@octo|<img", page)
    assert "::error" not in told
    shown = (tmp_path / "sub" / "r.html").read_text("utf-8")
    assert "\x1b" not in shown
    assert "<img" not in shown
    assert "&lt;img src=x&gt;" in shown


def test_the_page_says_what_the_table_says(monkeypatch, tmp_path):
    """Every statistic is a row of the page, with its numbers, outcome and level, and nothing is fetched."""
    monkeypatch.chdir(tmp_path)
    outputs = ["--output", "html:drift.html", "--output", "json:drift.json"]
    assert main(["monitor", str(CONFIG), "--window", str(DRIFTED), *outputs]) == 1
    page = (tmp_path / "drift.html").read_text("utf-8")
    report = json.loads((tmp_path / "drift.json").read_text("utf-8"))

    found = re.findall(r"<tr>\n<th scope=.*?</tr>", page, re.DOTALL)
    assert len(found) == len(report["findings"])
    for row, finding in zip(found, report["findings"], strict=True):
        assert f"<bdi>{finding['field']}</bdi>" in row
        told = {"alarm": "alarm", "quiet": "no alarm", "info": "reported"}[finding["outcome"]]
        assert f">{told}</span>" in row
        for key in ("value", "low", "corrected", "level"):
            assert f'data-value="{"" if finding[key] is None else repr(finding[key])}"' in row, key
        assert f"{finding['reference_records']:,} / {finding['window_records']:,}" in row
    assert report["headline"] in page
    assert "golden_unrepresentative" in page
    assert not re.search(r"(src|href)=\"(?!#)", page)


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


@pytest.mark.parametrize("width", [100, 80, 60])
def test_no_word_of_the_table_is_cut(monkeypatch, capsys, width):
    """A narrow terminal breaks cells and moves columns; every word of a wide one is there, in short lines."""
    monkeypatch.chdir(REPOSITORY)
    config, window = (path.relative_to(REPOSITORY).as_posix() for path in (CONFIG, DRIFTED))
    call = ["monitor", config, "--window", window]
    monkeypatch.setenv("COLUMNS", "300")
    main(call)
    wide = capsys.readouterr().out
    monkeypatch.setenv("COLUMNS", str(width))
    main(call)
    narrow = capsys.readouterr().out

    said, wanted = (set(re.findall(r"[^\s–;:]+", text)) for text in (narrow, wide))
    assert said == wanted
    assert "…" not in narrow
    assert max(map(len, narrow.splitlines())) <= width
    for whole in ("0.5537 to 0.6635", "0.3483 to 0.5726", "0 / 300", "0 / 72"):
        assert narrow.count(whole) == 1
        is_above = narrow.index(whole) < narrow.index("records: of the reference")
        assert is_above == (width == 100 or (width == 80 and " to " in whole))


def test_a_narrow_table_breaks_names_after_the_dash(monkeypatch, capsys):
    """Statistics named after two people keep their dash, and only a lack of room breaks them there."""
    monkeypatch.setenv("COLUMNS", "60")
    main(["monitor", str(CONFIG)])
    narrow = capsys.readouterr().out
    assert re.search(r"query +Kolmogorov–  .*\n +Smirnov\n", narrow)
    monkeypatch.setenv("COLUMNS", "100")
    main(["monitor", str(CONFIG)])
    assert "Kolmogorov–Smirnov  " in capsys.readouterr().out


@pytest.mark.parametrize("form", ["terminal", "markdown"])
def test_a_rate_without_a_reference_says_why(form, monkeypatch, capsys):
    """`0 / 300` records stand beside what the column means, and why the reference has none of them."""
    monkeypatch.setenv("COLUMNS", "120")
    assert main(["monitor", str(CONFIG), "--format", form]) == 0
    told = capsys.readouterr().out
    assert "0 / 300" in told
    assert "ecords: of the reference / of the window, where" in told
    assert re.search(r"click_through`? rate: the reference does not record it\n", told)


@pytest.mark.parametrize("form", ["terminal", "markdown", "html"])
def test_the_level_of_chi_squared_is_one_of_a_share(form, monkeypatch, capsys):
    """A value far above its level is no alarm where the level belongs to a share, and the cell says so."""
    monkeypatch.setenv("COLUMNS", "120")
    assert main(["monitor", str(CONFIG), "--format", form]) == 0
    told = capsys.readouterr().out
    assert "share moved 0.005556" in told
    assert form != "html" or "belongs to the share that moved most, not to the value" in told
