"""Questions as strangers put them: configs, golden sets, runs and baselines, sound and damaged."""

import gzip
import json
import random
import string
from dataclasses import dataclass
from functools import partial
from itertools import product

import yaml
from hypothesis import strategies as st

from gate import metrics
from tests.end_to_end.kinds import KINDS

IDS = ("q1", "q2", "q3", "007", "7", "NA", "1e5", "é", "<b>|*`", "q 9", "\u202eabc", "0" * 20, "q10", "null")
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

UNJUDGED = ("mean", "p50", "p95", "cheapest_cost", "best_f1", "precision_at_recall", "recall_at_precision")
UNJUDGED += ("verbosity_bias", "self_preference", "position_bias", "ece", "brier_", "pearson")
"""Metrics whose drop is never judged: a tolerance for them is refused."""

MODES = ("significant", "strict", "minimum_effect", "point", "report_only")
SIZES = (*(1, 2, 3, 5, 8, 14, 14) * 3, 0)
REASONS = ("suspect", "noisy_drop", "small_real_drop", "underpowered", "too_few_positives")


@dataclass(frozen=True)
class Question:
    """Everything a call reads: config, what lies beside it, golden set and run before and after a change."""

    config: str
    beside: dict[str, str]
    before: tuple[bytes, bytes] | None
    after: tuple[bytes, bytes]
    suffixes: tuple[str, str]
    damage: tuple[str, int] | None
    argv: tuple[str, ...]


def golden_rows(chance, kind, size):
    """Golden items, all alike at times."""
    rows, repeating = [], chance.random() < 0.12
    right = kind.golden(chance)
    for ident in chance.sample(IDS, size):
        row = {"id": ident, **(right if repeating else kind.golden(chance))}
        if chance.random() < 0.2:
            row["weight"] = chance.choice((*(0.5, 2, 0.001, 999) * 20, 1e300))
        if chance.random() < 0.8:
            row["slices"] = {"topic": chance.choice("ab")}
        if chance.random() < 0.05:
            row["critical"] = True
        if chance.random() < 0.05:
            row["cluster"] = chance.choice("st")
        rows.append(row)
    return rows


def run_rows(chance, kind, golden):
    """Answers to most golden items, and perhaps to others; each item may be asked several times."""
    answer = kind.answers(chance)
    holes, rounds = chance.choice((0, 0, 0.05)), chance.choice((*(0,) * 8, 2, 3))
    rows = []
    asked = [row["id"] for row in golden] + chance.choice(([], [], ["zz"]))
    for ident, number in product(asked, range(1, max(rounds, 1) + 1)):
        fate = chance.random()
        if fate < holes:
            continue
        row = {"id": ident} | ({"repeat": number} if rounds else {})
        if fate > 1 - holes / 2:
            rows.append(row | {"error": "timeout"})
            continue
        row |= answer()
        if chance.random() < 0.5:
            row["cost"] = chance.choice((*(0, 1.5, 1e99) * 20, 1e300, -1))
        if chance.random() < 0.5:
            row["margin"] = chance.choice((*(0, 1.5, -1e99) * 20, -1e300))
        rows.append(row)
    return rows


def config(chance, task):
    """A config that reads well, as plain values."""
    kind = KINDS[task]
    names = chance.sample(kind.metrics, chance.choice((1, 2, 3, 5)))
    found = {
        "version": 1,
        "name": "c",
        "task": task,
        "golden_set": "GOLDEN",
        "system": {"run": "RUN"},
        "metrics": {name: rule(chance, name, task) for name in names},
        "interval": {"resamples": chance.choice((100, 150))},
        "decision": {
            "mode": chance.choice(MODES),
            "fail_on": chance.sample(REASONS, chance.randrange(3)),
            "alpha": chance.choice((0.01, 0.5)),
        },
        "baseline": {"store": "baselines", "required": chance.random() < 0.5},
        "max_errors": chance.choice((0.02, 0.5, 1)),
        **kind.keys(chance),
    }
    if chance.random() < 0.1 and any("tolerance" in each for each in found["metrics"].values()):
        found["slices"] = {"topic": {}}
    return found


def rule(chance, name, task):
    """What is expected of one metric."""
    found = {}
    if chance.random() < 0.7 and (not name.startswith(UNJUDGED) or chance.random() < 0.02):
        found["tolerance"] = chance.choice((*(0, 0.02, "3%") * 30, 5, 1e-200, 1e300))
    if chance.random() < 0.2:
        lower = "better=lower" in name or ("better=" not in name and metrics.of(name, task).better == "lower")
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
    """A row without anything nested: a column a key, or a row a document if it has documents."""
    plain = {key: value for key, value in row.items() if not isinstance(value, (dict, list))}
    for key in row.keys() & {"labels", "predicted"}:
        if isinstance(row[key], list):
            plain[key] = "|".join(map(str, row[key]))
    for key, before in (("slices", ""), ("probabilities", ""), ("ratings", "ratings.")):
        if isinstance(row.get(key), dict):
            plain |= {f"{before}{name}": value for name, value in row[key].items()}
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


def posed(task, seed, size):
    """Make a whole question of a task from a seed, sound as often as not."""
    chance = random.Random(seed)
    kind = KINDS[task]
    asked = config(chance, task)
    before = golden_rows(chance, kind, size)
    edited = chance.choice(("same", "same", "same", "less", "new"))
    after = {"same": before, "less": before[1:] or before, "new": golden_rows(chance, kind, size)}[edited]
    first = run_rows(chance, kind, before)
    second = first if chance.random() < 0.2 else run_rows(chance, kind, after)
    wounds = chance.choice((*((),) * 6, ("config",), ("golden",), ("run",), ("bytes",), ("task",)))
    if "config" in wounds:
        asked = mutated(asked, chance)
    if "task" in wounds:
        asked["task"] = chance.choice(tuple(KINDS))
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
    ruled = asked.get("metrics") if isinstance(asked, dict) else None
    return Question(
        text,
        kind.files(chance),
        (write[0](before), write[1](first)) if chance.random() < 0.85 else None,
        (late[0], late[1]),
        suffixes,
        (damage, chance.randrange(2**16)) if damage else None,
        arguments(chance, next(iter(ruled)) if isinstance(ruled, dict) and ruled else "mrr"),
    )


def arguments(chance, metric):
    """A command with the config, the daily ones more often."""
    command = chance.choice((*("check",) * 4, *("refresh",) * 2, "validate", "power", "explain"))
    if command == "explain":
        return ("explain", "item", "c.yaml", metric, *chance.choice(((), ("q1",))))
    more = ((), (), ("--first-run", "pass"), ("--base", "worktree"))
    return (command, "c.yaml", *(chance.choice(more) if command == "check" else ()))


QUESTIONS = (st.integers(0, 2**64 - 1), st.sampled_from(SIZES))
"""Seed and size of a question. One seed makes everything else: parts drawn one by one repeat each other."""
