import base64

from solana.rpc.async_api import AsyncClient
from solders.address_lookup_table_account import AddressLookupTableAccount
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import MessageV0, MessageV1, TransactionConfig
from solders.pubkey import Pubkey
from solders.signature import Signature
from solders.system_program import create_lookup_table, extend_lookup_table
from solders.transaction import VersionedTransaction
from spl.memo.constants import MEMO_PROGRAM_ID

from chain.node.limits import PACKET_BYTES_MAX, PACKET_V1_BYTES_MAX
from tests.chain.node.waiting import settled, until
from tests.chain.node.wallet import SOL, Wallet, rpc


def text(transaction: VersionedTransaction) -> str:
    return base64.b64encode(bytes(transaction)).decode()


def memo(wallet: Wallet, length: int) -> Instruction:
    return Instruction(MEMO_PROGRAM_ID, b"x" * length, [AccountMeta(wallet.address, True, False)])


async def create_table(wallet: Wallet, entries: list[Pubkey]) -> Pubkey:
    slot = wallet.node.ledger.confirmed_slot
    instruction, table = create_lookup_table(
        {
            "recent_slot": slot,
            "authority_address": wallet.address,
            "payer_address": wallet.address,
        }
    )
    extend = extend_lookup_table(
        {
            "lookup_table_address": table,
            "authority_address": wallet.address,
            "payer_address": wallet.address,
            "new_addresses": entries,
        }
    )
    await wallet.send([instruction, extend])
    # New entries may be used from the next slot on.
    extended = wallet.node.ledger.open_slot
    await until(wallet.node, lambda: wallet.node.ledger.open_slot > extended)
    return table


async def test_version_0_with_a_lookup_table(wallet: Wallet, client: AsyncClient) -> None:
    receiver = Keypair().pubkey()
    table = await create_table(wallet, [receiver])
    blockhash = (await client.get_latest_blockhash()).value.blockhash
    message = MessageV0.try_compile(
        wallet.address,
        [wallet.pay(receiver, SOL)],
        [AddressLookupTableAccount(table, [receiver])],
        blockhash,
    )
    signature = await wallet.post(VersionedTransaction(message, [wallet.key]))
    await settled(wallet.node, bytes(signature))
    assert (await client.get_balance(receiver)).value == SOL

    options = {"encoding": "json", "maxSupportedTransactionVersion": 0}
    answer = (await rpc(wallet.node.url, "getTransaction", str(signature), options))["result"]
    assert answer["version"] == 0
    assert answer["meta"]["loadedAddresses"]["writable"] == [str(receiver)]
    keys = answer["transaction"]["message"]["accountKeys"]
    assert answer["meta"]["postBalances"][len(keys)] == SOL
    parsed = await client.get_transaction(
        signature, "jsonParsed", max_supported_transaction_version=0
    )
    assert parsed.value is not None
    key = parsed.value.transaction.transaction.message.account_keys[len(keys)]
    assert str(key.pubkey) == str(receiver)
    assert key.writable


async def test_a_missing_lookup_table_is_refused(wallet: Wallet, client: AsyncClient) -> None:
    receiver = Keypair().pubkey()
    blockhash = (await client.get_latest_blockhash()).value.blockhash
    table = AddressLookupTableAccount(Keypair().pubkey(), [receiver])
    message = MessageV0.try_compile(wallet.address, [wallet.pay(receiver, SOL)], [table], blockhash)
    transaction = VersionedTransaction(message, [wallet.key])
    answer = await rpc(
        wallet.node.url, "sendTransaction", text(transaction), {"encoding": "base64"}
    )
    assert answer["error"]["code"] == -32602
    assert "address table" in answer["error"]["message"]


async def send_version_1(
    wallet: Wallet, client: AsyncClient, receiver: Pubkey | None = None
) -> Signature:
    """Send 1 SOL by a transaction of version 1; returns once it is confirmed."""
    blockhash = (await client.get_latest_blockhash()).value.blockhash
    config = TransactionConfig(compute_unit_limit=1000)
    payment = wallet.pay(receiver or Keypair().pubkey(), SOL)
    message = MessageV1.try_compile(wallet.address, [payment], blockhash, config)
    signature = await wallet.post(VersionedTransaction(message, [wallet.key]))
    await settled(wallet.node, bytes(signature))
    return signature


async def test_version_1_executes_and_is_shown_only_to_clients_that_read_it(
    wallet: Wallet, client: AsyncClient
) -> None:
    receiver = Keypair().pubkey()
    signature = await send_version_1(wallet, client, receiver)
    assert (await client.get_balance(receiver)).value == SOL
    for options in ({}, {"maxSupportedTransactionVersion": 0}):
        answer = await rpc(wallet.node.url, "getTransaction", str(signature), options)
        assert answer["error"]["code"] == -32015
        assert "version (1)" in answer["error"]["message"]
    options = {"maxSupportedTransactionVersion": 1}
    answer = (await rpc(wallet.node.url, "getTransaction", str(signature), options))["result"]
    assert answer["version"] == 1
    assert answer["transaction"]["message"]["transactionConfig"]["computeUnitLimit"] == 1000


async def test_packets_have_a_size_limit_of_their_version(
    wallet: Wallet, client: AsyncClient
) -> None:
    legacy = bytes(await wallet.sign([memo(wallet, 500)]))
    fits = await wallet.sign([memo(wallet, 500 + PACKET_BYTES_MAX - len(legacy))])
    assert len(bytes(fits)) == PACKET_BYTES_MAX
    simulated = (await client.simulate_transaction(fits)).value
    assert "too large" not in str(simulated.err)
    too_long = await wallet.sign([memo(wallet, 501 + PACKET_BYTES_MAX - len(legacy))])
    answer = await rpc(wallet.node.url, "sendTransaction", text(too_long), {"encoding": "base64"})
    assert answer["error"]["code"] == -32602
    assert "1232" in answer["error"]["message"]

    blockhash = (await client.get_latest_blockhash()).value.blockhash
    for length, is_taken in ((2_000, True), (PACKET_V1_BYTES_MAX, False)):
        message = MessageV1.try_compile(
            wallet.address, [Instruction(Pubkey.new_unique(), b"x" * length, [])], blockhash
        )
        transaction = VersionedTransaction(message, [wallet.key])
        answer = await rpc(
            wallet.node.url, "simulateTransaction", text(transaction), {"encoding": "base64"}
        )
        assert ("result" in answer) is is_taken
