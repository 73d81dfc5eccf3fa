"""Alerts in PostgreSQL: a wallet's own, never journaled."""

from collections.abc import Mapping
from typing import Any

from edge.api.alerts.kinds import AlertKind, Target
from edge.http.errors import ApiError
from edge.http.limits import ALERTS_MAX
from edge.store.pool import Store, Transaction, with_deadline

Row = Mapping[str, Any]


async def read_alerts(store: Store, wallet: bytes) -> list[Row]:
    """Return the alerts of a wallet, newest first."""
    return [*await store.rows("alerts.of_user", wallet)]


async def read_events(store: Store, wallet: bytes) -> tuple[list[Row], int]:
    """Return the events of a wallet, newest first, and the id of the newest one that was read."""
    read_id = await store.value("alerts.read_up_to", wallet)
    return [*await store.rows("alerts.events", wallet)], read_id or 0


async def add_alert(
    store: Store,
    wallet: bytes,
    target: Target,
    now_s: int,
) -> None:
    """Set an alert, or set it again; raise TOO_MANY_ALERTS."""

    async def work(transaction: Transaction) -> None:
        await transaction.run("profile.add_profile", wallet)
        await transaction.row("profile.lock_profile", wallet)  # one writer counts at a time
        count = await transaction.row("alerts.count", wallet)
        assert count is not None
        if count["alerts"] >= ALERTS_MAX:
            raise ApiError("TOO_MANY_ALERTS", details={"max": ALERTS_MAX})
        if target.kind is AlertKind.PAID:
            await transaction.run("alerts.add_payouts", wallet, now_s)
        else:
            kind, subject_id, level, due_s = target
            await transaction.run("alerts.add", wallet, int(kind), subject_id, level, now_s, due_s)

    await with_deadline(store.retried(work))


async def remove_alert(store: Store, wallet: bytes, alert_id: int) -> None:
    """Remove an alert; one that is not there is no error."""
    await store.rows("alerts.remove", wallet, alert_id)


async def mark_read(store: Store, wallet: bytes, event_id: int) -> None:
    """Note the newest event that was read; it never goes back."""
    await store.rows("alerts.set_read", wallet, event_id)
