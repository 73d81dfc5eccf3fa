"""No subscription, whatever its options, stops the chain or falsifies somebody's answer."""

import base64
from collections.abc import AsyncIterator

import aiohttp
import pytest
import zstandard
from solana.rpc.websocket_api import SolanaWsClient
from solders.keypair import Keypair
from solders.pubkey import Pubkey

from chain.node.store import Record
from chain.node.subscriptions import SubscriptionHub
from tests.chain.node.waiting import until
from tests.chain.node.wallet import Wallet

OWNER = str(Keypair().pubkey())


@pytest.fixture
async def socket(wallet: Wallet) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    async with aiohttp.ClientSession() as session, session.ws_connect(wallet.node.ws_url) as opened:
        yield opened


async def ask(socket: aiohttp.ClientWebSocketResponse, method: str, *params: object) -> dict:
    await socket.send_json({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
    while "id" not in (answer := await socket.receive_json()):
        pass
    return answer


async def assert_the_chain_goes_on(wallet: Wallet) -> None:
    """A transaction of an honest wallet is answered with its signature and confirmed."""
    transaction = await wallet.sign([wallet.pay(Keypair().pubkey(), 1_000_000)])
    assert await wallet.post(transaction) == transaction.signatures[0]
    ledger = wallet.node.ledger
    slot = ledger.open_slot
    await until(wallet.node, lambda: ledger.confirmed_slot > slot)
    assert not wallet.node.failed.done()


@pytest.mark.parametrize(
    "options",
    [
        {"encoding": "hex"},
        {"encoding": 5},
        {"encoding": ["base64"]},
        {"dataSlice": {"offset": -1, "length": 1}},
        {"dataSlice": {"offset": 0, "length": 2**64}},
        {"dataSlice": {"offset": 0.5, "length": 1}},
        {"dataSlice": {"offset": 0}},
        {"dataSlice": [0, 1]},
        {"commitment": "soon"},
        {"commitment": {"a": 1}},
        5,
    ],
)
async def test_a_wrong_option_is_refused_when_it_is_asked_for(
    wallet: Wallet, socket: aiohttp.ClientWebSocketResponse, options: object
) -> None:
    answer = await ask(socket, "accountSubscribe", str(wallet.address), options)
    assert answer["error"]["code"] == -32602
    assert answer["error"]["message"].startswith("Invalid params: ")
    await assert_the_chain_goes_on(wallet)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("signatureSubscribe", ("1" * 64, {"enableReceivedNotification": "yes"})),
        ("signatureSubscribe", ("1" * 64, {"commitment": 1})),
        ("logsSubscribe", ({"mentions": [5]},)),
        ("logsSubscribe", ({"mentions": [OWNER, OWNER]},)),
        ("logsSubscribe", ("everything",)),
        ("logsSubscribe", ("all", {"commitment": "soon"})),
    ],
)
async def test_other_subscriptions_refuse_wrong_options_as_well(
    socket: aiohttp.ClientWebSocketResponse, method: str, params: tuple[object, ...]
) -> None:
    assert (await ask(socket, method, *params))["error"]["code"] == -32602


@pytest.mark.parametrize("commitment", ["processed", "confirmed", "finalized"])
async def test_a_token_account_without_any_option_of_solana_py_stops_nothing(
    wallet: Wallet, commitment: str
) -> None:
    # 165 bytes are too many for base58, the encoding of a subscription without options.
    mint = await wallet.create_mint()
    account = await wallet.mint_tokens(mint, wallet.address, 1)
    async with SolanaWsClient(wallet.node.ws_url) as client:
        await client.account_subscribe(pubkey=account, commitment=commitment)
        await wallet.mint_tokens(mint, wallet.address, 5)
        ledger = wallet.node.ledger
        slot = ledger.open_slot
        await until(wallet.node, lambda: ledger.finalized_slot > slot)
        await assert_the_chain_goes_on(wallet)


