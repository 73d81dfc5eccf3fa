"""The port while the core starts: 503 with progress, and no connection lost at the handover."""

import asyncio
import contextlib

import aiohttp
import pytest
from aiohttp import web

from edge.core import starting as module
from edge.core.starting import answering_meanwhile
from engine.core.generated.messages import Tick
from engine.journal import segment as segment_module
from engine.sequencer import EngineClock, Sequencer

HOST = "127.0.0.1"


def url_of(starting, path="/"):
    return f"http://{HOST}:{starting.sockets[0].getsockname()[1]}{path}"


async def raw(starting, data: bytes) -> bytes:
    reader, writer = await asyncio.open_connection(*starting.sockets[0].getsockname())
    try:
        writer.write(data)
        return await reader.read()
    finally:
        writer.close()


@pytest.mark.parametrize("path", ["/", "/api/v1/health", "/express/v1/ready", "/rpc", "/nothing"])
async def test_every_request_is_503_with_the_progress(path):
    async with answering_meanwhile([HOST], 0) as starting, aiohttp.ClientSession() as session:
        starting.progress.replay(2_000, 1_000_000)
        for method in ("GET", "POST", "OPTIONS"):
            async with session.request(method, url_of(starting, path), data=b"{}") as answer:
                body = await answer.json()
                assert (answer.status, answer.headers["Retry-After"]) == (503, "5")
                assert body["code"] == "MAINTENANCE"
                assert body["message"] == "The exchange is starting: replayed 2,000 of 1,000,000"
                details = {"stage": "replaying", "replayed": 2_000, "commands": 1_000_000}
                assert body["details"] == details
                assert body["requestId"]
        async with session.head(url_of(starting, path)) as answer:
            assert (answer.status, await answer.read()) == (503, b"")


async def test_a_websocket_is_refused_so_too():
    async with answering_meanwhile([HOST], 0) as starting, aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
            await session.ws_connect(url_of(starting, "/express/v1/ws"))
        assert refusal.value.status == 503


async def test_half_a_head_a_long_head_and_silence_are_closed(monkeypatch):
    monkeypatch.setattr(module, "HEAD_S", 0.1)
    async with answering_meanwhile([HOST], 0) as starting:
        for data in (b"", b"GET / HTTP/1.1\r\n", b"GET /" + b"x" * 100_000):
            async with asyncio.timeout(20):
                with contextlib.suppress(ConnectionError):
                    assert await raw(starting, data) == b""
        assert (await raw(starting, b"GET / HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 503 ")
        assert not starting._open


async def test_more_connections_than_the_bound_are_closed(monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE_MAX", 2)
    async with answering_meanwhile([HOST], 0) as starting:
        address = starting.sockets[0].getsockname()
        held = [await asyncio.open_connection(*address) for _ in range(2)]
        async with asyncio.timeout(20):
            with contextlib.suppress(ConnectionError):
                assert await raw(starting, b"GET / HTTP/1.1\r\n\r\n") == b""
            for _, writer in held:
                writer.close()
            while starting._open:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        assert (await raw(starting, b"GET / HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 503 ")


async def test_a_client_that_comes_at_the_handover_is_served():
    async with answering_meanwhile([HOST], 0) as starting, aiohttp.ClientSession() as session:
        async with session.get(url_of(starting)) as answer:
            assert answer.status == 503
        (listening,) = starting.hand_over()
        await asyncio.sleep(0)
        between = asyncio.create_task(session.get(url_of(starting)))
        await asyncio.sleep(0.1)  # connected by the kernel, not accepted yet
        assert not between.done()

        async def hello(_request):
            return web.Response(text="hello")

        runner = web.ServerRunner(web.Server(hello))
        await runner.setup()
        await web.SockSite(runner, listening).start()
        try:
            async with await between as answer:
                assert (answer.status, await answer.text()) == (200, "hello")
        finally:
            await runner.cleanup()


async def test_a_client_sees_a_replay_go_on(tmp_path, monkeypatch):
    monkeypatch.setattr(segment_module, "RUN_BYTES", 2_000)  # else it ends before a second look
    sequencer = await Sequencer.open(tmp_path, EngineClock(1), snapshot_commands=10_000_000)
    for _ in range(100):
        await sequencer.submit_all([Tick() for _ in range(500)], lambda applied: applied)
    sequencer._saver.saved_seq = sequencer.sequence  # as a crash leaves it: without a snapshot
    await sequencer.close()
    async with answering_meanwhile([HOST], 0) as starting, aiohttp.ClientSession() as session:
        seen = []

        async def look() -> None:
            while True:
                async with session.get(url_of(starting)) as answer:
                    seen.append((await answer.json())["details"]["replayed"])

        looking = asyncio.create_task(look())
        sequencer = await Sequencer.open(
            tmp_path, EngineClock(1), progress=starting.progress.replay
        )
        looking.cancel()
        await asyncio.wait([looking])
        assert sequencer.sequence == 50_000
        await sequencer.close()
    assert seen == sorted(seen)
    assert len(set(seen)) > 3, set(seen)
