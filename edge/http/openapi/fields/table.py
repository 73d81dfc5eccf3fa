"""What each field and each parameter means: one text, wherever the name is used.

A line of a table is `name: text`, or `Type.name: text` where a type means something else by the
name, several types with spaces between them; `?name` is a parameter of a query, `{name}` one of a
path. Unit and decimals follow from the type of the field.
"""

import re
from functools import cache
from inspect import cleandoc
from typing import Any

from edge.http.openapi.fields import (
    accounts,
    housing,
    markets,
    pool,
    programmes,
    queries,
    trading,
)

Shape = dict[str, Any]
_MODULES = (accounts, housing, markets, pool, programmes, queries, trading)


@cache
def texts() -> dict[str, str]:
    """Return every text by its key."""
    found: dict[str, str] = {}
    for module in _MODULES:
        for line in module.WORDS.replace("\n  ", " ").splitlines():
            keys, _, text = line.partition(": ")
            types, dot, name = keys.rpartition(".")
            for kind in types.split(" "):
                key = f"{kind}{dot}{name}"
                if key in found:
                    raise ValueError(f"{key} has two descriptions")
                found[key] = text
    return found


def words_of_type(docstring: str) -> str:
    """Return the docstring of a type as callers read it: without the chapter of the rules."""
    text = cleandoc(docstring)  # Python 3.13 removes its indentation by itself
    return re.sub(r" \(API [^)]*\)", "", text)


def key_of(kind: str, name: str, *, is_query: bool = False) -> str | None:
    """Return the key of the text for a field of a type."""
    keys = (f"{kind}.{name}", *([f"?{name}"] if is_query else []), name)
    return next((key for key in keys if key in texts()), None)


def described(kind: str, shape: Shape, *, is_query: bool = False) -> Shape:
    """Return the shape of a type with a description of each field."""
    if "properties" not in shape:
        return shape
    fields = {
        name: with_words(field, texts().get(key_of(kind, name, is_query=is_query) or ""))
        for name, field in shape["properties"].items()
    }
    return {**shape, "properties": fields}


def of_path(name: str, schema: Shape) -> Shape:
    """Return the schema of a parameter of a path with its description."""
    words = texts()
    return with_words(schema, words.get(f"{{{name}}}") or words.get(f"?{name}"))


def with_words(field: Shape, text: str | None) -> Shape:
    """Return a field with its text, what the type says of itself, and its decimals."""
    kinds = [kind for kind in field.get("anyOf", ()) if kind != {"type": "null"}]
    own = field if len(kinds) != 1 else {**kinds[0], **field}
    decimals = own.get("x-decimals")
    unit = own.get("description") if "$ref" not in own else None
    is_said = unit and text and re.search(rf"\b{re.escape(unit)}\b", text, re.I)
    words = "; ".join(part for part in (text, None if is_said else unit) if part)
    if decimals is not None and not re.search(r"\d decimals", words):
        words = f"{words}, {decimals} decimals"
    return {**field, "description": words} if words else field
