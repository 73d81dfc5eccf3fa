"""Balances of a wallet, read from the chain node."""

from chain.addresses import TOKEN_PROGRAM, token_account
from chain.rpc import Rpc

_AMOUNT_OFFSET = 64
_TOKEN_ACCOUNT_BYTES = 165


async def sol_balance(rpc: Rpc, owner: bytes) -> int:
    """Return the lamports (`_e9`) of a wallet, 0 for one never seen."""
    return await rpc.balance(owner)


async def token_balance(
    rpc: Rpc, owner: bytes, mint: bytes, commitment: str = "confirmed"
) -> int | None:
    """Return the raw balance of the owner's associated token account, None without one."""
    balance = await token_balance_at(rpc, owner, mint, commitment)
    return None if balance is None else balance[0]


async def token_balance_at(
    rpc: Rpc, owner: bytes, mint: bytes, commitment: str = "confirmed"
) -> tuple[int, int] | None:
    """Return (raw balance, slot of the answer), None when there is no such token account."""
    account = await rpc.account(token_account(owner, mint), commitment)
    if account is None or account.owner != str(TOKEN_PROGRAM):
        return None
    if len(account.data) < _TOKEN_ACCOUNT_BYTES or account.data[:32] != mint:
        return None
    raw = account.data[_AMOUNT_OFFSET : _AMOUNT_OFFSET + 8]
    return int.from_bytes(raw, "little"), account.slot
