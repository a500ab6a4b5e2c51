"""Questions as strangers put them: configs, golden sets, runs and baselines, sound and damaged."""

import gzip
import json
import random
import string
from dataclasses import dataclass
from functools import partial

import yaml
from hypothesis import strategies as st

IDS = ("q1", "q2", "q3", "007", "7", "NA", "1e5", "é", "<b>|*`", "q 9", "\u202eabc", "0" * 20, "q10", "null")
DOCUMENTS = ("d1", "d2", "d3", "D1", "001", "a b", "\u2028")
ODD = (None, True, False, "", "x", -1, 0, 0.5, 1e308, -1e308, 5e-324, 2**70, [], {}, [[]], "inf", "nan", "3%")
ODD_TEXT = (
    "",
    "\ufeff",
    "\x00",
    "\n",
    "\n\n",
    "{",
    "}",
    '"',
    ",",
    "\t",
    "NaN",
    "1e999",
    "---",
    "\r",
    "\\ud800",
)

RANKED = ("ndcg", "ndcg@10(gain=exponential)", "recall@2", "precision@3", "mrr", "map", "hit_rate@1", "bpref")
RANKED += ("judged@5", "dcg", "r_precision", "capped_recall@1", "error_rate", "mean(cost, better=lower)")
LABELLED = ("accuracy", "f1", "precision", "recall", "fbeta(beta=2)", "fpr", "specificity", "mcc", "pr_auc")
LABELLED += ("roc_auc", "brier", "log_loss", "expected_cost", "cheapest_cost", "best_f1", "balanced_accuracy")
LABELLED += ("precision_at_recall(0.5)", "recall_at_precision(0.9)", "error_rate", "mean(cost, better=lower)")

UNJUDGED = ("mean", "cheapest_cost", "best_f1", "precision_at_recall", "recall_at_precision")
"""Metrics whose drop is never judged: a tolerance for them is refused."""

GRADES = (0, 1, 1, 2, 3, 0.5, -1)
SCORES = (*(0.0, 0.25, 0.5, 0.5, 0.75, 1.0) * 3, 1e300, -1e300, 5e-324, 1.5, "inf", "-inf", -0.0)
MODES = ("significant", "strict", "minimum_effect", "point", "report_only")
SIZES = (*(1, 2, 3, 5, 8, 14, 14) * 3, 0)
REASONS = ("suspect", "noisy_drop", "small_real_drop", "underpowered", "too_few_positives")


@dataclass(frozen=True)
class Question:
    """Everything a call reads: the config's text, and golden set and run before and after a change."""

    config: str
    before: tuple[bytes, bytes] | None
    after: tuple[bytes, bytes]
    suffixes: tuple[str, str]
    damage: tuple[str, int] | None
    argv: tuple[str, ...]


def golden_rows(chance, task, size):
    """Golden items, of one class or of none at times."""
    rows = []
    labels = chance.choice((*(("bad", "good", "good"),) * 6, ("bad",), ("good",)))
    for ident in chance.sample(IDS, size):
        row = {"id": ident}
        if task == "retrieval":
            judged = chance.sample(DOCUMENTS, chance.choice((1, 1, 2, 4, 0)))
            row["relevant"] = {document: chance.choice(GRADES) for document in judged}
        else:
            row["label"] = chance.choice(labels)
        if chance.random() < 0.2:
            row["weight"] = chance.choice((*(0.5, 2, 0.001, 999) * 20, 1e300))
        if chance.random() < 0.8:
            row["slices"] = {"topic": chance.choice("ab")}
        rows.append(row)
    return rows


def run_rows(chance, task, golden):
    """Answers to most golden items, and perhaps to others."""
    kind = chance.choice(("score", "score", "both", "predicted"))
    scores = chance.choice((SCORES, (0.25, 0.5, 0.75), (0, 1)))
    holes = chance.choice((0, 0, 0.05))
    rows = []
    for ident in [row["id"] for row in golden] + chance.choice(([], [], ["zz"])):
        fate = chance.random()
        if fate < holes:
            continue
        if fate > 1 - holes / 2:
            rows.append({"id": ident, "error": "timeout"})
            continue
        row = {"id": ident}
        if task == "retrieval":
            found = chance.sample(DOCUMENTS, chance.randrange(6))
            scored = chance.random() < 0.5
            row["ranked"] = [[document, chance.choice(scores)] for document in found] if scored else found
        else:
            if kind != "predicted":
                row["score"] = chance.choice(scores)
            if kind != "score":
                row["predicted"] = chance.choice(("bad", "good"))
        if chance.random() < 0.5:
            row["cost"] = chance.choice((*(0, 1.5, -1e99) * 20, 1e300))
        rows.append(row)
    return rows


