"""Metrics of a process without a web service, on loopback."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web

HOST: Final = "127.0.0.1"


@asynccontextmanager
async def serving_metrics(make_text: Callable[[], bytes], port: int | None) -> AsyncIterator[None]:
    """Answer `/metrics` on loopback while the block runs; None: nowhere."""
    if port is None:
        yield
        return

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(body=make_text(), content_type="text/plain", charset="utf-8")

    app = web.Application()
    app.router.add_get("/metrics", answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, port).start()
        yield
    finally:
        await runner.cleanup()
