"""``module:name`` → something that can be asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from gate.worker import checks, functions, pairs, retrievers, told

if TYPE_CHECKING:
    from gate.worker.wanted import Wanted

Ask = Callable[[Sequence[dict[str, Any]], int | None], list[Any]]
"""``(questions, k) -> values``: one plain value a question, in the same order."""


class Unusable(Exception):  # noqa: N818 - it reads as the sentence it is
    """There is nothing to ask.

    Args:
        why: In a sentence.
        by: Whether the ``"config"`` names what is not there, or the ``"system"`` broke while it loaded.
        fix: The way out, where it is an extra that brings what is missing.
    """

    def __init__(self, why: str, by: Literal["config", "system"], fix: str = "") -> None:
        super().__init__(why)
        self.by = by
        self.fix = fix


def load(wanted: Wanted) -> tuple[Ask, str]:
    """Import what is wanted, and prepare it to be asked.

    Returns:
        What can be asked, and 16 hex digits of its source where that is told.

    Raises:
        Unusable: It is not there, cannot be called that way, or broke while it loaded.
    """
    sys.path.insert(0, wanted.folder)
    found = _find(wanted)
    try:
        if wanted.kind == "check":
            return checks.asking(found), checks.source_of(found)
        if wanted.kind == "similarity":
            return pairs.asking(found), ""
        if wanted.kind == "function":
            ask = functions.asking(
                found, batch=wanted.batch, document_id=wanted.document_id, timeout=wanted.timeout
            )
            return ask, ""
        return retrievers.asking(found, wanted.kind, document_id=wanted.document_id), ""
    except TypeError as error:
        raise Unusable(f"{wanted.path} {error}", "config") from None
    except ModuleNotFoundError as error:
        raise _lacking(wanted, error) or _broken(wanted.path, error) from None
    except Exception as error:  # noqa: BLE001 - what makes a retriever can raise anything
        raise _broken(wanted.path, error) from None


def _find(wanted: Wanted) -> Any:
    module, _, names = wanted.path.partition(":")
    try:
        found: Any = import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            why = f"no module {error.name!r}, neither in {wanted.folder} nor installed"
            raise Unusable(why, "config") from None
        raise _lacking(wanted, error) or _broken(module, error) from None
    except BaseException as error:  # noqa: BLE001 - a module that exits while it is imported is broken, too
        raise _broken(module, error) from None
    for name in names.split("."):
        if not hasattr(found, name):
            raise Unusable(f"{module} has no {names!r}", "config")
        found = getattr(found, name)
    return found


def _lacking(wanted: Wanted, error: ModuleNotFoundError) -> Unusable | None:
    """Say which extra brings the framework, where that is what could not be imported."""
    if error.name not in retrievers.PACKAGES.get(wanted.kind, ()):
        return None
    extra = wanted.kind.replace("_", "-")
    why = f"{wanted.path} needs {error.name}, which is not installed"
    return Unusable(why, "config", f'pip install "mergegate[{extra}]"')


def _broken(what: str, error: BaseException) -> Unusable:
    told.print_from_theirs(error)
    return Unusable(f"{what} broke while it was loaded: {type(error).__name__}: {error}", "system")
