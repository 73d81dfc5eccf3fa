import base64

from solana.rpc.async_api import AsyncClient
from solders.hash import Hash
from solders.instruction import Instruction
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import (
    AdvanceNonceAccountParams,
    advance_nonce_account,
    create_nonce_account,
)
from solders.transaction import VersionedTransaction

from chain.node.encoding.wire import decode
from tests.chain.node.waiting import until
from tests.chain.node.wallet import SOL, Wallet, rpc


async def create_nonce(wallet: Wallet) -> Pubkey:
    nonce = Keypair()
    create, initialize = create_nonce_account(
        wallet.address, nonce.pubkey(), wallet.address, 2_000_000
    )
    await wallet.send([create, initialize], [nonce])
    return nonce.pubkey()


async def value_of(client: AsyncClient, nonce: Pubkey) -> Hash:
    account = (await client.get_account_info(nonce, "processed")).value
    assert account is not None
    return Hash.from_bytes(account.data[40:72])


def advance(wallet: Wallet, nonce: Pubkey, authority: Pubkey | None = None) -> Instruction:
    return advance_nonce_account(
        AdvanceNonceAccountParams(nonce_pubkey=nonce, authorized_pubkey=authority or wallet.address)
    )


async def next_slot(wallet: Wallet) -> None:
    slot = wallet.node.ledger.open_slot
    await until(wallet.node, lambda: wallet.node.ledger.open_slot > slot)


async def send(wallet: Wallet, transaction: VersionedTransaction, **options: object) -> dict:
    wire = base64.b64encode(bytes(transaction)).decode()
    return await rpc(wallet.node.url, "sendTransaction", wire, {"encoding": "base64", **options})


async def test_a_durable_nonce_lives_longer_than_a_blockhash_and_works_once(
    wallet: Wallet, client: AsyncClient
) -> None:
    nonce = await create_nonce(wallet)
    receiver = Keypair().pubkey()
    value = await value_of(client, nonce)
    transaction = await wallet.sign(
        [advance(wallet, nonce), wallet.pay(receiver, SOL)], blockhash=value
    )
    created = wallet.node.ledger.open_slot
    await until(wallet.node, lambda: wallet.node.ledger.open_slot > created + 160)
    assert "result" in await send(wallet, transaction)
    assert await value_of(client, nonce) != value

    second = await wallet.sign(
        [advance(wallet, nonce), wallet.pay(receiver, 2 * SOL)], blockhash=value
    )
    await next_slot(wallet)
    answer = await send(wallet, second)
    assert answer["error"]["data"]["err"] == "BlockhashNotFound"
    assert (await client.get_balance(receiver, "processed")).value == SOL


async def test_a_nonce_advances_once_a_slot_and_only_for_its_authority(
    wallet: Wallet, client: AsyncClient
) -> None:
    nonce = await create_nonce(wallet)
    await next_slot(wallet)
    value = await value_of(client, nonce)
    stranger = Wallet(node=wallet.node, client=client, key=Keypair())
    await wallet.send([wallet.pay(stranger.address, SOL)])
    stolen = await stranger.sign([advance(stranger, nonce)], blockhash=value)
    answer = await send(stranger, stolen)
    assert answer["error"]["data"]["err"] == "BlockhashNotFound"

    assert "result" in await send(wallet, await wallet.sign([advance(wallet, nonce)], (), value))
    assert await value_of(client, nonce) != value


async def test_a_nonce_that_was_advanced_in_this_slot_is_not_due(
    wallet: Wallet, client: AsyncClient
) -> None:
    nonce = await create_nonce(wallet)
    await next_slot(wallet)
    value = await value_of(client, nonce)
    first = await wallet.sign([advance(wallet, nonce)], blockhash=value)
    ledger = wallet.node.ledger
    # Both in one step of the event loop, therefore in one slot.
    ledger.submit(decode(bytes(first)), skip_preflight=False)
    account = ledger.bank.read(nonce)
    assert account is not None
    fresh = Hash.from_bytes(account.data[40:72])
    message = Message.new_with_blockhash([advance(wallet, nonce)], wallet.address, fresh)
    second = decode(bytes(VersionedTransaction(message, [wallet.key])))
    assert not ledger.is_alive(second)
    await next_slot(wallet)
    assert ledger.is_alive(second)


async def test_a_failed_transaction_with_a_nonce_uses_the_nonce_up(
    wallet: Wallet, client: AsyncClient
) -> None:
    nonce = await create_nonce(wallet)
    await next_slot(wallet)
    value = await value_of(client, nonce)
    failing = await wallet.sign(
        [advance(wallet, nonce), wallet.pay(Keypair().pubkey(), 1000 * SOL)], blockhash=value
    )
    refused = await send(wallet, failing)
    assert refused["error"]["data"]["err"] == {"InstructionError": [1, {"Custom": 1}]}
    assert await value_of(client, nonce) == value
    assert "result" in await send(wallet, failing, skipPreflight=True)
    assert await value_of(client, nonce) != value
    account = (await client.get_account_info_json_parsed(nonce)).value
    assert account is not None
    assert account.data.parsed["info"]["authority"] == str(wallet.address)
