"""The composition root: the whole core process, started, stopped and started again."""

import asyncio
import base64
import contextlib
import json
import logging
import stat
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import aiohttp
import pytest
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.transaction import VersionedTransaction

from chain.catalogue import load_catalogue
from chain.client.addresses import to_base58
from chain.client.faucet import airdrop_if_low
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, load_key, send_bytes
from chain.custody.multisig import create_multisig
from chain.genesis import GenesisError
from chain.node.server.server import NodeServer
from chain.operator_key import sign_operator_command
from chain.oracle import csv_source
from chain.oracle.options import OracleOptions
from edge.cli.roles.core import cause_of
from edge.core.main import run_core
from edge.core.settings import Settings
from edge.operator.admin.client import AdminConnection
from edge.operator.list_paths import ListPaths
from edge.store.pool import Store
from engine.sequencer import ChainRewoundError
from tests.chain.issuer import Issuer
from tests.chain.oracle.hermes_server import AUSTIN, KEY, Feed, HermesServer
from tests.chain.world import until
from tests.edge.service_world import TABLES
from tests.engine.sequencer.factories import create_market
from tests.platform.running import free_port


@pytest.fixture
async def node(tmp_path):
    node = await NodeServer.start(tmp_path / "chain", slot_ms=10)
    yield node
    await node.stop()


@pytest.fixture
async def settings(tmp_path, database_url, node):
    store = await Store.open(database_url)
    await store.pool.execute(f"TRUNCATE {TABLES} CASCADE")
    await store.close()
    node_port = int(node.url.rpartition(":")[2])
    return Settings.from_environment(environment(tmp_path, free_port(), node_port, database_url))


def environment(home, port: int, node_port: int, database_url: str) -> dict[str, str]:
    return {
        "ACRE_HOME": str(home),
        "ACRE_PORT": str(port),
        "ACRE_NODE_PORT": str(node_port),
        "ACRE_PROFILE": "test",
        "ACRE_CATALOGUE": "texas",
        "DATABASE_URL": database_url,
    }


def is_starting(status: int, body) -> bool:
    """Whether the core answers that it starts, not that a part of it is away."""
    return status == 503 and "stage" in body.get("details", {})


@contextlib.asynccontextmanager
async def reading(settings, core):
    """Yield a function that reads from the running core."""
    async with aiohttp.ClientSession() as session:

        async def get(path: str):
            while True:
                try:
                    async with session.get(settings.url + path) as answer:
                        body = await answer.json()
                        if not is_starting(answer.status, body):
                            return body
                except aiohttp.ClientConnectionError:
                    pass
                assert not core.done(), core
                await asyncio.sleep(0.02)

        yield get


@contextlib.asynccontextmanager
async def running(settings):
    """Run the core; yields a function that reads from it."""
    core = asyncio.create_task(run_core(settings))
    async with reading(settings, core) as get:
        yield get
    core.cancel()
    await asyncio.gather(core, return_exceptions=True)
    assert core.cancelled()


async def test_prices_from_files_are_no_replay(settings, tmp_path):
    prints = tmp_path / "prints.csv"
    prints.write_text("market,published_at,price\n")
    oracle = OracleOptions(sources=("csv",), prints=prints)
    async with running(settings) as get:
        assert (await get("/express/v1/status"))["replay"] is not None
    async with running(replace(settings, oracle=oracle)) as get:
        assert (await get("/express/v1/status"))["replay"] is None


async def test_a_replay_begins_on_the_day_of_the_setting_and_on_no_other_later(settings):
    first_s = int(datetime(2012, 3, 1, tzinfo=UTC).timestamp())
    first = replace(settings, demo_start_s=first_s)
    async with running(first) as get:
        status = await get("/express/v1/status")
        assert first_s <= status["clock"]["now"] < first_s + 30 * 86_400
        assert status["replay"]["date"].startswith("2012-03")
    for start_s in (first_s - 86_400, first_s + 86_400):
        with pytest.raises(GenesisError, match="this exchange began on 2012-03-01; leave it out"):
            await run_core(replace(settings, demo_start_s=start_s))
    for start_s in (first_s, None):
        async with running(replace(settings, demo_start_s=start_s)) as get:
            assert (await get("/express/v1/status"))["clock"]["now"] >= status["clock"]["now"]


