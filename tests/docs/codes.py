"""The page of error codes, made from their declarations; `pytest --accept` writes it."""

from gate import codes
from gate.cli.explain_code import KINDS

HEAD = """# Error codes

Errors and notices end with a code, and every verdict has a reason. `gate explain code CODE` says what one
means, `gate explain code` lists them. They are words, so that a log, this page and a search engine find
them; a code never gets another meaning. JSON reports carry them as `code` of a notice and as `reason` of a
check.

```text
gate: search.yaml:4: goldenset: no such key 'goldenset', did you mean 'golden_set'? [unknown_key]
```

This page is made from the declarations in `gate/codes/`.
"""


def page():
    """Return the text of docs/error-codes.md."""
    parts = [HEAD]
    for heading, group in codes.GROUPS.items():
        parts.append(f"\n## {heading}\n")
        parts += [_section(code) for code in group]
    return "".join(parts)


def _section(code):
    kinds = " and ".join(KINDS[kind] for kind in code.kinds)
    return (
        f"\n### {code.name}\n\n"
        f"{code.what} *({kinds})*\n\n"
        f"* Why: {code.why}\n"
        f"* Way out: {code.fix}\n\n"
        f"```text\n{code.example}\n```\n"
    )
