"""Items of unequal weight: a weighted mean is a mean, and reports show it as one."""

from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows


def weighted_rows():
    """Twenty items of weight 3 and twenty of weight 1."""
    return [{**row, "weight": 3 if i < 20 else 1} for i, row in enumerate(golden_rows())]


def judged(project, golden):
    """Record all at rank 1, lose the first ten; return the report, as JSON, Markdown and text."""
    project.write(config=CONFIG, golden=golden, run=run_rows(rank=1))
    assert project.gate("accept", "--reason", "start").code == 0
    project.write(run=[{**row, "ranked": ["x"]} if i < 10 else row for i, row in enumerate(run_rows(rank=1))])
    ended, report = project.check()
    page = project.top.parent / "report.md"
    assert project.gate("check", "--output", f"markdown:{page}").code == ended.code
    return report, page.read_text("utf-8"), ended.out


def test_a_weighted_mean_is_shown_as_the_mean_it_is(project):
    """What an item lost is its own value, before and after; the report says that weights are not in it."""
    report, page, text = judged(project, weighted_rows())

    assert report["movers"][0]["gain"] == -1.5  # 40 items * 3 / (20 * 3 + 20 * 1)
    assert "| 1 → 0 | −1 |" in page
    assert "a gain is the item's own change, before its weight" in page
    assert "influence" not in page
    assert "what moved mrr, each before its weight" in text
    assert "q000, 1 → 0 (−1)" in text


def test_where_all_count_alike_no_word_of_weights(project):
    """The same loss with equal weights."""
    _, page, text = judged(project, golden_rows())

    assert "| 1 → 0 | −1 |" in page
    assert "its weight" not in page + text
