"""pytest: the same question asked from a test suite.

``pytest --gate=CONFIG`` adds the checks of a config to the run, one test a check and one for what the
config ends with besides; the fixture ``gate`` checks a config inside a test of yours. This file is loaded
by every run of pytest in an environment with the gate, so it imports nothing that takes time.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gate.report import Check, Report

WHOLE = "verdict"
"""Name of the test that stands for whatever a config's own checks do not say."""

_ASKED: pytest.StashKey[tuple[Path, ...]] = pytest.StashKey()
_ANSWERS: pytest.StashKey[dict[Path, Sequence[Report]]] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--gate``, and what ``gate check`` calls ``--base`` and ``--profile``."""
    group = parser.getgroup("gate", "is a search or a classifier worse than its baseline?")
    group.addoption(
        "--gate",
        action="append",
        default=[],
        dest="gate_configs",
        metavar="CONFIG",
        help="Add the checks of this config to the tests; may be given several times.",
    )
    group.addoption(
        "--gate-base",
        dest="gate_base",
        metavar="REVISION",
        help="Take baselines from this git revision, or from the `worktree`.",
    )
    group.addoption(
        "--gate-profile",
        dest="gate_profile",
        metavar="NAME",
        help="Judge under this profile of the configs.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Add the configs that were named to what is collected, but for those of which a check was picked."""
    start = config.invocation_params.dir
    asked = tuple((start / name).resolve() for name in config.option.gate_configs)
    config.stash[_ASKED] = asked
    config.stash[_ANSWERS] = {}
    picked = {(start / argument.partition("::")[0]).resolve() for argument in config.args}
    config.args += [str(path) for path in dict.fromkeys(asked) if path not in picked]


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the checks of a config that was named; no other file."""
    if file_path.resolve() not in parent.config.stash[_ASKED]:
        return None
    collector: pytest.Collector = ConfigFile.from_parent(parent, path=file_path)
    return collector


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep one of several equal checks: a config may lie in a folder that is collected anyway."""
    seen: set[str] = set()
    for item in list(items):
        if isinstance(item, CheckItem):
            if item.nodeid in seen:
                items.remove(item)
            seen.add(item.nodeid)


class ConfigFile(pytest.File):
    """A config, collected as tests. No run is read and nothing judged until the first of them runs."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield one test a check, in the config's order, and the one for the rest.

        Raises:
            CollectError: The config or its golden set is malformed; with every problem and its line.
        """
        from gate import config, readers, slicing
        from gate.config.absent import absent
        from gate.errors import GateError, raise_all
        from gate.judgement import critical

        try:
            asked = config.load(_shown(self.path), profile=self.config.option.gate_profile)
            raise_all(absent(asked))
            golden = readers.read_golden(asked.golden_source, asked.task)
            lines = {rule.identity: rule.line for rule in slicing.checks_of(asked, golden)}
        except GateError as error:
            raise self.CollectError(f"gate: {error}") from None
        if any(item.critical for item in golden):
            lines[critical.CHECK] = 0
        for name, line in lines.items():
            yield CheckItem.from_parent(self, name=name, line=line)
        yield WholeItem.from_parent(self, name=WHOLE, line=1, others=lines)


class CheckItem(pytest.Item):
    """One check of a config."""

    def __init__(self, *, line: int, **arguments: object) -> None:
        """Remember the line of the check in its config, from 1; 0 if unknown."""
        super().__init__(**arguments)  # type: ignore[arg-type]
        self.line = line

    def runtest(self) -> None:
        """Fail, skip or pass as the report says of this check, under the base's rules too."""
        found = [(r, check) for r in self.answer() for check in r.checks if check.name == self.name]
        if not found:
            raise CheckFailedError(f"{self.name} was not judged")
        _end(found)

    def answer(self) -> Sequence[Report]:
        """Return the reports of the config; judged once a run."""
        answers = self.config.stash[_ANSWERS]
        if self.path not in answers:
            option = self.config.option
            answers[self.path] = _check(self.path, base=option.gate_base, profile=option.gate_profile)
        return answers[self.path]

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        """Show the check's sentence and numbers, or the message of a mistake in a file; no traceback."""
        from gate.errors import GateError

        if isinstance(excinfo.value, CheckFailedError | GateError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo, style))  # type: ignore[arg-type]

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Return the check's place in its config, and its name."""
        return self.path, self.line - 1 if self.line else None, self.name


