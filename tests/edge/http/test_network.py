"""Client addresses behind proxies, origins, and what depends on where a request comes from."""

from ipaddress import ip_network

import pytest

from edge.http.limits import RATES, Rate
from edge.http.network import TrustedProxies, client_key, parse_origin
from tests.edge.service_world import GENEROUS, running_service

PROXIES = TrustedProxies((ip_network("127.0.0.1/32"), ip_network("10.0.0.0/8")))
PAGE_HOST = "https://acre.example"


@pytest.mark.parametrize(
    ("peer", "headers", "client"),
    [
        ("9.9.9.9", ["1.1.1.1"], "9.9.9.9"),  # only a trusted proxy is believed
        ("127.0.0.1", ["1.1.1.1"], "1.1.1.1"),
        ("127.0.0.1", ["6.6.6.6, 1.1.1.1"], "1.1.1.1"),  # the client wrote the left part
        ("127.0.0.1", ["6.6.6.6", "1.1.1.1"], "1.1.1.1"),
        ("127.0.0.1", ["6.6.6.6, 1.1.1.1, 10.2.3.4"], "1.1.1.1"),
        ("127.0.0.1", ["<script>, 1.1.1.1"], "1.1.1.1"),
        ("127.0.0.1", ["1.1.1.1, nonsense"], "127.0.0.1"),
        ("127.0.0.1", ["1.1.1.1, "], "127.0.0.1"),
        ("127.0.0.1", ["1.1.1.1:443"], "1.1.1.1"),  # some proxies add the port
        ("127.0.0.1", ["6.6.6.6:1, 1.1.1.1:50000, 10.2.3.4:8080"], "1.1.1.1"),
        ("127.0.0.1", ["10.0.0.7:1, 10.0.0.8:2"], "10.0.0.7"),
        ("127.0.0.1", ["[2001:db8:1:2::1]:443"], "2001:db8:1:2::/64"),
        ("127.0.0.1", ["[2001:db8:1:2::1]"], "2001:db8:1:2::/64"),
        ("127.0.0.1", ["[::ffff:1.1.1.1]:443"], "1.1.1.1"),
        ("127.0.0.1", ["1.1.1.1:"], "127.0.0.1"),
        ("127.0.0.1", ["1.1.1.1:65536"], "127.0.0.1"),
        ("127.0.0.1", ["1.1.1.1:4a"], "127.0.0.1"),
        ("127.0.0.1", [f"1.1.1.1:{chr(0x661)}"], "127.0.0.1"),
        ("127.0.0.1", ["[1.1.1.1]:443"], "127.0.0.1"),
        ("127.0.0.1", ["[2001:db8::1]443"], "127.0.0.1"),
        ("127.0.0.1", ["[2001:db8::1"], "127.0.0.1"),
        ("127.0.0.1", ["1.1.1.300:443"], "127.0.0.1"),
        ("127.0.0.1", [], "127.0.0.1"),
        ("127.0.0.1", ["10.0.0.7, 10.0.0.8"], "10.0.0.7"),
        ("127.0.0.1", [", ".join(["1.1.1.1"] * 33)], "127.0.0.1"),
        ("127.0.0.1", [" " * 3_000 + "1.1.1.1"], "127.0.0.1"),
        ("127.0.0.1", ["::ffff:1.1.1.1"], "1.1.1.1"),
        ("127.0.0.1", ["2001:db8:1:2:aaaa::1"], "2001:db8:1:2::/64"),
    ],
)
def test_the_rightmost_hop_that_is_no_proxy_is_the_client(peer, headers, client):
    assert PROXIES.client_of(peer, headers) == client


def test_without_trusted_proxies_the_peer_is_the_client():
    assert TrustedProxies().client_of("127.0.0.1", ["1.1.1.1"]) == "127.0.0.1"


def test_a_subscribers_ipv6_addresses_count_as_one():
    assert client_key("2001:db8:1:2::1") == client_key("2001:db8:1:2:ffff::9")
    assert client_key("2001:db8:1:3::1") != client_key("2001:db8:1:2::1")
    assert client_key("fe80::1%eth0") == "fe80::/64"
    assert client_key("") == ""


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("https://acre.example", ("https", "acre.example", 443)),
        ("https://acre.example:443", ("https", "acre.example", 443)),
        ("https://ACRE.example", ("https", "acre.example", 443)),
        ("http://[::1]:8080", ("http", "::1", 8080)),
        ("http://localhost:8080/", None),
        ("http://localhost:8080#x", None),
        ("http://localhost@evil.example", None),
        ("http://evil.example\\@localhost", None),
        ("http://localhost:99999", None),
        ("http://", None),
        ("null", None),
        ("file://localhost", None),
        ("http://local host", None),
        ("http://localhost, http://evil.example", None),
    ],
)
def test_origins_are_parsed(text, parts):
    assert parse_origin(text) == parts


