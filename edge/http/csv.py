"""Rows of a history as CSV: exact decimals, ISO 8601 times, symbols of markets (API 1.5)."""

import asyncio
import csv
import io
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as types

from edge.http.amounts import decimal
from edge.http.slices import slices

Column = tuple[tuple[str, ...], int | None, bool]  # path, decimals, is a time
MARKET_ID, SYMBOL = "marketId", "symbol"


async def csv_body(rows: list[object], returns: object, symbol_of: Callable[[int], str]) -> bytes:
    """Return `rows` with a header line; nested fields are `outer.inner`.

    The id of a market is followed by the market's symbol.
    """
    kind = types.type_info(returns)
    assert isinstance(kind, types.ListType)
    columns = _columns(kind.item_type, (), None, False)
    names = [".".join(path) for path, _, _ in columns]
    place = names.index(MARKET_ID) + 1 if MARKET_ID in names else None
    if place is not None:
        names.insert(place, SYMBOL)
    symbol = cache(symbol_of)  # of this table alone: no more of them than rows
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(names)
    for part in slices(rows):
        for row in msgspec.to_builtins(part):
            cells = [_cell(row, column) for column in columns]
            if place is not None:
                cells.insert(place, symbol(row[MARKET_ID]))
            writer.writerow(cells)
        await asyncio.sleep(0)
    body = out.getvalue().encode()
    await asyncio.sleep(0)
    return body


def file_name(path: str) -> str:
    """Return how a browser saves the rows of a path: `user-history-trade.csv`."""
    words = (word for word in path.split("/") if word and not word.startswith("{"))
    return f"{'-'.join(words)}.csv"


def _columns(
    kind: types.Type, path: tuple[str, ...], decimals: int | None, is_time: bool
) -> list[Column]:
    if isinstance(kind, types.Metadata):
        extra = kind.extra_json_schema or {}
        decimals = extra.get("x-decimals", decimals)
        return _columns(kind.type, path, decimals, is_time or "x-unit" in extra)
    if isinstance(kind, types.UnionType):
        inner = next(t for t in kind.types if not isinstance(t, types.NoneType))
        return _columns(inner, path, decimals, is_time)
    if isinstance(kind, types.StructType):
        columns: list[Column] = []
        for field in kind.fields:
            columns += _columns(field.type, (*path, field.encode_name), decimals, is_time)
        return columns
    return [(path, decimals, is_time)]


def _cell(row: Any, column: Column) -> str:  # noqa: ANN401 - a decoded JSON object
    path, decimals, is_time = column
    value = row
    for name in path:
        value = value[name] if value is not None else None
    if value is None:
        return ""
    if decimals is not None:
        return decimal(int(value), decimals)
    if is_time:
        return datetime.fromtimestamp(value, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    if isinstance(value, dict):
        return msgspec.json.encode(value).decode()
    return str(value).lower() if isinstance(value, bool) else str(value)
