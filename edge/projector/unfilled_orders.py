"""Deletes ended prediction orders that never had a fill, so that quotes do not fill the disk.

A maker cancels nearly every quote. Orders with a fill, trades and payouts are history and stay.
"""

import asyncio
import logging

from edge.http.limits import (
    UNFILLED_ORDER_KEPT_S,
    UNFILLED_ORDERS_BATCH,
    UNFILLED_ORDERS_PAUSE_S,
    UNFILLED_ORDERS_PERIOD_S,
)
from edge.store.pool import TROUBLE, Store
from engine.sequencer import Sequencer

log = logging.getLogger("acre.projector")


class UnfilledOrderPruner:
    """Deletes old ended orders without a fill until cancelled."""

    def __init__(self, store: Store, sequencer: Sequencer) -> None:
        self._store = store
        self._sequencer = sequencer

    async def run(self) -> None:
        """Delete batches, with a rest where nothing is left; the next one repeats what failed."""
        while True:
            count = 0
            try:
                count = await self.prune()
            except TROUBLE as error:
                log.warning("unfilled_orders_not_deleted", extra={"error": repr(error)})
            is_full = count == UNFILLED_ORDERS_BATCH
            await asyncio.sleep(UNFILLED_ORDERS_PAUSE_S if is_full else UNFILLED_ORDERS_PERIOD_S)

    async def prune(self) -> int:
        """Delete the oldest orders that are past their time and return how many, bounded."""
        before_s = self._sequencer.exchange.now_s - UNFILLED_ORDER_KEPT_S
        values = (before_s, UNFILLED_ORDERS_BATCH)
        return int(await self._store.value("projection.forget_unfilled_orders", *values))
