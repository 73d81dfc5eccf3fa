"""solana-py with its instructions of tokens and memos."""

import asyncio
from types import SimpleNamespace

from report import LAMPORTS, SOL, URL, WS_URL, check, confirms_all, row
from solana.rpc.async_api import AsyncClient
from solana.rpc.core import RPCException
from solana.rpc.models import DataSliceOpts, MemcmpOpts, TokenAccountOpts, TxOpts
from solana.rpc.websocket_api import SolanaWsClient
from solders.compute_budget import set_compute_unit_limit, set_compute_unit_price
from solders.keypair import Keypair
from solders.message import Message, MessageV0
from solders.pubkey import Pubkey
from solders.rpc.config import RpcTransactionLogsFilterMentions
from solders.system_program import (
    ID as SYSTEM_PROGRAM,
)
from solders.system_program import (
    CreateAccountParams,
    TransferParams,
    create_account,
    create_nonce_account,
    transfer,
)
from solders.transaction import VersionedTransaction
from spl.memo.constants import MEMO_PROGRAM_ID
from spl.memo.instructions import create_memo
from spl.memo.models import MemoParams
from spl.token.constants import TOKEN_PROGRAM_ID
from spl.token.instructions import (
    approve,
    create_idempotent_associated_token_account,
    get_associated_token_address,
    initialize_mint,
    mint_to,
    transfer_checked,
)
from spl.token.models import (
    ApproveParams,
    InitializeMintParams,
    MintToParams,
    TransferCheckedParams,
)

MINT_BYTES = 82
PAYER = Keypair()
RECEIVER = Keypair().pubkey()
UNKNOWN = Keypair().pubkey()
NEWEST = {"max_supported_transaction_version": 0}
world = SimpleNamespace()


def pay(to: Pubkey, lamports: int):
    return transfer(TransferParams(from_pubkey=PAYER.pubkey(), to_pubkey=to, lamports=lamports))


async def signed(client, instructions, signers=(), *, version=0):
    blockhash = (await client.get_latest_blockhash()).value.blockhash
    if version is None:
        message = Message.new_with_blockhash(instructions, PAYER.pubkey(), blockhash)
    else:
        message = MessageV0.try_compile(PAYER.pubkey(), instructions, [], blockhash)
    return VersionedTransaction(message, [PAYER, *signers])


async def send(client, instructions, signers=(), **options):
    sent = await client.send_transaction(await signed(client, instructions, signers, **options))
    statuses = await client.confirm_transaction(sent.value, "confirmed", sleep_seconds=0.2)
    check(statuses.value[0].err is None, "confirm_transaction")
    return sent.value


async def balance(client, address):
    return (await client.get_balance(address)).value


async def airdrop(client):
    sent = await client.request_airdrop(PAYER.pubkey(), 20 * SOL)
    await client.confirm_transaction(sent.value, "confirmed")
    check(await balance(client, PAYER.pubkey()) == 20 * SOL, "balance")


async def legacy_transfer(client):
    world.paid = await send(client, [pay(RECEIVER, LAMPORTS)], version=None)
    check(await balance(client, RECEIVER) == LAMPORTS, "balance")


async def transfer_v0(client):
    await send(client, [pay(RECEIVER, LAMPORTS)])
    check(await balance(client, RECEIVER) == 2 * LAMPORTS, "balance")


async def tokens(client):
    mint, payer = Keypair(), PAYER.pubkey()
    rent = (await client.get_minimum_balance_for_rent_exemption(MINT_BYTES)).value
    source, target = (get_associated_token_address(o, mint.pubkey()) for o in (payer, RECEIVER))
    program = TOKEN_PROGRAM_ID
    creation = CreateAccountParams(
        from_pubkey=payer,
        to_pubkey=mint.pubkey(),
        lamports=rent,
        space=MINT_BYTES,
        owner=program,
    )
    minted = InitializeMintParams(
        decimals=6, mint=mint.pubkey(), mint_authority=payer, program_id=program
    )
    issue = MintToParams(
        program_id=program, mint=mint.pubkey(), dest=source, mint_authority=payer, amount=5_000
    )
    await send(
        client,
        [
            create_account(creation),
            initialize_mint(minted),
            *(
                create_idempotent_associated_token_account(payer, owner, mint.pubkey())
                for owner in (payer, RECEIVER)
            ),
            mint_to(issue),
        ],
        [mint],
    )
    spender = Keypair().pubkey()
    moved = TransferCheckedParams(
        program_id=program,
        source=source,
        mint=mint.pubkey(),
        dest=target,
        owner=payer,
        amount=1_250,
        decimals=6,
    )
    allowed = ApproveParams(
        program_id=program, source=source, delegate=spender, owner=payer, amount=10
    )
    await send(client, [transfer_checked(moved), approve(allowed)])
    world.mint, world.source, world.target = mint.pubkey(), source, target
    world.spender = spender


