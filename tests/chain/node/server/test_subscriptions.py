import asyncio
import json

import aiohttp
import pytest
from solana.rpc.async_api import AsyncClient
from solana.rpc.websocket_api import SolanaWsClient
from solders.keypair import Keypair
from solders.rpc.config import RpcTransactionLogsFilterMentions
from solders.signature import Signature

from chain.node.limits import SOCKET_QUEUE_BYTES_MAX, SUBSCRIPTIONS_PER_SOCKET_MAX
from chain.node.server.server import NodeServer
from tests.chain.node.waiting import until
from tests.chain.node.wallet import SOL, Wallet, rpc


@pytest.mark.parametrize("commitment", ["processed", "confirmed", "finalized"])
async def test_a_signature_is_told_once_at_its_commitment(wallet: Wallet, commitment: str) -> None:
    transaction = await wallet.sign([wallet.pay(wallet.address, 1)])
    async with SolanaWsClient(wallet.node.ws_url) as socket:
        await socket.signature_subscribe(signature=transaction.signatures[0], commitment=commitment)
        await wallet.post(transaction)
        notice = await socket.recv()
        assert notice.result.value.err is None
        record = wallet.node.ledger.find(bytes(transaction.signatures[0]))
        assert record is not None
        if commitment == "finalized":
            assert record.slot <= wallet.node.ledger.finalized_slot
        # Known before the subscription began: answered immediately.
        await socket.signature_subscribe(signature=transaction.signatures[0], commitment=commitment)
        assert (await socket.recv()).result.value.err is None


async def test_slots_accounts_and_logs_are_told(wallet: Wallet) -> None:
    receiver = Keypair().pubkey()
    async with SolanaWsClient(wallet.node.ws_url) as socket:
        await socket.slot_subscribe()
        first, second = await socket.recv(), await socket.recv()
        assert second.result.slot == first.result.slot + 1 == second.result.parent + 1
    port_itself = wallet.node.url.replace("http", "ws")
    async with SolanaWsClient(port_itself) as socket:
        account = await socket.account_subscribe(
            pubkey=receiver, commitment="confirmed", encoding="base64"
        )
        signature = await wallet.post(await wallet.sign([wallet.pay(receiver, SOL)]))
        notice = await socket.recv()
        assert notice.result.value.lamports == SOL
        await socket.unsubscribe(account)
        await socket.logs_subscribe(
            filter_=RpcTransactionLogsFilterMentions(receiver), commitment="processed"
        )
        await wallet.post(await wallet.sign([wallet.pay(wallet.address, 1)]))
        mentioned = await wallet.post(await wallet.sign([wallet.pay(receiver, SOL)]))
        notice = await socket.recv()
        assert notice.result.value.signature == mentioned != signature
        assert any("success" in line for line in notice.result.value.logs)


async def test_unsubscribing_and_wrong_calls(node: NodeServer) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(node.ws_url) as socket:

        async def call(method: str, *params: object) -> dict[str, object]:
            await socket.send_json({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})
            while True:
                answer = await socket.receive_json()
                if answer.get("id") == 7:
                    return answer

        subscription = (await call("slotSubscribe"))["result"]
        assert (await call("slotUnsubscribe", subscription))["result"] is True
        answer = await call("slotUnsubscribe", subscription)
        assert answer["error"]["code"] == -32602
        assert (await call("voteSubscribe"))["error"]["code"] == -32601
        assert (await call("signatureSubscribe", "0OIl"))["error"]["code"] == -32602
        await socket.send_str("{")
        assert (await socket.receive_json())["error"]["code"] == -32700


async def test_a_socket_holds_a_bounded_number_of_subscriptions(node: NodeServer) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(node.ws_url) as socket:
        for number in range(SUBSCRIPTIONS_PER_SOCKET_MAX + 1):
            body = {"jsonrpc": "2.0", "id": number, "method": "signatureSubscribe"}
            await socket.send_str(json.dumps({**body, "params": [str(Signature.new_unique())]}))
        answers = [await socket.receive_json() for _ in range(SUBSCRIPTIONS_PER_SOCKET_MAX + 1)]
    assert all("result" in answer for answer in answers[:-1])
    assert answers[-1]["error"]["code"] == -32600


async def test_all_sockets_together_hold_a_bounded_number(
    node: NodeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("chain.node.server.feeds.SUBSCRIPTIONS_MAX", 3)
    body = {"jsonrpc": "2.0", "id": 1, "method": "signatureSubscribe"}

    async def subscribe(socket: aiohttp.ClientWebSocketResponse) -> dict[str, object]:
        await socket.send_json({**body, "params": [str(Signature.new_unique())]})
        return await socket.receive_json()

    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(node.ws_url) as first:
            assert ["result" in await subscribe(first) for _ in range(2)] == [True, True]
            async with session.ws_connect(node.ws_url) as second:
                assert "result" in await subscribe(second)
                assert (await subscribe(second))["error"]["code"] == -32600
                await first.send_json({**body, "method": "signatureUnsubscribe", "params": [1]})
                assert (await first.receive_json())["result"] is True
                assert "result" in await subscribe(second)
        await until(node, lambda: not node._hub.feeds.held)  # both have gone, and what they held
        async with session.ws_connect(node.ws_url) as third:
            assert ["result" in await subscribe(third) for _ in range(4)] == [True] * 3 + [False]


async def test_a_client_beyond_the_send_limit_is_disconnected(wallet: Wallet) -> None:
    large = await wallet.create_data(1024 * 1024)
    options = {"encoding": "base64", "commitment": "processed"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "accountSubscribe"}
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(wallet.node.ws_url, max_msg_size=0) as socket:
            for length in range(2 * SOCKET_QUEUE_BYTES_MAX // (1024 * 1024)):
                window = {"offset": 0, "length": 1024 * 1024 - length}
                params = [str(large), {**options, "dataSlice": window}]
                await socket.send_json({**body, "params": params})
                assert "result" in await socket.receive_json()
            await wallet.post(await wallet.sign([wallet.pay(large, 1)]))
            await socket.receive()
            assert socket.close_code == aiohttp.WSCloseCode.GOING_AWAY
        slot = wallet.node.ledger.open_slot  # in which the client has used up its budget
        await until(wallet.node, lambda: wallet.node.ledger.open_slot > slot)
        async with session.ws_connect(wallet.node.ws_url, max_msg_size=0) as socket:
            await socket.send_json({**body, "params": [str(large), options]})
            assert "result" in await socket.receive_json()
            await wallet.post(await wallet.sign([wallet.pay(large, 2)]))
            notice = await socket.receive_json()
            assert notice["params"]["result"]["value"]["space"] == 1024 * 1024


async def test_sockets_can_be_lost(node: NodeServer, client: AsyncClient) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(node.ws_url) as socket:
        await rpc(node.url, "acreFault", {"closeSockets": 1})
        await socket.receive()
        assert socket.close_code == aiohttp.WSCloseCode.ABNORMAL_CLOSURE
    assert await client.is_connected()


async def test_a_node_that_stops_does_not_say_that_all_is_said(node: NodeServer) -> None:
    # With code 1000 web3.js would not come again.
    async with aiohttp.ClientSession() as session, session.ws_connect(node.ws_url) as socket:
        stopping = asyncio.create_task(node.stop())
        await socket.receive()
        assert socket.close_code == aiohttp.WSCloseCode.GOING_AWAY
        await stopping
