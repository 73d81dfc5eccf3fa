"""The websocket: handshake, channels, snapshots and deltas, limits, close codes."""

import asyncio
import contextlib
import socket

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError
from solders.keypair import Keypair

from edge.http.limits import RATES, Rate
from edge.streams.hub import Hub
from edge.streams.socket import MESSAGE_RATE
from engine.core.generated.messages import PostPrint
from tests.edge.service_world import GENEROUS, running_service, text_of
from tests.edge.streams.described import assert_described

WS = "/express/v1/ws"
DAY_S = 86_400


class Listener:
    """A client that keeps what it got."""

    def __init__(self, ws) -> None:
        self.ws = ws

    async def say(self, **message) -> None:
        await self.ws.send_json(message)

    async def hear(self, kind: str | None = None, channel: str | None = None) -> dict:
        """Return the next message of this kind and channel; heartbeats and others are skipped."""
        while True:
            message = await self.ws.receive_json(timeout=20)
            assert_described(message)
            is_kind = kind is None or message["type"] == kind
            if is_kind and (channel is None or message.get("channel") == channel):
                return message

    async def close_code(self) -> int:
        """Read until the server closes and return its code."""
        while True:
            message = await self.ws.receive(timeout=20)
            if message.type in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.CLOSING):
                return self.ws.close_code


@contextlib.asynccontextmanager
async def listening(service, **options):
    async with service.client.ws_connect(WS, **options) as ws:
        listener = Listener(ws)
        listener.hello = await listener.hear("hello")
        yield listener


async def test_the_hello_tells_the_clock(service):
    async with listening(service) as listener:
        assert listener.hello["env"] == "local"
        assert listener.hello["clock"]["rate"] == 1440
        await listener.say(op="ping", id="p1")
        pong = await listener.hear("pong")
        assert pong == {"type": "pong", "serverTime": int(service.wall()), "id": "p1"}


async def test_a_trade_reaches_every_channel_in_sequence(service):
    wallet = await service.trader()
    session = await service.login(wallet)
    user = f"user:{text_of(wallet)}"
    channels = ["markets", "market:1", "trades", "trades:1", user]
    async with listening(service) as listener:
        await listener.say(op="auth", token=session["accessToken"], id="a")
        reply = await listener.hear("authenticated")
        assert reply["address"] == text_of(wallet)
        await listener.say(op="subscribe", channels=channels, id="s")
        snapshots = {}
        for channel in channels:
            assert (await listener.hear())["type"] == "subscribed"
            snapshot = await listener.hear()
            assert (snapshot["type"], snapshot["channel"]) == ("snapshot", channel)
            snapshots[channel] = snapshot
        assert snapshots["trades"]["data"] == {"trades": []}
        assert [row["marketId"] for row in snapshots["markets"]["data"]["markets"]] == [1, 2]
        await service.trade(wallet, 1_000_000)
        deltas = {}
        while set(deltas) != set(channels):
            delta = await listener.hear("delta")
            assert delta["sequence"] == snapshots[delta["channel"]]["sequence"] + 1
            deltas[delta["channel"]] = delta
        assert deltas["trades"]["data"]["trades"][0]["tradeKind"] == "open"
        assert deltas["trades"]["data"] == deltas["trades:1"]["data"]
        assert [row["marketId"] for row in deltas["markets"]["data"]["markets"]] == [1]
        assert "openInterest" in deltas["market:1"]["data"]
        own = deltas[user]["data"]
        assert [event["kind"] for event in own["events"]] == ["trade", "command"]
        assert own["marginAccounts"][0]["positions"][0]["marketId"] == 1


async def test_a_late_subscriber_gets_a_snapshot_that_the_next_delta_follows(service):
    wallet = await service.trader()
    async with listening(service) as first, listening(service) as second:
        await first.say(op="subscribe", channels=["trades"])
        await first.hear("snapshot")
        await service.trade(wallet, 1_000_000)
        assert (await first.hear("delta"))["sequence"] == 1
        await second.say(op="subscribe", channels=["trades"])
        snapshot = await second.hear("snapshot")
        assert snapshot["sequence"] == 1
        assert len(snapshot["data"]["trades"]) == 1
        await service.trade(wallet, 2_000_000)
        for listener in (first, second):
            delta = await listener.hear("delta")
            assert delta["sequence"] == 2
            assert delta["data"]["trades"][0]["openInterestDelta"]["size"] == "2000000"


