"""A judge in a config: which one it is, and what a metric of its verdicts needs it to have shown."""

import hashlib
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from gate.config.part import Model
from gate.config.values import Number, Text, Words, number
from gate.errors import Problem, QuestionError

LEAST_KAPPA = 0.6
"""Agreement from which it is usually read as substantial, and a judge is relied on."""

SHOWN = 12
"""Hexadecimal digits of a digest that reports show."""


class Judge(Model):
    """Which judge gives the verdicts; with anything of it changed it is another judge."""

    model: Text = Field(description="Model, with its version.", examples=["gpt-4o-2024-08-06"])
    rubric: Text | None = Field(
        None,
        description="Its instructions: a file relative to this config, or the text itself. Reports and "
        "baselines hold its digest.",
        examples=["../prompts/faithfulness.md"],
    )
    settings: dict[str, Text | Number] = Field(
        default_factory=dict,
        description="Whatever else makes it the judge it is, such as its temperature.",
        examples=[{"temperature": 0}],
    )
    own: Words = Field(
        (),
        description="Producers whose answers count as its own for `self_preference`; its model by default.",
    )

    def identity(self, folder: Path) -> str:
        """Return everything that makes this judge another one than a second, as one line.

        Args:
            folder: What the rubric's path is relative to.

        Raises:
            QuestionError: The rubric looks like a path, and there is no such file.
        """
        told = [f"model {self.model}"]
        if self.rubric is not None:
            file = self.rubric_file(folder)
            content = self.rubric.strip().encode() if file is None else _content(file, self.rubric)
            told.append(f"rubric {hashlib.sha256(content).hexdigest()[:SHOWN]}")
        told += [f"{name} {_plain(self.settings[name])}" for name in sorted(self.settings)]
        return ", ".join(told)

    def rubric_file(self, folder: Path) -> Path | None:
        """Return the file of its rubric; ``None`` where it has none, or where the text itself is given."""
        is_path = self.rubric is not None and not any(c.isspace() for c in self.rubric.strip())
        return folder / str(self.rubric) if is_path else None

    @property
    def producers(self) -> tuple[str, ...]:
        """Whose answers are its own."""
        return self.own or (self.model,)


def identity_of(judge: Judge | None, config: Path) -> str | None:
    """Return which judge the config at a path measures; ``None`` if none.

    Raises:
        QuestionError: Its rubric is a file that cannot be read.
    """
    return None if judge is None else judge.identity(config.parent)


def _plain(value: str | float) -> str:
    """Return a setting in full, whole numbers without a point."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _content(file: Path, named: str) -> bytes:
    r"""Return a rubric's text, with lines ended by ``\n``, so that a checkout makes no other judge of it."""
    try:
        return file.read_bytes().replace(b"\r\n", b"\n")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise QuestionError(
            Problem(
                f"the rubric {named!r} cannot be read: {why}",
                str(file),
                "correct the path; a rubric of one word is taken for one",
                code="cannot_read",
            )
        ) from None


class RequiredJudge(Model):
    """The judge that gave a metric's numbers, and how well it has to agree with people."""

    config: Text = Field(
        description="Config of `task: judge` whose baseline says how well the judge agrees, relative to this "
        "one."
    )
    kappa: Annotated[float, BeforeValidator(number), Field(gt=0, le=1)] = Field(
        LEAST_KAPPA,
        description="Least Cohen's kappa of that baseline; below it the metric is not comparable.",
    )
