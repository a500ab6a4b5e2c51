"""What can be verified by code in an answer of the library's help desk."""

import re


def keeps_numbers(answer: str, references: list[str]) -> bool:
    """Say whether every number of some reference stands in the answer: times, prices, days."""
    said = set(_numbers(answer))
    return any(said.issuperset(_numbers(reference)) for reference in references)


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d+(?:[.:]\d+)?", text)
