"""Keys whose answer was lost: what the first attempt journaled is its repeat's answer, once."""

import pytest

from edge.api import idempotent_submit as attempts
from edge.api.predictions.client_order_ids import SERVER_PREFIX
from edge.http.limits import IDEMPOTENCY_S
from edge.http.middleware.idempotency import IdempotencyStore
from edge.store.idempotency_keys import IdempotencyKeys
from engine.core.generated import messages as m
from tests.edge.points_world import EXPRESS, MAIN, member
from tests.edge.prediction_world import PATH, open_market, operate, player, wish

PLACE = f"{PATH}/markets/1/orders"
KEY = {"Idempotency-Key": "once"}


@pytest.fixture
def lost(service, monkeypatch):
    """Return a function that sends a request under the key and loses its answer with the memory."""

    async def send(one, path: str, body: dict) -> None:
        async def killed(*_values):
            raise ConnectionResetError

        with monkeypatch.context() as patched:
            patched.setattr(IdempotencyKeys, "add", killed)
            answer = await service.post(path, body, 503, headers={**one.headers, **KEY})
        assert answer["code"] == "MAINTENANCE"
        object.__setattr__(service.context.gate, "idempotency", IdempotencyStore())

    return send


async def repeated(service, one, path: str, body: dict) -> tuple[int, bool, dict]:
    """Send a request under the key; return status, whether it is a repeat, and the body."""
    headers = {**one.headers, **KEY}
    async with service.client.post(path, json=body, headers=headers) as answer:
        is_repeat = answer.headers.get("Idempotency-Replayed") == "true"
        return answer.status, is_repeat, await answer.json()


async def test_an_order_is_found_after_its_market_was_closed(service, lost):
    await open_market(service)
    alice = await player(service)
    await lost(alice, PLACE, wish(timeInForce="ioc"))
    await operate(service, m.Halt())
    status, is_repeat, received = await repeated(service, alice, PLACE, wish(timeInForce="ioc"))
    assert (status, is_repeat, received["order"]["orderId"]) == (201, True, 1)
    assert received["order"]["status"] == "canceled"
    again = await repeated(service, alice, PLACE, wish(timeInForce="ioc"))
    assert again == (201, True, received)


async def test_two_keys_with_one_body_are_two_orders(service, lost):
    await open_market(service)
    alice = await player(service)
    await lost(alice, PLACE, wish())
    other = await alice.post("/markets/1/orders", wish(), 201, **{"Idempotency-Key": "other"})
    assert other["order"]["orderId"] == 2
    assert (await alice.order())["orderId"] == 3
    _, is_repeat, received = await repeated(service, alice, PLACE, wish())
    assert (is_repeat, received["order"]["orderId"]) == (True, 1)


async def test_a_key_that_was_taken_and_not_used_places_its_order(service, monkeypatch):
    """Ended after the key was taken and before the journal."""
    await open_market(service)
    alice = await player(service)

    async def killed(*_values):
        raise ConnectionResetError

    with monkeypatch.context() as patched:
        patched.setattr(service.context.sequencer, "submit_all", killed)
        await service.post(PLACE, wish(), 503, headers={**alice.headers, **KEY})
    assert (await alice.order())["orderId"] == 1  # the same without a key is none of its business
    status, is_repeat, received = await repeated(service, alice, PLACE, wish())
    assert (status, is_repeat, received["order"]["orderId"]) == (201, False, 2)
    assert (await repeated(service, alice, PLACE, wish()))[1:] == (True, received)
    assert (await repeated(service, alice, PLACE, wish(price=41)))[0] == 409


async def test_a_batch_of_which_a_part_was_journaled_is_completed(service, lost):
    await open_market(service)
    alice = await player(service)
    path = f"{PATH}/orders/batch"
    orders = [{**wish(), "marketId": 1}] * 2 + [{**wish(price=0), "marketId": 1}]
    orders += [{**wish(clientOrderId="twice"), "marketId": 1}] * 2
    await lost(alice, path, {"orders": orders})
    status, is_repeat, received = await repeated(service, alice, path, {"orders": orders})
    assert (status, is_repeat) == (200, True)
    ids = [result.get("order", {}).get("orderId") for result in received["results"]]
    assert ids == [1, 2, None, 3, None]
    codes = [result.get("error", {}).get("code") for result in received["results"]]
    assert codes == [None, None, "BAD_PRICE", None, "DUPLICATE_CLIENT_ORDER_ID"]
    assert await alice.ids() == [3, 2, 1]


async def test_an_amendment_is_carried_out_once(service, lost):
    await open_market(service)
    alice, bob = await player(service), await player(service)
    await alice.order()
    path = f"{PATH}/orders/1/amend"
    await lost(alice, path, {"contracts": 4})
    await bob.order(side="no", price=60, contracts=3)
    _, is_repeat, received = await repeated(service, alice, path, {"contracts": 4})
    assert (is_repeat, received["order"]["remainingContracts"]) == (True, 1)
    assert received["order"]["filledContracts"] == 3


