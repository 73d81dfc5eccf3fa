"""Refusals of a route: derived from its row, plus the row's own codes."""

import re
from collections.abc import Iterator

import msgspec

from edge.http.errors import STATUS_OF
from edge.http.limits import USER_RATES
from edge.http.route import Route

# What a parameter of a path that names nothing is answered with.
_UNKNOWN = {
    "collection": "COLLECTION_NOT_FOUND",
    "contestId": "CONTEST_NOT_FOUND",
    "contestName": "CONTEST_NOT_FOUND",
    "referralCode": "REFERRAL_CODE_NOT_FOUND",
    "key": "NOT_FOUND",
    "market": "MARKET_NOT_FOUND",
    "marketId": "MARKET_NOT_FOUND",
    "orderId": "ORDER_NOT_FOUND",
    "sessionId": "NOT_FOUND",
    "symbol": "MARKET_NOT_FOUND",
}
# The same by the name of a field of a query or a body.
_BY_FIELD = {
    "address": ("MISSING_ADDRESS", "INVALID_ADDRESS"),
    "cursor": ("BAD_CURSOR",),
    "exchangeId": ("EXCHANGE_NOT_FOUND",),
    "from": ("BAD_RANGE",),
    "id": ("ACRE_NOT_FOUND",),
    "symbols": ("MARKET_NOT_FOUND",),
    "user": ("MISSING_ADDRESS", "INVALID_ADDRESS"),
    "window": ("BAD_WINDOW",),
}
_TOKEN = ("NO_TOKEN", "INVALID_TOKEN", "TOKEN_EXPIRED")
_BODY = ("BAD_JSON", "VALIDATION", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE")
_AMOUNT = ("AMOUNT_OUT_OF_RANGE", "INPUT_NOT_POSITIVE")


def parameters_of(path: str) -> list[str]:
    """Return the names of the parameters of a path."""
    return re.findall(r"\{(\w+)\}", path)


def refusals(route: Route) -> dict[int, list[str]]:
    """Return the codes that a route can answer with, by status."""
    found: dict[int, set[str]] = {}
    for named in (*route.codes, *_derived(route)):
        status, _, code = named.rpartition(" ")
        found.setdefault(int(status or STATUS_OF[code]), set()).add(code)
    return {status: sorted(codes) for status, codes in sorted(found.items())}


def _derived(route: Route) -> Iterator[str]:
    yield from ("RATE_LIMITED", "INTERNAL", "VALIDATION")  # also of an unknown parameter
    if route.rate != "none":  # what needs nothing of the service is not away with it
        yield "MAINTENANCE"
    yield from _of_path(route.path)
    fields = _fields(route)
    for name, shape in fields.items():
        yield from _BY_FIELD.get(name, ())
        if "x-amount" in str(shape):
            yield from _AMOUNT
    if route.body is not None:
        yield from _BODY
    if route.is_idempotent:
        yield "IDEMPOTENCY_MISMATCH"
    if route.needs_token:
        yield from _TOKEN
        if "{user}" in route.path or {"user", "address"} & fields.keys():
            yield "WRONG_USER"
    if route.rate in USER_RATES:
        assert route.needs_token, "a class of wallets needs to know the wallet"


def _of_path(path: str) -> Iterator[str]:
    for name in parameters_of(path):
        if name == "user":
            yield from ("MISSING_ADDRESS", "INVALID_ADDRESS")
        elif name == "marketId" and path.startswith("/predictions/"):
            yield "PREDICTION_MARKET_NOT_FOUND"
        elif name == "id" and path.startswith("/user/"):
            yield "NOT_FOUND"
        elif name in _UNKNOWN:
            yield _UNKNOWN[name]


def _fields(route: Route) -> dict[str, object]:
    kinds = [route.query, *([route.body] if route.body is not None else [])]
    _, shapes = msgspec.json.schema_components(kinds, ref_template="{name}")
    fields: dict[str, object] = {}
    for kind in kinds:
        fields |= shapes[kind.__name__].get("properties", {})
    return fields
