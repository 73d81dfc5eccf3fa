"""The unit marks of the contract (1.2), and a comparison of answers with shapes made of them.

A shape is written by hand from the contract and knows nothing of the service's own schemas:
a mark in a string, a tuple of allowed texts, a dict of fields, or a list with the shape of a row.
`?` after a mark allows null, `~` before it a minus sign.
"""

import re
from dataclasses import dataclass
from typing import Any

from solders.pubkey import Pubkey

RAW = re.compile(r"[0-9]+")
SIGNED = re.compile(r"-?[0-9]+")
RATE = re.compile(r"-?[0-9]+(\.[0-9]{1,12})?")
AMOUNTS = frozenset("CTSPLQ")
YEAR_2000_S, YEAR_2100_S = 946_684_800, 4_102_444_800


@dataclass(frozen=True)
class Null:
    """A shape or null."""

    shape: Any


@dataclass(frozen=True)
class Optional:
    """A field that may be left out."""

    shape: Any


@dataclass(frozen=True)
class OneOf:
    """One of several shapes."""

    shapes: tuple[Any, ...]


def is_mark(value: Any, mark: str) -> bool:
    """Tell whether a value is written as its mark says."""
    if mark.endswith("?"):
        return value is None or is_mark(value, mark[:-1])
    is_signed, mark = mark.startswith("~"), mark.removeprefix("~")
    if mark in AMOUNTS:
        pattern = SIGNED if is_signed else RAW
        return isinstance(value, str) and bool(pattern.fullmatch(value)) and value != "-0"
    if mark == "R":
        is_rate = isinstance(value, str) and bool(RATE.fullmatch(value))
        return is_rate and (is_signed or not value.startswith("-"))
    if mark in {"N", "ts"}:
        is_whole = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        return is_whole and (mark == "N" or YEAR_2000_S <= value < YEAR_2100_S)
    if mark == "A":
        return isinstance(value, str) and str(Pubkey.from_string(value)) == value
    return isinstance(value, {"b": bool, "s": str, "object": dict, "degrees": float}[mark])


def differences(value: Any, shape: Any, path: str = "$") -> list[str]:
    """Return every place where a value is not of its shape: fields too many, too few, wrong."""
    if isinstance(shape, Null):
        return [] if value is None else differences(value, shape.shape, path)
    if isinstance(shape, OneOf):
        tried = [differences(value, one, path) for one in shape.shapes]
        return min(tried, key=len)
    if isinstance(shape, str):
        return [] if is_mark(value, shape) else [f"{path}: {value!r} is no {shape}"]
    if isinstance(shape, tuple):
        return [] if value in shape else [f"{path}: {value!r} is none of {shape}"]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{path}: no list"]
        found = (differences(row, shape[0], f"{path}[{i}]") for i, row in enumerate(value))
        return [line for lines in found for line in lines]
    return _of_object(value, shape, path)


def _of_object(value: Any, shape: dict[str, Any], path: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{path}: no object"]
    wrong = [f"{path}.{name}: not in the contract" for name in value.keys() - shape.keys()]
    for name, inner in shape.items():
        if name in value:
            shown = inner.shape if isinstance(inner, Optional) else inner
            wrong += differences(value[name], shown, f"{path}.{name}")
        elif not isinstance(inner, Optional):
            wrong.append(f"{path}.{name}: missing")
    return wrong
