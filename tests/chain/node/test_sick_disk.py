"""A disk that is full or damaged: sends are refused, reads and the process continue."""

import asyncio
import contextlib
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from solana.exceptions import SolanaRpcException
from solana.rpc.async_api import AsyncClient
from solana.rpc.core import RPCException
from solders.keypair import Keypair
from solders.signature import Signature

from chain.node.__main__ import main
from chain.node.server.server import NodeServer
from chain.node.state.ledger import Ledger
from chain.node.state.store import Store
from chain.node.state.store_health import StoreError, StoreTroubleError
from tests.chain.node.waiting import settled, until
from tests.chain.node.wallet import Wallet, rpc

REFUSED_AFTER_MAX = 2_000


def fill(node: NodeServer) -> None:
    """Leave SQLite no room for another page, so that it says SQLITE_FULL."""
    node.ledger.store._writer.execute("PRAGMA max_page_count = 1")


def free(node: NodeServer) -> None:
    node.ledger.store._writer.execute("PRAGMA max_page_count = 1000000000")


async def send_until_refused(wallet: Wallet) -> Signature:
    """Send until the disk has no room; return the last transaction that was executed."""
    last = None
    for lamports in range(1, REFUSED_AFTER_MAX):
        transaction = await wallet.sign([wallet.pay(wallet.address, lamports)])
        try:
            last = await wallet.post(transaction, skip_preflight=True)
        except (RPCException, SolanaRpcException):
            break
    assert last is not None
    return last


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("chain.node.state.ledger.STORE_RETRY_S_MIN", 0.02)
    monkeypatch.setattr("chain.node.state.ledger.STORE_RETRY_S_MAX", 0.1)


