import base64
from pathlib import Path

import pytest
from solana.rpc.async_api import AsyncClient
from solders.pubkey import Pubkey
from spl.token.constants import TOKEN_PROGRAM_ID

from chain.node.server.server import NodeServer
from chain.node.state.ledger import Commitment
from tests.chain.node.test_blocks import assert_chain, walk
from tests.chain.node.waiting import settled, until
from tests.chain.node.wallet import Wallet, rpc


async def fork(node: NodeServer, slot: int, **options: object) -> None:
    """Fork after a slot and wait until it has happened and its slots are confirmed."""
    number = node.ledger.timeline.fork_at(2**40)
    answer = await rpc(node.url, "acreFault", {"forkAfter": slot, **options})
    assert answer["result"] is True
    await until(node, lambda: node.ledger.timeline.fork_at(2**40) > number)


@pytest.fixture
async def node(node: NodeServer) -> NodeServer:
    """A node on which nothing becomes final while a test looks the other way."""
    await rpc(node.url, "acreFault", {"delayFinalitySlots": 10_000})
    return node


def slot_of(node: NodeServer, signature: object) -> int:
    record = node.ledger.find(bytes(signature))
    assert record is not None
    return record.slot


async def test_a_fork_takes_back_what_was_confirmed_but_not_finalized(
    wallet: Wallet, client: AsyncClient
) -> None:
    node, receiver = wallet.node, Pubkey.new_unique()
    kept = await wallet.send([wallet.pay(receiver, 1_000_000)])
    await until(node, lambda: node.ledger.open_slot > slot_of(node, kept) + 1)
    transaction = await wallet.sign([wallet.pay(receiver, 5_000_000)])
    gone = await wallet.post(transaction)
    await settled(node, bytes(gone))
    slot, count = slot_of(node, gone), node.ledger.transaction_count
    before = await walk(node.url, 0, slot)

    await fork(node, slot - 1)

    assert (await client.get_balance(receiver)).value == 1_000_000
    assert (await client.get_transaction(gone)).value is None
    statuses = (await client.get_signature_statuses([kept, gone])).value
    assert [status is None for status in statuses] == [False, True]
    history = (await client.get_signatures_for_address(receiver)).value
    assert [item.signature for item in history] == [kept]
    assert node.ledger.transaction_count == count - 1
    after = await walk(node.url, 0, slot)
    assert after[:-1] == before[:-1]
    assert after[-1]["blockhash"] != before[-1]["blockhash"]
    assert after[-1]["parentSlot"] == slot - 1
    assert (len(before[-1]["transactions"]), after[-1]["transactions"]) == (1, [])
    assert_chain(await walk(node.url, 0, node.ledger.confirmed_slot))
    # the blockhash that it names is older than the fork, so the same bytes can come again, once
    assert await wallet.post(transaction) == gone
    await settled(node, bytes(gone))
    assert await wallet.post(transaction) == gone
    assert (await client.get_balance(receiver)).value == 6_000_000
    assert slot_of(node, gone) > slot


async def test_a_fork_may_leave_its_slots_without_blocks(wallet: Wallet) -> None:
    node = wallet.node
    gone = await wallet.send([wallet.pay(wallet.address, 1)])
    slot = slot_of(node, gone)
    height = (await rpc(node.url, "getBlock", slot - 1))["result"]["blockHeight"]

    await fork(node, slot - 1, forkLeavesGap=True)

    signature = await wallet.send([wallet.pay(wallet.address, 2)])
    landed = slot_of(node, signature)
    assert (await rpc(node.url, "getBlock", slot))["error"]["code"] == -32007
    slots = (await rpc(node.url, "getBlocks", slot - 1, landed))["result"]
    assert slots[0] == slot - 1
    assert slots[1] > slot
    blocks = await walk(node.url, slot - 1, landed)
    assert_chain(blocks)
    assert blocks[1]["blockHeight"] == height + 1
    assert blocks[1]["parentSlot"] == slot - 1


async def test_a_blockhash_of_the_abandoned_fork_is_worth_nothing(
    wallet: Wallet, client: AsyncClient
) -> None:
    node = wallet.node
    signature = await wallet.send([wallet.pay(wallet.address, 1)])
    slot = slot_of(node, signature)
    await until(node, lambda: node.ledger.confirmed_slot > slot)
    latest = (await client.get_latest_blockhash()).value.blockhash
    transaction = await wallet.sign([wallet.pay(wallet.address, 3)], blockhash=latest)
    assert await is_valid(node, latest) is True
    await fork(node, slot - 1)
    assert await is_valid(node, latest) is False
    body = [transaction_text(transaction), {"encoding": "base64"}]
    answer = await rpc(node.url, "sendTransaction", *body)
    assert answer["error"]["code"] == -32002
    assert answer["error"]["data"]["err"] == "BlockhashNotFound"


