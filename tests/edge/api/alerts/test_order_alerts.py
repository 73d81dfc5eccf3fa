"""Alerts of waiting orders: filled, deferred, ended; each told once, across restarts too."""

from edge.api.alerts import watch
from tests.edge.api.alerts.test_alerts import price, reported
from tests.edge.api.orders.test_orders_path import BUY, act, place
from tests.edge.api.profile.test_profile import owner

E8 = 10**8
START_E8 = 300 * E8


def in_short(events: list[dict]) -> list[tuple]:
    return [(e["orderId"], e["orderEvent"], e.get("orderText")) for e in reversed(events)]


async def test_what_happens_to_orders_is_told_once(service, monkeypatch):
    wallet = await service.trader()
    one = await owner(service, wallet)
    await place(service, wallet, BUY)  # before the alert: its placing is nothing to tell
    (alert,) = (await one.post("alerts", {"kind": "orders"}))["alerts"]
    assert (alert["kind"], alert["isActive"]) == ("orders", True)
    await place(service, wallet, {**BUY, "acceptablePrice": str(300 * E8)})
    await place(service, wallet, BUY)
    await act(service, wallet, "cancel-perp-order", {"marginAccountId": 0, "orderId": 3})
    assert await reported(service, one) == []
    await price(service, START_E8)
    found = [
        (2, "deferred", "The fill would be worse than the limit price"),
        (1, "filled", None),
    ]
    monkeypatch.setattr(watch, "ALERT_BATCH", 1)
    assert sorted(in_short(await reported(service, one))) == sorted(found)
    soon = service.context.now_s() + 60
    await place(service, wallet, {**BUY, "expiresAt": soon})
    await service.world.advance(120)
    expected = [*found, (4, "ended", "The order expired")]
    assert sorted(in_short(await reported(service, one)), key=str) == sorted(expected, key=str)
    assert len(await reported(service, one)) == 3
