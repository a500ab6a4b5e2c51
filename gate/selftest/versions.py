"""Versions of one system's answers, and samples that take each item from any of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from gate.lineup import build_sample
from gate.run import Run
from gate.samples.categorical import CategoricalSample
from gate.samples.labelled import LabelledSample
from gate.samples.multilabel import MultilabelSample
from gate.samples.ranked import RankedSample
from gate.samples.rated import RatedSample
from gate.samples.recommended import RecommendedSample
from gate.samples.text import TextSample
from gate.systems.checks import checked

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gate.arrays import IntArray
    from gate.config import Config
    from gate.golden import GoldenSet
    from gate.samples.kinds import Sample
    from gate.samples.lists import Lists


_FIELDS: dict[type, tuple[str, ...]] = {
    LabelledSample: ("score", "flagged", "answered"),
    CategoricalSample: ("choice", "probabilities", "answered"),
    MultilabelSample: ("chosen", "strange", "scores", "answered"),
    RatedSample: ("choice", "swapped", "answered"),
}
"""What an answer says in a sample with a row an item."""


class Versions:
    """The answers of one system, and other answers to the same items; number 0 is the system as it is.

    Every version is lined up once, by the code that lines up any run. A mixture of versions is then put
    together from its columns, which gives the very sample that the mixed run would have.

    Args:
        config: The question.
        golden: What is right.
        run: What the system answered.
        threshold: What decides, if anything.
    """

    def __init__(self, config: Config, golden: GoldenSet, run: Run, threshold: float | None) -> None:
        self._config, self._golden, self._threshold = config, golden, threshold
        self._runs: list[Run] = []
        self._samples: list[Sample] = []
        self._stacks: dict[str, NDArray[Any]] = {}
        self.add(run)

    @property
    def original(self) -> Sample:
        """The system as it is."""
        return self._samples[0]

    def add(self, run: Run) -> int:
        """Take one more version in; return its number."""
        if self._runs:  # what functions of the user say of other answers; all of a version may fail
            run = checked(self._config, self._golden, [self._runs[0], run]).runs[1]
        self._runs.append(run)
        self._samples.append(build_sample(self._config, self._golden, run, self._threshold))
        self._stacks.clear()
        return len(self._runs) - 1

    def sample(self, version: int) -> Sample:
        """Return one version as a sample."""
        return self._samples[version]

    def mixed(self, pick: IntArray) -> Sample:
        """Return the sample that takes item ``i`` from version ``pick[i]``.

        Args:
            pick: ``(n,)`` numbers of versions, one an item of :attr:`original`.
        """
        if not pick.any():
            return self.original
        first = self.original
        items = (pick, np.arange(len(pick)))
        if first.repeated is None and isinstance(first, RankedSample):
            # Each version has the same number of rows of each query, by rank.
            rows = (pick[first.query], np.arange(len(first.query)))
            lists: dict[str, Any] = {}
            if isinstance(first, RecommendedSample):
                lists["lists"] = self._lists(pick)
            return replace(
                first,
                **lists,
                rank=self._stack("rank")[rows],
                grade=self._stack("grade")[rows],
                ideal_rank=self._stack("ideal_rank")[rows],
                returned=self._stack("returned")[items],
                answered=self._stack("answered")[items],
            )
        if first.repeated is None and isinstance(first, TextSample):
            return self._texts(first, pick)
        fields = _FIELDS.get(type(first))
        if first.repeated is None and fields is not None:
            taken: dict[str, Any] = {name: self._stack(name)[items] for name in fields}
            if isinstance(first, RatedSample):
                taken["numbers"] = {name: self._of("numbers", name)[items] for name in first.numbers}
            return replace(first, **taken)
        return build_sample(self._config, self._golden, self.mixed_run(pick), self._threshold)

    def mixed_run(self, pick: IntArray) -> Run:
        """Return the run behind :meth:`mixed`."""
        chosen = dict(zip(self.original.ids, pick.tolist(), strict=True))
        runs = [self._runs[chosen.get(i, 0)] for i in self._runs[0].answers]
        named = list(zip(self._runs[0].answers, runs, strict=True))
        answers = {i: run.answers[i] for i, run in named}
        return Run(
            answers, self._runs[0].source, repeats={i: r.repeats[i] for i, r in named if i in r.repeats}
        )

    def _texts(self, first: TextSample, pick: IntArray) -> TextSample:
        samples = [sample for sample in self._samples if isinstance(sample, TextSample)]
        items = (pick, np.arange(len(pick)))
        return replace(
            first,
            texts=tuple(samples[version].texts[i] for i, version in enumerate(pick.tolist())),
            checked={name: self._of("checked", name)[items] for name in first.checked},
            answered=self._stack("answered")[items],
        )

    def _lists(self, pick: IntArray) -> Lists | None:
        """Put the rows of each user's list together from the version that the user is in."""
        samples = [sample for sample in self._samples if isinstance(sample, RecommendedSample)]
        if samples[0].lists is None:
            return None
        kept = [
            (lists.user[rows], lists.rank[rows], lists.item[rows])
            for version in np.unique(pick).tolist()
            if (lists := samples[version].lists) is not None
            for rows in [pick[lists.user] == version]
        ]
        user, rank, item = (np.concatenate(columns) for columns in zip(*kept, strict=True))
        order = np.argsort(user, kind="stable")
        return replace(samples[0].lists, user=user[order], rank=rank[order], item=item[order])

    def _of(self, name: str, key: str) -> NDArray[Any]:
        """Stack one column of a mapping of columns."""
        whole = f"{name}.{key}"
        if whole not in self._stacks:
            self._stacks[whole] = np.stack([getattr(sample, name)[key] for sample in self._samples])
        return self._stacks[whole]

    def _stack(self, name: str) -> NDArray[Any]:
        if name not in self._stacks:
            self._stacks[name] = np.stack([getattr(sample, name) for sample in self._samples])
        return self._stacks[name]
