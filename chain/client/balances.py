"""Balances of a wallet, read from the chain node."""

import base64

from chain.client.addresses import TOKEN_PROGRAM, to_base58, token_account
from chain.client.errors import ChainError
from chain.client.rpc import Rpc

_OWNER_OFFSET = 32
_AMOUNT_OFFSET = 64
_HOLDING_BYTES = 40  # owner and amount
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


async def token_holders(rpc: Rpc, mint: bytes) -> dict[bytes, int]:
    """Return the raw balance of every wallet that holds some of a mint, in all its accounts."""
    found = await rpc.read(
        "getProgramAccounts",
        [
            str(TOKEN_PROGRAM),
            {
                "commitment": "confirmed",
                "encoding": "base64",
                "filters": [
                    {"dataSize": _TOKEN_ACCOUNT_BYTES},
                    {"memcmp": {"offset": 0, "bytes": to_base58(mint)}},
                ],
                "dataSlice": {"offset": _OWNER_OFFSET, "length": _HOLDING_BYTES},
            },
        ],
    )
    holders: dict[bytes, int] = {}
    try:
        for row in found:
            data = base64.b64decode(row["account"]["data"][0], validate=True)
            if len(data) != _HOLDING_BYTES:
                raise ValueError("not the slice that was asked for")
            owner, amount = data[:32], int.from_bytes(data[32:], "little")
            if amount:
                holders[owner] = holders.get(owner, 0) + amount
    except (KeyError, TypeError, ValueError, IndexError) as error:
        details = {"method": "getProgramAccounts", "reason": "unexpected answer"}
        raise ChainError("NODE_UNAVAILABLE", details) from error
    return holders
