import base64
import hashlib
import os
from pathlib import Path

import pytest
from nacl.bindings import (
    crypto_core_ed25519_scalar_add,
    crypto_core_ed25519_scalar_mul,
    crypto_core_ed25519_scalar_reduce,
    crypto_scalarmult_ed25519_base_noclamp,
)
from solana.rpc.async_api import AsyncClient
from solana.rpc.models import TxOpts
from solders.hash import Hash
from solders.keypair import Keypair
from solders.message import Message
from solders.signature import Signature
from solders.transaction import VersionedTransaction

from chain.node.encoding import base58
from chain.node.server.server import NodeServer
from chain.node.state import ledger
from chain.node.state.ledger import Commitment
from tests.chain.node.waiting import settled, until
from tests.chain.node.wallet import SOL, Wallet, rpc


async def test_a_replay_returns_the_same_signature_and_executes_once(
    wallet: Wallet, client: AsyncClient
) -> None:
    receiver = Keypair().pubkey()
    transaction = await wallet.sign([wallet.pay(receiver, SOL)])
    first = await wallet.post(transaction)
    await settled(wallet.node, bytes(first))
    # More transactions than the SVM's own history remembers, then the replay.
    for amount in range(40):
        await wallet.post(await wallet.sign([wallet.pay(wallet.address, amount)]))
    assert await wallet.post(transaction) == first
    assert await wallet.post(transaction, skip_preflight=True) == first
    assert (await client.get_balance(receiver)).value == SOL


async def test_a_replay_after_the_blockhash_expired_still_returns_the_signature(
    wallet: Wallet, client: AsyncClient
) -> None:
    receiver = Keypair().pubkey()
    transaction = await wallet.sign([wallet.pay(receiver, SOL)])
    first = await wallet.post(transaction)
    slot = wallet.node.ledger.open_slot
    await until(wallet.node, lambda: wallet.node.ledger.confirmed_slot > slot + 160)
    assert await wallet.post(transaction) == first
    assert (await client.get_balance(receiver)).value == SOL


def _signed_anew(key: Keypair, message: Message) -> VersionedTransaction:
    """Sign with a random nonce: another valid signature of the same key under the same bytes."""
    digest = hashlib.sha512(bytes(key)[:32]).digest()
    clamped = bytes([digest[0] & 248, *digest[1:31], digest[31] & 127 | 64])
    scalar = crypto_core_ed25519_scalar_reduce(clamped + bytes(32))
    nonce = crypto_core_ed25519_scalar_reduce(os.urandom(64))
    point = crypto_scalarmult_ed25519_base_noclamp(nonce)
    challenge = hashlib.sha512(point + bytes(key.pubkey()) + bytes(message)).digest()
    product = crypto_core_ed25519_scalar_mul(crypto_core_ed25519_scalar_reduce(challenge), scalar)
    signature = point + crypto_core_ed25519_scalar_add(product, nonce)
    return VersionedTransaction.populate(message, [Signature(signature)])


async def test_a_message_executes_once_whatever_its_signature(
    wallet: Wallet, client: AsyncClient
) -> None:
    receiver = Keypair().pubkey()
    transaction = await wallet.sign([wallet.pay(receiver, SOL)])
    await settled(wallet.node, bytes(await wallet.post(transaction)))
    again = _signed_anew(wallet.key, transaction.message)
    assert again.signatures != transaction.signatures
    for options in (_BASE64, {**_BASE64, "skipPreflight": True}):
        answer = await rpc(wallet.node.url, "sendTransaction", _text(again), options)
        assert answer["error"]["code"] == -32002
        assert answer["error"]["data"]["err"] == "AlreadyProcessed"
    simulated = await rpc(wallet.node.url, "simulateTransaction", _text(again), _BASE64)
    assert simulated["result"]["value"]["err"] == "AlreadyProcessed"
    assert (await client.get_balance(receiver)).value == SOL


async def test_a_message_executes_once_across_a_restart(tmp_path: Path) -> None:
    node = await NodeServer.start(tmp_path / "once", slot_ms=20)
    async with AsyncClient(node.url, "confirmed") as client:
        wallet = await Wallet.funded(node, client)
        transaction = await wallet.sign([wallet.pay(Keypair().pubkey(), SOL)])
        await settled(node, bytes(await wallet.post(transaction)))
    await node.stop()
    node = await NodeServer.start(tmp_path / "once", slot_ms=20)
    try:
        again = _signed_anew(wallet.key, transaction.message)
        answer = await rpc(node.url, "sendTransaction", _text(again), _BASE64)
        assert answer["error"]["data"]["err"] == "AlreadyProcessed"
    finally:
        await node.stop()


async def test_messages_are_forgotten_when_their_blockhash_has_expired(wallet: Wallet) -> None:
    chain = wallet.node.ledger
    transaction = await wallet.sign([wallet.pay(wallet.address, 1)])
    await wallet.post(transaction)
    slot = chain.open_slot
    await until(wallet.node, lambda: chain.open_slot > slot + 155)
    assert len(chain.recent_messages) == 0
    again = _signed_anew(wallet.key, transaction.message)
    answer = await rpc(wallet.node.url, "sendTransaction", _text(again), _BASE64)
    assert answer["error"]["data"]["err"] == "BlockhashNotFound"


