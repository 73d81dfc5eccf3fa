import asyncio
import logging
import random
from contextlib import asynccontextmanager

import orjson
import pytest
from aiohttp import web

from chain.oracle.hermes import FEEDS_MAX, HermesSource
from chain.oracle.hermes_client import HermesTimes
from chain.oracle.source import FeedMarket, Observation, SourceState
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

NOW_S = 1_800_000_000
TIMES = HermesTimes(answer_s=30, stale_s=30, pause_s=0.005, pause_max_s=0.02, chunk_pause_s=0)
AUS = FeedMarket(1, "AUS", 4804, f"pyth:0x{AUSTIN}")
DAL = FeedMarket(2, "DAL", 4819, f"pyth:{DALLAS}")


def feed(at_s: int = NOW_S, price: str = "41250000000") -> Feed:
    return Feed(price, "25000000", -8, at_s)


@pytest.fixture
async def server():
    async with HermesServer(feeds={AUSTIN: feed(), DALLAS: feed(price="20000000000")}) as running:
        yield running


@asynccontextmanager
async def following(server: HermesServer, *markets: FeedMarket, times: HermesTimes = TIMES):
    source = HermesSource(server.url, KEY, lambda: NOW_S, times)
    source.follow(markets)
    running = asyncio.create_task(source.run())
    yield source
    assert not running.done(), running
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def seen(source: HermesSource, market: FeedMarket = AUS) -> list[tuple[int, int]]:
    found = source.observations(market, 0, 2 * NOW_S)
    return [(one.published_at_s, one.price_e8) for one in found]


def state(source: HermesSource) -> SourceState:
    return source.status().state


async def test_the_source_polls_once_and_then_follows_the_stream(server):
    async with following(server, AUS, DAL) as source:
        await until(lambda: server.streams)
        assert seen(source) == [(NOW_S, 412_50000000)]
        assert seen(source, DAL) == [(NOW_S, 200_00000000)]
        assert state(source) is SourceState.POLLING
        server.publish(AUSTIN, feed(NOW_S + 1, "41300000000"))
        await until(lambda: state(source) is SourceState.CONNECTED)
        assert source.observations(AUS, NOW_S + 1, NOW_S + 1) == [
            Observation(1, 413_00000000, 25000000, NOW_S + 1, "hermes")
        ]
        assert source.status().last_observation_at_s == NOW_S + 1
        assert server.paths() == ["latest", "stream"]


async def test_the_source_can_be_stopped_and_restarted(server):
    source = HermesSource(server.url, KEY, lambda: NOW_S, TIMES)
    source.follow([AUS])
    for _ in range(2):
        running = asyncio.create_task(source.run())
        await until(lambda: server.streams)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await until(lambda: not server.streams)
    assert server.paths() == ["latest", "stream"] * 2


async def test_markets_that_share_a_feed_have_the_same_price(server):
    other = FeedMarket(9, "ATX", 4804, AUS.price_feed)
    async with following(server, AUS, other) as source:
        await until(lambda: server.streams)
        assert source.observations(other, NOW_S, NOW_S) == [
            Observation(9, 412_50000000, 25000000, NOW_S, "hermes")
        ]


async def test_markets_without_an_id_are_not_served():
    source = HermesSource("http://127.0.0.1:1", None, lambda: NOW_S)
    assert source.serves(AUS)
    assert not source.serves(FeedMarket(3, "HOU", 1, "index:HOU"))
    assert source.ends_at_s(AUS) is None
    assert state(source) is SourceState.STARTING


