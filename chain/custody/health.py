"""Health of custody, for alarms."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.custody.compared import Compared
from engine.core.views import SettlementRequestView
from engine.schema.enums import RequestState


@dataclass(slots=True)
class PayoutCounts:
    """Open settlement requests at the settler's last look, and those paid since its start."""

    pending: int = 0
    payable: int = 0
    authorised: int = 0
    oldest_maturity_s: int | None = None  # of those that are payable or authorised
    paid: int = 0

    def look(self, requests: Sequence[SettlementRequestView]) -> None:
        """Count the open requests, which come oldest maturity first."""
        states = Counter(request.state for request in requests)
        self.pending = states[RequestState.PENDING]
        self.payable = states[RequestState.PAYABLE]
        self.authorised = states[RequestState.AUTHORISED]
        waiting = (one.maturity_s for one in requests if one.state != RequestState.PENDING)
        self.oldest_maturity_s = next(waiting, None)


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
    payouts: PayoutCounts = field(default_factory=PayoutCounts)

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
