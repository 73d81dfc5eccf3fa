"""`Reconciler`: what is in the vault against what the engine owes, exactly, at one moment.

Vault at the followed slot = balance at a finalized slot + changes the follower saw since. The
engine lags by the payouts that have left the vault and are not yet recorded. A difference in
several comparisons running, of whatever size, is an alarm and stops outflows.

Only collateral is compared: the engine's view of the exchange states no claims in ACRE tokens.
"""

import asyncio
import logging
from typing import Final

from chain.balances import token_balance_at
from chain.custody.attempt import attempt
from chain.custody.payout import RequestKey
from chain.facts import MINT_COLLATERAL, ChainFacts
from chain.follower.follower import Follower
from chain.rpc import SIGNATURES_PER_CALL_MAX, Rpc
from chain.wallet import signature_text
from engine.core.views import SettlementRequestView
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

AUTHORISED: Final = 2
CONFIRMATIONS: Final = 3


class Reconciler:
    """`difference_e6` = vault - claims (None before the first comparison)."""

    def __init__(
        self,
        rpc: Rpc,
        sequencer: Sequencer,
        follower: Follower,
        facts: ChainFacts,
        period_s: float = 2.0,
    ) -> None:
        self._rpc = rpc
        self._sequencer = sequencer
        self._follower = follower
        self._facts = facts
        self._period_s = period_s
        self._differing = 0
        self.difference_e6: int | None = None
        self.vault_balance_e6: int | None = None
        self.checked_slot = 0

    @property
    def is_alarmed(self) -> bool:
        """True when several comparisons running found a difference: no outflows then."""
        return self._differing >= CONFIRMATIONS

    def may_pay(self) -> bool:
        """Outflows go on unless the vault does not match the claims."""
        return not self.is_alarmed

    async def run(self) -> None:
        """Compare for ever."""
        trouble_s = 0.0
        while True:
            trouble_s = await attempt("reconciler", self.compare, trouble_s)
            await asyncio.sleep(max(self._period_s, trouble_s))

    async def compare(self) -> int | None:
        """Compare once; None while the follower has not passed the finalized slot."""
        read = await token_balance_at(
            self._rpc, self._facts.vault_authority, self._facts.collateral_mint, "finalized"
        )
        landed = await self._landed_payouts()
        if read is None:
            return None
        balance_e6, slot = read
        followed = self._follower.followed_slot
        flows = self._follower.vault_flows
        is_covered = self._follower.first_slot <= slot + 1 and (
            len(flows) < (flows.maxlen or 0) or flows[0][0] <= slot
        )
        if followed < slot or not is_covered:
            return None
        vault_e6 = balance_e6 + sum(
            delta for at, mint, delta in flows if mint == MINT_COLLATERAL and at > slot
        )
        exchange = self._sequencer.exchange
        claims_e6 = exchange.exchange_view(self._sequencer.clock.now_s()).balance_e6
        in_flight_e6 = sum(
            request.amount_e6
            for request in self._authorised()
            if landed.get((request.owner, request.request_id), followed + 1) <= followed
        )
        self._note(vault_e6, vault_e6 - (claims_e6 - in_flight_e6), followed)
        return self.difference_e6

    def _authorised(self) -> list[SettlementRequestView]:
        return [
            request
            for request in self._sequencer.exchange.open_settlement_requests()
            if request.state == AUTHORISED
            and request.payout_signature is not None
            and request.mint == MINT_COLLATERAL
        ][:SIGNATURES_PER_CALL_MAX]

    async def _landed_payouts(self) -> dict[RequestKey, int]:
        """Return the slot of each authorised payout that succeeded on chain."""
        requests = self._authorised()
        texts = [signature_text(request.payout_signature or b"") for request in requests]
        statuses = await self._rpc.signature_statuses(texts)
        return {
            (request.owner, request.request_id): int(status["slot"])
            for request, status in zip(requests, statuses, strict=True)
            if status is not None and status.get("err") is None
        }

    def _note(self, vault_e6: int, difference_e6: int, slot: int) -> None:
        self._differing = self._differing + 1 if difference_e6 else 0
        self.difference_e6 = difference_e6
        self.vault_balance_e6 = vault_e6
        self.checked_slot = slot
        if self.is_alarmed:
            log.error("vault_difference", extra={"difference_e6": difference_e6, "slot": slot})