async def test_what_is_too_large_for_base58_is_said_in_the_place_of_the_data(
    wallet: Wallet, socket: aiohttp.ClientWebSocketResponse
) -> None:
    large = str(await wallet.create_data(200))
    text = "error: data too large for bs58 encoding"
    for options, data in (
        ({}, text),
        ({"encoding": "base58"}, [text, "base58"]),
        ({"encoding": "base58", "dataSlice": {"offset": 0, "length": 2}}, ["11", "base58"]),
    ):
        subscribed = await ask(socket, "accountSubscribe", large, options)
        await wallet.send([wallet.pay(Pubkey.from_string(large), 1)])
        notice = (await socket.receive_json())["params"]
        assert notice["subscription"] == subscribed["result"]
        assert notice["result"]["value"]["data"] == data
        await ask(socket, "accountUnsubscribe", subscribed["result"])


async def test_compressed_data_is_what_it_says(
    wallet: Wallet, socket: aiohttp.ClientWebSocketResponse
) -> None:
    mint = str(await wallet.create_mint())
    await ask(socket, "accountSubscribe", mint, {"encoding": "base64+zstd"})
    plain = await ask(socket, "getAccountInfo", mint, {"encoding": "base64"})
    packed = await ask(socket, "getAccountInfo", mint, {"encoding": "base64+zstd"})
    text, encoding = packed["result"]["value"]["data"]
    assert encoding == "base64+zstd"
    data = base64.b64decode(plain["result"]["value"]["data"][0])
    assert zstandard.decompress(base64.b64decode(text)) == data
    await wallet.send([wallet.pay(Pubkey.from_string(mint), 1)])
    text, encoding = (await socket.receive_json())["params"]["result"]["value"]["data"]
    assert (zstandard.decompress(base64.b64decode(text)), encoding) == (data, "base64+zstd")


async def test_an_error_while_telling_ends_that_subscription_only(
    wallet: Wallet, socket: aiohttp.ClientWebSocketResponse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: object) -> None:
        raise RuntimeError("this account cannot be told")

    monkeypatch.setattr("chain.node.subscriptions.encode_told_account", broken)
    options = {"commitment": "processed", "encoding": "base64"}
    for commitment in ("processed", "confirmed", "finalized"):
        await ask(
            socket, "accountSubscribe", str(wallet.address), {**options, "commitment": commitment}
        )
    slot_subscription = (await ask(socket, "slotSubscribe"))["result"]
    await assert_the_chain_goes_on(wallet)
    ledger = wallet.node.ledger
    slot = ledger.open_slot
    await until(wallet.node, lambda: ledger.finalized_slot > slot)
    await assert_the_chain_goes_on(wallet)
    # The others hear on; the broken ones are gone.
    assert (await socket.receive_json())["params"]["subscription"] == slot_subscription
    assert (await ask(socket, "accountUnsubscribe", 1))["error"]["code"] == -32602
    assert (await ask(socket, "slotUnsubscribe", slot_subscription))["result"] is True


@pytest.mark.parametrize("what", ["executed", "slot_opened", "commitment_moved"])
async def test_a_listener_that_fails_concerns_nobody_else(
    wallet: Wallet, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    def broken(_hub: SubscriptionHub, *_arguments: object) -> None:
        raise BaseException("a panic of native code")

    monkeypatch.setattr(SubscriptionHub, what, broken)
    heard: list[Record] = []
    wallet.node.ledger.listen(_Listener(heard))
    await assert_the_chain_goes_on(wallet)
    assert len(heard) == 1


class _Listener:
    def __init__(self, heard: list[Record]) -> None:
        self._heard = heard

    def executed(self, record: Record) -> None:
        self._heard.append(record)

    def slot_opened(self, slot: int) -> None:
        pass

    def commitment_moved(self, commitment: object, after_slot: int, to_slot: int) -> None:
        pass
