"""Whether a wallet's associated token account can take a payout."""

from enum import Enum
from typing import Final

from chain.client.addresses import SYSTEM_PROGRAM, TOKEN_PROGRAM, token_account
from chain.client.rpc import Account, Rpc

_TOKEN_ACCOUNT_BYTES: Final = 165
_STATE_OFFSET: Final = 108
_INITIALIZED: Final = 1  # 2 is frozen


class ReceiverState(Enum):
    """On-chain state of an associated token account."""

    USABLE = "usable"
    MISSING = "missing"  # the payout can create it
    UNUSABLE = "unusable"  # given away, frozen, or not a token account of the mint


async def receiver_state(rpc: Rpc, owner: bytes, mint: bytes) -> ReceiverState:
    """Ask the chain about the owner's associated account of a mint."""
    return state_of(await rpc.account(token_account(owner, mint), "confirmed"), owner, mint)


def state_of(account: Account | None, owner: bytes, mint: bytes) -> ReceiverState:
    """Judge an account by program, size, mint, owner and state."""
    if account is None or (account.owner == str(SYSTEM_PROGRAM) and not account.data):
        return ReceiverState.MISSING
    is_usable = (
        account.owner == str(TOKEN_PROGRAM)
        and len(account.data) == _TOKEN_ACCOUNT_BYTES
        and account.data[:32] == mint
        and account.data[32:64] == owner
        and account.data[_STATE_OFFSET] == _INITIALIZED
    )
    return ReceiverState.USABLE if is_usable else ReceiverState.UNUSABLE
