"""Signing in, tokens, and every call with its typed answer."""

import asyncio
from decimal import Decimal

import pytest
from solders.keypair import Keypair

from acre_sdk import POINT_E6, AcreClient, AcreError, NewOrder
from acre_sdk.client import OPENED
from tests.sdk.fake_exchange import NOW_S, START_E6, market
from tests.sdk.fake_server import GREETING

ORDER = NewOrder(market_id=7, side="yes", contracts=10, price=40)


async def test_the_key_signs_in_once_and_takes_part(client, server):
    took = await client.predictions.participate()
    assert took.is_participating
    portfolio = await client.predictions.portfolio()
    assert portfolio.balance.available_e6 == START_E6
    assert portfolio.realized_pnl_e6 == -1_500_000
    assert server.count("/auth/login") == 2  # the message and the login
    assert set(server.tokens.values()) == {client.address}


@pytest.mark.parametrize(
    "message",
    ["\x01\x00\x01", f"{GREETING}\n11111111111111111111111111111111\n", "pay 5 to mallory\n{me}"],
)
async def test_the_client_signs_only_logins_of_its_own_key(client, server, message):
    server.message = message.replace("{me}", client.address)
    with pytest.raises(AcreError, match="LOGIN_REFUSED"):
        await client.login()
    assert server.count("/auth/login") == 1


async def test_a_token_is_renewed_a_minute_before_it_ends(client, server, timer):
    await client.predictions.portfolio()
    timer.s += 839
    await client.predictions.portfolio()
    assert server.count("/refresh-token") == 0
    timer.s += 1
    await client.predictions.portfolio()
    assert server.count("/refresh-token") == 1
    assert [ask.token for ask in server.asked if ask.path.endswith("portfolio")] == [
        "access-1",
        "access-1",
        "access-2",
    ]


async def test_an_expired_token_is_renewed_once_and_the_call_repeated(client, server):
    await client.predictions.portfolio()
    server.expire_tokens()
    placed = await client.predictions.place_order(ORDER)
    assert placed.order_id == 1
    assert server.count("/refresh-token") == 1
    server.refuse("/portfolio", 401, "TOKEN_EXPIRED", times=2)
    with pytest.raises(AcreError) as caught:
        await client.predictions.portfolio()
    assert (caught.value.code, caught.value.status) == ("TOKEN_EXPIRED", 401)
    assert server.count("/refresh-token") == 2


async def test_calls_at_the_same_time_share_one_renewal(client, server):
    await client.predictions.portfolio()
    server.expire_tokens()
    await asyncio.gather(*(client.predictions.portfolio() for _ in range(5)))
    assert server.count("/refresh-token") == 1


async def test_when_the_session_has_ended_the_key_signs_in_again(client, server):
    await client.predictions.portfolio()
    server.expire_tokens()
    server.refresh_tokens.clear()
    await client.predictions.portfolio()
    assert server.count("/auth/login") == 4


async def test_an_order_lives_through_placing_amending_and_cancelling(client, server):
    server.exchange.participate()
    order = await client.predictions.place_order(ORDER)
    assert (order.market_id, order.side, order.price, order.remaining_contracts) == (
        7,
        "yes",
        40,
        10,
    )
    assert order.reserved_e6 == 400 * POINT_E6
    assert order.is_open
    assert len(order.client_order_id) == 32
    assert await client.predictions.order_by_client_id(order.client_order_id) == order
    moved = await client.predictions.amend(order.order_id, price=39)
    assert (moved.price, moved.remaining_contracts) == (39, 10)
    assert (await client.predictions.amend(order.order_id, contracts=4)).remaining_contracts == 4
    assert await client.predictions.cancel(order.order_id) == "canceled"
    assert await client.predictions.cancel(order.order_id) == "canceled"
    assert [row async for row in client.predictions.orders()] == []
    with pytest.raises(AcreError, match="ORDER_NOT_FOUND"):
        await client.predictions.order_by_client_id("unknown")


