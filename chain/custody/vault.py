"""The vault's two token accounts as the chain has them: balance, delegate, allowance."""

from dataclasses import dataclass
from typing import Final

from chain.client.addresses import TOKEN_PROGRAM, token_account
from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN, ChainFacts
from chain.client.rpc import Account, Rpc

MINT_NAMES: Final = {MINT_COLLATERAL: "collateral", MINT_TOKEN: "token"}
_BYTES: Final = 165


@dataclass(frozen=True, slots=True, kw_only=True)
class VaultAccount:
    """One token account of the vault at a slot; amounts are raw units."""

    balance_e6: int
    owner: bytes
    delegate: bytes | None
    allowance_e6: int
    slot: int

    def allowance_of_e6(self, delegate: bytes) -> int:
        """Return the remaining delegated amount of a key."""
        return self.allowance_e6 if self.delegate == delegate else 0


async def vault_account(
    rpc: Rpc, facts: ChainFacts, mint: int, commitment: str = "confirmed"
) -> VaultAccount | None:
    """Read the vault's account of a mint (1 collateral, 2 ACRE token); None if there is none."""
    mint_address = facts.mint_address(mint)
    address = token_account(facts.vault_authority, mint_address)
    return parse_vault_account(await rpc.account(address, commitment), mint_address)


def parse_vault_account(account: Account | None, mint: bytes) -> VaultAccount | None:
    """Read the fields of SPL Token's account layout; None for anything else."""
    if account is None or account.owner != str(TOKEN_PROGRAM) or len(account.data) != _BYTES:
        return None
    data = account.data
    if data[:32] != mint:
        return None
    has_delegate = int.from_bytes(data[72:76], "little") == 1
    return VaultAccount(
        balance_e6=int.from_bytes(data[64:72], "little"),
        owner=data[32:64],
        delegate=data[76:108] if has_delegate else None,
        allowance_e6=int.from_bytes(data[121:129], "little") if has_delegate else 0,
        slot=account.slot,
    )
