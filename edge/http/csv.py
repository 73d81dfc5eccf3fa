"""Rows of a history as CSV: exact decimals, ISO 8601 times (API 1.5)."""

import asyncio
import csv
import io
from datetime import UTC, datetime
from typing import Any

import msgspec
from msgspec import inspect as types

from edge.http.amounts import decimal
from edge.http.slices import slices

Column = tuple[tuple[str, ...], int | None, bool]  # path, decimals, is a time


async def csv_body(rows: list[object], returns: object) -> bytes:
    """Return `rows` with a header line; nested fields are `outer.inner`."""
    kind = types.type_info(returns)
    assert isinstance(kind, types.ListType)
    columns = _columns(kind.item_type, (), None, False)
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(".".join(path) for path, _, _ in columns)
    for part in slices(rows):
        for row in msgspec.to_builtins(part):
            writer.writerow(_cell(row, column) for column in columns)
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
