"""The maker against the fake server: what it quotes, when it moves, and how it leaves."""

import asyncio
import contextlib
from dataclasses import replace

import pytest
from solders.keypair import Keypair

from acre_sdk import POINT_E6, AcreClient, Market, NewOrder, OrderBook, maker
from acre_sdk.maker import Maker
from acre_sdk.models import convert
from acre_sdk.outlook import MakerOptions, Outlook, look, wanted_quotes
from acre_sdk.quoting import LadderRules
from tests.sdk.fake_exchange import NOW_S, START_E6, book_of, market
from tests.sdk.fake_server import FakeServer, serving
from tests.sdk.test_stream import wait_until

FAST = MakerOptions(cycle_s=0.05, pause_min_s=0.01)
# fair 49.90: bid 47.90 down, ask 51.90 up to 52
AROUND_50 = [
    ("no", 46, 5),
    ("no", 47, 5),
    ("no", 48, 5),
    ("yes", 45, 5),
    ("yes", 46, 5),
    ("yes", 47, 5),
]


@contextlib.asynccontextmanager
async def making(url: str, options: MakerOptions = FAST, key: Keypair | None = None):
    """Run a maker; leaving the block stops it as a signal does."""
    async with AcreClient(url, key if key is not None else Keypair()) as client:
        task = asyncio.create_task(Maker(client, options).run())
        try:
            yield task
        finally:
            task.cancel()
            await asyncio.wait({task})
            assert task.cancelled(), task.exception()


def rests(server: FakeServer, expected: list, market_id: int = 7):
    return lambda: server.exchange.resting(market_id) == expected


async def test_the_maker_takes_part_and_quotes_both_sides(server, url):
    async with making(url):
        await wait_until(rests(server, AROUND_50))
        assert server.count("/ppps3/participants") == 1
        assert all(order["postOnly"] for order in server.exchange.orders.values())
    assert server.exchange.open_orders() == []


async def test_the_maker_changes_nothing_without_a_price_change(server, url):
    async with making(url):
        await wait_until(rests(server, AROUND_50))
        looks = server.count("/portfolio")
        await wait_until(lambda: server.count("/portfolio") > looks + 3)
        assert server.exchange.placed == 6
        assert server.count("/amend") == 0


async def test_the_maker_follows_the_index(server, url):
    async with making(url, replace(FAST, cycle_s=600.0, dead_man_s=3_600.0)):
        await wait_until(rests(server, AROUND_50))
        await wait_until(lambda: len(server.sockets) == 1)
        server.exchange.index_e8[10] = 310 * 10**8  # fair 99
        await wait_until(lambda: any("markets" in names for names in server.sockets.values()))
        await server.tell("markets", {"markets": []})
        expected = [("no", 1, 5), ("yes", 95, 5), ("yes", 96, 5), ("yes", 97, 5)]
        await wait_until(rests(server, expected))


async def test_a_fill_moves_the_quotes_away(server, url):
    async with making(url):
        await wait_until(rests(server, AROUND_50))
        (order,) = [
            row
            for row in server.exchange.open_orders()
            if (row["side"], row["price"]) == ("yes", 47)
        ]
        server.exchange.fill(order["orderId"])
        # 5 YES are held, one size: the fair price of 49.90 counts as 48.90
        expected = [("no", 47, 5), ("no", 48, 5), ("no", 49, 5)]
        expected += [("yes", 44, 5), ("yes", 45, 5), ("yes", 46, 5)]
        await wait_until(rests(server, expected))


async def test_the_maker_never_takes_liquidity(server, url):
    server.exchange.others[7] = {("no", 58): 3}
    async with making(url):
        expected = [*AROUND_50[:3], ("yes", 39, 5), ("yes", 40, 5), ("yes", 41, 5)]
        await wait_until(rests(server, expected))


async def test_the_maker_stays_inside_its_budget(server, url):
    options = replace(FAST, budget_points=600)
    async with making(url, options):
        # 235 + 240 points for the best of each side; 125 are left for 2 at 46
        await wait_until(rests(server, [("no", 48, 5), ("yes", 46, 2), ("yes", 47, 5)]))


async def test_the_cost_of_a_position_counts_in_the_budget(server, url):
    async with making(url, replace(FAST, budget_points=600)):
        await wait_until(lambda: ("yes", 47, 5) in server.exchange.resting(7))
        order = next(row for row in server.exchange.open_orders() if row["price"] == 47)
        server.exchange.fill(order["orderId"])
        # 235 are spent: 230 for 5 YES at 46, nothing for 5 covered NO, 135 for 3 at 45
        expected = [("no", 49, 5), ("yes", 45, 3), ("yes", 46, 2), ("yes", 46, 3)]
        await wait_until(rests(server, expected))


