"""The one middleware: request id, CORS, security headers, and errors into the contract's body."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlsplit

from aiohttp import web

from edge.context import CONTEXT, Context
from edge.limits import SLOW_REQUEST_S
from edge.metrics import Metrics
from edge.middleware.errors import api_error, error_response
from edge.routing.fallback import missing_user
from edge.routing.pipeline import RATE_HEADERS

Next = Callable[[web.Request], Awaitable[web.StreamResponse]]

METHODS = "GET, POST, PUT, OPTIONS"
REQUEST_HEADERS = "Authorization, Content-Type, Idempotency-Key, X-Request-Id, If-None-Match"
EXPOSED_HEADERS = (
    "ETag, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id, "
    "X-Next-Cursor, Idempotency-Replayed"
)
PREFLIGHT_S = "600"
NO_HEADERS: Mapping[str, str] = {}
_LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1"})


def request_id_of(request: web.Request) -> str:
    """Return the caller's request id when it is well formed, else a new one."""
    given = request.headers.get("X-Request-Id")
    if given is None:
        return _new_id()
    letters = given.replace("-", "")
    if 8 <= len(given) <= 64 and (letters.isalnum() or not letters) and given.isascii():
        return given
    return _new_id()


def _new_id() -> str:
    """Return a random UUID (version 4); it is a name, not a secret."""
    text = f"{random.getrandbits(128):032x}"
    variant = "89ab"[int(text[16], 16) & 3]
    return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-{variant}{text[17:20]}-{text[20:]}"


def is_allowed_origin(context: Context, origin: str) -> bool:
    """Tell whether a browser page of `origin` may call; `local` allows any localhost port."""
    if origin in context.allowed_origins:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    is_local = parts.scheme in {"http", "https"} and parts.hostname in _LOCAL_HOSTS
    return context.env == "local" and is_local


async def _in_time(request: web.Request, handler: Next) -> web.StreamResponse:
    """End the body of a client that does not send it in time; whoever reads it is told."""
    body = request.content

    def give_up() -> None:
        if not body.is_eof():
            body.set_exception(web.RequestPayloadError("The body did not arrive in time"))

    timer = asyncio.get_running_loop().call_later(SLOW_REQUEST_S, give_up)
    try:
        return await handler(request)
    finally:
        timer.cancel()


def _headers(context: Context, request: web.Request, request_id: str) -> dict[str, str]:
    headers = {
        "X-Request-Id": request_id,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Vary": "Origin",
    }
    if context.env != "local":
        headers["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains"
    origin = request.headers.get("Origin")
    if origin is None:
        return headers
    if is_allowed_origin(context, origin):
        headers["Access-Control-Allow-Origin"] = origin
        headers["Access-Control-Expose-Headers"] = EXPOSED_HEADERS
        if request.method == "OPTIONS":
            headers["Access-Control-Allow-Methods"] = METHODS
            headers["Access-Control-Allow-Headers"] = REQUEST_HEADERS
            headers["Access-Control-Max-Age"] = PREFLIGHT_S
    return headers


@web.middleware
async def outer(request: web.Request, handler: Next) -> web.StreamResponse:
    """Answer every request with the contract's headers, and every failure with its body."""
    context = request.app[CONTEXT]
    request_id = request_id_of(request)
    started_s = time.perf_counter()
    response: web.StreamResponse
    try:
        if request.method == "OPTIONS":
            response = web.Response(status=204)
        elif request.content.is_eof():
            response = await handler(request)
        else:
            response = await _in_time(request, handler)
    except Exception as error:
        refused = missing_user(request, error) or api_error(error, request.path, request_id)
        response = error_response(refused, request_id)
        if request.content.exception() is not None:
            response.force_close()  # what follows a broken body cannot be read
    if not response.prepared:
        headers = response.headers
        for name, value in request.get(RATE_HEADERS, NO_HEADERS).items():
            headers.setdefault(name, value)
        headers.update(_headers(context, request, request_id))
    request.app[Metrics.KEY].observe(request, response.status, time.perf_counter() - started_s)
    return response
