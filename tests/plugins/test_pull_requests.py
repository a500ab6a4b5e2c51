"""A change cannot soften a metric unnoticed: the base's plugin has a word, whatever becomes of the file."""

import pytest

from gate.errors import ExitCode
from tests.end_to_end.conftest import run_rows
from tests.plugins.conftest import CONFIG
from tests.plugins.texts import METRIC

SOFT = METRIC.replace("return ", "return 1.0 + 0 * ")


def codes(report):
    return {notice["code"] for notice in report["notices"]}


def test_a_softened_plugin_is_judged_by_the_bases_as_well(branch):
    """All answers got worse and the metric is edited to 1: the base's plugin still sees it."""
    branch.write(run=run_rows(rank=0))
    branch.plugin(SOFT).commit("worse, and softer")

    ended, (ours, theirs) = branch.check_all()

    assert ended.code == ExitCode.REGRESSED
    assert (ours["outcome"], theirs["outcome"]) == ("pass", "regressed")
    (told,) = [notice["text"] for notice in ours["notices"] if notice["code"] == "rules_edited"]
    assert told.startswith("this change edits what it is judged by: mine.py; ")
    assert "plugin_changed" in codes(ours)
    assert "plugin_changed" not in codes(theirs)
    assert "the config, the golden set and the plugins of the base" in str(theirs["notices"])


def test_an_edit_that_moves_nothing_passes_twice(branch):
    """The same plugin with a remark: two reports, both fine."""
    branch.plugin(f"{METRIC}# a remark\n").commit("remark")
    ended, reports = branch.check_all()
    assert [ended.code, *(report["outcome"] for report in reports)] == [0, "pass", "pass"]


@pytest.mark.parametrize("way", ["dropped", "moved", "broken"])
def test_the_bases_plugin_counts_whatever_becomes_of_the_file(branch, way):
    """The change deletes the file, names another one, or breaks the base's: the base's comes from git."""
    branch.write(run=run_rows(rank=0))
    match way:
        case "dropped":
            (branch.top / "mine.py").unlink()
            branch.write(
                config=CONFIG.replace("plugins: [mine.py]\n", "").replace("  first: {tolerance: 0.02}\n", "")
            )
        case "moved":
            (branch.top / "other.py").write_text(SOFT, "utf-8")
            branch.write(config=CONFIG.replace("mine.py", "other.py"))
        case "broken":
            (branch.top / "other.py").write_text(SOFT, "utf-8")
            branch.write(config=CONFIG.replace("mine.py", "other.py")).plugin("1 / 0\n")
    branch.commit(way)

    ended, (ours, theirs) = branch.check_all()

    assert ended.code == ExitCode.REGRESSED
    assert theirs["outcome"] == "regressed"
    assert [check["metric"] for check in theirs["checks"] if check["outcome"] == "regressed"] == ["first"]
    assert ours["outcome"] == "pass" if way != "dropped" else True


def test_a_plugin_that_is_new_is_not_held_to_a_base(branch):
    """A second plugin comes with the config that names it; the base's config is judged without it."""
    (branch.top / "second.py").write_text(METRIC.replace("def first", "def second"), "utf-8")
    config = CONFIG.replace("[mine.py]", "[mine.py, second.py]").replace("  mrr", "  second: {}\n  mrr")
    branch.write(config=config).commit("a second metric")

    ended, (ours, theirs) = branch.check_all()

    assert ended.code == 0
    assert {check["metric"] for check in ours["checks"]} == {"first", "second", "mrr"}
    assert {check["metric"] for check in theirs["checks"]} == {"first", "mrr"}


def test_strangers_can_be_kept_from_executing_anything(branch, monkeypatch):
    """GATE_PLUGINS=base executes what the base has: an edit has no effect, and what is new is refused."""
    marker = branch.top / "executed"
    evil = f"open({str(marker)!r}, 'w').close()\n{SOFT}"
    branch.write(run=run_rows(rank=0))
    branch.plugin(evil).commit("evil")
    monkeypatch.setenv("GATE_PLUGINS", "base")

    ended, (ours, theirs) = branch.check_all()
    assert ended.code == ExitCode.REGRESSED
    assert (ours["outcome"], theirs["outcome"]) == ("regressed", "regressed")

    (branch.top / "new.py").write_text(evil, "utf-8")
    outside = branch.top.parent / "outside.py"
    outside.write_text(evil, "utf-8")
    for name in ("new.py", "../outside.py"):
        branch.write(config=CONFIG.replace("mine.py", name))
        ended = branch.gate("check")
        assert ended.code == ExitCode.QUESTION
        assert "GATE_PLUGINS=base" in ended.err or "has no plugin 'new.py'" in ended.err
    assert not marker.exists()


def test_another_word_for_the_variable_is_refused(project, monkeypatch):
    """A slip in GATE_PLUGINS must not switch the protection off."""
    monkeypatch.setenv("GATE_PLUGINS", "Base")
    ended = project.gate("validate")
    assert ended.code == ExitCode.QUESTION
    assert "GATE_PLUGINS: 'Base' is not 'base'" in ended.err


def test_a_change_of_the_plugin_is_a_change_that_counts(branch):
    """`--changed-only` judges where only the plugin was touched."""
    branch.write(config=f"{CONFIG}paths: [src/**]\n").commit("paths")
    branch.git("branch", "--force", "main")
    branch.plugin(SOFT).commit("softer")
    _, reports = branch.check_all("--changed-only")
    assert [report["outcome"] for report in reports] == ["pass", "pass"]
