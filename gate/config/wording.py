"""Validation errors in plain words."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, get_args

from pydantic import BaseModel

from gate.config.models import Config
from gate.config.values import spelt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pydantic_core import ErrorDetails

    from gate.yaml_source import Path


def plain(error: ErrorDetails, root: type[BaseModel] = Config) -> str:
    """Say what an error of the models below ``root`` means, without the validator's dialect."""
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    match kind:
        case "value_error":
            return str(context["error"])
        case "extra_forbidden":
            return no_such_key(error["loc"], root)
        case "missing":
            return f"{str(error['loc'][-1])!r} is missing. {_description(error['loc'], root)}".rstrip()
        case "literal_error":
            return _not_one_of(value, str(context["expected"]))
        case _:
            words = _WORDS.get(kind, "{value}: " + error["msg"].lower().replace("{", "(").replace("}", ")"))
            ends = {name: f"{end:g}" if isinstance(end, float) else end for name, end in context.items()}
            return words.format(**{**ends, "value": spelt(value)})


_WORDS = {
    "model_type": "{value} is not a mapping of keys to values",
    "dict_type": "{value} is not a mapping of keys to values",
    "tuple_type": "{value} is not a list: write it in brackets, [like, this]",
    "bool_type": "{value} is neither true nor false",
    "too_short": "it is empty: write at least one",
    "greater_than_equal": "{value} is too small: at least {ge}",
    "greater_than": "{value} is too small: it has to be above {gt}",
    "less_than_equal": "{value} is too large: at most {le}",
    "less_than": "{value} is too large: it has to be below {lt}",
}
"""What the other errors mean, by pydantic's name of their type."""


def no_such_key(path: Path, root: type[BaseModel] = Config) -> str:
    """Say that a key is not known, with the nearest one that is."""
    key = str(path[-1])
    here = _keys(_model_at(path[:-1], root))
    near = difflib.get_close_matches(key, here, n=1)
    if near:
        return f"no such key {key!r}, did you mean {near[0]!r}?"
    elsewhere: dict[str, str] = {}
    for known, place in _places(root):
        elsewhere.setdefault(known, place)
    near = difflib.get_close_matches(key, elsewhere, n=1, cutoff=0.75)
    if near:
        return f"no such key {key!r} here; {near[0]!r} stands under `{elsewhere[near[0]]}`"
    return f"no such key {key!r}; known here: {', '.join(here)}" if here else f"no such key {key!r} here"


def _not_one_of(value: object, expected: str) -> str:
    choices = [choice.strip("'") for choice in expected.replace(" or ", ", ").split(", ")]
    near = difflib.get_close_matches(str(value), choices, n=1)
    if near:
        return f"{spelt(value)} is not known, did you mean {near[0]!r}?"
    allowed = f"one of {', '.join(choices)}" if len(choices) > 1 else choices[0]
    return f"{spelt(value)} is not {allowed}"


def _model_at(path: Path, root: type[BaseModel]) -> type[BaseModel] | None:
    """Return the model that describes the mapping at ``path``; ``None`` if its keys are free."""
    kind: Any = root
    for part in path:
        model = _model_in(kind)
        if model is None:
            return None
        if _is_mapping(kind):
            kind = model
        else:
            fields = {field.alias or name: field.annotation for name, field in model.model_fields.items()}
            kind = fields.get(str(part))
    return None if _is_mapping(kind) else _model_in(kind)


def _is_mapping(kind: Any) -> bool:
    return getattr(kind, "__origin__", None) is dict


def _model_in(kind: Any) -> type[BaseModel] | None:
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return kind
    return next((found for arg in get_args(kind) if (found := _model_in(arg))), None)


def _keys(model: type[BaseModel] | None) -> list[str]:
    return [field.alias or name for name, field in model.model_fields.items()] if model else []


def _places(model: type[BaseModel], above: str = "") -> Iterator[tuple[str, str]]:
    """Yield every key below ``model`` with the path of what it stands in."""
    for name, field in model.model_fields.items():
        key = field.alias or name
        if above:
            yield key, above
        below = _model_in(field.annotation)
        if below is not None:
            step = f"{key}.NAME" if _is_mapping(field.annotation) else key
            yield from _places(below, f"{above}.{step}" if above else step)


def _description(path: Path, root: type[BaseModel]) -> str:
    model = _model_at(path[:-1], root)
    for name, field in model.model_fields.items() if model else ():
        if path[-1] in {name, field.alias}:
            return field.description or ""
    return ""
