"""`acre up` on an external chain node, with real trading through it."""

import asyncio
import base64
import contextlib
import signal
import socket
import subprocess
import sys
from dataclasses import dataclass

import aiohttp
import pytest
from solders.keypair import Keypair
from solders.transaction import VersionedTransaction

from chain.client.addresses import to_base58, token_account
from chain.client.balances import token_balance
from chain.client.errors import ChainError
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, load_or_create_key, wait_confirmed
from chain.custody.multisig import create_multisig
from edge.cli.main import EXIT_TEMPORARY
from tests.chain.issuer import Issuer
from tests.chain.node.test_process import running
from tests.platform.running import Run, acre_up, environment, free_port

pytestmark = pytest.mark.timeout(240)  # several starts of the whole platform

TRIES_MAX = 600
PAUSE_S = 0.1


@dataclass(frozen=True, slots=True)
class Site:
    """A running platform, seen by a user's program."""

    url: str
    session: aiohttp.ClientSession

    async def get(self, path: str, status: int = 200) -> dict:
        async with self.session.get(self.url + path) as answer:
            assert answer.status == status, (path, await answer.text())
            return await answer.json()

    async def post(self, path: str, body: dict, status: int = 200) -> dict:
        async with self.session.post(self.url + path, json=body) as answer:
            assert answer.status == status, (path, await answer.text())
            return await answer.json()

    async def command(self, wallet: Keypair, name: str, body: dict) -> None:
        """Build, sign, send through `/rpc`, and wait until the exchange has applied it."""
        user = str(wallet.pubkey())
        path = f"/api/v1/user/{user}/transaction/{name}"
        built = (await self.post(path, body))["info"]
        unsigned = VersionedTransaction.from_bytes(base64.b64decode(built["tx"]))
        signed = VersionedTransaction(unsigned.message, [wallet])
        async with Rpc(f"{self.url}/rpc") as rpc:
            signature = await rpc.send(bytes(signed))
            await wait_confirmed(rpc, signature, built["lastValidBlockHeight"])
        for _ in range(TRIES_MAX):
            rows = (await self.get(f"/api/v1/user/{user}/commands"))["info"]
            if any(row["signature"] == signature for row in rows):
                (row,) = (row for row in rows if row["signature"] == signature)
                assert (row["name"], row["status"]) == (name, "applied"), row
                return
            await asyncio.sleep(PAUSE_S)
        raise AssertionError(f"{name} was never applied")

    async def trade(self, wallet: Keypair) -> None:
        """Deposit 5,000 into a new account and go long 3,000 of the first market."""
        user = str(wallet.pubkey())
        await self.command(wallet, "create-margin-account", {"name": "First"})
        account = await self.account(user)
        deposit = {"marginAccountId": account["id"], "margin": "5000000000"}
        await self.command(wallet, "deposit-margin", deposit)
        order = {"marginAccountId": account["id"], "marketId": 1, "side": "long"}
        order |= {"input": "3000000000", "inputKind": "notionalDelta"}
        for _ in range(TRIES_MAX):  # around a print no position may be opened
            quote = await self.post(f"/api/v1/user/{user}/quote/modify-position", order)
            if quote["info"]["isExecutable"]:
                break
            assert quote["info"]["reasons"] == ["ENTRY_WINDOW"]
            await asyncio.sleep(PAUSE_S)
        await self.command(wallet, "modify-position", order)
        assert len((await self.account(user))["positions"]) == 1

    async def account(self, user: str) -> dict:
        (account,) = (await self.get(f"/api/v1/user/{user}/margin-accounts"))["info"]
        return account


async def ready(run: Run) -> None:
    await asyncio.to_thread(run.read_until, "Acre is running")


async def answering(url: str) -> None:
    """Return once the node at the address is healthy."""
    async with Rpc(url) as rpc:
        for _ in range(TRIES_MAX):
            with contextlib.suppress(ChainError):
                if await rpc.call("getHealth") == "ok":
                    return
            await asyncio.sleep(PAUSE_S)
    raise AssertionError("the node never answered")


async def stopped(run: Run) -> None:
    run.process.send_signal(signal.SIGINT)
    assert (await asyncio.to_thread(run.rest)).endswith("Stopped.\n")


async def test_trading_on_a_node_that_others_run_and_that_goes_on_without_us(tmp_path):
    home, wallet = tmp_path / "state", Keypair()
    user = str(wallet.pubkey())
    async with running(tmp_path / "chain") as node, aiohttp.ClientSession() as session:
        with acre_up(home, free_port(), ACRE_NODE_URL=node.url) as run:
            await ready(run)
            assert not any("chain-node" in line for line in run.said)
            site = Site(f"http://127.0.0.1:{run.port}", session)
            await site.post("/express/v1/faucet", {"address": user})
            await site.trade(wallet)
            message = await site.get(f"/api/v1/auth/login/message?address={user}")
            assert "\nChain ID: localnet\n" in message["message"]
            await stopped(run)
        assert not any((home / "chain").iterdir())
        assert not (home / "logs" / "chain-node.log").exists()
        async with Rpc(node.url) as rpc:
            assert await rpc.call("getHealth") == "ok"
        with acre_up(home, free_port(), ACRE_NODE_URL=node.url) as run:
            await ready(run)
            site = Site(f"http://127.0.0.1:{run.port}", session)
            assert len((await site.account(user))["positions"]) == 1
            await stopped(run)

    async with running(tmp_path / "other") as other:
        with acre_up(home, free_port(), ACRE_NODE_URL=other.url) as run:
            refusal = await asyncio.to_thread(run.rest)
    assert run.process.returncode == 78
    assert "The journal belongs to another chain: its genesis hash is " in refusal
    assert "starting it again" not in refusal


