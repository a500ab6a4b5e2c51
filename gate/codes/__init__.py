"""The one list of codes: what errors, notices and verdicts call themselves, and what each one means.

A code is a phrase in ``snake_case``, not a letter with a number: it can be searched for in a log, in these
sources and on the web, and says something before it is looked up. No two things share one, and none is ever
given a new meaning.
"""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from gate.codes import baseline, config, files, lists, outside, plugins, texts, verdicts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gate.codes.declare import Code

GROUPS: Mapping[str, tuple[Code, ...]] = {
    "Verdicts": verdicts.CODES,
    "Configs": config.CODES,
    "Golden sets, runs and reports": files.CODES,
    "Generated text": texts.CODES,
    "Catalogues, lists and neighbours": lists.CODES,
    "Plugins": plugins.CODES,
    "Baselines, git and histories": baseline.CODES,
    "Command line, forges, systems and conditions": outside.CODES,
}
"""Every code, under the heading that lists show it below."""

ALL: Mapping[str, Code] = {code.name: code for codes in GROUPS.values() for code in codes}
"""Every code by its name."""


def find(text: str) -> Code:
    """Return the code that ``text`` spells, brackets, case and the kind of dash aside.

    Raises:
        ValueError: There is none; the message names the nearest one.

    >>> find("[Unknown-Key]").name
    'unknown_key'
    """
    name = "_".join(text.strip().strip("[]").lower().replace("-", " ").replace("_", " ").split())
    if name in ALL:
        return ALL[name]
    near = difflib.get_close_matches(name, ALL, n=1)
    hint = f", did you mean {near[0]!r}?" if near else ""
    raise ValueError(f"no code {text!r}{hint}")
