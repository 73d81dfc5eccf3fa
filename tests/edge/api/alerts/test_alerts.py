"""Alerts: which are set, what they report, and that a restart neither loses nor doubles it."""

import asyncio

import pytest

from edge.api.alerts.watch import AlertWatch
from edge.http.limits import ALERT_EVENTS_MAX, ALERTS_MAX
from engine.core.generated.messages import PostPrint
from tests.edge.api.profile.test_profile import Owner, owner
from tests.edge.prediction_world import open_market

E6, E8 = 10**6, 10**8
DAY_S = 86_400
START_E8 = 300 * E8


def watch_of(service) -> AlertWatch:
    return AlertWatch(service.context.store, service.context.sequencer)


async def price(service, price_e8: int, market_id: int = 1) -> None:
    """Post the print of the next day."""
    now_s = service.context.now_s()
    midnight_s = (now_s // DAY_S + 1) * DAY_S
    await service.world.advance(midnight_s - now_s + 1)
    await service.context.sequencer.submit(
        PostPrint(market_id=market_id, price_e8=price_e8, published_at_s=midnight_s)
    )
    await service.settle()


async def reported(service, one: Owner) -> list[dict]:
    """Let the alerts be evaluated once; the events without id, time and null fields."""
    await service.settle()
    await watch_of(service).step()
    events = (await one.get("alerts"))["events"]
    kept = [{k: v for k, v in event.items() if v is not None} for event in events]
    return [{k: v for k, v in e.items() if k not in ("id", "timestamp", "isRead")} for e in kept]


async def test_a_price_alert_fires_once_at_the_first_price_at_or_beyond_it(service):
    one = await owner(service)
    level = str(START_E8 + 2 * E8)
    body = await one.post("alerts", {"kind": "price", "marketId": 1, "price": level})
    assert [(a["kind"], a["price"], a["isActive"]) for a in body["alerts"]] == [
        ("priceAbove", level, True)
    ]
    await price(service, START_E8 + 2 * E8 - 1)
    assert await reported(service, one) == []
    await price(service, START_E8 + 2 * E8)
    event = {"kind": "priceAbove", "marketId": 1, "price": level, "indexPrice": level}
    assert await reported(service, one) == [event]
    await price(service, START_E8 + 3 * E8)
    assert await reported(service, one) == [event]
    (alert,) = (await one.get("alerts"))["alerts"]
    assert not alert["isActive"]


async def test_a_price_alert_below_ignores_prices_from_before_it_was_set(service):
    one = await owner(service)
    await price(service, START_E8 - 5 * E8)
    await price(service, START_E8)
    body = {"kind": "price", "marketId": 1, "price": str(START_E8 - 3 * E8)}
    await one.post("alerts", body)
    assert await reported(service, one) == []
    await price(service, START_E8 - 3 * E8)
    assert [event["kind"] for event in await reported(service, one)] == ["priceBelow"]
    # set again it is active again
    await price(service, START_E8)
    await one.post("alerts", body)
    await price(service, START_E8 - 4 * E8)
    assert len(await reported(service, one)) == 2


@pytest.mark.parametrize(("change_e8", "fires"), [(299_999_999, False), (300_000_000, True)])
async def test_a_move_counts_from_its_exact_size(service, change_e8, fires):
    one = await owner(service)
    await one.post("alerts", {"kind": "priceMove", "marketId": 1, "moveBp": 100})
    await price(service, START_E8 - change_e8)
    events = await reported(service, one)
    assert events == ([{"kind": "priceMove", "marketId": 1, "moveBp": -100}] if fires else [])


async def test_each_move_is_reported_whatever_the_number_of_steps_between(service):
    one = await owner(service)
    await one.post("alerts", {"kind": "priceMove", "marketId": 1, "moveBp": 50})
    for dollars in (303, 303, 300, 306):
        await price(service, dollars * E8)
    assert [event["moveBp"] for event in await reported(service, one)] == [200, -99, 100]
    assert len(await reported(service, one)) == 3


async def test_health_is_reported_when_it_falls_below_and_again_after_it_was_back(service):
    wallet = await service.trader(1_000 * E6)
    one = await owner(service, wallet)
    await service.trade(wallet, 20 * E6)
    view = (await service.get(f"{one.path.removesuffix('/profile')}/margin-accounts"))["info"][0]
    level = float(view["healthRatio"]) - 0.2
    body = {"kind": "healthBelow", "marginAccountId": 0, "health": f"{level:.6f}"}
    await one.post("alerts", body)
    assert await reported(service, one) == []
    for dollars in (295, 290):
        await price(service, dollars * E8)
    (event,) = await reported(service, one)
    assert event["kind"] == "healthBelow"
    assert float(event["healthNow"]) < level
    assert len(await reported(service, one)) == 1
    for dollars in (295, 300):
        await price(service, dollars * E8)
    assert len(await reported(service, one)) == 1
    for dollars in (295, 290):
        await price(service, dollars * E8)
    assert len(await reported(service, one)) == 2
    assert (await one.get("alerts"))["alerts"][0]["isActive"]


async def test_a_question_is_reported_so_long_before_it_closes(service):
    one = await owner(service)
    question = await open_market(service, lasts_s=2 * DAY_S)
    body = {"kind": "questionClosing", "predictionMarketId": question, "leadS": DAY_S}
    await one.post("alerts", body)
    await service.world.advance(DAY_S - 60)
    assert await reported(service, one) == []
    await service.world.advance(120)
    fired = {"kind": "questionClosing", "predictionMarketId": question, "leadS": DAY_S}
    assert await reported(service, one) == [fired]
    assert await reported(service, one) == [fired]
    await one.post("alerts", body, 400)


async def test_payouts_that_settle_later_are_reported_each_once(service):
    one = await owner(service)
    store = service.context.store

    async def request(request_id: int, state: int) -> None:
        await store.pool.execute(
            "INSERT INTO settlement_request (owner, request_id, kind, mint, amount_e6, tip_e6, "
            "maturity_s, state) VALUES ($1, $2, 0, 0, $3, 0, 0, $4) "
            "ON CONFLICT (owner, request_id) DO UPDATE SET state = EXCLUDED.state",
            bytes(one.wallet.pubkey()), request_id, request_id * E6, state,
        )  # fmt: skip

    for request_id, state in ((1, 3), (2, 0), (3, 3), (4, 1)):
        await request(request_id, state)
    await one.post("alerts", {"kind": "paid"})
    await one.post("alerts", {"kind": "paid"})
    assert len((await one.get("alerts"))["alerts"]) == 1
    assert await reported(service, one) == []

    def paid(*ids: int) -> list[dict]:
        return [
            {"kind": "paid", "settlementRequestId": i, "amount": str(i * E6)} for i in reversed(ids)
        ]

    await request(4, 3)
    await request(6, 3)
    await request(5, 0)
    assert await reported(service, one) == paid(4, 6)
    await request(2, 3)
    assert await reported(service, one) == paid(4, 6, 2)
    await request(5, 3)
    await request(7, 3)
    assert await reported(service, one) == paid(4, 6, 2, 5, 7)
    assert await reported(service, one) == paid(4, 6, 2, 5, 7)


async def test_an_event_is_written_once_by_two_watches(service):
    one = await owner(service)
    await one.post("alerts", {"kind": "price", "marketId": 1, "price": str(START_E8 + E8)})
    await one.post("alerts", {"kind": "priceMove", "marketId": 1, "moveBp": 1})
    await price(service, START_E8 + 2 * E8)
    await asyncio.gather(watch_of(service).step(), watch_of(service).step())
    assert len(await reported(service, one)) == 2


async def test_events_and_alerts_are_bounded_and_read_ones_stay_read(service):
    one = await owner(service)
    limit = {"kind": "price", "marketId": 1}
    for place in range(ALERTS_MAX):
        await one.post("alerts", {**limit, "price": str(START_E8 + E8 + place)})
    body = await one.post("alerts", {**limit, "price": str(START_E8 + 2 * E8)}, 409)
    assert body["code"] == "TOO_MANY_ALERTS"
    first = (await one.get("alerts"))["alerts"][-1]
    assert len((await one.post("alerts/remove", {"alertId": first["id"]}))["alerts"]) == 49
    await one.post("alerts", {"kind": "priceMove", "marketId": 1, "moveBp": 1})
    await price(service, START_E8 + 2 * E8)
    await reported(service, one)
    for place in range(ALERT_EVENTS_MAX - 40):
        await price(service, START_E8 + (place % 2) * E8)
    await reported(service, one)
    body = await one.get("alerts")
    assert len(body["events"]) == ALERT_EVENTS_MAX == body["unread"]
    body = await one.post("alerts/read", {"eventId": body["events"][3]["id"]})
    assert body["unread"] == 3
    assert [event["isRead"] for event in body["events"][:5]] == [False, False, False, True, True]
    body = await one.post("alerts/read", {"eventId": 0})
    assert body["unread"] == 3
    body = await one.post("alerts/read", {"eventId": 2**63 - 1})
    assert body["unread"] == 0


SOME_ALERTS = """
INSERT INTO alert (owner, kind, subject_id, level, created_at_s, since_seq, pending, is_armed)
SELECT decode(lpad(to_hex(one), 64, '0'), 'hex'), kind, one % 3 + 1, one, 0, 0, '{}', TRUE
FROM generate_series(1, 3000) AS one CROSS JOIN generate_series(1, 3) AS kind
"""


@pytest.mark.parametrize(("name", "scans"), [("fire_prices", 2), ("fire_moves", 1)])
async def test_only_the_alerts_that_a_price_reaches_are_read(service, name, scans):
    store = service.context.store
    async with store.pool.acquire() as connection, connection.transaction():
        await connection.execute(SOME_ALERTS)
        await connection.execute("ANALYZE alert")
        for other in ("seqscan", "mergejoin", "hashjoin"):  # good for so few alerts
            await connection.execute(f"SET LOCAL enable_{other} = off")
        plan = await connection.fetch("EXPLAIN " + store.queries[f"alerts.{name}"], 1, 2, 1_000)
    conditions = [row[0] for row in plan if "Index Cond: ((kind = " in row[0]]
    assert len(conditions) == scans
    assert all("(level " in condition for condition in conditions)
