"""A refresh as a pull request: measured here, written on a branch of its own, merged by a person.

The branch is called after the config and is rewritten whole, so there is one pull request at most.
Whoever reads the remote, and pushes only if nothing moved since, can neither lose nor overwrite what
a faster or a later job wrote.
"""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from gate import pipeline, recording
from gate.forges.publish import refusal
from gate.forges.text import compose, footer
from gate.forges.web import ForgeError
from gate.promotion import Step
from gate.proposing.place import place_of
from gate.proposing.pushing import push
from gate.reporters.escaping import sentence

if TYPE_CHECKING:
    from gate.forges.proposals import Proposal
    from gate.proposing.place import Place
    from gate.recording import Recorded

__all__ = ["Outcome", "Proposed", "propose"]


class Outcome(StrEnum):
    """What became of a proposal."""

    OPENED = "opened"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    NOTHING = "nothing"
    REFUSED = "refused"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class Proposed:
    """What a refresh by pull request did.

    Attributes:
        recorded: The refresh itself; its files lie on the branch, not in the work tree.
        outcome: In one word.
        because: In a sentence.
        url: Page of the pull request; empty if there is none.
    """

    recorded: Recorded
    outcome: Outcome
    because: str
    url: str = ""


def propose(path: Path, *, run: Path | None = None) -> Proposed:
    """Raise the baseline of one config by a pull request, where the run earns it.

    Args:
        path: A config.
        run: A run file to record instead of the config's own.

    Raises:
        QuestionError: There is no forge, no token, no repository, or the baseline has uncommitted edits.
        GateError: As :func:`gate.recording.refresh`; the remote or the forge refused.
    """
    place = place_of(path)
    with tempfile.TemporaryDirectory() as folder:
        stage = Path(folder) / "baselines"
        before = _copy(place, stage)
        recorded = recording.refresh(path, run=run, into=stage)
        if recorded.promotion.step is Step.REFUSE:
            return Proposed(recorded, Outcome.REFUSED, recorded.promotion.because)
        if not recorded.files:
            return Proposed(recorded, Outcome.NOTHING, recorded.promotion.because)
        after = {name: _content(stage / Path(name).name) for name in place.names}
        files = {n: content for n, content in after.items() if content is not None or n in before}
        try:
            pushed, why_not = push(place, files, stage, recorded.promotion.because)
            if why_not:
                return Proposed(recorded, Outcome.DROPPED, why_not)
            return _tell(place, recorded, pushed=pushed)
        except ForgeError as error:
            raise ForgeError(refusal(error, place.job), status=error.status, fix=_fix(error)) from None


def _copy(place: Place, stage: Path) -> set[str]:
    """Copy the baseline's files to the stage; return those that are there."""
    stage.mkdir()
    there = {name for name in place.names if (place.top / name).is_file()}
    for name in there:
        shutil.copyfile(place.top / name, stage / Path(name).name)
    return there


def _content(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _tell(place: Place, recorded: Recorded, *, pushed: bool) -> Proposed:
    """Open the pull request, or bring the open one up to date."""
    title = f"Raise the baseline of {place.config.name}"
    top = (
        f"`gate refresh` found that {sentence(recorded.promotion.because)}. Merging this makes the answers "
        f"of {place.head[:12]} the new bar; the report compares them with the old one."
    )
    # Neither run nor commit is named where only they differ: an equal proposal is not written again.
    foot = footer(head="", url="", remark=f"kept up to date on {place.branch}; edits to it are overwritten")
    document = pipeline.document([recorded.report])
    body = str(compose(document, longest=place.proposals.longest, foot=foot, top=top))
    there = place.proposals.open(place.branch, place.target)
    if there is None:
        try:
            made = place.proposals.create(place.branch, place.target, title, body)
        except ForgeError:
            # Another job may have opened it between our look and ours.
            there = place.proposals.open(place.branch, place.target)
            if there is None:
                raise
        else:
            return Proposed(recorded, Outcome.OPENED, recorded.promotion.because, made.url)
    return _revise(place, recorded, there, title, body, pushed=pushed)


def _revise(
    place: Place, recorded: Recorded, there: Proposal, title: str, body: str, *, pushed: bool
) -> Proposed:
    because = recorded.promotion.because
    same = there.title == title and there.body.replace("\r\n", "\n").strip() == body.strip()
    if not pushed and there.body:
        return Proposed(recorded, Outcome.UNCHANGED, because, there.url)
    if not same:
        place.proposals.update(there.number, title, body)
    return Proposed(recorded, Outcome.UPDATED, because, there.url)


def _fix(error: ForgeError) -> str:
    if "not permitted to create" in error.problems[0].what:
        return (
            "allow Actions to create pull requests in the repository's settings, or give the token of an "
            "app; the branch is pushed already"
        )
    return ""
