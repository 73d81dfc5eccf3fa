"""What one client of the stream can cost: shared snapshots, charged channels, unread answers."""

import asyncio

import pytest
from aiohttp import WSMsgType, WSServerHandshakeError

from edge.http.limits import FRAME_BYTES_MAX, REFUSED_MESSAGES_MAX, Rate
from edge.streams.hub import Hub
from edge.streams.socket import CHANNEL_RATE, CLOSE_TOO_MANY, MESSAGE_RATE, Client
from tests.edge.service_world import GENEROUS, running_service
from tests.edge.streams.test_stream import WS, fill, listening, open_lazy_socket


async def test_a_channel_named_twice_is_answered_once(service):
    async with listening(service) as listener:
        await listener.say(op="subscribe", channels=["markets"] * 70)
        await listener.say(op="ping")
        kinds = [(await listener.hear())["type"] for _ in range(3)]
        assert kinds == ["subscribed", "snapshot", "pong"]
        await listener.say(op="unsubscribe", channels=["markets"] * 70)
        await listener.say(op="ping")
        assert [(await listener.hear())["type"] for _ in range(2)] == ["unsubscribed", "pong"]


async def test_pings_of_the_protocol_count_as_messages(tmp_path, database_url):
    hub = Hub(monotonic_s=lambda: 0.0)
    async with (
        running_service(tmp_path, database_url, hub=hub) as service,
        service.client.ws_connect(WS, autoping=False) as socket,
    ):
        assert (await socket.receive_json(timeout=20))["type"] == "hello"
        for _ in range(MESSAGE_RATE.burst + REFUSED_MESSAGES_MAX + 50):
            if socket.closed:
                break
            await socket.ping(b"x")
        kinds = []
        while not socket.closed:
            kinds.append((await socket.receive(timeout=20)).type)
        assert kinds.count(WSMsgType.PONG) == MESSAGE_RATE.burst
        assert socket.close_code == CLOSE_TOO_MANY


async def test_the_rate_counts_messages_and_a_refusal_has_the_id(tmp_path, database_url):
    hub = Hub(monotonic_s=lambda: 0.0)
    async with (
        running_service(tmp_path, database_url, hub=hub) as service,
        listening(service) as listener,
    ):
        names = [f"market:{number}" for number in range(100, 100 + MESSAGE_RATE.burst)]
        await listener.say(op="subscribe", channels=names)
        for _ in names:
            assert (await listener.hear("error"))["code"] == "UNKNOWN_CHANNEL"
        for number in range(MESSAGE_RATE.burst - 1):
            await listener.say(op="ping", id=f"p{number}")
            assert (await listener.hear("pong"))["id"] == f"p{number}"
        await listener.say(op="ping", id="late")
        refused = await listener.hear("error")
        assert (refused["code"], refused["id"]) == ("RATE_LIMITED", "late")
        await listener.ws.send_str('{"op":"ping","id":7}')
        assert "id" not in await listener.hear("error")


async def test_a_malformed_message_is_refused_with_its_id(service):
    async with listening(service) as listener:
        await listener.say(op="fly", id="f")
        refused = await listener.hear("error")
        assert (refused["code"], refused["id"]) == ("VALIDATION", "f")


def test_channels_slow_a_client_down_and_refuse_nothing():
    now = [0.0]
    client = Client(None, None, "", monotonic_s=lambda: now[0])
    assert client.pause_s(CHANNEL_RATE.burst) == 0
    assert client.pause_s(CHANNEL_RATE.per_s) == 1
    now[0] = 1.0
    assert client.pause_s(0) == 0
    assert client.pause_s(CHANNEL_RATE.per_s * 2) == 2


async def test_more_channels_than_may_be_are_named_so_and_are_not_malformed(service):
    async with listening(service) as listener:
        for _ in range(12):
            await listener.say(op="subscribe", channels=[f"c{i}" for i in range(65)], id="many")
            error = await listener.hear("error")
            assert (error["code"], error["id"]) == ("TOO_MANY_SUBSCRIPTIONS", "many")
        await listener.say(op="ping")
        await listener.hear("pong")


