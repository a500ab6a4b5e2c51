"""A system that an installed distribution brings along, asked in the gate's own process."""

from __future__ import annotations

import difflib
import math
import threading
from contextlib import ExitStack
from functools import partial
from numbers import Real
from typing import TYPE_CHECKING, Any

from gate.digits import counted
from gate.errors import GateError, Problem, QuestionError, SystemFailedError
from gate.plugins import installed
from gate.plugins.files import said
from gate.plugins.quiet import quiet
from gate.systems.asking import FailedError, Reply
from gate.systems.calling import OverdueError, Threads
from gate.systems.quoting import quoted
from gate.worker.plain import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from gate.config.system import System as Settings
    from gate.systems.asking import Question, System

_OWES = ("ask", "hide", "last_words", "close")
_NO_ANSWER = "an answer that is none, and that the system's hide cannot make fit to be quoted"


def unknown(settings: Settings) -> tuple[str, str] | None:
    """Say what is wrong and the way out, where no installed distribution offers what is named."""
    name, known = settings.plugin, installed.names("gate.systems")
    if name is None or name in known:
        return None
    near = difflib.get_close_matches(name, known, n=1)
    fix = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known) or 'none'}"
    return f"no installed distribution offers the system {name!r}", fix


class Installed:
    """What the entry point of a system makes, kept from doing harm.

    It is called with the config's ``options``, and by name with ``folder``, ``depth`` and ``timeout``, and
    returns something like :class:`gate.systems.asking.System`. From the first question until it is closed,
    what it prints is swallowed. A call that takes longer than ``timeout`` is let go of.

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
        try:
            with quiet():
                made: Any = offered.found(
                    settings.options, folder=folder, depth=depth, timeout=settings.timeout
                )
                missing = [name for name in _OWES if not callable(getattr(made, name, None))]
        except (GateError, KeyboardInterrupt):
            raise
        except BaseException as error:  # noqa: BLE001 - what makes a system can raise anything
            what = f"it broke while it was made: {_told(error)}"
            raise SystemFailedError(Problem(what, where, code="system_failed")) from None
        if missing:
            what = (
                f"{offered.distribution} made {type(made).__name__}, which has no {' and no '.join(missing)}"
            )
            raise QuestionError(Problem(what, where, code="plugin_unfit"))
        self._system: System = made
        self._threads = Threads(settings.timeout)
        self._silence, self._silencing = ExitStack(), threading.Lock()
        self._is_silent = self._is_closed = False

    def ask(self, questions: Sequence[Question]) -> Sequence[Reply]:
        """Ask it; whatever it raises is a failed attempt, and what is no reply will not be one next time.

        Raises:
            FailedError: It raised, took too long, or returned something else than a reply a question.
            GateError: It raised that.
        """
        self._be_silent()
        try:
            return self._threads.call(lambda: _replies(self._system.ask(questions), len(questions)))
        except (GateError, KeyboardInterrupt):
            raise
        except FailedError as failed:
            raise _sound(failed) from None
        except OverdueError as error:
            raise FailedError(str(error)) from None
        except BaseException as error:  # noqa: BLE001 - a system can raise anything
            raise FailedError(_told(error)) from None

    def hide(self, text: str) -> str:
        """Return ``text`` without the secrets that it knows of; nothing of it where it cannot say."""
        found = self._attempt(partial(self._system.hide, text))
        return found if isinstance(found, str) else _NO_ANSWER

    def last_words(self) -> Sequence[str]:
        """Return the last lines that it said; none where it cannot say."""
        with quiet():
            found = self._attempt(self._system.last_words)
        return [line for line in found if isinstance(line, str)] if isinstance(found, (list, tuple)) else []

    def close(self) -> None:
        """Let go of it; its answers are there, so that a failure changes nothing any more."""
        with self._silencing:
            self._is_closed = True
        with quiet():
            self._attempt(self._system.close)
        self._threads.close()
        self._silence.close()

    def _be_silent(self) -> None:
        with self._silencing:
            if self._is_closed:
                raise FailedError("interrupted", again=False)
            if not self._is_silent:
                self._silence.enter_context(quiet())
                self._is_silent = True

    def _attempt(self, call: Callable[[], object]) -> object:
        """Return what ``call`` returns; ``None`` where it raises, or takes too long."""
        try:
            return self._threads.call(call)
        except KeyboardInterrupt:
            raise
        except BaseException:  # noqa: BLE001 - a system can raise anything
            return None


def _replies(found: object, wanted: int) -> list[Reply]:
    """Return what a system returned, as plain JSON; run where it was asked, since it may hold iterators.

    Raises:
        FailedError: It is not a list of ``wanted`` replies.
    """
    if not isinstance(found, (list, tuple)):
        raise FailedError(f"it returned {_kind(found)}, not a list with a Reply a question", again=False)
    if len(found) != wanted:
        what = f"it returned {len(found)} replies to {counted(wanted, 'question')}: a Reply each is wanted"
        raise FailedError(what, again=False)
    return [_reply(each) for each in found]


def _reply(found: object) -> Reply:
    if not isinstance(found, Reply):
        raise FailedError(f"it returned a list with {_kind(found)} in it, which is no Reply", again=False)
    spent = found.latency_ms
    is_number = isinstance(spent, Real) and not isinstance(spent, bool)
    if spent is not None and not (is_number and 0 <= spent < math.inf):
        shown = quoted(repr(spent))
        raise FailedError(f"its Reply has the latency_ms {shown}, not a number from 0", again=False)
    try:
        return Reply(plain(found.value), None if spent is None else float(spent))
    except ValueError as error:
        raise FailedError(f"its Reply cannot be read: {error}", again=False) from None


def _sound(failed: FailedError) -> FailedError:
    """Return the failure that a system raised, with a wait that can be waited."""
    wait = getattr(failed, "wait", None)
    if isinstance(wait, bool) or not isinstance(wait, (int, float)) or not 0 <= wait < math.inf:
        wait = None
    return FailedError(_said_by(failed), again=bool(getattr(failed, "again", True)), wait=wait)


def _said_by(failed: FailedError) -> str:
    try:
        return str(failed)
    except Exception:  # noqa: BLE001 - an exception of theirs can fail to say what it is
        return type(failed).__name__


def _told(error: BaseException) -> str:
    try:
        return said(error)
    except Exception:  # noqa: BLE001 - as above
        return type(error).__name__


def _kind(found: object) -> str:
    return "nothing (None)" if found is None else type(found).__name__
