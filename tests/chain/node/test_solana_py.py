"""What solana-py does in no other test: walk, expire, read version 1, lose a socket, the proxy."""

import itertools

import pytest
from solana.exceptions import SolanaRpcException
from solana.rpc.async_api import AsyncClient
from solana.rpc.core import RPCException
from solana.rpc.websocket_api import SolanaWsClient
from solders.keypair import Keypair
from solders.rpc.config import RpcTransactionLogsFilterMentions
from solders.rpc.errors import SendTransactionPreflightFailureMessage

from chain.node.server.server import NodeServer
from tests.chain.node.test_versions import send_version_1
from tests.chain.node.waiting import until
from tests.chain.node.wallet import SOL, Wallet, rpc


async def test_walking_blocks(wallet: Wallet, client: AsyncClient) -> None:
    await wallet.send([wallet.pay(wallet.address, 1)])
    last = (await client.get_slot("confirmed")).value
    slots = (await client.get_blocks(0, last)).value
    assert slots == list(range(last + 1))
    blocks = [
        (await client.get_block(slot, "base64", max_supported_transaction_version=1)).value
        for slot in slots
    ]
    for parent, block in itertools.pairwise(blocks):
        assert block.previous_blockhash == parent.blockhash
        assert block.block_height == parent.block_height + 1
    assert sum(len(block.transactions) for block in blocks) == 2


async def test_an_expired_blockhash_is_refused_and_waiting_for_it_ends(
    wallet: Wallet, client: AsyncClient
) -> None:
    latest = (await client.get_latest_blockhash()).value
    transaction = await wallet.sign([wallet.pay(wallet.address, 1)], blockhash=latest.blockhash)
    ledger = wallet.node.ledger
    await until(wallet.node, lambda: ledger.confirmed_slot > latest.last_valid_block_height + 1)
    with pytest.raises(RPCException) as refusal:
        await wallet.post(transaction)
    message = refusal.value.args[0]
    assert isinstance(message, SendTransactionPreflightFailureMessage)
    assert str(message.data.err).endswith("BlockhashNotFound")


async def test_a_transaction_of_version_1_is_read(wallet: Wallet, client: AsyncClient) -> None:
    signature = await send_version_1(wallet, client)
    found = (
        await client.get_transaction(signature, "base64", max_supported_transaction_version=1)
    ).value
    assert found is not None
    assert found.transaction.meta.err is None
    with pytest.raises((RPCException, SolanaRpcException)):
        await client.get_transaction(signature, "base64", max_supported_transaction_version=0)


async def test_a_lost_socket_is_noticed_and_a_new_one_hears_again(
    wallet: Wallet, node: NodeServer
) -> None:
    async with SolanaWsClient(node.ws_url) as socket:
        await socket.slot_subscribe()
        await socket.recv()
        await rpc(node.url, "acreFault", {"closeSockets": 1})
        with pytest.raises(Exception, match="no close frame received or sent"):
            await _listen_for_ever(socket)
    async with SolanaWsClient(node.ws_url) as socket:
        await socket.account_subscribe(pubkey=wallet.address, commitment="confirmed")
        await wallet.post(await wallet.sign([wallet.pay(Keypair().pubkey(), SOL)]))
        assert (await socket.recv()).result.value.lamports == 9 * SOL - 5_000


async def _listen_for_ever(socket: SolanaWsClient) -> None:
    while True:
        await socket.recv()


async def test_everything_is_told_through_the_edge(wallet: Wallet, proxied: str) -> None:
    receiver = Keypair().pubkey()
    async with AsyncClient(proxied, "confirmed") as client:
        through = Wallet(node=wallet.node, client=client, key=wallet.key)
        transaction = await through.sign([through.pay(receiver, SOL)])
        async with SolanaWsClient(proxied.replace("http", "ws")) as socket:
            await socket.signature_subscribe(
                signature=transaction.signatures[0], commitment="finalized"
            )
            await socket.account_subscribe(pubkey=receiver, commitment="confirmed")
            await socket.logs_subscribe(
                filter_=RpcTransactionLogsFilterMentions(receiver), commitment="confirmed"
            )
            await socket.slot_subscribe()
            signature = await through.post(transaction)
            heard: dict[str, object] = {}
            while len(heard) < 4:
                notice = await socket.recv()
                heard[type(notice).__name__] = notice.result
        assert heard["SignatureNotification"].value.err is None
        assert heard["AccountNotification"].value.lamports == SOL
        assert heard["LogsNotification"].value.signature == signature
        assert heard["SlotNotification"].slot > 0
        assert (await client.get_balance(receiver)).value == SOL