async def test_an_expired_or_unknown_blockhash_is_refused(wallet: Wallet) -> None:
    chain = wallet.node.ledger
    await until(wallet.node, lambda: chain.open_slot > 160)
    for slot in (chain.open_slot - 155, chain.open_slot + 5):
        expired = Hash.from_bytes(chain.blockhashes.of(slot))
        transaction = await wallet.sign([wallet.pay(wallet.address, 1)], blockhash=expired)
        answer = await rpc(wallet.node.url, "sendTransaction", _text(transaction), _BASE64)
        error = answer["error"]
        assert error["code"] == -32002
        assert error["data"]["err"] == "BlockhashNotFound"


async def test_the_last_valid_height_is_150_blocks_after_the_blockhash(
    client: AsyncClient, node: NodeServer
) -> None:
    answer = await client.get_latest_blockhash()
    height = node.ledger.timeline.block_height(answer.context.slot)
    assert answer.value.last_valid_block_height == height + 150
    for blockhash, is_valid in ((answer.value.blockhash, True), (Hash.default(), False)):
        checked = await rpc(node.url, "isBlockhashValid", str(blockhash))
        assert checked["result"]["value"] is is_valid


async def test_a_failing_transaction_is_refused_with_its_error_and_logs_and_costs_nothing(
    wallet: Wallet, client: AsyncClient
) -> None:
    transaction = await wallet.sign([wallet.pay(Keypair().pubkey(), 1000 * SOL)])
    answer = await rpc(wallet.node.url, "sendTransaction", _text(transaction), _BASE64)
    error = answer["error"]
    assert error["code"] == -32002
    assert error["data"]["err"] == {"InstructionError": [0, {"Custom": 1}]}
    assert "custom program error: 0x1" in error["message"]
    assert any("insufficient lamports" in line for line in error["data"]["logs"])
    assert (await client.get_balance(wallet.address, "processed")).value == 10 * SOL
    statuses = await client.get_signature_statuses([transaction.signatures[0]])
    assert statuses.value == [None]


async def test_without_preflight_a_failing_transaction_lands_and_pays_its_fee(
    wallet: Wallet, client: AsyncClient
) -> None:
    signature = await wallet.send([wallet.pay(Keypair().pubkey(), 1000 * SOL)], skip_preflight=True)
    status = (await client.get_signature_statuses([signature])).value[0]
    assert status is not None
    assert status.err is not None
    assert (await client.get_balance(wallet.address)).value == 10 * SOL - 5000
    recorded = await client.get_transaction(signature, max_supported_transaction_version=1)
    assert recorded.value is not None
    assert recorded.value.transaction.meta.err == status.err


async def test_a_payer_without_money_is_refused_even_without_preflight(
    wallet: Wallet, client: AsyncClient
) -> None:
    poor = Wallet(node=wallet.node, client=client, key=Keypair())
    transaction = await poor.sign([poor.pay(wallet.address, 1)])
    answer = await rpc(
        wallet.node.url,
        "sendTransaction",
        _text(transaction),
        {"encoding": "base64", "skipPreflight": True},
    )
    assert answer["error"]["data"]["err"] == "AccountNotFound"


async def test_a_wrong_signature_is_refused_with_its_own_code(wallet: Wallet) -> None:
    good = await wallet.sign([wallet.pay(wallet.address, 1)])
    bad = VersionedTransaction.populate(good.message, [Signature.new_unique()])
    answer = await rpc(wallet.node.url, "sendTransaction", _text(bad), _BASE64)
    assert answer["error"]["code"] == -32003
    unsigned = VersionedTransaction.populate(good.message, [Signature.default()])
    answer = await rpc(wallet.node.url, "sendTransaction", _text(unsigned), _BASE64)
    assert answer["error"]["code"] == -32003


@pytest.mark.parametrize("wire", [b"", b"\x01", b"\xff" * 100, b"\x81" * 50])
async def test_bytes_that_are_no_transaction_are_refused(node: NodeServer, wire: bytes) -> None:
    text = base64.b64encode(wire).decode()
    answer = await rpc(node.url, "sendTransaction", text, _BASE64)
    assert answer["error"]["code"] == -32602


async def test_bytes_after_a_transaction_are_refused(wallet: Wallet) -> None:
    wire = bytes(await wallet.sign([wallet.pay(wallet.address, 1)])) + b"\0"
    answer = await rpc(wallet.node.url, "sendTransaction", base64.b64encode(wire).decode(), _BASE64)
    assert answer["error"]["code"] == -32602
    assert "canonical" in answer["error"]["message"]


