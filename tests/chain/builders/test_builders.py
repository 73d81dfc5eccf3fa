"""Builders: what a wallet gets to sign, and what it is spared."""

import asyncio
import dataclasses
from types import SimpleNamespace

import pytest
from solders.compute_budget import request_heap_frame
from solders.instruction import AccountMeta, Instruction
from solders.keypair import Keypair
from solders.message import Message
from solders.pubkey import Pubkey
from solders.system_program import TransferParams, transfer
from solders.transaction import Transaction, VersionedTransaction

from chain.builders.builders import EXPIRY_SLOTS, Builders
from chain.builders.fees import PRICE_MAX, PRICE_MIN, median_price
from chain.builders.nonces import Nonces
from chain.builders.simulation import (
    UNITS_DEFAULT,
    UNITS_FOR_WALLETS,
    UNITS_MAX,
    failure,
    limit_units,
)
from chain.client.addresses import COMPUTE_BUDGET_PROGRAM, MEMO_PROGRAM
from chain.client.errors import ChainError
from chain.client.instructions import TRANSACTION_BYTES_MAX, create_token_account, sign
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, load_key, load_or_create_key
from chain.commands.memo import parse_bytes
from engine.core.generated.messages import WithdrawMargin
from engine.schema.errors import ErrorCode
from tests.chain.fault_proxy import Down, FaultProxy
from tests.chain.world import DAY_S, rejected_code
from tests.engine.core.perps.test_dead_market import waiting
from tests.engine.core.pool.test_removal import LP, remove

USD = 10**6
LIMIT_E8 = 400 * 10**8


def aus(world):
    return world.sequencer.exchange.market_id_of("AUS")


def memo_of(world, built):
    message = VersionedTransaction.from_bytes(built.tx).message
    (data,) = [
        bytes(row.data)
        for row in message.instructions
        if message.account_keys[row.program_id_index] == MEMO_PROGRAM
    ]
    return parse_bytes(data, world.facts.chain_name)


async def test_a_built_transaction_is_unsigned_small_and_legacy(world):
    user = await world.user()
    built = await world.builders.build(
        address_of(user), "create-margin-account", amount=5 * USD, name="Texas book"
    )
    transaction = VersionedTransaction.from_bytes(built.tx)
    assert len(built.tx) <= TRANSACTION_BYTES_MAX
    assert built.tx[:1] == b"\x01"
    assert built.tx[1:65] == bytes(64)
    assert built.tx[65] < 0x80  # legacy
    assert transaction.message.account_keys[0] == user.pubkey()
    assert str(transaction.message.recent_blockhash) == built.blockhash
    assert built.last_valid_block_height > 100
    memo = memo_of(world, built)
    assert world.follower.followed_slot + EXPIRY_SLOTS <= memo.expires
    assert memo.fields == {"account": 1, "name": "Texas book", "amount": 5 * USD}
    assert all(VersionedTransaction.from_bytes(sign(built.tx, [user])).verify_with_results())


async def test_the_marker_rides_along_readonly(world):
    user = await world.user()
    built = await world.builders.build(address_of(user), "add-liquidity", amount=5 * USD)
    message = VersionedTransaction.from_bytes(built.tx).message
    index = list(message.account_keys).index(Pubkey(world.facts.exchange))
    readonly_from = len(message.account_keys) - message.header.num_readonly_unsigned_accounts
    assert index >= readonly_from
    first = message.instructions[0]
    assert message.account_keys[first.program_id_index] == COMPUTE_BUDGET_PROGRAM
    rows = await world.rpc.read("getSignaturesForAddress", [str(Pubkey(world.facts.exchange))])
    before = len(rows)
    await world.send(user, built)
    rows = await world.rpc.read("getSignaturesForAddress", [str(Pubkey(world.facts.exchange))])
    assert len(rows) == before + 1


async def test_the_compute_limit_follows_the_simulation(world):
    user = await world.user()
    built = await world.builders.build(address_of(user), "create-margin-account")
    message = VersionedTransaction.from_bytes(built.tx).message
    limit = int.from_bytes(bytes(message.instructions[0].data)[1:5], "little")
    used = (await world.rpc.simulate(built.tx))["unitsConsumed"]
    assert used + UNITS_FOR_WALLETS < limit <= used * 13 // 10 + UNITS_FOR_WALLETS
    assert UNITS_FOR_WALLETS >= 20_000
    assert limit_units({"err": None, "unitsConsumed": 1000}) == 1150 + UNITS_FOR_WALLETS
    assert limit_units({"err": None, "unitsConsumed": UNITS_MAX}) == UNITS_MAX
    assert limit_units({"err": None}) == UNITS_DEFAULT