async def test_the_core_starts_stops_and_goes_on_where_it_was(settings):
    async with running(settings) as get:
        status = await get("/express/v1/status")
        assert status["exchange"] == "active"
        markets = (await get("/express/v1/market/search?limit=200"))["markets"]
        assert len(markets) > 40
        exchange = (await get("/api/v1/account/exchange"))["info"]
        assert exchange["lpBalance"] == "10000000000000"
        feed = await get("/express/v1/market/AUS/price-feed?window=1y")
        assert len(feed["points"]) > 360
    async with running(settings) as get:
        again = await get("/express/v1/status")
        assert again["sequence"] >= status["sequence"]
        assert again["projectedSequence"] >= status["projectedSequence"]
        assert again["clock"]["now"] >= status["clock"]["now"]
        same = (await get("/api/v1/account/exchange"))["info"]
        assert (same["address"], same["lpBalance"]) == (exchange["address"], exchange["lpBalance"])


async def test_with_a_multisig_no_key_of_the_vault_is_there(settings):
    payer, cold = Keypair(), [Keypair() for _ in range(3)]
    async with Rpc(settings.node_url) as rpc:
        await airdrop_if_low(rpc, address_of(payer))
        multisig = await create_multisig(rpc, payer, 2, [address_of(key) for key in cold])
    delegated = replace(settings, custody="delegate", custody_multisig=multisig.address)
    async with running(delegated) as get:
        assert (await get("/express/v1/status"))["exchange"] == "active"
    keys = settings.home / "keys"
    assert not (keys / "vault-authority.json").exists()
    assert stat.S_IMODE((keys / "hot-key.json").stat().st_mode) == 0o600
    known = json.loads((settings.home / "custody" / "vault.json").read_text())
    assert known["vaultAuthority"] == str(Pubkey(multisig.address))
    assert json.loads((keys / "hot-keys.json").read_text()) == [known["hotKey"]]
    for wrong, sentence in (
        (settings, "is not the key of this exchange's vault"),
        (replace(delegated, custody_multisig=None), "must name the multisig"),
        (
            replace(delegated, custody_multisig=address_of(payer)),
            "is not a multisig of the SPL Token program",
        ),
    ):
        with pytest.raises(GenesisError, match=sentence):
            await run_core(wrong)


async def test_the_operators_lists_are_read_and_outlive_their_files(settings, tmp_path):
    wallet = to_base58(bytes([7]) * 32)
    async with Rpc(settings.node_url) as rpc:
        issuer = await Issuer.funded(rpc)
        mint = await issuer.mint(decimals=0)
        await issuer.give(bytes([7]) * 32, mint, 2)
    lists = ListPaths(*(tmp_path / name for name in ("risk.txt", "airdrop.csv", "badges.csv")))
    lists.risk.write_text(f"{wallet}\n")
    lists.airdrop.write_text(f"address,amount\n{wallet},5\n")
    lists.badges.write_text(f"mint\n{to_base58(mint)}\n")
    risk, badge = f"/api/v1/user/{wallet}/risk-screening", f"hoa-staking/{wallet}"
    airdrop = f"/api/v1/user/{wallet}/event/airdrop_claim"
    async with running(replace(settings, lists=lists)) as get:
        assert await get(risk) == {"info": {"isHighRisk": True}}
        assert (await get(f"/api/v1/user/{wallet}/event/airdrop_claim"))["info"][
            "amount"
        ] == "5000000"
        held = await seen(get, badge, lambda answer: answer["count"] == 2)
    for path in (lists.risk, lists.airdrop, lists.badges):
        path.unlink()
    async with running(replace(settings, lists=lists)) as get:
        assert await get(risk) == {"info": {"isHighRisk": True}}
        assert (await get(airdrop))["code"] == "MAINTENANCE"
        assert await get(f"/express/v1/{badge}") == held
    async with running(settings) as get:
        assert await get(risk) == {"info": {"isHighRisk": False}}
        assert await get(f"/express/v1/{badge}") == {"image": None, "count": 0}


async def seen(get, name: str, condition):
    """Read from the express base until it says what is waited for."""
    while True:
        answer = await get(f"/express/v1/{name}")
        if condition(answer):
            return answer
        await asyncio.sleep(0.05)


def write_prints(path, price: str) -> None:
    """Write a print of Austin for every day of two years, beginning with the replay's start."""
    start_s = load_catalogue(None, "texas").start_s
    days = (datetime.fromtimestamp(start_s, UTC) + timedelta(day) for day in range(730))
    rows = "".join(f"AUS,{day:%Y-%m-%d},{price}\n" for day in days)
    path.write_text(f"market,published_at,price\n{rows}")