@pytest.mark.usefixtures("quick")
async def test_a_full_disk_refuses_sends_and_what_was_executed_is_confirmed_afterwards(
    wallet: Wallet, client: AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    node = wallet.node
    before = await wallet.send([wallet.pay(wallet.address, 1)])
    fill(node)
    last = await send_until_refused(wallet)
    answer = await rpc(node.url, "requestAirdrop", str(wallet.address), 1)
    assert answer["error"]["code"] == -32005
    assert "disk is full" in answer["error"]["message"]
    assert (await rpc(node.url, "getHealth"))["error"]["code"] == -32005
    # Reads continue, from memory and from the file.
    assert (await client.get_balance(wallet.address)).value > 0
    assert (await client.get_transaction(before)).value is not None
    assert (await client.get_latest_blockhash()).value.last_valid_block_height > 0
    assert not node.failed.done()
    assert "chain_store_failed" in caplog.text
    free(node)
    await settled(node, bytes(last))
    assert "chain_store_works_again" in caplog.text
    assert (await rpc(node.url, "getHealth"))["result"] == "ok"
    await wallet.send([wallet.pay(wallet.address, REFUSED_AFTER_MAX)])


@pytest.mark.usefixtures("quick")
async def test_a_node_with_a_full_disk_stops_when_it_is_told_to(
    wallet: Wallet, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = await wallet.send([wallet.pay(wallet.address, 1)])
    fill(wallet.node)
    await send_until_refused(wallet)
    await wallet.node.stop()
    assert "chain_stopped_without_its_last_slot" in caplog.text
    node = await NodeServer.start(tmp_path / "chain", slot_ms=20)
    try:
        assert (await rpc(node.url, "getTransaction", str(before)))["result"] is not None
    finally:
        await node.stop()


@pytest.mark.usefixtures("quick")
async def test_any_error_of_the_disk_is_waited_for(
    wallet: Wallet, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, failures = Store.write, iter(range(5))

    def fail_often(store: Store, slot_write: object) -> None:
        if next(failures, None) is not None:
            raise sqlite3.OperationalError("disk I/O error")
        write(store, slot_write)

    monkeypatch.setattr(Store, "write", fail_often)
    transaction = await wallet.sign([wallet.pay(wallet.address, 1)])
    signature = await wallet.post(transaction)
    await settled(wallet.node, bytes(signature))
    assert next(failures, None) is None
    slot = wallet.node.ledger.open_slot
    await until(wallet.node, lambda: wallet.node.ledger.confirmed_slot > slot)


async def test_a_damaged_store_is_found_at_the_start(
    wallet: Wallet, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for lamports in range(1, 40):
        await wallet.post(await wallet.sign([wallet.pay(wallet.address, lamports)]))
    await wallet.node.stop()
    path = tmp_path / "chain" / "chain.sqlite3"
    pages = path.stat().st_size // 4096
    with path.open("r+b") as file:
        for page in range(pages // 2, pages):
            file.seek(page * 4096)
            file.write(os.urandom(64))
    with pytest.raises(StoreError, match="is damaged"):
        Store(path)
    assert await asyncio.to_thread(main, ["--home", str(path.parent), "--port", "0"]) == 1
    assert "is damaged" in caplog.text
    with pytest.raises(StoreError, match="is damaged"):  # the lock was given back
        Ledger.open(path.parent, 20, lambda: 0)


async def test_a_row_that_cannot_be_read_is_an_error_of_that_call(
    wallet: Wallet, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def unreadable(_store: Store, _signature: bytes) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr(Store, "by_signature", unreadable)
    unknown = str(Signature.new_unique())
    answer = await rpc(wallet.node.url, "getTransaction", unknown)
    assert answer["error"]["code"] == -32603
    assert "malformed" in answer["error"]["message"]
    assert "chain_store_unreadable" in caplog.text
    assert (await rpc(wallet.node.url, "getBalance", str(wallet.address)))["result"]["value"] > 0


def flip(path: Path, table: str, column: str, where: str = "TRUE") -> None:
    """Change one byte inside a value; the structure of the file stays sound."""
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        (rowid, value) = connection.execute(
            f"SELECT _rowid_, {column} FROM {table} WHERE {where} ORDER BY _rowid_ DESC LIMIT 1"
        ).fetchone()
        changed = value[:-1] + bytes([value[-1] ^ 1])
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE _rowid_ = ?", (changed, rowid))


@pytest.mark.parametrize("column", ["wire", "meta"])
async def test_a_flipped_bit_of_a_transaction_is_an_error_and_no_answer(
    wallet: Wallet,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    column: str,
) -> None:
    # without the newest transactions, which are kept in memory
    monkeypatch.setattr(Ledger, "find", lambda ledger, key: ledger.store.by_signature(key))
    signatures = []
    for lamports in (1, 2):
        transaction = await wallet.sign([wallet.pay(wallet.address, lamports)])
        signatures.append(str(await wallet.post(transaction)))
        await settled(wallet.node, bytes(Signature.from_string(signatures[-1])))
    flip(tmp_path / "chain" / "chain.sqlite3", "transactions", column)
    whole, damaged = [
        await rpc(wallet.node.url, "getTransaction", signature, {"encoding": "base64"})
        for signature in signatures
    ]
    assert whole["result"]["meta"]["err"] is None
    assert damaged["error"]["code"] == -32603
    assert "is damaged" in damaged["error"]["message"]
    assert "chain_store_unreadable" in caplog.text


async def test_a_flipped_bit_of_an_account_refuses_to_start(wallet: Wallet, tmp_path: Path) -> None:
    await wallet.node.stop()
    home = tmp_path / "chain"
    flip(
        home / "chain.sqlite3", "accounts", "account", f"address = x'{bytes(wallet.address).hex()}'"
    )
    with pytest.raises(StoreError, match=f"account {bytes(wallet.address).hex()} is damaged"):
        Ledger.open(home, 20, lambda: 0)


async def test_rows_of_an_older_file_have_no_checksum_and_are_read(
    wallet: Wallet, tmp_path: Path
) -> None:
    signature = await wallet.post(await wallet.sign([wallet.pay(wallet.address, 1)]))
    await settled(wallet.node, bytes(signature))
    await wallet.node.stop()
    home = tmp_path / "chain"
    with contextlib.closing(sqlite3.connect(home / "chain.sqlite3")) as connection, connection:
        for table in ("transactions", "accounts"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN crc")
    ledger = Ledger.open(home, 20, lambda: 0)
    assert ledger.store.by_signature(bytes(signature)) is not None
    ledger.store.close()


def test_a_disk_that_is_full_at_the_start_may_be_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_store: Store, *_arguments: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    monkeypatch.setattr(Store, "create", full)
    with pytest.raises(StoreTroubleError, match="database or disk is full"):
        Ledger.open(tmp_path, 20, lambda: 0)
    monkeypatch.undo()
    Ledger.open(tmp_path, 20, lambda: 0).store.close()


def test_a_store_that_is_checked_too_long_is_opened_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = Store(tmp_path / "chain.sqlite3")
    key = bytes(Keypair().pubkey())
    store._writer.execute("BEGIN")
    rows = ((index, os.urandom(64), key, os.urandom(3_000)) for index in range(20_000))
    store._writer.executemany("INSERT INTO transactions VALUES (?, ?, ?, ?, NULL)", rows)
    store._writer.execute("COMMIT")
    store.close()
    monkeypatch.setattr("chain.node.state.store_health.threading.Timer", _NoPatience)
    Store(tmp_path / "chain.sqlite3").close()
    assert "chain_store_partly_checked" in caplog.text


class _NoPatience:
    """A timer that is over at once and stays so."""

    def __init__(self, _seconds: float, interrupt: Callable[[], None]) -> None:
        self._interrupt = interrupt
        self._is_cancelled = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def start(self) -> None:
        self._thread.start()

    def cancel(self) -> None:
        self._is_cancelled.set()

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        while not self._is_cancelled.wait(0.001):
            self._interrupt()
