"""A system that an installed distribution brings along, asked in the gate's own process."""

from __future__ import annotations

import difflib
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from gate.errors import GateError, Problem, QuestionError, SystemFailedError
from gate.plugins import installed
from gate.plugins.files import said
from gate.plugins.quiet import quiet
from gate.systems.asking import FailedError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gate.config.system import System as Settings
    from gate.systems.asking import Question, Reply, System

_OWES = ("ask", "hide", "last_words", "close")


def unknown(settings: Settings) -> tuple[str, str] | None:
    """Say what is wrong and the way out, where no installed distribution offers what is named."""
    name, known = settings.plugin, installed.names("gate.systems")
    if name is None or name in known:
        return None
    near = difflib.get_close_matches(name, known, n=1)
    fix = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known) or 'none'}"
    return f"no installed distribution offers the system {name!r}", fix


class Installed:
    """What the entry point of a system makes.

    It is called with the config's ``options``, and by name with ``folder``, ``depth`` and ``timeout``, and
    returns something like :class:`gate.systems.asking.System`. Until it is closed, its prints are swallowed.

    Args:
        settings: ``system:`` of the config.
        folder: The folder that the config names, absolute.
        depth: Results wanted; ``None`` where nothing is ranked.

    Raises:
        QuestionError: It does not load, or makes something else.
        SystemFailedError: It raises while it is made.
    """

    def __init__(self, settings: Settings, folder: Path, depth: int | None) -> None:
        assert settings.plugin is not None
        wrong = unknown(settings)
        if wrong is not None:
            raise QuestionError(Problem(wrong[0], "system.plugin", wrong[1], code="plugin_unknown"))
        offered = installed.find("gate.systems", settings.plugin)
        assert offered is not None
        where = f"system: plugin {settings.plugin}"
        self._silence = ExitStack()
        self._silence.enter_context(quiet())
        try:
            made: Any = offered.found(settings.options, folder=folder, depth=depth, timeout=settings.timeout)
        except GateError:
            self._silence.close()
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - what makes a system can raise anything
            self._silence.close()
            what = f"it broke while it was made: {said(error)}"
            raise SystemFailedError(Problem(what, where, code="system_failed")) from None
        missing = [name for name in _OWES if not callable(getattr(made, name, None))]
        if missing:
            self._silence.close()
            what = (
                f"{offered.distribution} made {type(made).__name__}, which has no {' and no '.join(missing)}"
            )
            raise QuestionError(Problem(what, where, code="plugin_unfit"))
        self._system: System = made

    def ask(self, questions: Sequence[Question]) -> Sequence[Reply]:
        """Ask it; whatever it raises is a failed attempt."""
        try:
            return self._system.ask(questions)
        except (GateError, FailedError):
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a system can raise anything
            raise FailedError(said(error)) from None

    def hide(self, text: str) -> str:
        """Return ``text`` without the secrets that it knows of."""
        return self._system.hide(text)

    def last_words(self) -> Sequence[str]:
        """Return the last lines that it said."""
        return self._system.last_words()

    def close(self) -> None:
        """Let go of it."""
        try:
            self._system.close()
        finally:
            self._silence.close()
