"""The service while the disk of its journal is full: it reads, refuses commands, and continues."""

import asyncio
import re

import pytest

from engine.sequencer import sequencer as sequencing
from tests.edge.http.test_refusal_details import ORDER
from tests.edge.prediction_world import PATH, ledger, open_market, player, wish
from tests.edge.service_world import text_of
from tests.edge.streams.test_stream import listening
from tests.engine.sequencer.factories import JournalDisk

SENTENCE = (
    "The exchange takes no commands at the moment; this one was not recorded. Reading continues"
)
EXPRESS = "/express/v1"


@pytest.fixture
def disk(monkeypatch):
    monkeypatch.setattr(sequencing, "ROOM_PAUSE_FIRST_S", 0.01)
    monkeypatch.setattr(sequencing, "ROOM_PAUSE_MAX_S", 0.01)
    return JournalDisk(monkeypatch)


@pytest.fixture(autouse=True)
def fresh_metrics(monkeypatch):
    monkeypatch.setattr("edge.core.app.METRICS_AGE_S", 0.0)


async def metric(service) -> float:
    async with service.client.get("/metrics") as answer:
        text = await answer.text()
    return float(re.findall(r"^acre_journal_full_seconds (\S+)$", text, re.MULTILINE)[0])


async def refused(service, alice, path: str, body: dict, **headers: str) -> None:
    sent = {**alice.headers, **headers}
    async with service.client.post(PATH + path, json=body, headers=sent) as answer:
        assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
        body = await answer.json()
        assert (body["code"], body["message"]) == ("MAINTENANCE", SENTENCE)


async def room(service) -> None:
    async with asyncio.timeout(30):
        while service.context.sequencer.journal_full_s:  # noqa: ASYNC110 - a disk, no event
            await asyncio.sleep(0.01)


async def test_orders_are_refused_and_everything_else_is_served(service, disk):
    await open_market(service)
    alice = await player(service)
    resting = await alice.order()
    trader = text_of(await service.trader())
    assert await metric(service) == 0
    before, sequence = ledger(service, alice), service.context.sequencer.sequence
    disk.fill(service.context.sequencer)

    key = {"Idempotency-Key": "once"}
    for _ in range(3):
        await refused(service, alice, "/markets/1/orders", wish(contracts=3), **key)
    cancel = f"/orders/{resting['orderId']}/cancel"
    await refused(service, alice, cancel, {})
    assert ledger(service, alice) == before
    assert service.context.sequencer.sequence == sequence

    assert await alice.ids() == [resting["orderId"]]  # reads
    await service.get(f"{PATH}/markets/1")
    await service.post(f"/api/v1/user/{trader}/quote/modify-position", ORDER)  # quotes
    async with listening(service) as listener:  # streams
        await listener.say(op="subscribe", channels=["orderBook:1"])
        await listener.hear("snapshot", "orderBook:1")

    assert (await service.get(f"{EXPRESS}/status"))["status"] == "degraded"  # alarms
    unready = await service.get(f"{EXPRESS}/ready", 503)
    assert unready["details"] == {"failed": ["journal"]}
    assert await metric(service) > 0

    disk.is_full = False
    await room(service)
    assert (await service.get(f"{EXPRESS}/ready"))["journal"] == "ok"
    assert await metric(service) == 0
    again = await alice.post("/markets/1/orders", wish(contracts=3), 201, **key)
    assert again["order"]["contracts"] == 3
    repeated = await alice.post("/markets/1/orders", wish(contracts=3), 201, **key)
    assert repeated == again
    assert sorted(await alice.ids()) == sorted([resting["orderId"], again["order"]["orderId"]])
    assert await alice.cancel(resting["orderId"]) == "canceled"