def test_levels_are_so_few_that_the_open_orders_of_a_user_suffice():
    markets = [convert(market(number), Market) for number in range(1, 21)]
    outlook = Outlook(
        now_s=NOW_S,
        rate=1,
        markets=markets,
        indexes={},
        orders={},
        positions={},
        points_e6=10**15,
    )
    book = convert(book_of(1, 0, {"yes": {}, "no": {}}), OrderBook)
    options = MakerOptions(rules=LadderRules(levels=9))
    # 160 / (2 · 20) = 4 levels of each side
    assert len(wanted_quotes(markets[0], outlook, options, book, 50.0)) == 8
    alone = replace(outlook, markets=markets[:1])
    assert len(wanted_quotes(markets[0], alone, options, book, 50.0)) == 18


async def test_each_market_is_the_first_now_and_then(server, url):
    server.refuse("/ws", 503, "MAINTENANCE", times=1_000)  # so that books are asked for
    server.exchange.markets = {number: market(number) for number in (1, 2, 3)}
    async with making(url):
        await wait_until(lambda: server.count("/order-book") >= 12)
    asked = [int(ask.path.split("/")[5]) for ask in server.asked if "/order-book" in ask.path]
    assert {tuple(asked[start : start + 3]) for start in range(0, 9, 3)} == {
        (1, 2, 3),
        (2, 3, 1),
        (3, 1, 2),
    }


async def test_markets_share_what_there_is(server, url):
    server.exchange.markets = {number: market(number) for number in range(1, 21)}
    options = replace(FAST, rules=LadderRules(levels=9, size=100))
    async with making(url, options):
        await wait_until(lambda: all(server.exchange.resting(number) for number in range(1, 21)))
        for number in range(1, 21):
            resting = server.exchange.resting(number)
            cost_e6 = sum(price * contracts * POINT_E6 for _, price, contracts in resting)
            assert 0 < cost_e6 <= START_E6 * 95 // 100 // 20


async def test_many_quotes_come_at_the_rate_that_is_allowed(server, url):
    rules = LadderRules(levels=15, size=1)
    options = replace(FAST, rules=rules, cycle_s=600.0, dead_man_s=3_600.0)
    async with making(url, options):
        await wait_until(lambda: len(server.exchange.open_orders()) == 30)
    batches = [ask.body["orders"] for ask in server.asked if ask.path.endswith("/batch")]
    assert all(len(batch) <= 15 for batch in batches)
    assert sum(len(batch) for batch in batches[:2]) <= 18  # the burst of 20, and 2 kept


async def test_the_maker_withdraws_before_a_market_closes(server, url):
    server.exchange.rate = 1_440
    server.exchange.markets[8] = market(8)
    async with making(url):
        await wait_until(rests(server, AROUND_50, 7))
        await wait_until(rests(server, AROUND_50, 8))
        server.exchange.markets[7]["closesAt"] = NOW_S + 10 * 1_440
        await wait_until(rests(server, [], 7))
        assert len(server.exchange.resting(8)) == 6
        del server.exchange.markets[7]
        await wait_until(lambda: {"op": "unsubscribe", "channels": ["orderBook:7"]} in server.heard)


async def test_the_dead_mans_switch_is_armed_first_and_again(server, url):
    async with making(url, replace(FAST, dead_man_s=0.5, withdraw_s=0)):
        await wait_until(lambda: len(server.exchange.cancel_after_s) >= 3)
    assert set(server.exchange.cancel_after_s) == {1}
    paths = [ask.path.rpartition("/")[2] for ask in server.asked]
    assert paths.index("cancel-after") < paths.index("batch")


@pytest.mark.parametrize(("rate", "third_s"), [(1, 10.0), (1_440, 10.0)])
async def test_the_switch_is_armed_again_after_a_third_of_what_it_has(
    client, server, rate, third_s
):
    server.exchange.rate = rate
    server.exchange.participate()
    timer = client._timer
    bot = Maker(client, replace(MakerOptions(), cycle_s=1.0), timer)
    outlook = await look(client, MakerOptions())
    await bot._beat(outlook)
    timer.s += third_s - 0.6
    await bot._beat(outlook)
    assert server.exchange.cancel_after_s == [30]
    timer.s += 0.6
    await bot._beat(outlook)
    assert server.exchange.cancel_after_s == [30, 30]


async def test_a_second_run_finds_the_orders_of_the_first(server, url):
    key = Keypair()
    async with AcreClient(url, key) as client:
        await client.predictions.participate()
        await client.predictions.place_orders(
            [
                NewOrder(market_id=7, side="yes", contracts=5, price=47, post_only=True),
                NewOrder(market_id=7, side="yes", contracts=5, price=30, post_only=True),
            ]
        )
    async with making(url, key=key):
        await wait_until(rests(server, AROUND_50))
        assert server.exchange.orders[1]["status"] == "open"
        assert server.exchange.orders[2]["price"] == 46
        assert server.exchange.placed == 6


