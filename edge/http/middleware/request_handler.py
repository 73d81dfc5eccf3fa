"""Around every handler: request id, CORS, security headers, and errors into the contract's body."""

import asyncio
import logging
import time
import uuid
from collections.abc import Awaitable, Mapping
from itertools import count

from aiohttp import HttpVersion11, web

from edge.http.errors import ApiError
from edge.http.fallback import without_user
from edge.http.gate import GATE, Gate
from edge.http.limits import SITE_FILE_COST, SITE_MISSING_COST, SLOW_REQUEST_S
from edge.http.middleware.connections import Connections
from edge.http.middleware.direct import DirectRequest
from edge.http.middleware.errors import api_error, error_response
from edge.http.middleware.metrics import Metrics
from edge.http.network import LOCAL_HOSTS, client_of, parse_origin
from edge.http.pipeline import RATE_HEADERS, ROUTE_HEADERS
from edge.http.response import SERVER, Reply, WholeResponse
from edge.http.site import PAGES, RPC_PATH, is_api_path, serve_web
from edge.http.table import Place, Table
from edge.observe.requests import request_id
from edge.observe.traces import HEADER

access_log = logging.getLogger("acre.access")
METHODS = "GET, POST, PUT, OPTIONS"
REQUEST_HEADERS = (
    "Authorization, Content-Type, Idempotency-Key, X-Request-Id, If-None-Match, Acre-Sequence"
)
EXPOSED_HEADERS = (
    "ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id, "
    "X-Next-Cursor, Idempotency-Replayed, Acre-Sequence, Deprecation, Sunset, Link"
)
PREFLIGHT_S = "600"
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
TABLE: web.AppKey[Table] = web.AppKey("table", Table)
CONNECTIONS: web.AppKey[Connections] = web.AppKey("connections", Connections)
Found = tuple[Place, dict[str, str]] | set[str]
_ID_HEAD = str(uuid.uuid4())[:24]  # of this process
_NUMBERS = count(1)


def request_id_of(request: web.Request) -> str:
    """Return the caller's request id when it is well formed, else a new one."""
    return given_id(request.headers) or new_id()


def given_id(headers: Mapping[str, str]) -> str | None:
    """Return the caller's request id, None where it gave none or no well-formed one."""
    given = headers.get("X-Request-Id")
    if given is None:
        return None
    letters = given.replace("-", "")
    is_good = 8 <= len(given) <= 64 and (letters.isalnum() or not letters) and given.isascii()
    return given if is_good else None


def new_id() -> str:
    """Return a UUID that no other request has; it is a name, not a secret."""
    return f"{_ID_HEAD}{next(_NUMBERS):012x}"


def is_allowed_origin(gate: Gate, origin: str) -> bool:
    """Return whether a browser page of `origin` may call; `local` allows any localhost port."""
    parts = parse_origin(origin)
    if parts is None:
        return False
    if any(parse_origin(allowed) == parts for allowed in gate.allowed_origins):
        return True
    return gate.env == "local" and parts[1] in LOCAL_HOSTS


async def _expect(request: web.Request) -> None:
    """Ask for the body where the client waits for that; other expectations are ignored."""
    wants = request.headers["Expect"].lower()
    if wants == "100-continue" and request.version == HttpVersion11:
        await request.writer.write(CONTINUE)
        request.writer.output_size = 0  # the answer itself has not begun
        await request.writer.drain()


def _check_encoding(request: web.Request) -> None:
    """Refuse a compressed body: nothing here is large, and a little can unpack to very much.

    Clients of the chain node name an encoding that they do not apply, and clusters read the body as
    it is. So does `/rpc`.
    """
    is_plain = request.headers["Content-Encoding"].lower() == "identity"
    if request.can_read_body and not is_plain and request.path != RPC_PATH:
        raise ApiError("UNSUPPORTED_MEDIA_TYPE", "The body must not be compressed")


