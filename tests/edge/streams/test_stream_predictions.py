"""The stream of the prediction markets agrees with the service's answers."""

import random

import pytest

from edge.streams.hub import Hub
from edge.streams.predictions import BookChannel
from engine.core.generated import messages as m
from tests.chain.world import DAY_S
from tests.edge.prediction_world import (
    E6,
    Player,
    open_market,
    operate,
    player,
    stranger,
    user_text,
)
from tests.edge.service_world import running_service
from tests.edge.stream_replicas import Replica
from tests.edge.streams.test_stream import listening

POINT = E6
SHORT = ("status", "lastYesPrice", "volumeContracts", "openInterestContracts")


async def rest_book(service, market_id: int) -> dict:
    path = f"/express/v1/predictions/markets/{market_id}/order-book"
    return (await service.get(path))["orderBook"]


async def assert_markets_as_at_rest(service, replica: Replica, *market_ids: int) -> None:
    for market_id in market_ids:
        book = await rest_book(service, market_id)
        assert replica.book(market_id) == book
        path = f"/express/v1/predictions/markets/{market_id}"
        market = (await service.get(path))["market"]
        expected = {key: market[key] for key in SHORT} | {"marketId": market_id}
        expected |= {key: book[key] for key in ("bestYesBid", "bestYesAsk")}
        assert replica.markets[market_id] == expected


async def assert_wallet_as_at_rest(replica: Replica, one: Player) -> None:
    state = replica.states[f"user:{user_text(one)}"]
    assert state["portfolio"] == (await one.get("/portfolio"))["portfolio"]
    orders = (await one.get("/orders?limit=200"))["orders"]
    received = state["orders"]
    assert sorted(received) == sorted(order["orderId"] for order in orders)
    for order in orders:
        # the queue ahead moves with the orders of others
        assert received[order["orderId"]] | {"queueContracts": 0} == order | {"queueContracts": 0}


class Flow:
    """Random orders of some users, straight to the sequencer."""

    def __init__(self, service, seed: int, markets: list[int], users: list[bytes]) -> None:
        self._service = service
        self._random = random.Random(seed)
        self._markets = markets
        self._users = users

    def _command(self) -> m.Command:
        chance, user = self._random.random(), self._random.choice(self._users)
        mine = self._service.exchange.prediction_orders(user)
        if mine and chance < 0.2:
            return m.CancelOrder(user=user, order_id=self._random.choice(mine).order_id)
        if mine and chance < 0.3:
            order = self._random.choice(mine)
            price = self._random.randrange(45, 56)
            contracts = self._random.randrange(1, 9)
            return m.AmendOrder(
                user=user, order_id=order.order_id, price=price, contracts=contracts
            )
        if chance < 0.33:
            return m.CancelAllOrders(user=user)
        return m.PlaceOrder(
            user=user,
            market_id=self._random.choice(self._markets),
            side=self._random.randrange(2),
            order_type=self._random.random() < 0.1,
            price=self._random.randrange(40, 61),
            contracts=self._random.randrange(1, 12),
            time_in_force=self._random.choice((0, 0, 0, 2)),
            self_trade_prevention=self._random.randrange(3),
        )

    async def run(self, count: int) -> None:
        for _ in range(count):
            await self._service.context.sequencer.submit(self._command())


@pytest.mark.parametrize("seed", [1, 2])
async def test_replicas_of_random_order_flow_equal_what_the_service_answers(service, seed):
    one, two = await open_market(service), await open_market(service)
    players = [await player(service) for _ in range(3)]
    flow = Flow(service, seed, [one, two], [each.address for each in players])
    names = ["predictions", f"orderBook:{one}", f"orderBook:{two}"]
    async with listening(service) as early, listening(service) as late:
        first, second = Replica(service, early), Replica(service, late)
        await first.sign_in(players[0])
        await first.subscribe(*names, f"user:{user_text(players[0])}")
        is_joined = False
        for turn in range(60):
            await flow.run(1 + turn % 4)
            if turn == 20:
                await second.subscribe(*names)
                is_joined = True
            for replica in (first, second)[: 1 + is_joined]:
                await replica.catch_up()
                await assert_markets_as_at_rest(service, replica, one, two)
            await assert_wallet_as_at_rest(first, players[0])
    assert first.kinds.count("snapshot") == len(names) + 1
    fills = [event for event in first.events if event["kind"] == "predictionTrade"]
    assert {event["role"] for event in fills} == {"maker", "taker"}
    assert {"filled", "canceled"} <= {order["status"] for order in first.ended.values()}