async def test_a_request_says_what_was_asked_for_and_nothing_else(client, server):
    await client.predictions.place_order(
        NewOrder(
            market_id=7,
            side="no",
            contracts=3,
            price=20,
            time_in_force="gtd",
            expires_at=NOW_S + 60,
            post_only=True,
            self_trade_prevention="both",
            client_order_id="mine-1",
        )
    )
    await client.predictions.place_order(
        NewOrder(market_id=7, side="no", contracts=1, type="market", client_order_id="mine-2")
    )
    assert [ask.body for ask in server.asked if ask.path.endswith("/7/orders")] == [
        {
            "type": "limit",
            "side": "no",
            "price": 20,
            "contracts": 3,
            "timeInForce": "gtd",
            "expiresAt": NOW_S + 60,
            "postOnly": True,
            "selfTradePrevention": "both",
            "clientOrderId": "mine-1",
        },
        {
            "type": "market",
            "side": "no",
            "contracts": 1,
            "timeInForce": "gtc",
            "postOnly": False,
            "selfTradePrevention": "cancelResting",
            "clientOrderId": "mine-2",
        },
    ]


@pytest.mark.parametrize("value", [40.0, True, "40", Decimal(40), 40.5])
@pytest.mark.parametrize("name", ["market_id", "contracts", "price", "expires_at"])
def test_an_order_takes_whole_numbers_only(name, value):
    fields = {"market_id": 7, "side": "yes", "contracts": 10, "price": 40, name: value}
    with pytest.raises(TypeError, match=f"{name} must be an int"):
        NewOrder(**fields)


async def test_other_calls_take_whole_numbers_only_and_send_nothing(client, server):
    for call in (
        lambda: client.predictions.amend(1, price=40.0),
        lambda: client.predictions.amend(1, contracts=True),
        lambda: client.predictions.amend("1", price=40),
        lambda: client.predictions.cancel(1.0),
        lambda: client.predictions.cancel_all("7"),
        lambda: client.predictions.cancel_after(5.5),
        lambda: client.predictions.order_book(7.0),
        lambda: client.predictions.market("7/../8"),
    ):
        with pytest.raises(TypeError):
            await call()
    assert server.asked == []


def test_an_order_has_a_side():
    with pytest.raises(ValueError, match="side must be 'yes' or 'no'"):
        NewOrder(market_id=7, side="buy", contracts=1, price=40)
    with pytest.raises(TypeError):
        NewOrder(market_id=7, side="yes", contracts=1, price=40, post_only=1)


async def test_a_refusal_carries_the_servers_words(client):
    with pytest.raises(AcreError) as caught:
        await client.predictions.place_order(
            NewOrder(market_id=8, side="yes", contracts=1, price=40)
        )
    error = caught.value
    assert (error.code, error.status) == ("PREDICTION_MARKET_NOT_FOUND", 404)
    assert error.message == "PREDICTION_MARKET_NOT_FOUND it is"
    assert error.details == {}


async def test_a_batch_answers_for_each_order(client, server):
    server.exchange.markets[8] = market(8, status="closed")
    orders = [ORDER, NewOrder(market_id=8, side="no", contracts=1, price=5), ORDER]
    results = await client.predictions.place_orders(orders)
    assert [row.order.order_id if row.order else row.error.code for row in results] == [
        1,
        "MARKET_NOT_OPEN",
        2,
    ]
    for wrong in ([], [ORDER] * 16):
        with pytest.raises(ValueError, match="a batch has 1 to 15 orders"):
            await client.predictions.place_orders(wrong)


async def test_cancel_all_is_for_one_market_or_for_all(client, server):
    server.exchange.markets[8] = market(8)
    first = await client.predictions.place_order(ORDER)
    second = await client.predictions.place_order(
        NewOrder(market_id=8, side="no", contracts=1, price=5)
    )
    assert await client.predictions.cancel_all(7) == [first.order_id]
    assert await client.predictions.cancel_all() == [second.order_id]