async def test_a_print_moves_the_accounts_of_those_who_hold_the_market(service):
    wallet = await service.trader()
    await service.trade(wallet, 1_000_000)
    session = await service.login(wallet)
    name = f"user:{text_of(wallet)}"
    async with listening(service) as listener:
        await listener.say(op="auth", token=session["accessToken"])
        await listener.say(op="subscribe", channels=[name])
        await listener.hear("snapshot")
        now_s = service.context.now_s()
        midnight_s = now_s // DAY_S * DAY_S + DAY_S
        await service.world.advance(midnight_s - now_s + 10)
        await service.context.sequencer.submit(
            PostPrint(market_id=1, price_e8=303 * 10**8, published_at_s=midnight_s)
        )
        delta = await listener.hear("delta", name)
        while "marginAccounts" not in delta["data"]:
            delta = await listener.hear("delta", name)
        pnl = delta["data"]["marginAccounts"][0]["pnlInfo"]["priceComponent"]["value"]
        assert int(pnl) > 2_900_000


async def test_unknown_channels_and_strangers_are_refused(service):
    wallet, other = await service.world.user(), Keypair()
    session = await service.login(wallet)
    async with listening(service) as listener:
        for channel in ("nothing", "market:9", "market:01", "trades:x", "orderBook:1", "market:"):
            await listener.say(op="subscribe", channels=[channel], id="c")
            error = await listener.hear("error")
            assert (error["code"], error["channel"], error["id"]) == (
                "UNKNOWN_CHANNEL",
                channel,
                "c",
            )
        await listener.say(op="subscribe", channels=[f"user:{text_of(wallet)}"])
        assert (await listener.hear("error"))["code"] == "NO_TOKEN"
        await listener.say(op="auth", token="x.y.z")
        assert (await listener.hear("error"))["code"] == "INVALID_TOKEN"
        await listener.say(op="auth", token=session["accessToken"])
        await listener.hear("authenticated")
        await listener.say(op="subscribe", channels=[f"user:{text_of(other)}"])
        assert (await listener.hear("error"))["code"] == "WRONG_USER"
        await listener.say(op="unsubscribe", channels=["trades"], id="u")
        gone = await listener.hear("unsubscribed")
        assert gone == {"type": "unsubscribed", "channel": "trades", "id": "u"}


async def test_user_channels_end_with_their_token_and_with_logout(service):
    wallet = await service.world.user()
    name = f"user:{text_of(wallet)}"
    session = await service.login(wallet)
    async with listening(service) as listener:
        await listener.say(op="auth", token=session["accessToken"])
        await listener.say(op="subscribe", channels=[name])
        await listener.hear("snapshot")
        await service.post("/api/v1/auth/logout", {"refreshToken": session["refreshToken"]}, 204)
        error = await listener.hear("error")
        assert (error["code"], error["channel"]) == ("TOKEN_EXPIRED", name)
        await listener.say(op="ping")
        await listener.hear("pong")
        session = await service.login(wallet)
        await listener.say(op="auth", token=session["accessToken"])
        await listener.say(op="subscribe", channels=[name])
        await listener.hear("snapshot")
        service.wall.s += 900 + 31
        assert (await listener.hear("error"))["code"] == "TOKEN_EXPIRED"


async def test_at_most_64_subscriptions(service):
    hub = service.hub
    async with listening(service) as listener:
        await listener.say(op="ping")
        await listener.hear("pong")
        (client,) = hub.clients
        client.channels.update(f"filler:{number}" for number in range(64))
        await listener.say(op="subscribe", channels=["trades"])
        assert (await listener.hear("error"))["code"] == "TOO_MANY_SUBSCRIPTIONS"


async def test_ten_malformed_messages_close_the_socket(service):
    async with listening(service) as listener:
        for text in ("{", "[]", '{"op":"fly"}', '{"op":"subscribe"}', '{"op":"ping","id":5}') * 2:
            await listener.ws.send_str(text)
        codes = [(await listener.hear("error"))["code"] for _ in range(10)]
        assert set(codes) == {"BAD_JSON", "VALIDATION"}
        assert await listener.close_code() == 4000


async def test_binary_and_too_large_frames_close_the_socket(service):
    async with listening(service) as listener:
        await listener.ws.send_bytes(b"x")
        assert await listener.close_code() == 1003
    async with listening(service) as listener:
        await listener.ws.send_str("x" * (16 * 1024 + 1))
        assert await listener.close_code() == 1009


