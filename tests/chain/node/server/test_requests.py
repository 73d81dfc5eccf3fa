import aiohttp
import orjson
import pytest
from solana.rpc.async_api import AsyncClient
from solders.keypair import Keypair

from chain.node.limits import BATCH_ANSWER_BYTES_MAX, BATCH_REQUESTS_MAX, BODY_BYTES_MAX
from chain.node.server.dispatcher import METHODS
from chain.node.server.server import NodeServer
from tests.chain.node.waiting import until
from tests.chain.node.wallet import Wallet, rpc


async def post(node: NodeServer, body: bytes) -> tuple[int, object]:
    async with aiohttp.ClientSession() as session, session.post(node.url, data=body) as response:
        is_json = response.content_type == "application/json"
        return response.status, await response.json() if is_json else await response.text()


async def test_a_batch_answers_each_request_and_skips_notifications(node: NodeServer) -> None:
    status, answers = await post(
        node,
        b'[{"jsonrpc":"2.0","id":"a","method":"getHealth"},'
        b'{"jsonrpc":"2.0","method":"getHealth"},'
        b'{"jsonrpc":"2.0","id":null,"method":"nothing","params":null}, 5]',
    )
    assert status == 200
    assert isinstance(answers, list)
    assert answers[0] == {"jsonrpc": "2.0", "result": "ok", "id": "a"}
    assert [answer["error"]["code"] for answer in answers[1:]] == [-32601, -32600]
    assert await post(node, b'{"jsonrpc":"2.0","method":"getHealth"}') == (204, "")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"[]", -32600),
        (b"[" + b"1," * BATCH_REQUESTS_MAX + b"1]", -32600),
        (b'{"id":1,"method":5}', -32600),
        (b'{"id":1,"method":"getSlot","params":{"a":1}}', -32602),
        (b'{"id":1,"method":"acreNothing"}', -32601),
    ],
)
async def test_requests_that_are_none_get_their_code(
    node: NodeServer, body: bytes, code: int
) -> None:
    _, answer = await post(node, body)
    assert isinstance(answer, dict)
    assert answer["error"]["code"] == code


async def test_a_body_that_is_too_large_is_refused(node: NodeServer) -> None:
    status, _ = await post(node, b"x" * (BODY_BYTES_MAX + 1))
    assert status == 413


async def test_get_is_only_for_websockets_and_health(node: NodeServer) -> None:
    async with aiohttp.ClientSession() as session:
        async with session.get(f"{node.url}/health") as response:
            assert await response.text() == "ok"
        async with session.get(node.url) as response:
            assert response.status == 405


async def test_explicit_nulls_mean_the_default(wallet: Wallet) -> None:
    url, address = wallet.node.url, str(wallet.address)
    options = {"commitment": None, "encoding": None, "minContextSlot": None, "dataSlice": None}
    for method, parameters in (
        ("getBalance", (address, None)),
        ("getBalance", (address, options)),
        ("getAccountInfo", (address, options)),
        ("getSlot", (None,)),
        ("getSlot", (options,)),
        ("getBlocks", (0, None, None)),
        ("getBlock", (0, {"maxSupportedTransactionVersion": None, "rewards": None})),
        ("getSignaturesForAddress", (address, {"limit": None, "before": None, "until": None})),
        ("getSignatureStatuses", ([], None)),
        ("getRecentPrioritizationFees", (None,)),
        ("getProgramAccounts", (address, {"filters": None, "withContext": None})),
    ):
        assert "result" in await rpc(url, method, *parameters), method


