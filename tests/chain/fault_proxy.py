"""A node that fails or lies on demand: a small HTTP proxy in front of the real one."""

from collections.abc import Callable
from typing import Any

import aiohttp
import orjson
from aiohttp import web

Rule = Callable[[str, list[Any], Any], Any]


class Down(Exception):
    """Raised by a rule: the proxy answers 503."""


def honest(_method: str, _params: list[Any], answer: Any) -> Any:
    return answer


class FaultProxy:
    """Passes each request on; `rule` gets method, params and the true answer, returns another."""

    def __init__(self, target: str) -> None:
        self._target = target
        self.rule: Rule = honest
        self.url = ""

    async def __aenter__(self) -> "FaultProxy":
        self._session = aiohttp.ClientSession()
        app = web.Application()
        app.router.add_post("/", self._post)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._session.close()
        await self._runner.cleanup()

    async def _post(self, request: web.Request) -> web.Response:
        body = orjson.loads(await request.read())
        async with self._session.post(self._target, data=orjson.dumps(body)) as response:
            answer = orjson.loads(await response.read())
        try:
            if "result" in answer:
                answer["result"] = self.rule(body["method"], body["params"], answer["result"])
        except Down:
            return web.Response(status=503)
        return web.Response(body=orjson.dumps(answer), content_type="application/json")
