"""Transactions as bytes: decoding, size limits, signatures, account keys."""

import base64
import binascii
import hashlib
from collections.abc import Callable, Sequence
from typing import NamedTuple

from solders.account import Account
from solders.message import Message, MessageV0, MessageV1
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import Legacy, SanitizeError, VersionedTransaction

from chain.node.encoding import base58
from chain.node.encoding.lookup_tables import HEADER_BYTES, table_addresses
from chain.node.errors import SIGNATURE_FAILURE, RpcError, invalid_params
from chain.node.limits import PACKET_BYTES_MAX, PACKET_V1_BYTES_MAX

_V1_FIRST_BYTE = 0x81
_VERSIONED = 0x80  # first bytes from here on name a version, smaller ones count signatures


class Decoded:
    """A well-formed transaction; nothing is known yet about its signatures."""

    __slots__ = (
        "_message_hash",
        "is_verified",
        "message",
        "recent_blockhash",
        "signature",
        "transaction",
        "wire",
    )

    def __init__(self, transaction: VersionedTransaction, wire: bytes) -> None:
        self.transaction = transaction
        self.wire = wire
        self.message: Message | MessageV0 | MessageV1 = transaction.message  # the signed part
        self.signature = bytes(transaction.signatures[0])  # by which the transaction is known
        self.recent_blockhash = bytes(self.message.recent_blockhash)  # or a durable nonce's value
        self.is_verified = False  # whether the signatures are known to be valid
        self._message_hash = b""

    @property
    def message_hash(self) -> bytes:
        """A hash of version and message, which are the same under any signature."""
        if not self._message_hash:
            signatures = self.wire[0]
            if signatures < _VERSIONED:  # the message is what follows, with its version
                message = self.wire[1 + Signature.LENGTH * signatures :]
            else:
                message = self.wire[:1] + bytes(self.message)
            self._message_hash = hashlib.sha256(message).digest()
        return self._message_hash

    @property
    def version(self) -> int | None:
        """The version number; None for a legacy transaction."""
        version = self.transaction.version()
        return None if isinstance(version, Legacy) else int(version)


class AccountKeys(NamedTuple):
    """All accounts of a transaction: its own, then those loaded from lookup tables."""

    all: list[Pubkey]
    """Keys in the order that instruction indexes mean."""
    writable: list[bool]
    """Whether each key of `all` may be written."""
    loaded_writable: list[Pubkey]
    loaded_readonly: list[Pubkey]


def from_text(text: str, encoding: str) -> bytes:
    """Turn a parameter of encoding base58 or base64 into bytes."""
    try:
        if encoding == "base58":
            if len(text) > PACKET_V1_BYTES_MAX * 2:
                raise invalid_params("base58 text is too long for a transaction")
            return base58.decode(text)
        return base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error) as error:
        raise invalid_params(f"invalid {encoding} encoding: {error}") from None


def decode(wire: bytes) -> Decoded:
    """Decode a legacy, v0 or v1 transaction; raise RpcError if it is not exactly one."""
    limit = PACKET_V1_BYTES_MAX if wire[:1] == bytes([_V1_FIRST_BYTE]) else PACKET_BYTES_MAX
    if len(wire) > limit:
        raise invalid_params(f"transaction too large: {len(wire)} bytes (max: {limit} bytes)")
    try:
        transaction = VersionedTransaction.from_bytes(wire)
        transaction.sanitize()
    except (ValueError, SanitizeError) as error:
        raise invalid_params(f"failed to deserialize transaction: {error}") from None
    if bytes(transaction) != wire:
        raise invalid_params("failed to deserialize transaction: bytes are not canonical")
    return Decoded(transaction, wire)


def single_signature(decoded: Decoded) -> tuple[bytes, bytes] | None:
    """Return the signature with the message behind it, and the key; None where there are more."""
    if decoded.wire[0] != 1:
        return None
    return decoded.wire[1:], bytes(decoded.message.account_keys[0])


def verify_signatures(decoded: Decoded) -> None:
    """Raise the signature error unless every required signature verifies."""
    if not (decoded.is_verified or all(decoded.transaction.verify_with_results())):
        raise RpcError(SIGNATURE_FAILURE, "Transaction signature verification failure")


def account_keys(
    message: Message | MessageV0 | MessageV1, read_account: Callable[[Pubkey], Account | None]
) -> AccountKeys:
    """List the accounts of a message, reading its lookup tables."""
    own = message.account_keys
    header = message.header
    signed = header.num_required_signatures
    unsigned = len(own) - signed
    writable_signed = signed - header.num_readonly_signed_accounts
    writable_unsigned = unsigned - header.num_readonly_unsigned_accounts
    writable = [True] * writable_signed + [False] * (signed - writable_signed)
    writable += [True] * writable_unsigned + [False] * (unsigned - writable_unsigned)
    for instruction in message.instructions:
        writable[instruction.program_id_index] = False
    loaded_writable: list[Pubkey] = []
    loaded_readonly: list[Pubkey] = []
    if isinstance(message, MessageV0):
        for lookup in message.address_table_lookups:
            addresses = _table_addresses(read_account(lookup.account_key), lookup.account_key)
            try:
                loaded_writable += [addresses[index] for index in lookup.writable_indexes]
                loaded_readonly += [addresses[index] for index in lookup.readonly_indexes]
            except IndexError:
                raise invalid_params(
                    "invalid transaction: Transaction address table lookup uses an invalid index"
                ) from None
    return AccountKeys(
        all=own + loaded_writable + loaded_readonly,
        writable=writable + [True] * len(loaded_writable) + [False] * len(loaded_readonly),
        loaded_writable=loaded_writable,
        loaded_readonly=loaded_readonly,
    )


def _table_addresses(table: Account | None, address: Pubkey) -> Sequence[Pubkey]:
    data = b"" if table is None else table.data
    if len(data) < HEADER_BYTES:
        raise invalid_params(
            "invalid transaction: Transaction loads an address table account that doesn't exist"
            f" ({address})"
        )
    return table_addresses(data)