async def test_wrong_parameters_are_refused_with_words(wallet: Wallet) -> None:
    url, address = wallet.node.url, str(wallet.address)
    for method, parameters in (
        ("getBalance", ()),
        ("getBalance", ("not an address",)),
        ("getBalance", (address, {"commitment": "maybe"})),
        ("getBalance", (address, 5)),
        ("getAccountInfo", (address, {"encoding": "base65"})),
        ("getAccountInfo", (address, {"dataSlice": {"offset": -1}})),
        ("getMultipleAccounts", ([address] * 101,)),
        ("getSignatureStatuses", (["1" * 64] * 257,)),
        ("getSignaturesForAddress", (address, {"limit": 1001})),
        ("getSignaturesForAddress", (address, {"before": "1" * 64})),
        ("getBlocks", (0, 1, {"commitment": "processed"})),
        ("getProgramAccounts", (address, {"filters": [{}]})),
        ("getTokenAccountBalance", (address,)),
        ("getTokenAccountsByOwner", (address, {})),
        ("getTokenAccountsByOwner", (address, {"programId": address})),
        ("getTokenSupply", (str(Keypair().pubkey()),)),
        ("requestAirdrop", (address, 10**18)),
        ("getMinimumBalanceForRentExemption", (True,)),
        ("sendTransaction", ("@", {"encoding": "base64"})),
        ("getFeeForMessage", ("AAAA",)),
    ):
        answer = await rpc(url, method, *parameters)
        assert answer["error"]["code"] == -32602, (method, answer)
        assert answer["error"]["message"].startswith("Invalid params: ")


async def test_a_context_slot_in_the_future_is_refused(wallet: Wallet) -> None:
    answer = await rpc(
        wallet.node.url, "getBalance", str(wallet.address), {"minContextSlot": 2**40}
    )
    assert answer["error"]["code"] == -32016
    assert answer["error"]["data"]["contextSlot"] > 0


async def test_every_listed_method_exists() -> None:
    listed = """
        getLatestBlockhash sendTransaction simulateTransaction getSignatureStatuses getTransaction
        getBlock getBlocks getBlockHeight getSlot getEpochInfo getBalance getAccountInfo
        getMultipleAccounts getProgramAccounts getTokenAccountBalance getTokenAccountsByOwner
        getTokenSupply getSignaturesForAddress getFeeForMessage getRecentPrioritizationFees
        getMinimumBalanceForRentExemption isBlockhashValid getGenesisHash getVersion getHealth
        requestAirdrop
    """
    assert set(listed.split()) <= set(METHODS)


async def test_a_call_that_breaks_is_an_internal_error_and_the_node_goes_on(
    node: NodeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_ledger: object, _params: object) -> object:
        raise RuntimeError("secret detail")

    monkeypatch.setitem(METHODS, "getSlot", broken)
    answer = await rpc(node.url, "getSlot")
    assert answer["error"] == {"code": -32603, "message": "Internal error"}
    assert (await rpc(node.url, "getHealth"))["result"] == "ok"


async def test_large_accounts_need_base64(wallet: Wallet, client: AsyncClient) -> None:
    mint = await wallet.create_mint()
    account = str(await wallet.mint_tokens(mint, wallet.address, 1))
    answer = await rpc(wallet.node.url, "getAccountInfo", account)
    assert answer["error"]["code"] == -32600
    options = {"encoding": "base58", "dataSlice": {"offset": 0, "length": 32}}
    answer = await rpc(wallet.node.url, "getAccountInfo", account, options)
    assert answer["result"]["value"]["data"] == [str(mint), "base58"]
    options = {
        "encoding": "base64",
        "filters": [{"dataSize": 165}, {"memcmp": {"offset": 0, "bytes": str(mint)}}],
    }
    program = (await client.get_account_info(mint)).value.owner
    found = await rpc(wallet.node.url, "getProgramAccounts", str(program), options)
    assert [item["pubkey"] for item in found["result"]] == [account]