async def is_valid(node: NodeServer, blockhash: object) -> object:
    return (await rpc(node.url, "isBlockhashValid", str(blockhash)))["result"]["value"]


def transaction_text(transaction: object) -> str:
    return base64.b64encode(bytes(transaction)).decode()


async def test_accounts_are_as_they_were_at_the_fork(wallet: Wallet, client: AsyncClient) -> None:
    node = wallet.node
    mint = await wallet.create_mint()
    first = await wallet.mint_tokens(mint, wallet.address, 77)
    await until(node, lambda: node.ledger.open_slot > node.ledger.confirmed_slot)
    fork_slot = node.ledger.confirmed_slot
    await until(node, lambda: node.ledger.open_slot > fork_slot + 1)
    other = Pubkey.new_unique()
    second = await wallet.mint_tokens(mint, other, 5)
    await wallet.mint_tokens(mint, wallet.address, 3)
    assert (await client.get_token_supply(mint)).value.amount == "85"

    await fork(node, fork_slot)

    assert (await client.get_token_supply(mint)).value.amount == "77"
    assert (await client.get_token_account_balance(first)).value.amount == "77"
    assert (await client.get_account_info(second)).value is None
    selector = {"programId": str(TOKEN_PROGRAM_ID)}
    held = await rpc(node.url, "getTokenAccountsByOwner", str(other), selector)
    assert held["result"]["value"] == []
    await wallet.mint_tokens(mint, other, 9)
    assert (await client.get_token_account_balance(second)).value.amount == "9"


async def test_a_fork_outlives_a_restart(
    wallet: Wallet, client: AsyncClient, tmp_path: Path
) -> None:
    node, receiver = wallet.node, Pubkey.new_unique()
    gone = await wallet.send([wallet.pay(receiver, 1_000_000)])
    slot = slot_of(node, gone)
    await fork(node, slot - 1)
    again = await wallet.send([wallet.pay(receiver, 2_000_000)])
    await fork(node, slot_of(node, again) - 1, forkLeavesGap=True)
    last = await wallet.send([wallet.pay(receiver, 3_000_000)])
    blocks = await walk(node.url, 0, node.ledger.confirmed_slot)
    await node.stop()

    opened = await NodeServer.start(tmp_path / "chain", slot_ms=20)
    try:
        await until(opened, lambda: opened.ledger.confirmed_slot > opened.ledger.finalized_slot)
        walked = await walk(opened.url, 0, opened.ledger.confirmed_slot)
        assert walked[: len(blocks)] == blocks
        assert_chain(walked)
        assert [opened.ledger.find(bytes(item)) is None for item in (gone, again, last)] == [
            True,
            True,
            False,
        ]
        async with AsyncClient(opened.url, "confirmed") as reader:
            assert (await reader.get_balance(receiver)).value == 3_000_000
    finally:
        await opened.stop()


@pytest.mark.parametrize("wrong", ["finalized", "future"])
async def test_only_unfinalized_slots_can_be_abandoned(wallet: Wallet, wrong: str) -> None:
    node = wallet.node
    signature = await wallet.send([wallet.pay(wallet.address, 1)])
    await rpc(node.url, "acreFault", {"delayFinalitySlots": 0})
    await settled(node, bytes(signature), Commitment.FINALIZED)
    slots = {"finalized": slot_of(node, signature) - 1, "future": node.ledger.open_slot + 10_000}
    answer = await rpc(node.url, "acreFault", {"forkAfter": slots[wrong]})
    assert answer["error"]["code"] == -32602
    assert "a fork begins after a block from slot" in answer["error"]["message"]
    assert node.ledger.timeline.fork_at(2**40) == 0


async def test_a_fork_cannot_begin_in_a_skipped_slot(wallet: Wallet) -> None:
    node = wallet.node
    signature = await wallet.send([wallet.pay(wallet.address, 1)])
    slot = slot_of(node, signature)
    await fork(node, slot - 1, forkLeavesGap=True)
    answer = await rpc(node.url, "acreFault", {"forkAfter": slot})
    assert answer["error"]["code"] == -32602
