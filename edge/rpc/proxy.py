"""`/rpc`: passes JSON-RPC over HTTP and websocket on to the chain node (API 6)."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import aiohttp
import msgspec
from aiohttp import ClientWSTimeout, WSMessage, WSMsgType, web

from chain.node.limits import CLIENT_HEADER
from edge.http.errors import ApiError
from edge.http.gate import GATE, Gate
from edge.http.limits import (
    PROXY_ANSWER_BYTES_MAX,
    PROXY_BATCH_MAX,
    PROXY_CALLS_MAX,
    PROXY_FRAME_BYTES_MAX,
    PROXY_HEAD_BYTES,
    PROXY_HEARTBEAT_S,
    PROXY_PASS_S,
    PROXY_REFUSAL_S,
    PROXY_SOCKETS_MAX,
    PROXY_SUBSCRIPTIONS_PER_CLIENT_MAX,
    PROXY_TIMEOUT_S,
    PROXY_WRITE_S,
    SOCKETS_PER_IP_MAX,
)
from edge.http.middleware.counts import Counts
from edge.http.middleware.request_handler import is_allowed_origin, streamed_headers
from edge.http.network import client_of
from edge.http.response import SERVER
from edge.http.route import JSON
from edge.http.site import RPC_PATH
from edge.rpc.flight import Flight
from edge.rpc.methods import (
    REFUSED,
    cost_of,
    error_of,
    is_send,
    is_subscription,
    refusal_of,
)
from edge.rpc.subscriptions import TOO_MANY, Subscriptions


@dataclass(frozen=True, slots=True)
class NodeUrls:
    """HTTP and websocket URL of the chain node."""

    http: str
    ws: str


NODE: web.AppKey[NodeUrls] = web.AppKey("node", NodeUrls)
PATH = RPC_PATH
CLOSE_TIMEOUT_S = 5.0
_ASKING = {"Content-Type": JSON, "Accept-Encoding": "identity"}
# What a refusal over the websocket is in JSON-RPC. Only codes that Solana's clients know: kit looks
# up its text for any code, and where it has none, its process ends.
_ERROR_CODES = {"BAD_JSON": -32700, "VALIDATION": -32600, "RATE_LIMITED": -32603}
_CONTROL = (WSMsgType.PING, WSMsgType.PONG)
SOCKET = "rpc-socket"  # kind of count
SESSION: web.AppKey[aiohttp.ClientSession] = web.AppKey("rpc-session", aiohttp.ClientSession)
SOCKET_SESSION: web.AppKey[aiohttp.ClientSession] = web.AppKey(
    "rpc-socket-session", aiohttp.ClientSession
)


@dataclass(slots=True)
class Joined:
    """A client's websocket that is joined to the node."""

    client: str
    subscriptions: Subscriptions


class OpenSockets:
    """The websockets that are joined to the node now."""

    def __init__(self, counts: Counts) -> None:
        self.clients: dict[web.WebSocketResponse, Joined] = {}
        self._counts = counts

    @contextmanager
    def joined(self, socket: web.WebSocketResponse, client: str) -> Iterator[Joined]:
        """Count a websocket and yield it with its subscriptions; raise RATE_LIMITED."""
        if len(self.clients) >= PROXY_SOCKETS_MAX:
            raise ApiError("RATE_LIMITED", headers={"Retry-After": "1"})
        self._counts.enter_or_refuse(SOCKET, client, SOCKETS_PER_IP_MAX)

        def has_room() -> bool:
            of_client = (one for one in self.clients.values() if one.client == client)
            held = sum(len(joined.subscriptions) for joined in of_client)
            return held < PROXY_SUBSCRIPTIONS_PER_CLIENT_MAX

        joined = self.clients[socket] = Joined(client, Subscriptions(has_room))
        try:
            yield joined
        finally:
            del self.clients[socket]
            self._counts.leave(SOCKET, client)


SOCKETS: web.AppKey[OpenSockets] = web.AppKey("rpc-sockets", OpenSockets)
FLIGHT: web.AppKey[Flight] = web.AppKey("rpc-flight", Flight)