async def test_the_dead_mans_switch_is_armed_and_disarmed(client, server):
    assert await client.predictions.cancel_after(60) == NOW_S + 60
    assert await client.predictions.cancel_after(0) is None
    assert server.exchange.cancel_after_s == [60, 0]


async def test_pages_follow_one_another(client, server):
    server.page_rows = 2
    server.exchange.markets = {number: market(number) for number in range(1, 6)}
    assert [row.market_id async for row in client.predictions.markets()] == [1, 2, 3, 4, 5]
    for number in range(1, 4):
        await client.predictions.place_order(
            NewOrder(market_id=number, side="no", contracts=1, price=5)
        )
    assert [row.market_id async for row in client.predictions.orders()] == [3, 2, 1]
    page = await client.predictions.orders_page()
    assert ([row.market_id for row in page.rows], page.next_cursor) == ([3, 2], "2")
    assert (await client.predictions.orders_page(cursor="2")).next_cursor is None
    assert [row async for row in client.predictions.trades(7)] == []


async def test_pages_that_go_in_a_circle_end(client, server):
    server.page_rows = 0
    server.exchange.markets[8] = market(8)
    with pytest.raises(AcreError, match="the next page is this page"):
        assert [row async for row in client.predictions.markets()] == []


async def test_public_reads_need_no_login(client, server):
    server.exchange.others[7] = {("yes", 40): 5, ("no", 45): 2}
    assert (await client.clock()).now == NOW_S
    found = await client.predictions.market(7)
    assert (found.strike_e8, found.acre_id, found.status) == (300 * 10**8, 10, "open")
    book = await client.predictions.order_book(7)
    assert (book.best_yes_bid, book.best_yes_ask, book.best_no_ask) == (40, 55, 60)
    assert (await client.index_prices())[10].price_e8 == 300 * 10**8
    assert server.tokens == {}


async def test_positions_are_typed(client, server):
    order = await client.predictions.place_order(ORDER)
    server.exchange.fill(order.order_id)
    (position,) = await client.predictions.positions(is_resolved=False)
    assert (position.side, position.contracts, position.cost_e6) == ("yes", 10, 400 * POINT_E6)
    assert position.average_price == Decimal(40)
    assert position.payout_e6 is None


async def test_a_client_is_closed_with_its_block(url):
    client = AcreClient(url + "/", Keypair())
    with pytest.raises(AcreError, match="CLIENT_CLOSED: The client is not open; use it as `async"):
        await client.clock()
    for name in OPENED:
        with pytest.raises(AcreError, match="CLIENT_CLOSED"):
            getattr(client, name)
    with pytest.raises(AttributeError, match="perp'"):
        client.perp  # noqa: B018 - reading it is what fails
    async with client:
        assert set(vars(client)) >= OPENED
        await client.clock()
    with pytest.raises(AcreError, match="CLIENT_CLOSED"):
        await client.clock()


async def test_a_stream_ends_with_its_client(url):
    async with AcreClient(url, Keypair()) as client, client.stream() as stream:
        await stream.subscribe("orderBook:7")
        assert (await anext(stream)).kind == "snapshot"
        await client.__aexit__(None, None, None)
        assert (await anext(stream)).kind == "disconnected"
        with pytest.raises(AcreError, match="CLIENT_CLOSED"):
            await anext(stream)


async def test_an_order_that_is_under_way_when_its_client_closes_may_be_placed(client, server):
    server.fail("/orders", "hang")
    placing = asyncio.create_task(client.predictions.place_order(ORDER))
    await asyncio.wait({placing}, timeout=0.5)
    assert server.count("/orders") == 1
    await client.__aexit__(None, None, None)
    with pytest.raises(AcreError, match="ANSWER_LOST"):
        await placing


async def test_a_delegate_is_of_a_list_of_markets_not_of_the_letters_of_one(client, server):
    with pytest.raises(TypeError, match="markets must be a list of symbols, not 'NYC'"):
        await client.delegates.create(markets="NYC")
    assert server.asked == []
