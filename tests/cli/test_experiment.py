"""`gate experiment`: reference values on the command line, and how each question ends."""

import json
import subprocess
import sys

import pytest

from gate.cli import main


@pytest.fixture
def arms(tmp_path, monkeypatch):
    """Two files with the worked example of Welch's test."""
    for name, low, high in (("a.csv", 0.30, 0.34), ("b.csv", 0.33, 0.37)):
        rows = [low] * 40 + [high] * 60
        (tmp_path / name).write_text("user,ctr\n" + "".join(f"{i},{v}\n" for i, v in enumerate(rows)))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def answered(capsys, *argv):
    """Call the command; return its exit code and what it said in JSON."""
    code = main(["experiment", *argv, "--format", "json"])
    return code, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("effect", "per_arm"), [("0.05", 1_570), ("0.025", 6_280), ("-0.0125", 25_117)])
def test_sizes(effect, per_arm, capsys):
    """The reference values for a standard deviation of 0.5, as numbers and in words."""
    code, found = answered(capsys, "size", "--sd", "0.5", "--effect", effect)
    assert (code, found["per_arm"], found["total"]) == (0, per_arm, 2 * per_arm)
    assert main(["experiment", "size", "--sd", "0.5", "--effect", effect]) == 0
    assert capsys.readouterr().out.startswith(f"{per_arm:,} per arm, {2 * per_arm:,} in all")


def test_a_rate_has_its_own_spread(capsys):
    """A share of one half varies by one half."""
    assert answered(capsys, "size", "--rate", "0.5", "--effect", "0.05")[1]["per_arm"] == 1_570


@pytest.mark.parametrize(
    ("counts", "statistic", "code"),
    [(("200000", "200000"), 0, 0), (("201000", "199000"), 10, 0), (("202000", "198000"), 40, 3)],
)
def test_ratios(counts, statistic, code, capsys):
    """0, 10 and 40; only the last is an alarm, and an alarm means that there is no answer: exit 3."""
    ended, found = answered(capsys, "ratio", *counts, "--expected", "50:50")
    assert (ended, found["alarm"]) == (code, code == 3)
    assert found["statistic"] == pytest.approx(statistic)
    assert main(["experiment", "ratio", *counts]) == code
    assert ("ALARM" in capsys.readouterr().out) is (code == 3)


def test_a_stricter_alarm(capsys):
    """Who looks every day halves the level."""
    counts = ("201050", "198950")
    assert answered(capsys, "ratio", *counts)[0] == 3
    assert answered(capsys, "ratio", *counts, "--alarm", "0.0005")[0] == 0


def test_a_small_arm_is_counted_exactly(capsys):
    """And the text says so."""
    assert main(["experiment", "ratio", "14", "1", "--expected", "99:1"]) == 0
    assert "by the binomial law" in capsys.readouterr().out


def test_welch(arms, capsys):
    """The reference value, B minus A, with the interval; the text says which arm is higher."""
    code, found = answered(capsys, "welch", "a.csv", "b.csv", "--metric", "ctr")
    assert code == 0
    assert found["t"] == pytest.approx(10.77105496225883)
    assert found["df"] == pytest.approx(198)
    assert [arm["n"] for arm in found["arms"]] == [100, 100]
    assert main(["experiment", "welch", "b.csv", "a.csv", "--metric", "ctr"]) == 0
    text = capsys.readouterr().out
    assert "B - A = -0.03, 95 % interval -0.03549 to -0.02451" in text
    assert "B is lower" in text


def test_equal_arms_show_no_difference(arms, capsys):
    """The interval holds 0, and the command ends with 0: it measures, it does not judge."""
    assert main(["experiment", "welch", "a.csv", "a.csv", "--metric", "ctr"]) == 0
    assert "No difference is shown" in capsys.readouterr().out


def test_constant_arms_are_no_answer(arms, capsys):
    """Exit 3, and null where there is no number."""
    (arms / "c.csv").write_text("ctr\n1\n1\n")
    code, found = answered(capsys, "welch", "c.csv", "c.csv", "--metric", "ctr")
    assert (code, found["t"], found["p"], found["difference"]) == (3, None, None, 0)
    assert main(["experiment", "welch", "c.csv", "c.csv", "--metric", "ctr"]) == 3
    assert "neither arm varies" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["size", "--effect", "1"], "give either --sd or --rate"),
        (["size", "--effect", "1", "--sd", "1", "--rate", "0.1"], "give either --sd or --rate"),
        (["size", "--effect", "0", "--sd", "-1"], "2 problems"),
        (["size", "--effect", "nan", "--sd", "inf", "--alpha", "0", "--power", "1"], "4 problems"),
        (["size", "--effect", "1e-9", "--sd", "1"], "drowns"),
        (["size", "--effect", "0.1", "--rate", "12"], "--rate: 12 is no rate between 0 and 1"),
        (["ratio", "5"], "one count is no split"),
        (["ratio", "0", "0"], "not all 0"),
        (["ratio", "--", "-5", "6"], "not negative"),
        (["ratio", "5", "6", "--expected", "50"], "has 1 shares for 2 counts"),
        (["ratio", "5", "6", "--expected", "a:b"], "--expected: 'a' in 'a:b' is not a number"),
        (["ratio", "5", "6", "--expected", "0:1"], "is not above 0"),
        (["ratio", "5", "6", "--alarm", "2"], "--alarm: 2 is no chance"),
        (["ratio", "5", "6", "--expected", "1:1e300"], "or too large"),
        (["ratio", "5", "9" * 400], "are not counted here"),
        (
            ["size", "--effect", "1", "--sd", "1", "--alpha", "0.5", "--power", "0.5"],
            "ask for more than alpha",
        ),
        (["ratio", "five"], "Invalid value"),
        (["welch", "a.csv", "none.csv", "--metric", "ctr"], "none.csv: there is no such file"),
        (["welch", "a.csv", "one.csv", "--metric", "ctr"], "one.csv: one row only"),
        (["welch", "a.csv", "b.csv", "--metric", "ctr", "--confidence", "95"], "--confidence: 95"),
        (["wlch"], "did you mean 'welch'?"),
    ],
)
def test_questions_that_are_malformed(arms, argv, told, capsys):
    """Exit 2, with what is wrong and nothing on standard output."""
    (arms / "one.csv").write_text("ctr\n1\n")
    assert main(["experiment", *argv]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err


def test_no_array_library_is_loaded(arms):
    """Four formulas need neither numpy nor scipy."""
    watch = (
        "import sys; from gate.cli import main\n"
        "assert main(['experiment', 'welch', 'a.csv', 'b.csv', '--metric', 'ctr']) == 0\n"
        "assert main(['experiment', 'ratio', '5', '6']) == 0\n"
        "assert not {'numpy', 'scipy', 'pandas', 'pydantic'} & set(sys.modules), sys.modules.keys()"
    )
    subprocess.run([sys.executable, "-c", watch], check=True, capture_output=True)
