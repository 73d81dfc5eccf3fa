"""Addresses: derived names under the exchange address, token accounts, base58.

Derived addresses hold no code and no account; they are stable names. Everything here takes and
returns 32 raw bytes; text appears only in `to_base58` and `from_base58`.
"""

from functools import lru_cache

from solders.pubkey import Pubkey

TOKEN_PROGRAM = Pubkey.from_string("TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA")
TOKEN_2022_PROGRAM = Pubkey.from_string("TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb")
ASSOCIATED_TOKEN_PROGRAM = Pubkey.from_string("ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL")
MEMO_PROGRAM = Pubkey.from_string("MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr")
NEWER_MEMO_PROGRAM = Pubkey.from_string("Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH")
MEMO_PROGRAMS = frozenset((MEMO_PROGRAM, NEWER_MEMO_PROGRAM))  # that carry commands
MEMO_V1_PROGRAM = Pubkey.from_string("Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo")
COMPUTE_BUDGET_PROGRAM = Pubkey.from_string("ComputeBudget111111111111111111111111111111")
SYSTEM_PROGRAM = Pubkey.from_string("11111111111111111111111111111111")
LIGHTHOUSE_PROGRAM = Pubkey.from_string("L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95")

ADDRESS_BYTES = 32
ADDRESS_TEXT_MAX = 44
DERIVED_CACHE_MAX = 65_536


def to_base58(address: bytes) -> str:
    """Return the base58 text of 32 bytes; other lengths raise ValueError."""
    if len(address) != ADDRESS_BYTES:
        raise ValueError("an address has 32 bytes")
    return str(Pubkey(address))


def from_base58(text: str) -> bytes:
    """Return the 32 bytes that `text` spells; anything else raises ValueError."""
    if not 32 <= len(text) <= ADDRESS_TEXT_MAX:
        raise ValueError("an address is 32 to 44 base58 characters")
    try:
        return bytes(Pubkey.from_string(text))
    except ValueError as error:
        raise ValueError("not base58 of 32 bytes") from error


def _u32(number: int) -> bytes:
    return number.to_bytes(4, "little")


def _u64(number: int) -> bytes:
    return number.to_bytes(8, "little")


@lru_cache(maxsize=DERIVED_CACHE_MAX)
def derive(exchange: bytes, *seeds: bytes) -> bytes:
    """Return the program-derived address of `seeds` under the exchange address."""
    address, _bump = Pubkey.find_program_address(list(seeds), Pubkey(exchange))
    return bytes(address)


def market(exchange: bytes, market_id: int) -> bytes:
    """Return the address of a market."""
    return derive(exchange, b"market", _u32(market_id))


def margin_account(exchange: bytes, owner: bytes, account_id: int) -> bytes:
    """Return the address of a margin account."""
    return derive(exchange, b"margin_account", owner, _u32(account_id))


def lp_account(exchange: bytes, owner: bytes) -> bytes:
    """Return the address of an owner's legacy LP account."""
    return derive(exchange, b"lp_account", owner)


def lp_position(exchange: bytes, owner: bytes, lp_position_id: int) -> bytes:
    """Return the address of an LP position."""
    return derive(exchange, b"lp_position", owner, _u64(lp_position_id))


def settlement_request(exchange: bytes, owner: bytes, request_id: int) -> bytes:
    """Return the address of a settlement request."""
    return derive(exchange, b"settlement_request", owner, _u64(request_id))


def stake(exchange: bytes, owner: bytes) -> bytes:
    """Return the address of an owner's stake account."""
    return derive(exchange, b"stake", owner)


def quarantined_deposit(exchange: bytes, owner: bytes, deposit_id: int) -> bytes:
    """Return the address of a deposit in quarantine."""
    return derive(exchange, b"quarantined_deposit", owner, _u64(deposit_id))


def state_root(exchange: bytes) -> bytes:
    """Return the address under which an exchange's state roots are found on the chain."""
    return derive(exchange, b"state_root")


@lru_cache(maxsize=DERIVED_CACHE_MAX)
def token_account(owner: bytes, mint: bytes) -> bytes:
    """Return the associated token account of `owner` for a mint of the SPL Token program."""
    address, _bump = Pubkey.find_program_address(
        [owner, bytes(TOKEN_PROGRAM), mint], ASSOCIATED_TOKEN_PROGRAM
    )
    return bytes(address)
