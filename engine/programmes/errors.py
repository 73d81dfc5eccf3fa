"""Refusals of the programmes, by the contract's code."""

from collections.abc import Mapping


class ProgrammeError(Exception):
    """A rule of a programme was not met; `code` is from API 9."""

    def __init__(
        self, code: str, message: str = "", details: Mapping[str, object] | None = None
    ) -> None:
        super().__init__(message or code)
        self.code = code
        self.message = message
        self.details = dict(details or {})