async def test_orders_are_told_while_they_rest_fill_expire_and_are_cancelled(service):
    market_id = await open_market(service)
    alice, bob = await player(service), await player(service)
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await replica.sign_in(alice)
        mine = f"user:{user_text(alice)}"
        await replica.subscribe(mine)
        resting = await alice.order(market_id, price=40, contracts=10)
        expires_at = service.context.now_s() + 3_000
        short = await alice.order(
            market_id, price=30, contracts=2, timeInForce="gtd", expiresAt=expires_at
        )
        await replica.catch_up()
        assert replica.states[mine]["portfolio"] == {
            "availablePoints": str((10_000 - 400 - 60) * POINT),
            "openInterestPoints": str(460 * POINT),
        }
        opened = [event["orderId"] for event in replica.events if event["event"] == "orderOpened"]
        assert opened == [resting["orderId"], short["orderId"]]

        await bob.order(market_id, side="no", price=60, contracts=4)
        await replica.catch_up()
        assert replica.states[mine]["orders"][resting["orderId"]]["status"] == "partiallyFilled"
        fill, filled = replica.events[-2:]
        assert (fill["kind"], fill["price"], fill["feePoints"]) == ("predictionTrade", 40, "0")
        assert (filled["event"], filled["remainingContracts"]) == ("orderFilled", 6)
        await assert_wallet_as_at_rest(replica, alice)

        await service.world.advance(3_100)
        await replica.catch_up()
        assert replica.ended[short["orderId"]]["status"] == "expired"
        assert replica.events[-1]["reason"] == "expiry"
        gone = await alice.order(market_id, price=20, contracts=1)
        await alice.cancel(gone["orderId"])
        await replica.catch_up()
        assert replica.ended[gone["orderId"]]["status"] == "canceled"
        assert replica.events[-1]["reason"] == "owner"
        await assert_wallet_as_at_rest(replica, alice)


async def test_a_taker_is_told_its_fill_and_its_fee(service):
    market_id = await open_market(service)
    alice, bob = await player(service), await player(service)
    await alice.order(market_id, price=40, contracts=10)
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await replica.sign_in(bob)
        await replica.subscribe(f"user:{user_text(bob)}")
        taken = await bob.order(market_id, side="no", price=60, contracts=4)
        await replica.catch_up()
        opened, trade, filled = replica.events
        assert (opened["event"], filled["event"]) == ("orderOpened", "orderFilled")
        assert (trade["side"], trade["price"], trade["role"]) == ("no", 60, "taker")
        assert trade["feePoints"] == str(200 * 4 * 40 * 60)
        assert replica.ended[taken["orderId"]]["status"] == "filled"
        await assert_wallet_as_at_rest(replica, bob)


async def test_a_withdrawn_market_gives_back_and_pays_the_last_price(service):
    market_id = await open_market(service)
    alice, bob = await player(service), await player(service)
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await replica.sign_in(alice)
        mine = f"user:{user_text(alice)}"
        await replica.subscribe(mine, "predictions", f"orderBook:{market_id}")
        await bob.order(market_id, side="no", price=70, contracts=5)
        await alice.order(market_id, price=30, contracts=5)
        resting = await alice.order(market_id, price=20, contracts=1)
        await replica.catch_up()
        await operate(service, m.VoidPrediction(market_id=market_id))
        await replica.catch_up()
        assert replica.ended[resting["orderId"]]["status"] == "expired"
        assert replica.events[-1]["reason"] == "marketVoided"
        assert replica.markets[market_id]["status"] == "voided"
        assert replica.book(market_id)["yes"] == []
        # 5 YES bought and paid at 30; the fee of 200 x 5 x 30 x 70 raw is gone
        points = replica.states[mine]["portfolio"]
        assert points["availablePoints"] == str(10_000 * POINT - 200 * 5 * 30 * 70)
        assert points["openInterestPoints"] == "0"
        await assert_markets_as_at_rest(service, replica, market_id)


