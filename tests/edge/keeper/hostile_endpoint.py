"""An endpoint that lies or fails on demand: a small HTTP proxy in front of the real service."""

import json
from collections.abc import Callable
from typing import Any

import aiohttp
from aiohttp import web

Answer = tuple[int, Any]  # status and JSON, or raw bytes
Rule = Callable[[str, Answer], Answer | None]  # None: the connection breaks


def honest(_path: str, answer: Answer) -> Answer:
    return answer


class HostileEndpoint:
    """Passes each request on; `rule` gets path, status and true answer, and returns another."""

    def __init__(self, target: str) -> None:
        self._target = target
        self.rule: Rule = honest
        self.headers: dict[str, str] = {}
        self.asked: list[str] = []
        self.url = ""

    async def __aenter__(self) -> "HostileEndpoint":
        self._session = aiohttp.ClientSession()
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", self._pass)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()
        await self._runner.cleanup()

    async def _pass(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.path)
        body = await request.read()
        async with self._session.request(
            request.method,
            f"{self._target}{request.path_qs}",
            data=body or None,
            headers={"Content-Type": "application/json"},
        ) as response:
            answer = (response.status, json.loads(await response.read()))
        changed = self.rule(request.path, answer)
        if changed is None:
            request.transport.abort()
            return web.Response()
        status, content = changed
        raw = content if isinstance(content, bytes) else json.dumps(content).encode()
        return web.Response(
            body=raw, status=status, content_type="application/json", headers=self.headers
        )
