"""Telling a forge what came out: outputs, summary, remarks beside lines, a comment; in this order.

None of it can change the verdict. What the forge refuses is one notice.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from gate.errors import ExitCode
from gate.forges import commands, files, github, gitlab, remarks, sticky
from gate.forges.stamp import Stamp, digest, key_of
from gate.forges.sticky import Posted
from gate.forges.text import compose, footer, of_problems, without_report
from gate.forges.web import ForgeError
from gate.reporters import markdown
from gate.surroundings import environment, now
from gate.verdict import Outcome

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from gate.errors import Problem
    from gate.forges.job import Job
    from gate.forges.sticky import Comments
    from gate.report import Document
    from gate.reporters.markdown import Image

NO_TOKEN = {
    "github": "there is no token: set `GATE_TOKEN`, or the Action's input `token`",
    "gitlab": "there is no token: set `GATE_TOKEN` to a project access token with the scope `api` "
    "(`CI_JOB_TOKEN` may not write notes)",
}

_VERDICTS = {ExitCode.QUESTION: "error", ExitCode.SYSTEM_FAILED: "system_failed"}


@dataclass(frozen=True, slots=True)
class Told:
    """What a call of the gate ended in.

    Attributes:
        document: Its reports; ``None`` if there is none.
        exit_code: What the process is going to end with.
        problems: What kept it from answering some or all of what was asked.
        files: Outputs that name files: ``{"report-json": PATH}``.
        key: Which gate it was, by which its comment is found again.
        images: Plots that lie where readers of the forge see them.
    """

    document: Document | None
    exit_code: int
    problems: Sequence[Problem] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    key: str = "none"
    images: Sequence[Image] = ()

    @property
    def verdict(self) -> str:
        """One word: the outcome of the whole, ``"error"`` or ``"system_failed"``."""
        for code, word in _VERDICTS.items():
            if self.exit_code == code:
                return word
        return str(self.document.outcome) if self.document else "error"


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the forge is to be told, beside the outputs of the step."""

    summary: bool = False
    annotations: bool = False
    comment: bool = False


@dataclass(frozen=True, slots=True)
class Voice:
    """Two ways to speak to whoever reads the log.

    Attributes:
        say: Prints a line for the forge's runner.
        warn: Prints a remark for people.
    """

    say: Callable[[str], object]
    warn: Callable[[str], object]

    def notice(self, job: Job | None, text: str) -> None:
        """Make one remark, which GitHub shows on the page of the run."""
        if job is not None and job.forge == "github":
            self.say(commands.command("notice", text, title="gate"))
        else:
            self.warn(text)


def publish(told: Told, job: Job | None, wishes: Wishes, voice: Voice) -> None:
    """Tell the forge what came out. Never raises what a forge or a runner's file is the cause of."""
    if job is not None and job.forge == "github":
        try:
            _to_files(told, wishes, lambda text: voice.notice(job, text))
        except OSError as error:
            voice.notice(job, f"summary and outputs cannot be written: {error.strerror or error}")
    if wishes.annotations:
        found = [*remarks.of_problems(told.problems, "gate: no verdict")]
        if told.document is not None:
            found += remarks.of_document(told.document)
        workspace = job.workspace if job else None
        for line in remarks.lines(found, workspace=workspace, here=Path.cwd()):
            voice.say(line)
    if told.problems and job is not None and job.reads_only:
        voice.notice(job, f"{job.reads_only}: if that is why there is no answer, it is still no pass")
    if wishes.comment:
        why_not = _comment(told, job)
        if why_not:
            voice.notice(job, f"no comment: {why_not}")


def _to_files(told: Told, wishes: Wishes, notice: Callable[[str], object]) -> None:
    outputs = environment("GITHUB_OUTPUT")
    if outputs:
        values = {"verdict": told.verdict, "exit-code": str(told.exit_code), **told.files}
        files.set_outputs(Path(outputs), values)
    summary = environment("GITHUB_STEP_SUMMARY")
    if not wishes.summary or not summary:
        return
    path = Path(summary)
    text = of_problems(told.problems, told.exit_code) if told.problems else ""
    if told.document is not None:
        room = files.room(path) - len(text.encode()) - 1
        text += markdown.render(told.document, budget=room, images=told.images)
    if not files.add_summary(path, text):
        notice("the summary of this step is full; the report is in the files")


def _comment(told: Told, job: Job | None) -> str:
    """Write the comment; return why not, or nothing."""
    if job is None:
        return "this is no job of GitHub Actions or GitLab CI"
    if job.pull is None:
        return f"the event {job.event!r} is about no pull request"
    if job.reads_only and job.pull.is_fork:
        return f"{job.reads_only}; the report is in the files and in the summary"
    if not job.token:
        return NO_TOKEN[job.forge]
    top = of_problems(told.problems, told.exit_code) if told.problems else ""
    try:
        done = comment(told.document, job, key=told.key, top=top, images=told.images)
    except ForgeError as error:
        return refusal(error, job)
    if done is Posted.STALE:
        return "the pull request has a newer commit, or a later run has commented"
    if told.document is None and done is Posted.UNNEEDED:
        return "there is no report"
    return ""


def comment(
    document: Document | None,
    job: Job,
    *,
    key: str = "",
    top: str = "",
    remark: str = "",
    url: str = "",
    images: Sequence[Image] = (),
) -> Posted:
    """Write the report as the one comment on the job's pull request.

    Args:
        document: The report; ``None`` if there is none, and then only a comment that is there already is
            written anew, lest it tell of an earlier commit.
        job: With a pull request.
        key: Which gate it is of; see :func:`gate.forges.stamp.key_of`; by default that of the
            reports' configs.
        top: Markdown to stand above it.
        remark: To stand in the small print.
        url: Page of the run that judged; the job's own by default.
        images: Plots to link.

    Raises:
        ForgeError: The forge refused.
    """
    assert job.pull is not None
    to: Comments
    if job.forge == "github":
        to = github.PullComments(github.connect(job), job.project, job.pull.number)
    else:
        to = gitlab.MergeRequestNotes(gitlab.connect(job), job.project, job.pull.number)
    small = footer(head=job.pull.head, url=url or job.url, remark=remark)
    if document is None:
        text = without_report(top, longest=to.longest, foot=small)
    else:
        text = compose(document, longest=to.longest, foot=small, top=top, images=images)
    is_worth_one = document is not None and document.outcome is not Outcome.NOT_AFFECTED
    key = key or key_of(report.config for report in (document.reports if document else ()))
    stamp = Stamp(key, job.pull.head, job.run, job.attempt, now(), digest(text.body))
    return sticky.post(to, stamp, str(text), create=is_worth_one)


def refusal(error: ForgeError, job: Job) -> str:
    """Say what the forge refused, and the likely reason, without the token."""
    said = f"the forge refused: {error.problems[0].what}"
    if job.token:
        said = said.replace(job.token, "***")
    if error.status in {401, 403, 404}:
        if job.reads_only:
            return f"{said}; {job.reads_only}"
        wanted = "`pull-requests: write`" if job.forge == "github" else "the scope `api`"
        return f"{said}; the token needs {wanted}"
    return said
