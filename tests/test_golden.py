"""GoldenSet: its fingerprint, and how two versions differ."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gate.golden import GoldenItem, GoldenSet, edits

ITEM = GoldenItem("q1", "how?", relevant={"d1": 1.0, "d2": 0.0}, slices={"topic": "x", "lang": "de"})


def golden(*items):
    """Make a golden set of items."""
    return GoldenSet({item.id: item for item in items})


@given(st.permutations(["a", "b", "c", "10", "9"]))
def test_the_order_of_items_is_not_data(ids):
    """Any order gives the same items and the same fingerprint."""
    found = golden(*(GoldenItem(i, label="x") for i in ids))
    assert list(found.items) == ["10", "9", "a", "b", "c"]
    assert found.fingerprint == golden(*(GoldenItem(i, label="x") for i in sorted(ids))).fingerprint


@pytest.mark.parametrize(
    "change",
    [
        {"relevant": {"d1": 1.0}},
        {"relevant": {"d1": 2.0, "d2": 0.0}},
        {"relevant": None, "label": "x"},
        {"slices": {"topic": "x"}},
        {"weight": 2.0},
        {"cluster": "c"},
        {"critical": True},
    ],
)
def test_what_can_move_a_number_changes_the_digest(change):
    """Judgements, slices, weight, cluster and critical all count."""
    assert replace(ITEM, **change).digest != ITEM.digest


@pytest.mark.parametrize(
    "change",
    [
        {"query": "how come?"},
        {"line": 7},
        {"relevant": {"d2": 0.0, "d1": 1.0}},
        {"slices": {"lang": "de", "topic": "x"}},
    ],
)
def test_what_moves_no_number_leaves_the_digest(change):
    """Wording, line and the order of judgements do not count."""
    assert replace(ITEM, **change).digest == ITEM.digest


def test_edits_name_every_item_once():
    """An item is shared, added or removed; relabelled ones are shared too."""
    before = golden(*(GoldenItem(i, label="x") for i in "abc")).digests
    now = golden(GoldenItem("b", label="x"), GoldenItem("c", label="y"), GoldenItem("d", label="x"))
    found = edits(now, before)
    assert (found.shared, found.added, found.removed) == (("b", "c"), ("d",), ("a",))
    assert found.relabelled == ("c",)
    assert found.kept == pytest.approx(2 / 3)


def test_nothing_is_kept_of_nothing():
    """A baseline without items shares nothing."""
    assert edits(golden(ITEM), {}).kept == 0.0
