"""The error budget: when a system has failed, and when it is of no use to ask on."""

import pytest

from gate.systems.budget import ENOUGH, Budget


class Silent:
    """A system that said nothing beside its answers."""

    def last_words(self):
        """Return nothing."""
        return []


def taken(budget, outcomes):
    """Count outcomes, a letter each: ``x`` an error, anything else an answer."""
    for outcome in outcomes:
        budget.take("broken" if outcome == "x" else None)
    return budget


@pytest.mark.parametrize(
    ("outcomes", "questions", "share", "spent", "hopeless"),
    [
        ("." * 98 + "xx", 100, 0.02, False, False),
        ("." * 97 + "xxx", 100, 0.02, True, False),
        ("x.." * 10, 100, 0.02, True, True),
        ("x" * 9, 100, 0.02, True, False),
        ("x" * 10, 10_000, 0.02, False, True),
        ("." * 500 + "x" * 10, 10_000, 0.02, False, True),
        ("." * 500 + "xxxxx.xxxxx", 10_000, 0.02, False, False),
        ("." * 9_985 + "x" * 10, 10_000, 0.02, False, False),
        ("x" * 50, 100, 1.0, False, False),
        ("x.x." + "." * 50 + "x" * 9, 100, 0.02, True, False),
        ("x.x." + "." * 50 + "x" * 9 + ".", 100, 0.02, True, True),
        ("x.x." + "." * 50 + "x" * 10, 100, 0.02, True, True),
    ],
    ids=[
        "at the limit",
        "above",
        "far above",
        "too early to say",
        "down",
        "went down",
        "limps",
        "last ones",
        "any",
        "an outage or not",
        "none",
        "an outage",
    ],
)
def test_when_it_is_spent_and_when_hopeless(outcomes, questions, share, spent, hopeless):
    """Spent: more errors than allowed. Hopeless: that, or nothing but errors, and enough seen to say why."""
    budget = taken(Budget(share, questions), outcomes)

    assert (budget.is_spent, budget.is_hopeless) == (spent, hopeless)


def test_earlier_errors_are_pooled():
    """Three errors of 100 were too many; asking those three again makes them three of 103."""
    assert not taken(Budget(0.02, 100, known=97, before=2), "...").is_spent
    assert taken(Budget(0.02, 100, known=97, before=3), "...").is_spent


def test_a_cluster_of_bad_items_does_not_stop_a_run_for_good():
    """They are asked last when it goes on, and errors in a row end nothing that the budget can bear."""
    budget = taken(Budget(0.02, 10_000, known=9_985, before=ENOUGH), "x" * 15)

    assert not budget.is_spent
    assert not budget.is_hopeless


def test_what_is_said():
    """How many, the commonest error and how many others, and what becomes of the answers."""
    budget = Budget(0.02, 100)
    for error in ["a\n::b", "c", "a\n::b", "d"]:
        budget.take(error)

    told = str(budget.failure("http http://x", Silent(), way_on="; the rest is kept"))

    assert told == (
        "http http://x: 4 of 100 questions ended in an error, more than 2 %; "
        "most often: a : :b (and 2 other errors) [system_failed]\n"
        "  fix: find out why the system failed, and ask it again; the rest is kept"
    )
    down = taken(Budget(0.02, 10_000), "x" * 12)
    assert "the last 12 questions ended in an error, one after the other" in str(down.failure("x", Silent()))
