import asyncio
import traceback
from contextlib import aclosing

import orjson
import pytest
from aiohttp import web

from chain.oracle import hermes_client as module
from chain.oracle.hermes_client import HermesClient, HermesError, HermesTimes, UnknownFeedsError
from tests.chain.oracle.hermes_server import (
    AUSTIN,
    DALLAS,
    KEEP_ALIVE,
    KEY,
    UNKNOWN_FEED,
    Feed,
    HermesServer,
    event,
    until,
    update,
)

FEED = Feed("41250000000", "25000000", -8, 1_800_000_000)
TIMES = HermesTimes(answer_s=30)


@pytest.fixture
async def server():
    async with HermesServer(feeds={AUSTIN: FEED}) as running:
        yield running


@pytest.fixture
async def client(server):
    opened = HermesClient(server.url + "/", KEY, TIMES)
    yield opened
    await opened.close()


def answering(**options):
    async def handler(_request):
        return web.Response(**options)

    return handler


async def refusal(client: HermesClient) -> HermesError:
    with pytest.raises(HermesError) as caught:
        await client.latest([AUSTIN])
    seen = "".join(traceback.format_exception(caught.value))
    assert KEY not in seen
    return caught.value


async def test_the_latest_prices_are_asked_for_by_id_with_the_key(server, client):
    body = await client.latest([AUSTIN])
    assert orjson.loads(body)["parsed"][0]["price"]["price"] == "41250000000"
    request = server.requests[0]
    assert request.path == "/v2/updates/price/latest"
    assert request.query.getall("ids[]") == [AUSTIN]
    assert request.query["parsed"] == "true"
    assert request.headers["Authorization"] == f"Bearer {KEY}"


async def test_an_address_may_have_a_path_and_no_key():
    async with HermesServer(key=None, prefix="/token/hermes", feeds={AUSTIN: FEED}) as server:
        client = HermesClient(server.url, None, TIMES)
        assert orjson.loads(await client.latest([AUSTIN]))["parsed"]
        assert "Authorization" not in server.requests[0].headers
        await client.close()


async def test_a_stream_yields_events_until_it_ends(server, client):
    async def read():
        async with aclosing(client.stream([AUSTIN])) as events:
            return [one async for one in events]

    reading = asyncio.create_task(read())
    await until(lambda: server.streams)
    content = event(orjson.dumps(update({AUSTIN: FEED})))
    server.push(KEEP_ALIVE + content[:7])
    server.push(content[7:-1])
    server.push(content[-1:] + b"event: error\ndata: Connection timeout reached (24h)\n\n")
    server.push(None)
    first, second = await reading
    assert (first.type, orjson.loads(first.data)) == ("message", update({AUSTIN: FEED}))
    assert second == ("error", "Connection timeout reached (24h)")


