"""Tables as Parquet, and lists in the shapes that tables have for them."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import strategies as st

from gate import readers
from gate.errors import QuestionError
from gate.source import FileSource

words = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=8).filter(
    str.strip
)
scores = st.floats(allow_nan=False)
rankings = st.dictionaries(
    words, st.dictionaries(words, scores, min_size=1, max_size=5), min_size=1, max_size=5
)


def written(folder, table, name="t.parquet", **how):
    """Write a table and return where it is."""
    options = how.pop("options", {})
    pq.write_table(table if isinstance(table, pa.Table) else pa.table(table), folder / name, **options)
    return FileSource(folder / name, name, **how)


def long_form(lists):
    """Return columns with a row a result."""
    rows = [(q, d, s) for q, documents in lists.items() for d, s in documents.items()]
    return dict(zip(("query_id", "doc_id", "score"), map(list, zip(*rows, strict=True)), strict=True))


def problems(source, task="retrieval", read=readers.read_run):
    """Return what is said about a file that is refused."""
    with pytest.raises(QuestionError) as caught:
        read(source, task)
    return [str(problem) for problem in caught.value.problems]
