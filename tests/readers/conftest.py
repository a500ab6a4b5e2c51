"""Write small files and read them the way a config does."""

import pytest

from gate import readers
from gate.errors import QuestionError
from gate.source import FileSource


@pytest.fixture
def source(tmp_path):
    """Give a function that writes ``data`` to a file and returns where it is."""

    def write(name, data, **how):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return FileSource(path, name, **how)

    return write


@pytest.fixture
def golden(source):
    """Give a function that reads a golden set from text."""
    return lambda name, data, task="retrieval", **how: readers.read_golden(source(name, data, **how), task)


@pytest.fixture
def run(source):
    """Give a function that reads a run from text."""
    return lambda name, data, task="retrieval", **how: readers.read_run(source(name, data, **how), task)


@pytest.fixture
def refused(source):
    """Give a function that returns the problems of a file, as text."""

    def read(what, name, data, task="retrieval", **how):
        reader = readers.read_golden if what == "golden" else readers.read_run
        with pytest.raises(QuestionError) as caught:
            reader(source(name, data, **how), task)
        return [str(problem) for problem in caught.value.problems]

    return read


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Give one folder to all examples."""
    return tmp_path_factory.mktemp("parquet")
