"""The path of one request: rate, token, query, body, handler, envelope, caching."""

import asyncio
import hashlib
from collections.abc import Mapping
from functools import partial
from time import perf_counter

import msgspec
from aiohttp import web

from edge.http.addresses import parse_user
from edge.http.compression import gzipped, is_compressible, takes_gzip
from edge.http.csv import csv_body, file_name
from edge.http.errors import ApiError, invalid
from edge.http.gate import Gate
from edge.http.limits import (
    ADDRESS_RATES,
    BODY_BYTES_MAX,
    CACHE_AGES,
    SEQUENCE_LOOK_S,
    SEQUENCE_WAIT_S,
    USER_RATES,
)
from edge.http.middleware.idempotency import Claim
from edge.http.network import client_of, reader
from edge.http.params import body_parser, query_parser
from edge.http.response import Reply, WholeResponse
from edge.http.route import JSON, Base, Call, Page, Route
from edge.http.schema.base import Nothing, Request
from edge.http.table import Handler, Short, ShortWrite, Submit

encoder = msgspec.json.Encoder()
PRIVATE = "private, no-store"
SEQUENCE = "Acre-Sequence"  # of a command: in answers to writes, and in requests that read them
SEQUENCE_DIGITS_MAX = 19
NO_BODY = Nothing()
STORED_RATES = {"predictions", "participation"}  # writes whose keys outlive a crash
# On every answer, refusals too.
RATE_HEADERS = web.RequestKey("rate-headers", dict[str, str])
ROUTE_HEADERS = web.RequestKey("route-headers", dict[str, str])


def serve(route: Route, gate: Gate, context: object) -> Handler:
    """Return the handler of one row of the table; `context` is handed to it."""
    parse_query = query_parser(route.query)
    parse_body = body_parser(route.body) if route.body is not None else None
    names_owner = route.needs_token and _has_owner(route.body)
    fixed_tokens = route.cost.fixed_tokens
    route_headers = None if route.deprecated is None else route.deprecated.headers

    async def handle(request: web.Request, path: Mapping[str, str]) -> Reply:
        started_s = perf_counter()
        ip, raw = client_of(gate.proxies, request), b""
        reader.set(ip)  # a request has a task, and so a context, of its own
        if route_headers is not None:
            request[ROUTE_HEADERS] = route_headers
        subject = _admitted(route, gate, request, ip)
        try:
            if "user" in path:
                parse_user(path["user"])
            if subject is not None:
                check_owner(subject, user=path.get("user"))
            query = parse_query(request)
            body: Request = NO_BODY
            if parse_body is not None:
                here = _body_at_hand(route, request)
                raw = here if here is not None else await request.read()
                body = parse_body(raw)
            _check_named(names_owner, subject, raw)
        except Exception:
            _charge(route, gate, request, (ip, subject), 1)
            _check_named(names_owner, subject, raw)  # which comes before what is wrong with it
            raise
        tokens = fixed_tokens or route.cost.tokens(query, body, gate.market_count)
        _charge(route, gate, request, (ip, subject), tokens)
        gate.stages.parse.add(perf_counter() - started_s)
        wanted = request.headers.get(SEQUENCE)
        if wanted is not None:
            await _caught_up(gate, wanted)
        call = Call(
            context=context,
            gate=gate,
            request=request,
            path=path,
            query=query,
            body=body,
            ip=ip,
            subject=subject,
            now_s=gate.now_s(),
        )
        key = request.headers.get("Idempotency-Key") if route.is_idempotent else None
        if key is not None:
            return await _answer_once(route, call, raw, key)
        if getattr(query, "format", None) == "csv":
            return await _table(route, call)
        return encode(route, call, await route.handler(call))

    return handle


def short_of(route: Route, context: object) -> Short | ShortWrite | None:
    """Return what answers a route's plain requests in one call, None where it takes more.

    It stands for `serve` where no query, no caching and no idempotency key is asked for.
    """
    if route.short_write is not None:
        return _short_write_of(route, partial(route.short_write, context))
    if route.short is None or "{user}" not in route.path:
        return None
    assert route.body is not None
    assert route.cost.fixed_tokens == 1
    assert not route.needs_token
    assert (route.base, route.method, route.status) == (Base.MAIN, "POST", 200)
    return Short(body_parser(route.body), partial(route.short, context), route.rate)


