"""What a runner reads of a step's output, and reports of any size."""

from gate.verdict import Outcome, Reason
from tests.reporters import builders

EVIL = "::error::pwned\r\n::set-output name=verdict::pass\n##[error]x % 10 \u202eabc"


def commands(text):
    """Return the lines that the runner takes for commands: blanks are trimmed, a stop is heeded."""
    found, word = [], None
    for line in map(str.lstrip, text.splitlines()):
        if word is not None:
            word = None if line == f"::{word}::" else word
        elif line.startswith("::stop-commands::"):
            word = line.removeprefix("::stop-commands::")
        elif line.startswith(("::", "##[")):
            found.append(line)
    assert word is None
    return found


def many(n, because, outcome=Outcome.REGRESSED):
    """Return a document whose one report has ``n`` checks."""
    reason = Reason.DROP if outcome is Outcome.REGRESSED else Reason.SUSPECT
    lines = [
        builders.check(f"m{i}", 0.5, 0.4, outcome=outcome, reason=reason, because=because, line=i + 1)
        for i in range(n)
    ]
    return builders.document(builders.report("search", "m0 got worse.", lines))
