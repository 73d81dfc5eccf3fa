"""Deletes ended prediction orders that never had a fill, so that quotes do not fill the disk.

A maker cancels nearly every quote. Orders with a fill, trades and payouts are history and stay.
"""

import logging

from chain.worker import Worker
from edge.http.limits import (
    UNFILLED_ORDER_KEPT_S,
    UNFILLED_ORDERS_BATCH,
    UNFILLED_ORDERS_PAUSE_S,
    UNFILLED_ORDERS_PERIOD_S,
)
from edge.store.pool import DATABASE_ERRORS, Store
from engine.sequencer import Sequencer

log = logging.getLogger("acre.projector")


class UnfilledOrderPruner:
    """Deletes old ended orders without a fill until cancelled."""

    def __init__(self, store: Store, sequencer: Sequencer) -> None:
        self._store = store
        self._sequencer = sequencer
        self._is_full = False  # of the last batch
        self.worker = Worker("unfilled_orders", self.prune, self._period_s, DATABASE_ERRORS)

    def _period_s(self) -> float:
        """Return the pause after a batch, long where nothing is left."""
        return UNFILLED_ORDERS_PAUSE_S if self._is_full else UNFILLED_ORDERS_PERIOD_S

    async def prune(self) -> int:
        """Delete the oldest orders that are past their time and return how many, bounded."""
        before_s = self._sequencer.exchange.now_s - UNFILLED_ORDER_KEPT_S
        values = (before_s, UNFILLED_ORDERS_BATCH)
        self._is_full = False
        count = int(await self._store.value("projection.forget_unfilled_orders", *values))
        self._is_full = count == UNFILLED_ORDERS_BATCH
        return count
