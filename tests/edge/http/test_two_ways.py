"""Direct answers and those of the library are the same bytes, whatever a client sends."""

import random
from ipaddress import ip_network

import pytest

from chain.client.addresses import to_base58
from edge.http.limits import RATES, Rate
from edge.http.network import TrustedProxies
from tests.edge.service_world import GENEROUS, running_service, text_of
from tests.edge.two_ways import two_ways

NO_ONE = to_base58(bytes(31) + b"\x07")
ACCOUNT = b'{"marginAccountId":0,"marketId":1,"side":"long","input":"1000000"}'
BODIES = (
    ACCOUNT,
    ACCOUNT.replace(b'"input"', b'"inputKind":"notionalDelta","input"'),
    b'{"marginAccountId":0,"marketId":1}',
    b'{"marginAccountId":7,"marketId":1,"side":"long","input":"1"}',
    b'{"marginAccountId":0,"marketId":99,"side":"long","input":"1"}',
    b'{"marginAccountId":0,"marketId":1,"side":"up","input":"1"}',
    b'{"marginAccountId":0,"marketId":1,"side":"long","input":"-1"}',
    b'{"marginAccountId":0,"marketId":1,"side":"long","input":1e3}',
    b'{"marginAccountId":0,"marketId":1,"side":"long","input":"99999999999999999999999999"}',
    b'{"marginAccountId":0,"marketId":1,"marketId":2,"side":"long","input":"1"}',
    b'{"marginAccountId":"0","marketId":null,"side":1,"input":[]}',
    b'{"marginAccountId":4294967296,"marketId":1,"side":"long","input":"1"}',
    b'{"user":"nobody","marginAccountId":0,"marketId":1,"side":"long","input":"1"}',
    b'{"user":"%b","marginAccountId":0,"marketId":1,"side":"long","input":"1"}' % NO_ONE.encode(),
    b"",
    b"null",
    b"[]",
    b"{",
    b"{}",
    b'{"a":"\xff"}',
    b"\x00" * 40,
    b"[" * 3_000,
    b'{"more":"' + b"x" * 60_000 + b'"}',
    b'{"more":"' + b"x" * 70_000 + b'"}',
)
TYPES = (
    "application/json",
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    "application/json; charset=latin1",
    "APPLICATION/JSON",
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "json",
    "",
    ";",
)
EXTRA = (
    "Origin: http://localhost:8080",
    "Origin: http://evil.example",
    "Origin: null",
    "Origin: http://localhost:8080\r\nOrigin: http://evil.example",
    "origin: http://LOCALHOST",
    "X-Request-Id: a-name-of-the-client",
    "X-Request-Id: short",
    "X-Request-Id: bad name {}",
    "Accept-Encoding: gzip, br",
    "If-None-Match: *",
    "Accept: text/html",
    "Authorization: Bearer x.y.z",
    "Authorization: Basic eDp5",
    "Cookie: a=b; c",
    "Connection: keep-alive",
    "Connection: close",
    "connection: CLOSE",
    "Connection: upgrade\r\nUpgrade: websocket",
    "Upgrade: h2c",
    "Expect: 100-continue",
    "Expect: miracles",
    "Content-Encoding: gzip",
    "Content-Encoding: identity",
    "Idempotency-Key: key",
    "Idempotency-Key: " + "k" * 65,
    "Acre-Sequence: 1",
    "Acre-Sequence: minus",
    "Acre-Sequence: 99999999999999999999",
    "X-Forwarded-For: 8.8.8.8",
    "X-Forwarded-For: 8.8.8.8, 127.0.0.1",
    "X-Forwarded-For: x\r\nX-Forwarded-For: 9.9.9.9",
    "Forwarded: for=1.1.1.1",
    "traceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "X-Long: " + "a" * 3_000,
    "X-Long: " + "a" * 9_000,
    "\r\n".join(f"X-{number}: a" for number in range(60)),
    "\r\n".join(f"X-{number}: a" for number in range(140)),
    "X-Latin: \xe9\xff",
    "X-Tab:\ta\t",
    "X-Empty:",
    "X-Folded: a\r\n b",
    "No-Colon",
    "Space : a",
    "Bad\x00Name: a",
    "Content-Length: 66",
    "Content-Type: text/plain",
    "HOST: y",
)
METHODS = ("POST",) * 12 + ("GET", "HEAD", "OPTIONS", "PUT", "DELETE", "post", "PATCH", "BREW")
VERSIONS = ("HTTP/1.1",) * 12 + ("HTTP/1.0", "HTTP/1.2", "HTTP/2.0", "HTTP/0.9", "http/1.1")


def request(path, body=ACCOUNT, *, method="POST", version="HTTP/1.1", kind=TYPES[0], extra=()):
    lines = [f"{method} {path} {version}", "Host: x"]
    if kind is not None:
        lines.append(f"Content-Type: {kind}")
    lines += [f"Content-Length: {len(body)}", *extra]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def paths_of(user: str) -> tuple[str, ...]:
    canonical = f"/api/v1/user/{user}/quote"
    return (
        *(f"{canonical}/modify-position",) * 6,
        f"{canonical}/close-position",
        f"/api/v1/user/{NO_ONE}/quote/modify-position",
        f"/api/v1/quote/modify-position?user={user}",
        f"/api/v1/quote/modify-position?user={user}&user={user}",
        "/api/v1/quote/close-position",
        f"{canonical}/modify-position?x=1",
        f"{canonical}/modify-position?",
        f"{canonical}/modify-position#part",
        f"{canonical}/modify-position/",
        f"{canonical}/modify%2Dposition",
        f"{canonical}%2Fmodify-position",
        f"//api/v1/user/{user}/quote/modify-position",
        "/api/v1/user//quote/modify-position",
        "/api/v1/user/%20/quote/modify-position",
        "/api/v1/user/%41%zz/quote/modify-position",
        "/api/v1/user/caf\xe9/quote/modify-position",
        "/api/v1/user/../quote/modify-position",
        f"http://x/api/v1/user/{user}/quote/modify-position",
        f"https://y:1/api/v1/user/{user}/quote/modify-position",
        "x" * 9_000,
    )


