"""The answers in the OpenAPI documents are those of a service: recorded, and compared each time."""

import json
import os
from typing import Any

from edge.http.openapi.recorded import FILE, recorded

IS_RECORDING = os.environ.get("ACRE_TEST_RECORD_ANSWERS") == "1"
SECRETS = {"accessToken", "refreshToken"}


def trimmed(value: Any) -> Any:
    """Return an answer with one row of each list and no token."""
    if isinstance(value, list):
        return [trimmed(one) for one in value[:1]]
    if isinstance(value, dict):
        return {
            name: f"<{name}>" if name in SECRETS else trimmed(one) for name, one in value.items()
        }
    return value


def unlike(example: Any, found: Any, place: str = "$") -> list[str]:
    """Return where an example has other fields or kinds than an answer; null is like anything."""
    if example is None or found is None:
        return []
    if isinstance(example, dict) and isinstance(found, dict):
        if example.keys() != found.keys() and place.rpartition(".")[2] != "details":
            return [f"{place}: {sorted(example.keys() ^ found.keys())}"]
        both = example.keys() & found.keys()
        return [
            wrong
            for name in both
            for wrong in unlike(example[name], found[name], f"{place}.{name}")
        ]
    if isinstance(example, list) and isinstance(found, list):
        pairs = zip(example[:1], found[:1], strict=False)
        return [wrong for one, other in pairs for wrong in unlike(one, other, f"{place}[0]")]
    numbers = (int, float)
    is_like = type(example) is type(found) or (type(example) in numbers and type(found) in numbers)
    return [] if is_like else [f"{place}: {example!r} is not like {found!r}"]


def compare(key: str, found: Any) -> None:
    """Compare an answer with the example of its call, or record it."""
    if IS_RECORDING:
        kept = json.loads(FILE.read_bytes())
        kept[key] = trimmed(found)
        text = json.dumps(dict(sorted(kept.items())), indent=1, ensure_ascii=False)
        FILE.write_text(f"{text}\n")
        return
    wrong = unlike(recorded()[key], found)
    assert not wrong, f"{key}: {wrong}"
