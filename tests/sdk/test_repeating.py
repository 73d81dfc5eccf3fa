"""Lost answers, refusals for a while, and limits: what is repeated, how long, and what never."""

import asyncio

import pytest
from solders.keypair import Keypair

from acre_sdk import AcreClient, AcreError, NewOrder, transport
from acre_sdk.pacing import Backoff, Timer, TokenBucket
from tests.sdk.fake_server import serving

ORDER = NewOrder(market_id=7, side="yes", contracts=10, price=40)


@pytest.mark.parametrize("kind", ["drop", "lose"])
async def test_an_order_whose_answer_is_lost_is_placed_once(client, server, kind):
    server.fail("/7/orders", kind, times=2)
    order = await client.predictions.place_order(ORDER)
    assert order.order_id == 1
    assert server.exchange.placed == 1
    names = {ask.body["clientOrderId"] for ask in server.asked if ask.path.endswith("/7/orders")}
    assert names == {order.client_order_id}


async def test_an_order_that_hangs_is_asked_for_again(client, server, monkeypatch):
    monkeypatch.setattr(transport, "ATTEMPT_MAX_S", 0.3)
    server.fail("/7/orders", "hang")
    order = await client.predictions.place_order(ORDER)
    server.release()
    assert order.remaining_contracts == 10
    await asyncio.sleep(0)
    assert server.exchange.placed == 1


async def test_when_no_answer_comes_at_all_the_client_id_tells(client, server):
    server.fail("/7/orders", "lose", times=transport.ATTEMPTS_MAX)
    order = await client.predictions.place_order(ORDER)
    assert (order.order_id, server.exchange.placed) == (1, 1)
    server.fail("/7/orders", "drop", times=transport.ATTEMPTS_MAX)
    with pytest.raises(AcreError) as caught:
        await client.predictions.place_order(ORDER)
    assert caught.value.code == "ANSWER_LOST"
    assert server.exchange.placed == 1


async def test_of_two_orders_with_one_client_id_the_first_stands(client, server):
    named = NewOrder(market_id=7, side="yes", contracts=10, price=40, client_order_id="a")
    first = await client.predictions.place_order(named)
    assert await client.predictions.place_order(named) == first
    other = NewOrder(market_id=7, side="yes", contracts=10, price=41, client_order_id="a")
    with pytest.raises(AcreError, match="DUPLICATE_CLIENT_ORDER_ID"):
        await client.predictions.place_order(other)
    assert server.exchange.placed == 1


async def test_after_a_lost_answer_the_order_may_have_been_changed_already(client, server):
    place = server.exchange.place

    def place_and_amend(market_id, body):
        order = place(market_id, body)
        order["price"] = 41  # by another bot of the same user
        return order

    server.exchange.place = place_and_amend
    server.fail("/7/orders", "lose")
    assert (await client.predictions.place_order(ORDER)).price == 41


async def test_a_lost_batch_is_placed_once(client, server):
    server.fail("/batch", "lose")
    results = await client.predictions.place_orders([ORDER, ORDER, ORDER])
    assert [row.order.order_id for row in results] == [1, 2, 3]
    assert server.exchange.placed == 3


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_a_fault_of_the_server_is_waited_for(client, server, timer, status):
    server.refuse("/7/orders", status, "MAINTENANCE", Retry_After="2")
    assert (await client.predictions.place_order(ORDER)).order_id == 1
    assert timer.slept == [2.0]


async def test_a_rate_limit_is_waited_for_as_long_as_it_says(client, server, timer):
    await client.login()
    server.refuse("/7/orders", 429, "RATE_LIMITED", Retry_After="1")
    await client.predictions.place_order(ORDER)
    assert timer.slept == [1.0]
    # the server said that nothing was left: a second brought 10, and the order took one
    assert client.predictions.orders_ready() == 9


async def test_waiting_has_an_end(client, server, timer):
    await client.login()
    server.refuse("/7/orders", 429, "RATE_LIMITED", Retry_After="3600")
    with pytest.raises(AcreError) as caught:
        await client.predictions.place_order(ORDER)
    assert (caught.value.status, caught.value.retry_after_s) == (429, 3600.0)
    assert str(caught.value) == "RATE_LIMITED: RATE_LIMITED it is; wait 3600 s"
    assert timer.slept == []
    server.refuse("/portfolio", 429, "RATE_LIMITED", times=100)
    began_s = timer.s
    with pytest.raises(AcreError, match="RATE_LIMITED"):
        await client.predictions.portfolio()
    assert server.count("/portfolio") == transport.ATTEMPTS_MAX
    assert timer.s - began_s <= transport.CALL_MAX_S


@pytest.mark.parametrize("said", ["soon", "-1", "nan", "inf", "", "1e3", "0.5", "9999999"])
async def test_a_senseless_retry_after_is_not_believed(client, server, timer, said):
    server.refuse("/status", 429, "RATE_LIMITED", Retry_After=said)
    await client.clock()
    (pause_s,) = timer.slept
    assert 0.125 <= pause_s <= 0.25


