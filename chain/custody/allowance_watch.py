"""Watches what the hot key may still pay: an alarm while it is less than people have asked for."""

import logging
from typing import Final

from chain.client.facts import MINT_COLLATERAL
from chain.client.rpc import Rpc
from chain.custody.custody import Custody
from chain.custody.health import CustodyHealth
from chain.custody.vault import MINT_NAMES
from chain.worker import Worker
from engine.sequencer import Sequencer

log = logging.getLogger(__name__)

PERIOD_S: Final = 30.0


class AllowanceWatch:
    """Withdrawals mature later than they are asked for: the alarm precedes the first wait."""

    def __init__(
        self, rpc: Rpc, sequencer: Sequencer, custody: Custody, health: CustodyHealth
    ) -> None:
        self._rpc = rpc
        self._sequencer = sequencer
        self._custody = custody
        self._health = health
        self.worker = Worker("allowance_watch", self.check, PERIOD_S)

    async def check(self) -> None:
        """Compare the allowance of each mint with all requests that are not settled."""
        view = self._sequencer.exchange.exchange_view(self._sequencer.clock.now_s())
        is_low = False
        for mint, name in MINT_NAMES.items():
            allowance_e6 = await self._custody.remaining_allowance_e6(self._rpc, mint)
            if allowance_e6 is None:
                continue
            self._health.allowance_e6[mint] = allowance_e6
            is_collateral = mint == MINT_COLLATERAL
            asked_e6 = view.unsettled_e6 if is_collateral else view.token_unsettled_e6
            if allowance_e6 < asked_e6:
                is_low = True
                log.error(
                    "allowance_low",
                    extra={
                        "mint": name,
                        "allowance_e6": allowance_e6,
                        "asked_e6": asked_e6,
                    },
                )
        self._health.is_allowance_low = is_low
