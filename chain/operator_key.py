"""Operator commands: signed with the operator's key over the canonical bytes of the command."""

from dataclasses import replace
from typing import TypeVar

from nacl.exceptions import BadSignatureError
from nacl.signing import SigningKey, VerifyKey
from solders.keypair import Keypair

from engine.core.generated.messages import (
    HEADER,
    AdoptParameters,
    CollectFees,
    ConfirmPrint,
    CreateContest,
    CreateExchange,
    CreateMarket,
    CreatePrediction,
    GrantLpAccount,
    GrantSnapshotBoost,
    Halt,
    PauseExchange,
    PauseMarket,
    ResolvePrediction,
    Resume,
    SetAuthorizedLiquidator,
    SetExchangeParameter,
    SetExclusion,
    SetFinalRow,
    SetMarketParameter,
    SetProgramme,
    SetRisk,
    SettleMarket,
    SetVesting,
    UnpauseExchange,
    UnpauseMarket,
    VoidPrediction,
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
    | SetMarketParameter
    | SetExchangeParameter
    | SetAuthorizedLiquidator
    | CollectFees
    | SetRisk
    | GrantLpAccount
    | SetVesting
    | CreatePrediction
    | ResolvePrediction
    | VoidPrediction
    | SettleMarket
    | AdoptParameters
    | CreateContest
    | SetProgramme
    | SetFinalRow
    | GrantSnapshotBoost
    | SetExclusion
)
C = TypeVar("C", bound=OperatorCommand)

NO_SIGNATURE = bytes(64)
# Where an operator's record of any version has its number and time, the address and the signature.
_NUMBERS = slice(8, HEADER.size)
_ADDRESS = slice(_NUMBERS.stop, _NUMBERS.stop + 32)
_SIGNATURE = slice(_ADDRESS.stop, _ADDRESS.stop + 64)


def canonical_bytes(command: OperatorCommand) -> bytes:
    """Return the signed bytes of the operator: the record without number, time and signature."""
    return encode(replace(command, seq=0, time_s=0, operator_signature=NO_SIGNATURE))


def sign_operator_command(command: C, key: Keypair) -> C:
    """Return the command with the operator's address and signature."""
    named = replace(command, operator=bytes(key.pubkey()))
    return replace(named, operator_signature=sign_bytes(canonical_bytes(named), key))


def is_signed_by_operator(command: OperatorCommand) -> bool:
    """Verify the signature against the address that the command names."""
    return is_signed_by(command.operator, canonical_bytes(command), command.operator_signature)


def is_record_signed(record: bytes) -> bool:
    """Verify the signature in an operator's record of any version, over the bytes as they are."""
    operator, signature = record[_ADDRESS], record[_SIGNATURE]
    unsigned = b"".join(
        (
            record[: _NUMBERS.start],
            bytes(_NUMBERS.stop - _NUMBERS.start),
            operator,
            NO_SIGNATURE,
            record[_SIGNATURE.stop :],
        )
    )
    return is_signed_by(operator, unsigned, signature)


def sign_bytes(message: bytes, key: Keypair) -> bytes:
    """Return the Ed25519 signature of the bytes."""
    return bytes(SigningKey(key.secret()).sign(message).signature)


def is_signed_by(address: bytes, message: bytes, signature: bytes) -> bool:
    """Verify an Ed25519 signature of the bytes by an address."""
    try:
        VerifyKey(address).verify(message, signature)
    except (BadSignatureError, ValueError):
        return False
    return True
