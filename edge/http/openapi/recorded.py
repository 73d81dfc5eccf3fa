"""Answers that were recorded from a running service, one for each call; lists have one row.

`ACRE_TEST_RECORD_ANSWERS=1 pytest tests/contract/test_fields.py tests/contract/answers`
records them anew.
"""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from edge.http.route import Route

FILE = Path(__file__).with_name("answers.json")


@cache
def recorded() -> dict[str, Any]:
    """Return the answers by method and whole path."""
    answers: dict[str, Any] = msgspec.json.decode(FILE.read_bytes())
    return answers


def key_of(item: Route) -> str:
    """Return the key of a call's answer."""
    return f"{item.method} {item.base}{item.path}"
