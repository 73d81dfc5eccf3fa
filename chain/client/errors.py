"""The errors of the chain layer; the edge turns them into answers of the contract."""

from collections.abc import Mapping
from typing import Any


class ChainError(Exception):
    """A refusal with a code of the contract (API 9) and what a client may show."""

    def __init__(self, code: str, details: Mapping[str, Any] | None = None) -> None:
        super().__init__(f"{code} {dict(details or {})}")
        self.code = code
        self.details: dict[str, Any] = dict(details or {})