async def test_the_maker_survives_a_restart_of_the_server(server, unused_tcp_port):
    url = f"http://127.0.0.1:{unused_tcp_port}"
    async with contextlib.AsyncExitStack() as later, contextlib.AsyncExitStack() as first:
        await first.enter_async_context(serving(server, unused_tcp_port))
        async with making(url):
            await wait_until(rests(server, AROUND_50))
            await first.aclose()
            server.tokens.clear()  # it has forgotten every session, too
            server.refresh_tokens.clear()
            server.exchange.index_e8[10] = 310 * 10**8
            await later.enter_async_context(serving(server, unused_tcp_port))
            await wait_until(lambda: ("yes", 97, 5) in server.exchange.resting(7))
        assert server.exchange.open_orders() == []


async def test_lost_answers_leave_no_second_order(server, url):
    server.fail("/batch", "lose")
    server.fail("/portfolio", "drop")
    server.refuse("/cancel-after", 503, "MAINTENANCE")
    async with making(url):
        await wait_until(rests(server, AROUND_50))
        assert server.exchange.placed == 6


async def test_one_market_that_refuses_does_not_stop_the_others(server, url, caplog):
    server.exchange.markets[8] = market(8)
    server.refuse("/8/order-book", 404, "PREDICTION_MARKET_NOT_FOUND")
    server.refuse("/batch", 409, "EXCHANGE_HALTED")
    async with making(url):
        await wait_until(rests(server, AROUND_50, 7))
        await wait_until(rests(server, AROUND_50, 8))


async def test_a_season_that_is_over_is_no_reason_to_stop(server, url):
    server.exchange.participate()
    server.refuse("/participants", 409, "SEASON_CLOSED")
    async with making(url):
        await wait_until(rests(server, AROUND_50))


async def test_a_market_without_a_strike_is_quoted_around_its_last_price(server, url):
    server.exchange.markets = {
        1: market(1, strike=None, acreId=None),
        2: market(2, strike=None, lastYesPrice=20),
        3: market(3, acreId=99),  # an unknown index
        4: market(4, status="upcoming"),
    }
    options = replace(FAST, rules=LadderRules(levels=1, size=1))
    async with making(url, options):
        await wait_until(rests(server, [("no", 48, 1), ("yes", 48, 1)], 1))
        await wait_until(rests(server, [("no", 78, 1), ("yes", 18, 1)], 2))
        assert server.exchange.resting(3) == server.exchange.resting(4) == []


async def test_only_the_markets_that_are_asked_for_are_touched(server, url):
    server.exchange.markets[8] = market(8)
    key = Keypair()
    async with AcreClient(url, key) as client:
        await client.predictions.participate()
        await client.predictions.place_order(
            NewOrder(market_id=8, side="yes", contracts=1, price=9)
        )
    async with making(url, replace(FAST, markets=frozenset({7, 99})), key):
        await wait_until(rests(server, AROUND_50))
    assert server.exchange.resting(7) == []
    assert server.exchange.resting(8) == [("yes", 9, 1)]


async def test_a_stop_in_the_middle_of_a_request_leaves_nothing(server, url):
    server.refuse("/batch", 503, "MAINTENANCE", Retry_After="1")
    async with making(url):
        await wait_until(lambda: server.count("/batch") == 1)
    assert server.exchange.open_orders() == []


async def test_a_stop_while_the_server_is_away_ends_in_time(
    server, unused_tcp_port, caplog, monkeypatch
):
    monkeypatch.setattr(maker, "STOP_MAX_S", 0.1)
    url = f"http://127.0.0.1:{unused_tcp_port}"
    async with contextlib.AsyncExitStack() as first:
        await first.enter_async_context(serving(server, unused_tcp_port))
        async with making(url):
            await wait_until(rests(server, AROUND_50))
            await first.aclose()
    assert "maker_left_orders" in caplog.text


async def test_a_preview_changes_nothing(server, url):
    server.exchange.markets[8] = market(8, closesAt=NOW_S + 5)
    server.exchange.markets[9] = market(9, acreId=99)
    async with AcreClient(url, Keypair()) as client:
        lines = await Maker(client, MakerOptions()).preview()
    assert lines == [
        "7 Market 7: fair 49.90, YES 5@47 5@46 5@45, NO 5@48 5@47 5@46",
        "8 Market 8: no quotes, it closes",
        "9 Market 9: no quotes, its index is unknown",
    ]
    posts = {ask.path for ask in server.asked if ask.method == "POST"}
    assert posts == {"/express/v1/auth/login"}
