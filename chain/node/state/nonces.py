"""Durable nonces: which transactions use one, and what advancing writes.

The SVM derives the next nonce from the blockhash that a transaction names. The chain's rule is
the newest blockhash, so the node checks nonces itself and writes the next value itself.
"""

from solders.account import Account
from solders.pubkey import Pubkey
from solders.system_program import ID as SYSTEM_PROGRAM

from chain.node.encoding.wire import Decoded

_NONCE_BYTES = 80
_INITIALIZED = 1
_AUTHORITY = slice(8, 40)
_VALUE = slice(40, 72)


def nonce_value(account: Account | None) -> bytes | None:
    """Return the nonce that an account holds, or None if it is not an initialized nonce account."""
    if account is None or account.owner != SYSTEM_PROGRAM:
        return None
    data = account.data
    if len(data) != _NONCE_BYTES or int.from_bytes(data[4:8], "little") != _INITIALIZED:
        return None
    return data[_VALUE]


def with_nonce_value(account: Account, value: bytes) -> Account:
    """Return the nonce account holding another nonce."""
    assert len(value) == 32
    data = account.data[: _VALUE.start] + value + account.data[_VALUE.stop :]
    return Account(account.lamports, data, account.owner, account.executable, account.rent_epoch)


def nonce_account_of(decoded: Decoded) -> Pubkey | None:
    """Return the nonce account that a transaction advances first, or None if it uses none."""
    if not decoded.transaction.uses_durable_nonce():
        return None
    message = decoded.message
    accounts = message.instructions[0].accounts
    if not accounts or accounts[0] >= len(message.account_keys):
        return None
    return message.account_keys[accounts[0]]


def may_advance(decoded: Decoded, account: Account | None, next_value: bytes) -> bool:
    """Return whether the nonce is the one named, is due, and its authority signed."""
    value = nonce_value(account)
    if account is None or value is None:
        return False
    if value != decoded.recent_blockhash or value == next_value:
        return False
    message = decoded.message
    signers = message.account_keys[: message.header.num_required_signatures]
    return Pubkey(account.data[_AUTHORITY]) in signers
