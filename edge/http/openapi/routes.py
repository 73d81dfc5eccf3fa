"""Both bases: the OpenAPI document and the page that shows it (API 5.9)."""

from functools import lru_cache
from typing import Any

import msgspec

from edge.http import costs
from edge.http.openapi.document import document
from edge.http.openapi.page import CONTENT_SECURITY_POLICY, page
from edge.http.route import ROUTES, Base, Call, route
from edge.http.schema.base import Nothing


@lru_cache(maxsize=len(Base))
def described(base: Base, version: str) -> tuple[bytes, bytes]:
    """Return document and page of a base; the table of routes is whole when it is asked for."""
    made = document(base, ROUTES, version)
    return msgspec.json.encode(made), page(made).encode()


def _document_of(base: Base) -> None:
    @route(
        base,
        "GET",
        "/openapi.json",
        returns=dict[str, Any],
        is_bare=True,
        cache="metadata",
        cost=costs.DOCUMENT,
    )
    async def get_document(call: Call[object, Nothing, Nothing]) -> bytes:
        """Return this document."""
        return described(base, call.gate.version)[0]

    @route(
        base,
        "GET",
        "/docs",
        returns=None,
        media="text/html",
        is_bare=True,
        cache="metadata",
        cost=costs.DOCUMENT,
    )
    async def get_page(call: Call[object, Nothing, Nothing]) -> bytes:
        """Return this document as a page for people."""
        call.headers["Content-Security-Policy"] = CONTENT_SECURITY_POLICY
        return described(base, call.gate.version)[1]


for _base in Base:
    _document_of(_base)
