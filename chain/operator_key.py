"""Operator commands: signed with the operator's key over the canonical bytes of the command."""

from dataclasses import replace
from typing import TypeVar

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey
from solders.keypair import Keypair

from engine.core.generated.messages import (
    ConfirmPrint,
    CreateExchange,
    CreateMarket,
    Halt,
    PauseExchange,
    PauseMarket,
    Resume,
    UnpauseExchange,
    UnpauseMarket,
    encode,
)

OperatorCommand = (
    CreateExchange
    | CreateMarket
    | PauseExchange
    | UnpauseExchange
    | PauseMarket
    | UnpauseMarket
    | Halt
    | Resume
    | ConfirmPrint
)
C = TypeVar("C", bound=OperatorCommand)

NO_SIGNATURE = bytes(64)


def canonical_bytes(command: OperatorCommand) -> bytes:
    """Return what the operator signs: the record without number, time and signature."""
    return encode(replace(command, seq=0, time_s=0, operator_signature=NO_SIGNATURE))


def sign_operator_command(command: C, key: Keypair) -> C:
    """Return the command with the operator's address and signature."""
    named = replace(command, operator=bytes(key.pubkey()))
    signature = SigningKey(key.secret()).sign(canonical_bytes(named)).signature
    return replace(named, operator_signature=signature)


def is_signed_by_operator(command: OperatorCommand) -> bool:
    """Verify the signature against the address that the command names."""
    try:
        VerifyKey(command.operator).verify(canonical_bytes(command), command.operator_signature)
    except (BadSignatureError, ValueError):
        return False
    return True