def decompiled(message):
    """Return a message's instructions as they were before they became one."""
    signed, keys = message.header.num_required_signatures, len(message.account_keys)
    writable = {
        *range(signed - message.header.num_readonly_signed_accounts),
        *range(signed, keys - message.header.num_readonly_unsigned_accounts),
    }
    return [
        Instruction(
            message.account_keys[row.program_id_index],
            bytes(row.data),
            [
                AccountMeta(message.account_keys[i], message.is_signer(i), i in writable)
                for i in row.accounts
            ],
        )
        for row in message.instructions
    ]


def guarded(world, wallet, built, assertions):
    """Append to a built transaction what a wallet may: a heap, a transfer, assertions."""
    message = VersionedTransaction.from_bytes(built.tx).message
    me = wallet.pubkey()
    guards = [
        request_heap_frame(64 * 1024),
        transfer(TransferParams(from_pubkey=me, to_pubkey=me, lamports=1)),
        # They pass only if the token account is there and is of this owner and mint.
        *[create_token_account(bytes(me), bytes(me), world.facts.collateral_mint)] * assertions,
    ]
    whole = Message.new_with_blockhash(
        [*decompiled(message), *guards], me, message.recent_blockhash
    )
    transaction = bytes(Transaction.new_unsigned(whole))
    assert len(transaction) <= TRANSACTION_BYTES_MAX
    return dataclasses.replace(built, tx=transaction)


async def units_of(world, built):
    value = await world.rpc.simulate(built.tx)
    assert value["err"] is None, value
    return value["unitsConsumed"]