async def test_an_amendment_of_an_order_that_is_over_is_told(service, lost):
    await open_market(service)
    alice = await player(service)
    await alice.order()
    path = f"{PATH}/orders/1/amend"
    await lost(alice, path, {"contracts": 4})
    assert await alice.cancel(1) == "canceled"
    status, is_repeat, received = await repeated(service, alice, path, {"contracts": 4})
    assert (status, is_repeat, received["order"]["status"]) == (200, True, "canceled")
    never = {**alice.headers, "Idempotency-Key": "never"}
    refused = await service.post(path, {"contracts": 4}, 404, headers=never)
    assert refused["code"] == "ORDER_NOT_FOUND"


async def test_cancel_all_spares_what_came_after_it(service, lost):
    await open_market(service)
    alice = await player(service)
    await alice.order()
    await lost(alice, f"{PATH}/orders/cancel-all", {})
    await alice.order()
    _, is_repeat, received = await repeated(service, alice, f"{PATH}/orders/cancel-all", {})
    assert (is_repeat, received) == (True, {"canceled": [1], "count": 1})
    assert await alice.ids() == [2]


async def test_a_switch_is_not_set_again(service, lost):
    await open_market(service)
    alice = await player(service)
    path, body = f"{PATH}/orders/cancel-after", {"timeoutSeconds": 60}
    begun_s, rate = service.context.now_s(), service.context.clock.rate
    await lost(alice, path, body)
    await service.world.advance(30)
    _, is_repeat, received = await repeated(service, alice, path, body)
    assert (is_repeat, received["cancelAt"]) == (True, begun_s + 60 * rate)


async def test_the_programmes_answer_as_at_first(service, lost):
    owner, referee = await member(service), await member(service)
    path = f"{EXPRESS}/ppps3/participants"
    await lost(owner, path, {})
    assert (await repeated(service, owner, path, {}))[:2] == (201, True)
    path, body = f"{MAIN}/points/referrals/generate-code", {"referralCode": " Kept "}
    await lost(owner, path, body)
    received = await repeated(service, owner, path, body)
    assert received == (200, True, {"info": {"code": "Kept"}})
    path, body = f"{MAIN}/points/referrals/use-code", {"referralCode": "kept"}
    await lost(referee, path, body)
    status, is_repeat, received = await repeated(service, referee, path, body)
    assert (status, is_repeat) == (200, True)
    assert received["info"] == await referee.info("user-referred-by")


async def test_a_refused_key_is_free_for_another_body(service):
    await open_market(service)
    alice = await player(service)
    assert (await repeated(service, alice, PLACE, wish(contracts=0)))[0] == 400
    object.__setattr__(service.context.gate, "idempotency", IdempotencyStore())
    assert (await repeated(service, alice, PLACE, wish()))[0] == 201


async def test_an_order_that_the_search_does_not_reach_is_not_placed_again(
    service, lost, monkeypatch
):
    await open_market(service)
    alice = await player(service)
    await lost(alice, PLACE, wish())
    monkeypatch.setattr(attempts, "READ_MAX", 0)
    status, is_repeat, received = await repeated(service, alice, PLACE, wish())
    assert (status, is_repeat, received["order"]["orderId"]) == (201, True, 1)
    assert await alice.ids() == [1]


async def test_a_day_later_a_key_places_another_order_while_its_first_is_open(service, lost):
    await open_market(service)
    alice = await player(service)
    await lost(alice, PLACE, wish())
    service.wall.s += IDEMPOTENCY_S
    session = await service.login(alice.wallet)
    alice.headers = {"Authorization": f"Bearer {session['accessToken']}"}
    status, is_repeat, received = await repeated(service, alice, PLACE, wish(price=41))
    assert (status, is_repeat, received["order"]["orderId"]) == (201, False, 2)
    assert await alice.ids() == [2, 1]


async def test_the_servers_ids_are_neither_shown_nor_taken(service):
    await open_market(service)
    alice = await player(service)
    received = await alice.post("/markets/1/orders", wish(), 201, **KEY)
    assert received["order"]["clientOrderId"] is None
    (view,) = service.exchange.prediction_orders(alice.address)
    assert view.client_order_id.startswith(SERVER_PREFIX)
    page = await alice.get("/orders")
    assert [order["clientOrderId"] for order in page["orders"]] == [None]
    await alice.get(f"/orders/by-client-id/{view.client_order_id}", 404)
    refused = await alice.order(status=400, clientOrderId=view.client_order_id)
    assert refused["details"] == {"field": "clientOrderId"}
