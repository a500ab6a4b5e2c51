"""Where the code of others prints to while it runs inside the gate: nowhere."""

from __future__ import annotations

import contextlib
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Swallow what is printed to either stream.

    Reports go to standard output, and a line of a plugin there, or a command to a CI service on either
    stream, would be taken for the gate's.
    """
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield
