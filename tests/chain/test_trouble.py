"""Trouble that passes: overload, corrupt files, refusals, nodes that come back."""

import asyncio
import dataclasses

import pytest
from solders.keypair import Keypair

from chain.builders.builders import Builders
from chain.builders.nonces import USERS_MAX, Nonces
from chain.client.errors import ChainError
from chain.client.rpc import Rpc
from chain.client.wallet import TransactionFailed, address_of, send_bytes, sign, wait_confirmed
from chain.commands.memo import Memo, MemoError, render
from chain.custody.guard import GUARD_BYTES, GUARD_RENT_E9
from chain.follower.follower import Follower
from chain.genesis import GenesisError, GenesisSettings, ensure_genesis
from chain.keepers.settlement import settlement_keeper
from chain.operator_key import is_signed_by_operator, sign_operator_command
from engine.core.generated.messages import PauseExchange, Tick
from engine.schema.errors import ErrorCode
from engine.sequencer import SequencerOverloadedError
from tests.chain.fault_proxy import Down, FaultProxy, honest
from tests.chain.world import (
    DAY_S,
    HandClock,
    open_sequencer,
    rejected_code,
    small_catalogue,
    until,
)

USD = 10**6


async def test_a_full_sequencer_makes_the_follower_wait_and_lose_nothing(world, monkeypatch):
    users = [await world.user() for _ in range(3)]
    signatures = []
    for user in users:
        built = await world.builders.build(
            address_of(user), "create-margin-account", account=1, amount=USD
        )
        transaction = sign(built.tx, [user])
        signatures.append(await send_bytes(world.rpc, transaction, built.last_valid_block_height))
    submit = world.sequencer.submit_all
    left = 1

    async def nearly_full(commands, read):
        nonlocal left
        left -= 1
        if left < 0:
            raise SequencerOverloadedError("full")
        return await submit(commands, read)

    monkeypatch.setattr("chain.follower.follower.SUBMIT_MAX", 1)
    monkeypatch.setattr(world.sequencer, "submit_all", nearly_full)
    with pytest.raises(SequencerOverloadedError):
        await world.follow()
    monkeypatch.undo()
    await world.follow()
    assert [rejected_code(world.outcome(text)) for text in signatures] == [ErrorCode.NONE] * 3


async def test_a_cancelled_follower_leaves_no_command_half_handed_over(world, monkeypatch):
    user = await world.user()
    built = await world.builders.build(
        address_of(user), "create-margin-account", account=1, amount=USD
    )
    signature = await send_bytes(world.rpc, sign(built.tx, [user]), built.last_valid_block_height)
    submit = world.sequencer.submit_all
    is_submitting, may_finish = asyncio.Event(), asyncio.Event()

    async def slow(commands, read):
        is_submitting.set()
        await may_finish.wait()
        return await submit(commands, read)

    monkeypatch.setattr(world.sequencer, "submit_all", slow)
    running = asyncio.create_task(world.follower.run())
    await is_submitting.wait()
    running.cancel()
    may_finish.set()
    await asyncio.wait([running])
    monkeypatch.undo()
    assert rejected_code(world.outcome(signature)) is ErrorCode.NONE
    follower = Follower(world.rpc, world.sequencer, world.facts, world.home / "chain")
    await follower.catch_up()
    assert len(world.outcomes(signature)) == 1


async def test_a_corrupt_checkpoint_only_costs_time(world):
    path = world.home / "chain" / "follower.json"
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    for text in ("", "[]", "{}", '{"slot": "x"}', "\x00"):
        path.write_text(text)
        follower = Follower(world.rpc, world.sequencer, world.facts, world.home / "chain")
        assert follower.followed_slot < world.sequencer.exchange.chain_cursor[0]
        await follower.catch_up()


async def test_the_keeper_survives_refusals_and_a_node_that_is_down(world):
    user = await world.user()
    owner = address_of(user)
    await world.send(
        user, await world.builders.build(owner, "create-margin-account", account=1, amount=9 * USD)
    )
    await world.send(
        user, await world.builders.build(owner, "withdraw-margin", account=1, amount=USD)
    )
    await world.advance(DAY_S + 1)
    penniless = settlement_keeper(world.rpc, world.sequencer, world.builders, Keypair())
    assert await penniless.round() == 0
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        clock = world.sequencer.clock
        builders = Builders(rpc, world.sequencer.exchange, world.facts, clock.now_s)
        keeper = settlement_keeper(rpc, world.sequencer, builders, world.keys.settler_fee_payer)

        def down(_method, _params, _answer):
            raise Down

        proxy.rule = down
        running = asyncio.create_task(keeper.run())
        with pytest.raises(ChainError):
            await keeper.round()
        assert not running.done()
        proxy.rule = honest

        async def is_processed() -> bool:
            await world.follow()
            (request,) = world.sequencer.exchange.settlement_requests(owner)
            return request.state == 1

        await until(is_processed)
        running.cancel()
        await asyncio.wait([running])


