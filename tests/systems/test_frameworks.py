"""Retrievers of LangChain, LlamaIndex and Haystack, from the real packages where they are installed."""

import importlib.util
import os
import tomllib
from pathlib import Path

import pytest

LANGCHAIN = """
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

class Words(BaseRetriever):
    def _get_relevant_documents(self, query, *, run_manager):
        number = query.split()[1]
        return [
            Document(page_content="right", id=f"chunk{number}", metadata={"source": f"d{number}"}),
            Document(page_content="wrong", id="chunk", metadata={"source": "x"}),
        ]

retriever = Words()
pieces = Words
"""

LLAMA_INDEX = """
from llama_index.core.retrievers import BaseRetriever
from llama_index.core.schema import NodeRelationship, NodeWithScore, RelatedNodeInfo, TextNode

class Words(BaseRetriever):
    def _retrieve(self, bundle):
        number = bundle.query_str.split()[1]
        found = []
        for document, score in ((f"d{number}", 0.75), ("x", 0.5)):
            node = TextNode(id_=f"chunk of {document}", text="t", metadata={"source": document})
            node.relationships[NodeRelationship.SOURCE] = RelatedNodeInfo(node_id=document)
            found.append(NodeWithScore(node=node, score=score))
        return found

def retriever():
    return Words()
"""

HAYSTACK = """
from haystack import Document
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.document_stores.in_memory import InMemoryDocumentStore

store = InMemoryDocumentStore()
store.write_documents(
    [Document(id=f"chunk{i}", content=f"question {i} answered", meta={"source": f"d{i}"}) for i in range(20)]
)
retriever = InMemoryBM25Retriever(store)
"""


def needs(package):
    """Skip where a framework is not installed; fail where it has to be."""
    missing = importlib.util.find_spec(package) is None
    if missing and os.environ.get("GATE_REQUIRE_FRAMEWORKS") == "1":
        pytest.fail(f"{package} is not installed")
    return pytest.mark.skipif(missing, reason=f"{package} is not installed")


@needs("langchain_core")
@pytest.mark.parametrize("name", ["retriever", "pieces"])
def test_langchain(place, name):
    """`invoke` is called; the documents' order counts, their id or a metadata field names them."""
    ended, rows = place.write(f'langchain: "app:{name}"', items=3, app=LANGCHAIN).run()
    assert ended.code == 0, ended.err
    assert rows["q00002"]["ranked"] == ["chunk2", "chunk"]

    ended, rows = place.write(f'langchain: "app:{name}"\ndocument_id: source', items=3, app=LANGCHAIN).run()
    assert ended.code == 0, ended.err
    assert rows["q00002"]["ranked"] == ["d2", "x"]


@needs("llama_index")
@pytest.mark.parametrize(
    ("document_id", "ids"),
    [("", ["chunk of d2", "chunk of x"]), ("source", ["d2", "x"]), ("ref_doc_id", ["d2", "x"])],
)
def test_llama_index(place, document_id, ids):
    """`retrieve` is called; nodes are named by their own id, metadata, or the document they come from."""
    system = 'llama_index: "app:retriever"' + (f"\ndocument_id: {document_id}" if document_id else "")

    ended, rows = place.write(system, items=3, app=LLAMA_INDEX).run()

    assert ended.code == 0, ended.err
    assert rows["q00002"]["ranked"] == [[ids[0], 0.75], [ids[1], 0.5]]


@needs("haystack")
def test_haystack(place):
    """`run` is called with the depth; documents bring their scores."""
    system = 'haystack: "app:retriever"\ndocument_id: source\ndepth: 2'

    ended, rows = place.write(system, items=20, app=HAYSTACK).run()

    assert ended.code == 0, ended.err
    assert {len(row["ranked"]) for row in rows.values()} == {2}
    assert rows["q00017"]["ranked"][0][0] == "d17"
    assert rows["q00017"]["ranked"][0][1] > rows["q00017"]["ranked"][1][1]