async def test_faults_strike_as_often_as_asked(wallet: Wallet, client: AsyncClient) -> None:
    url, node = wallet.node.url, wallet.node
    await rpc(url, "acreFault", {"rateLimit": 2})
    statuses = [(await post(node, b'{"id":1,"method":"getSlot"}'))[0] for _ in range(3)]
    assert statuses == [429, 429, 200]

    await rpc(url, "acreFault", {"dropSends": 1})
    transaction = await wallet.sign([wallet.pay(wallet.address, 1)])
    dropped = await wallet.post(transaction)
    assert (await client.get_signature_statuses([dropped])).value == [None]
    assert await wallet.post(transaction) == dropped
    assert (await client.get_signature_statuses([dropped])).value != [None]

    await rpc(url, "acreFault", {"delayConfirmationSlots": 20})
    slot = node.ledger.open_slot
    await until(node, lambda: node.ledger.open_slot > slot + 25)
    assert node.ledger.open_slot - node.ledger.confirmed_slot >= 20
    await rpc(url, "acreFault", {"delayConfirmationSlots": 0})
    assert (await rpc(url, "acreFault", {"earthquake": 1}))["error"]["code"] == -32602


async def test_faults_are_unknown_unless_switched_on(tmp_path_factory: object) -> None:
    home = tmp_path_factory.mktemp("plain")
    node = await NodeServer.start(home)
    try:
        assert (await rpc(node.url, "acreFault", {"rateLimit": 2}))["error"]["code"] == -32601
    finally:
        await node.stop()


class _Panic(BaseException):
    """Stands for a panic of the native decoder, which is no Exception."""


async def test_a_panic_of_native_code_is_an_internal_error(
    node: NodeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def panics(_ledger: object, _params: object) -> object:
        raise _Panic

    monkeypatch.setitem(METHODS, "getSlot", panics)
    assert (await rpc(node.url, "getSlot"))["error"]["code"] == -32603
    assert (await rpc(node.url, "getHealth"))["result"] == "ok"


@pytest.mark.parametrize("request_id", [b"[" * 300 + b"]" * 300, b"{}", b"[1]"])
async def test_an_id_is_a_text_or_a_number(node: NodeServer, request_id: bytes) -> None:
    request = b'{"id":' + request_id + b',"method":"getHealth"}'
    refusal = {"code": -32600, "message": "Invalid request"}
    failure = {"jsonrpc": "2.0", "error": refusal, "id": None}
    assert await post(node, request) == (200, failure)
    healthy = b'{"id":1,"method":"getHealth"}'
    answer = {"jsonrpc": "2.0", "result": "ok", "id": 1}
    assert await post(node, b"[" + request + b"," + healthy + b"]") == (200, [failure, answer])
    async with aiohttp.ClientSession() as session, session.ws_connect(node.ws_url) as socket:
        await socket.send_bytes(request)
        assert await socket.receive_json() == failure
        await socket.send_bytes(healthy)
        assert await socket.receive_json() == answer


async def test_the_answers_of_a_batch_have_a_bound(wallet: Wallet) -> None:
    large = await wallet.create_data(1024 * 1024)
    options = {"encoding": "base64"}
    requests = [
        {"id": number, "method": "getAccountInfo", "params": [str(large), options]}
        for number in range(BATCH_REQUESTS_MAX)
    ]
    _, answers = await post(wallet.node, orjson.dumps(requests))
    assert isinstance(answers, list)
    assert [answer["id"] for answer in answers] == list(range(BATCH_REQUESTS_MAX))
    bytes_each = len(answers[0]["result"]["value"]["data"][0])
    given = sum("result" in answer for answer in answers)
    assert given == BATCH_ANSWER_BYTES_MAX // bytes_each + 1
    assert {answer["error"]["code"] for answer in answers[given:]} == {-32600}


async def test_a_content_encoding_that_is_not_applied_is_ignored(node: NodeServer) -> None:
    body = b'{"jsonrpc":"2.0","id":1,"method":"getHealth"}'
    for headers in ({"Content-Encoding": "gzip"}, {"Content-Encoding": "deflate"}):
        async with (
            aiohttp.ClientSession() as session,
            session.post(node.url, data=body, headers=headers) as response,
        ):
            assert (response.status, (await response.json())["result"]) == (200, "ok")