async def test_amendments_the_dead_mans_switch_and_grants_are_told(service):
    market_id = await open_market(service)
    fresh = await stranger(service)
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await replica.sign_in(fresh)
        mine = f"user:{user_text(fresh)}"
        await replica.subscribe(mine, f"orderBook:{market_id}")
        assert replica.states[mine]["portfolio"]["availablePoints"] == "0"
        await service.post("/express/v1/ppps3/participants", {}, 201, headers=fresh.headers)
        await fresh.points()  # the first read brings them
        await replica.catch_up()
        assert replica.states[mine]["portfolio"]["availablePoints"] == str(10_000 * POINT)

        order_id = (await fresh.order(market_id, price=40, contracts=10))["orderId"]
        await fresh.post(f"/orders/{order_id}/amend", {"price": 45, "contracts": 6})
        await replica.catch_up()
        received = replica.states[mine]["orders"][order_id]
        assert (received["price"], received["remainingContracts"]) == (45, 6)
        assert received["reservedPoints"] == str(270 * POINT)
        assert replica.events[-1]["event"] == "orderAmended"
        assert replica.book(market_id)["yes"] == [{"price": 45, "contracts": 6}]

        await service.context.sequencer.submit(m.SetCancelAfter(user=fresh.address, timeout_s=60))
        await service.world.advance(61)
        await replica.catch_up()
        assert replica.ended[order_id]["status"] == "canceled"
        assert replica.events[-1]["reason"] == "cancelAfter"
        assert replica.states[mine]["portfolio"]["openInterestPoints"] == "0"
        assert replica.book(market_id) == await rest_book(service, market_id)


async def test_a_market_is_told_from_its_creation_to_its_payout(service):
    alice, bob = await player(service), await player(service)
    mine = f"user:{user_text(alice)}"
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await replica.sign_in(alice)
        await replica.subscribe("predictions", mine)
        assert replica.markets == {}
        market_id = await open_market(service, opens_in_s=600, lasts_s=DAY_S)
        await replica.catch_up()
        assert replica.markets[market_id]["status"] == "upcoming"
        await replica.subscribe(f"orderBook:{market_id}")
        assert replica.book(market_id)["yes"] == []
        await service.world.advance(700)
        await replica.catch_up()
        assert replica.markets[market_id]["status"] == "open"

        resting = await alice.order(market_id, price=40, contracts=10)
        await bob.order(market_id, side="no", price=60, contracts=4)
        await replica.catch_up()
        await assert_markets_as_at_rest(service, replica, market_id)
        assert replica.markets[market_id]["lastYesPrice"] == 40

        await service.world.advance(DAY_S)
        await replica.catch_up()
        assert replica.markets[market_id]["status"] == "closed"
        assert replica.ended[resting["orderId"]]["status"] == "expired"
        assert replica.events[-1]["reason"] == "marketClosed"
        assert replica.book(market_id)["yes"] == replica.book(market_id)["no"] == []
        await assert_markets_as_at_rest(service, replica, market_id)
        # 6 contracts at 40 were given back; 4 are held for 160
        points = replica.states[mine]["portfolio"]
        assert points["availablePoints"] == str(9_840 * POINT)
        assert points["openInterestPoints"] == str(160 * POINT)

        await pay_out(service)
        await replica.catch_up()
        assert replica.markets[market_id]["status"] == "resolved"
        points = replica.states[mine]["portfolio"]
        assert points["availablePoints"] == str(10_240 * POINT)
        assert points["openInterestPoints"] == "0"
        await assert_wallet_as_at_rest(replica, alice)
        await listener.say(op="unsubscribe", channels=[f"orderBook:{market_id}"])
        await replica.subscribe(f"orderBook:{market_id}")
        await assert_markets_as_at_rest(service, replica, market_id)


