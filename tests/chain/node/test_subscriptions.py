import json

import aiohttp
import pytest
from solana.rpc.async_api import AsyncClient
from solana.rpc.websocket_api import SolanaWsClient
from solders.keypair import Keypair
from solders.rpc.config import RpcTransactionLogsFilterMentions

from chain.node.limits import SUBSCRIPTIONS_PER_SOCKET_MAX
from chain.node.server import NodeServer
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
        # Told before the subscription began: answered at once.
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
        signature = "1" * 64
        for number in range(SUBSCRIPTIONS_PER_SOCKET_MAX + 1):
            body = {"jsonrpc": "2.0", "id": number, "method": "signatureSubscribe"}
            await socket.send_str(json.dumps({**body, "params": [signature]}))
        answers = [await socket.receive_json() for _ in range(SUBSCRIPTIONS_PER_SOCKET_MAX + 1)]
    assert all("result" in answer for answer in answers[:-1])
    assert answers[-1]["error"]["code"] == -32600


async def test_sockets_can_be_lost(node: NodeServer, client: AsyncClient) -> None:
    async with aiohttp.ClientSession() as session, session.ws_connect(node.ws_url) as socket:
        await rpc(node.url, "acreFault", {"closeSockets": 1})
        message = await socket.receive()
        assert message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
    assert await client.is_connected()
