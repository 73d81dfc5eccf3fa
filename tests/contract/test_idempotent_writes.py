"""Idempotency keys over HTTP: whatever comes together or after a crash, a key acts once."""

import asyncio
from dataclasses import replace

import pytest

from edge.http.limits import IDEMPOTENCY_KEY_MAX
from edge.http.middleware.idempotency import IdempotencyStore
from edge.http.route import ROUTES
from edge.store.idempotency_keys import IdempotencyKeys
from tests.contract.answers.parts import EXPRESS, MAIN
from tests.contract.calls import name_of, request_of
from tests.contract.test_every_route import ask
from tests.edge.prediction_world import player, wish
from tests.edge.service_world import text_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

ORDERS = "/markets/1/orders"
PATH = f"{EXPRESS}/predictions{ORDERS}"


async def placed(service, one, body, key: str) -> tuple[int, dict, bool]:
    """Place an order under a key; returns status, body and whether it is a repeat."""
    headers = {**one.headers, "Idempotency-Key": key}
    async with service.client.post(PATH, json=body, headers=headers) as answer:
        is_repeat = answer.headers.get("Idempotency-Replayed") == "true"
        return answer.status, await answer.json(), is_repeat


async def test_writes_take_keys_and_reads_do_not():
    for route in ROUTES:
        is_write = route.method in {"POST", "PUT"} and "/auth/" not in route.path
        is_read = "/quote/" in route.path or route.path.endswith("/acre-infos")
        is_setting = route.path == "/replay-speed"  # sent twice it is set once
        assert route.is_idempotent == (is_write and not is_read and not is_setting), name_of(route)


async def test_a_key_of_64_characters_is_taken_and_a_longer_one_named(inhabited):
    user = text_of(inhabited.doomed)
    path = f"{MAIN}/user/{user}/transaction/create-margin-account"
    service = inhabited.service
    for size, status in ((IDEMPOTENCY_KEY_MAX, 200), (IDEMPOTENCY_KEY_MAX + 1, 400)):
        answer = await service.post(path, {}, status, headers={"Idempotency-Key": "k" * size})
    assert answer["details"] == {"field": "Idempotency-Key"}


async def test_every_write_repeats_its_first_answer(inhabited):
    for route in ROUTES:
        if not route.is_idempotent:
            continue
        what = request_of(inhabited, route)
        headers = {**inhabited.alice.headers, "Idempotency-Key": f"again {route.path}"[:64]}
        status, received, first = await ask(inhabited, what, headers)
        if status >= 400:  # refused before it did anything: nothing is kept
            continue
        assert "Idempotency-Replayed" not in received
        again, repeated, second = await ask(inhabited, what, headers)
        assert (again, second) == (status, first), name_of(route)
        assert repeated["Idempotency-Replayed"] == "true"
        if route.body is not None:
            changed = replace(what, body={**what.body, "zz": 1})
            status, _, found = await ask(inhabited, changed, headers)
            assert (status, found["code"]) == (409, "IDEMPOTENCY_MISMATCH"), name_of(route)


async def test_many_at_once_with_one_key_place_one_order(inhabited):
    service = inhabited.service
    one = await player(service)
    found = await asyncio.gather(*(placed(service, one, wish(), "same") for _ in range(12)))
    assert {status for status, _, _ in found} == {201}
    assert len({body["order"]["orderId"] for _, body, _ in found}) == 1
    assert sum(not is_repeat for _, _, is_repeat in found) == 1
    assert len(await one.ids()) == 1


async def test_of_bodies_that_come_together_one_counts_and_the_others_are_told(inhabited):
    service = inhabited.service
    one = await player(service)
    bodies = [wish(price=2 + number % 3) for number in range(12)]
    found = await asyncio.gather(*(placed(service, one, body, "mixed") for body in bodies))
    won = [body["order"] for status, body, _ in found if status == 201]
    assert len({order["orderId"] for order in won}) == 1
    assert len(won) == 4  # those that said the same as the first
    lost = [body["code"] for status, body, _ in found if status != 201]
    assert lost == ["IDEMPOTENCY_MISMATCH"] * 8
    assert len(await one.ids()) == 1


async def test_a_key_belongs_to_its_wallet_and_path(inhabited):
    service = inhabited.service
    one, two = await player(service), await player(service)
    first, second = await asyncio.gather(
        placed(service, one, wish(), "mine"), placed(service, two, wish(), "mine")
    )
    assert first[1]["order"]["orderId"] != second[1]["order"]["orderId"]
    batch = {"orders": [{**wish(), "marketId": 1}]}
    answer = await one.post("/orders/batch", batch, 200, **{"Idempotency-Key": "mine"})
    assert answer["results"][0]["order"]["orderId"] != first[1]["order"]["orderId"]
    assert len(await one.ids()) == 2
    names = ("create-margin-account", "upgrade-lp-account")
    built = [
        await service.post(
            f"{MAIN}/user/{inhabited.user}/transaction/{name}",
            {},
            headers={"Idempotency-Key": "mine"},
        )
        for name in names
    ]
    assert built[0] != built[1]


@pytest.mark.parametrize("fields", [{}, {"clientOrderId": "crash"}])
async def test_an_order_whose_answer_was_lost_is_the_answer_of_its_key(
    inhabited, monkeypatch, fields
):
    """Ended between the journal and the answer: the key is known, and finds what it did."""
    service = inhabited.service
    one = await player(service)
    body = wish(**fields)

    async def killed(*_values):
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr(IdempotencyKeys, "add", killed)
        status, _, _ = await placed(service, one, body, "crash")
        assert status == 503
    forgotten, remembered = IdempotencyStore(), service.context.gate.idempotency
    object.__setattr__(service.context.gate, "idempotency", forgotten)
    try:
        status, received, _ = await placed(service, one, {**body, "price": 41}, "crash")
        assert (status, received["code"]) == (409, "IDEMPOTENCY_MISMATCH")
        status, received, is_repeat = await placed(service, one, body, "crash")
        assert (status, is_repeat) == (201, True)
        assert received["order"]["clientOrderId"] == fields.get("clientOrderId")
        assert await one.ids() == [received["order"]["orderId"]]
        status, _, _ = await placed(service, one, body, "another")
        assert status == (409 if fields else 201)
    finally:
        object.__setattr__(service.context.gate, "idempotency", remembered)


async def test_a_client_that_timed_out_finds_one_order(inhabited):
    service = inhabited.service
    one = await player(service)
    tasks = [asyncio.create_task(placed(service, one, wish(), "left")) for _ in range(3)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    status, _, _ = await placed(service, one, wish(), "left")
    assert status == 201
    assert len(await one.ids()) == 1
