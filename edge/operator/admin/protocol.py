"""Protocol of the operator's socket: hello, one request, one answer.

A frame is its length (u32, little-endian) and that many bytes. The core speaks first: a JSON hello
with a random challenge. The request is a proof (64 bytes) and one complete, signed record. The
answer is JSON.

The signature inside a record is kept in the journal, so it cannot hold a challenge: a reader of
the journal could send the record again. That is what the proof is for. It is the operator key's
signature of the challenge and the record, good on this connection only, and is never stored.

A request for a preview has an unsigned record, so that it cannot be submitted as a command, and a
proof for another purpose.
"""

import hashlib
from struct import Struct
from typing import Final

from solders.keypair import Keypair

from chain.operator_key import (
    NO_SIGNATURE,
    OperatorCommand,
    is_signed_by,
    is_signed_by_operator,
    sign_bytes,
)
from engine.core.generated.messages import (
    BY_TAG,
    AdoptParameters,
    Command,
    CreateExchange,
    Event,
    decode,
    encode,
)
from engine.schema.commands import COMMANDS
from engine.schema.records import Origin

SOCKET_NAME: Final = "admin.sock"
LENGTH: Final = Struct("<I")
FRAME_BYTES_MAX: Final = 4_096
ANSWER_BYTES_MAX: Final = 65_536
CHALLENGE_BYTES: Final = 32
PROOF_BYTES: Final = 64
_PURPOSE: Final = b"acre admin request 1\0"
_PREVIEW: Final = b"acre admin preview 1\0"
# The first command of a journal comes from the start of the exchange, never from outside.
_TAKEN = frozenset(
    message.tag
    for message in COMMANDS
    if message.origin is Origin.OPERATOR and message.tag != CreateExchange.TAG
)


class RequestError(Exception):
    """Why a request does not reach the sequencer; `code` names it, the text is a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def frame(body: bytes) -> bytes:
    """Return the frame of a message."""
    return LENGTH.pack(len(body)) + body


def request_body(command: OperatorCommand, challenge: bytes, key: Keypair) -> bytes:
    """Return the request for a signed command."""
    record = encode(command)
    return sign_bytes(_proven_bytes(_PURPOSE, challenge, record), key) + record


def preview_body(command: AdoptParameters, challenge: bytes, key: Keypair) -> bytes:
    """Return the request for what a command would change, which is not to be signed."""
    record = encode(command)
    return sign_bytes(_proven_bytes(_PREVIEW, challenge, record), key) + record


def read_request(
    body: bytes, challenge: bytes, operator: bytes
) -> tuple[OperatorCommand, AdoptParameters | None]:
    """Return the command of a request, and again where only its preview is asked for.

    Raises RequestError unless all of it is the operator's.
    """
    proof, record = body[:PROOF_BYTES], body[PROOF_BYTES:]
    command = _decode(record)
    if command.operator != operator:
        raise RequestError("NOT_OPERATOR", "The key is not that of this exchange's operator.")
    asked = command if isinstance(command, AdoptParameters) else None
    if command.operator_signature != NO_SIGNATURE:
        asked = None
    if asked is None and not is_signed_by_operator(command):
        raise RequestError("BAD_SIGNATURE", "The signature does not belong to this command.")
    purpose = _PREVIEW if asked else _PURPOSE
    if not is_signed_by(operator, _proven_bytes(purpose, challenge, record), proof):
        raise RequestError(
            "STALE_REQUEST", "The request was made for another connection; nothing was done."
        )
    return command, asked


def _decode(record: bytes) -> OperatorCommand:
    try:
        command = decode(record)
    except ValueError as error:
        raise RequestError("NOT_A_COMMAND", f"This is no record of Acre: {error}.") from None
    if command.TAG not in _TAKEN:
        name = BY_TAG[command.TAG].__name__
        raise RequestError("NOT_A_COMMAND", f"{name} is no command that an operator may send.")
    # Two records of one command would have one signature: only the plain one counts.
    if command.seq or command.time_s or not _is_plain(command, record):
        raise RequestError(
            "NOT_CANONICAL", "The record holds more than the command: number, time or padding."
        )
    return command  # type: ignore[return-value]  # its tag is one of the operator's


def _is_plain(command: Command | Event, record: bytes) -> bool:
    try:
        return encode(command) == record
    except ValueError:  # a text with a zero inside
        return False


def _proven_bytes(purpose: bytes, challenge: bytes, record: bytes) -> bytes:
    return purpose + challenge + hashlib.sha256(record).digest()