def random_request(chosen: random.Random, paths: tuple[str, ...]) -> bytes:
    usual = chosen.random() < 0.3
    return request(
        paths[0] if usual else chosen.choice(paths),
        ACCOUNT if usual or chosen.random() < 0.5 else chosen.choice(BODIES),
        method=chosen.choice(METHODS),
        version=chosen.choice(VERSIONS),
        kind=TYPES[0] if chosen.random() < 0.7 else chosen.choice([None, *TYPES]),
        extra=chosen.sample(EXTRA, chosen.choice((0, 0, 1, 1, 2))),
    )


async def assert_same(ways, chunks):
    direct, library = await ways.send(chunks)
    assert direct == library, chunks
    return direct


@pytest.fixture(scope="module")
def seed():
    return 59


async def test_each_single_oddity_is_answered_alike(service):
    user = text_of(await service.trader())
    paths = paths_of(user)
    usual = request(paths[0])
    cases = [request(path) for path in paths]
    cases += [request(paths[0], body) for body in BODIES]
    cases += [
        request(f"/api/v1/quote/{name}-position", body)
        for body in BODIES
        for name in ("modify", "close")
    ]
    cases += [request(paths[0], kind=kind) for kind in (None, *TYPES)]
    cases += [request(paths[0], extra=(extra,)) for extra in EXTRA]
    cases += [request(paths[0], method=method) for method in set(METHODS)]
    cases += [request(paths[0], version=version) for version in set(VERSIONS)]
    async with two_ways(service) as ways:
        for case in cases:
            await assert_same(ways, [case])
            await assert_same(ways, [usual, case, usual])
        assert ways.answered[0] > len(cases)
        assert b"HTTP/1.1 200 OK" in await assert_same(ways, [usual])


async def test_random_requests_are_answered_alike(service, seed):
    chosen = random.Random(seed)
    paths = paths_of(text_of(await service.trader()))
    async with two_ways(service) as ways:
        for _ in range(1_200):
            count = chosen.randint(1, 4)
            requests = [random_request(chosen, paths) for _ in range(count)]
            if chosen.random() < 0.3:  # a pipeline
                requests = [b"".join(requests)]
            await assert_same(ways, requests)
        assert ways.answered[0] > 300


async def test_requests_in_pieces_are_answered_alike(service):
    path = paths_of(text_of(await service.trader()))[0]
    usual = request(path)
    async with two_ways(service) as ways:
        await assert_same(ways, [usual])
        for at in range(1, len(usual)):
            await assert_same(ways, [usual[:at], usual[at:]])
        for at in range(0, len(usual), 7):  # the end of one with the beginning of the next
            await assert_same(ways, [usual + usual[:at], usual[at:], usual])
            await assert_same(ways, [usual[at:]])
        for blank in (b"\r\n", b"\n", b"\r\n\r\n", b" "):
            await assert_same(ways, [blank, usual, usual])
            await assert_same(ways, [blank + usual, usual + blank, usual])
        chunked = request(path, b"", extra=("Transfer-Encoding: chunked",))
        await assert_same(ways, [chunked + b"42\r\n" + ACCOUNT + b"\r\n0\r\n\r\n", usual])
        smuggled = usual.replace(b"Content-Length: 66", b"Content-Length: %d" % (66 + len(usual)))
        await assert_same(ways, [smuggled + usual, usual])
        for number in (2, 40):
            await assert_same(ways, [usual * number, usual])


async def test_a_rate_that_is_used_up_is_refused_alike(tmp_path, database_url):
    rates = {
        **GENEROUS,
        "quotes": Rate(0.001, 12),
        "site": Rate(0.001, 60),
        "public": RATES["public"],
    }
    async with running_service(tmp_path, database_url, rates=rates) as service:
        path = paths_of(text_of(await service.trader()))[0]
        async with two_ways(service) as ways:
            answers = [
                await assert_same(ways, [request(path), request(path, b"{")]) for _ in range(9)
            ]
            assert b"HTTP/1.1 429" not in answers[0]
            assert answers[-1].count(b"HTTP/1.1 429") == 2
            assert b"Retry-After: " in answers[-1]


async def test_clients_behind_a_proxy_are_answered_alike(tmp_path, database_url):
    rates = {**GENEROUS, "quotes": Rate(0.001, 5)}
    proxies = TrustedProxies((ip_network("127.0.0.1"),))
    async with running_service(tmp_path, database_url, rates=rates, proxies=proxies) as service:
        path = paths_of(text_of(await service.trader()))[0]
        async with two_ways(service) as ways:
            for client in (
                "8.8.8.8",
                "9.9.9.9",
                "",
                "127.0.0.1",
                "2001:db8::1, 127.0.0.1",
                "x",
            ) * 2:
                extra = (f"X-Forwarded-For: {client}",)
                await assert_same(ways, [request(path, extra=extra)] * 4)
            assert ways.answered[0] >= 48


async def test_a_stopping_service_ends_connections_alike(service):
    usual = request(paths_of(text_of(await service.trader()))[0])
    service.context.gate.drain.begin()
    async with two_ways(service) as ways:
        answer = await assert_same(ways, [usual, usual])
        assert answer.count(b"HTTP/1.1 200 OK") == 1
        assert b"Connection: close" in answer