async def test_replayed_and_older_prices_change_nothing(server):
    async with following(server, AUS) as source:
        await until(lambda: server.streams)
        for at_s, price in ((NOW_S + 2, "2"), (NOW_S + 2, "3"), (NOW_S + 1, "4"), (NOW_S + 3, "5")):
            server.publish(AUSTIN, feed(at_s, price + "0000000000"))
        await until(lambda: len(seen(source)) == 3)
        assert [price // 10**8 for _, price in seen(source)] == [412, 200, 500]


async def test_only_the_last_prices_are_kept(server):
    async with following(server, AUS) as source:
        await until(lambda: server.streams)
        content = b"".join(
            event(orjson.dumps(update({AUSTIN: feed(NOW_S - 100 + second)})))
            for second in range(101, 160)
        )
        server.push(content * 3)
        await until(lambda: len(seen(source)) == 60)
        server.push(
            b"".join(event(orjson.dumps(update({AUSTIN: feed(NOW_S + 60)}))) for _ in range(200))
        )
        await until(lambda: source.status().last_observation_at_s == NOW_S + 60)
        assert len(seen(source)) == 61


async def test_a_stream_that_ends_is_opened_again_without_an_alarm(server, caplog):
    caplog.set_level(logging.INFO)
    async with following(server, AUS) as source:
        for number in range(1, 4):
            await until(lambda number=number: server.streams_opened == number and server.streams)
            server.publish(AUSTIN, feed(NOW_S + number))
            await until(
                lambda number=number: source.status().last_observation_at_s == NOW_S + number
            )
            server.push(b"event: error\ndata: Connection timeout reached (24h)\n\n")
            server.push(None)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


async def test_a_stream_that_only_keeps_alive_is_left_and_the_prices_are_polled(server, caplog):
    times = HermesTimes(answer_s=30, stale_s=0.1, pause_s=0.005, pause_max_s=0.02)
    async with following(server, AUS, times=times) as source:
        await until(lambda: server.streams)
        server.push(KEEP_ALIVE)
        await until(lambda: server.streams_opened >= 2)
        await until(lambda: state(source) is SourceState.STALE)  # polling brought nothing either
        assert source.status().detail == "The stream brought no price for 0.1 s."
        opened = server.streams_opened
        await until(lambda: server.streams_opened >= opened + 3)
        alarms = [one for one in caplog.records if one.levelno >= logging.ERROR]
        assert [one.state for one in alarms] == ["stale"]  # one, though polling continues
        server.feeds[AUSTIN] = feed(NOW_S + 7)
        await until(lambda: state(source) is SourceState.POLLING)
        assert seen(source)[-1] == (NOW_S + 7, 412_50000000)


@pytest.mark.parametrize(
    "piece",
    [
        b":x\n",
        b"d",
        event(b"{}"),
        event(orjson.dumps(update({"11" * 32: feed()}))),
        event(orjson.dumps(update({AUSTIN: feed(price="0")}))),
    ],
)
async def test_a_stream_without_a_usable_price_counts_as_silent(server, piece):
    async def drip(request):
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(request)
        server.streams_opened += 1
        while True:
            await response.write(piece)
            await asyncio.sleep(0.005)

    server.stream = drip
    times = HermesTimes(answer_s=30, stale_s=0.1, pause_s=0.005, pause_max_s=0.02, chunk_pause_s=0)
    async with following(server, AUS, times=times):
        await until(lambda: server.streams_opened >= 2)


async def test_without_a_stream_prices_are_polled(server):
    async def down(_request):
        return web.Response(status=503)

    server.stream = down
    async with following(server, AUS) as source:
        for second in range(1, 4):
            server.feeds[AUSTIN] = feed(NOW_S + second)
            await until(
                lambda second=second: source.status().last_observation_at_s == NOW_S + second
            )
        await until(lambda: source.status().detail == "The server answers with HTTP 503.")
        assert state(source) is SourceState.POLLING


async def test_a_server_that_is_down_is_an_alarm_once_and_recovers(server, caplog):
    async def down(_request):
        return web.Response(status=500, text=KEY)

    server.latest = down
    async with following(server, AUS) as source:
        await until(lambda: len(server.requests) >= 5)
        assert state(source) is SourceState.FAILED
        assert not source.status().state.is_healthy
        server.latest = None
        await until(lambda: server.streams)
        assert state(source) is SourceState.POLLING
    alarms = [one for one in caplog.records if one.levelno >= logging.ERROR]
    assert [one.reason for one in alarms] == ["The server answers with HTTP 500."]


async def pauses_of(server: HermesServer, monkeypatch, count: int) -> list[tuple[float, float]]:
    """Return the first pauses against this server: the least and the longest they may be."""
    pauses: list[list[float]] = [[], []]
    for spread, taken in zip((0.5, 1.0), pauses, strict=True):
        sleep = asyncio.sleep

        async def note(seconds: float, taken=taken, sleep=sleep) -> None:
            if seconds > 0.002:  # what the tests themselves wait
                taken.append(seconds)
            await sleep(0)

        with monkeypatch.context() as patch:
            patch.setattr(asyncio, "sleep", note)
            patch.setattr(random, "uniform", lambda low, high, spread=spread: spread)
            async with following(server, AUS, times=HermesTimes()):
                await until(lambda taken=taken: len(taken) >= count)
    return list(zip(pauses[0][:count], pauses[1][:count], strict=True))


async def test_pauses_grow_to_a_limit_and_are_spread(server, monkeypatch):
    server.latest = refusing(500)
    assert await pauses_of(server, monkeypatch, 10) == [
        (0.25, 0.5),
        (0.5, 1),
        (1, 2),
        (2, 4),
        (4, 8),
        (8, 16),
        (16, 32),
        (30, 60),
        (30, 60),
        (30, 60),
    ]


@pytest.mark.parametrize("status", [401, 403, 429])
async def test_a_server_that_limits_or_refuses_is_left_alone_for_a_minute(
    server, monkeypatch, status
):
    server.latest = refusing(status)
    assert await pauses_of(server, monkeypatch, 3) == [(60, 60)] * 3


def refusing(status: int):
    async def refuse(_request):
        return web.Response(status=status)

    return refuse


async def test_unknown_feeds_do_not_starve_the_others(server, caplog):
    stranger = FeedMarket(3, "NOB", 1, f"pyth:{UNKNOWN_FEED}")
    async with following(server, AUS, stranger) as source:
        await until(lambda: server.streams)
        assert seen(source) == [(NOW_S, 412_50000000)]
        assert state(source) is SourceState.FAILED
        assert source.status().detail == f"The server does not know {UNKNOWN_FEED}."
        asked = [request.query.getall("ids[]") for request in server.requests]
        assert asked == [sorted([AUSTIN, UNKNOWN_FEED]), [AUSTIN], [AUSTIN]]
    assert caplog.messages.count("hermes_feeds_unknown") == 1


async def test_an_unknown_feed_is_asked_for_again_later(server, caplog):
    stranger = FeedMarket(3, "NOB", 1, f"pyth:{UNKNOWN_FEED}")
    times = HermesTimes(answer_s=30, pause_s=0.005, pause_max_s=0.02, unknown_s=0.05)
    async with following(server, stranger, times=times) as source:
        await until(lambda: len(server.requests) >= 3)
        assert seen(source, stranger) == []
        assert caplog.messages.count("hermes_feeds_unknown") == 1
        server.feeds[UNKNOWN_FEED] = feed()
        await until(lambda: seen(source, stranger) == [(NOW_S, 412_50000000)])
        await until(lambda: state(source).is_healthy)


async def test_a_feed_that_an_answer_leaves_out_is_named(server):
    async def half(_request):
        return web.Response(body=orjson.dumps(update({AUSTIN: feed()})))

    server.latest = half
    async with following(server, AUS, DAL) as source:
        await until(lambda: server.streams)
        assert source.status().detail == f"The server does not know {DALLAS}."
        assert seen(source) == [(NOW_S, 412_50000000)]


async def test_other_markets_end_the_stream_for_a_new_one(server):
    async with following(server, AUS) as source:
        await until(lambda: server.streams)
        source.follow([AUS])  # nothing new
        source.follow([AUS, DAL])
        await until(lambda: seen(source, DAL))
        assert seen(source) == [(NOW_S, 412_50000000)]  # what was known is kept
        await until(lambda: server.streams == 1 and server.streams_opened == 2)
        source.follow([])
        await until(lambda: not server.streams)
        assert seen(source) == []
    assert server.paths() == ["latest", "stream", "latest", "stream"]


async def test_malformed_events_are_passed_over(server, caplog):
    async with following(server, AUS) as source:
        await until(lambda: server.streams)
        server.push(event(b"{") + event(b"[]") + event(b'{"parsed":[{"id":5}]}'))
        server.push(event(orjson.dumps(update({AUSTIN: feed(NOW_S + 1, "-1")}))) * 100)
        server.push(event(orjson.dumps(update({"11" * 32: feed(NOW_S + 1)}))))
        server.publish(AUSTIN, feed(NOW_S + 2))
        await until(lambda: len(seen(source)) == 2)
        assert seen(source)[-1] == (NOW_S + 2, 412_50000000)
    received = [one.reasons for one in caplog.records if one.msg == "hermes_prices_refused"]
    assert received == [  # each once, however often it comes
        ["an event that is no price update"],
        ["an entry of another shape"],
        ["a price that is not above zero"],
    ]


async def test_the_key_is_in_no_log_and_no_status(server, caplog):
    caplog.set_level(logging.DEBUG)

    async def foreign(_request):
        return web.Response(status=401, text=f"Bearer {KEY} is not known")

    server.latest = foreign
    async with following(server, AUS) as source:
        await until(lambda: state(source) is SourceState.FAILED)
        assert source.status().detail == "The server refuses the key (HTTP 401)."
        assert KEY not in repr(source.status())
    assert KEY not in caplog.text
    assert all(KEY not in str(vars(record)) for record in caplog.records)


async def test_no_more_feeds_than_one_request_takes(caplog):
    source = HermesSource("http://127.0.0.1:1", None, lambda: NOW_S)
    source.follow([FeedMarket(one, "X", one, f"pyth:{one:064x}") for one in range(FEEDS_MAX + 2)])
    assert [record.count for record in caplog.records] == [2]
