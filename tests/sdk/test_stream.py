"""The stream: replicas that equal the REST book, gaps, silence, lost connections, tokens."""

import asyncio
import random

import pytest

from acre_sdk import NewOrder, OrderBookReplica, stream
from acre_sdk.models import BookDelta, Level, OrderBook, convert
from tests.sdk.fake_exchange import book_of, level_rows, market


async def wait_until(condition, *, tries: int = 2_000) -> None:
    """Let the others work until the condition holds."""
    for _ in range(tries):
        if condition():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it did not happen")


async def next_of(messages, kind: str, channel: str = "") -> dict:
    async for message in messages:
        if message.kind == kind and channel in ("", message.channel):
            return message.data
    raise AssertionError("the stream has ended")


def heard(server, op: str, channel: str) -> int:
    return sum(
        message["op"] == op and channel in message.get("channels", ()) for message in server.heard
    )


async def test_a_replica_equals_the_book(client, server):
    server.exchange.others[7] = {("yes", 40): 5, ("no", 45): 2}
    async with client.stream() as live:
        replica = await live.subscribe_book(7)
        assert not replica.is_current
        await next_of(live, "snapshot", "orderBook:7")
        assert replica.book() == await client.predictions.order_book(7)
        await client.predictions.place_order(
            NewOrder(market_id=7, side="yes", contracts=10, price=41)
        )
        await next_of(live, "delta")
        assert (replica.best_yes_bid, replica.best_no_bid, replica.is_current) == (41, 45, True)
        await client.predictions.cancel_all()
        server.exchange.others[7] = {}
        await server.tell_book(7)
        await next_of(live, "delta")
        await next_of(live, "delta")
        assert replica.book() == await client.predictions.order_book(7)
        assert replica.best_yes_bid is None


async def test_a_gap_is_closed_by_a_new_subscription(client, server):
    async with client.stream() as live:
        replica = await live.subscribe_book(7)
        await next_of(live, "snapshot")
        server.exchange.others[7] = {("yes", 40): 5}
        server.sequences["orderBook:7"] = 5  # five messages are lost
        for _ in range(3):  # the last two come while the new snapshot is awaited
            await server.tell_book(7)
        await next_of(live, "snapshot")
        assert replica.book() == await client.predictions.order_book(7)
        assert replica.is_current
        await server.tell_book(7)
        await next_of(live, "delta")
        assert heard(server, "subscribe", "orderBook:7") == 2
        assert heard(server, "unsubscribe", "orderBook:7") == 1


@pytest.mark.parametrize("best", [{"bestYesBid": 40}, {"bestNoBid": 40}])
async def test_best_prices_that_do_not_fit_are_a_gap_too(client, server, best):
    async with client.stream() as live:
        replica = await live.subscribe_book(7)
        await next_of(live, "snapshot")
        delta = {"sequence": 1, "yes": [], "no": [], "bestYesBid": None, "bestNoBid": None}
        await server.tell("orderBook:7", {**delta, **best})
        await next_of(live, "snapshot")
        assert replica.is_current


async def test_a_lost_connection_comes_back_with_everything(client, server, timer):
    async with client.stream() as live:
        await live.subscribe(f"user:{client.address}", "predictions")
        replica = await live.subscribe_book(7)
        await next_of(live, "snapshot", "orderBook:7")
        await server.drop_sockets()
        assert "1001" in (await next_of(live, "disconnected"))["reason"]
        assert not replica.is_current
        server.exchange.others[7] = {("no", 12): 1}
        await next_of(live, "snapshot", "orderBook:7")
        assert replica.best_no_bid == 12
        assert heard(server, "subscribe", "predictions") == 2
        assert sum(message["op"] == "auth" for message in server.heard) == 2
        (pause_s,) = timer.slept
        assert 0.25 <= pause_s <= 0.5


async def test_silence_is_a_lost_connection(client, server, monkeypatch):
    monkeypatch.setattr(stream, "SILENCE_MAX_S", 0.2)
    async with client.stream() as live:
        await live.subscribe("predictions")
        await next_of(live, "snapshot")
        await next_of(live, "disconnected")
        await next_of(live, "snapshot")


async def test_pauses_between_connections_double(client, server, timer):
    server.refuse("/ws", 503, "MAINTENANCE", times=8)
    async with client.stream() as live:
        await live.subscribe("predictions")
        await next_of(live, "snapshot")
    for length_s, pause_s in zip((0.5, 1, 2, 4, 8, 16, 30, 30), timer.slept, strict=True):
        assert length_s / 2 <= pause_s <= length_s


async def test_a_user_channel_survives_the_end_of_a_token(client, server, timer):
    name = f"user:{client.address}"
    async with client.stream() as live:
        await live.subscribe(name)
        await next_of(live, "snapshot", name)
        timer.s += 841  # the token is about to end
        await server.heartbeat()
        await wait_until(lambda: sum(item["op"] == "auth" for item in server.heard) == 2)
        assert server.count("/refresh-token") == 1
        server.expire_tokens()
        for socket in server.sockets:
            error = {"type": "error", "channel": name, "code": "TOKEN_EXPIRED", "message": ""}
            await socket.send_json(error)
        await next_of(live, "snapshot", name)
        assert server.heard[-2]["token"] == "access-3"


