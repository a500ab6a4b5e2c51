"""The first files of a project: a config, a golden set and a run to fill in, and the CI job.

The files lie under ``templates/``; ``@NAME@`` and its like stand for what the user says. What is written
is a question that is well put at once: :command:`gate validate` accepts it, and so does a first refresh.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from gate import git
from gate.errors import Problem, QuestionError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

TASKS = {
    "retrieval": (".jsonl", "search"),
    "classification": (".csv", "classifier"),
    "multiclass": (".csv", "router"),
    "multilabel": (".jsonl", "tagger"),
    "generation": (".jsonl", "answers"),
    "judge": (".jsonl", "judge"),
    "recommendation": (".jsonl", "recommender"),
}
"""Task → suffix of its golden set and run, and how its config is called where nobody says otherwise."""

_BESIDE = {"recommendation": {".items.csv": "items.csv"}}
"""Task → end of the name of what lies beside its golden set, and the template of it."""

SYSTEMS = {
    "github": {
        ".github/workflows/gate.yml": "github.yml",
        ".github/workflows/gate-baseline.yml": "github-baseline.yml",
    },
    "gitlab": {".gitlab-ci.yml": "gitlab.yml"},
    "azure": {"azure-pipelines.yml": "azure.yml"},
    "bitbucket": {"bitbucket-pipelines.yml": "bitbucket.yml"},
    "jenkins": {"Jenkinsfile": "Jenkinsfile"},
}
"""CI system → where it looks for its jobs, and their templates; the job that judges comes first."""

NO_SYSTEM = "none"
"""The word for no CI job."""

_HINTS = {
    ".github": "github",
    ".gitlab": "gitlab",
    **{place: name for name, places in SYSTEMS.items() for place in places},
}
_HOSTS = {
    "github": "github",
    "gitlab": "gitlab",
    "azure": "azure",
    "visualstudio": "azure",
    "bitbucket": "bitbucket",
}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a new project is to have.

    Attributes:
        task: One of :data:`TASKS`.
        name: Name of the config, which its files are called by.
        system: One of :data:`SYSTEMS`, or :data:`NO_SYSTEM`.
        version: Version of the gate that the CI job installs.
    """

    task: str
    name: str
    system: str
    version: str


def plan(wish: Wish) -> dict[str, str]:
    """Return ``{path: content}`` of what is to be written, in reading order; paths with ``/``."""
    suffix, _ = TASKS[wish.task]
    config, golden, run = (
        f"{wish.task}/{kind}" for kind in ("config.yaml", f"golden{suffix}", f"run{suffix}")
    )
    wanted = {
        f"configs/{wish.name}.yaml": config,
        f"golden_sets/{wish.name}{suffix}": golden,
        f"runs/{wish.name}{suffix}": run,
        "baselines/.gitattributes": "gitattributes",
    }
    for end, template in _BESIDE.get(wish.task, {}).items():
        wanted[f"golden_sets/{wish.name}{end}"] = f"{wish.task}/{template}"
    if wish.system != NO_SYSTEM:
        wanted |= {place: f"ci/{template}" for place, template in SYSTEMS[wish.system].items()}
    return {path: _filled(template, wish, suffix) for path, template in wanted.items()}


def existing(top: Path, content: Mapping[str, str]) -> list[str]:
    """Return the paths below ``top`` at which something else than the planned content lies already."""
    return [path for path, text in content.items() if not _is_free(top / path, text)]


def write(top: Path, content: Mapping[str, str]) -> None:
    """Write all files below ``top``, or none: what is new is taken away again where one cannot be written.

    Raises:
        QuestionError: A file cannot be written.
    """
    written: list[Path] = []
    for name, text in content.items():
        path = top / name
        is_new = not os.path.lexists(path)
        draft = path.with_name(f".{path.name}.{os.getpid()}.draft")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(text, "utf-8", newline="\n")
            draft.replace(path)
        except OSError as error:
            for left in (draft, *written):
                with suppress(OSError):
                    left.unlink()
            what = f"cannot be written: {error.strerror or error}"
            raise QuestionError(
                Problem(what, name, "check the folder and its permissions", code="cannot_write")
            ) from None
        written += [path] if is_new else []


def likely_name(top: Path, task: str) -> str:
    """Return a name for the config: that of the folder, where it can be one.

    >>> from pathlib import Path
    >>> likely_name(Path("/srv/Help Center"), "retrieval"), likely_name(Path("/"), "retrieval")
    ('help-center', 'search')
    """
    name = re.sub(r"[^a-z0-9_-]+", "-", top.resolve().name.lower()).strip("-_")[:100]
    return name if name[:1].isalpha() else TASKS[task][1]


def likely_system(top: Path) -> str:
    """Return the CI system that the files of ``top`` or the address of its remote point to; else GitHub."""
    for place, system in _HINTS.items():
        if (top / place).exists():
            return system
    address = (git.line(top, "remote", "get-url", "origin") or "") if git.installed() else ""
    return next((system for host, system in _HOSTS.items() if host in address.lower()), "github")


def _is_free(path: Path, text: str) -> bool:
    if not os.path.lexists(path):
        return True
    try:
        return path.read_bytes() == text.encode("utf-8")
    except OSError:
        return False


def _filled(template: str, wish: Wish, suffix: str) -> str:
    text = files("gate.init").joinpath("templates", *template.split("/")).read_text("utf-8")
    for mark, value in (("NAME", wish.name), ("VERSION", wish.version), ("SUFFIX", suffix)):
        text = text.replace(f"@{mark}@", value)
    return text
