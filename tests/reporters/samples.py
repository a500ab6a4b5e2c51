"""Realistic documents of every kind, built by hand; each reporter renders all of them."""

from gate.report import Conditions
from gate.verdict import Outcome, Reason
from tests.reporters.builders import SIGHT, check, document, report
from tests.reporters.regressions import classification_threshold_shift, retrieval_regressed
from tests.reporters.several import many_classes, several_classes, several_labels
from tests.reporters.strangers import hostile_ids, many_checks
from tests.reporters.written import hostile_texts, written_texts


def all_unchanged():
    """Nothing changed at all: the quiet case."""
    same = [
        check(
            metric,
            value,
            value,
            0.0,
            outcome=Outcome.PASS,
            reason=Reason.UNCHANGED,
            because="every one of the 410 items scores exactly as before",
            detectable=0.0073,
            needed=150,
        )
        for metric, value in (("ndcg@10", 0.7312), ("recall@5", 0.812), ("mrr", 0.6841))
    ]
    return document(
        report(
            "docs-search",
            "Nothing changed: every gated check scores exactly as before on 410 paired items.",
            same,
            blind_spots=SIGHT,
        )
    )


def underpowered():
    """Twenty questions cannot tell; tiny losses stay visible."""
    checks = (
        check(
            "ndcg@10",
            0.71,
            0.69,
            0.09,
            outcome=Outcome.INCONCLUSIVE,
            reason=Reason.UNDERPOWERED,
            because="cannot rule out a drop of 0.11; 0.02 is tolerated; about 460 items would tell",
            detectable=0.13,
            needed=460,
        ),
        check(
            "mrr",
            0.68004,
            0.68,
            0.0002,
            outcome=Outcome.INCONCLUSIVE,
            reason=Reason.SMALL_REAL_DROP,
            because="a real drop of 0.00004, perhaps as much as 0.00024; 0.0001 is tolerated",
            tolerance=0.0001,
            tolerance_text="0.0001",
        ),
    )
    return document(report("faq", "too few items to tell: 20 questions", checks))


def first_run():
    """No baseline yet, and a floor that is crossed by less than two decimals show."""
    bare = {"tolerance_text": "", "tolerance": None}
    checks = (
        check(
            "hit_rate@1",
            None,
            2 / 3,
            floor=0.67,
            **bare,
            outcome=Outcome.REGRESSED,
            reason=Reason.FLOOR,
            because="0.6667 is below the floor of 0.67",
        ),
        check(
            "ndcg@10",
            None,
            0.731,
            outcome=Outcome.NOT_COMPARABLE,
            reason=Reason.NO_BASELINE,
            because="no baseline was found and nothing was compared; record one: gate refresh faq.yaml",
        ),
    )
    conditions = Conditions("golden_sets/faq.jsonl", "00ff12ab34cd", 3, None, (("k", "10"),))
    return document(report("faq", "a floor was crossed; there is no baseline", checks, conditions=conditions))


def vanished_metric():
    """A metric of the baseline can no longer be computed; another is undefined."""
    checks = (
        check(
            "recall@20",
            0.88,
            None,
            outcome=Outcome.NOT_COMPARABLE,
            reason=Reason.VANISHED,
            because="the baseline has recall@20 and this config does not: put it back, or accept its loss",
        ),
        check(
            "pr_auc",
            None,
            None,
            outcome=Outcome.NOT_COMPARABLE,
            reason=Reason.UNDEFINED,
            because="not measured: no positive item; what is not measured does not pass",
        ),
    )
    return document(report("docs-search", "recall@20 vanished", checks))


def report_only():
    """The same regression where nobody is blocked yet."""
    (full,) = retrieval_regressed().reports
    worst_two = full.checks[:2]
    return document(
        report("docs-search", full.headline, worst_two, mode="report_only", exit_code=0, would_be=1)
    )


def two_configs():
    """Two questions in one call: one regressed, one fine."""
    return document(*classification_threshold_shift().reports, *all_unchanged().reports)


SAMPLES = {
    sample.__name__: sample
    for sample in (
        retrieval_regressed,
        classification_threshold_shift,
        all_unchanged,
        underpowered,
        first_run,
        vanished_metric,
        report_only,
        hostile_ids,
        many_checks,
        two_configs,
        several_classes,
        several_labels,
        many_classes,
        written_texts,
        hostile_texts,
    )
}