async def test_off_the_local_chain_nothing_is_given_away_and_trading_goes_on_all_the_same(tmp_path):
    home, trader, provider = tmp_path / "state", Keypair(), Keypair()
    async with (
        running(tmp_path / "chain") as node,
        Rpc(node.url) as rpc,
        aiohttp.ClientSession() as session,
    ):
        issuer = await Issuer.funded(rpc)
        collateral, token = await issuer.mint(), await issuer.mint()
        cold = [address_of(Keypair()) for _ in range(3)]
        multisig = await create_multisig(rpc, issuer.key, 2, cold)
        payer = load_or_create_key(home / "keys" / "settler-fee-payer.json")
        for wallet in (payer, trader, provider):
            await issuer.pay(address_of(wallet))
        await issuer.give(address_of(trader), collateral, 10_000 * 10**6)
        await issuer.give(address_of(provider), collateral, 1_000_000 * 10**6)
        outside = {
            "ACRE_ENV": "dev",
            "ACRE_NODE_URL": node.url,
            "ACRE_GENESIS_HASH": await rpc.genesis_hash(),
            "ACRE_COLLATERAL_MINT": to_base58(collateral),
            "ACRE_TOKEN_MINT": to_base58(token),
            "ACRE_CUSTODY_MULTISIG": to_base58(multisig.address),
            "ACRE_PUBLIC_URL": "https://acre.example",
            "ACRE_TRUSTED_PROXIES": "127.0.0.1",
        }
        with acre_up(home, free_port(), **outside) as run:
            await ready(run)
            site = Site(f"http://127.0.0.1:{run.port}", session)
            assert (await site.get("/api/v1/health"))["env"] == "dev"
            await site.post("/express/v1/faucet", {"address": str(trader.pubkey())}, 404)
            exchange = (await site.get("/api/v1/account/exchange"))["info"]
            assert exchange["lpBalance"] == "0"
            assert exchange["specification"]["collateralMint"] == to_base58(collateral)
            await site.command(provider, "add-liquidity", {"liquidity": "1000000000000"})
            await site.trade(trader)
            vault = token_account(multisig.address, collateral)
            assert exchange["specification"]["collateralVault"] == to_base58(vault)
            held = await token_balance(rpc, multisig.address, collateral)
            assert held == 1_005_000 * 10**6
            exchange = (await site.get("/api/v1/account/exchange"))["info"]
            assert exchange["balance"] == str(held)
            await stopped(run)


async def test_the_node_runs_alone_and_another_run_trades_on_it(tmp_path):
    port = free_port()
    alone = {**environment(tmp_path / "node", port), "ACRE_SLOT_MS": "50"}
    command = [sys.executable, "-m", "edge.cli", "chain-node"]
    node = await asyncio.create_subprocess_exec(*command, env=alone)
    url = f"http://127.0.0.1:{port + 10}"
    try:
        await answering(url)
        with acre_up(tmp_path / "state", free_port(), ACRE_NODE_URL=url) as run:
            await ready(run)
            wallet = Keypair()
            async with aiohttp.ClientSession() as session:
                site = Site(f"http://127.0.0.1:{run.port}", session)
                await site.post("/express/v1/faucet", {"address": str(wallet.pubkey())})
                await site.command(wallet, "create-margin-account", {"name": "Alone"})
            await stopped(run)
        assert node.returncode is None
    finally:
        if node.returncode is None:
            node.terminate()
        status = await node.wait()
    assert status == 0


async def test_a_pinned_chain_is_the_only_one_that_is_used(tmp_path):
    async with running(tmp_path / "chain") as node:
        pinned = {"ACRE_NODE_URL": node.url, "ACRE_GENESIS_HASH": "1" * 32}
        with acre_up(tmp_path / "state", free_port(), **pinned) as run:
            refusal = await asyncio.to_thread(run.rest)
    assert run.process.returncode == 78
    assert "but ACRE_GENESIS_HASH is 11111111111111111111111111111111: it serves" in refusal


async def test_a_node_that_is_not_there_is_the_reason_and_its_key_is_shown_nowhere(tmp_path):
    port = free_port()
    away = {"ACRE_NODE_URL": f"http://127.0.0.1:{port + 10}/PATH-KEY?api-key=QUERY-KEY"}
    with acre_up(tmp_path / "state", port, **away) as run:
        await asyncio.to_thread(run.read_until, "starting it again")  # it may come back
        run.process.send_signal(signal.SIGINT)
        refusal = await asyncio.to_thread(run.rest)
    assert "the chain node does not answer: NODE_UNAVAILABLE" in refusal
    logs = [path.read_text() for path in (tmp_path / "state" / "logs").iterdir()]
    assert len(logs) == 2  # of the database and of the core
    assert not any("-KEY" in text for text in (refusal, *logs))


def test_a_port_that_is_taken_is_named_in_a_sentence(tmp_path):
    port = free_port()
    with socket.create_server(("127.0.0.1", port + 11)):
        ended = subprocess.run(
            [sys.executable, "-m", "edge.cli", "chain-node"],
            env=environment(tmp_path / "node", port),
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ended.returncode == EXIT_TEMPORARY
    assert ended.stderr.splitlines()[-1] == (
        f"acre: cannot listen on 127.0.0.1:{port + 11}: Address already in use"
    )
    assert "Traceback" not in ended.stderr


@pytest.fixture(autouse=True)
def _no_settings_of_the_developer(monkeypatch):
    for name in ("ACRE_NODE_URL", "ACRE_NODE_WS_URL", "ACRE_GENESIS_HASH"):
        monkeypatch.delenv(name, raising=False)
