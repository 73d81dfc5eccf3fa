"""Chain facts of the exchange, shared by the whole chain layer."""

from dataclasses import dataclass
from typing import Self

from chain.client.addresses import token_account
from engine.core.views import ExchangeView
from engine.schema.enums import Mint

MINT_NONE: int = Mint.NONE
MINT_COLLATERAL: int = Mint.COLLATERAL
MINT_TOKEN: int = Mint.TOKEN
TOKEN_DECIMALS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainFacts:
    """Chain name of the memos, genesis hash, exchange address, mints and vault authority."""

    chain_name: str
    genesis: bytes
    exchange: bytes
    vault_authority: bytes
    collateral_mint: bytes
    token_mint: bytes
    start_slot: int = 0  # no block before it can concern the exchange

    @classmethod
    def of_exchange(cls, view: ExchangeView, chain_name: str) -> Self:
        """Take the facts from the engine, which has them from its first command."""
        return cls(
            chain_name=chain_name,
            genesis=view.chain_genesis,
            exchange=view.address,
            vault_authority=view.vault_authority,
            collateral_mint=view.collateral_mint,
            token_mint=view.token_mint,
        )

    @property
    def collateral_vault(self) -> bytes:
        """Token account that holds all collateral."""
        return token_account(self.vault_authority, self.collateral_mint)

    @property
    def token_vault(self) -> bytes:
        """Token account that holds all ACRE tokens in custody."""
        return token_account(self.vault_authority, self.token_mint)

    def mint_address(self, mint: int) -> bytes:
        """Return the mint of the engine's number for it (1 collateral, 2 ACRE token)."""
        assert mint in (MINT_COLLATERAL, MINT_TOKEN), mint
        return self.collateral_mint if mint == MINT_COLLATERAL else self.token_mint

    def mint_number(self, mint: bytes) -> int:
        """Return the engine's number of a mint; 0 for a mint that is not ours."""
        if mint == self.collateral_mint:
            return MINT_COLLATERAL
        return MINT_TOKEN if mint == self.token_mint else MINT_NONE