async def memo(client):
    written = MemoParams(program_id=MEMO_PROGRAM_ID, signer=PAYER.pubkey(), message=b"Acre")
    signature = await send(client, [create_memo(written)])
    (found,) = (await client.get_signatures_for_address(PAYER.pubkey(), limit=1)).value
    check(found.signature == signature and found.memo == "[4] Acre", "memo of the history")


async def priority_fee(client):
    before = await balance(client, PAYER.pubkey())
    limits = [set_compute_unit_limit(1_000), set_compute_unit_price(1_000_000)]
    await send(client, [*limits, pay(RECEIVER, 1)])
    check(before - await balance(client, PAYER.pubkey()) == 6_001, "fee")


async def durable_nonce(client):
    nonce = Keypair()
    rent = (await client.get_minimum_balance_for_rent_exemption(80)).value
    made = create_nonce_account(PAYER.pubkey(), nonce.pubkey(), PAYER.pubkey(), rent)
    await send(client, list(made), [nonce])
    account = (await client.get_account_info(nonce.pubkey())).value
    check(account.owner == SYSTEM_PROGRAM and len(account.data) == 80, "nonce account")


async def failing(client):
    try:
        await send(client, [pay(RECEIVER, 10**15)])
    except RPCException as error:
        logs = error.args[0].data.logs
        check(any("insufficient lamports" in line for line in logs), logs)
        return
    check(False, "it was to be refused")


async def account_info(client):
    parsed = (await client.get_account_info_json_parsed(world.source)).value
    check(parsed.data.parsed["info"]["tokenAmount"]["amount"] == "3750", "parsed")
    part = (
        await client.get_account_info(world.source, data_slice=DataSliceOpts(offset=0, length=32))
    ).value
    check(part.data == bytes(world.mint), "slice")
    packed = (await client.get_account_info(world.source, encoding="base64+zstd")).value
    check(packed.data[:32] == bytes(world.mint), "base64+zstd")
    check((await client.get_account_info(UNKNOWN)).value is None, "no account")


async def block(client):
    for encoding in ("json", "jsonParsed", "base64"):
        found = (await client.get_block(world.slot, encoding, **NEWEST)).value
        check(found.transactions, encoding)


async def program_accounts(client):
    memcmp = MemcmpOpts(offset=0, bytes=str(world.mint))
    found = await client.get_program_accounts(
        TOKEN_PROGRAM_ID, encoding="base64", filters=[165, memcmp]
    )
    check(len(found.value) == 2, "accounts")
    parsed = await client.get_program_accounts_json_parsed(TOKEN_PROGRAM_ID, filters=[memcmp])
    check(len(parsed.value) == 2, "parsed")


async def history(client):
    whole = (await client.get_signatures_for_address(RECEIVER)).value
    (first,) = (await client.get_signatures_for_address(RECEIVER, limit=1)).value
    rest = (await client.get_signatures_for_address(RECEIVER, before=first.signature)).value
    check(whole[-1].signature == world.paid and whole == [first, *rest], "pages")


async def transaction(client):
    for encoding in ("json", "jsonParsed", "base64"):
        found = (await client.get_transaction(world.paid, encoding, **NEWEST)).value
        check(found.transaction.meta.fee == 5_000, encoding)


async def simulate(client):
    made = await signed(client, [pay(UNKNOWN, SOL)])
    value = (
        await client.simulate_transaction(
            made,
            replace_recent_blockhash=True,
            inner_instructions=True,
            accounts_addresses=[UNKNOWN],
        )
    ).value
    check(value.err is None and value.accounts[0].lamports == SOL, "account")
    check(await balance(client, UNKNOWN) == 0, "a simulation changes nothing")


async def send_twice(client):
    made = await signed(client, [pay(RECEIVER, 1)])
    first = await client.send_raw_transaction(bytes(made))
    again = await client.send_raw_transaction(bytes(made), TxOpts(skip_preflight=True))
    check(first.value == again.value, "signature")


async def supply(client):
    value = (await client.get_supply()).value
    check(value.total == value.circulating + value.non_circulating, "sums")


