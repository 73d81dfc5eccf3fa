"""The core's preview of new parameters, as lines that people read."""

from collections.abc import Mapping
from typing import Any, Final

from edge.operator.admin.values import decimal_text
from engine.schema.parameters import E6, E8

_HEADINGS: Final = (
    "account",
    "size",
    "initial margin",
    "maintenance margin",
    "liquidation price",
    "funding an hour",
)
_SCALES: Final = (E6, E6, E8, E6)


def preview_lines(answer: Mapping[str, Any]) -> list[str]:
    """Return one line for each figure of the market, then one for each position.

    After: as the market is once the sizes that follow have come to rest at its present price.
    """
    count, rows = answer["position_count"], answer["positions"]
    lines = [
        _change("market price", answer["market_price"], E8),
        _change("skewScale", answer["skew_scale"], E6),
        _change("maxSideSize", answer["max_side_size"], E6),
        _change("accounts that may be liquidated", answer["liquidatable"], 1),
        f"{count} positions" + (f", the largest {len(rows)}:" if len(rows) < count else ":"),
    ]
    if rows:
        lines.append("  " + " | ".join(_HEADINGS))
    return lines + [_position(row) for row in rows]


def _change(name: str, values: list[int], scale: int) -> str:
    before, after = values
    return f"  {name}: {decimal_text(before, scale)} -> {decimal_text(after, scale)}"


def _position(row: Mapping[str, Any]) -> str:
    figures = [f"{row['owner']}/{row['account']}", decimal_text(row["size"], E6)]
    for before, after, scale in zip(row["before"], row["after"], _SCALES, strict=True):
        was, will = _text(before, scale), _text(after, scale)
        figures.append(was if was == will else f"{was} -> {will}")
    return "  " + " | ".join(figures)


def _text(value: int | None, scale: int) -> str:
    return "none" if value is None else decimal_text(value, scale)
