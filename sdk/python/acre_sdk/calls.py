"""Base of every generated call: transport, envelope, types.

`acre_sdk/generated` has one typed method for each route of both bases, made from the OpenAPI
documents; `AcreClient` gives them as `client.main` and `client.express`. Its other groups are
written by hand: they add what no document says, such as client order ids that make a lost answer
harmless, budgets of requests, paging, and the inspection of what is signed. All share transport,
login, errors and models of amounts.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import msgspec

from acre_sdk.errors import BAD_ANSWER, AcreError
from acre_sdk.login import Login
from acre_sdk.transport import Reply, Request, Transport

T = TypeVar("T")
# Other calls than GET that only compute: quotes, and transactions that nothing has signed.
_CHANGING_NOTHING = ("/quote/", "/transaction/")
_TOKEN_CODES = ("TOKEN_EXPIRED", "INVALID_TOKEN")


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """Rows of a list, and where its next page begins.

    Attributes:
        rows: Rows of this page.
        next_cursor: `cursor` of the next page; None on the last one.
    """

    rows: list[T]
    next_cursor: str | None


async def signed_in(transport: Transport, login: Login, request: Request) -> Reply:
    """Return the answer to a request of the login's wallet; an ended token is renewed once."""
    token = await login.token()
    try:
        return await transport.call(request, token)
    except AcreError as error:
        if error.code not in _TOKEN_CODES:
            raise
        return await transport.call(request, await login.renew(token))


class Resource:
    """Calls that are written by hand, all of the express base."""

    def __init__(self, transport: Transport, login: Login) -> None:
        self._transport = transport
        self._login = login

    async def _get(
        self,
        path: str,
        kind: type[T],
        query: dict[str, str] | None = None,
        *,
        is_private: bool = False,
    ) -> T:
        request = Request(method="GET", path=path, query=query if query is not None else {})
        if is_private:
            return (await signed_in(self._transport, self._login, request)).read(kind)
        return (await self._transport.call(request)).read(kind)

    async def _post(
        self,
        path: str,
        body: dict[str, Any],
        kind: type[T],
        *,
        cost: int = 0,
        is_repeatable: bool = True,
    ) -> T:
        request = Request(
            method="POST", path=path, body=body, cost=cost, is_repeatable=is_repeatable
        )
        return (await signed_in(self._transport, self._login, request)).read(kind)


async def all_rows(page: Callable[[str | None], Awaitable[Page[T]]]) -> AsyncIterator[T]:
    """Yield the rows of all pages of a list."""
    cursor: str | None = None
    while True:
        found = await page(cursor)
        for row in found.rows:
            yield row
        if found.next_cursor is None:
            return
        if found.next_cursor == cursor:
            raise AcreError(BAD_ANSWER, "the next page is this page")
        cursor = found.next_cursor


class Calls:
    """The calls of one base; without a login those that need a token raise ValueError."""

    def __init__(self, transport: Transport, login: Login | None = None) -> None:
        self._transport = transport
        self._login = login

    async def _read(  # noqa: PLR0913 - each is a part of a request
        self,
        method: str,
        path: str,
        kind: Any,  # noqa: ANN401 - any type that msgspec can decode
        *,
        key: str | None = None,
        query: Mapping[str, object] | None = None,
        body: msgspec.Struct | None = None,
        idempotency_key: str | None = None,
        is_private: bool = False,
    ) -> Any:  # noqa: ANN401
        """Return the answer as `kind`; `key` is the one field of its envelope."""
        request = _request(method, path, query, body, idempotency_key)
        reply = await self._reply(request, is_private=is_private)
        if kind is None:
            return None
        return reply.read(kind) if key is None else _field(reply, key, kind)

    async def _page(
        self,
        method: str,
        path: str,
        kind: Any,  # noqa: ANN401
        *,
        key: str,
        query: Mapping[str, object],
        is_private: bool = False,
    ) -> Any:  # noqa: ANN401
        """Return a page of a list; main has the next cursor under `pagination`."""
        request = _request(method, path, query, None, None)
        reply = await self._reply(request, is_private=is_private)
        place = "pagination" if key == "info" else "nextCursor"
        page_info = _field(reply, place, dict[str, Any] if key == "info" else str | None)
        next_cursor = page_info["nextCursor"] if key == "info" else page_info
        return Page(_field(reply, key, kind), next_cursor)

    async def _reply(self, request: Request, *, is_private: bool) -> Reply:
        if not is_private:
            return await self._transport.call(request)
        if self._login is None:
            raise ValueError(f"{request.method} {request.path} needs a login")
        return await signed_in(self._transport, self._login, request)


def _request(
    method: str,
    path: str,
    query: Mapping[str, object] | None,
    body: msgspec.Struct | None,
    idempotency_key: str | None,
) -> Request:
    given = {} if query is None else query
    return Request(
        method=method,
        path=path,
        query={name: _text(value) for name, value in given.items() if value is not None},
        body=body,
        headers={} if idempotency_key is None else {"Idempotency-Key": idempotency_key},
        is_repeatable=method == "GET"
        or idempotency_key is not None
        or any(piece in path for piece in _CHANGING_NOTHING),
    )


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return str(value)


def _field(reply: Reply, key: str, kind: Any) -> Any:  # noqa: ANN401
    fields = reply.read(dict[str, msgspec.Raw])
    if key not in fields:
        raise AcreError(BAD_ANSWER, f"there is no {key} in it")
    return Reply(bytes(fields[key]), reply.date_s).read(kind)