async def token_accounts(client):
    by_mint = TokenAccountOpts(mint=world.mint)
    (raw,) = (await client.get_token_accounts_by_owner(RECEIVER, by_mint)).value
    check(raw.pubkey == world.target, "account")
    (parsed,) = (await client.get_token_accounts_by_owner_json_parsed(RECEIVER, by_mint)).value
    check(parsed.account.data.parsed["info"]["tokenAmount"]["amount"] == "1250", "parsed")


async def delegated(client):
    by_mint = TokenAccountOpts(mint=world.mint)
    (raw,) = (await client.get_token_accounts_by_delegate(world.spender, by_mint)).value
    check(raw.pubkey == world.source, "account")


ACTS = {
    "airdrop": airdrop,
    "transfer, legacy": legacy_transfer,
    "transfer, version 0": transfer_v0,
    "tokens": tokens,
    "memo": memo,
    "priority fee": priority_fee,
    "durable nonce": durable_nonce,
    "failing transaction": failing,
}
METHODS = {
    "getAccountInfo": account_info,
    "getBlock": block,
    "getProgramAccounts": program_accounts,
    "getSignaturesForAddress": history,
    "getSupply": supply,
    "getTokenAccountsByDelegate": delegated,
    "getTokenAccountsByOwner": token_accounts,
    "getTransaction": transaction,
    "sendTransaction": send_twice,
    "simulateTransaction": simulate,
}


def short_methods(client):
    """Return for each method a call and what must be true of its value."""
    start = world.slot
    return {
        "getBalance": (lambda: client.get_balance(UNKNOWN), lambda value: value == 0),
        "getBlockCommitment": (
            lambda: client.get_block_commitment(start),
            lambda answer: answer.total_stake == 0,
        ),
        "getBlockHeight": (client.get_block_height, lambda value: value > 0),
        "getBlockTime": (lambda: client.get_block_time(start), lambda value: value > 0),
        "getBlocks": (
            lambda: client.get_blocks(start, start + 2),
            lambda value: value == [start, start + 1, start + 2],
        ),
        "getClusterNodes": (
            client.get_cluster_nodes,
            lambda value: value[0].pubkey == world.identity,
        ),
        "getEpochInfo": (client.get_epoch_info, lambda value: value.absolute_slot >= start),
        "getEpochSchedule": (
            client.get_epoch_schedule,
            lambda value: value.slots_per_epoch == 432_000,
        ),
        "getFeeForMessage": (
            lambda: client.get_fee_for_message(world.message),
            lambda value: value == 5_000,
        ),
        "getFirstAvailableBlock": (client.get_first_available_block, lambda value: value == 0),
        "getGenesisHash": (client.get_genesis_hash, bool),
        "getIdentity": (
            client.get_identity,
            lambda answer: answer.identity == world.identity,
        ),
        "getInflationGovernor": (
            client.get_inflation_governor,
            lambda value: value.initial == 0,
        ),
        "getInflationRate": (client.get_inflation_rate, lambda value: value.total == 0),
        "getInflationReward": (
            lambda: client.get_inflation_reward([RECEIVER]),
            lambda value: value == [None],
        ),
        "getLargestAccounts": (
            client.get_largest_accounts,
            lambda value: value[0].lamports > SOL,
        ),
        "getLatestBlockhash": (
            client.get_latest_blockhash,
            lambda value: value.last_valid_block_height > 150,
        ),
        "getLeaderSchedule": (
            client.get_leader_schedule,
            lambda value: len(value[world.identity]) == 432_000,
        ),
        "getMinimumBalanceForRentExemption": (
            lambda: client.get_minimum_balance_for_rent_exemption(165),
            lambda value: value == 2_039_280,
        ),
        "getMultipleAccounts": (
            lambda: client.get_multiple_accounts([world.mint, UNKNOWN]),
            lambda value: len(value[0].data) == MINT_BYTES and value[1] is None,
        ),
        "getRecentPerformanceSamples": (
            lambda: client.get_recent_performance_samples(5),
            lambda value: isinstance(value, list),
        ),
        "getRecentPrioritizationFees": (
            client.get_recent_prioritization_fees,
            lambda value: value[0].prioritization_fee == 0,
        ),
        "getSignatureStatuses": (
            lambda: client.get_signature_statuses([world.paid]),
            lambda value: value[0].err is None,
        ),
        "getSlot": (client.get_slot, lambda value: value >= start),
        "getSlotLeader": (client.get_slot_leader, lambda value: value == world.identity),
        "getSlotLeaders": (
            lambda: client.get_slot_leaders(start, 2),
            lambda value: value == [world.identity] * 2,
        ),
        "getTokenAccountBalance": (
            lambda: client.get_token_account_balance(world.source),
            lambda value: value.amount == "3750",
        ),
        "getTokenLargestAccounts": (
            lambda: client.get_token_largest_accounts(world.mint),
            lambda value: [one.address for one in value] == [world.source, world.target],
        ),
        "getTokenSupply": (
            lambda: client.get_token_supply(world.mint),
            lambda value: value.amount == "5000",
        ),
        "getTransactionCount": (client.get_transaction_count, lambda value: value > 5),
        "getVersion": (client.get_version, lambda value: value.solana_core),
        "getVoteAccounts": (client.get_vote_accounts, lambda value: value.current == []),
        "minimumLedgerSlot": (client.get_minimum_ledger_slot, lambda value: value == 0),
        "requestAirdrop": (lambda: client.request_airdrop(UNKNOWN, SOL), bool),
    }