async def test_an_amend_is_not_repeated_after_a_lost_answer(client, server):
    order = await client.predictions.place_order(ORDER)
    server.fail("/amend", "lose")
    with pytest.raises(AcreError, match="ANSWER_LOST"):
        await client.predictions.amend(order.order_id, price=41)
    assert server.count("/amend") == 1
    server.refuse("/amend", 429, "RATE_LIMITED", Retry_After="1")
    assert (await client.predictions.amend(order.order_id, price=42)).price == 42


async def test_cancels_are_repeated(client, server):
    order = await client.predictions.place_order(ORDER)
    server.fail("/cancel", "lose")
    assert await client.predictions.cancel(order.order_id) == "canceled"
    server.fail("/cancel-all", "lose")
    assert await client.predictions.cancel_all() == []


async def test_a_lost_login_takes_another_message(client, server):
    await client.login()
    server.expire_tokens()
    server.refresh_tokens.clear()
    server.fail("/refresh-token", "lose")
    await client.predictions.portfolio()
    assert server.count("/auth/login") == 4


async def test_a_refusal_is_not_repeated(client, server, timer):
    server.refuse("/7/orders", 409, "INSUFFICIENT_POINTS")
    with pytest.raises(AcreError, match="INSUFFICIENT_POINTS"):
        await client.predictions.place_order(ORDER)
    assert server.count("/7/orders") == 1
    assert timer.slept == []


async def test_no_redirection_is_followed(client, server):
    server.refuse("/status", 302, "MOVED", Location="/express/v1/predictions/markets")
    with pytest.raises(AcreError, match="MOVED"):
        await client.clock()
    assert len(server.asked) == 1


async def test_a_page_of_a_proxy_is_an_error_too(client, server, monkeypatch):
    server.refuse("/status", 404, "x")
    monkeypatch.setattr(transport, "decode", _not_json)
    with pytest.raises(AcreError) as caught:
        await client.clock()
    assert caught.value.code == "HTTP_404"


def _not_json(_raw, _kind):
    raise transport.msgspec.DecodeError


async def test_an_answer_without_a_bottom_is_an_error_too(client, server, monkeypatch):
    await client.clock()
    deep = b'{"rows":' + b"[" * 1_000_000
    monkeypatch.setattr(transport, "_bounded", lambda _answer: _said(deep))
    with pytest.raises(AcreError) as caught:
        await client.clock()
    assert caught.value.code == "BAD_ANSWER"


async def _said(body):
    return body


@pytest.mark.parametrize("url", ["127.0.0.1:8080", "ftp://server", "http://", "ws://server", ""])
def test_a_url_is_one_of_http(url):
    with pytest.raises(ValueError, match="http:// or https://"):
        AcreClient(url, Keypair())


async def test_a_server_that_is_not_there_yet_is_waited_for(server, timer, unused_tcp_port):
    url = f"http://127.0.0.1:{unused_tcp_port}"
    async with AcreClient(url, Keypair(), timer=timer) as client:
        with pytest.raises(AcreError) as caught:
            await client.clock()
        assert caught.value.code == "NOT_CONNECTED"
        assert len(timer.slept) == transport.ATTEMPTS_MAX - 1
        async with serving(server, unused_tcp_port):
            await client.clock()


async def test_twenty_orders_go_at_once_and_then_ten_a_second(timer):
    bucket = TokenBucket(timer)
    for _ in range(20):
        await bucket.take(1, 30.0)
    assert (timer.slept, bucket.ready()) == ([], 0)
    await bucket.take(1, 30.0)
    await bucket.take(15, 30.0)
    assert timer.slept == pytest.approx([0.1, 1.5])
    timer.s += 100
    assert bucket.ready() == 20


async def test_a_wait_for_a_token_has_an_end(timer):
    bucket = TokenBucket(timer)
    await bucket.take(20, 30.0)
    with pytest.raises(AcreError, match=r"RATE_LIMITED: .*; wait 2 s") as caught:
        await bucket.take(20, 1.9)
    assert caught.value.retry_after_s == pytest.approx(2.0)
    with pytest.raises(ValueError, match="20 at most"):
        await bucket.take(21, 30.0)
    await bucket.take(20, 2.0)
    assert timer.slept == pytest.approx([2.0])


async def test_waiters_get_their_tokens_in_order():
    slept = []

    async def sleep(seconds):
        slept.append(seconds)

    bucket = TokenBucket(Timer(lambda: 0.0, sleep))
    await bucket.take(20, 30.0)
    await asyncio.gather(*(bucket.take(5, 30.0) for _ in range(3)))
    assert slept == pytest.approx([0.5, 1.0, 1.5])


def test_pauses_double_up_to_a_limit_and_are_never_all_the_same():
    backoff = Backoff(0.5, 30.0)
    for length_s in (0.5, 1, 2, 4, 8, 16, 30, 30):
        assert length_s / 2 <= backoff.next_s() <= length_s
    backoff.reset()
    assert backoff.next_s() <= 0.5