async def _with_deadline(request: web.Request, answer: Awaitable[Reply]) -> Reply:
    """End the body of a client that does not send it in time; its reader gets an error."""
    body = request.content

    def give_up() -> None:
        if not body.is_eof():
            body.set_exception(web.RequestPayloadError("The body did not arrive in time"))

    timer = asyncio.get_running_loop().call_later(SLOW_REQUEST_S, give_up)
    try:
        return await answer
    finally:
        timer.cancel()


def _common_headers(gate: Gate) -> dict[str, str]:
    headers = {
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Vary": "Origin",
    }
    if gate.is_public:
        headers["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains"
    return headers


def _cors_headers(gate: Gate, method: str, origin: str) -> dict[str, str]:
    if not is_allowed_origin(gate, origin):
        return {}
    headers = {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Expose-Headers": EXPOSED_HEADERS,
    }
    if method == "OPTIONS":
        headers["Access-Control-Allow-Methods"] = METHODS
        headers["Access-Control-Allow-Headers"] = REQUEST_HEADERS
        headers["Access-Control-Max-Age"] = PREFLIGHT_S
    return headers


def streamed_headers(gate: Gate, request: web.Request) -> dict[str, str]:
    """Return the headers of an answer that goes out before its handler has ended."""
    headers = {"X-Request-Id": request_id_of(request), "Server": SERVER}
    headers |= _common_headers(gate)
    origin = request.headers.get("Origin")
    return headers if origin is None else headers | _cors_headers(gate, request.method, origin)


class RequestHandler:
    """Answers every request with the contract's headers, and failures with its body.

    The application's table takes the place of the library's router and middlewares.
    """

    def __init__(self, app: web.Application) -> None:
        self._gate = app[GATE]
        self._table = app[TABLE]
        self.observe = app[Metrics.KEY].answers.add
        self._common = _common_headers(self._gate)
        self._connections = app[CONNECTIONS]

    async def answer(self, request: web.Request) -> Reply:
        """Answer one request of a connection, which is not idle meanwhile."""
        connection = getattr(request.protocol, "connection", None)
        self._connections.begin(connection)
        try:
            if getattr(request.protocol, "has_more", False):
                # Python 3.12 starts handlers at once, so that a pipeline would hold the loop
                await asyncio.sleep(0)
            if connection is None or not connection.is_proxy:
                return await self._answer(request)
            return await self._answer_for_proxy(request)
        finally:
            self._connections.end(connection)

    async def _answer_for_proxy(self, request: web.Request) -> Reply:
        """Answer a client behind a proxy, whose connections count by its requests."""
        client = client_of(self._gate.proxies, request)
        if not self._connections.enter(client):
            error = ApiError("RATE_LIMITED", headers={"Retry-After": "1"})
            response = error_response(error, request_id_of(request))
            response.force_close()
            return response
        try:
            return await self._answer(request)
        finally:
            self._connections.leave(client)

    async def _answer(self, request: web.Request) -> Reply:
        """Answer, measure and log."""
        gate, name = self._gate, request_id_of(request)
        request_id.set(name)  # a request has a task, and so a context, of its own
        traces, span = gate.traces, None
        if traces is not None:
            span = traces.begin(request.method, request.headers.get(HEADER), name)
        started_s = time.perf_counter()
        template, response = await self._reply(request, name)
        if gate.drain.has_begun:
            response.force_close()
        seconds = time.perf_counter() - started_s
        self.observe(template, response.status, seconds)
        if traces is not None:
            traces.end(span, template, response.status)
        if gate.has_access_log:
            self._log(request, template, response.status, seconds)
        return response

    async def _reply(self, request: web.Request, name: str) -> tuple[str, Reply]:
        """Return the template of the path and the answer, of an error as well."""
        template = PAGES
        response: Reply
        try:
            found = self._find(request)
            is_write = False
            if isinstance(found, tuple):
                template, is_write = found[0].template, request.method in found[0].writes
            client = client_of(self._gate.proxies, request)
            is_direct = isinstance(request, DirectRequest)
            await self._gate.turns.take(client, is_write=is_write, is_direct=is_direct)
            if is_direct:  # whose head asks for nothing else, and whose body is here
                response = await self._handled(request, found)
            else:
                response = await self._usual(request, found)
        except Exception as error:
            return template, self.refusal(request, name, error)
        if not response.prepared:
            self._add_headers(request, response, name)
        return template, response

    def refusal(self, request: web.Request, name: str, error: Exception) -> WholeResponse:
        """Return the answer to a request that was refused or has failed."""
        refused = without_user(request, error) or api_error(error, request.path)
        response = error_response(refused, name)
        if request.content.exception() is not None:
            response.force_close()  # what follows a broken body cannot be read
        self._add_headers(request, response, name)
        return response

    async def _usual(self, request: web.Request, found: Found) -> Reply:
        """Answer a request with any head and a body that may not have come."""
        if "Expect" in request.headers:
            await _expect(request)
        if request.method == "OPTIONS":
            self._take_of_site(request, SITE_FILE_COST)
            return web.Response(status=204)
        if "Content-Encoding" in request.headers:
            self._take_of_site(request, 1)
            _check_encoding(request)
        answering = self._handled(request, found)
        if not request.content.is_eof():
            answering = _with_deadline(request, answering)
        return await answering

    def _find(self, request: web.Request) -> Found:
        """Return what the table has at the path of a request."""
        if isinstance(request, DirectRequest):
            return request.found
        return self._table.find(request.rel_url.path_safe, request.method)

    def _log(self, request: web.Request, template: str, status: int, seconds: float) -> None:
        """Log an answer; the template, because paths and queries may hold what is private."""
        fields = {
            "method": request.method,
            "route": template,
            "status": status,
            "ms": round(1_000 * seconds, 2),
            "client": client_of(self._gate.proxies, request),
        }
        access_log.info("request", extra=fields)

    def _handled(self, request: web.Request, found: Found) -> Awaitable[Reply]:
        """Return the answer of the path's handler, or of the web app."""
        if isinstance(found, set):
            return self._serve_site(request, found)
        place, path = found
        return place.handlers[request.method](request, path)

    async def _serve_site(self, request: web.Request, methods: set[str]) -> Reply:
        """Serve the web app; an unknown path costs several times a page."""
        cost = 1 if is_api_path(request.path) else SITE_FILE_COST
        self._take_of_site(request, cost)
        status = 404
        try:
            response = await serve_web(self._gate, request, methods)
            status = response.status
        finally:
            if status == 404:  # 405 as well, which is raised
                client = client_of(self._gate.proxies, request)
                self._gate.limiter.spend("site", client, SITE_MISSING_COST - cost)
        return response

    def _take_of_site(self, request: web.Request, cost: int) -> None:
        self._gate.limiter.take("site", client_of(self._gate.proxies, request), cost)

    def headers_of(
        self, request_id: str, rates: dict[str, str] | None, method: str, origin: str | None
    ) -> dict[str, str]:
        """Return the headers of every answer."""
        headers = {"X-Request-Id": request_id, **self._common}
        if rates is not None:
            headers |= rates
        if origin is not None:
            headers |= _cors_headers(self._gate, method, origin)
        return headers

    def _add_headers(self, request: web.Request, response: Reply, request_id: str) -> None:
        rates, origin = request.get(RATE_HEADERS), request.headers.get("Origin")
        headers = self.headers_of(request_id, rates, request.method, origin)
        of_route = request.get(ROUTE_HEADERS)
        if of_route is not None:
            headers |= of_route
        if isinstance(response, WholeResponse):
            headers |= response.headers
            response.headers = headers
            return
        headers["Server"] = SERVER
        for name, value in headers.items():
            response.headers.setdefault(name, value)