def decode_body(raw: str | bytes) -> object:
    """Return the JSON of a body or frame; raise BAD_JSON or, for too many calls, VALIDATION."""
    try:
        body = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise ApiError("BAD_JSON") from None
    if isinstance(body, list) and len(body) > PROXY_BATCH_MAX:
        raise ApiError("VALIDATION", f"A batch holds at most {PROXY_BATCH_MAX} calls")
    return body


def calls_of(body: object) -> list[object]:
    """Return the calls of a body, a batch or one call."""
    return body if isinstance(body, list) else [body]


def take_calls(gate: Gate, client: str, calls: list[object]) -> dict[str, str]:
    """Charge each call to its class and return the headers; raise RATE_LIMITED."""
    sends = sum(is_send(call) for call in calls)
    cost = sum(cost_of(call) for call in calls if not is_send(call))
    headers: dict[str, str] = {}
    if cost or not sends:
        headers = gate.limiter.take("public", client, max(1, cost))
    if sends:
        headers = gate.limiter.take("rpc-send", client, sends)
    return headers


async def proxy_post(app: web.Application, request: web.Request) -> web.StreamResponse:
    """Pass one JSON-RPC request (or batch) on and its answer back, as fast as it is read."""
    gate = app[GATE]
    client = client_of(gate.proxies, request)
    calls: list[object] = []
    try:
        if request.content_type != "application/json":
            raise ApiError("UNSUPPORTED_MEDIA_TYPE")
        body = decode_body(await request.read())
        calls = calls_of(body)
    finally:  # what is no call has its price as well
        taken = take_calls(gate, client, calls)
    headers = {**taken, "Cache-Control": "no-store"}
    refusal = refusal_of(body)
    if refusal is not None:
        return web.Response(body=refusal, content_type=JSON, headers=headers)
    common = streamed_headers(gate, request)
    asked = msgspec.json.encode(body)  # one reading of it: the node gets what was charged for
    flight, session, node = app[FLIGHT], app[SESSION], app[NODE]
    try:
        with flight.call(client):
            asking = _ASKING | _client_header(node.http, client)
            async with session.post(node.http, data=asked, headers=asking) as answer:
                return await Passing(flight, client, request, answer, common).run(headers)
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise ApiError("NODE_UNAVAILABLE") from error


class Passing:
    """One answer on its way from the node to a client, held in small parts."""

    def __init__(
        self,
        flight: Flight,
        client: str,
        request: web.Request,
        answer: aiohttp.ClientResponse,
        common: dict[str, str],
    ) -> None:
        self._common = common
        self._flight = flight
        self._client = client
        self._request = request
        self._answer = answer
        self._held = 0  # counted in flight
        self._read = 0

    async def run(self, headers: dict[str, str]) -> web.StreamResponse:
        """Pass the answer on; raise NODE_UNAVAILABLE for one that is too large or breaks off."""
        try:
            return await self._run(headers)
        finally:
            self._flight.remove(self._client, self._held)

    async def _run(self, headers: dict[str, str]) -> web.StreamResponse:
        length = self._answer.content_length or 0
        if length > PROXY_HEAD_BYTES and "Content-Encoding" not in self._answer.headers:
            self._take(length)  # the node holds it, and this process a part
        head = await self._head()
        if self._answer.content.at_eof():
            status = self._answer.status
            return web.Response(status=status, body=head, content_type=JSON, headers=headers)
        response = web.StreamResponse(status=self._answer.status, headers=self._common | headers)
        response.content_type = JSON
        try:
            async with asyncio.timeout(PROXY_PASS_S):
                await self._pass(response, head)
        except (ApiError, aiohttp.ClientError, TimeoutError, OSError):
            self._give_up()  # its status is sent: the closed connection marks the cut
        return response

    async def _pass(self, response: web.StreamResponse, head: bytes) -> None:
        async with asyncio.timeout(PROXY_WRITE_S):
            await response.prepare(self._request)
            await response.write(head)
        async for part in self._answer.content.iter_any():
            self._count(part)
            async with asyncio.timeout(PROXY_WRITE_S):
                await response.write(part)
        async with asyncio.timeout(PROXY_WRITE_S):
            await response.write_eof()

    async def _head(self) -> bytes:
        head = bytearray()
        async for part in self._answer.content.iter_any():
            self._count(part)
            head += part
            if len(head) >= PROXY_HEAD_BYTES:
                break
        return bytes(head)

    def _count(self, part: bytes) -> None:
        self._read += len(part)
        if self._read > max(self._held, PROXY_HEAD_BYTES):
            self._take(self._read - self._held)

    def _take(self, count: int) -> None:
        if self._held + count > PROXY_ANSWER_BYTES_MAX:
            raise ApiError("NODE_UNAVAILABLE", "The chain node's answer is too large")
        self._flight.add(self._client, count)
        self._held += count

    def _give_up(self) -> None:
        if self._request.transport is not None:
            self._request.transport.abort()