def _short_write_of(route: Route, submit: Submit) -> ShortWrite:
    assert route.body is not None
    assert route.cost.fixed_tokens == 1
    assert route.needs_token
    assert route.rate in USER_RATES
    assert (route.base, route.method) == (Base.EXPRESS, "POST")
    assert "{user}" not in route.path
    assert not _has_owner(route.body)
    assert not route.is_body_optional
    return ShortWrite(body_parser(route.body), submit, route.rate, route.status)


async def _caught_up(gate: Gate, wanted: str) -> None:
    """Return once this process has what the caller has seen; MAINTENANCE past the deadline."""
    if not (wanted.isascii() and wanted.isdigit() and len(wanted) <= SEQUENCE_DIGITS_MAX):
        raise invalid(SEQUENCE, "the value that an answer carried")
    seq = int(wanted)
    try:
        async with asyncio.timeout(SEQUENCE_WAIT_S):
            while gate.sequence() < seq:  # noqa: ASYNC110 - a replica moves on by itself
                await asyncio.sleep(SEQUENCE_LOOK_S)
    except TimeoutError:
        text = "This server has not caught up with what you have seen"
        raise ApiError("MAINTENANCE", text, headers={"Retry-After": "1"}) from None


def _admitted(route: Route, gate: Gate, request: web.Request, ip: str) -> bytes | None:
    """Return the wallet of a request that may continue, None where no token is needed.

    The wallet's class is charged once the body determines the cost; a request without a good token
    counts for its address then.
    """
    if route.rate not in USER_RATES:
        request[RATE_HEADERS] = gate.limiter.take(route.rate, ip)
        return authenticate(request, gate) if route.needs_token else None
    try:
        return authenticate(request, gate)
    except ApiError:
        request[RATE_HEADERS] = gate.limiter.take("public", ip)
        raise


def _charge(
    route: Route,
    gate: Gate,
    request: web.Request,
    who: tuple[str, bytes | None],
    tokens: int,
) -> None:
    """Take what a request costs; one token of an address was taken before anything was read."""
    (ip, subject), limiter = who, gate.limiter
    if route.rate not in USER_RATES:
        if tokens > 1:
            request[RATE_HEADERS] = limiter.take(route.rate, ip, tokens - 1)
        return
    assert subject is not None
    request[RATE_HEADERS] = limiter.take(route.rate, subject.hex(), tokens)
    if route.rate in ADDRESS_RATES:
        limiter.take(ADDRESS_RATES[route.rate], ip, tokens)


def authenticate(request: web.Request, gate: Gate) -> bytes:
    """Return the wallet of the bearer token; raise the contract's 401."""
    claims = gate.tokens.check_bearer(request.headers.get("Authorization"))
    return claims.address


def _has_owner(body: type[Request] | None) -> bool:
    return body is not None and not {"user", "address"}.isdisjoint(body.__struct_fields__)


class _Named(msgspec.Struct):
    """The wallet named by a body, ignoring other fields."""

    user: object = None
    address: object = None


_named = msgspec.json.Decoder(_Named)


def _named_in(raw: bytes) -> dict[str, object]:
    try:
        found = _named.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return {}
    return {"user": found.user, "address": found.address}


def _check_named(names_owner: bool, subject: bytes | None, raw: bytes) -> None:
    """Refuse a token of another wallet than the one that a body names, where it may name one."""
    if names_owner:
        check_owner(subject, **_named_in(raw))


def check_owner(subject: bytes | None, **named: object) -> None:
    """Refuse a valid token of another wallet than the one in the path or the body."""
    for field, text in named.items():
        if isinstance(text, str) and parse_user(text, field) != subject:
            raise ApiError("WRONG_USER")


def _body_at_hand(route: Route, request: web.Request) -> bytes | None:
    """Return the body of a request, None while it has not come; refuse what need not be read."""
    if route.is_body_optional and not request.can_read_body:
        return b"{}"
    if request.headers.get("Content-Type") != JSON and not _is_json(request):
        raise ApiError("UNSUPPORTED_MEDIA_TYPE")
    if not request.content.is_eof():
        if (request.content_length or 0) > BODY_BYTES_MAX:
            raise ApiError("PAYLOAD_TOO_LARGE")
        return None
    raw: bytes = request.content.read_nowait()  # it came together with the head, as most do
    if len(raw) > BODY_BYTES_MAX:
        raise ApiError("PAYLOAD_TOO_LARGE")
    return raw


def _is_json(request: web.Request) -> bool:
    return request.content_type == JSON and (request.charset or "utf-8").lower() == "utf-8"