def config(chance, task):
    """A config that reads well, as plain values."""
    known = RANKED if task == "retrieval" else LABELLED
    names = chance.sample(known, chance.choice((1, 2, 3, 5)))
    found = {
        "version": 1,
        "name": "c",
        "task": task,
        "golden_set": "GOLDEN",
        "system": {"run": "RUN"},
        "metrics": {name: rule(chance, name) for name in names},
        "interval": {"resamples": chance.choice((100, 150))},
        "decision": {
            "mode": chance.choice(MODES),
            "fail_on": chance.sample(REASONS, chance.randrange(3)),
            "alpha": chance.choice((0.01, 0.5)),
        },
        "baseline": {"store": "baselines", "required": chance.random() < 0.5},
        "max_errors": chance.choice((0.02, 0.5, 1)),
    }
    if task == "classification":
        found["positive"] = chance.choice(("bad", "bad", "bad", "good"))
        if chance.random() < 0.95:
            dear = chance.choice((*(10, 1e99, 0) * 20, 1e300))
            found["costs"] = {"false_negative": dear, "false_positive": 1}
        threshold = chance.choice((None, 0.5, 0.5, 0, 1e300, "cheapest", "from-baseline"))
        if threshold is not None:
            found["threshold"] = threshold
    else:
        found["k"] = chance.choice((1, 5))
        found["relevant_grade"] = chance.choice((1, 1, 1, 0.5, 2))
    return found


def rule(chance, name):
    """What is expected of one metric."""
    found = {}
    if chance.random() < 0.7 and (not name.startswith(UNJUDGED) or chance.random() < 0.02):
        found["tolerance"] = chance.choice((*(0, 0.02, "3%") * 30, 1e300))
    if chance.random() < 0.2:
        lower = any(part in name for part in ("cost", "brier", "loss", "fpr", "error"))
        limit = chance.choice((0, 0.5, 1, {"value": 0.5, "hysteresis": 0.1}))
        found["ceiling" if lower else "floor"] = limit
    if found and chance.random() < 0.2:
        found["role"] = chance.choice(("headline", "guard", "info"))
    if chance.random() < 0.2:
        found["where"] = {"topic": chance.choice((*("a", ["a", "b"]) * 20, "c"))}
    return found


def lines(rows):
    """Rows as JSON Lines."""
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def objects(value):
    """Return what of mutated rows can still be written as rows."""
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def table(rows, separator):
    """Rows as a table, every scalar a cell; a ranking takes a row a document."""
    flat = [plain for row in rows for plain in spread(row)]
    columns = list(dict.fromkeys(key for row in flat for key in row))
    cells = [[str(row.get(column, "")) for column in columns] for row in flat]
    if separator == ",":
        cells = [[f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row] for row in cells]
    return "".join(separator.join(row) + "\n" for row in [columns, *cells]).encode()


def spread(row):
    """A row without anything nested, a row a document if it has documents."""
    plain = {key: value for key, value in row.items() if not isinstance(value, (dict, list))}
    judged, found = row.get("relevant"), row.get("ranked")
    if isinstance(judged, dict):
        return [plain | {"doc_id": d, "grade": grade} for d, grade in judged.items()]
    if isinstance(found, list):
        pairs = [each if isinstance(each, list) and len(each) == 2 else (each, 0) for each in found]
        return [plain | {"doc_id": d, "score": score} for d, score in pairs]
    return [plain]


WRITERS = {".jsonl": lines, ".csv": partial(table, separator=","), ".tsv": partial(table, separator="\t")}