async def test_an_origin_is_compared_by_scheme_host_and_port(tmp_path, database_url):
    allowed = frozenset({PAGE_HOST})
    async with running_service(
        tmp_path, database_url, env="dev", allowed_origins=allowed, public_url=PAGE_HOST
    ) as service:
        for origin, is_shown in (
            ("https://acre.example:443", True),
            ("https://ACRE.example", True),
            ("https://acre.example:8443", False),
            ("https://acre.example/", False),
            ("http://localhost:8080", False),
        ):
            path = "/api/v1/health"
            async with service.client.get(path, headers={"Origin": origin}) as answer:
                shown = answer.headers.get("Access-Control-Allow-Origin")
                assert shown == (origin if is_shown else None), origin
        async with service.client.get("/") as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "connect-src 'self' wss://acre.example;" in policy
            assert "localhost" not in policy


async def test_a_local_exchange_behind_tls_has_the_headers_of_a_public_one(tmp_path, database_url):
    async with running_service(
        tmp_path / "public", database_url, env="local", public_url=PAGE_HOST
    ) as service:
        for path in ("/", "/api/v1/health", "/api/v1/nothing"):
            async with service.client.get(path) as answer:
                age = answer.headers["Strict-Transport-Security"]
                assert age == "max-age=31536000; includeSubDomains", path
        async with service.client.get("/") as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "connect-src 'self' wss://acre.example;" in policy


async def test_a_local_exchange_without_tls_binds_no_browser_to_https(service):
    async with service.client.get("/") as answer:
        assert "Strict-Transport-Security" not in answer.headers
        assert "ws://127.0.0.1:*" in answer.headers["Content-Security-Policy"]


async def test_clients_behind_a_proxy_have_buckets_of_their_own(tmp_path, database_url):
    rates = {**GENEROUS, "public": Rate(0.001, 2)}
    async with running_service(
        tmp_path, database_url, rates=rates, proxies=TrustedProxies((ip_network("127.0.0.1"),))
    ) as service:

        async def ask(hops: str) -> int:
            headers = {"X-Forwarded-For": hops}
            async with service.client.get("/api/v1/account/markets", headers=headers) as answer:
                return answer.status

        assert [await ask("1.1.1.1") for _ in range(3)] == [200, 200, 429]
        assert await ask("2.2.2.2, 1.1.1.1") == 429  # spoofed
        assert [await ask("1.1.1.1, 2.2.2.2") for _ in range(3)] == [200, 200, 429]


async def test_the_cost_of_a_long_answer_is_the_clients_and_not_its_proxys(tmp_path, database_url):
    rates = {**GENEROUS, "public": Rate(0.001, 60)}
    async with running_service(
        tmp_path, database_url, rates=rates, proxies=TrustedProxies((ip_network("127.0.0.1"),))
    ) as service:

        async def left(hops: str) -> str:
            path, headers = "/express/v1/trade-stream", {"X-Forwarded-For": hops}
            asked = {"format": "csv", "limit": "10000"}
            async with service.client.get(path, params=asked, headers=headers) as answer:
                return f"{answer.status} {answer.headers['RateLimit-Remaining']}"

        first = [await left("1.1.1.1") for _ in range(2)]
        assert first == ["200 10", "429 9"]
        assert await left("2.2.2.2") == "200 10"


async def test_a_forwarding_header_has_no_effect_without_trusted_proxies(tmp_path, database_url):
    rates = {**GENEROUS, "public": Rate(0.001, 1)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        statuses = []
        for number in range(3):
            headers = {"X-Forwarded-For": f"1.1.1.{number}"}
            async with service.client.get("/api/v1/account/markets", headers=headers) as answer:
                statuses.append(answer.status)
        assert statuses == [200, 429, 429]


async def test_metrics_are_for_monitors_of_this_machine(tmp_path, database_url):
    rates = {**GENEROUS, "metrics": Rate(0.001, 1)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP", "Via", "X-Forwarded-Proto"):
            async with service.client.get("/metrics", headers={name: "127.0.0.1"}) as answer:
                assert answer.status == 404
        statuses = []
        for _ in range(2):
            async with service.client.get("/metrics") as answer:
                statuses.append(answer.status)
        assert statuses == [200, 429]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/api/v1/nothing", 404),
        ("GET", "/assets/nothing.js", 404),
        ("OPTIONS", "/api/v1/health", 204),
        ("POST", "/", 405),
    ],
)
async def test_unknown_paths_have_a_rate(tmp_path, database_url, method, path, status):
    rates = {**GENEROUS, "site": Rate(0.001, 5)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        seen = []
        for _ in range(6):
            async with service.client.request(method, path) as answer:
                seen.append(answer.status)
                assert answer.headers["Server"] == "acre"
        assert (seen[0], seen[-1]) == (status, 429)
    assert RATES["site"].per_s >= 500


async def test_no_answer_names_its_software(service):
    for method, path in (
        ("GET", "/api/v1/health"),
        ("GET", "/"),
        ("GET", "/api/v1/none"),
        ("OPTIONS", "/"),
        ("GET", "/metrics"),
        ("GET", "/express/v1/ws"),
    ):
        async with service.client.request(method, path) as answer:
            assert answer.headers.getall("Server") == ["acre"], path
    for path in ("/express/v1/ws", "/rpc"):
        async with service.client.ws_connect(path) as socket:
            assert socket._response.headers.getall("Server") == ["acre"], path