async def test_simulation_tells_logs_units_and_accounts_and_changes_nothing(
    wallet: Wallet, client: AsyncClient
) -> None:
    receiver = Keypair().pubkey()
    transaction = await wallet.sign([wallet.pay(receiver, SOL)])
    answer = (await client.simulate_transaction(transaction, sig_verify=True)).value
    assert answer.err is None
    assert answer.units_consumed == 150
    stale = await wallet.sign([wallet.pay(receiver, SOL)], blockhash=Hash.default())
    assert (await client.simulate_transaction(stale)).value.err is not None
    replaced = await rpc(
        wallet.node.url,
        "simulateTransaction",
        _text(stale),
        {
            "encoding": "base64",
            "replaceRecentBlockhash": True,
            "accounts": {"addresses": [str(receiver)], "encoding": "base64"},
        },
    )
    value = replaced["result"]["value"]
    assert value["err"] is None
    assert value["accounts"][0]["lamports"] == SOL
    assert "lastValidBlockHeight" in value["replacementBlockhash"]
    assert (await client.get_balance(receiver, "processed")).value == 0


async def test_simulating_what_has_been_executed_says_so(wallet: Wallet) -> None:
    transaction = await wallet.sign([wallet.pay(wallet.address, 1)])
    await wallet.post(transaction)
    url = wallet.node.url
    answer = await rpc(url, "simulateTransaction", _text(transaction), _BASE64)
    assert answer["result"]["value"]["err"] == "AlreadyProcessed"
    both = {**_BASE64, "sigVerify": True, "replaceRecentBlockhash": True}
    answer = await rpc(url, "simulateTransaction", _text(transaction), both)
    assert answer["error"]["code"] == -32602


async def test_a_failing_simulation_shows_its_error_and_no_accounts(wallet: Wallet) -> None:
    transaction = await wallet.sign([wallet.pay(Keypair().pubkey(), 1000 * SOL)])
    options = {
        **_BASE64,
        "innerInstructions": True,
        "accounts": {"addresses": [str(wallet.address)], "encoding": "base64"},
    }
    answer = await rpc(wallet.node.url, "simulateTransaction", _text(transaction), options)
    value = answer["result"]["value"]
    assert value["err"] == {"InstructionError": [0, {"Custom": 1}]}
    assert value["accounts"] == [None]
    assert value["innerInstructions"] == []


async def test_a_transaction_may_come_as_base58(wallet: Wallet) -> None:
    wire = bytes(await wallet.sign([wallet.pay(wallet.address, 1)]))
    answer = await rpc(wallet.node.url, "sendTransaction", base58.encode(wire))
    assert answer["result"] == base58.encode(wire[1:65])
    for text in ("0", "1" * 10_000):
        answer = await rpc(wallet.node.url, "sendTransaction", text)
        assert answer["error"]["code"] == -32602


async def test_a_full_block_takes_no_more(wallet: Wallet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "TRANSACTIONS_PER_SLOT_MAX", 0)
    answer = await rpc(wallet.node.url, "requestAirdrop", str(wallet.address), 1)
    assert answer["error"]["code"] == -32005


async def test_the_fee_of_a_message_counts_signatures(wallet: Wallet, client: AsyncClient) -> None:
    transaction = await wallet.sign([wallet.pay(wallet.address, 1)])
    assert (await client.get_fee_for_message(transaction.message)).value == 5000
    stale = await wallet.sign([wallet.pay(wallet.address, 1)], blockhash=Hash.default())
    assert (await client.get_fee_for_message(stale.message)).value is None


async def test_finalized_reads_lag_behind_processed_ones(
    wallet: Wallet, client: AsyncClient
) -> None:
    receiver = Keypair().pubkey()
    await rpc(wallet.node.url, "acreFault", {"delayConfirmationSlots": 10_000})
    transaction = await wallet.sign([wallet.pay(receiver, SOL)])
    signature = await wallet.post(transaction)
    assert (await client.get_balance(receiver, "processed")).value == SOL
    assert (await client.get_balance(receiver, "confirmed")).value == 0
    assert (await client.get_balance(receiver, "finalized")).value == 0
    await rpc(wallet.node.url, "acreFault", {"delayConfirmationSlots": 0})
    await settled(wallet.node, bytes(signature), Commitment.FINALIZED)
    assert (await client.get_balance(receiver, "finalized")).value == SOL
    status = (await client.get_signature_statuses([signature])).value[0]
    assert status is not None
    assert status.confirmations is None


async def test_two_equal_airdrops_are_two_transactions(client: AsyncClient) -> None:
    receiver = Keypair().pubkey()
    first = (await client.request_airdrop(receiver, SOL)).value
    second = (await client.request_airdrop(receiver, SOL)).value
    assert first != second
    assert (await client.get_balance(receiver, "processed")).value == 2 * SOL


async def test_send_and_confirm_of_the_client_library_work(
    wallet: Wallet, client: AsyncClient
) -> None:
    transaction = await wallet.sign([wallet.pay(Keypair().pubkey(), SOL)])
    options = TxOpts(skip_confirmation=False, preflight_commitment="confirmed")
    signature = (await client.send_raw_transaction(bytes(transaction), options)).value
    assert signature == transaction.signatures[0]


_BASE64 = {"encoding": "base64"}


def _text(transaction: VersionedTransaction) -> str:
    return base64.b64encode(bytes(transaction)).decode()
