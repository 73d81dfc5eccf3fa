"""What every answer has: ids, CORS, caching, rates, idempotency; the proxy; the web pages."""

import asyncio
import gzip
import time

import aiohttp
import pytest
from aiohttp import http_parser
from openapi_spec_validator import OpenAPIV31SpecValidator, validate
from solders.keypair import Keypair

from edge.api.series.schemas import ClusterHealth
from edge.http.cache import CachedValue
from edge.http.limits import RATES, Rate
from edge.http.route import ROUTES, Base
from tests.edge.service_world import GENEROUS, running_service, text_of

MAIN = "/api/v1"
EXPRESS = "/express/v1"


def test_the_parser_is_the_fast_one():
    assert http_parser.HttpRequestParser.__module__ != "aiohttp.http_parser"


async def test_health_needs_nothing(service):
    for base in Base:
        assert await service.get(f"{base}/health") == {
            "status": "ok",
            "env": "local",
            "version": "0.0.0",
        }


async def test_the_openapi_documents_are_valid_and_name_every_route(service):
    for base in Base:
        document = await service.get(f"{base}/openapi.json")
        validate(document, cls=OpenAPIV31SpecValidator)
        listed = {
            (method.upper(), path) for path, item in document["paths"].items() for method in item
        }
        assert listed == {(item.method, item.path) for item in ROUTES if item.base is base}


async def test_each_answer_echoes_or_makes_a_request_id(service):
    given = {"X-Request-Id": "abcd-1234"}
    async with service.client.get(f"{MAIN}/health", headers=given) as answer:
        assert answer.headers["X-Request-Id"] == "abcd-1234"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    for bad in ("short", "x" * 65, "semi;colon1", "späßchen"):
        async with service.client.get(f"{MAIN}/nothing", headers={"X-Request-Id": bad}) as answer:
            assert answer.headers["X-Request-Id"] != bad
            assert (await answer.json())["requestId"] == answer.headers["X-Request-Id"]


async def test_browsers_of_allowed_origins_only_get_cors_headers(service):
    path = f"{MAIN}/account/markets"
    for origin in ("http://localhost:5173", "http://127.0.0.1:8080"):
        async with service.client.options(path, headers={"Origin": origin}) as answer:
            assert answer.status == 204
            assert answer.headers["Access-Control-Allow-Origin"] == origin
            assert answer.headers["Access-Control-Allow-Methods"] == "GET, POST, PUT, OPTIONS"
            assert answer.headers["Access-Control-Max-Age"] == "600"
            assert "Access-Control-Allow-Credentials" not in answer.headers
    for origin in ("https://evil.example", "http://localhost.evil.example", "null"):
        async with service.client.get(path, headers={"Origin": origin}) as answer:
            assert answer.status == 200
            assert not [name for name in answer.headers if name.startswith("Access-Control")]


async def test_public_reads_are_cached_by_etag(service):
    path = f"{MAIN}/metadata/acre-ids"
    async with service.client.get(path) as answer:
        etag = answer.headers["ETag"]
        assert answer.headers["Cache-Control"] == "max-age=3600"
    async with service.client.get(path, headers={"If-None-Match": f'"x", W/{etag}'}) as answer:
        assert (answer.status, await answer.read()) == (304, b"")
        assert answer.headers["ETag"] == etag
    async with service.client.get(path, headers={"If-None-Match": '"other"'}) as answer:
        assert answer.status == 200
    for path, age in (
        ("/account/markets", "max-age=1"),
        ("/account/paused", "max-age=2"),
        ("/account/paused?refresh=1", "no-store"),
        ("/real-estate-data/price-feed?id=11", "max-age=15"),
        ("/time-series/lp-share-price", "max-age=60"),
    ):
        async with service.client.get(MAIN + path) as answer:
            assert answer.headers["Cache-Control"] == age, path
    async with service.client.head(f"{MAIN}/account/exchange") as answer:
        assert answer.status == 200


