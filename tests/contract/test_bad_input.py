"""What no client should send: refused with code and field, not logged as a fault, nothing moved."""

import asyncio
import io
import json
import logging
from contextlib import contextmanager

import pytest

from edge.cli.log_format import JsonFormatter
from edge.http.limits import BODY_BYTES_MAX
from edge.http.route import ROUTES
from tests.contract.answers.parts import EXPRESS, MAIN
from tests.contract.calls import Sent, name_of, request_of
from tests.contract.test_every_route import ask
from tests.edge.http.test_protocol import answer_of, connection

pytestmark = pytest.mark.asyncio(loop_scope="session")

JSON = {"Content-Type": "application/json"}


@contextmanager
def unharmed(inhabited, caplog):
    """Nothing may be logged, and the engine may not have moved."""
    exchange = inhabited.service.exchange
    before = exchange.state_hash()
    caplog.clear()
    with caplog.at_level(logging.INFO):
        yield
    assert not [record for record in caplog.records if record.name.startswith(("acre", "aiohttp"))]
    assert exchange.state_hash() == before


def posts():
    return [route for route in ROUTES if route.body is not None]


NO_JSON = (
    b"",
    b"{",
    b"\x00",
    b"{}\x00",
    b"\xef\xbb\xbf{}",
    b'{"a":01}',
    b'{"a":+1}',
    b'{"a":1,}',
    b'{"a":NaN}',
    b'{"a":Infinity}',
    b"{'a':1}",
    b'{"a":"\\ud800"}',
    b'{"a":"\\udc00\\ud800"}',
    b'{"a":"\xed\xa0\x80"}',
    b'{"a":"\xff"}',
    b'{"a":"line\nend"}',
    b'{"a":"\\x41"}',
    b"{}{}",
    b'{"a":' + b"[" * 10_000 + b"]" * 10_000 + b"}",
    b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "{}".encode("utf-16"),
    b"--x\r\n{}\r\n",
)


async def test_invalid_json_is_named_by_every_call(inhabited, caplog):
    headers = {**JSON, **inhabited.alice.headers}
    with unharmed(inhabited, caplog):
        for route in posts():
            what = request_of(inhabited, route)
            for raw in NO_JSON:
                if not raw and route.is_body_optional:
                    continue
                status, _, found = await ask(inhabited, what, headers, data=raw)
                assert (status, found["code"]) == (400, "BAD_JSON"), (name_of(route), raw[:20])


async def test_json_that_is_no_object_is_named_by_every_call(inhabited, caplog):
    headers = {**JSON, **inhabited.alice.headers}
    with unharmed(inhabited, caplog):
        for route in posts():
            what = request_of(inhabited, route)
            for raw in (b"5", b"null", b"[]", b'"{}"', b"1e999", b"true"):
                status, _, found = await ask(inhabited, what, headers, data=raw)
                assert (status, found["code"]) == (400, "VALIDATION"), (name_of(route), raw)
                assert found["details"] == {"field": "body"}


TWICE = (
    (b'{"margin":"1","margin":"2"}', "margin"),
    (b'{"margin":"1","m\\u0061rgin":"1"}', "margin"),
    (b'{"a:b":1,"zz":{"c":1,"c":1}}', "c"),
    (b'{"zz":[{"d":":"},{"d":1,"e":1,"d":2}]}', "d"),
    (b'{"' + b"k" * 500 + b'":1,"' + b"k" * 500 + b'":1}', "k" * 64),
)


async def test_a_key_that_stands_twice_is_named(inhabited, caplog):
    path = f"{MAIN}/user/{inhabited.user}/transaction/create-margin-account"
    with unharmed(inhabited, caplog):
        for raw, field in TWICE:
            status, _, found = await ask(inhabited, Sent("POST", path, {}), JSON, data=raw)
            assert (status, found["code"]) == (400, "VALIDATION"), raw[:40]
            assert found["details"] == {"field": field}
        colons = b'{"name":"a:b","zz":{"margin":1,"name":":"},"yy":[{"a":1},{"a":2}]}'
        status, _, _ = await ask(inhabited, Sent("POST", path, {}), JSON, data=colons)
        assert status == 200


async def test_a_name_that_a_query_has_twice_is_named(inhabited, caplog):
    with unharmed(inhabited, caplog):
        for path, field in (
            (f"{MAIN}/account/exchange?exchangeId=0&exchangeId=0", "exchangeId"),
            (f"{MAIN}/account/markets?ids=1&ids=2", "ids"),
            (f"{EXPRESS}/market/search?sort=name&sort=price", "sort"),
            (f"{MAIN}/user/{inhabited.user}/history/trade?limit=1&lim%69t=2", "limit"),
            (f"{MAIN}/auth/login/message?address={inhabited.user}&address={inhabited.other}",
             "address"),
        ):  # fmt: skip
            status, _, found = await ask(inhabited, Sent("GET", path, None))
            assert (status, found["details"]) == (400, {"field": field}), path


