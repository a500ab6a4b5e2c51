"""Wrong inputs as a user would make them, by name."""

import json

from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows

CLASSIFIER = """\
version: 1
name: fraud
task: classification
golden_set: golden.csv
system: {predictions: run.csv}
positive: fraud
threshold: 0.5
metrics: {f1: {tolerance: 0.02}}
"""


def config(*texts):
    """Change the config, ``(old, new)`` by ``(old, new)``."""

    def change(project):
        text = CONFIG
        for old, new in texts:
            assert old in text
            text = text.replace(old, new)
        project.write(config=text)

    return change


def classifier(text=CLASSIFIER, run="id,score\n1,0.9\n2,0.1\n3,0.8\n"):
    """Turn the project into a classifier's."""

    def change(project):
        project.write(config=text)
        (project.top / "golden.csv").write_text("id,label\n1,fraud\n2,ok\n3,fraud\n")
        (project.top / "run.csv").write_text(run)

    return change


def several(task, label, *classes):
    """Turn the project into one of several classes, of which the golden set has one."""

    def change(project):
        declared = f"classes: [{', '.join(classes)}]\n" if classes else ""
        text = f"version: 1\nname: search\ntask: {task}\n{declared}golden_set: golden.jsonl\n"
        project.write(
            config=f"{text}system: {{run: run.jsonl}}\nmetrics: {{micro_f1: {{tolerance: 0.02}}}}\n",
            golden=[{"id": f"q{i}", **label} for i in range(30)],
            run=[{"id": f"q{i}", "predicted": "a"} for i in range(30)],
        )

    return change


def content(name, text):
    """Put text into a file."""
    return lambda project: (project.top / name).write_text(text, "utf-8")


def remove(name):
    """Take a file away."""
    return lambda project: (project.top / name).unlink()


def nothing(project):
    """Leave the project as it is."""


def renamed(project):
    """Give the run a suffix that says nothing."""
    (project.top / "run.jsonl").rename(project.top / "run.dat")
    config(("run: run.jsonl", "run: run.dat"))(project)


def doubled(project):
    """Give an item twice, with another judgement."""
    project.write(golden=[*golden_rows(), {"id": "q003", "relevant": {"d9": 1}}])


def errored(project):
    """Let the system fail on three items."""
    project.write(run=[*run_rows()[3:], *({"id": f"q00{i}", "error": "HTTP 503"} for i in range(3))])


def old_report(project):
    """Keep a report of another version."""
    (project.top / "report.json").write_text(json.dumps({"schema_version": 99, "reports": []}))


def damaged(project):
    """Edit an answer of the baseline by hand."""
    project.gate("refresh")
    path = project.top / "baselines/search.run.jsonl"
    path.write_text(path.read_text("utf-8").replace("x1", "d1", 1), "utf-8")


def of_another_task(project):
    """Reuse the name of a search's baseline for a classifier."""
    project.gate("refresh")
    classifier(CLASSIFIER.replace("name: fraud", "name: search"))(project)


def astray(project):
    """Move everything that the config names, and keep a judge's config that names a rubric of nowhere."""
    for name in ("golden.jsonl", "run.jsonl"):
        remove(name)(project)
    relied = "mean(ok, better=higher): {floor: 0.5, requires_judge: {config: judges/ok.yaml}}\n"
    config(("metrics:\n", f"metrics:\n  {relied}"))(project)


def judging(project):
    """Turn the project into a judge's."""
    project.write(
        config="version: 1\nname: search\ntask: judge\ngolden_set: people.jsonl\n"
        "judge: {model: m-1, rubric: rubrics/ok.md}\nmetrics: {cohen_kappa: {floor: 0.6}}\n"
    )


def recommending(project):
    """Turn the project into a recommender's, with files that are not there."""
    project.write(
        config="version: 1\nname: search\ntask: recommendation\nk: 3\ngolden_set: likes.jsonl\n"
        "catalogue:\n  items: items.csv\n  interactions: {path: past.csv}\n"
        "  similarity: {function: 'shop:alike', folder: code}\n"
        "system: {function: 'shop:ask', folder: code}\nmetrics: {recall: {tolerance: 0.02}}\n"
    )


def watching(project):
    """Turn the project into one of production, with files that are not there."""
    (project.top / "watch.yaml").write_text(
        "version: 1\nname: watch\nreference: may.jsonl\nwindow: june.jsonl\n"
        "fields: {topic: {kind: category}}\nembeddings: {reference: may.npy, window: june.npy}\n"
    )


def broken_repository(project):
    """Break git's own files, so that git no longer takes the folder for a repository."""
    project.git("init", "--quiet")
    (project.top / ".git/HEAD").write_text("?\n")


def headless_repository(project):
    """Take away the file that says which branch is checked out."""
    project.git("init", "--quiet")
    (project.top / ".git/HEAD").unlink()


