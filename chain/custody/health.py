"""Health of custody, for alarms."""

from dataclasses import dataclass, field

from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.custody.compared import Compared


@dataclass(slots=True)
class CustodyHealth:
    """Amounts by mint, in raw units; written by the reconciler and the watch of the allowance."""

    vault_e6: dict[int, int] = field(default_factory=dict)  # empty: not compared yet
    compared: Compared | None = None  # the last comparison; None: there was none
    difference_e6: dict[int, int] = field(default_factory=dict)  # vault - claims - accepted
    is_stopped: bool = False
    is_late: bool = False  # nothing could be compared for long
    allowance_e6: dict[int, int] = field(default_factory=dict)  # empty: without a limit
    is_allowance_low: bool = False
    runway: dict[str, int] = field(default_factory=dict)  # of the fee payer, as gauges
    is_runway_low: bool = False

    @property
    def public(self) -> Compared | None:
        """Return the last comparison while it is of this minute."""
        return None if self.is_late else self.compared

    def vault_balance_e6(self, mint: int) -> int | None:
        """Return the vault's balance at the last compared slot; None: not compared yet."""
        return self.vault_e6.get(mint)

    @property
    def is_alarmed(self) -> bool:
        """True when the operator must act."""
        is_vault_alarmed = self.is_stopped or self.is_late or any(self.difference_e6.values())
        return is_vault_alarmed or self.is_allowance_low or self.is_runway_low

    def gauges(self) -> dict[str, int]:
        """Return the figures for `/metrics` by name."""
        return {
            "vault_difference_collateral": self.difference_e6.get(MINT_COLLATERAL, 0),
            "vault_difference_token": self.difference_e6.get(MINT_TOKEN, 0),
            "outflows_stopped": int(self.is_stopped),
            "vault_not_compared": int(self.is_late),
            "allowance_low": int(self.is_allowance_low),
            "runway_low": int(self.is_runway_low),
            **self.runway,
            **(
                {
                    "allowance_collateral": self.allowance_e6.get(MINT_COLLATERAL, 0),
                    "allowance_token": self.allowance_e6.get(MINT_TOKEN, 0),
                }
                if self.allowance_e6
                else {}
            ),
        }
