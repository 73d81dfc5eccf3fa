"""Inspection of an endpoint's transaction against the request before a keeper signs it.

The endpoint is a stranger. Only a transaction that can do nothing but put one memo on the chain is
signed: the keeper pays its fee, at most makes its own token account, and moves nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from solders.instruction import CompiledInstruction
from solders.message import Message, MessageV0
from solders.pubkey import Pubkey
from solders.transaction import SanitizeError, VersionedTransaction

from chain.client.addresses import (
    ASSOCIATED_TOKEN_PROGRAM,
    COMPUTE_BUDGET_PROGRAM,
    MEMO_PROGRAM,
    SYSTEM_PROGRAM,
    TOKEN_PROGRAM,
    token_account,
)
from chain.client.instructions import TRANSACTION_BYTES_MAX
from chain.commands.lines import FieldValue
from chain.commands.memo import Memo, MemoError, parse_bytes

SIGNATURE_FEE_E9: Final = 5_000
UNITS_WITHOUT_LIMIT: Final = 1_400_000  # the most that a transaction may use
MICRO: Final = 10**6
_SET_LIMIT: Final = 2  # tags of the compute budget program
_SET_PRICE: Final = 3
_CREATE_IDEMPOTENT: Final = b"\x01"

SignableMessage = Message | MessageV0


class UnsafeTransaction(Exception):
    """The endpoint's transaction is not what was asked for; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The expected transaction, and the bounds of the endpoint's choices."""

    wallet: bytes
    chain: str
    mint: bytes  # whose token account of the wallet may be made
    name: str
    fields: Mapping[str, FieldValue]
    nonce_min: int
    nonce_max: int
    expires_max: int  # slot
    fee_max_e9: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspected:
    """A message that may be signed, its fee in lamports, and the nonce of its memo."""

    message: SignableMessage
    fee_e9: int
    nonce: int


def inspect(transaction: bytes, asked: Asked) -> Inspected:
    """Return the message to sign; raises UnsafeTransaction for anything but what was asked."""
    message = _decode(transaction)
    keys = [bytes(key) for key in message.account_keys]
    if message.header.num_required_signatures != 1:
        raise UnsafeTransaction("it asks for signatures of others")
    if keys[0] != asked.wallet:
        raise UnsafeTransaction("another wallet pays its fee")
    memos: list[bytes] = []
    budget: dict[int, int] = {}
    has_account = False
    for instruction in message.instructions:
        program = _program(instruction, keys)
        if program == MEMO_PROGRAM:
            memos.append(_memo_data(instruction, keys, asked.wallet))
        elif program == COMPUTE_BUDGET_PROGRAM:
            _read_budget(bytes(instruction.data), budget)
        elif program == ASSOCIATED_TOKEN_PROGRAM and not has_account:
            _check_token_account(instruction, keys, asked)
            has_account = True
        else:
            raise UnsafeTransaction(f"it calls {program}")
    if len(memos) != 1:
        raise UnsafeTransaction(f"it has {len(memos)} memos")
    memo = _check_memo(memos[0], asked)
    fee_e9 = _fee_e9(budget)
    if fee_e9 > asked.fee_max_e9:
        raise UnsafeTransaction(f"its fee is {fee_e9} lamports")
    return Inspected(message=message, fee_e9=fee_e9, nonce=memo.nonce)


def _decode(transaction: bytes) -> SignableMessage:
    if len(transaction) > TRANSACTION_BYTES_MAX:
        raise UnsafeTransaction("it is too large")
    try:
        decoded = VersionedTransaction.from_bytes(transaction)
        decoded.sanitize()
    except (ValueError, SanitizeError) as error:
        raise UnsafeTransaction("it cannot be decoded") from error
    message = decoded.message
    if not isinstance(message, Message | MessageV0):
        raise UnsafeTransaction("its version is unknown")
    if isinstance(message, MessageV0) and message.address_table_lookups:
        raise UnsafeTransaction("it hides accounts in a lookup table")
    return message


def _program(instruction: CompiledInstruction, keys: list[bytes]) -> Pubkey:
    return Pubkey(keys[instruction.program_id_index])


def _accounts(instruction: CompiledInstruction, keys: list[bytes]) -> list[bytes]:
    return [keys[place] for place in bytes(instruction.accounts)]


def _memo_data(instruction: CompiledInstruction, keys: list[bytes], wallet: bytes) -> bytes:
    if _accounts(instruction, keys) != [wallet]:
        raise UnsafeTransaction("its memo is not the wallet's alone")
    return bytes(instruction.data)


def _read_budget(data: bytes, budget: dict[int, int]) -> None:
    """Note the limit (u32) or the price (u64) that an instruction sets."""
    tag = data[0] if data else 0
    if (tag, len(data)) not in ((_SET_LIMIT, 5), (_SET_PRICE, 9)) or tag in budget:
        raise UnsafeTransaction("its compute budget is not a limit and a price")
    budget[tag] = int.from_bytes(data[1:], "little")


def _check_token_account(instruction: CompiledInstruction, keys: list[bytes], asked: Asked) -> None:
    own = token_account(asked.wallet, asked.mint)
    expected = [
        asked.wallet, own, asked.wallet, asked.mint, bytes(SYSTEM_PROGRAM), bytes(TOKEN_PROGRAM)
    ]  # fmt: skip
    is_create = bytes(instruction.data) == _CREATE_IDEMPOTENT
    if not is_create or _accounts(instruction, keys) != expected:
        raise UnsafeTransaction("it makes another token account than the wallet's own")


def _check_memo(data: bytes, asked: Asked) -> Memo:
    try:
        memo = parse_bytes(data, asked.chain)
    except MemoError as error:
        raise UnsafeTransaction(f"its memo is no command: {error.reason}") from error
    if memo.name != asked.name:
        raise UnsafeTransaction(f"its memo is {memo.name}, not {asked.name}")
    if dict(memo.fields) != dict(asked.fields):
        raise UnsafeTransaction("its memo has other fields than were asked for")
    if not asked.nonce_min <= memo.nonce <= asked.nonce_max:
        raise UnsafeTransaction("its nonce is out of bounds")
    if memo.expires > asked.expires_max:
        raise UnsafeTransaction("its memo expires too late")
    return memo


def _fee_e9(budget: Mapping[int, int]) -> int:
    units = min(budget.get(_SET_LIMIT, UNITS_WITHOUT_LIMIT), UNITS_WITHOUT_LIMIT)
    priority = units * budget.get(_SET_PRICE, 0)
    return SIGNATURE_FEE_E9 + -(-priority // MICRO)
