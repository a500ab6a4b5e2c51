"""Retrievers of frameworks: one call each, the documents as they come."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gate.worker.plain import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_METHODS = {"langchain": "invoke", "llama_index": "retrieve", "haystack": "run"}
"""What a framework's retrievers are called by."""

PACKAGES = {
    "langchain": ("langchain_core",),
    "llama_index": ("llama_index", "llama_index.core"),
    "haystack": ("haystack",),
}
"""Modules that the extra of a framework brings, by its key in the config."""


def asking(
    found: Any, framework: str, *, document_id: str | None
) -> Callable[[Sequence[dict[str, str]], int | None], list[Any]]:
    """Return a way to ask a retriever; something without the framework's method is called to make one.

    How many results come back is the retriever's own setting, except for Haystack, where it is asked for.

    Raises:
        TypeError: It is no retriever of the framework; the message follows on its name.
    """
    method = _METHODS[framework]
    retriever = found
    if isinstance(found, type) or not hasattr(found, method):
        if not callable(found):
            kind = type(found).__name__
            raise TypeError(f"is {kind}, which has no `{method}`, so no {framework} retriever")
        retriever = found()
        if not hasattr(retriever, method):
            kind = type(retriever).__name__
            raise TypeError(f"makes {kind}, which has no `{method}`, so no {framework} retriever")
    if framework == "haystack" and hasattr(retriever, "warm_up"):
        retriever.warm_up()

    def ask(questions: Sequence[dict[str, str]], k: int | None) -> list[Any]:
        call = getattr(retriever, method)
        if framework == "haystack":
            return [plain(_documents(call, q["query"], k), document_id) for q in questions]
        return [plain(call(q["query"]), document_id) for q in questions]

    return ask


def _documents(run: Callable[..., Any], query: str, k: int | None) -> Any:
    found = run(query=query) if k is None else run(query=query, top_k=k)
    if not isinstance(found, dict) or "documents" not in found:
        raise ValueError("its answer has no 'documents': write a function around it")
    return found["documents"]
