"""A system of an installed distribution is asked like one of ours."""

import pytest

from tests.end_to_end.conftest import golden_rows


def live(installed, name, options):
    """Name an installed system in the config; ask it."""
    system = f"{{plugin: {name}, options: {options}, retries: 0}}"
    installed.project.write(
        config=installed.config.replace("{run: run.jsonl}", system).replace(
            "  first: {tolerance: 0.02}\n", ""
        )
    )
    return installed("run", "search.yaml", "--output", "out.jsonl")


def test_an_installed_system_is_asked(installed):
    """It is given options and depth, its failures are errors of items, and what it prints reaches nobody."""
    installed.project.write(golden=golden_rows(100))
    ended = live(installed, "news", "{refuses: question 7, breaks: question 8}")
    assert ended.code == 0
    rows = (installed.project.top / "out.jsonl").read_text("utf-8").splitlines()
    assert len(rows) == 100
    assert '"ranked":["d6","x"]' in rows[6].replace(" ", "")
    assert "nothing is known of it" in rows[7]
    assert "KeyError: 'question 8'" in rows[8]
    assert "::error" not in ended.out + ended.err


@pytest.mark.parametrize(
    ("name", "options", "code", "told"),
    [
        ("news", "{shy: 1}", 4, "system: plugin news: it broke while it was made: RuntimeError: no"),
        (
            "half",
            "{}",
            2,
            "news-gate made object, which has no ask and no hide and no last_words and no close",
        ),
        (
            "mute",
            "{}",
            2,
            "entry point mute of gate.systems: news_gate.system:mute, installed with news-gate, ",
        ),
        (
            "nws",
            "{}",
            2,
            "system.plugin: no installed distribution offers the system 'nws' [plugin_unknown]\n",
        ),
    ],
)
def test_a_system_that_cannot_be_asked_is_told(installed, name, options, code, told):
    """Mistakes of the config end with 2, those of the system with 4."""
    ended = live(installed, name, options)
    assert ended.code == code
    assert told in ended.err
    assert "Traceback" not in ended.err


def test_options_mean_something_for_installed_systems_only(installed):
    """Beside a file or another kind of system they are refused."""
    installed.project.write(
        config=installed.config.replace("{run: run.jsonl}", "{run: run.jsonl, options: {a: 1}}")
    )
    assert "it means nothing for 'run', only for plugin" in installed("validate", "search.yaml").err
