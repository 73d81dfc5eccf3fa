"""The published perpetuals vectors, and why some of them do not apply to Acre."""

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("ACRE_TEST_SHARED", ROOT.parent / "shared"))
SOURCE = SHARED / "vectors" / "perp-vectors.json"

ONE_PRICE = "settles at a price apart from the index; here one index price does both"

# Every vector is run or stands here.
NOT_APPLICABLE: dict[str, str] = {
    "ordprice-03": ONE_PRICE,
    "ordprice-05": ONE_PRICE,
    "ordprice-06": ONE_PRICE,
    "ordprice-09": ONE_PRICE,
    "liqwin-12": "a capacity multiplier of 3.05; its range ends at 1 (rules/parameters.md)",
    "edge-02": "shorts beyond the skew scale would fill below 0, which is refused; edge-01 clamps",
    "size-10": "a position of 1e15 units; the limit is 1e7 (rules/numbers.md)",
    "edge-05": "a size of 1e-18; sizes have 6 decimals, and a fill rounds against the trader",
}


def load() -> dict[str, dict[str, Any]]:
    """Vectors by id; empty where the file is not there."""
    if not SOURCE.is_file():
        return {}
    return {v["id"]: v for v in json.loads(SOURCE.read_text())["vectors"]}


def raw(text: str | int, exponent: int) -> int:
    """An exact decimal as a raw integer; finer digits than the kind has are an error."""
    value = Fraction(text) * 10**exponent
    assert value.denominator == 1, f"{text} has more than {exponent} decimals"
    return int(value)