async def test_an_unknown_channel_is_told_and_forgotten(client, server):
    async with client.stream() as live:
        await live.subscribe("orderBook:99")
        assert (await next_of(live, "error", "orderBook:99"))["code"] == "UNKNOWN_CHANNEL"
        await live.subscribe("predictions")
        await next_of(live, "snapshot", "predictions")
        await server.drop_sockets()
        await next_of(live, "snapshot", "predictions")
        assert heard(server, "subscribe", "orderBook:99") == 1


async def test_an_unsubscribed_channel_is_silent(client, server):
    async with client.stream() as live:
        await live.subscribe("predictions", "markets")
        await next_of(live, "snapshot", "markets")
        await live.unsubscribe("predictions")
        await wait_until(lambda: heard(server, "unsubscribe", "predictions"))
        await server.tell("predictions", {"markets": []})
        await server.tell("markets", {"markets": [1]})
        assert await next_of(live, "delta") == {"markets": [1]}


@pytest.mark.parametrize(
    "text",
    [
        "not JSON",
        '{"type": 5}',
        '{"type":"delta","data":{"rows":' + "[" * 100_000,
        '{"type":"snapshot","channel":"orderBook:7","sequence":1,"data":{"orderBook":{}}}',
        '{"type":"error","code":"RATE_LIMITED","message":""}',
    ],
    ids=("text", "type", "depth", "book", "limit"),
)
async def test_an_invalid_message_ends_the_connection_and_not_the_stream(client, server, text):
    async with client.stream() as live:
        await live.subscribe_book(7)
        await next_of(live, "snapshot")
        for socket in tuple(server.sockets):
            await socket.send_str(text)
        await next_of(live, "disconnected")
        await next_of(live, "snapshot")


async def test_a_snapshot_that_does_not_come_is_asked_for_again(client, server, timer):
    server.exchange.markets[8] = market(8)
    async with client.stream() as live:
        await live.subscribe("predictions")
        await next_of(live, "snapshot")
        channel = live._channels["predictions"]
        channel.last = None
        timer.s += stream.SNAPSHOT_MAX_S + 1
        await server.heartbeat()
        assert "no snapshot" in (await next_of(live, "disconnected"))["reason"]
        await next_of(live, "snapshot")


async def test_a_slow_reader_restarts_with_snapshots(client, server, monkeypatch):
    monkeypatch.setattr(stream, "MESSAGES_WAITING_MAX", 3)
    async with client.stream() as live:
        await live.subscribe("predictions")
        await wait_until(lambda: heard(server, "subscribe", "predictions") == 1)
        for number in range(4):
            await server.tell("predictions", {"number": number})
        await wait_until(lambda: heard(server, "subscribe", "predictions") == 2)
        await next_of(live, "disconnected")
        await next_of(live, "snapshot")


async def test_a_bug_is_not_hidden_from_the_reader(client, monkeypatch):
    monkeypatch.setattr(stream.Backoff, "reset", lambda _self: 1 / 0)
    async with client.stream() as live:
        await live.subscribe("predictions")
        with pytest.raises(ZeroDivisionError):
            async for _ in live:
                pass
        with pytest.raises(ZeroDivisionError):
            await live.__anext__()


async def test_reading_ends_with_the_stream(client):
    async with client.stream() as live:
        pass
    assert [message async for message in live] == []


async def test_the_stream_waits_for_a_login_that_fails(client, server):
    server.refuse("/auth/login", 403, "HIGH_RISK_USER")
    async with client.stream() as live:
        await live.subscribe(f"user:{client.address}")
        await next_of(live, "snapshot")


@pytest.mark.parametrize("seed", range(20))
def test_random_deltas_leave_the_book_that_a_snapshot_would(seed):
    rng = random.Random(seed)
    sides = {"yes": {}, "no": {}}
    replica = OrderBookReplica(7)
    sequence = received = 0
    changed = {"yes": set(), "no": set()}
    replica.apply_snapshot(convert(book_of(7, 0, sides), OrderBook))
    for _ in range(300):
        side = rng.choice(("yes", "no"))
        price = rng.randrange(1, 50)
        sequence += 1
        changed[side].add(price)
        if rng.random() < 0.4:
            sides[side].pop(price, None)
        else:
            sides[side][price] = rng.randrange(1, 1_000)
        if rng.random() < 0.5:
            continue  # several changes make one delta
        book = book_of(7, sequence, sides)
        for name in ("yes", "no"):
            book[name] = [
                {"price": one, "contracts": sides[name].get(one, 0)} for one in changed[name]
            ]
            changed[name].clear()
        assert replica.apply_delta(convert(book, BookDelta))
        received = sequence
        assert replica.book() == convert(book_of(7, received, sides), OrderBook)
    assert received > 100


def test_a_delta_of_before_or_without_a_snapshot_is_refused():
    replica = OrderBookReplica(7)
    assert not replica.apply_delta(BookDelta(sequence=1))
    replica.apply_snapshot(convert(book_of(7, 5, {"yes": {40: 1}, "no": {}}), OrderBook))
    assert replica.apply_delta(BookDelta(sequence=5, yes=[Level(price=40, contracts=0)]))
    assert level_rows({}) == replica.book().yes
    assert not replica.apply_delta(BookDelta(sequence=4))
    assert not replica.is_current
