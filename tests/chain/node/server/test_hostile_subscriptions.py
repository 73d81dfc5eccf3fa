"""No subscription, whatever its options, stops the chain or falsifies another client's answer."""

import base64
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack

import aiohttp
import pytest
import zstandard
from solana.rpc.websocket_api import SolanaWsClient
from solders.account import Account
from solders.keypair import Keypair
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import ID as SYSTEM_PROGRAM
from spl.token.constants import TOKEN_PROGRAM_ID

from chain.node.encoding.accounts import encode_notified_account
from chain.node.limits import CLIENT_HEADER, LATE_NOTICE_MS_MIN
from chain.node.server.subscriptions import SubscriptionHub
from chain.node.state.store import Record
from tests.chain.node.waiting import settled, until
from tests.chain.node.wallet import SOL, Wallet

Connect = Callable[..., Awaitable[aiohttp.ClientWebSocketResponse]]
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


async def test_data_too_large_for_base58_is_replaced_by_an_error(
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
        raise RuntimeError("this account cannot be encoded")

    monkeypatch.setattr("chain.node.server.subscriptions.encode_notified_account", broken)
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
async def test_a_failing_listener_does_not_affect_others(
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


@pytest.fixture
async def connect(wallet: Wallet) -> AsyncIterator[Connect]:
    """Open a websocket as the proxy does for a client with an address."""
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())

        async def opened(client: str = "203.0.113.1") -> aiohttp.ClientWebSocketResponse:
            headers = {CLIENT_HEADER: client}
            socket = session.ws_connect(wallet.node.ws_url, headers=headers, max_msg_size=0)
            return await stack.enter_async_context(socket)

        yield opened


async def test_equal_subscriptions_are_encoded_once_for_all_sockets(
    wallet: Wallet, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoded: list[object] = []

    def counting(account: Account, *arguments: object) -> object:
        encoded.append(account)
        return encode_notified_account(account, *arguments)

    monkeypatch.setattr("chain.node.server.subscriptions.encode_notified_account", counting)
    receiver = str(Keypair().pubkey())
    sockets = [await connect() for _ in range(10)]
    ids = [
        (await ask(socket, "accountSubscribe", receiver, options))["result"]
        for socket in sockets
        for options in ({"encoding": "base64"}, {"encoding": "base64", "commitment": "confirmed"})
    ]
    assert len(set(ids)) == 1
    await wallet.send([wallet.pay(Pubkey.from_string(receiver), 1_000_000)])
    notices = [await socket.receive_json() for socket in sockets]
    assert all(notice == notices[0] for notice in notices)
    assert len(encoded) == 1
    # One socket was subscribed once, however often it asked; the others hear on.
    assert (await ask(sockets[0], "accountUnsubscribe", ids[0]))["result"] is True
    assert (await ask(sockets[0], "accountUnsubscribe", ids[0]))["error"]["code"] == -32602
    await wallet.send([wallet.pay(Pubkey.from_string(receiver), 1_000_000)])
    assert (await sockets[1].receive_json())["params"]["subscription"] == ids[0]


async def test_one_address_cannot_take_all_subscriptions(
    wallet: Wallet, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chain.node.server.feeds.SUBSCRIPTIONS_PER_CLIENT_MAX", 5)

    async def take(socket: aiohttp.ClientWebSocketResponse, count: int) -> list[bool]:
        return [
            "result" in await ask(socket, "signatureSubscribe", str(Signature.new_unique()))
            for _ in range(count)
        ]

    first, second = await connect(), await connect()
    assert await take(first, 3) == [True] * 3
    assert await take(second, 4) == [True, True, False, False]
    refusal = await ask(second, "slotSubscribe")
    assert refusal["error"] == {
        "code": -32600,
        "message": "An address holds at most 5 subscriptions",
    }
    other = await connect("203.0.113.2")
    assert await take(other, 5) == [True] * 5
    await first.close()
    await until(wallet.node, lambda: len(wallet.node._hub.feeds.held) == 2)
    assert await take(second, 4) == [True, True, True, False]


async def test_one_address_cannot_take_all_sockets(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chain.node.server.sockets.SOCKETS_PER_CLIENT_MAX", 2)
    sockets = [await connect() for _ in range(2)]
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await connect()
    assert "result" in await ask(await connect("203.0.113.2"), "slotSubscribe")
    await sockets[0].close()
    assert "result" in await ask(await connect(), "slotSubscribe")


async def test_a_client_that_asks_for_too_many_notifications_ends_alone(
    wallet: Wallet, connect: Connect
) -> None:
    large = str(await wallet.create_data(1024 * 1024))
    greedy, honest = await connect("203.0.113.9"), await connect("203.0.113.10")
    for length in range(40):
        window = {"offset": 0, "length": 1024 * 1024 - length}
        options = {"encoding": "base64", "commitment": "processed", "dataSlice": window}
        assert "result" in await ask(greedy, "accountSubscribe", large, options)
    shared = {"encoding": "base64", "dataSlice": {"offset": 0, "length": 1024 * 1024}}
    subscribed = await ask(honest, "accountSubscribe", large, {**shared, "commitment": "processed"})
    used = time.process_time()
    transaction = await wallet.sign([wallet.pay(Pubkey.from_string(large), 1)])
    assert await wallet.post(transaction) == transaction.signatures[0]
    assert time.process_time() - used < 2  # all 41 would be 57 MB of text
    assert (await honest.receive_json())["params"]["subscription"] == subscribed["result"]
    while not greedy.closed:
        await greedy.receive()
    assert set(wallet.node._hub.feeds.held) == set(wallet.node._sockets._sockets)  # the honest one
    await assert_the_chain_goes_on(wallet)


async def test_a_reader_that_takes_nothing_is_cut(
    wallet: Wallet, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chain.node.server.sockets.SOCKET_WRITE_S", 0.2)
    large = str(await wallet.create_data(1024 * 1024))
    deaf = await connect()
    options = {"encoding": "base64", "commitment": "processed"}
    await ask(deaf, "accountSubscribe", large, options)
    deaf._response.connection.transport.pause_reading()
    for lamports in range(1, 13):  # more than the buffers of the kernel hold
        await wallet.post(await wallet.sign([wallet.pay(Pubkey.from_string(large), lamports)]))
    await until(wallet.node, lambda: not wallet.node._hub.feeds.held)
    await assert_the_chain_goes_on(wallet)


async def test_pending_bytes_of_all_readers_are_bounded(
    wallet: Wallet, connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chain.node.server.sockets.ALL_QUEUES_BYTES_MAX", 4 * 1024 * 1024)
    large = str(await wallet.create_data(1024 * 1024))
    sockets = [await connect(f"203.0.113.{number}") for number in range(8)]
    for socket in sockets:
        options = {"encoding": "base64", "commitment": "processed"}
        assert "result" in await ask(socket, "accountSubscribe", large, options)
    await wallet.post(await wallet.sign([wallet.pay(Pubkey.from_string(large), 1)]))
    heard = [await socket.receive() for socket in sockets]
    assert 1 <= sum(message.type is aiohttp.WSMsgType.TEXT for message in heard) < len(sockets)
    await assert_the_chain_goes_on(wallet)
    assert wallet.node._sockets._waiting == 0


async def test_a_confirmed_signature_is_told_with_a_later_slot(
    wallet: Wallet, connect: Connect
) -> None:
    signature = str(await wallet.send([wallet.pay(wallet.address, 1)]))
    first, second = await connect(), await connect()
    options = {"enableReceivedNotification": True}
    for socket in (first, second):
        asked_ms = wallet.node.ledger.now_ms()
        subscribed = await ask(socket, "signatureSubscribe", signature, options)
        received = (await socket.receive_json())["params"]
        assert wallet.node.ledger.now_ms() - asked_ms >= LATE_NOTICE_MS_MIN
        reply = (await socket.receive_json())["params"]
        assert received["result"]["value"] == "receivedSignature"
        assert reply["result"]["value"] == {"err": None}
        assert reply["subscription"] == subscribed["result"]
    await until(wallet.node, lambda: not wallet.node._hub.feeds.held)


async def test_a_program_tells_of_its_accounts_that_pass_the_filters(
    wallet: Wallet, connect: Connect
) -> None:
    mint, other = await wallet.create_mint(), await wallet.create_mint()
    socket = await connect()
    filters = [{"dataSize": 165}, {"memcmp": {"offset": 0, "bytes": str(mint)}}]
    options = {"encoding": "jsonParsed", "filters": filters, "commitment": "confirmed"}
    subscribed = await ask(socket, "programSubscribe", str(TOKEN_PROGRAM_ID), options)
    await wallet.mint_tokens(other, wallet.address, 1)
    account = await wallet.mint_tokens(mint, wallet.address, 7)
    notice = (await socket.receive_json())["params"]
    assert notice["subscription"] == subscribed["result"]
    assert notice["result"]["value"]["pubkey"] == str(account)
    info = notice["result"]["value"]["account"]["data"]["parsed"]["info"]
    assert info["tokenAmount"]["amount"] == "7"
    for wrong in (
        {"filters": [{"dataSize": -1}]},
        {"filters": [{"memcmp": {"offset": 0}}]},
        {"filters": [{"memcmp": {"offset": 0, "bytes": "1" * 200}}]},
        {"filters": [{"dataSize": 1}] * 5},
        {"filters": {"dataSize": 1}},
        {"encoding": "base64 "},
    ):
        answer = await ask(socket, "programSubscribe", str(TOKEN_PROGRAM_ID), wrong)
        assert answer["error"]["code"] == -32602, wrong


async def test_block_and_vote_subscriptions_are_unknown_and_slot_updates_are_told(
    connect: Connect,
) -> None:
    socket = await connect()
    for method in ("blockSubscribe", "voteSubscribe"):
        assert (await ask(socket, method, "all"))["error"]["code"] == -32601
    await ask(socket, "slotsUpdatesSubscribe")
    updates: dict[str, dict] = {}
    while len(updates) < 4:
        update = (await socket.receive_json())["params"]["result"]
        updates[update["type"]] = update
    assert updates["createdBank"]["parent"] < updates["createdBank"]["slot"]
    assert updates["frozen"]["stats"]["numFailedTransactions"] == 0
    assert {"optimisticConfirmation", "root"} <= set(updates)


async def test_a_strangers_large_accounts_do_not_cut_listeners_of_their_program(
    wallet: Wallet, connect: Connect
) -> None:
    airdrop = await wallet.client.request_airdrop(wallet.address, 60 * SOL)
    await settled(wallet.node, bytes(airdrop.value))
    large = await wallet.create_data(5 * 1024 * 1024)
    small = Keypair().pubkey()
    socket = await connect()
    for filters in ([], [{"dataSize": 0}]):
        options = {"encoding": "base64", "filters": filters, "commitment": "processed"}
        assert "result" in await ask(socket, "programSubscribe", str(SYSTEM_PROGRAM), options)
    for lamports in (1, 2, 3):
        await wallet.post(await wallet.sign([wallet.pay(large, lamports)]))
    await wallet.post(await wallet.sign([wallet.pay(small, 1_000_000)]))
    reply = [
        (await socket.receive_json())["params"]["result"]["value"]["pubkey"] for _ in range(10)
    ]
    assert reply.count(str(small)) == 2
    assert set(reply) == {str(small), str(wallet.address)}
