"""The report says at which chance a harmless change is blocked, where the config chose another one."""

import pytest

from tests.end_to_end.conftest import CONFIG


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        ("{}", "significant"),
        ("{alpha: 0.01}", "significant"),
        ("{alpha: 0.05}", "significant, alpha 0.05"),
        (
            "{false_block_budget: 1/quarter}",
            "significant, alpha 0.006667 (1/quarter at 100 merges a month, half of them changing results)",
        ),
        (
            "{false_block_budget: 1/month, merges_per_month: 200, changing: 0.25}",
            "significant, alpha 0.02 (1/month at 200 merges a month, 25 % of them changing results)",
        ),
        ("{mode: point, alpha: 0.05}", "point"),
    ],
)
def test_the_chance_stands_among_the_conditions(project, decision, told):
    """Mode alone by default, as baselines carry it; else the chance, and what it was solved from."""
    project.write(config=CONFIG + f"decision: {decision}\n")

    _, report = project.check("--first-run", "pass")

    assert dict(report["conditions"]["facts"])["decision"] == told
