from solana.rpc.async_api import AsyncClient

from chain.node.limits import SLOTS_PER_EPOCH
from tests.chain.node.waiting import settled, until
from tests.chain.node.wallet import Wallet, rpc


async def test_an_address_history_is_paged_by_signatures(
    wallet: Wallet, client: AsyncClient
) -> None:
    sent = [
        (await wallet.post(await wallet.sign([wallet.pay(wallet.address, amount)])))
        for amount in range(6)
    ]
    await settled(wallet.node, bytes(sent[-1]))
    newest_first = [*reversed(sent)]

    async def page(**options: object) -> list[object]:
        answer = await client.get_signatures_for_address(wallet.address, **options)
        return [item.signature for item in answer.value]

    assert (await page(limit=6)) == newest_first
    assert (await page(before=sent[4], limit=2)) == [sent[3], sent[2]]
    assert (await page(until=sent[3])) == [sent[5], sent[4]]
    assert (await page(before=sent[5], until=sent[2])) == [sent[4], sent[3]]


async def test_a_block_can_be_read_in_less_detail(wallet: Wallet) -> None:
    signature = str(await wallet.send([wallet.pay(wallet.address, 5)]))
    url = wallet.node.url
    found = (await rpc(url, "getTransaction", signature, "base58"))["result"]
    assert found["transaction"][1] == "base58"
    assert "version" not in found
    slot = found["slot"]
    assert (await rpc(url, "getBlockTime", slot))["result"] == found["blockTime"]
    details = {"maxSupportedTransactionVersion": 0}
    block = await rpc(url, "getBlock", slot, {"transactionDetails": "accounts", **details})
    item = block["result"]["transactions"][-1]
    assert item["version"] == "legacy"
    assert item["transaction"]["signatures"] == [signature]
    assert item["transaction"]["accountKeys"][0]["signer"] is True
    block = await rpc(url, "getBlock", slot, {"transactionDetails": "none", "rewards": False})
    assert not {"transactions", "signatures", "rewards"} & set(block["result"])


async def test_block_lists_and_epochs(wallet: Wallet) -> None:
    url, ledger = wallet.node.url, wallet.node.ledger
    await until(wallet.node, lambda: ledger.confirmed_slot > 3)
    assert (await rpc(url, "getBlocksWithLimit", 0, 3))["result"] == [0, 1, 2]
    assert (await rpc(url, "getBlocks", 1, 2))["result"] == [1, 2]
    assert (await rpc(url, "getBlocks", 0, {"commitment": "finalized"}))["result"][0] == 0
    assert (await rpc(url, "getBlocks", 10**9))["result"] == []
    assert (await rpc(url, "getFirstAvailableBlock"))["result"] == 0
    assert (await rpc(url, "minimumLedgerSlot"))["result"] == 0
    assert (await rpc(url, "getTransactionCount"))["result"] == 1
    assert (await rpc(url, "getEpochSchedule"))["result"]["slotsPerEpoch"] == SLOTS_PER_EPOCH
    epoch = (await rpc(url, "getEpochInfo"))["result"]
    assert epoch["slotIndex"] == epoch["absoluteSlot"] == epoch["blockHeight"]
    assert (await rpc(url, "getMinimumBalanceForRentExemption", 165))["result"] == 2_039_280
    fees = (await rpc(url, "getRecentPrioritizationFees", [str(wallet.address)]))["result"]
    assert all(fee["prioritizationFee"] == 0 for fee in fees)