async def test_between_pieces_of_a_stream_others_have_their_turn(server, monkeypatch):
    sleep, pauses = asyncio.sleep, []

    async def note(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    client = HermesClient(server.url, KEY, HermesTimes(answer_s=30, chunk_pause_s=0.125))
    reading = asyncio.ensure_future(anext(client.stream([AUSTIN])))
    await until(lambda: server.streams)
    monkeypatch.setattr(module.asyncio, "sleep", note)
    server.push(KEEP_ALIVE)
    while 0.125 not in pauses:
        await sleep(0)
    server.push(event(b"x"))
    assert await reading == ("message", "x")
    await client.close()


async def test_feeds_that_the_server_does_not_know_are_named(server, client):
    with pytest.raises(UnknownFeedsError) as caught:
        await client.latest([AUSTIN, DALLAS, UNKNOWN_FEED])
    assert caught.value.feed_ids == {DALLAS, UNKNOWN_FEED}


@pytest.mark.parametrize("status", [401, 403])
async def test_a_refused_key_waits_a_minute(server, client, status):
    server.latest = answering(status=status, text=f"no such key {KEY}")
    error = await refusal(client)
    assert str(error) == f"The server refuses the key (HTTP {status})."
    assert error.pause_s == 60


@pytest.mark.parametrize(
    ("headers", "pause_s"),
    [
        ({}, 60),
        ({"Retry-After": "5"}, 60),
        ({"Retry-After": "90"}, 90),
        ({"Retry-After": "99999999"}, 600),
        ({"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}, 60),
    ],
)
async def test_a_limited_rate_waits_as_long_as_the_server_says(server, client, headers, pause_s):
    server.latest = answering(status=429, headers=headers)
    error = await refusal(client)
    assert (str(error), error.pause_s) == ("The server limits the rate (HTTP 429).", pause_s)


@pytest.mark.parametrize("status", [204, 206, 400, 404, 500, 502, 503])
async def test_any_other_status_is_an_error(server, client, status):
    server.latest = answering(status=status)
    error = await refusal(client)
    assert (str(error), error.pause_s) == (f"The server answers with HTTP {status}.", 0)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_not_followed_and_the_key_stays_here(server, client, status):
    async with HermesServer(key=None, feeds={AUSTIN: FEED}) as foreign:
        server.latest = answering(status=status, headers={"Location": foreign.url})
        error = await refusal(client)
        server.stream = server.latest
        with pytest.raises(HermesError):
            await anext(client.stream([AUSTIN]))
        assert foreign.requests == []
    assert str(error) == f"The server redirects (HTTP {status}), which is not followed."


async def test_an_answer_without_end_is_given_up(server, client, monkeypatch):
    monkeypatch.setattr(module, "BODY_BYTES_MAX", 1_000)
    server.latest = answering(body=b"x" * 1_001)
    assert str(await refusal(client)) == "The answer has over 1000 bytes."
    monkeypatch.setattr(module, "ERROR_BYTES_MAX", 1_000)
    server.latest = answering(status=404, body=b"x" * 1_001)
    assert str(await refusal(client)) == "The answer has over 1000 bytes."


async def test_an_event_without_end_is_given_up(server, client, monkeypatch):
    monkeypatch.setattr(module, "EVENT_BYTES_MAX", 1_000)
    reading = asyncio.ensure_future(anext(client.stream([AUSTIN])))
    await until(lambda: server.streams)
    server.push(b"data:" + b"x" * 1_000)
    with pytest.raises(HermesError, match=r"^An event has over 1000 bytes\.$"):
        await reading
    await until(lambda: not server.streams)  # and the connection is closed


async def test_an_answer_that_drips_is_given_up_in_time(server):
    async def drip(request):
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b" ")
            await asyncio.sleep(0.01)

    server.latest = drip
    client = HermesClient(server.url, KEY, HermesTimes(answer_s=0.2))
    assert str(await refusal(client)) == "The server cannot be reached: TimeoutError."
    await client.close()


async def test_a_stream_of_another_type_is_none(server, client):
    server.stream = answering(text="<html>", content_type="text/html")
    with pytest.raises(HermesError, match=r"^The stream is no event stream\.$"):
        await anext(client.stream([AUSTIN]))


async def test_a_connection_that_breaks_names_neither_address_nor_key(server, client):
    async def broken(request):
        request.transport.abort()
        return web.Response()

    server.latest = broken
    error = await refusal(client)
    assert str(error) == "The server cannot be reached: ServerDisconnectedError."
    nowhere = HermesClient("http://127.0.0.1:1/secret-token", KEY, TIMES)
    error = await refusal(nowhere)
    assert "secret-token" not in "".join(traceback.format_exception(error))
    await nowhere.close()


async def test_compressed_answers_are_not_unpacked(server, client):
    bomb = b"\x1f\x8b\x08\x00"
    server.latest = answering(body=bomb, headers={"Content-Encoding": "gzip"})
    assert await client.latest([AUSTIN]) == bomb
    assert server.requests[0].headers["Accept-Encoding"] == "identity"