async def test_a_snapshot_is_encoded_once_until_the_channel_changes(tmp_path, database_url):
    now = [0.0]
    hub = Hub(monotonic_s=lambda: now[0])
    async with running_service(tmp_path, database_url, hub=hub) as service:
        wallet = await service.trader()
        async with listening(service) as listener:
            await listener.say(op="subscribe", channels=["trades"])
            await listener.hear("snapshot")
            entry = hub.entries["trades"]
            first = entry.snapshot
            await listener.say(op="subscribe", channels=["trades"])
            await listener.hear("snapshot")
            assert entry.snapshot is first
            await service.trade(wallet, 1_000_000)
            await listener.hear("delta")
            await listener.say(op="subscribe", channels=["trades"])
            assert len((await listener.hear("snapshot"))["data"]["trades"]) == 1
            second = entry.snapshot
            now[0] = 5.0  # the clock alone moves figures too
            await listener.say(op="subscribe", channels=["trades"])
            await listener.hear("snapshot")
            assert entry.snapshot is not second


def masked(text: bytes) -> bytes:
    """Return a client's text frame; a mask of zeros changes nothing."""
    assert 126 <= len(text) < 1 << 16
    return b"\x81\xfe" + len(text).to_bytes(2, "big") + bytes(4) + text


async def test_a_client_that_reads_nothing_is_answered_no_more(tmp_path, database_url):
    now = [0.0]
    hub = Hub(unsent_max=100_000, slow_grace_s=10, sweep_s=3_600, monotonic_s=lambda: now[0])
    async with running_service(tmp_path, database_url, hub=hub) as service:
        lazy = await open_lazy_socket(service)
        (slow,) = hub.clients
        await fill(slow, hub)
        unsent = slow.unsent_bytes()
        loop = asyncio.get_running_loop()
        asked = masked(b'{"op":"subscribe","channels":["markets","trades"]}' + b" " * 100)
        for _ in range(5):
            await loop.sock_sendall(lazy, asked)
        async with listening(service) as quick:
            for _ in range(3):  # a round trip each: the messages before have been looked at
                await quick.say(op="ping")
                await quick.hear("pong")
        assert slow.slow_since_s == 0.0
        assert slow.unsent_bytes() <= unsent
        assert not slow.channels
        now[0] = 10.5
        hub.sweep()
        assert slow not in hub.clients
        assert not hub.entries
        lazy.close()


async def test_a_client_that_reads_again_gets_its_answers(tmp_path, database_url):
    hub = Hub(unsent_max=100_000, sweep_s=3_600)
    async with (
        running_service(tmp_path, database_url, hub=hub) as service,
        listening(service) as listener,
    ):
        (client,) = hub.clients
        client.slow_since_s = 0.0
        await listener.say(op="ping", id="late")
        waiting = asyncio.create_task(listener.hear("pong"))
        async with listening(service) as other:
            await other.say(op="ping")
            await other.hear("pong")
        assert not waiting.done()
        hub.sweep()
        assert (await waiting)["id"] == "late"


async def test_a_refusal_names_the_field_in_plain_words(service):
    async with listening(service) as listener:
        for text, field in (
            ('{"op":"fly"}', "op"),
            ("{}", "op"),
            ("[]", "message"),
            ('{"op":"subscribe"}', "channels"),
            ('{"op":"subscribe","channels":[]}', "channels"),
            ('{"op":"subscribe","channels":[5]}', "channels"),
            ('{"op":"ping","id":5}', "id"),
            ('{"op":"auth","token":1}', "token"),
        ):
            await listener.ws.send_str(text)
            error = await listener.hear("error")
            assert (error["code"], error["details"]) == ("VALIDATION", {"field": field})
            assert error["message"].startswith(f"{field}: ")
            assert "`" not in error["message"]


async def test_a_frame_of_the_largest_size_is_taken(service):
    async with listening(service) as listener:
        ping = '{"op":"ping"}'
        await listener.ws.send_str(ping + " " * (FRAME_BYTES_MAX - len(ping)))
        await listener.hear("pong")
        await listener.ws.send_str(ping + " " * (FRAME_BYTES_MAX + 1 - len(ping)))
        assert await listener.close_code() == 1009


async def test_a_plain_get_spends_no_connect(tmp_path, database_url):
    rates = {**GENEROUS, "ws-connect": Rate(1, 1)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        for _ in range(3):
            await service.get(WS, 400)
        async with listening(service):
            with pytest.raises(WSServerHandshakeError) as refused:
                await service.client.ws_connect(WS)
        assert refused.value.status == 429


async def test_a_malformed_origin_is_not_allowed(service):
    with pytest.raises(WSServerHandshakeError) as refused:
        await service.client.ws_connect(WS, headers={"Origin": "http://[::1"})
    assert refused.value.status == 403
    async with service.client.get("/api/v1/health", headers={"Origin": "http://[::1"}) as answer:
        assert answer.status == 200
        assert "Access-Control-Allow-Origin" not in answer.headers
