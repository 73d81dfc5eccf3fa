"""Sign-in of hardware wallets (API 2.4): the device signs a memo transaction that is never sent.

A device that signs transactions only still proves that it holds the key: the transaction carries
the sign-in message as its one memo and can do nothing else. Its recent blockhash is the nonce of
the message, which no block has: no node takes it, so no reader of the chain can use it.
"""

import base64
import binascii
from dataclasses import dataclass

from solders.message import Message, MessageV0, MessageV1
from solders.pubkey import Pubkey
from solders.transaction import VersionedTransaction

from chain.client.addresses import COMPUTE_BUDGET_PROGRAM, LIGHTHOUSE_PROGRAM, MEMO_PROGRAMS
from edge.http.errors import ApiError, invalid
from edge.http.limits import HARDWARE_TRANSACTION_BYTES_MAX

GUARDS = frozenset({COMPUTE_BUDGET_PROGRAM, LIGHTHOUSE_PROGRAM})  # wallets add these


@dataclass(frozen=True, slots=True)
class SignedMemo:
    """The content of a transaction signed by `address`, and whether it has no other content."""

    text: str | None  # the first memo; None: there is none, or it is no text
    is_alone: bool
    blockhash: bytes  # the recent blockhash


def decode_base64(text: str) -> bytes | None:
    """Return the bytes of standard base64, `None` for anything else."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None


def read_signed_memo(address: bytes, text: str) -> SignedMemo:
    """Return the memo of a base64 transaction that `address` and every other signer signed.

    Raises VALIDATION for what is no transaction of at most 1,232 bytes, HARDWARE_TX_NOT_SIGNED
    when the address does not have to sign or a signature is missing or wrong.
    """
    transaction = _decoded(text)
    message = transaction.message
    signers = message.account_keys[: message.header.num_required_signatures]
    if Pubkey(address) not in signers or not all(transaction.verify_with_results()):
        raise ApiError("HARDWARE_TX_NOT_SIGNED")
    return _memo(message)


def _decoded(text: str) -> VersionedTransaction:
    raw = decode_base64(text)
    if raw is None or not 0 < len(raw) <= HARDWARE_TRANSACTION_BYTES_MAX:
        raise invalid("tx", f"expected base64 of 1 to {HARDWARE_TRANSACTION_BYTES_MAX} bytes")
    try:
        transaction = VersionedTransaction.from_bytes(raw)
        transaction.sanitize()
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a panic of the native decoder is no Exception
        raise invalid("tx", "expected a Solana transaction") from error
    if bytes(transaction) != raw:
        raise invalid("tx", "expected the bytes of one Solana transaction")
    return transaction


def _memo(message: Message | MessageV0 | MessageV1) -> SignedMemo:
    keys = message.account_keys
    programs = [keys[item.program_id_index] for item in message.instructions]
    memos = [
        item
        for item, program in zip(message.instructions, programs, strict=True)
        if program in MEMO_PROGRAMS
    ]
    is_plain = isinstance(message, Message) or (
        isinstance(message, MessageV0) and not message.address_table_lookups
    )
    is_alone = (
        is_plain
        and message.header.num_required_signatures == 1
        and len(memos) == 1
        and all(keys[place] == keys[0] for place in memos[0].accounts)
        and all(program in MEMO_PROGRAMS or program in GUARDS for program in programs)
    )
    text = _text(memos[0].data) if memos else None
    return SignedMemo(text, is_alone, bytes(message.recent_blockhash))


def _text(data: bytes) -> str | None:
    try:
        return bytes(data).decode()
    except UnicodeDecodeError:
        return None
