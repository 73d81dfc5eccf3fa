import argparse
import asyncio
import contextlib
import os
import signal
import sqlite3
from pathlib import Path

import pytest
from solana.rpc.async_api import AsyncClient
from spl.token.constants import TOKEN_PROGRAM_ID
from spl.token.instructions import burn, close_account
from spl.token.models import BurnParams, CloseAccountParams

from chain.node.__main__ import _run, main
from chain.node.server.server import NodeServer
from chain.node.state.store import Store
from chain.node.state.store_health import StoreError
from tests.chain.node.waiting import until
from tests.chain.node.wallet import Wallet, rpc


async def test_a_signal_stops_the_node_cleanly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started = asyncio.Event()
    start = NodeServer.start

    async def start_and_tell(*arguments: object, **options: object) -> NodeServer:
        server = await start(*arguments, **options)
        started.set()
        return server

    monkeypatch.setattr(NodeServer, "start", start_and_tell)
    options = argparse.Namespace(home=tmp_path, port=0, slot_ms=20, faults=False)
    running = asyncio.create_task(_run(options))
    await started.wait()
    os.kill(os.getpid(), signal.SIGTERM)
    await running
    store = Store(tmp_path / "chain.sqlite3")
    assert store.reserved_slot() > 0
    store.close()


def test_a_store_that_is_none_is_refused(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "chain.sqlite3").write_bytes(b"this is not a database" * 100)
    with pytest.raises(StoreError, match="cannot open the chain store"):
        Store(tmp_path / "chain.sqlite3")
    assert main(["--home", str(tmp_path), "--port", "8099"]) == 1
    assert "cannot open the chain store" in caplog.text


async def test_a_port_in_use_is_named(node: NodeServer, tmp_path: Path) -> None:
    with pytest.raises(OSError, match=f"127.0.0.1:{node.port}"):
        await NodeServer.start(tmp_path / "other", node.port)


async def test_closed_accounts_are_gone_after_a_restart(
    wallet: Wallet, client: AsyncClient, tmp_path: Path
) -> None:
    mint = await wallet.create_mint()
    account = await wallet.mint_tokens(mint, wallet.address, 5)
    await wallet.send(
        [
            burn(
                BurnParams(
                    program_id=TOKEN_PROGRAM_ID,
                    account=account,
                    mint=mint,
                    owner=wallet.address,
                    amount=5,
                )
            ),
            close_account(
                CloseAccountParams(
                    program_id=TOKEN_PROGRAM_ID,
                    account=account,
                    dest=wallet.address,
                    owner=wallet.address,
                )
            ),
        ]
    )
    assert (await client.get_account_info(account)).value is None
    selector = {"programId": str(TOKEN_PROGRAM_ID)}
    owned = await rpc(wallet.node.url, "getTokenAccountsByOwner", str(wallet.address), selector)
    assert owned["result"]["value"] == []
    balance = (await client.get_balance(wallet.address)).value
    await wallet.node.stop()
    node = await NodeServer.start(tmp_path / "chain")
    try:
        answer = await rpc(node.url, "getMultipleAccounts", [str(account), str(wallet.address)])
        gone, payer = answer["result"]["value"]
        assert gone is None
        assert payer["lamports"] == balance
    finally:
        await node.stop()


async def test_a_store_from_before_there_were_forks_goes_on(wallet: Wallet, tmp_path: Path) -> None:
    signature = str(await wallet.send([wallet.pay(wallet.address, 5)]))
    url = wallet.node.url
    found = (await rpc(url, "getTransaction", signature))["result"]
    block = (await rpc(url, "getBlock", found["slot"]))["result"]
    await wallet.node.stop()
    with contextlib.closing(sqlite3.connect(tmp_path / "chain" / "chain.sqlite3")) as database:
        database.execute("DROP TABLE forks")
    for _ in range(2):  # what was added is there the next time as well
        node = await NodeServer.start(tmp_path / "chain", slot_ms=20, faults=True)
        try:
            assert (await rpc(node.url, "getTransaction", signature))["result"] == found
            assert (await rpc(node.url, "getBlock", found["slot"]))["result"] == block
            fork = {"forkAfter": node.ledger.finalized_slot}
            assert (await rpc(node.url, "acreFault", fork))["result"] is True
            slot = node.ledger.open_slot
            await until(node, lambda node=node, slot=slot: node.ledger.confirmed_slot > slot)
        finally:
            await node.stop()
