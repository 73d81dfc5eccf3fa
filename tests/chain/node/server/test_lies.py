import base64

import pytest
from solana.rpc.async_api import AsyncClient
from solders.hash import Hash
from solders.keypair import Keypair
from solders.signature import Signature
from solders.transaction import VersionedTransaction

from chain.node.lies import Lies
from chain.node.server.server import NodeServer
from tests.chain.node.wallet import SOL, Wallet, rpc

BASE64 = {"encoding": "base64", "maxSupportedTransactionVersion": 1}


async def lie(node: NodeServer, *lies: dict[str, object]) -> None:
    assert (await rpc(node.url, "acreFault", {"lies": list(lies)}))["result"] is True


async def both(node: NodeServer, method: str, *params: object) -> tuple[object, object]:
    """Return what the honest endpoint and what the liar says."""
    honest = await rpc(node.url, method, *params)
    received = await rpc(f"{node.url}/liar", method, *params)
    return honest["result"], received["result"]


async def sent(wallet: Wallet) -> tuple[str, int]:
    signature = await wallet.send([wallet.pay(wallet.address, 1)])
    record = wallet.node.ledger.find(bytes(signature))
    assert record is not None
    return str(signature), record.slot


async def test_without_lies_the_liar_says_the_truth(wallet: Wallet) -> None:
    signature, slot = await sent(wallet)
    for method, params in (
        ("getBlock", (slot, BASE64)),
        ("getTransaction", (signature, BASE64)),
        ("getGenesisHash", ()),
    ):
        honest, received = await both(wallet.node, method, *params)
        assert received == honest


async def test_a_transaction_that_never_executed_with_a_stolen_signature(
    wallet: Wallet,
) -> None:
    signature, slot = await sent(wallet)
    forged_message = (await wallet.sign([wallet.pay(Keypair().pubkey(), SOL)])).message
    forged = VersionedTransaction.populate(forged_message, [Signature.from_string(signature)])
    text = base64.b64encode(bytes(forged)).decode()
    meta = {"fee": 7}
    await lie(
        wallet.node,
        {"kind": "insertTransaction", "slot": slot, "transaction": text, "meta": meta},
    )
    honest, received = await both(wallet.node, "getBlock", slot, BASE64)
    assert received["transactions"][:-1] == honest["transactions"]
    row = received["transactions"][-1]
    assert row["transaction"] == [text, "base64"]
    assert (row["meta"]["err"], row["meta"]["fee"]) == (None, 7)
    assert received["blockhash"] == honest["blockhash"]
    honest, received = await both(wallet.node, "getBlock", slot - 1, BASE64)
    assert received == honest


async def test_a_transaction_is_denied_everywhere(wallet: Wallet) -> None:
    signature, slot = await sent(wallet)
    await lie(wallet.node, {"kind": "omitTransaction", "signature": signature})
    honest, received = await both(wallet.node, "getBlock", slot, BASE64)
    assert len(honest["transactions"]) == len(received["transactions"]) + 1
    details = {"transactionDetails": "signatures"}
    honest, received = await both(wallet.node, "getBlock", slot, details)
    assert [item for item in honest["signatures"] if item not in received["signatures"]] == [
        signature
    ]
    honest, received = await both(wallet.node, "getTransaction", signature, BASE64)
    assert (honest["slot"], received) == (slot, None)
    honest, received = await both(wallet.node, "getSignatureStatuses", [signature])
    assert (honest["value"][0]["slot"], received["value"]) == (slot, [None])
    honest, received = await both(wallet.node, "getSignaturesForAddress", str(wallet.address))
    shown = [{row["signature"] for row in answer} for answer in (honest, received)]
    assert shown[0] - shown[1] == {signature}


async def test_other_values_in_meta_and_block(wallet: Wallet) -> None:
    signature, slot = await sent(wallet)
    wrong_hash = str(Hash.new_unique())
    await lie(
        wallet.node,
        {"kind": "changeTransaction", "signature": signature, "meta": {"postBalances": [9, 9]}},
        {"kind": "changeBlock", "slot": slot, "fields": {"blockhash": wrong_hash, "parentSlot": 0}},
    )
    honest, received = await both(wallet.node, "getBlock", slot, BASE64)
    assert honest["parentSlot"] == slot - 1
    assert (received["blockhash"], received["parentSlot"]) == (wrong_hash, 0)
    row = received["transactions"][-1]
    assert (row["meta"]["postBalances"], row["meta"]["fee"]) == ([9, 9], 5_000)
    for encoding in ("json", "base58"):
        _, received = await both(wallet.node, "getBlock", slot, {**BASE64, "encoding": encoding})
        assert received["transactions"][-1]["meta"]["postBalances"] == [9, 9]
    honest, received = await both(wallet.node, "getTransaction", signature, BASE64)
    assert received["meta"]["postBalances"] == [9, 9] != honest["meta"]["postBalances"]