def mutated(value, chance):
    """Return plain values with one place of them deleted, doubled or swapped for something odd."""
    if isinstance(value, (dict, list)) and value and chance.random() < 0.8:
        copy = dict(value) if isinstance(value, dict) else dict(enumerate(value))
        key = chance.choice(list(copy))
        fate = chance.randrange(5)
        if fate == 0:
            del copy[key]
        elif fate == 1 and isinstance(value, dict):
            copy["".join(chance.choices(string.ascii_lowercase, k=3))] = copy[key]
        else:
            copy[key] = mutated(copy[key], chance)
        return copy if isinstance(value, dict) else list(copy.values())
    return chance.choice(ODD)


def torn(data, chance):
    """Return bytes with one wound: cut off, a line twice or gone, something odd in the middle."""
    at = chance.randint(0, len(data))
    rows = data.splitlines(keepends=True) or [b""]
    row = chance.randrange(len(rows))
    return chance.choice(
        (
            data[:at],
            data[:at] + chance.choice(ODD_TEXT).encode() + data[at:],
            data[:at] + bytes([chance.randrange(256)]) + data[at:],
            b"".join([*rows[: row + 1], *rows[row:]]),
            b"".join([*rows[:row], *rows[row + 1 :]]),
            b"\xef\xbb\xbf" + data,
            data.replace(b"\n", b"\r\n"),
            gzip.compress(data, mtime=0),
            data.decode().encode("utf-16"),
        )
    )


def question(seed, size):
    """Make a whole question from a seed, sound as often as not."""
    chance = random.Random(seed)
    task = chance.choice(("retrieval", "classification"))
    asked = config(chance, task)
    before = golden_rows(chance, task, size)
    edited = chance.choice(("same", "same", "same", "less", "new"))
    after = {"same": before, "less": before[1:] or before, "new": golden_rows(chance, task, size)}[edited]
    first = run_rows(chance, task, before)
    second = first if chance.random() < 0.2 else run_rows(chance, task, after)
    wounds = chance.choice((*((),) * 6, ("config",), ("golden",), ("run",), ("bytes",), ("task",)))
    if "config" in wounds:
        asked = mutated(asked, chance)
    if "task" in wounds:
        asked["task"] = chance.choice(("retrieval", "classification", "judge"))
    if "golden" in wounds:
        after = objects(mutated(after, chance))
    if "run" in wounds:
        second = objects(mutated(second, chance))
    suffixes = chance.choice((*((".jsonl", ".jsonl"),) * 3, (".jsonl", ".csv"), (".tsv", ".csv")))
    write = [WRITERS[suffix] for suffix in suffixes]
    text = yaml.safe_dump(asked, allow_unicode=True, sort_keys=False)
    text = text.replace("GOLDEN", f"golden{suffixes[0]}").replace("RUN", f"run{suffixes[1]}")
    late = [write[0](after), write[1](second)]
    if "bytes" in wounds:
        which = chance.randrange(3)
        if which == 2:
            text = torn(text.encode(), chance).decode("utf-8", "surrogateescape")
        else:
            late[which] = torn(late[which], chance)
    damage = chance.choice((*(None,) * 8, "c.json", "c.run.jsonl"))
    metrics = asked.get("metrics") if isinstance(asked, dict) else None
    return Question(
        text,
        (write[0](before), write[1](first)) if chance.random() < 0.85 else None,
        (late[0], late[1]),
        suffixes,
        (damage, chance.randrange(2**16)) if damage else None,
        arguments(chance, next(iter(metrics)) if isinstance(metrics, dict) and metrics else "mrr"),
    )


def arguments(chance, metric):
    """A command with the config, the daily ones more often."""
    command = chance.choice((*("check",) * 4, *("refresh",) * 2, "validate", "power", "explain"))
    if command == "explain":
        return ("explain", "item", "c.yaml", metric, *chance.choice(((), ("q1",))))
    more = ((), (), ("--first-run", "pass"), ("--base", "worktree"))
    return (command, "c.yaml", *(chance.choice(more) if command == "check" else ()))


questions = st.builds(question, st.integers(0, 2**64 - 1), st.sampled_from(SIZES))
"""Whole questions. One seed makes everything but the size: parts drawn one by one repeat each other."""