MISSING = {
    "langchain": ("langchain_core", "from langchain_core import retrievers"),
    "llama_index": ("llama_index.core", "from llama_index.core.retrievers import BaseRetriever"),
    "haystack": ("haystack", "from haystack import Pipeline"),
}


@pytest.mark.parametrize("later", [False, True])
@pytest.mark.parametrize("kind", MISSING)
def test_a_framework_that_is_not_installed_is_named_with_its_extra(place, kind, later):
    """Missing while the module loads, or when its function makes the retriever: the extra is the way out."""
    package, line = MISSING[kind]
    hide = f"import sys\nsys.modules[{package.partition('.')[0]!r}] = None\n"
    code = f"def retriever():\n    {line}\n" if later else f"{line}\nretriever = BaseRetriever\n"
    ended = place.write(f'{kind}: "app:retriever"', app=hide + code).gate("check")
    assert ended.code == 2
    assert f"system: app:retriever: app:retriever needs {package}, which is not" in ended.err
    assert f'fix: pip install "mergegate[{kind.replace("_", "-")}]"' in ended.err


def test_another_package_that_is_missing_is_the_systems_own(place):
    """No extra brings it: the system broke, and its traceback is shown."""
    ended = place.write('langchain: "app:retriever"', app="import nothing_like_this\n").gate("check")
    assert ended.code == 4
    assert "ModuleNotFoundError: No module named 'nothing_like_this'" in ended.err
    assert "mergegate[" not in ended.err


@pytest.mark.parametrize("kind", MISSING)
def test_every_framework_has_an_extra(kind):
    """The extra that a message names is one of the package's, and brings what the message misses."""
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    (wanted,) = project["project"]["optional-dependencies"][kind.replace("_", "-")]
    assert wanted.startswith(MISSING[kind][0].replace("_", "-").replace(".", "-"))


@pytest.mark.parametrize("kind", ["langchain", "llama_index", "haystack"])
def test_what_is_no_retriever_is_refused(place, kind):
    """An object of another kind, or what makes one, is a mistake of the config; nothing is asked."""
    for code in ("retriever = object()", "def retriever(): return 3"):
        ended = place.write(f'{kind}: "app:retriever"', app=code).gate("check")

        assert ended.code == 2
        assert f"so no {kind} retriever" in ended.err


SHAPED = """
class Document:
    def __init__(self, number, **named):
        self.id, self.metadata = f"chunk{number}", {"source": f"d{number}"}
        self.__dict__.update(named)

class Retriever:
    def invoke(self, query): return [Document(7), Document(8)]
    def retrieve(self, query): return [Node(Document(7), 0.5), Node(Document(8), None)]
    def run(self, query, top_k):
        return {"documents": [Document(7, score=0.5), Document(8, score=0.25)][:top_k]}

class Node:
    def __init__(self, node, score):
        self.node, self.score = node, score

retriever = Retriever()
"""


@pytest.mark.parametrize(
    ("kind", "ranked", "error"),
    [
        ("langchain", ["d7", "d8"], None),
        ("llama_index", None, "of 2 results, 1 result has no score: give all one, or none"),
        ("haystack", [["d7", 0.5], ["d8", 0.25]], None),
    ],
)
def test_documents_are_known_by_their_shape(place, kind, ranked, error):
    """Without any framework: what has an id, metadata and perhaps a score is a document."""
    system = f'{kind}: "app:retriever"\ndocument_id: source'

    ended, rows = place.write(system, items=1, more="max_errors: 1", app=SHAPED).run()

    assert ended.code == 0, ended.err
    assert (rows["q00000"].get("ranked"), rows["q00000"].get("error")) == (ranked, error)


def test_a_metadata_field_that_is_missing_is_named(place):
    """With the fields that there are."""
    system = 'langchain: "app:retriever"\ndocument_id: url\nretries: 0'

    _, rows = place.write(system, items=1, more="max_errors: 1", app=SHAPED).run()

    assert rows["q00000"]["error"] == "ValueError: a document has no metadata 'url'; it has: source"