async def test_a_block_is_said_to_be_skipped(wallet: Wallet) -> None:
    _, slot = await sent(wallet)
    await lie(wallet.node, {"kind": "omitBlock", "slot": slot})
    honest, received = await both(wallet.node, "getBlocks", slot - 1, slot)
    assert (honest, received) == ([slot - 1, slot], [slot - 1])
    answer = await rpc(f"{wallet.node.url}/liar", "getBlock", slot, BASE64)
    assert answer["error"]["code"] == -32007


async def test_a_status_for_an_unknown_signature_and_none_for_a_known_one(wallet: Wallet) -> None:
    signature, _ = await sent(wallet)
    unknown = str(Signature.new_unique())
    await lie(
        wallet.node,
        {"kind": "signatureStatus", "signature": unknown, "status": "finalized", "slot": 5},
        {"kind": "signatureStatus", "signature": signature, "status": None},
    )
    honest, received = await both(wallet.node, "getSignatureStatuses", [unknown, signature])
    assert [value is None for value in honest["value"]] == [True, False]
    assert received["value"] == [
        {
            "slot": 5,
            "confirmations": None,
            "err": None,
            "status": {"Ok": None},
            "confirmationStatus": "finalized",
        },
        None,
    ]


async def test_balances_are_off_by_a_figure(wallet: Wallet) -> None:
    mint = await wallet.create_mint()
    account = str(await wallet.mint_tokens(mint, wallet.address, 1_000_000))
    await lie(
        wallet.node,
        {"kind": "accountBalance", "address": account, "delta": -1},
        {"kind": "accountBalance", "address": str(wallet.address), "delta": 5},
    )
    _, received = await both(wallet.node, "getTokenAccountBalance", account)
    assert received["value"] == {
        "amount": "999999",
        "decimals": 6,
        "uiAmount": 0.999999,
        "uiAmountString": "0.999999",
    }
    honest, received = await both(wallet.node, "getAccountInfo", account, {"encoding": "base64"})
    amounts = [
        int.from_bytes(base64.b64decode(answer["value"]["data"][0])[64:72], "little")
        for answer in (honest, received)
    ]
    assert amounts == [1_000_000, 999_999]
    assert honest["value"]["lamports"] == received["value"]["lamports"]
    honest, received = await both(wallet.node, "getBalance", str(wallet.address))
    assert received["value"] == honest["value"] + 5
    options = {"encoding": "base64"}
    honest, received = await both(wallet.node, "getAccountInfo", str(wallet.address), options)
    assert received["value"]["lamports"] == honest["value"]["lamports"] + 5


async def test_slots_are_wrong_and_any_answer_can_be_fixed(
    wallet: Wallet, client: AsyncClient
) -> None:
    other = str(Hash.new_unique())
    await lie(
        wallet.node,
        {"kind": "shiftSlots", "slots": 1_000_000},
        {"kind": "answer", "method": "getGenesisHash", "result": other},
    )
    honest, received = await both(wallet.node, "getSlot")
    assert 1_000_000 <= received - honest < 1_010_000
    honest, received = await both(wallet.node, "getBlockHeight")
    assert received - honest >= 1_000_000
    honest, received = await both(wallet.node, "getBalance", str(wallet.address))
    assert received["context"]["slot"] - honest["context"]["slot"] >= 1_000_000
    assert (await rpc(f"{wallet.node.url}/liar", "getGenesisHash"))["result"] == other
    assert str((await client.get_genesis_hash()).value) != other


@pytest.mark.parametrize(
    "wrong",
    [
        "no list",
        [{"kind": "fairyTale"}],
        ["omitBlock"],
        [{"kind": "omitBlock"}],
        [{"kind": "omitBlock", "slot": "5"}],
        [{"kind": "insertTransaction", "slot": 5, "transaction": "@"}],
        [{"kind": "insertTransaction", "slot": 5, "transaction": "AAAA"}],
        [{"kind": "omitBlock", "slot": 5}] * 101,
    ],
)
async def test_lies_that_cannot_be_told_are_refused(node: NodeServer, wrong: object) -> None:
    answer = await rpc(node.url, "acreFault", {"lies": wrong})
    assert answer["error"]["code"] == -32602


async def test_the_honest_endpoint_never_passes_through_the_lies(
    wallet: Wallet, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: object) -> object:
        raise AssertionError("the honest path used the lies")

    await lie(wallet.node, {"kind": "answer", "method": "getHealth", "result": "ill"})
    monkeypatch.setattr(Lies, "call", fail)
    assert (await rpc(wallet.node.url, "getHealth"))["result"] == "ok"
