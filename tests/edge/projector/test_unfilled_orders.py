"""Ended orders without a fill are deleted after a while; orders with a fill are history."""

from types import SimpleNamespace

from edge.http import limits
from edge.projector import unfilled_orders
from edge.projector.unfilled_orders import UnfilledOrderPruner
from tests.edge.prediction_world import open_market, player


async def kept(service) -> set[int]:
    rows = await service.context.store.pool.fetch("SELECT order_id FROM prediction_order")
    return {row["order_id"] for row in rows}


def pruner_at(service, after_s: int) -> UnfilledOrderPruner:
    now_s = service.context.sequencer.exchange.now_s + after_s
    return UnfilledOrderPruner(
        service.context.store, SimpleNamespace(exchange=SimpleNamespace(now_s=now_s))
    )


async def test_only_old_ended_orders_without_a_fill_go(service):
    market_id = await open_market(service)
    one, other = await player(service), await player(service)
    canceled = [(await one.order(market_id, price=20 + n))["orderId"] for n in range(3)]
    for order_id in canceled:
        await one.post(f"/orders/{order_id}/cancel", {})
    resting = (await one.order(market_id, price=35, contracts=4))["orderId"]
    partly = (await one.order(market_id, price=40, contracts=4))["orderId"]
    taker = (await other.order(market_id, side="no", price=60, contracts=2))["orderId"]
    await one.post(f"/orders/{partly}/cancel", {})
    await service.settle()
    everything = {*canceled, resting, partly, taker}
    assert await kept(service) == everything
    assert await pruner_at(service, limits.UNFILLED_ORDER_KEPT_S - 60).prune() == 0
    later = pruner_at(service, limits.UNFILLED_ORDER_KEPT_S + 60)
    assert await later.prune() == 3
    assert await later.prune() == 0
    assert await kept(service) == {resting, partly, taker}


async def test_a_batch_is_bounded_and_takes_the_oldest(service, monkeypatch):
    monkeypatch.setattr(unfilled_orders, "UNFILLED_ORDERS_BATCH", 2)
    market_id = await open_market(service)
    one = await player(service)
    orders = [(await one.order(market_id, price=20 + n))["orderId"] for n in range(3)]
    for order_id in orders:
        await one.post(f"/orders/{order_id}/cancel", {})
    await service.settle()
    await service.context.store.pool.execute(
        "UPDATE prediction_order SET updated_at_s = updated_at_s - order_id * 10"
    )
    later = pruner_at(service, limits.UNFILLED_ORDER_KEPT_S + 60)
    assert [await later.prune() for _ in range(3)] == [2, 1, 0]
