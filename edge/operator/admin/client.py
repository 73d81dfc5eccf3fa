"""The operator's end of the socket: blocking, for the command line."""

import json
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

from solders.keypair import Keypair

from chain.client.addresses import from_base58
from chain.operator_key import OperatorCommand
from edge.operator.admin.protocol import (
    ANSWER_BYTES_MAX,
    LENGTH,
    SOCKET_NAME,
    frame,
    preview_body,
    request_body,
)
from engine.core.generated.messages import AdoptParameters
from engine.feed.address import socket_address

ANSWER_MAX_S: Final = 60.0


class UnreachableError(Exception):
    """The core does not answer, and nothing was sent; the message is a sentence."""


class OutcomeUnknownError(Exception):
    """The command was sent and no answer came; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The core's hello."""

    challenge: bytes
    exchange: bytes
    operator: bytes
    now_s: int


class AdminConnection:
    """One connection for one command."""

    def __init__(self, connection: socket.socket, hello: Hello) -> None:
        self._connection = connection
        self.hello = hello

    @classmethod
    def open(cls, home: Path) -> Self:
        """Connect to the core of this state directory and hear its hello."""
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(ANSWER_MAX_S)
        try:
            with socket_address(home, SOCKET_NAME) as address:
                connection.connect(address)
            return cls(connection, _hello(_read_message(connection)))
        except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
            connection.close()
            raise UnreachableError(_sentence(home, error)) from None
        except UnreachableError:
            connection.close()
            raise

    def send(self, command: OperatorCommand, key: Keypair) -> dict[str, object]:
        """Send the signed command and return the answer."""
        return self._ask(request_body(command, self.hello.challenge, key))

    def preview(self, command: AdoptParameters, key: Keypair) -> dict[str, object]:
        """Return what an unsigned command would change; nothing does."""
        return self._ask(preview_body(command, self.hello.challenge, key))

    def _ask(self, body: bytes) -> dict[str, object]:
        try:
            self._connection.sendall(frame(body))
            return _read_message(self._connection)
        except (OSError, EOFError, ValueError) as error:
            raise OutcomeUnknownError(
                f"The command was sent, but no answer came ({error}). Look at its effect before "
                "you send it again."
            ) from None

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def _hello(message: dict[str, Any]) -> Hello:
    if message.get("status") == "rejected":
        raise UnreachableError(str(message.get("message")))
    return Hello(
        challenge=bytes.fromhex(message["challenge"]),
        exchange=from_base58(message["exchange"]),
        operator=from_base58(message["operator"]),
        now_s=int(message["now"]),
    )


def _read_message(connection: socket.socket) -> dict[str, Any]:
    (length,) = LENGTH.unpack(_read_exactly(connection, LENGTH.size))
    if length > ANSWER_BYTES_MAX:
        raise ValueError(f"a message of {length} bytes")
    message = json.loads(_read_exactly(connection, length))
    if not isinstance(message, dict):
        raise ValueError("a message that is no object")
    return message


def _read_exactly(connection: socket.socket, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        piece = connection.recv(length - len(data))
        if not piece:
            raise EOFError("the core closed the connection")
        data += piece
    return bytes(data)


def _sentence(home: Path, error: Exception) -> str:
    path = home / SOCKET_NAME
    if isinstance(error, FileNotFoundError | ConnectionRefusedError):
        return f"No core is running on {home}: start it with `acre up`, or set ACRE_HOME."
    if isinstance(error, PermissionError):
        return f"{path} belongs to another user; run this as the user that runs Acre."
    return f"What answers at {path} is not the core of Acre ({error})."