async def pay_out(service) -> None:
    """Print 300.00, the strike of the markets, at the next midnight and let a day pass."""
    now_s = service.context.now_s()
    midnight_s = now_s // DAY_S * DAY_S + DAY_S
    await service.world.advance(midnight_s - now_s + 10)
    command = m.PostPrint(market_id=1, price_e8=300 * 10**8, published_at_s=midnight_s)
    applied = await service.context.sequencer.submit(command)
    assert not any(isinstance(event, m.CommandRejected) for event in applied.events)
    await service.world.advance(10)
    await service.world.advance(DAY_S)


async def test_books_that_do_not_exist_are_unknown(service):
    market_id = await open_market(service)
    async with listening(service) as listener:
        for name in ("99", "0", f"0{market_id}", "-1", "", "x", "1:1", str(2**40)):
            await listener.say(op="subscribe", channels=[f"orderBook:{name}"])
            assert (await listener.hear("error"))["code"] == "UNKNOWN_CHANNEL"
        await listener.say(op="subscribe", channels=[f"orderBook:{market_id}"])
        assert (await listener.hear("snapshot"))["sequence"] == 0


async def test_orders_are_told_to_their_owner_alone(service):
    market_id = await open_market(service)
    alice, bob = await player(service), await player(service)
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await listener.say(op="subscribe", channels=[f"user:{user_text(bob)}"])
        assert (await listener.hear("error"))["code"] == "NO_TOKEN"
        await replica.sign_in(bob)
        await listener.say(op="subscribe", channels=[f"user:{user_text(alice)}"])
        assert (await listener.hear("error"))["code"] == "WRONG_USER"
        await replica.subscribe(f"user:{user_text(bob)}")
        await alice.order(market_id)
        assert await replica.catch_up() == []
        await bob.order(market_id, status=409, contracts=100_000)  # refused: nothing to tell
        assert await replica.catch_up() == []


async def test_a_reconnecting_client_starts_with_a_snapshot(service):
    market_id = await open_market(service)
    alice = await player(service)
    names = [f"orderBook:{market_id}", "predictions", f"user:{user_text(alice)}"]
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await replica.sign_in(alice)
        await replica.subscribe(*names)
        await alice.order(market_id, price=40)
        await replica.catch_up()
        await listener.say(op="unsubscribe", channels=names)
        await alice.order(market_id, price=41)
        assert await replica.catch_up() == []
    assert not service.hub.entries
    assert not service.hub.users
    assert not service.hub.books
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await replica.sign_in(alice)
        await replica.subscribe(*names)
        await assert_markets_as_at_rest(service, replica, market_id)
        await assert_wallet_as_at_rest(replica, alice)
        await alice.order(market_id, price=42)
        await replica.catch_up()
        await assert_markets_as_at_rest(service, replica, market_id)
        await assert_wallet_as_at_rest(replica, alice)


async def test_a_slow_reader_misses_messages_and_is_right_again(tmp_path, database_url):
    hub = Hub(sweep_s=3_600)
    async with running_service(tmp_path, database_url, hub=hub) as service:
        one, two = await open_market(service), await open_market(service)
        alice, bob = await player(service), await player(service)
        flow = Flow(service, 5, [one, two], [alice.address, bob.address])
        names = ["predictions", f"orderBook:{one}", f"orderBook:{two}"]
        names.append(f"user:{user_text(alice)}")
        async with listening(service) as lazy, listening(service) as listener:
            slow, quick = Replica(service, lazy), Replica(service, listener)
            await slow.sign_in(alice)
            await slow.subscribe(*names)
            (client,) = (each for each in hub.clients if each.channels)
            await quick.subscribe(*names[:3])
            client.slow_since_s = 0.0
            for _ in range(5):
                await flow.run(5)
                await quick.catch_up()
                await assert_markets_as_at_rest(service, quick, one, two)
            slow.kinds.clear()
            await flow.run(5)  # not sent to any client yet when the slow one is checked
            hub.sweep()
            await slow.catch_up()
            assert slow.kinds == ["snapshot"] * len(names)
            await assert_markets_as_at_rest(service, slow, one, two)
            await assert_wallet_as_at_rest(slow, alice)
            await flow.run(10)
            for replica in (slow, quick):
                await replica.catch_up()
                await assert_markets_as_at_rest(service, replica, one, two)
            await assert_wallet_as_at_rest(slow, alice)