class WholeItem(CheckItem):
    """What a config ends with besides its own checks: one that vanished, errors, no answer at all."""

    def __init__(self, *, others: Iterable[str], **arguments: object) -> None:
        """Remember the names of the checks that have a test of their own."""
        super().__init__(**arguments)  # type: ignore[arg-type]
        self.others = frozenset(others)

    def runtest(self) -> None:
        """Fail where the config does not end with 0 and no other test says so."""
        reports = self.answer()
        for report in reports:
            if not report.checks and report.exit_code:
                raise CheckFailedError(report.headline)
        _end([(r, check) for r in reports for check in r.checks if check.name not in self.others])


class CheckFailedError(Exception):
    """A check regressed, or has no answer."""


class Gate:
    """What the fixture ``gate`` is: checks configs, relative to the root folder of the tests."""

    def __init__(self, root: Path, base: str | None, profile: str | None) -> None:
        """Remember where configs are looked for, where baselines come from, and how to judge."""
        self._root, self._base, self._profile = root, base, profile

    def check(
        self,
        config: str | Path,
        *,
        run: str | Path | None = None,
        base: str | None = None,
        profile: str | None = None,
    ) -> Report:
        """Judge ``config`` as ``gate check`` does, and fail the test where that would not end with 0.

        Args:
            config: Path of a config.
            run: A run file to judge instead of the config's own.
            base: Where the baseline is taken from; ``--gate-base`` if not given.
            profile: One of the config's profiles; ``--gate-profile`` if not given.

        Returns:
            The report, for further assertions.

        Raises:
            GateError: A file is malformed, there is no base, or the system failed.
        """
        from gate import pipeline
        from gate.reporters import terminal

        reports = _check(
            self._root / config,
            run=None if run is None else self._root / run,
            base=base or self._base,
            profile=profile or self._profile,
        )
        document = pipeline.document(reports)
        if document.exit_code:
            pytest.fail(terminal.render(document), pytrace=False)
        return reports[0]


@pytest.fixture(scope="session")
def gate(pytestconfig: pytest.Config) -> Gate:
    """Give ``gate.check(config)``: the test fails where the system is worse than its baseline."""
    option = pytestconfig.option
    return Gate(pytestconfig.rootpath, option.gate_base, option.gate_profile)


def _check(path: Path, *, base: str | None, profile: str | None, run: Path | None = None) -> Sequence[Report]:
    from gate import pipeline

    return pipeline.check_all(_shown(path), run=run, base=base, profile=profile)


def _shown(path: Path) -> Path:
    """Return ``path`` as a person in the working directory would type it."""
    return Path(os.path.relpath(path)) if path.is_relative_to(Path.cwd()) else path


def _end(found: Iterable[tuple[Report, Check]]) -> None:
    """End a test as the gravest of ``found`` does: failed, then skipped, then passed."""
    from gate.reporters.testing import Result, explanation, result
    from gate.reporters.words import OUTCOMES

    told: dict[Result, list[str]] = {each: [] for each in Result}
    for report, check in found:
        where = f"{report.config}:{check.line}: " if check.line else ""
        head = f"{where}{report.name}: {check.name} {OUTCOMES[check.outcome]}"
        told[result(report, check)].append(f"{head}\n{explanation(report, check)}")
    if grave := told[Result.FAILED] + told[Result.ERROR]:
        raise CheckFailedError("\n\n".join(grave))
    if told[Result.SKIPPED]:
        pytest.skip(
            "; ".join(text.replace("\n", ": ", 1).partition("\n")[0] for text in told[Result.SKIPPED])
        )
