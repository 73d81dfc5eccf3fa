import itertools
from pathlib import Path

import pytest
from solana.rpc.async_api import AsyncClient

from chain.node.server.server import NodeServer
from chain.node.state.store_health import StoreError
from tests.chain.node.waiting import settled, until
from tests.chain.node.wallet import SOL, Wallet, rpc


async def walk(url: str, first: int, last: int) -> list[dict[str, object]]:
    slots = (await rpc(url, "getBlocks", first, last))["result"]
    options = {"maxSupportedTransactionVersion": 1, "encoding": "base64"}
    return [(await rpc(url, "getBlock", slot, options))["result"] for slot in slots]


def assert_chain(blocks: list[dict[str, object]]) -> None:
    for parent, block in itertools.pairwise(blocks):
        assert block["previousBlockhash"] == parent["blockhash"]
        assert block["blockHeight"] == parent["blockHeight"] + 1
        assert block["blockTime"] >= parent["blockTime"]


async def test_blocks_form_a_chain_and_hold_the_transactions_in_order(wallet: Wallet) -> None:
    node = wallet.node
    sent = [
        str(await wallet.post(await wallet.sign([wallet.pay(wallet.address, amount)])))
        for amount in range(5)
    ]
    slot = node.ledger.open_slot
    await until(node, lambda: node.ledger.confirmed_slot >= slot)
    blocks = await walk(node.url, 0, slot)
    assert len(blocks) == slot + 1
    assert_chain(blocks)
    assert blocks[0]["previousBlockhash"] == "1" * 32
    found: list[str] = []
    for number in range(slot + 1):
        options = {"transactionDetails": "signatures", "rewards": False}
        block = (await rpc(node.url, "getBlock", number, options))["result"]
        found += block["signatures"]
    assert found[-5:] == sent


async def test_a_block_that_is_not_confirmed_is_not_available(node: NodeServer) -> None:
    answer = await rpc(node.url, "getBlock", node.ledger.open_slot + 1000)
    assert answer["error"]["code"] == -32004
    answer = await rpc(node.url, "getBlock", 0, {"commitment": "processed"})
    assert answer["error"]["code"] == -32602


async def test_skipped_slots_have_no_block_and_the_chain_goes_on(
    wallet: Wallet, client: AsyncClient
) -> None:
    node = wallet.node
    before = node.ledger.open_slot
    assert (await rpc(node.url, "acreFault", {"skipSlots": 3}))["result"] is True
    signature = await wallet.send([wallet.pay(wallet.address, 1)])
    await until(node, lambda: node.ledger.confirmed_slot > before + 60)
    slots = (await rpc(node.url, "getBlocks", before, before + 60))["result"]
    missing = sorted(set(range(before, before + 61)) - set(slots))
    assert len(missing) == 3
    answer = await rpc(node.url, "getBlock", missing[0])
    assert answer["error"]["code"] == -32007
    assert_chain(await walk(node.url, before, before + 60))
    assert (await client.get_transaction(signature)).value is not None
    epoch = (await client.get_epoch_info()).value
    assert epoch.block_height == epoch.absolute_slot - 3


async def test_a_restart_continues_the_same_chain(wallet: Wallet, tmp_path: Path) -> None:
    mint = await wallet.create_mint()
    account = await wallet.mint_tokens(mint, wallet.address, 77)
    signature = await wallet.send([wallet.pay(wallet.address, 1)])
    genesis, slot = wallet.node.ledger.genesis_hash, wallet.node.ledger.open_slot
    before = await walk(wallet.node.url, 0, wallet.node.ledger.confirmed_slot)
    await wallet.node.stop()

    node = await NodeServer.start(tmp_path / "chain", slot_ms=20)
    try:
        assert node.ledger.genesis_hash == genesis
        assert node.ledger.open_slot > slot
        async with AsyncClient(node.url, "confirmed") as client:
            after_restart = Wallet(node=node, client=client, key=wallet.key)
            balance = (await client.get_token_account_balance(account)).value
            assert balance.amount == "77"
            statuses = (await client.get_signature_statuses([signature])).value
            assert statuses[0] is not None
            await after_restart.send([after_restart.pay(wallet.address, 2)])
        blocks = await walk(node.url, 0, node.ledger.confirmed_slot)
        assert blocks[: len(before)] == before
        assert_chain(blocks)
    finally:
        await node.stop()


async def test_two_nodes_cannot_share_a_store(node: NodeServer, tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="another node"):
        await NodeServer.start(tmp_path / "chain")


async def test_an_idle_chain_does_not_grow(node: NodeServer, tmp_path: Path) -> None:
    def size() -> int:
        return sum(path.stat().st_size for path in (tmp_path / "chain").iterdir())

    async with AsyncClient(node.url) as client:
        wallet = await Wallet.funded(node, client)
    del wallet
    store = node.ledger.store
    slot = node.ledger.open_slot
    await until(node, lambda: node.ledger.open_slot > slot + 200)
    rows = [
        store._reader.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
        for table in ("transactions", "anchors", "skips", "accounts", "reservation")
    ]
    assert rows[0] == 1
    assert sum(rows[1:]) <= 5
    assert size() < 1_000_000


async def test_airdropped_money_comes_from_the_chains_own_account(
    wallet: Wallet, client: AsyncClient
) -> None:
    bank = wallet.node.ledger.airdrop_keypair.pubkey()
    before = (await client.get_balance(bank)).value
    signature = (await client.request_airdrop(wallet.address, SOL)).value
    await settled(wallet.node, bytes(signature))
    assert (await client.get_balance(bank)).value == before - SOL - 5000
