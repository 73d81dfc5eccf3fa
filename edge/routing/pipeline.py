"""The path of one request: rate, token, query, body, handler, envelope, caching."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from aiohttp import web

from edge.addresses import parse_user
from edge.context import Context
from edge.errors import ApiError
from edge.limits import CACHE_AGES
from edge.routing.csv import csv_text
from edge.routing.params import body_parser, query_parser
from edge.routing.route import Base, Call, Page, Route
from edge.schemas.base import Nothing

encoder = msgspec.json.Encoder()
AiohttpHandler = Callable[[web.Request], Awaitable[web.StreamResponse]]
NO_BODY = Nothing()
RATE_HEADERS = web.RequestKey("rate-headers", dict[str, str])  # on every answer, refusals too


def serve(route: Route, context: Context) -> AiohttpHandler:
    """Return the aiohttp handler of one row of the table."""
    parse_query = query_parser(route.query)
    parse_body = body_parser(route.body) if route.body is not None else None

    async def handle(request: web.Request) -> web.StreamResponse:
        ip = request.remote or ""
        request[RATE_HEADERS] = context.limiter.take(route.rate, ip)
        subject = authenticate(request, context) if route.needs_token else None
        query = parse_query(request.query)
        raw = await _read_body(request) if parse_body is not None else b""
        body = parse_body(raw) if parse_body is not None else NO_BODY
        call = Call(
            context=context,
            request=request,
            path=request.match_info,
            query=query,
            body=body,
            ip=ip,
            subject=subject,
            now_s=context.now_s(),
        )
        check_owner(call)
        return await _answer(route, call, raw)

    return handle


def authenticate(request: web.Request, context: Context) -> bytes:
    """Return the wallet of the bearer token; raise the contract's 401."""
    claims = context.sessions.check_bearer(request.headers.get("Authorization"))
    return claims.address


def check_owner(call: Call[Any, Any]) -> None:
    """Refuse a valid token of another wallet than the one in the path or the body."""
    if call.subject is None:
        return
    named = [call.path.get("user"), getattr(call.body, "user", None)]
    named.append(getattr(call.body, "address", None))
    if any(text is not None and parse_user(text) != call.subject for text in named):
        raise ApiError("WRONG_USER")


async def _read_body(request: web.Request) -> bytes:
    if request.content_type != "application/json":
        raise ApiError("UNSUPPORTED_MEDIA_TYPE")
    return await request.read()


async def _answer(route: Route, call: Call[Any, Any], raw: bytes) -> web.StreamResponse:
    async def make() -> web.Response:
        result = await route.handler(call)
        return encode(route, call, result)

    key = call.request.headers.get("Idempotency-Key")
    if not route.is_idempotent or key is None:
        result = await route.handler(call)
        if isinstance(result, web.StreamResponse):
            return result
        return encode(route, call, result)
    parse_user(getattr(call.body, "address", None) or call.path.get("user"))
    who = getattr(call.body, "address", None) or call.path.get("user", "")
    return await call.context.idempotency.serve((who, call.request.path, key), raw, make)


def encode(route: Route, call: Call[Any, Any], result: Any) -> web.Response:  # noqa: ANN401
    """Return the answer of a handler in the route's envelope, with its caching headers."""
    headers = dict(call.headers)
    if isinstance(result, Page) and result.is_csv:
        body = csv_text(result.rows, route.returns).encode()
        if result.next_cursor is not None:
            headers["X-Next-Cursor"] = result.next_cursor
        table = web.Response(body=body, content_type="text/csv", charset="utf-8")
        return _cached(route, call, table, headers)
    if route.status == 204:
        return web.Response(status=204, headers={**headers, "Cache-Control": "no-store"})
    body = encoder.encode(_envelope(route, result))
    response = web.Response(status=route.status, body=body, content_type="application/json")
    return _cached(route, call, response, headers)


def _envelope(route: Route, result: Any) -> Any:  # noqa: ANN401 - any answer of the table
    if isinstance(result, Page):
        if route.rows is not None:
            return {route.rows: result.rows, "nextCursor": result.next_cursor}
        pagination = {"nextCursor": result.next_cursor, "limit": result.limit}
        return {"info": result.rows, "pagination": pagination}
    if route.base is Base.EXPRESS or route.is_bare:
        return result
    return {"info": result}


def _cached(
    route: Route, call: Call[Any, Any], response: web.Response, headers: dict[str, str]
) -> web.Response:
    response.headers.update(headers)
    if "Cache-Control" in headers:
        return response
    age = CACHE_AGES[route.cache] if route.cache is not None else None
    if route.method != "GET" or route.cache is None:
        response.headers["Cache-Control"] = "no-store"
        return response
    if age is None:
        response.headers["Cache-Control"] = "private, no-store"
        return response
    response.headers["Cache-Control"] = f"max-age={age}"
    body = response.body
    assert isinstance(body, bytes)
    etag = f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'
    response.headers["ETag"] = etag
    if _matches(call.request.headers.get("If-None-Match"), etag):
        kept = {name: response.headers[name] for name in ("ETag", "Cache-Control")}
        return web.Response(status=304, headers=kept)
    return response


def _matches(header: str | None, etag: str) -> bool:
    if header is None:
        return False
    tags = (tag.strip().removeprefix("W/") for tag in header.split(","))
    return any(tag in {etag, "*"} for tag in tags)
