"""Body examples, and dependencies between fields, declared beside each body.

The OpenAPI document takes both; `tests/contract/test_documented_requests.py` compares them with the
server.
"""

from collections.abc import Callable, Mapping
from typing import TypeVar

from edge.http.schema.base import Request

Shape = dict[str, object]
R = TypeVar("R", bound=type[Request])
WALLET = "9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin"
OTHER_WALLET = "4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T"
SIGNATURE = (
    "FRHfkXH93hopGZPq2kZFa4UDr73b85i1cA6PJVxqJpPQsuUJFMm9ohQNmCtkLH7byHA1igV9KhiuNwQbu9LFMfx"
)
MESSAGE = (
    f"acre.example wants you to sign in with your Solana account:\n{WALLET}\n\n"
    "and the other lines, as GET /auth/login/message answered them"
)
EXAMPLES: dict[str, Shape] = {}  # by name of the body
CONDITIONS: dict[str, Shape] = {}


def example(**fields: object) -> Callable[[R], R]:
    """Declare an example of a body, field by field as on the wire."""

    def declare(body: R) -> R:
        EXAMPLES[body.__name__] = fields
        return body

    return declare


def condition(shape: Mapping[str, object]) -> Callable[[R], R]:
    """Declare, as JSON schema, a dependency between fields of a body."""

    def declare(body: R) -> R:
        CONDITIONS[body.__name__] = dict(shape)
        return body

    return declare


def without(field: str, needed: str) -> Shape:
    """Return that a body without one field needs another."""
    return {"if": {"not": has(field)}, "then": has(needed)}


def has(field: str) -> Shape:
    """Return that a body has a field other than null."""
    return {"required": [field], "properties": {field: {"not": {"type": "null"}}}}