async def test_prints_come_from_a_file_and_a_bad_file_degrades_the_status(
    settings, tmp_path, monkeypatch
):
    monkeypatch.setattr(csv_source, "POLL_S", 0.05)
    austin = next(one for one in load_catalogue(None, "texas").markets if one.symbol == "AUS")
    start_s = load_catalogue(None, "texas").start_s
    _, first_e8 = load_catalogue(None, "texas").print_at(austin.acre_id, start_s)
    price_e8 = first_e8 + 10**6  # a cent more
    prints = tmp_path / "prints.csv"
    write_prints(prints, f"{price_e8 // 10**8}.{price_e8 % 10**8:08d}")
    oracle = OracleOptions(sources=("csv",), prints=prints)
    settings = replace(settings, oracle=oracle, time_rate=86_400, rate_scale=1_000)
    async with running(settings) as get:
        market = await seen(get, "market/AUS", lambda one: one["indexPrice"] == str(price_e8))
        assert (market["indexPriceAt"] - start_s) % 86_400 == 0
        assert (await get("/express/v1/status"))["status"] == "ok"
        prints.write_text("market,published_at,price\nAUS,today,1\n")
        status = await seen(get, "status", lambda one: one["status"] == "degraded")
        assert status["lastPrintAt"] >= market["indexPriceAt"]
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"{settings.url}/metrics") as answer,
        ):
            assert 'acre_oracle_source_is_well{source="csv"} 0.0' in await answer.text()


async def test_in_real_time_a_streamed_price_is_the_index_price(settings, tmp_path, caplog):
    """A market with a feed of Pyth, made by the operator's command, printed from a server."""
    caplog.set_level(logging.DEBUG)
    key_file = tmp_path / "hermes-key"
    key_file.touch(0o600)
    key_file.write_text(KEY)
    async with HermesServer(prefix="/token") as server:
        oracle = OracleOptions(sources=("hermes",), hermes_url=server.url, hermes_key_file=key_file)
        settings = replace(settings, profile="plain", time_rate=1, oracle=oracle, rate_scale=1_000)
        now_s = int(time.time())
        server.feeds[AUSTIN] = Feed("10010000001", "5000000", -8, now_s)
        async with running(settings) as get:
            await get("/express/v1/status")
            market = create_market("PYTH", 1, published_at_s=now_s - 86_400)
            await asyncio.to_thread(give, tmp_path, replace(market, price_feed=f"pyth:{AUSTIN}"))
            printed = "10010000001"
            shown = await seen(get, "market/PYTH", lambda one: one.get("indexPrice") == printed)
            assert (shown["indexPriceAt"], shown["specification"]["priceFeed"]) == (
                now_s,
                f"pyth:{AUSTIN}",
            )
            assert (await get("/express/v1/status"))["status"] == "ok"
        assert server.requests[0].headers["Authorization"] == f"Bearer {KEY}"
    assert not [
        one for one in caplog.records if KEY in str(vars(one)) or "/token" in str(vars(one))
    ]


def give(home, command) -> None:
    """Sign a command as the operator and hand it to the core."""
    operator = load_key(home / "keys" / "operator.json")
    with AdminConnection.open(home) as connection:
        answer = connection.send(sign_operator_command(command, operator), operator)
    assert "code" not in answer, answer


async def create_account(settings, node, wallet: Keypair) -> int:
    """Create a margin account by the service's transaction; returns the slot of its block."""
    user = to_base58(address_of(wallet))
    async with aiohttp.ClientSession(settings.url) as session, Rpc(node.url) as rpc:

        async def post(path: str, body: dict) -> dict:
            async with session.post(path, json=body) as answer:
                assert answer.status == 200, await answer.text()
                return await answer.json()

        await post("/express/v1/faucet", {"address": user})
        path = f"/api/v1/user/{user}/transaction/create-margin-account"
        built = (await post(path, {"margin": "5000000"}))["info"]
        message = VersionedTransaction.from_bytes(base64.b64decode(built["tx"])).message
        wire = bytes(VersionedTransaction(message, [wallet]))
        signature = await send_bytes(rpc, wire, built["lastValidBlockHeight"])
        return node.ledger.find(bytes(Signature.from_string(signature))).slot


async def test_a_fork_ends_the_core_and_a_new_start_goes_on_without_it(settings, node):
    wallet = Keypair()
    path = f"/api/v1/user/{to_base58(address_of(wallet))}/margin-accounts"
    core = asyncio.create_task(run_core(settings))
    async with reading(settings, core) as get:
        await get("/express/v1/status")
        node.ledger.finality_delay_slots = 1_000_000
        slot = await create_account(settings, node, wallet)

        async def is_applied() -> bool:
            return len((await get(path))["info"]) == 1

        await until(is_applied)
        node.ledger.fork_after(slot - 1, leaves_gap=False)
        with pytest.raises(ExceptionGroup) as caught:
            await core
    assert isinstance(cause_of(caught.value), ChainRewoundError)
    async with running(settings) as get:
        status = await get("/express/v1/status")
        assert status["projectedSequence"] >= status["sequence"] - 1
        assert (await get(path))["info"] == []