async def heard(client, subscribe, *, instructions=()):
    """Return the first notification of a subscription, after it was answered."""
    async with SolanaWsClient(WS_URL) as socket:
        await subscribe(socket)
        if instructions:
            await send(client, list(instructions))
        return (await socket.recv()).result


async def subscriptions(client):
    def hears(subscribe, is_right, *instructions):
        async def work():
            notification = await heard(client, subscribe, instructions=instructions)
            check(is_right(notification), notification)

        return work

    targets = [Keypair().pubkey() for _ in range(3)]
    mentions = RpcTransactionLogsFilterMentions(targets[1])
    works = {
        "accountSubscribe": hears(
            lambda socket: socket.account_subscribe(pubkey=targets[0], commitment="confirmed"),
            lambda heard: heard.value.lamports == SOL,
            pay(targets[0], SOL),
        ),
        "logsSubscribe": hears(
            lambda socket: socket.logs_subscribe(filter_=mentions, commitment="confirmed"),
            lambda heard: heard.value.err is None,
            pay(targets[1], SOL),
        ),
        "programSubscribe": hears(
            lambda socket: socket.program_subscribe(
                program_id=SYSTEM_PROGRAM, commitment="confirmed", encoding="base64", filters=[0]
            ),
            lambda heard: heard.value.account.owner == SYSTEM_PROGRAM,
            pay(targets[2], SOL),
        ),
        "rootSubscribe": hears(lambda socket: socket.root_subscribe(), lambda root: root >= 0),
        "signatureSubscribe": lambda: new_signature(client),
        "signatureSubscribe, confirmed before": hears(
            lambda socket: socket.signature_subscribe(signature=world.paid, commitment="confirmed"),
            lambda heard: heard.value.err is None,
        ),
        "slotSubscribe": hears(
            lambda socket: socket.slot_subscribe(), lambda heard: heard.slot > 0
        ),
        "slotsUpdatesSubscribe": hears(
            lambda socket: socket.slots_updates_subscribe(), lambda heard: heard.slot > 0
        ),
    }
    for name, work in works.items():
        await row(name, work)


async def new_signature(client):
    """Hear of a signature; solders cannot read the notification `receivedSignature`."""
    made = await signed(client, [pay(RECEIVER, 1)])
    async with SolanaWsClient(WS_URL) as socket:
        await socket.signature_subscribe(signature=made.signatures[0], commitment="finalized")
        await client.send_raw_transaction(bytes(made))
        notification = (await socket.recv()).result
    check(notification.value.err is None, notification)


async def main():
    async with AsyncClient(URL, "confirmed") as client:
        for name, act in ACTS.items():
            await row(name, lambda act=act: act(client))
        landed = (await client.get_transaction(world.paid, **NEWEST)).value
        world.slot = landed.slot
        world.identity = (await client.get_identity()).value.identity
        world.message = (await signed(client, [pay(RECEIVER, 1)])).message
        for name, method in METHODS.items():
            await row(name, lambda method=method: method(client))
        for name, (call, is_right) in short_methods(client).items():

            async def work(call=call, is_right=is_right):
                answer = await call()
                check(is_right(getattr(answer, "value", answer)), answer)

            await row(name, work)
        await subscriptions(client)
        await confirms_all(lambda count: send(client, [pay(RECEIVER, count + 1)]))


asyncio.run(main())