LONG = "x" * 300
CHECK = ("check", "search.yaml")
WRONG = {
    "config_missing": (2, nothing, ("check", "serach.yaml"), "serach.yaml"),
    "config_is_a_folder": (2, nothing, ("check", "."), "directory"),
    "config_is_empty": (2, content("search.yaml", ""), CHECK, "search.yaml"),
    "config_is_not_yaml": (2, content("search.yaml", "version: 1\nmetrics: [mrr\n"), CHECK, "search.yaml:"),
    "config_key_misspelt": (2, config(("golden_set", "goldenset")), CHECK, "golden_set"),
    "run_missing": (2, remove("run.jsonl"), CHECK, "run.jsonl"),
    "run_option_missing": (2, nothing, (*CHECK, "--run", "runs/new.jsonl"), "runs/new.jsonl"),
    "golden_set_missing": (2, remove("golden.jsonl"), CHECK, "golden.jsonl"),
    "files_missing": (2, astray, CHECK, "search.yaml:"),
    "files_of_a_call_missing": (
        2,
        astray,
        ("compare", "old.jsonl", "new.jsonl", "--config", "search.yaml"),
        "new.jsonl",
    ),
    "files_of_a_judge_missing": (2, judging, ("validate", "search.yaml"), "rubrics/ok.md"),
    "files_of_a_catalogue_missing": (2, recommending, CHECK, "past.csv"),
    "files_of_windows_missing": (2, watching, ("monitor", "watch.yaml"), "june.npy"),
    "window_option_missing": (
        2,
        watching,
        ("monitor", "watch.yaml", "--window", "july.jsonl"),
        "july.jsonl",
    ),
    "golden_set_empty": (2, content("golden.jsonl", ""), CHECK, "golden.jsonl"),
    "golden_item_twice": (2, doubled, CHECK, "q003"),
    "metric_misspelt": (2, config(("mrr", "mmr")), CHECK, "'mmr'"),
    "metric_of_another_task": (2, config(("mrr", "f1")), CHECK, "'f1'"),
    "cut_off_missing": (2, config(("k: 10\n", ""), ("hit_rate@3", "hit_rate")), CHECK, "hit_rate"),
    "tolerance_negative": (2, config(("0.02", "-0.02")), CHECK, "-0.02"),
    "positive_misspelt": (
        2,
        classifier(CLASSIFIER.replace("positive: fraud", "positive: frod")),
        CHECK,
        "frod",
    ),
    "cluster_unknown": (2, config(("k: 10", "k: 10\ncluster: document")), CHECK, "'document'"),
    "positive_missing": (2, classifier(CLASSIFIER.replace("positive: fraud\n", "")), CHECK, "'fraud', 'ok'"),
    "threshold_without_scores": (
        2,
        classifier(run="id,predicted\n1,fraud\n2,ok\n3,ok\n"),
        CHECK,
        "threshold 0.5",
    ),
    "score_is_no_number": (2, classifier(run="id,score\n1,0.9\n2,high\n3,0.1\n"), CHECK, "run.csv:3"),
    "score_is_no_probability": (
        2,
        classifier(CLASSIFIER.replace("f1:", "brier:"), run="id,score\n1,90\n2,10\n3,80\n"),
        CHECK,
        "run.csv:2: score 90.0 of item '1'",
    ),
    "weights_too_far_apart": (
        2,
        content(
            "golden.jsonl", '{"id": "a", "relevant": ["d"], "weight": 1e12}\n{"id": "b", "relevant": ["e"]}\n'
        ),
        CHECK,
        "golden.jsonl:1",
    ),
    "weights_too_small": (
        2,
        content("golden.jsonl", '{"id": "a", "relevant": ["d"], "weight": 1e-320}\n'),
        CHECK,
        "no weight as small as",
    ),
    "class_alone": (2, several("multilabel", {"labels": ["a"]}), CHECK, "no class but 'a'"),
    "class_listed_twice": (
        2,
        several("multiclass", {"label": "b"}, "a", "b", "b"),
        CHECK,
        "'b' is listed twice",
    ),
    "ids_do_not_match": (3, lambda p: p.write(run=[{"id": "Q1", "ranked": ["d1"]}]), CHECK, "'Q1'"),
    "format_unknown": (
        2,
        config(("run: run.jsonl", "run: {path: run.jsonl, format: excel}")),
        CHECK,
        "excel",
    ),
    "suffix_unknown": (2, renamed, CHECK, "run.dat"),
    "output_is_a_folder": (2, nothing, (*CHECK, "--output", "json:."), "folder"),
    "output_is_the_config": (2, nothing, (*CHECK, "--output", "json:search.yaml"), "search.yaml"),
    "output_is_the_golden_set": (
        2,
        nothing,
        (*CHECK, "--output", "json:report.json", "--output", "markdown:./golden.jsonl"),
        "golden.jsonl",
    ),
    "output_is_the_run": (
        2,
        lambda p: (p.top / "other.jsonl").write_bytes((p.top / "run.jsonl").read_bytes()),
        (*CHECK, "--run", "other.jsonl", "--output", "json:other.jsonl", "--output", "html:run.jsonl"),
        "other.jsonl",
    ),
    "output_is_the_baseline": (
        2,
        lambda p: p.gate("refresh"),
        (*CHECK, "--output", "json:baselines/search.json"),
        "baselines/search.json",
    ),
    "output_is_a_compared_run": (
        2,
        nothing,
        ("compare", "run.jsonl", "run.jsonl", "--config", "search.yaml", "--output", "json:run.jsonl"),
        "run.jsonl",
    ),
    "run_over_the_golden_set": (
        2,
        nothing,
        ("run", "search.yaml", "--output", "golden.jsonl"),
        "golden.jsonl",
    ),
    "output_format_unknown": (2, nothing, (*CHECK, "--output", "pdf:report.pdf"), "pdf"),
    "report_of_another_version": (2, old_report, ("report", "report.json"), "99"),
    "report_is_no_report": (2, nothing, ("report", "run.jsonl"), "run.jsonl"),
    "base_outside_git": (2, nothing, (*CHECK, "--base", "main"), "'main'"),
    "baseline_damaged": (3, damaged, CHECK, "baselines/search.run.jsonl"),
    "baseline_of_another_task": (2, of_another_task, CHECK, "'retrieval'"),
    "system_failed": (4, errored, CHECK, "HTTP 503"),
    "explain_unknown_check": (2, nothing, ("explain", "item", "search.yaml", "ndgc"), "'ndgc'"),
    "explain_without_baseline": (3, nothing, ("explain", "item", "search.yaml", "mrr"), "mrr"),
    "explain_floor_without_baseline": (
        3,
        config(("mrr: {tolerance: 0.02}", "mrr: {floor: 0.1}")),
        ("explain", "item", "search.yaml", "mrr"),
        "there is no baseline 'search' yet",
    ),
    "accept_without_reason": (2, nothing, ("accept", "search.yaml", "--reason", ""), "--reason"),
    "config_name_too_long": (2, nothing, ("validate", f"{LONG}.yaml"), "File name too long"),
    "golden_set_name_too_long": (2, config(("golden.jsonl", f"{LONG}.jsonl")), CHECK, "File name too long"),
    "store_name_too_long": (
        3,
        config(("k: 10", f"k: 10\nbaseline: {{store: {LONG}}}")),
        CHECK,
        "the baseline cannot be read",
    ),
    "run_name_is_no_name": (2, config(("run: run.jsonl", r'run: "run\0.jsonl"')), CHECK, "U+0000"),
    "run_called_text": (
        2,
        lambda p: (p.top / "run.jsonl").rename(p.top / "run.txt"),
        (*CHECK, "--run", "run.txt"),
        "format: jsonl",
    ),
    "number_of_thousands_of_digits": (
        2,
        content("run.jsonl", f'{{"id": "q000", "ranked": ["d0"], "cost": {"9" * 5000}}}\n'),
        CHECK,
        "run.jsonl:1: a number of more than",
    ),
    "budget_negative": (
        2,
        config(("k: 10", "k: 10\nanchor: {at: v1, budget: {mrr: -1}}")),
        CHECK,
        "mrr: -1 is negative",
    ),
    "budget_tolerates_everything": (
        2,
        config(("k: 10", "k: 10\nanchor: {at: v1, budget: 500%}")),
        CHECK,
        "500% of the baseline tolerates the loss of everything",
    ),
    "budget_of_a_metric_tolerates_everything": (
        2,
        config(("k: 10", "k: 10\nanchor: {at: v1, budget: {mrr: 2}}")),
        CHECK,
        "2 tolerates everything",
    ),
    "pilot_missing": (2, nothing, ("power", "search.yaml", "--pilot", "new.jsonl"), "new.jsonl"),
    "log_missing": (2, nothing, ("golden", "add", "golden.jsonl", "log.jsonl"), "log.jsonl"),
    "log_is_a_folder": (2, nothing, ("golden", "add", "golden.jsonl", "."), "name one file"),
    "similarity_is_no_number": (
        2,
        nothing,
        ("golden", "lint", "golden.jsonl", "--similarity", "nan"),
        "nan is not a number",
    ),
    "effect_beyond_every_rate": (
        2,
        nothing,
        ("experiment", "size", "--rate", "0.5", "--effect", "0.9"),
        "0.9 away from 0.5",
    ),
    "repository_damaged": (3, broken_repository, CHECK, "damaged"),
    "repository_without_head": (3, headless_repository, CHECK, "damaged"),
    "one_run_for_two_configs": (
        2,
        nothing,
        ("check", "search.yaml", "b.yaml", "--run", "run.jsonl"),
        "2 configs",
    ),
}