async def test_too_many_messages_are_refused(service):
    async with listening(service) as listener:
        for _ in range(MESSAGE_RATE.burst + 200):
            await listener.ws.send_str('{"op":"ping"}')
        assert (await listener.hear("error"))["code"] == "RATE_LIMITED"
        assert await listener.close_code() == 4029


async def test_too_many_sockets_of_one_address_are_closed(service):
    async with contextlib.AsyncExitStack() as stack:
        for _ in range(20):
            await stack.enter_async_context(listening(service))
        ws = await stack.enter_async_context(service.client.ws_connect(WS))
        assert await Listener(ws).close_code() == 4029


async def test_origins_are_checked_and_an_upgrade_is_needed(service):
    with pytest.raises(WSServerHandshakeError) as refused:
        await service.client.ws_connect(WS, headers={"Origin": "https://elsewhere.example"})
    assert refused.value.status == 403
    async with listening(service, headers={"Origin": "http://localhost:5173"}):
        pass
    assert (await service.get(WS, 400))["code"] == "VALIDATION"


async def test_stopping_the_server_closes_with_1001(service):
    async with listening(service) as listener:
        closing = asyncio.create_task(service.hub.close())
        assert await listener.close_code() == 1001
        await closing


async def test_connects_are_limited(tmp_path, database_url):
    rates = {**GENEROUS, "ws-connect": Rate(RATES["ws-connect"].per_s, 2)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        async with listening(service), listening(service):
            with pytest.raises(WSServerHandshakeError) as refused:
                await service.client.ws_connect(WS)
        assert refused.value.status == 429


async def test_heartbeats_come_without_traffic(tmp_path, database_url):
    hub = Hub(heartbeat_s=0.01, sweep_s=0.01)
    async with (
        running_service(tmp_path, database_url, hub=hub) as service,
        listening(service) as listener,
    ):
        beat = await listener.hear("heartbeat")
        assert beat["clock"]["rate"] == 1440


async def open_lazy_socket(service) -> socket.socket:
    """Shake hands and then read nothing more, through a small receive buffer."""
    lazy = socket.socket()
    lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    lazy.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(lazy, ("127.0.0.1", service.client.port))
    request = (
        f"GET {WS} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    )
    await loop.sock_sendall(lazy, request.encode())
    received = b""
    while b"hello" not in received:
        received += await loop.sock_recv(lazy, 4096)
    return lazy


async def fill(client, hub) -> None:
    """Send to a client that does not read until its buffer is over the limit."""
    frame = b"\x81\x7e\xff\xff" + b" " * 0xFFFF
    while client.unsent_bytes() <= hub._unsent_max:
        client.write(frame)
        await asyncio.sleep(0)


async def test_a_slow_consumer_is_dropped_and_others_notice_nothing(tmp_path, database_url):
    now = [0.0]
    hub = Hub(unsent_max=100_000, slow_grace_s=10, sweep_s=0.01, monotonic_s=lambda: now[0])
    async with running_service(tmp_path, database_url, hub=hub) as service:
        wallet = await service.trader()
        lazy = await open_lazy_socket(service)
        (slow,) = hub.clients
        async with listening(service) as quick:
            await quick.say(op="subscribe", channels=["trades"])
            await quick.hear("snapshot")
            hub.subscribe(slow, "trades", None)
            await fill(slow, hub)
            await service.trade(wallet, 1_000_000)
            assert (await quick.hear("delta"))["sequence"] == 1
            assert slow.slow_since_s == 0.0
            unsent = slow.unsent_bytes()
            await service.trade(wallet, 1_000_000)
            assert (await quick.hear("delta"))["sequence"] == 2
            assert slow.unsent_bytes() <= unsent  # nothing more was queued
            now[0] = 10.5
            hub.sweep()
            assert slow not in hub.clients
            await quick.say(op="ping")
            await quick.hear("pong")
        lazy.close()


async def test_a_slow_consumer_that_recovers_gets_one_fresh_snapshot(tmp_path, database_url):
    hub = Hub(unsent_max=100_000, sweep_s=3_600)
    async with running_service(tmp_path, database_url, hub=hub) as service:
        wallet = await service.trader()
        async with listening(service) as listener:
            await listener.say(op="subscribe", channels=["trades"])
            await listener.hear("snapshot")
            (client,) = hub.clients
            client.slow_since_s = 0.0
            await service.trade(wallet, 1_000_000)
            hub.flush()
            hub.sweep()
            snapshot = await listener.hear()
            assert (snapshot["type"], snapshot["sequence"]) == ("snapshot", 1)
            assert len(snapshot["data"]["trades"]) == 1
