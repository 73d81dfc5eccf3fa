"""The node as a server: HTTP and websocket on one port, websocket again on the next one."""

import asyncio
import logging
import socket
import time
from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from chain.node.faults import Faults
from chain.node.lies import Lies
from chain.node.limits import BODY_BYTES_MAX
from chain.node.server.dispatcher import Call, Dispatcher, answer_body
from chain.node.server.metrics import NodeMetrics
from chain.node.server.sends import Runner, Sends
from chain.node.server.sockets import SocketServer, client_of
from chain.node.server.subscriptions import SubscriptionHub
from chain.node.server.turns import Turns
from chain.node.state.ledger import Ledger

log = logging.getLogger(__name__)

_HOST = "127.0.0.1"
_PORT_TRIES_MAX = 50
_SHUTDOWN_S = 1.0


class NodeServer:
    """A running node. `failed` completes with an error if the chain can no longer continue."""

    def __init__(self, ledger: Ledger, *, has_faults: bool) -> None:
        self.ledger = ledger
        self.port = 0
        self._hub = SubscriptionHub(ledger)
        self._faults: Faults | None = None
        self._lies: Lies | None = None
        self._dispatcher = Dispatcher(ledger, None)
        self._turns = Turns()
        self._sockets = SocketServer(self._dispatcher, self._hub, self._turns)
        self._sends = Sends(ledger)
        if has_faults:
            self._lies = Lies(ledger, self._dispatcher.call)
            self._faults = Faults(ledger, self._lies, self._sockets.lose_all)
            self._dispatcher.faults = self._sends.faults = self._faults
        self._runner: web.AppRunner | None = None
        self._clock: asyncio.Task[None] | None = None
        self._is_stopped = False
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def start(
        cls,
        home: Path,
        port: int = 0,
        slot_ms: int = 20,
        *,
        listen: str = _HOST,
        faults: bool = False,
    ) -> "NodeServer":
        """Open or create the chain in `home` and serve it; port 0 picks a free pair.

        It listens on loopback unless `listen` names another address of this machine.
        """
        ledger = Ledger.open(home, slot_ms, wall_clock())
        server = cls(ledger, has_faults=faults)
        try:
            await server._serve(port, listen)
        except BaseException:
            server._sends.close()
            ledger.store.close()
            raise
        server._clock = asyncio.create_task(ledger.run())
        server._clock.add_done_callback(server._clock_ended)
        return server

    @property
    def url(self) -> str:
        """The JSON-RPC endpoint."""
        return f"http://{_HOST}:{self.port}"

    @property
    def ws_url(self) -> str:
        """The websocket endpoint where clients look for it by themselves."""
        return f"ws://{_HOST}:{self.port + 1}"

    async def stop(self) -> None:
        """Close the open slot, write it, let go of ports and files; again does nothing."""
        if self._is_stopped:
            return
        self._is_stopped = True
        self._sockets.close_all()
        if self._runner is not None:
            await self._runner.cleanup()
        self.ledger.stop()
        if self._clock is not None:
            await asyncio.wait([self._clock])
        self._sends.close()
        self.ledger.store.close()
        self.failed.cancel()

    async def _serve(self, port: int, listen: str) -> None:
        app = web.Application(client_max_size=BODY_BYTES_MAX)
        app.router.add_post("/", self._post)
        app.router.add_get("/", self._get)
        app.router.add_get("/health", self._health)
        metrics = NodeMetrics(self.ledger, lambda: self._sockets.count, lambda: self._turns.waiting)
        app.router.add_get("/metrics", metrics.answer)
        if self._lies is not None:
            app.router.add_post("/liar", self._post_to_liar)
        sockets = _bind_pair(port, listen)
        self.port = int(sockets[0].getsockname()[1])
        # Bodies are read as they are: clients name a Content-Encoding that they do not apply.
        self._runner = Runner(
            app,
            self._sends,
            handle_signals=False,
            access_log=None,
            shutdown_timeout=_SHUTDOWN_S,
            auto_decompress=False,
        )
        await self._runner.setup()
        for bound in sockets:
            await web.SockSite(self._runner, bound).start()

    async def _post(self, request: web.Request) -> web.Response:
        if self._faults is not None and self._faults.takes_request():
            return web.Response(status=429, headers={"Retry-After": "1"}, text="slow down\n")
        return await self._answer(request, self._dispatcher.call)

    async def _post_to_liar(self, request: web.Request) -> web.Response:
        assert self._lies is not None
        return await self._answer(request, self._lies.call)

    async def _answer(self, request: web.Request, call: Call) -> web.Response:
        body = await request.read()
        return _as_response(await answer_body(body, call, self._turns.take(client_of(request))))

    async def _get(self, request: web.Request) -> web.StreamResponse:
        if request.headers.get("Upgrade", "").lower() == "websocket":
            return await self._sockets.serve(request)
        return web.Response(status=405, text="Used HTTP Method is not allowed. POST is required\n")

    async def _health(self, _request: web.Request) -> web.Response:
        return web.Response(text="ok")

    def _clock_ended(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None and not self.failed.done():
            log.critical("chain_stopped", extra={"reason": str(error)})
            self.failed.set_exception(error)


def _as_response(answer: bytes | None) -> web.Response:
    if answer is None:
        return web.Response(status=204)
    return web.Response(body=answer, content_type="application/json")


def wall_clock() -> Callable[[], int]:
    """Return a clock in unix milliseconds that does not jump when the system time is set."""
    started_ms = time.time_ns() // 1_000_000
    started_monotonic_ns = time.monotonic_ns()
    return lambda: started_ms + (time.monotonic_ns() - started_monotonic_ns) // 1_000_000


def _bind_pair(port: int, listen: str) -> list[socket.socket]:
    """Bind a port and its successor."""
    if port:
        first = _bind(listen, port)
        try:
            return [first, _bind(listen, port + 1)]
        except OSError:
            first.close()
            raise
    for _ in range(_PORT_TRIES_MAX):
        first = _bind(listen, 0)
        try:
            return [first, _bind(listen, int(first.getsockname()[1]) + 1)]
        except (OSError, OverflowError):
            first.close()
    raise OSError("found no two neighbouring free ports")


def _bind(listen: str, port: int) -> socket.socket:
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((listen, port))
    except OSError as error:
        bound.close()
        raise OSError(f"cannot listen on {listen}:{port}: {error.strerror}") from error
    bound.setblocking(False)
    return bound
