"""`gate metrics` and `gate explain metric`."""

import doctest
import inspect
import math
import re
from typing import get_args

import pytest

from gate import metrics
from gate.cli import main
from gate.cli.explain_metric import page
from gate.cli.options import TASKS
from gate.config.models import Task

ALL = [(task, name) for task in metrics.FOLDERS for name in metrics.names(task)]


def output(capsys, *argv):
    """Return what a call prints; it has to end with 0."""
    assert main(list(argv)) == 0
    return capsys.readouterr().out


def test_options_and_configs_know_the_tasks_that_have_metrics():
    """The command line and the config name the same tasks in the same order, and each has metrics."""
    assert get_args(Task) == TASKS == tuple(metrics.FOLDERS)


def test_every_metric_is_listed_under_its_task(capsys):
    """The list is the folder: spelling, direction, one line of what it is."""
    text = output(capsys, "metrics")
    before, _, after = text.partition("\nclassification\n")
    for task, name in ALL:
        part = before if task == "retrieval" else after
        assert any(line.startswith(f"  {name}") for line in part.splitlines())
    assert "  expected_cost                   lower " in after
    assert "``" not in text


def test_one_task_can_be_asked_for(capsys):
    """`--task` leaves the other task out."""
    text = output(capsys, "metrics", "--task", "retrieval")
    assert text.startswith("retrieval\n")
    assert "classification" not in text
    assert "  mrr[@k] " in text
    assert "  mean(field, better=…) " in text


@pytest.mark.parametrize("spelling", ["top_accuracy@k", "ndcg@k", "recall@k(gain=1)"])
def test_a_name_with_its_cut_off_as_the_list_prints_it(spelling, capsys):
    """What `gate metrics` prints can be asked about; what else is wrong with it is told as ever."""
    if "(" in spelling:
        assert main(["explain", "metric", spelling]) == 2
        assert "gain" in capsys.readouterr().err
    else:
        assert spelling in output(capsys, "explain", "metric", spelling)


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("roc_auc", "30 items of either class"),
        ("roc_auc", "30 items of the class and as many other items"),
        ("recall", "30 positive items"),
        ("recall", "30 items of the class"),
        ("cohen_kappa", "30 items outside the most frequent label"),
        ("spearman", "30 items outside the most frequent label"),
    ],
)
def test_a_page_says_what_a_metric_needs_before_a_drop_of_it_blocks(name, least, capsys):
    """Curves need both sides, as the verdict counts them; other metrics need the class that is looked for."""
    assert f"by a drop only with at least {least}, by a limit always" in " ".join(
        output(capsys, "explain", "metric", name).split()
    )


def test_a_default_is_a_number_as_a_person_writes_it(capsys):
    """Ten bins are 10 and not 10.0, and a word stays one."""
    assert "default 10)" in output(capsys, "explain", "metric", "ece")
    assert "default none)" in output(capsys, "explain", "metric", "cohen_kappa", "--task", "judge")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ndcg@10(gain=exp)", "gain is 'exp', not one of linear, exponential"),
        ("ndcg(foo=1)", "no parameter 'foo'; ndcg knows: gain"),
        ("fbeta(beta=-1)", "beta is -1, outside"),
        ("f1@3", "f1 has no cut-off"),
        ("mrr@0", "cut-off '0' of mrr"),
    ],
)
def test_a_spelling_is_explained_only_if_a_config_could_use_it(name, said, capsys):
    """A wrong cut-off or parameter is refused with what is allowed."""
    assert main(["explain", "metric", name]) == 2
    text = capsys.readouterr().err
    assert said in text
    assert "`gate explain metric " in text


def test_a_spelling_chooses_among_tasks(capsys):
    """`recall` is a metric of both tasks, `recall@5` of one; spaces around a name say nothing."""
    assert "classification" in output(capsys, "explain", "metric", " recall ")
    assert output(capsys, "explain", "metric", "recall@5").startswith("recall@k, retrieval")
    assert "classification" not in output(capsys, "explain", "metric", "recall@5")


