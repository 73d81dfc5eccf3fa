"""Vault and claims at one slot, as the reconciler compared them last, for the public answer."""

from dataclasses import dataclass, replace

from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.proof.leaves import Claims


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Both sides at the followed slot; payouts that have left the vault by then are not owed."""

    slot: int
    time_s: int  # engine time
    vault_e6: dict[int, int]  # by mint
    claims: Claims

    @property
    def difference_e6(self) -> int:
        """Return by how much collateral in the vault exceeds what is owed of it."""
        return self.vault_e6[MINT_COLLATERAL] - self.claims.collateral_e6


def claims_at_slot(claims: Claims, shift_e6: dict[int, int]) -> Claims:
    """Return the engine's claims, changed by mint by the payouts that it lags or is ahead by."""
    return replace(
        claims,
        unsettled_e6=claims.unsettled_e6 + shift_e6[MINT_COLLATERAL],
        token_e6=claims.token_e6 + shift_e6[MINT_TOKEN],
    )
