"""Looks at what the projector wrote and at the health of accounts, and reports what alerts ask for.

A step reads the rows of the commands since the last one, and writes events and its progress in one
transaction: an event is neither lost nor doubled by a crash.
"""

import asyncio
import logging

from chain.worker import Worker
from edge.http.limits import (
    ALERT_BATCH,
    ALERT_BATCHES_MAX,
    ALERT_EVENTS_MAX,
    ALERT_HEALTH_SLICE,
    ALERT_PERIOD_S,
)
from edge.store.pool import DATABASE_ERRORS, Store, Transaction
from engine.schema.errors import EngineError
from engine.sequencer import Sequencer

log = logging.getLogger("acre.alerts")

_FIRST = (b"", 0)
_SLICE = 50  # accounts that are valued before other work continues


class AlertWatch:
    """Reports events until cancelled."""

    def __init__(self, store: Store, sequencer: Sequencer) -> None:
        self._store = store
        self._sequencer = sequencer
        self._after = _FIRST  # the last health alert that was looked at
        self.worker = Worker("alerts", self.step, ALERT_PERIOD_S, DATABASE_ERRORS)

    async def step(self) -> None:
        """Report what happened since the last step, bounded."""
        for _ in range(ALERT_BATCHES_MAX):
            if not await self._store.retried(self._report):
                break
        await self._look_at_health()

    async def _report(self, transaction: Transaction) -> bool:
        """Report one batch of events; return whether more may be left."""
        span = await transaction.row("alerts.begin")
        if span is None:  # of a new database: nothing was asked for yet
            return bool(await transaction.run("alerts.create"))
        from_seq, to_seq = span["from_seq"], span["to_seq"]
        owners: set[bytes] = set()
        is_full = False

        async def fire(name: str, *values: object) -> None:
            nonlocal is_full
            rows = await transaction.rows(f"alerts.{name}", *values, ALERT_BATCH)
            owners.update(row["owner"] for row in rows)
            is_full |= len(rows) == ALERT_BATCH

        if span["has_price_alerts"] and from_seq < to_seq:
            await fire("fire_prices", from_seq, to_seq)
            await fire("fire_moves", from_seq, to_seq)
        if span["has_order_alerts"] and from_seq < to_seq:
            await fire("fire_orders", from_seq, to_seq)
        now_s = self._sequencer.now_s()
        await fire("fire_closings", now_s)
        await fire("fire_payouts", now_s)
        if from_seq < to_seq and not is_full:
            await transaction.run("alerts.advance", to_seq)
        if owners:
            await transaction.run("alerts.forget_events", list(owners), ALERT_EVENTS_MAX)
        return is_full

    async def _look_at_health(self) -> None:
        """Look at the next accounts with an alert, in turn."""
        rows = await self._store.rows("alerts.of_health", *self._after, ALERT_HEALTH_SLICE)
        is_last = len(rows) < ALERT_HEALTH_SLICE
        self._after = _FIRST if is_last else (rows[-1]["owner"], rows[-1]["alert_id"])
        for place, row in enumerate(rows, start=1):
            health_e12 = self._health_e12(row["owner"], row["subject_id"])
            is_below = health_e12 is not None and health_e12 < row["level"]
            if is_below == row["is_armed"]:
                await self._change(row["owner"], row["alert_id"], health_e12, is_below=is_below)
            if place % _SLICE == 0:
                await asyncio.sleep(0)

    def _health_e12(self, owner: bytes, account_id: int) -> int | None:
        """Return an account's health, None without positions or where it was closed."""
        exchange = self._sequencer.exchange
        try:
            view = exchange.margin_account_view(owner, account_id, self._sequencer.now_s())
        except EngineError:
            return None
        return view.health_ratio_e12

    async def _change(
        self, owner: bytes, alert_id: int, health_e12: int | None, *, is_below: bool
    ) -> None:
        """Report that the health fell below the level, or wait for that again."""
        now_s = self._sequencer.now_s()

        async def work(transaction: Transaction) -> None:
            changed = await transaction.run("alerts.arm", owner, alert_id, not is_below)
            if changed and is_below:
                await transaction.run("alerts.add_health", owner, alert_id, health_e12, now_s)
                await transaction.run("alerts.forget_events", [owner], ALERT_EVENTS_MAX)

        await self._store.retried(work)