@pytest.mark.parametrize(("task", "name"), ALL)
def test_every_metric_explains_itself(task, name, capsys):
    """Definition, range, source and a worked example come from the docstring, without its markup."""
    text = output(capsys, "explain", "metric", name, "--task", task)
    for part in ("Range:", "Source:", "\nExample:    "):
        assert part in text
    assert ">>>" not in text, "code is for developers"
    assert not re.search(r"\(n,|\(r,|shaped like", text), "and so are shapes"
    assert "``" not in text
    assert ":mod:" not in text


def test_a_page_is_readable(capsys, golden):
    """One page as a whole."""
    golden("cli/explain_ndcg.txt", output(capsys, "explain", "metric", "ndcg@10"))


def test_a_name_that_two_tasks_share_is_explained_for_both(capsys):
    """Recall of documents and recall of positives are different formulas."""
    text = output(capsys, "explain", "metric", "recall")
    assert "recall@k, retrieval and recommendation\n" in text
    assert "recall, classification\n" in text
    assert output(capsys, "explain", "metric", "error_rate").startswith(
        "error_rate, retrieval, classification, multiclass, multilabel, generation, judge and "
        "recommendation\n"
    )


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("recal", "gate: no metric 'recal', did you mean 'recall'?"),
        ("roc_acu", "gate: no metric 'roc_acu', did you mean 'roc_auc'?"),
        ("NDCG@10", "gate: no metric 'NDCG@10', did you mean 'ndcg'?"),
        ("zzz", "gate: no metric 'zzz' [unknown_metric]\n  fix: `gate metrics` lists them\n"),
        ("", "gate: '' is not spelt like a metric"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest(name, told, capsys):
    """Exit 2, with the way out."""
    assert main(["explain", "metric", name]) == 2
    assert capsys.readouterr().err.startswith(told)


def test_a_task_is_named_where_it_was_asked_for(capsys):
    """Then its list is named once, not twice."""
    assert main(["explain", "metric", "zzz", "--task", "judge"]) == 2
    told = capsys.readouterr().err

    assert (
        told == "gate: no metric 'zzz' for judge; `gate metrics --task judge` lists them [unknown_metric]\n"
    )


def every_metric():
    """Return each declared metric once."""
    found = [metrics.find(name, task) for task in metrics.FOLDERS for name in metrics.names(task)]
    return list({id(metric): metric for metric in found}.values())


@pytest.mark.parametrize("metric", every_metric(), ids=lambda metric: metric.name)
def test_every_page_has_definition_formula_source_conventions_and_example(metric):
    """Nobody has to read the sources to know what a number is, nor how it treats what is odd."""
    text = inspect.cleandoc(metric.formula.__doc__)
    formulas = re.findall(r"``([^`]+)``", text.partition("Returns:")[0])
    shown = "\n".join(page(metric, "task"))

    assert metric.summary[0] == metric.summary[0].upper() or metric.summary[0].isdigit()
    assert any(re.search(r"[-/+*=^]|\bsum\b|\bmax\b|\bmin\b", formula) for formula in formulas)
    assert "\nSource: " in shown
    assert "\nValues: " in shown
    assert "\nNo answer:" in shown or metric.form != "per_item"
    assert "\nExample:    " in shown


@pytest.mark.parametrize("metric", every_metric(), ids=lambda metric: f"{metric.folder}-{metric.name}")
def test_the_arithmetic_of_an_example_is_right_and_is_what_the_code_returns(metric):
    """A reader can follow it on paper, and the formula says the same, of the items or on average of them."""
    text = inspect.cleandoc(metric.formula.__doc__)
    sums = text.partition("\nExample:\n")[2].partition("\n\n")[0].splitlines()[-1].strip()
    worked, _, said = sums.rpartition(" = ")
    known = {"log2": math.log2, "ln": math.log, "sqrt": math.sqrt, "abs": abs, "__builtins__": {}}

    found = eval(re.sub(r"\|([^|]+)\|", r"abs(\1)", worked).replace("^", "**"), known)

    assert found == pytest.approx(float(said), abs=6e-5)
    returned = [e.want for e in doctest.DocTestParser().get_examples(text) if e.want]
    lists = [inside for want in returned for inside in re.findall(r"\[([^\[\]]*)\]", want) or [want]]
    numbers = [[float(x) for x in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", each)] for each in lists]
    means = [sum(each) / len(each) for each in numbers if each]
    assert any(abs(each - found) < 6e-5 for each in means), f"{found} is not among {returned}"