NO_AMOUNTS = (
    "1e3", "1E3", "+1", "0x10", " 1", "1 ", "1_000", "1,000", "1.0", ".5", "", "-", "--1",
    "00", "007", "-0", "-01",
    "\uff11\uff12", "\u0663", "\u00b2", "1\u0000", "\u0000", "NaN", "Infinity", "null", "true",
    1.5, 1e3, True, [], ["1"], {}, {"a": 1},
)  # fmt: skip
AMOUNT_FIELDS = (
    ("transaction/deposit-margin", {"marginAccountId": 0}, "margin"),
    ("transaction/withdraw-margin", {"marginAccountId": 0}, "margin"),
    ("transaction/withdraw-margin", {"marginAccountId": 0, "margin": "1"}, "keeperTip"),
    ("transaction/add-liquidity", {}, "liquidity"),
    ("transaction/remove-liquidity", {"lpPositionId": 1}, "shares"),
    ("transaction/create-margin-account", {}, "margin"),
    ("transaction/modify-position", {"marginAccountId": 0, "marketId": 1, "side": "long",
                                     "input": "1"}, "acceptablePrice"),
    ("quote/modify-position", {"marginAccountId": 0, "marketId": 1, "side": "long"}, "input"),
    ("quote/close-position", {"marginAccountId": 0, "marketId": 1}, "input"),
)  # fmt: skip


@pytest.mark.parametrize(("name", "body", "field"), AMOUNT_FIELDS)
async def test_only_raw_integers_are_amounts(inhabited, caplog, name, body, field):
    path = f"{MAIN}/user/{inhabited.user}/{name}"
    with unharmed(inhabited, caplog):
        for value in NO_AMOUNTS:
            what = Sent("POST", path, {**body, field: value})
            status, _, found = await ask(inhabited, what)
            assert (status, found["code"]) == (400, "VALIDATION"), (value, found)
            assert found["details"] == {"field": field}, value
        for value, code in (
            (2**53, "VALIDATION"),
            (str(9 * 10**18 + 1), "AMOUNT_OUT_OF_RANGE"),
            ("9" * 60_000, "AMOUNT_OUT_OF_RANGE"),
        ):
            what = Sent("POST", path, {**body, field: value})
            status, _, found = await ask(inhabited, what)
            assert (status, found["code"]) == (400, code), value
            assert found["details"]["field"] == field


@pytest.mark.parametrize("value", ["0", "-1", 0, -1])
async def test_an_amount_must_be_above_zero(inhabited, value):
    body = {"marginAccountId": 0, "margin": value}
    path = f"{MAIN}/user/{inhabited.user}/transaction/deposit-margin"
    status, _, found = await ask(inhabited, Sent("POST", path, body))
    assert (status, found["code"]) == (400, "INPUT_NOT_POSITIVE")


async def test_numbers_of_a_query_are_plain_digits(inhabited, caplog):
    with unharmed(inhabited, caplog):
        for text in ("1e1", "%2B1", "1.0", "0x1", "1_0", "%EF%BC%91", "%D9%A3", "1%00", "%C2%B2"):
            path = f"{MAIN}/user/{inhabited.user}/history/trade?limit={text}"
            status, _, found = await ask(inhabited, Sent("GET", path, None))
            assert (status, found["details"]) == (400, {"field": "limit"}), text


async def in_chunks(raw: bytes):
    for start in range(0, len(raw), 10_000):
        yield raw[start : start + 10_000]
        await asyncio.sleep(0)


@pytest.mark.parametrize("is_chunked", [True, False])
async def test_64_kib_are_taken_however_they_come_and_a_byte_more_is_not(inhabited, is_chunked):
    path = f"{MAIN}/user/{inhabited.user}/transaction/create-margin-account"
    for size, status in ((BODY_BYTES_MAX, 200), (BODY_BYTES_MAX + 1, 413)):
        raw = b'{"zz":"' + b"x" * (size - 9) + b'"}'
        data = in_chunks(raw) if is_chunked else raw
        got, _, found = await ask(inhabited, Sent("POST", path, {}), JSON, data=data)
        assert got == status, found


async def test_a_body_of_any_length_is_refused_before_it_has_come(inhabited):
    async with connection(inhabited.service) as (reader, writer):
        head = (
            f"POST {MAIN}/auth/challenge HTTP/1.1\r\nHost: x\r\n"
            "Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n{"
        )
        writer.write(head.encode())
        status, _, body = await answer_of(reader)
    assert (status, body["code"]) == (413, "PAYLOAD_TOO_LARGE")


TRICKS = (
    "/api/v1/account%2Fexchange", "/api/v1/account/exchange%00", "/api/v1/account/exchange%20",
    "/api/v1/account/exchange/", "/api/v1/account//exchange", "/api/v1/account/./exchange",
    "/api/v1/nothing/../account/exchange%2f", "/api/v1/account/..%2f..%2fetc%2fpasswd",
    "/api/v1/account/%252e%252e/exchange", "/api/v1/account/%c0%ae%c0%ae/exchange",
    "/api/v1/account/exchange;a=b", "/api/v1/account/exchange%3Fids=1", "/api/v1/account\\exchange",
    "/api/v1/ACCOUNT/EXCHANGE", "/api/v1/account/market/%ff", "/api/v1/account/market/%ED%A0%80",
    "/api/v1/account/market/" + "1" * 5_000, "/api/v1/account/market/%2e%2e",
    "/api/v1/account/market/1%2F", "/express/v1/market/%00AUS", "/express/v1/market/AUS%0d%0aX:1",
    "/api//v1/health", "/api/v1", "/express/v1/", "/api/v1/%20health",
)  # fmt: skip