async def test_over_the_rate_there_is_429_with_its_headers(tmp_path, database_url):
    rates = {**GENEROUS, "public": Rate(RATES["public"].per_s, 2)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        for left in ("1", "0"):
            async with service.client.get(f"{MAIN}/account/markets") as answer:
                assert answer.headers["RateLimit-Limit"] == "2"
                assert answer.headers["RateLimit-Remaining"] == left
        async with service.client.get(f"{MAIN}/account/markets") as answer:
            assert answer.status == 429
            assert answer.headers["Retry-After"] == "1"
            assert (await answer.json())["message"] == "Too many requests"
        service.wall.s += 1
        await service.get(f"{MAIN}/account/markets")
        assert (await service.get(f"{MAIN}/account/paused?refresh=true"))["info"]["paused"] is False


async def test_an_idempotency_key_repeats_the_first_answer(service):
    wallet = await service.world.user()
    path = f"{MAIN}/user/{text_of(wallet)}/transaction/create-margin-account"
    headers = {"Idempotency-Key": "key-1"}
    first = await service.post(path, {}, headers=headers)
    async with service.client.post(path, json={}, headers=headers) as answer:
        assert await answer.json() == first
        assert answer.headers["Idempotency-Replayed"] == "true"
        assert answer.headers["Cache-Control"] == "no-store"
    mismatch = await service.post(path, {"name": "x"}, 409, headers=headers)
    assert mismatch["code"] == "IDEMPOTENCY_MISMATCH"
    other = await service.post(path, {}, headers={"Idempotency-Key": "key-2"})
    assert other != first
    await service.post(path, {}, 400, headers={"Idempotency-Key": "k" * 65})


async def test_every_refusal_tells_the_rate(service):
    user = text_of(await service.world.user())
    built = f"{MAIN}/user/{user}/transaction"
    for path, body, code in (
        (f"{built}/deposit-margin", {"marginAccountId": 0, "margin": "1"}, 404),
        (f"{built}/create-margin-account", {"margin": "9" * 15}, 409),
        (f"{built}/process-settlement-requests", {}, 409),
        (f"{built}/add-liquidity", {}, 400),
    ):
        async with service.client.post(path, json=body) as answer:
            assert answer.status == code
            assert answer.headers["RateLimit-Limit"] == str(GENEROUS["building"].burst)


async def test_concurrent_requests_with_one_key_share_one_drop(service):
    user = text_of(Keypair())
    headers = {"Idempotency-Key": "drop"}
    answers = await asyncio.gather(
        *(service.post(f"{EXPRESS}/faucet", {"address": user}, headers=headers) for _ in range(3))
    )
    assert len({answer["signature"] for answer in answers}) == 1
    balance = await service.get(f"{MAIN}/user/{user}/sol-balance")
    assert balance["info"]["balance"] == "2000000000"


async def test_the_proxy_passes_json_rpc_both_ways(service):
    call = {"jsonrpc": "2.0", "id": 7, "method": "getSlot", "params": []}
    answer = await service.post("/rpc", call)
    assert answer["id"] == 7
    assert answer["result"] >= 0
    async with service.client.ws_connect("/rpc") as ws:
        await ws.send_json({"jsonrpc": "2.0", "id": 1, "method": "slotSubscribe"})
        assert "result" in await ws.receive_json(timeout=20)
        received = await ws.receive_json(timeout=20)
        assert received["method"] == "slotNotification"
    assert (await service.get("/rpc", 405))["code"] == "METHOD_NOT_ALLOWED"
    async with service.client.post(
        "/rpc", data=b"{", headers={"Content-Type": "text/plain"}
    ) as bad:
        assert bad.status == 415


async def test_sends_through_the_proxy_have_their_own_rate(tmp_path, database_url):
    rates = {**GENEROUS, "rpc-send": Rate(5, 2)}
    async with running_service(tmp_path, database_url, rates=rates) as service:
        send = {"jsonrpc": "2.0", "id": 1, "method": "sendTransaction", "params": ["x"]}
        await service.post("/rpc", [send, send])
        assert (await service.post("/rpc", send, 429))["code"] == "RATE_LIMITED"
        await service.post("/rpc", {**send, "method": "getSlot", "params": []})


async def test_a_follower_that_waits_for_long_is_told(service):
    async def well() -> ClusterHealth:
        return ClusterHealth(status="ok", slot=1, block_time=0, tps=0, latency_ms=0, as_of=0)

    object.__setattr__(service.context.health, "cluster", CachedValue(well, 0.0))
    assert (await service.get(f"{EXPRESS}/status"))["status"] == "ok"
    object.__setattr__(service.context.health, "is_follower_stuck", lambda: True)
    assert (await service.get(f"{EXPRESS}/status"))["status"] == "degraded"
    async with service.client.get("/metrics") as answer:
        text = await answer.text()
    assert "acre_follower_stuck 1.0" in text
    assert f"acre_followed_slot {float(service.world.follower.followed_slot)}" in text


async def test_a_node_that_does_not_answer_is_502(service):
    await service.world.node.stop()
    call = {"jsonrpc": "2.0", "id": 7, "method": "getSlot", "params": []}
    assert (await service.post("/rpc", call, 502))["code"] == "NODE_UNAVAILABLE"
    user = text_of(Keypair())
    refused = await service.get(f"{MAIN}/user/{user}/sol-balance", 502)
    assert refused["code"] == "NODE_UNAVAILABLE"
    assert (await service.get(f"{MAIN}/account/cluster-health"))["info"]["status"] == "down"
    assert (await service.get(f"{EXPRESS}/status"))["status"] == "degraded"
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await service.client.ws_connect("/rpc")


async def test_the_web_application_is_served_with_its_policy(service):
    async with service.client.get("/") as answer:
        assert "make web" in await answer.text()
    dist = service.context.gate.web_dist
    (dist / "assets").mkdir(parents=True)
    (dist / "index.html").write_text("<title>Acre</title>")
    (dist / "assets" / "app-1234.js").write_text("1")
    (dist.parent / "secret.txt").write_text("secret")
    for path in (
        "/",
        "/trade/AUS",
        "/index.html",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/a%00b",
    ):
        async with service.client.get(path) as answer:
            assert "<title>Acre</title>" in await answer.text(), path
            assert answer.headers["Cache-Control"] == "no-cache"
            policy = answer.headers["Content-Security-Policy"].split("; ")
            assert "default-src 'self'" in policy
            assert "frame-src https://widget.solflare.com https://connect.solflare.com" in policy
    async with service.client.get("/assets/app-1234.js") as answer:
        assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    async with service.client.get("/assets/gone.js") as answer:
        assert answer.status == 404
    async with service.client.get("/metrics") as answer:
        assert "acre_requests_total" in await answer.text()


async def test_files_of_the_build_are_sent_compressed_to_those_who_take_it(service):
    assets = service.context.gate.web_dist / "assets"
    assets.mkdir(parents=True)
    script = "let acre = 1;" * 200
    (assets / "app-1234.js").write_text(script)
    (assets / "app-1234.js.gz").write_bytes(gzip.compress(script.encode()))
    for accepted, coding in (("gzip", "gzip"), ("identity", None)):
        headers = {"Accept-Encoding": accepted}
        async with service.client.get("/assets/app-1234.js", headers=headers) as answer:
            assert await answer.text() == script
            assert answer.headers.get("Content-Encoding") == coding
            assert "javascript" in answer.headers["Content-Type"]


async def test_an_alarm_of_custody_is_seen_from_outside(service):
    service.wall.s = time.time()  # the node's blocks have the current time
    assert (await service.get(f"{EXPRESS}/status"))["status"] == "ok"
    service.context.health.custody.is_stopped = True
    service.context.health.custody.difference_e6 = {1: -9_000_001, 2: 0}
    assert (await service.get(f"{EXPRESS}/status"))["status"] == "degraded"
    async with service.client.get("/metrics") as answer:
        lines = (await answer.text()).splitlines()
    assert 'acre_custody{figure="outflows_stopped"} 1.0' in lines
    assert 'acre_custody{figure="vault_difference_collateral"} -9000001.0' in lines


async def test_figures_may_be_read_again_and_again(service):
    for _ in range(2):
        async with service.client.get("/metrics") as answer:
            assert answer.status == 200
            lines = (await answer.text()).splitlines()
        assert "# TYPE acre_keeper_lag_seconds gauge" in lines
        assert "# TYPE acre_oracle_markets gauge" in lines


async def test_the_status_says_that_prices_are_a_replay(service):
    status = await service.get(f"{EXPRESS}/status")
    assert status["clock"]["rate"] == 1440
    assert status["sequence"] == service.context.sequencer.sequence
    assert status["projectedSequence"] <= status["sequence"]
    assert status["replay"]["source"] == "test"
    assert status["replay"]["date"].startswith("2023-11-")


async def test_without_the_database_history_is_503_and_the_engine_still_answers(service):
    user = text_of(Keypair())
    await service.context.store.close()
    async with service.client.get(f"{MAIN}/user/{user}/history/trade") as answer:
        assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
        assert (await answer.json())["code"] == "MAINTENANCE"
    await service.get(f"{MAIN}/account/markets")
    await service.get(f"{MAIN}/user/{user}/margin-accounts")


async def test_a_fault_tells_nothing_of_its_inside(service, monkeypatch):
    def explode(*_):
        raise RuntimeError("secret detail")

    monkeypatch.setattr("edge.api.markets.exchange_routes._entity", explode)
    body = await service.get(f"{MAIN}/account/markets", 500)
    assert body["code"] == "INTERNAL"
    assert "secret" not in str(body)
