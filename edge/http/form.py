"""Entities as forms: the schema has the names and their order, a table where the values are."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any

import msgspec

from edge.http.schema.base import Entity
from engine.core.numbers.forms import Form

Sources = Mapping[str, Any]  # by field: an attribute of a row, or the sources of an entity
_INTEGERS = (int, int | None)
_DECIMALS = {"e12": 12}  # of an attribute by its unit; amounts and prices stay raw integers


def form_of(entity: type[Entity], sources: Sources, first: type, second: type) -> Form:
    """Return the form of an answer under `info` that is filled with a row of each type.

    In the place of the first row it takes `Figures` with the integers of its fields.
    """
    figures = tuple(item.name if item.type in _INTEGERS else "" for item in fields(first))
    rows = tuple({item.name for item in fields(row)} for row in (first, second))
    gaps = []
    text = ""
    for piece in ('{"info":', *_pieces(entity, sources), "}"):
        if not piece.isidentifier():
            text += piece
            continue
        (row,) = (index for index, names in enumerate(rows) if piece in names)
        gaps.append((text.encode(), row, piece, _DECIMALS.get(piece.rpartition("_")[2], 0)))
        text = ""
    return Form(gaps, text.encode(), figures)


def _pieces(entity: type[Entity], sources: Sources) -> Iterator[str]:
    """Yield the texts of an entity, and the attribute's name where a value is."""
    items = msgspec.structs.fields(entity)
    assert [item.name for item in items] == list(sources), entity
    for index, item in enumerate(items):
        yield f'{"," if index else "{"}"{item.encode_name}":'
        source = sources[item.name]
        if isinstance(source, str):
            yield source
        else:
            yield from _pieces(item.type, source)
    yield "}"