async def test_tricks_with_paths_find_nothing(inhabited, caplog):
    with unharmed(inhabited, caplog):
        for path in TRICKS:
            status, received, found = await ask(inhabited, Sent("GET", path, None))
            assert status in {400, 404}, path
            assert found["code"] in {
                "NOT_FOUND",
                "UNKNOWN_VERSION",
                "MARKET_NOT_FOUND",
                "VALIDATION",
            }, path
            assert "X" not in received


async def test_a_long_query_is_read_and_a_longer_one_refused(inhabited, caplog):
    with unharmed(inhabited, caplog):
        for size, statuses in ((8_000, {200}), (8_400, {400})):
            path = f"{MAIN}/account/markets?ids=" + "1," * (size // 2)
            status, _, found = await ask(inhabited, Sent("GET", path, None))
            assert status in statuses, found
        many = "&".join(f"a{number}=1" for number in range(1_000))
        path = f"{MAIN}/account/markets?{many}"
        status, _, found = await ask(inhabited, Sent("GET", path, None))
        assert (status, found["details"]) == (400, {"field": "a0"})


HEAD = f"POST {MAIN}/auth/challenge HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize(
    "raw",
    [
        f"{HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{{}}",
        f"{HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}",
        f"{HEAD}Content-Length: +2\r\n\r\n{{}}",
        f"{HEAD}Content-Length: -2\r\n\r\n{{}}",
        f"{HEAD}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
        f"{HEAD}Transfer-Encoding: chunked\r\n\r\n-1\r\n{{}}\r\n0\r\n\r\n",
        f"GET {MAIN}/health HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\nb: c\r\n\r\n",
        f"GET {MAIN}/health HTTP/1.1\r\nHost: x\r\n folded: y\r\n\r\n",
        f"GET {MAIN}/health HTTP/1.1\r\nHost: x\r\n\x00: y\r\n\r\n",
        f"GET {MAIN}/he\x01alth HTTP/1.1\r\nHost: x\r\n\r\n",
        f"GET {MAIN}/health HTTP/9.9\r\nHost: x\r\n\r\n",
        f"GET {MAIN}/health HTTP/1.1\r\n" + "".join(f"h{n}: 1\r\n" for n in range(2_000)) + "\r\n",
        "GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
async def test_bytes_that_two_servers_could_read_in_two_ways_are_refused(inhabited, caplog, raw):
    with unharmed(inhabited, caplog):
        async with connection(inhabited.service) as (reader, writer):
            writer.write(raw.encode("latin-1"))
            status, headers, body = await answer_of(reader)
            assert status == 400, body
            assert body["code"] in {"VALIDATION", "BAD_JSON"}
            assert headers["X-Request-Id"] == body["requestId"]
            assert await reader.read() == b""  # and the connection ends


async def test_a_refusal_leaks_no_secret(inhabited, caplog):
    token = inhabited.alice.headers["Authorization"].removeprefix("Bearer ")
    secret = "a-secret-refresh-token"
    with caplog.at_level(logging.DEBUG):
        for what, headers in (
            (Sent("POST", f"{MAIN}/auth/refresh-token", {"refreshToken": secret}), {}),
            (Sent("POST", f"{MAIN}/auth/login", {"signature": secret}), {}),
            (Sent("GET", f"{EXPRESS}/predictions/orders", None),
             {"Authorization": f"Bearer {token}x"}),
        ):  # fmt: skip
            status, _, found = await ask(inhabited, what, headers)
            assert status in {400, 401}
            assert token not in str(found)
            assert secret not in str(found)
    assert token not in caplog.text
    assert secret not in caplog.text


async def test_a_fault_is_logged_once_and_answered_without_details(inhabited, monkeypatch):
    def explode(*_):
        raise RuntimeError("the inside")

    lines = io.StringIO()
    handler = logging.StreamHandler(lines)
    handler.setFormatter(JsonFormatter())

    monkeypatch.setattr("edge.api.markets.exchange_routes._entity", explode)
    what = Sent("GET", f"{MAIN}/account/markets", None)
    headers = {"X-Request-Id": "fault-0001"}
    logging.getLogger().addHandler(handler)
    try:
        status, _, found = await ask(inhabited, what, headers)
    finally:
        logging.getLogger().removeHandler(handler)
    assert (status, found["code"]) == (500, "INTERNAL")
    assert "inside" not in str(found)
    (line,) = [
        line
        for line in map(json.loads, lines.getvalue().splitlines())
        if line["logger"].startswith(("acre", "aiohttp"))
    ]
    assert (line["event"], line["request_id"]) == ("request_failed", "fault-0001")
    assert line["traceback"].endswith("RuntimeError: the inside")
