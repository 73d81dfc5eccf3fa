"""The one table of routes: it registers the handlers and yields the OpenAPI documents."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypedDict, TypeVar, Unpack

from aiohttp import web

from edge.http.addresses import parse_user
from edge.http.costs import SMALL, Cost
from edge.http.gate import Gate
from edge.http.middleware.idempotency import Claim
from edge.http.schema.base import Nothing, Request
from edge.http.schema.deprecation import Deprecation
from engine.sequencer import Submitter

JSON = "application/json"
# Covariant: a helper that reads neither query nor body takes any `Call[Request, Request]`.
C = TypeVar("C", covariant=True)  # what the handlers of the application work with
Q = TypeVar("Q", bound=Request, covariant=True)
B = TypeVar("B", bound=Request, covariant=True)


class Base(StrEnum):
    """The two bases, which share users, tokens and data."""

    MAIN = "/api/v1"
    EXPRESS = "/express/v1"


@dataclass(slots=True)
class Call(Generic[C, Q, B]):
    """One request after parsing: what a handler works with."""

    context: C
    gate: Gate
    request: web.Request
    path: Mapping[str, str]
    query: Q
    body: B
    ip: str
    subject: bytes | None
    now_s: int
    headers: dict[str, str] = field(default_factory=dict)
    status: int | None = None  # of the answer, where it is another than the route's
    cache: str | None = None  # class of caching, where it is another than the route's
    cookies: list[str] = field(default_factory=list)  # values of Set-Cookie
    claim: Claim | None = None  # of an idempotency key that outlives a crash

    @property
    def wallet(self) -> bytes:
        """The wallet of the token; only where the route needs one."""
        assert self.subject is not None
        return self.subject

    @property
    def user(self) -> bytes:
        """The wallet the request is about: of the path, else of the query or the body."""
        text = self.path.get("user")
        if text is None:
            text = getattr(self.query, "user", None) or getattr(self.body, "user", None)
        return parse_user(text)


Answer = Any  # a type that msgspec can describe
Handler = Callable[[Call[Any, Q, B]], Awaitable[Any]]
AnyHandler = Handler[Any, Any]
Collect = Callable[[AnyHandler], AnyHandler]  # puts a handler into the table
# Answers a short request as text: of the context, the wallet of the path, the body and engine time.
ShortHandler = Callable[[Any, bytes, Any, int], bytes]
# Submits a command for one who hears of the answer as text: of the context, the wallet of the
# token, the path's parameters and the body.
ShortWriteHandler = Callable[[Any, bytes, Mapping[str, str], Any, Submitter[bytes]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of a cursor list."""

    rows: list[Any]
    next_cursor: str | None
    limit: int
    is_csv: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One row of the table."""

    base: Base
    method: str
    path: str
    summary: str
    handler: AnyHandler
    query: type[Request]
    body: type[Request] | None
    returns: Answer
    rows: str | None = None  # name of the list of an express page; None: not a page
    is_page: bool = False
    is_bare: bool = False  # main: not under `info`
    is_idempotent: bool = False
    needs_token: bool = False
    status: int = 200
    repeat_status: int | None = None  # of a repeat that changes nothing
    rate: str = "public"
    cost: Cost = SMALL
    is_body_optional: bool = False
    sets_cookie: bool = False  # where the caller asks for it
    is_direct: bool = False  # the handler needs no task (`edge.http.middleware.direct`)
    short: ShortHandler | None = None  # what the handler calls (`edge.http.middleware.short`)
    short_write: ShortWriteHandler | None = None  # the same as the handler, without a task
    cache: str | None = "stats"  # None: no caching headers beyond no-store
    media: str = JSON  # of the answer; another one than JSON is made by the handler, as bytes
    deprecated: Deprecation | None = None
    # Codes of refusals, beyond those that follow from the rest of the row; one whose status is
    # not its usual one has it in front: "404 NOT_PARTICIPATING".
    codes: tuple[str, ...] = ()


class RouteOptions(TypedDict, total=False):
    """The fields of a Route that have a default; their meaning is described there."""

    rows: str | None
    is_page: bool
    is_bare: bool
    is_idempotent: bool
    needs_token: bool
    status: int
    repeat_status: int | None
    rate: str
    cost: Cost
    is_body_optional: bool
    sets_cookie: bool
    is_direct: bool
    short: ShortHandler | None
    short_write: ShortWriteHandler | None
    cache: str | None
    media: str
    deprecated: Deprecation | None
    codes: tuple[str, ...]


# A write by a signed-in wallet that can be repeated with its idempotency key.
WRITE: RouteOptions = {"needs_token": True, "cache": None, "is_idempotent": True}
# A read by a signed-in wallet of data that is its alone.
PRIVATE_READ: RouteOptions = {"needs_token": True, "cache": "private"}

ROUTES: list[Route] = []


def route(
    base: Base,
    method: str,
    path: str,
    *,
    returns: Answer,
    query: type[Q] = Nothing,  # type: ignore[assignment]
    body: type[B] | None = None,
    **options: Unpack[RouteOptions],
) -> Callable[[Handler[Q, B]], Handler[Q, B]]:
    """Put a handler into the table; its docstring's first line is the summary of the call."""

    def collect(handler: Handler[Q, B]) -> Handler[Q, B]:
        summary = (handler.__doc__ or "").strip().partition("\n")[0].rstrip(".")
        ROUTES.append(
            Route(
                base=base,
                method=method,
                path=path,
                summary=summary,
                handler=handler,
                query=query,
                body=body,
                returns=returns,
                **options,
            )
        )
        return handler

    return collect
