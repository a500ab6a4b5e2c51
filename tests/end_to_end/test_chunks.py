"""Systems that return chunks, and documents that nobody judged, through the whole gate."""

from tests.end_to_end.conftest import CONFIG, golden_rows, run_rows

COST = "metrics:\n  mean(cost, better=lower): {ceiling: 5}\n"


def chunked(rows, name="{}#{}"):
    """Return each document of a run as two chunks."""
    return [
        row | {"ranked": [name.format(d, part) for d in row["ranked"] for part in (1, 2)]} for row in rows
    ]


def fact(report, name):
    """Return one of the conditions."""
    return dict(map(tuple, report["conditions"]["facts"]))[name]


def values(report):
    """Return the candidate's value of each check."""
    return {
        check["name"] if "name" in check else check["metric"]: check["candidate"]["value"]
        for check in report["checks"]
    }


def test_chunks_of_judged_documents_score_like_documents(project):
    """With `collapse: document` the gate sees no difference to a system that returns documents."""
    assert project.gate("refresh").code == 0
    _, before = project.check()
    project.write(
        run=chunked(run_rows()),
        config=CONFIG.replace("{run: run.jsonl}", "{run: run.jsonl, collapse: document}"),
    )
    ended, report = project.check()
    assert ended.code == 0
    assert values(report) == values(before)
    assert report["outcome"] == "pass"
    assert fact(report, "chunks") == "the best-ranked chunk of a document counts for it"


def test_chunks_without_a_rule_are_not_comparable(project):
    """When every id has changed, the answer is exit 3 with both spellings, not a regression."""
    assert project.gate("refresh").code == 0
    project.write(run=chunked(run_rows()))
    ended, report = project.check()
    assert ended.code == 3
    assert report["outcome"] == "not_comparable"
    assert "the run knows 0 of 40 judged documents that it could" in ended.out
    assert "collapse: document" in ended.out
    assert fact(report, "document overlap") == "0 judged documents returned, 40 possible (0 %)"
    for where in ("markdown:-",):
        assert "0 judged documents returned" in project.gate("check", "--output", where).out


def test_no_overlap_is_told_however_few_documents_there_are(project):
    """One foreign document for all questions is too little for exit 3, and is no silent pass either."""
    project.write(run=[row | {"ranked": ["doc-1"]} for row in run_rows()])
    ended, report = project.check("--first-run", "pass")
    assert ended.code == 0
    (told,) = [notice["text"] for notice in report["notices"] if notice["code"] == "no_overlap"]
    assert told.startswith("document overlap is 0 %: none of 40 judged documents that could be is returned")
    assert told.endswith("the golden set has 'd0', the run 'doc-1'")
    assert "document overlap is 0 %" in ended.out
    junit = project.gate("check", "--first-run", "pass", "--output", "junit:-").out
    assert '<property name="document overlap" value="0 judged documents returned, 40 possible (0 %)"' in junit


def test_a_number_that_most_answers_lack_says_of_how_many_it_is(project):
    """A mean over 3 of 40 items is no mean over 40, on a terminal either."""
    costly = [row | ({"cost": 2.0} if i < 3 else {}) for i, row in enumerate(run_rows())]
    project.write(run=costly, config=CONFIG.replace("metrics:\n", COST))
    ended, _ = project.check("--first-run", "pass")
    assert ended.code == 0
    assert "mean(cost, better=lower) is of 3 of 40 items: the others have no 'cost'" in ended.out

    project.write(run=[row | {"cost": 2.0} for row in run_rows()[:-1]] + run_rows()[-1:])
    ended, _ = project.check("--first-run", "pass")
    assert "partly_measured" not in ended.out


def test_a_first_run_of_foreign_documents_is_not_recorded(project):
    """A baseline of ids that nobody judged would make everything later look fine."""
    project.write(run=chunked(run_rows()))
    assert project.gate("refresh").code == 3
    assert not (project.top / "baselines").exists()


def test_a_system_that_only_answers_badly_has_regressed(project):
    """Where judged documents are returned, if for other questions, the ids are right and the drop is real."""
    assert project.gate("refresh").code == 0
    wrong = [row | {"ranked": [f"d{(i + 7) % 40}", *row["ranked"][2:]]} for i, row in enumerate(run_rows())]
    project.write(run=wrong)
    ended, report = project.check()
    assert ended.code == 1
    assert report["outcome"] == "regressed"


def test_the_least_overlap_can_be_set(project):
    """`min_overlap: 0` judges whatever comes."""
    assert project.gate("refresh").code == 0
    project.write(run=chunked(run_rows()), config=CONFIG.replace("k: 10\n", "k: 10\nmin_overlap: 0\n"))
    ended, _ = project.check()
    assert ended.code == 1


def test_passages_survive_another_chunking(project):
    """A golden set of passages gives the same values for chunks of 50 and of 100 characters."""
    spans = [
        row | {"relevant": [{"doc": f"d{i}", "start": 110, "end": 140}]}
        for i, row in enumerate(golden_rows())
    ]

    def cut(size):
        start = 100 // size * size
        return [
            {
                "id": f"q{i:03d}",
                "ranked": [{"document": f"d{i}", "start": start, "end": start + size, "score": 1.0}],
            }
            for i in range(40)
        ]

    project.write(golden=spans, run=cut(50))
    assert project.gate("refresh").code == 0
    project.write(run=cut(100))
    ended, report = project.check()
    assert ended.code == 0
    assert set(values(report).values()) == {1.0}
    assert fact(report, "passages") == "found once 50 % of the text were returned"
    stored = (project.top / "baselines/search.run.jsonl").read_text()
    assert stored.startswith('{"id":"q000","ranked":[["d0[100:150]",1.0]]}')


def test_passages_cannot_be_collapsed(project):
    """A config that asks for both is refused."""
    spans = [row | {"relevant": [{"doc": "d", "start": 1, "end": 4}]} for row in golden_rows()]
    project.write(
        golden=spans, config=CONFIG.replace("{run: run.jsonl}", "{run: run.jsonl, collapse: document}")
    )
    ended, _ = project.check()
    assert ended.code == 2
    assert "collapsing to documents forgets them" in ended.err