async def proxy_socket(app: web.Application, request: web.Request) -> web.StreamResponse:
    """Join a client's websocket to one at the node."""
    gate = app[GATE]
    ip = client_of(gate.proxies, request)
    gate.limiter.take("rpc-connect", ip)
    origin = request.headers.get("Origin")
    if origin is not None and not is_allowed_origin(gate, origin):
        raise ApiError("ORIGIN_NOT_ALLOWED")
    # Pings are answered here, at the client's rate.
    # Not compressed: two tasks write to it, and a compressor has but one state.
    client = web.WebSocketResponse(
        max_msg_size=64 * 1024,
        timeout=CLOSE_TIMEOUT_S,
        compress=False,
        heartbeat=PROXY_HEARTBEAT_S,
        autoping=False,
    )
    client.headers["Server"] = SERVER
    if not client.can_prepare(request):
        raise ApiError("METHOD_NOT_ALLOWED", headers={"Allow": "POST"})
    with app[SOCKETS].joined(client, ip) as joined:
        node = await _connect(app[SOCKET_SESSION], app[NODE].ws, ip)
        try:
            await client.prepare(request)
            await _join(Pair(client, node, request.transport, app[FLIGHT]), gate, joined)
        finally:
            await node.close()
    return client


async def _connect(
    session: aiohttp.ClientSession, url: str, ip: str
) -> aiohttp.ClientWebSocketResponse:
    try:
        return await session.ws_connect(
            url,
            headers=_client_header(url, ip),
            max_msg_size=PROXY_FRAME_BYTES_MAX,
            timeout=ClientWSTimeout(ws_close=CLOSE_TIMEOUT_S),
        )
    except (aiohttp.ClientError, TimeoutError, OSError) as error:
        raise ApiError("NODE_UNAVAILABLE") from error


def _client_header(url: str, client: str) -> dict[str, str]:
    """Name the client to the embedded node, which counts by it; to no provider elsewhere."""
    return {CLIENT_HEADER: client} if urlsplit(url).hostname == "127.0.0.1" else {}


@dataclass(frozen=True, slots=True)
class Pair:
    """A client's websocket and the one at the node that it is joined to."""

    client: web.WebSocketResponse
    node: aiohttp.ClientWebSocketResponse
    transport: asyncio.Transport | None  # of the client
    flight: Flight

    def abort(self) -> None:
        """Drop the client's connection with everything it has not read."""
        if self.transport is not None:
            self.transport.abort()


async def _join(pair: Pair, gate: Gate, joined: Joined) -> None:
    ways = {
        asyncio.create_task(_to_node(pair, gate, joined)),
        asyncio.create_task(_to_client(pair, joined)),
    }
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        ends = await asyncio.gather(*ways, return_exceptions=True)
    if any(isinstance(end, TimeoutError | ApiError) for end in ends):
        pair.abort()  # it takes nothing: a close would wait for it, and keep what it has not read
        return
    # Code 1000 means a normal end; clients reconnect only after any other code.
    await pair.client.close(code=aiohttp.WSCloseCode.GOING_AWAY)