async def test_many_commands_between_two_messages_make_one_delta_a_channel(service):
    ids = [await open_market(service) for _ in range(4)]
    alice, bob = await player(service), await player(service)
    flow = Flow(service, 9, ids, [alice.address, bob.address])
    names = ["predictions", *(f"orderBook:{market_id}" for market_id in ids)]
    hub = service.hub
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await replica.subscribe(*names)
        applied = await service.context.sequencer.submit(
            m.PlaceOrder(user=alice.address, market_id=ids[0], price=50, contracts=3)
        )
        for _ in range(200):  # the same news again and again
            hub.take(applied)
        messages = await replica.catch_up()
        assert sorted(message["channel"] for message in messages) == sorted(names[:2])
        await flow.run(40)
        messages = await replica.catch_up()
        await assert_markets_as_at_rest(service, replica, *ids)
        assert {message["channel"] for message in messages} == set(names)


def failing(*_args):
    raise RuntimeError("broken on purpose")


async def test_a_change_that_cannot_be_told_is_made_up_by_a_snapshot(service, monkeypatch, caplog):
    market_id = await open_market(service)
    alice = await player(service)
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await replica.subscribe(f"orderBook:{market_id}", "predictions")
        replica.kinds.clear()
        with monkeypatch.context() as broken:
            broken.setattr(BookChannel, "delta", failing)
            await alice.order(market_id, price=40)
            await replica.catch_up()
        assert sorted(replica.kinds) == ["delta", "snapshot"]
        await assert_markets_as_at_rest(service, replica, market_id)
        await alice.order(market_id, price=41)
        await replica.catch_up()
        await assert_markets_as_at_rest(service, replica, market_id)
    assert "stream_delta_failed" in caplog.text


async def test_a_channel_that_cannot_be_told_at_all_ends_with_an_error(
    service, monkeypatch, caplog
):
    market_id = await open_market(service)
    alice = await player(service)
    name = f"orderBook:{market_id}"
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await replica.subscribe(name, "markets")
        with monkeypatch.context() as broken:
            broken.setattr(BookChannel, "_book", failing)
            await alice.order(market_id, price=40)
            service.hub.flush()
            error = await listener.hear("error")
            assert (error["code"], error["channel"]) == ("INTERNAL", name)
            await listener.say(op="subscribe", channels=[name], id="again")
            error = await listener.hear("error")
            assert (error["code"], error["channel"], error["id"]) == ("INTERNAL", name, "again")
        assert set(service.hub.entries) == {"markets"}
        await replica.subscribe(name)
        await alice.order(market_id, price=41)
        await replica.catch_up()
        assert replica.book(market_id) == await rest_book(service, market_id)
    assert "stream_channel_failed" in caplog.text


async def test_possibly_missed_deltas_are_replaced_by_snapshots(service, monkeypatch, caplog):
    market_id = await open_market(service)
    alice = await player(service)
    async with listening(service) as listener:
        replica = Replica(service, listener)
        await replica.sign_in(alice)
        name = f"user:{user_text(alice)}"
        await replica.subscribe(f"orderBook:{market_id}", "predictions", name)
        replica.kinds.clear()
        with monkeypatch.context() as broken:
            broken.setattr("edge.streams.hub.mark", failing)
            await alice.order(market_id, price=40)
        await replica.catch_up()
        assert replica.kinds == ["snapshot"] * 3
        await assert_markets_as_at_rest(service, replica, market_id)
        await assert_wallet_as_at_rest(replica, alice)
    assert "stream_update_failed" in caplog.text