async def _answer_once(
    route: Route, call: Call[object, Request, Request], raw: bytes, key: str
) -> Reply:
    async def make(claim: Claim | None) -> Reply:
        call.claim = claim
        return encode(route, call, await route.handler(call))

    keyed = (_who(call), call.request.path, key)
    is_stored = route.rate in STORED_RATES or call.gate.has_peers
    stored = call.gate.stored_keys if is_stored else None
    return await call.gate.idempotency.serve(keyed, raw, make, stored)


def _who(call: Call[object, Request, Request]) -> str:
    """Return whose idempotency key it is: the token's wallet, else the one that is named."""
    if call.subject is not None:
        return call.subject.hex()
    named: str = call.path.get("user") or getattr(call.body, "address", None) or ""
    parse_user(named, "address" if hasattr(call.body, "address") else "user")
    return named


def encode(route: Route, call: Call[object, Request, Request], result: object) -> Reply:
    """Return the answer of a handler in the route's envelope, with its caching headers."""
    started_s = perf_counter()
    reply = _encoded(route, call, result)
    call.gate.stages.encode.add(perf_counter() - started_s)
    return reply


def _encoded(route: Route, call: Call[object, Request, Request], result: object) -> Reply:
    headers = call.headers
    if route.status == 204:
        empty = web.Response(status=204, headers={**headers, "Cache-Control": "no-store"})
        for cookie in call.cookies:
            empty.headers.add("Set-Cookie", cookie)
        return empty
    if isinstance(result, bytes):  # written by the handler
        body = result
        headers["Content-Type"] = JSON if route.media == JSON else f"{route.media}; charset=utf-8"
    else:
        body = encoder.encode(_envelope(route, result))
        headers["Content-Type"] = JSON
    status = call.status if call.status is not None else route.status
    return _cached(route, call, WholeResponse(status, body, headers, call.cookies))


async def _table(route: Route, call: Call[object, Request, Request]) -> Reply:
    """Return a page as CSV; it is long, so it is written a slice at a time."""
    with call.gate.tables.one(call.ip):
        page: Page = await route.handler(call)
        body = await csv_body(page.rows, route.returns, call.gate.symbol_of)
    headers = call.headers
    if page.next_cursor is not None:
        headers["X-Next-Cursor"] = page.next_cursor
    headers["Content-Type"] = "text/csv; charset=utf-8"
    headers["Content-Disposition"] = f'attachment; filename="{file_name(route.path)}"'
    return _cached(route, call, WholeResponse(route.status, body, headers))


def _envelope(route: Route, result: object) -> object:
    if isinstance(result, Page):
        if route.rows is not None:
            return {route.rows: result.rows, "nextCursor": result.next_cursor}
        pagination = {"nextCursor": result.next_cursor, "limit": result.limit}
        return {"info": result.rows, "pagination": pagination}
    if route.base is Base.EXPRESS or route.is_bare:
        return result
    return {"info": result}


def _cached(route: Route, call: Call[object, Request, Request], response: WholeResponse) -> Reply:
    headers = response.headers
    if route.method != "GET":
        headers[SEQUENCE] = str(call.gate.sequence())
        headers.setdefault("Cache-Control", "no-store")
        return response
    if route.needs_token:
        headers.setdefault("Cache-Control", PRIVATE)
        return response
    cache = call.cache or route.cache
    age = None if cache is None else CACHE_AGES[cache]
    headers.setdefault("Cache-Control", "no-store" if age is None else f"max-age={age}")
    etag = hashlib.blake2b(response.body, digest_size=12).hexdigest()
    if is_compressible(response.body):
        headers["Vary"] = "Origin, Accept-Encoding"
        if takes_gzip(call.request.headers.get("Accept-Encoding")):
            headers["Content-Encoding"] = "gzip"
            etag += "-gzip"  # other bytes need another strong tag (RFC 9110, 8.8.3)
    headers["ETag"] = etag = f'"{etag}"'
    if matches_tag(call.request.headers.get("If-None-Match"), etag):
        kept = ("ETag", "Cache-Control", "Vary")
        kept_headers = {name: value for name, value in headers.items() if name in kept}
        return web.Response(status=304, headers=kept_headers)
    if "Content-Encoding" in headers:
        response.body = gzipped(response.body)
    return response


def matches_tag(header: str | None, etag: str) -> bool:
    """Return whether an `If-None-Match` header has a tag."""
    if header is None:
        return False
    tags = (tag.strip().removeprefix("W/") for tag in header.split(","))
    return any(tag in {etag, "*"} for tag in tags)