async def _to_node(pair: Pair, gate: Gate, joined: Joined) -> None:
    """Pass frames on while the client keeps to its rates; answer the others here."""
    client = pair.client
    async for message in client:
        if message.type in _CONTROL:
            await _answer_control(client, message, gate, joined)
            continue
        if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
            continue
        passed, answer = _decided(gate, joined, message.data)
        if answer:
            async with asyncio.timeout(PROXY_WRITE_S):
                await client.send_str(answer)
        if passed:
            await pair.node.send_str(passed)
        else:  # the next message waits: else a fast client fills the loop with refusals
            await asyncio.sleep(PROXY_REFUSAL_S)


async def _answer_control(
    client: web.WebSocketResponse, message: WSMessage, gate: Gate, joined: Joined
) -> None:
    """Answer a ping; pings and pongs beyond the client's rate make the next frame wait."""
    try:
        gate.limiter.take("public", joined.client)
    except ApiError:
        await asyncio.sleep(PROXY_REFUSAL_S)
        return
    if message.type is WSMsgType.PING:
        async with asyncio.timeout(PROXY_WRITE_S):
            await client.pong(message.data)


async def _to_client(pair: Pair, joined: Joined) -> None:
    """Pass what the node says on; a client that does not read for long is given up."""
    async for message in pair.node:
        if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
            continue
        joined.subscriptions.hear(message.data)
        size = len(message.data)
        counted = size if size > PROXY_HEAD_BYTES else 0
        pair.flight.add(joined.client, counted)
        try:
            async with asyncio.timeout(PROXY_WRITE_S):
                if message.type is WSMsgType.TEXT:
                    await pair.client.send_str(message.data)
                else:
                    await pair.client.send_bytes(message.data)
        finally:
            pair.flight.remove(joined.client, counted)


def _decided(gate: Gate, joined: Joined, frame: str | bytes) -> tuple[str, str]:
    """Return what of a frame goes to the node and what answers it here; "" for nothing."""
    body: object = None
    calls: list[object] = []
    try:
        try:
            body = decode_body(frame)
            calls = calls_of(body)
        finally:  # what is no call has its price as well
            take_calls(gate, joined.client, calls)
    except ApiError as error:
        call = calls[0] if len(calls) == 1 else None
        return "", _error_text(error_of(call, _ERROR_CODES[error.code], error.message), call)
    refusal = refusal_of(body)
    if refusal is not None:
        return "", refusal.decode()
    if isinstance(body, list) and any(is_subscription(call) for call in calls):
        refused = error_of(None, REFUSED, "Subscriptions are not taken in batches")
        return "", msgspec.json.encode(refused).decode()
    reason = joined.subscriptions.ask(calls)
    if reason is not None:
        call = None if isinstance(body, list) else body
        code = _ERROR_CODES["RATE_LIMITED"] if reason == TOO_MANY else REFUSED
        return "", _error_text(error_of(call, code, reason), call)
    return msgspec.json.encode(body).decode(), ""


def _error_text(error: dict[str, object], call: object) -> str:
    """Return the text of an error, "" for a notification, which nothing answers."""
    if isinstance(call, dict) and "id" not in call:
        return ""
    return msgspec.json.encode(error).decode()


async def rpc_session(app: web.Application) -> Any:  # noqa: ANN401 - a cleanup context
    """Hold the connection to the node as long as the application runs."""
    timeout = aiohttp.ClientTimeout(total=PROXY_TIMEOUT_S)
    counts = app[GATE].counts
    app[SOCKETS] = OpenSockets(counts)
    app[FLIGHT] = Flight(counts=counts)
    # apart, so that websockets, which stay, leave the calls their connections
    app[SESSION] = aiohttp.ClientSession(
        timeout=timeout, connector=aiohttp.TCPConnector(limit=PROXY_CALLS_MAX)
    )
    app[SOCKET_SESSION] = aiohttp.ClientSession(
        timeout=timeout, connector=aiohttp.TCPConnector(limit=PROXY_SOCKETS_MAX)
    )
    yield
    for socket in tuple(app[SOCKETS].clients):
        if socket.prepared:
            await socket.close(code=aiohttp.WSCloseCode.GOING_AWAY)
    await app[SESSION].close()
    await app[SOCKET_SESSION].close()