async def test_a_keepers_lost_transaction_gives_its_turn_back(world):
    user = await world.user()
    owner = address_of(user)
    await world.send(
        user, await world.builders.build(owner, "create-margin-account", account=1, amount=9 * USD)
    )
    await world.send(
        user, await world.builders.build(owner, "withdraw-margin", account=1, amount=USD)
    )
    await world.advance(DAY_S + 1)
    keeper = world.new_keeper()
    await world.rpc.call("acreFault", [{"dropSends": 1}])
    assert await keeper.round() == 1
    assert await keeper.round() == 0
    (flight,) = keeper._in_flight.values()
    await world.wait_height(flight.last_valid_block_height)
    assert await keeper.round() == 1


async def test_the_settler_runs_on_while_the_node_is_down(world):
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        settler = world.new_settler([rpc])
        calls = asyncio.Event()

        async def failing() -> None:
            calls.set()
            raise ChainError("NODE_UNAVAILABLE")

        settler._work = failing
        running = asyncio.create_task(settler.run())
        await calls.wait()
        assert not running.done()
        running.cancel()
        await asyncio.wait([running])


async def test_genesis_says_what_the_exchange_refused(world):
    settings = GenesisSettings(
        keys_dir=world.home / "keys2",
        chain_dir=world.home / "chain2",
        exchange_parameters=(("max_markets", -5),),
    )
    sequencer = await open_sequencer(world.home / "second", HandClock())
    try:
        with pytest.raises(GenesisError, match="refused create-exchange: "):
            await ensure_genesis(sequencer, world.rpc, settings, small_catalogue())
    finally:
        await sequencer.close()


async def test_a_transaction_that_cannot_land_is_reported(world):
    with pytest.raises(TransactionFailed, match="did not land"):
        await wait_confirmed(world.rpc, "1" * 64, 0)
    with pytest.raises(TransactionFailed, match="refused"):
        await send_bytes(world.rpc, b"\x01" + bytes(200), 0)


async def test_the_guard_holds_exactly_its_rent(world):
    rent = await world.rpc.read("getMinimumBalanceForRentExemption", [GUARD_BYTES])
    assert rent == GUARD_RENT_E9


def test_an_operator_command_can_be_checked_by_anyone():
    key = Keypair()
    command = sign_operator_command(PauseExchange(), key)
    assert is_signed_by_operator(command)
    assert is_signed_by_operator(dataclasses.replace(command, seq=7, time_s=9))
    assert not is_signed_by_operator(dataclasses.replace(command, operator=bytes(32)))
    other = sign_operator_command(PauseExchange(), Keypair())
    assert not is_signed_by_operator(
        dataclasses.replace(command, operator_signature=other.operator_signature)
    )


def test_nonces_forget_the_longest_silent_user():
    nonces = Nonces(lambda: 1)
    for number in range(USERS_MAX + 5):
        nonces.next(number.to_bytes(32, "big"), 0)
    assert len(nonces._issued) == USERS_MAX
    assert nonces.next((0).to_bytes(32, "big"), 0) == 1


@pytest.mark.parametrize(
    ("name", "fields", "reason"),
    [
        ("fly", {}, "unknown command"),
        ("add-liquidity", {}, "amount is missing"),
        ("add-liquidity", {"amount": 1, "tip": 1}, "does not belong"),
        ("add-liquidity", {"amount": -1}, "amount is out of range"),
        ("add-liquidity", {"amount": 2**63}, "amount is out of range"),
        ("close-margin-account", {"account": 2**32}, "account is out of range"),
        ("withdraw-margin", {"account": 1, "amount": 1, "tip": 0}, "tip of zero is left out"),
        ("process-settlement-requests", {"requests": ()}, "1 to 8"),
        ("process-settlement-requests", {"requests": tuple(range(9))}, "1 to 8"),
        (
            "close-position",
            {"account": 1, "market": "MIA", "size": 0, "limit": 1},
            "not above zero",
        ),
        ("close-position", {"account": 1, "market": "m", "limit": 1}, "not a market symbol"),
    ],
)
def test_values_outside_their_kind_are_not_written(name, fields, reason):
    with pytest.raises(MemoError, match=reason):
        render("localnet", Memo(name=name, fields=fields, nonce=1, expires=1))


async def test_time_alone_changes_nothing_for_the_follower(world):
    before = world.sequencer.exchange.chain_cursor
    await world.sequencer.submit(Tick())
    await world.follow()
    assert world.sequencer.exchange.chain_cursor == before
