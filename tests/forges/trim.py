"""Cut GitHub's OpenAPI description down to the calls that the gate makes.

    python tests/forges/trim.py DESCRIPTION.json > tests/forges/github.openapi.json

DESCRIPTION is ``generated/api.github.com.json`` of the npm package ``@octokit/openapi`` (MIT licence, as
GitHub's own ``rest-api-description``). Nothing in it is changed; what the calls do not refer to is left out.
"""

import json
import re
import sys
from pathlib import Path

CALLS = {
    "/repos/{owner}/{repo}": ["get"],
    "/repos/{owner}/{repo}/issues/{issue_number}/comments": ["get", "post"],
    "/repos/{owner}/{repo}/issues/comments/{comment_id}": ["patch", "delete"],
    "/repos/{owner}/{repo}/pulls": ["get", "post"],
    "/repos/{owner}/{repo}/pulls/{pull_number}": ["get", "patch"],
    "/user": ["get"],
}

DROPPED = {"description", "x-octokit", "x-github", "externalDocs", "tags", "summary"}


def referred(value):
    """Return the components that a part of the description refers to."""
    return set(re.findall(r'"\$ref": "#/components/(\w+)/([^"]+)"', json.dumps(value)))


def without_prose(value):
    """Return a part of the description without the texts for readers; a response must have one."""
    if isinstance(value, list):
        return [without_prose(each) for each in value]
    if not isinstance(value, dict):
        return value
    kept = {
        k: v if k in {"example", "examples"} else without_prose(v)
        for k, v in value.items()
        if k not in DROPPED or isinstance(v, dict)
    }
    if "description" in value and ("content" in kept or "headers" in kept or set(value) <= {"description"}):
        kept["description"] = ""
    return kept


def trim(whole):
    """Return the calls, and everything they refer to."""
    paths = {p: {m: whole["paths"][p][m] for m in methods} for p, methods in CALLS.items()}
    components, wanted = {}, referred(paths)
    while wanted:
        kind, name = wanted.pop()
        if name in components.setdefault(kind, {}):
            continue
        components[kind][name] = whole["components"][kind][name]
        wanted |= referred(components[kind][name])
    ordered = {kind: dict(sorted(found.items())) for kind, found in sorted(components.items())}
    head = {k: whole[k] for k in ("openapi", "info")}
    return without_prose({**head, "paths": paths, "components": ordered}) | {"info": whole["info"]}


if __name__ == "__main__":
    described = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    sys.stdout.write(json.dumps(trim(described), separators=(",", ":")) + "\n")