async def test_room_for_instructions_appended_by_wallets(world):
    user = await world.user()
    owner = address_of(user)
    builders = world.builders
    for build in (
        lambda: builders.build(owner, "create-margin-account", account=1, amount=1000 * USD),
        lambda: builders.build(owner, "deposit-margin", account=1, amount=5 * USD),
        lambda: builders.build(
            owner,
            "modify-position",
            owner=None,
            account=1,
            market=aus(world),
            size=2_500_000,
            limit=LIMIT_E8,
        ),
        lambda: builders.build(
            owner, "close-position", owner=None, account=1, market=aus(world), size=0, limit=1
        ),
        lambda: builders.build(owner, "withdraw-margin", account=1, amount=4 * USD, tip=10_000),
        lambda: builders.build(owner, "add-liquidity", amount=5 * USD),
        lambda: builders.build(owner, "set-delegate", delegate=address_of(Keypair())),
    ):
        built = await build()
        used = await units_of(world, built)
        each = await units_of(world, guarded(world, user, built, 1)) - used
        whole = guarded(world, user, built, -(-20_000 // each))
        assert await units_of(world, whole) >= used + 20_000
        assert rejected_code(await world.send(user, whole)) is ErrorCode.NONE


async def test_the_longest_transactions_leave_bytes_for_a_wallet(world):
    user = await world.user()
    owner = address_of(user)
    await world.send(
        user,
        await world.builders.build(owner, "create-margin-account", account=1, amount=100 * USD),
    )
    for build in (
        lambda: world.builders.build(
            owner, "withdraw-margin", account=1, amount=4 * USD, tip=10_000
        ),
        lambda: world.builders.build(
            owner, "create-margin-account", account=2, amount=5 * USD, name="W" * 32
        ),
    ):
        assert TRANSACTION_BYTES_MAX - len((await build()).tx) >= 500


async def test_a_position_is_opened_and_closed(world):
    user = await world.user()
    owner = address_of(user)
    await world.send(
        user,
        await world.builders.build(owner, "create-margin-account", account=1, amount=1000 * USD),
    )
    built = await world.builders.build(
        owner,
        "modify-position",
        owner=None,
        account=1,
        market=aus(world),
        size=2_500_000,
        limit=LIMIT_E8,
    )
    assert memo_of(world, built).fields["market"] == "AUS"
    assert rejected_code(await world.send(user, built)) is ErrorCode.NONE
    part = await world.builders.build(
        owner, "close-position", owner=owner, account=1, market=aus(world), size=500_000, limit=1
    )
    assert memo_of(world, part).fields["size"] == 500_000
    assert rejected_code(await world.send(user, part)) is ErrorCode.NONE
    rest = await world.builders.build(
        owner, "close-position", owner=None, account=1, market=aus(world), size=0, limit=1
    )
    assert "size" not in memo_of(world, rest).fields
    assert rejected_code(await world.send(user, rest)) is ErrorCode.NONE


async def test_a_delegate_trades_for_the_owner(world):
    user, delegate = await world.user(), await world.user()
    owner = address_of(user)
    await world.send(
        user,
        await world.builders.build(owner, "create-margin-account", account=1, amount=1000 * USD),
    )
    with pytest.raises(ChainError) as refusal:
        await world.builders.build(
            address_of(delegate),
            "modify-position",
            owner=owner,
            account=1,
            market=aus(world),
            size=USD,
            limit=LIMIT_E8,
        )
    assert refusal.value.code == "NOT_OWNER"
    await world.send(
        user, await world.builders.build(owner, "set-delegate", delegate=address_of(delegate))
    )
    built = await world.builders.build(
        address_of(delegate),
        "modify-position",
        owner=owner,
        account=1,
        market=aus(world),
        size=USD,
        limit=LIMIT_E8,
    )
    assert rejected_code(await world.send(delegate, built)) is ErrorCode.NONE
    await world.send(user, await world.builders.build(owner, "set-delegate", delegate=None))
    with pytest.raises(ChainError, match="NOT_OWNER"):
        await world.builders.build(
            address_of(delegate),
            "close-position",
            owner=owner,
            account=1,
            market=aus(world),
            size=0,
            limit=1,
        )


async def test_refusals_carry_the_contracts_codes(world):
    user = await world.user()
    owner = address_of(user)
    builders = world.builders

    async def code(build):
        with pytest.raises(ChainError) as refusal:
            await build
        return refusal.value.code

    assert (
        await code(builders.build(owner, "deposit-margin", account=1, amount=USD))
        == "MARGIN_ACCOUNT_NOT_FOUND"
    )
    assert (
        await code(builders.build(owner, "withdraw-margin", account=1, amount=USD))
        == "MARGIN_ACCOUNT_NOT_FOUND"
    )
    await world.send(
        user, await builders.build(owner, "create-margin-account", account=1, amount=10 * USD)
    )
    assert (
        await code(builders.build(owner, "create-margin-account", account=1))
        == "MARGIN_ACCOUNT_EXISTS"
    )
    assert (
        await code(builders.build(owner, "close-margin-account", account=1))
        == "MARGIN_ACCOUNT_NOT_EMPTY"
    )
    assert (
        await code(
            builders.build(
                owner, "modify-position", owner=None, account=1, market=99, size=USD, limit=1
            )
        )
        == "MARKET_NOT_FOUND"
    )
    assert (
        await code(
            builders.build(
                owner,
                "modify-position",
                owner=None,
                account=1,
                market=aus(world),
                size=USD,
                limit=1,
            )
        )
        == "SLIPPAGE_EXCEEDED"
    )
    assert (
        await code(
            builders.build(
                owner, "close-position", owner=None, account=1, market=aus(world), size=0, limit=1
            )
        )
        == "NO_POSITION"
    )
    assert await code(builders.build(owner, "claim-deposit", deposit=5)) == "DEPOSIT_NOT_FOUND"
    assert await code(builders.build(owner, "process-settlement-requests")) == "NOTHING_TO_SETTLE"
    assert (
        await code(builders.build(owner, "withdraw-margin", account=1, amount=USD, tip=USD))
        == "KEEPER_TIP_TOO_HIGH"
    )
    assert (
        await code(
            builders.build(owner, "create-margin-account", account=2, amount=None, name=" x ")
        )
        == "VALIDATION"
    )
    with pytest.raises(ChainError) as refusal:
        await builders.build(owner, "withdraw-margin", account=1, amount=11 * USD)
    assert refusal.value.code == "WITHDRAW_EXCEEDS_MAX"
    assert refusal.value.details == {"maxWithdrawableAmount": str(10 * USD)}


async def test_too_little_collateral_is_said_before_signing(world):
    user = await world.user()
    with pytest.raises(ChainError) as refusal:
        await world.builders.build(address_of(user), "add-liquidity", amount=10_001 * USD)
    assert refusal.value.code == "INSUFFICIENT_COLLATERAL"
    assert refusal.value.details == {"have": str(10_000 * USD), "need": str(10_001 * USD)}
    stranger = address_of(Keypair())
    with pytest.raises(ChainError) as refusal:
        await world.builders.build(stranger, "add-liquidity", amount=USD)
    assert refusal.value.details == {"have": "0", "need": str(USD)}
    with pytest.raises(ChainError) as refusal:
        await world.builders.build(stranger, "create-margin-account")
    assert refusal.value.details["asset"] == "SOL"


async def test_two_transactions_built_at_once_differ_and_both_apply(world):
    user = await world.user()
    owner = address_of(user)
    first, second = await asyncio.gather(
        world.builders.build(owner, "create-margin-account", account=1),
        world.builders.build(owner, "create-margin-account", account=2),
    )
    assert memo_of(world, second).nonce > memo_of(world, first).nonce
    assert rejected_code(await world.send(user, first)) is ErrorCode.NONE
    assert rejected_code(await world.send(user, second)) is ErrorCode.NONE


async def test_withdrawing_makes_the_token_account_inside(world):
    user = await world.user()
    owner = address_of(user)
    await world.send(
        user, await world.builders.build(owner, "create-margin-account", account=1, amount=10 * USD)
    )
    built = await world.builders.build(
        owner, "withdraw-margin", account=1, amount=4 * USD, tip=10_000
    )
    assert rejected_code(await world.send(user, built)) is ErrorCode.NONE
    assert world.builders.mature_request_ids(owner) == ()
    await world.advance(DAY_S + 1)
    (request,) = world.sequencer.exchange.settlement_requests(owner)
    assert world.builders.mature_request_ids(owner) == (request.request_id,)


def test_removals_that_wait_for_a_print_are_not_among_the_mature_requests():
    """Nine removals that cannot be processed are older than a withdrawal that can."""
    world = waiting()
    for _ in range(8):
        remove(world, USD)
    world.account(5, 1, 10 * USD)
    world.chain(WithdrawMargin, LP, account_id=1, amount_e6=USD)
    world.now_s += DAY_S + 1
    facts = SimpleNamespace(collateral_vault=bytes(32))
    builders = Builders(SimpleNamespace(), world.exchange, facts, lambda: world.now_s)
    assert builders.mature_request_ids(LP) == (10,)
    world.post(102 * 10**8)
    assert builders.mature_request_ids(LP) == tuple(range(1, 9))


async def test_a_node_that_is_down_is_named(world):
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        clock = world.sequencer.clock
        builders = Builders(rpc, world.sequencer.exchange, world.facts, clock.now_s)

        def down(_method, _params, _answer):
            raise Down

        proxy.rule = down
        with pytest.raises(ChainError) as refusal:
            await builders.build(bytes(32), "add-liquidity", amount=USD)
    assert refusal.value.code == "NODE_UNAVAILABLE"


def test_nonces_rise_whatever_the_clock_does():
    times = iter([1000, 1000, 5, 5000])
    nonces = Nonces(lambda: next(times))
    user = bytes(32)
    assert [nonces.next(user, 0), nonces.next(user, 0), nonces.next(user, 3000)] == [
        1000,
        1001,
        3001,
    ]
    assert nonces.next(user, 0) == 5000


def test_the_priority_fee_is_the_median_within_bounds():
    rows = [{"slot": 1, "prioritizationFee": fee} for fee in (0, 5, 7, 900)]
    assert median_price(rows) == 7
    assert median_price([{"prioritizationFee": 10**9}]) == PRICE_MAX
    for nonsense in (None, [], [1], [{"prioritizationFee": "x"}]):
        assert median_price(nonsense) == PRICE_MIN


@pytest.mark.parametrize(
    ("error", "code"),
    [
        ("AccountNotFound", "INSUFFICIENT_COLLATERAL"),
        ("InsufficientFundsForFee", "INSUFFICIENT_COLLATERAL"),
        ({"InsufficientFundsForRent": {"account_index": 0}}, "INSUFFICIENT_COLLATERAL"),
        ({"InstructionError": [2, {"Custom": 1}]}, "INSUFFICIENT_COLLATERAL"),
        ({"InstructionError": [2, {"Custom": 17}]}, "VALIDATION"),
        ({"InstructionError": [2, "InvalidAccountData"]}, "VALIDATION"),
        ("BlockhashNotFound", "NODE_UNAVAILABLE"),
        ({}, "VALIDATION"),
        (5, "VALIDATION"),
        ([[], 1], "VALIDATION"),
        ({"InstructionError": 3}, "VALIDATION"),
    ],
)
def test_simulated_failures_map_to_codes(error, code):
    assert failure(error, ["log"]).code == code


def test_key_files_round_trip(tmp_path):
    path = tmp_path / "keys" / "a.json"
    key = load_or_create_key(path)
    assert load_or_create_key(path) == key == load_key(path)
    path.write_text("[1, 2]")
    with pytest.raises(ValueError, match="not a key file"):
        load_key(path)


def test_facts_know_their_mints(world_facts):
    assert world_facts.mint_number(world_facts.collateral_mint) == 1
    assert world_facts.mint_number(world_facts.token_mint) == 2
    assert world_facts.mint_number(bytes(32)) == 0
    assert world_facts.mint_address(2) == world_facts.token_mint
    other = dataclasses.replace(world_facts, vault_authority=bytes(32))
    assert other.collateral_vault != world_facts.collateral_vault
