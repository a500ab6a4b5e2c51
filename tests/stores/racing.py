"""What processes do that race for one file; each starts anew, since one with threads cannot be forked."""

import multiprocessing

from gate.errors import NoAnswerError
from gate.stores import folder, history

CONTEXT = multiprocessing.get_context("spawn")

PATIENT = 300.0
"""Seconds to wait for a lock: a slow disk or a busy machine is no fault."""


def append_all(path, entries, start):
    """Append entries to a history, as soon as everybody is ready."""
    history.PATIENCE = PATIENT
    start.wait()
    for entry in entries:
        history.HistoryFile(path, "h.jsonl").append(entry)


def save(root, summary, answers, expecting, start, results):
    """Save a baseline, as soon as everybody is ready, and say who won."""
    folder.PATIENCE = PATIENT
    start.wait()
    try:
        folder.FolderStore(root, "baselines").save("docs", summary, answers, expecting=expecting)
    except NoAnswerError as error:
        results.put(str(error))
    else:
        results.put("won")
