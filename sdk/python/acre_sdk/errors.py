"""Errors of client calls."""

import math

# Codes of the client itself; all others are the server's (API 9).
NOT_CONNECTED = "NOT_CONNECTED"  # the request did not leave this machine
ANSWER_LOST = "ANSWER_LOST"  # it did; whether the server executed it is unknown
BAD_LEVERAGE = "BAD_LEVERAGE"  # above the market's maximum; nothing was sent
BAD_ANSWER = "BAD_ANSWER"  # the answer is not what the contract says
OUTCOME_UNKNOWN = "OUTCOME_UNKNOWN"  # a command was sent, its outcome is not known yet
CLIENT_CLOSED = "CLIENT_CLOSED"  # the client is not open; the call was not sent
LOGIN_REFUSED = "LOGIN_REFUSED"  # the text to sign is no sign-in text for this key
UNSAFE_TRANSACTION = "UNSAFE_TRANSACTION"  # a built transaction is not what was asked for


class AcreError(Exception):
    """A refusal of the server, or a call that could not be finished.

    `status` is the HTTP status, 0 when there was no answer. `retry_after_s` is how long to wait
    before the next attempt, where the server says it; the message has it, too.
    `is_after_lost_answer` says that an earlier attempt of the same call may have been executed
    already.
    """

    def __init__(
        self,
        code: str,
        message: str,
        status: int = 0,
        details: dict[str, object] | None = None,
        *,
        retry_after_s: float | None = None,
    ) -> None:
        if retry_after_s is not None:
            message += f"; wait {math.ceil(retry_after_s)} s"
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status
        self.details = details if details is not None else {}
        self.retry_after_s = retry_after_s
        self.is_after_lost_answer = False

    @property
    def is_unknown(self) -> bool:
        """Return whether the server may have executed the request although it failed."""
        return self.code == ANSWER_LOST or self.status >= 500

    @property
    def is_passing(self) -> bool:
        """Return whether the same call may succeed later without a change of the caller."""
        return self.is_unknown or self.code == NOT_CONNECTED or self.status == 429


class ClientClosed(AcreError):
    """The client is not open yet, or was closed; the call was not sent."""

    def __init__(self) -> None:
        super().__init__(
            CLIENT_CLOSED, "The client is not open; use it as `async with AcreClient(…) as client`"
        )


class UnsafeTransaction(AcreError):
    """A built transaction is not what was asked for; the message says why, nothing was signed."""

    def __init__(self, message: str) -> None:
        super().__init__(UNSAFE_TRANSACTION, message)


class CommandRefused(AcreError):
    """The exchange refused a command that was on the chain: its fee is paid, nothing else."""

    def __init__(
        self, code: str, message: str, details: dict[str, object], *, signature: str
    ) -> None:
        super().__init__(code, message, 409, details)
        self.signature = signature


class OutcomeUnknown(AcreError):
    """A command was sent and may still be applied: look for its signature before sending again."""

    def __init__(self, signature: str) -> None:
        super().__init__(OUTCOME_UNKNOWN, f"The outcome of {signature} is not known yet")
        self.signature = signature
