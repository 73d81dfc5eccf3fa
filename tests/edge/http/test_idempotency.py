"""Idempotency keys: whatever comes at the same time, a key takes effect once."""

import asyncio

import pytest

from edge.http.errors import ApiError
from edge.http.limits import IDEMPOTENCY_S
from edge.http.middleware import idempotency
from edge.http.middleware.idempotency import IdempotencyStore
from edge.http.response import WholeResponse
from tests.edge.prediction_world import PATH, open_market, player, wish

KEY = ("wallet", "/path", "key")


def answered(body: bytes) -> WholeResponse:
    return WholeResponse(201, body, {"Content-Type": "text/plain", "Cache-Control": "no-store"})


async def test_after_a_refusal_only_one_of_those_who_waited_goes_first():
    store = IdempotencyStore()
    begun = 0

    async def make(_claim) -> WholeResponse:
        nonlocal begun
        begun += 1
        mine = begun
        await asyncio.sleep(0)
        if mine == 1:
            raise ApiError("MARKET_NOT_OPEN")
        return answered(str(mine).encode())

    answers = await asyncio.gather(
        *(store.serve(KEY, b"{}", make) for _ in range(4)), return_exceptions=True
    )
    assert isinstance(answers[0], ApiError)
    assert [answer.body for answer in answers[1:]] == [b"2"] * 3
    assert begun == 2


async def test_another_body_is_refused_while_the_first_is_being_answered():
    store = IdempotencyStore()
    is_over = asyncio.Event()

    async def make(_claim) -> WholeResponse:
        await is_over.wait()
        return answered(b"first")

    first = asyncio.create_task(store.serve(KEY, b"{}", make))
    await asyncio.sleep(0)
    with pytest.raises(ApiError, match="IDEMPOTENCY_MISMATCH"):
        await store.serve(KEY, b'{"a":1}', make)
    is_over.set()
    assert (await first).body == b"first"


async def test_an_attempt_that_was_given_up_frees_its_key():
    store = IdempotencyStore()

    async def never(_claim) -> WholeResponse:
        await asyncio.Event().wait()
        raise AssertionError

    async def make(_claim) -> WholeResponse:
        return answered(b"second")

    first = asyncio.create_task(store.serve(KEY, b"{}", never))
    await asyncio.sleep(0)
    second = asyncio.create_task(store.serve(KEY, b"{}", make))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).body == b"second"


async def test_an_order_of_a_key_is_placed_once_across_restarts_for_a_day(service):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    path, key = "/markets/1/orders", {"Idempotency-Key": "k\u00e9y \N{CHECK MARK}"}
    first = await alice.post(path, wish(), 201, **key)
    await alice.post("/orders/1/cancel", {}, **key)

    def forget() -> None:
        """As a restart does, or a flood of other keys."""
        object.__setattr__(service.context.gate, "idempotency", IdempotencyStore())

    forget()
    headers = {**alice.headers, **key}
    async with service.client.post(PATH + path, json=wish(), headers=headers) as answer:
        assert (answer.status, answer.headers["Idempotency-Replayed"]) == (201, "true")
        assert answer.headers["Cache-Control"] == "no-store"
        assert await answer.json() == first
    forget()
    assert (await alice.post(path, wish(price=41), 409, **key))["code"] == "IDEMPOTENCY_MISMATCH"
    assert await alice.post(path, wish(), 201, **key) == first
    assert (await bob.post(path, wish(), 201, **key))["order"]["orderId"] == 2
    # a refused one is kept nowhere
    await alice.post(path, wish(price=0), 400, **{"Idempotency-Key": "two"})
    forget()
    second = await alice.post(path, wish(), 201, **{"Idempotency-Key": "two"})
    assert second["order"]["orderId"] == 3
    # after a day the key is free again, and its row is swept
    forget()
    service.wall.s += IDEMPOTENCY_S
    session = await service.login(alice.wallet)
    alice.headers = {"Authorization": f"Bearer {session['accessToken']}"}
    assert (await alice.post(path, wish(), 201, **key))["order"]["orderId"] == 4
    await service.context.sessions.forget_old()
    assert await service.context.store.pool.fetchval("SELECT count(*) FROM idempotent_answer") == 1


async def test_without_the_database_a_key_is_refused_before_anything_is_done(service, monkeypatch):
    await open_market(service)
    alice = await player(service)
    store, path = service.context.store, "/markets/1/orders"
    answered = await alice.post(path, wish(), 201, **{"Idempotency-Key": "before"})

    async def down(*_values):
        raise ConnectionRefusedError

    monkeypatch.setattr(store, "row", down)
    refused = await alice.post(path, wish(), 503, **{"Idempotency-Key": "new"})
    assert refused["code"] == "MAINTENANCE"
    assert await alice.ids() == [1]
    assert await alice.post(path, wish(), 201, **{"Idempotency-Key": "before"}) == answered
    assert (await alice.order())["orderId"] == 2  # without a key nothing is asked of it
    monkeypatch.undo()
    monkeypatch.setattr(store, "rows", down)  # gone between the order and its answer
    await alice.post(path, wish(), 201, **{"Idempotency-Key": "new"})
    assert await alice.ids() == [3, 2, 1]


async def test_the_answers_in_memory_have_a_bound_in_bytes(monkeypatch):
    monkeypatch.setattr(idempotency, "IDEMPOTENCY_BYTES_MAX", 1_000)
    store = IdempotencyStore()

    async def make(_claim) -> WholeResponse:
        return answered(bytes(100))

    for number in range(50):
        await store.serve(("wallet", "/path", str(number)), b"{}", make)
        assert store._bytes <= 1_000
    assert len(store._entries) == 10
    assert store._bytes == sum(entry.size for entry in store._entries.values())
