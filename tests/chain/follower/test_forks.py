"""Forks of a real chain: what was abandoned is taken back, what is on both forks counts once."""

import asyncio
import dataclasses
from pathlib import Path

import orjson
import pytest
from solders.hash import Hash
from solders.signature import Signature

from chain.client.balances import token_balance
from chain.client.instructions import transfer_tokens
from chain.client.rpc import Rpc
from chain.client.wallet import address_of, send_instructions, sign_and_send
from chain.follower.blocks import BadBlock, WrongParent
from chain.follower.checkpoint import CheckpointFile
from chain.follower.follower import FinalizedForkError, Follower
from chain.follower.marks import BLOCKS_MAX
from engine.core.generated.messages import DepositMargin, RewindChain, Tick, decode
from engine.journal import FileJournal
from engine.schema.errors import ErrorCode
from engine.sequencer import ChainRewoundError, effective_records
from tests.chain.fault_proxy import FaultProxy, honest
from tests.chain.payouts import collateral, paid_e6, pay, payable
from tests.chain.world import (
    SEGMENT_BYTES,
    SLOT_MS,
    SLOTS_MAX,
    World,
    new_follower,
    open_sequencer,
    rejected_code,
    until,
)

USD = 10**6
NEVER = 10_000


@pytest.fixture
async def unsettled(world):
    """A world whose next blocks do not become final while a test looks the other way."""
    world.node.ledger.finality_delay_slots = NEVER
    return world


async def fork(world: World, slot: int, *, leaves_gap: bool = False) -> None:
    """Let the chain continue from the block of a slot, past all that was followed."""
    ledger = world.node.ledger
    number = ledger.timeline.fork_at(2**40)
    ledger.fork_after(slot, leaves_gap=leaves_gap)

    async def has_gone_on() -> bool:
        is_past = ledger.confirmed_slot > world.follower.followed_slot
        return ledger.timeline.fork_at(2**40) > number and is_past

    await until(has_gone_on)


async def follow_stubbornly(follower: Follower) -> None:
    """Follow until it has caught up once; ChainRewoundError goes through."""
    for _ in range(SLOTS_MAX):
        try:
            await follower.catch_up()
            return
        except BadBlock:
            await asyncio.sleep(SLOT_MS / 1000)
    raise AssertionError("the follower never caught up")


async def rewind(world: World) -> int:
    """Follow into the rewind that has to come and start again; returns its slot."""
    with pytest.raises(ChainRewoundError) as caught:
        await follow_stubbornly(world.follower)
    await world.restart_engine()
    await follow_stubbornly(world.follower)
    return caught.value.slot


async def deposit(world: World, user, amount_e6: int) -> tuple[str, int]:
    """Deposit into account 1; returns the signature and the slot."""
    built = await world.builders.build(
        address_of(user), "deposit-margin", account=1, amount=amount_e6
    )
    row = await world.send(user, built)
    assert rejected_code(row) is ErrorCode.NONE
    return str(Signature(row.command.signature)), row.command.slot


async def customer(world: World):
    """A wallet with ten dollars in its account 1."""
    user = await world.user()
    await world.send(
        user,
        await world.builders.build(
            address_of(user), "create-margin-account", account=1, amount=10 * USD
        ),
    )
    return user


async def send_again(world: World, wire: bytes) -> None:
    """Send the same bytes on the new fork and follow until they are applied."""
    signature = await world.rpc.send(wire)

    async def is_applied() -> bool:
        await world.follow()
        return len(world.outcomes(signature)) == 1

    await until(is_applied)


def wire_of(world: World, signature: str) -> bytes:
    return world.node.ledger.find(bytes(Signature.from_string(signature))).wire


def journaled(world: World) -> list:
    return [decode(record.payload) for record in world.sequencer._journal.read()]


async def assert_vault_matches(world: World) -> None:
    """The vault on the chain holds exactly what the engine owes."""
    vault = await token_balance(world.rpc, world.facts.vault_authority, world.facts.collateral_mint)
    assert vault == world.vault_e6()


@pytest.mark.parametrize("leaves_gap", [False, True])
async def test_abandoned_commands_are_undone_and_count_once_when_replayed(unsettled, leaves_gap):
    world = unsettled
    user = await customer(world)
    owner = address_of(user)
    signature, slot = await deposit(world, user, 250 * USD)
    wire = wire_of(world, signature)
    assert world.collateral_e6(owner) == 260 * USD
    await fork(world, slot - 1, leaves_gap=leaves_gap)

    assert await rewind(world) == slot - 1

    assert world.collateral_e6(owner) == 10 * USD
    await assert_vault_matches(world)
    before = [row for row in journaled(world) if isinstance(row, DepositMargin)]
    assert [row.slot for row in before] == [slot]  # the journal keeps what was
    await send_again(world, wire)
    row = world.outcome(signature)
    assert (row.command.slot > slot, rejected_code(row)) == (True, ErrorCode.NONE)
    assert world.collateral_e6(owner) == 260 * USD
    await assert_vault_matches(world)
    counted = [decode(row.payload) for row in effective_records(world.sequencer._journal)]
    assert [row.slot for row in counted if isinstance(row, DepositMargin)] == [row.command.slot]


async def test_a_transaction_of_both_forks_is_applied_at_its_new_place(unsettled):
    world = unsettled
    user = await customer(world)
    signature, slot = await deposit(world, user, 5 * USD)
    wire = wire_of(world, signature)
    await fork(world, slot - 1)
    await world.rpc.send(wire)  # it is back before its absence was noticed

    async def is_back() -> bool:
        return (await world.rpc.signature_statuses([signature]))[0] is not None

    await until(is_back)
    assert await rewind(world) == slot - 1

    async def is_applied() -> bool:
        await world.follow()
        return len(world.outcomes(signature)) == 1

    await until(is_applied)
    assert world.outcome(signature).command.slot > slot
    assert world.collateral_e6(address_of(user)) == 15 * USD
    await assert_vault_matches(world)


async def test_a_fork_that_abandons_no_command_costs_no_rewind(unsettled):
    world = unsettled
    user = await customer(world)
    _signature, slot = await deposit(world, user, 5 * USD)

    async def is_past() -> bool:
        return await world.follower.catch_up() > slot + 5

    await until(is_past)
    await fork(world, slot + 2)
    await follow_stubbornly(world.follower)
    assert not any(isinstance(row, RewindChain) for row in journaled(world))
    await deposit(world, user, 7 * USD)
    assert world.collateral_e6(address_of(user)) == 22 * USD
    await assert_vault_matches(world)


async def test_a_fork_while_the_process_is_down_is_noticed_at_its_start(unsettled):
    world = unsettled
    user = await customer(world)
    _signature, slot = await deposit(world, user, 5 * USD)
    await world.sequencer.close()
    await fork(world, slot - 1)
    await world.restart_engine()
    assert await rewind(world) == slot - 1
    assert world.collateral_e6(address_of(user)) == 10 * USD
    await assert_vault_matches(world)


async def test_fork_after_fork_leaves_what_the_last_one_has(unsettled):
    world = unsettled
    user = await customer(world)
    signature, slot = await deposit(world, user, 5 * USD)
    wire = wire_of(world, signature)
    await fork(world, slot - 1)
    await rewind(world)
    await send_again(world, wire)
    again = world.outcome(signature).command.slot
    _other, later = await deposit(world, user, 20 * USD)
    await fork(world, later - 1)
    assert await rewind(world) == later - 1
    assert world.collateral_e6(address_of(user)) == 15 * USD
    await assert_vault_matches(world)
    await fork(world, again - 1, leaves_gap=True)
    assert await rewind(world) == again - 1
    assert world.collateral_e6(address_of(user)) == 10 * USD
    await assert_vault_matches(world)


async def test_a_snapshot_of_the_abandoned_fork_is_not_used(unsettled):
    world = unsettled
    user = await customer(world)
    await world.restart_engine()  # a clean stop leaves a snapshot
    _signature, slot = await deposit(world, user, 5 * USD)
    await world.restart_engine()
    await fork(world, slot - 1)
    await rewind(world)
    assert world.collateral_e6(address_of(user)) == 10 * USD
    state_hash = world.sequencer.exchange.state_hash()
    for path in (world.home / "journal" / "snapshots").iterdir():
        path.unlink()
    await world.restart_engine()
    for path in (world.home / "journal" / "snapshots").iterdir():
        path.unlink()
    await world.restart_engine()  # from the first record on
    assert world.sequencer.exchange.state_hash() == state_hash


async def test_without_the_checkpoint_it_waits_until_its_commands_are_final(world):
    user = await customer(world)
    world.node.ledger.finality_delay_slots = NEVER
    _signature, slot = await deposit(world, user, 5 * USD)
    (world.home / "chain" / "follower.json").unlink()
    await world.restart_engine()
    for _ in range(5):
        with pytest.raises(BadBlock, match=f"not finalized slot {slot} yet"):
            await world.follower.catch_up()
    world.node.ledger.finality_delay_slots = 0
    await follow_stubbornly(world.follower)
    await deposit(world, user, 7 * USD)
    assert not any(isinstance(row, RewindChain) for row in journaled(world))
    assert world.collateral_e6(address_of(user)) == 22 * USD
    await assert_vault_matches(world)


@pytest.mark.parametrize("is_old", [False, True])
async def test_no_lost_checkpoint_and_lagging_node_make_a_payout_come_twice(world, is_old):
    """What was paid rests on blocks that this node does not call final yet."""
    checkpoint = world.home / "chain" / "follower.json"
    old = checkpoint.read_bytes()
    lag = world.follower.followed_slot
    user = await payable(world)
    settler = world.new_settler()
    await pay(world, settler, address_of(user))
    assert await collateral(world, address_of(user), "finalized") == paid_e6()
    checkpoint.unlink()
    if is_old:
        checkpoint.write_bytes(old)
    await world.restart_engine()
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:

        def lagging(method, params, answer):
            is_final = method == "getSlot" and params[0]["commitment"] == "finalized"
            return lag if is_final else answer

        proxy.rule = lagging
        world.follower = new_follower(world.home, rpc, world.sequencer, world.facts)
        for _ in range(3):
            with pytest.raises(BadBlock, match="not finalized"):
                await world.follower.catch_up()
        proxy.rule = honest
        await follow_stubbornly(world.follower)
    await world.new_settler().step()
    assert await collateral(world, address_of(user)) == paid_e6()
    await assert_vault_matches(world)


async def test_finalized_commands_survive_a_crash(world):
    """A payout may rest on it: a node that shows another chain from there on is an alarm."""
    user = await customer(world)
    _signature, slot = await deposit(world, user, 5 * USD)

    async def is_final() -> bool:
        await world.follow()
        return world.follower.finalized_slot >= slot

    await until(is_final)
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:

        def other_from_there_on(method, params, answer):
            if method == "getBlock" and params[0] >= slot:
                answer["blockhash"] = str(Hash.hash(answer["blockhash"].encode()))
                if answer["parentSlot"] >= slot:
                    answer["previousBlockhash"] = str(
                        Hash.hash(answer["previousBlockhash"].encode())
                    )
            return answer

        proxy.rule = other_from_there_on
        crashed = new_follower(world.home, rpc, world.sequencer, world.facts)
        with pytest.raises(FinalizedForkError):
            await asyncio.wait_for(crashed.run(), 60)
    assert not any(isinstance(row, RewindChain) for row in journaled(world))
    assert world.collateral_e6(address_of(user)) == 15 * USD


async def test_without_the_checkpoint_a_journal_of_another_chain_is_an_alarm(world):
    user = await customer(world)
    slot = world.sequencer.exchange.chain_cursor[0]
    await world.wait_finalized(slot)
    (world.home / "chain" / "follower.json").unlink()
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:

        def empty(method, params, answer):
            if method == "getBlock" and params[0] == slot:
                answer["transactions"] = []
            return answer

        proxy.rule = empty
        follower = new_follower(world.home, rpc, world.sequencer, world.facts)
        with pytest.raises(FinalizedForkError, match=f"block of slot {slot} does not hold"):
            await follower.catch_up()
    assert world.collateral_e6(address_of(user)) == 10 * USD


async def test_on_finalized_blocks_there_is_never_a_rewind(world):
    await world.wait_finalized(world.sequencer.exchange.chain_cursor[0])
    world.node.ledger.finality_delay_slots = NEVER
    follower = Follower(
        world.rpc, world.sequencer, world.facts, world.home / "final", commitment="finalized"
    )
    user = await world.user()
    built = await world.builders.build(
        address_of(user), "create-margin-account", account=1, amount=USD
    )
    signature = await sign_and_send(world.rpc, built, [user])
    slot = world.node.ledger.find(bytes(Signature.from_string(signature))).slot
    wire = wire_of(world, signature)
    await follower.catch_up()
    assert world.outcomes(signature) == []
    await fork(world, slot - 1)
    await world.rpc.send(wire)
    world.node.ledger.finality_delay_slots = 0

    async def is_applied() -> bool:
        await follower.catch_up()
        return len(world.outcomes(signature)) == 1

    await until(is_applied)
    assert world.collateral_e6(address_of(user)) == USD
    assert follower.finalized_slot <= follower.followed_slot
    assert not any(isinstance(row, RewindChain) for row in journaled(world))


def another_chain(method, _params, answer):
    """The same slots with other hashes, as from a chain that has nothing to do with ours."""
    if method != "getBlock":
        return answer
    for name in ("blockhash", "previousBlockhash"):
        answer[name] = str(Hash.hash(answer[name].encode()))
    return answer


@pytest.mark.parametrize("commitment", ["confirmed", "finalized"])
async def test_a_fork_below_what_was_final_is_an_alarm_and_a_stop(world, caplog, commitment):
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        follower = Follower(
            rpc, world.sequencer, world.facts, world.home / "chain", commitment=commitment
        )

        async def has_final() -> bool:
            await follower.catch_up()
            return follower.finalized_slot > 0

        await until(has_final)
        sequence = world.sequencer.sequence
        proxy.rule = another_chain
        with pytest.raises(FinalizedForkError, match="find out which chain the node follows"):
            await asyncio.wait_for(follower.run(), 60)
    assert world.sequencer.sequence == sequence
    assert [row.message for row in caplog.records if row.levelname == "CRITICAL"] == [
        "finalized_fork"
    ]


@pytest.mark.parametrize("times", [1, 2])
async def test_a_node_that_contradicts_itself_is_waited_for(unsettled, times):
    """It gives a wrong parent now and then, but the block that we had is still there."""
    world = unsettled
    user = await customer(world)
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        follower = new_follower(world.home, rpc, world.sequencer, world.facts)
        await follower.catch_up()
        left = times

        def lie(method, params, answer):
            nonlocal left
            if method == "getBlock" and params[1]["transactionDetails"] == "full" and left:
                left -= 1
                answer["previousBlockhash"] = str(Hash.new_unique())
            return answer

        proxy.rule = lie
        while left:
            with pytest.raises(WrongParent):
                await follow_once_new(world, follower)
        proxy.rule = honest
        await follow_stubbornly(follower)
    assert not any(isinstance(row, RewindChain) for row in journaled(world))
    assert world.collateral_e6(address_of(user)) == 10 * USD


async def follow_once_new(world: World, follower: Follower) -> None:
    """Follow as soon as there is a block that was not read."""

    async def is_there() -> bool:
        return world.node.ledger.confirmed_slot > follower.followed_slot

    await until(is_there)
    await follower.catch_up()


async def test_a_cluster_that_finalizes_nothing_is_not_followed_for_ever(unsettled, monkeypatch):
    world = unsettled
    assert BLOCKS_MAX == 2048
    monkeypatch.setattr("chain.follower.marks.BLOCKS_MAX", 40)

    with pytest.raises(BadBlock, match="wait for the cluster to finalize them"):
        await until(lambda: nothing_follows(world))
    assert len(world.follower._marks.blocks) == 40
    world.node.ledger.finality_delay_slots = 0

    async def goes_on() -> bool:
        before = world.follower.followed_slot
        await follow_stubbornly(world.follower)
        return world.follower.followed_slot > before

    await until(goes_on)


async def nothing_follows(world: World) -> bool:
    await world.follow()
    return False


async def withdrawal(world: World):
    """A withdrawal whose request is processed in a block that is not final."""
    user = await customer(world)
    await world.send(
        user,
        await world.builders.build(address_of(user), "withdraw-margin", account=1, amount=4 * USD),
    )
    await world.advance(8 * 86_400)
    world.node.ledger.finality_delay_slots = NEVER
    built = await world.builders.build(
        address_of(user), "process-settlement-requests", owner=address_of(user), requests=(1,)
    )
    row = await world.send(user, built)
    assert rejected_code(row) is ErrorCode.NONE
    return user, row.command.slot


async def test_a_payout_never_rests_on_a_block_that_can_be_abandoned(world):
    user, slot = await withdrawal(world)
    mint = world.facts.collateral_mint
    have = await token_balance(world.rpc, address_of(user), mint)
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as rpc:
        settler = world.new_settler([rpc], final_slot=lambda: world.follower.finalized_slot)
        await settler.step()
        await fork(world, slot - 1)
        # the other fork is final by now, and the engine has not heard of it
        proxy.rule = lambda method, params, answer: (
            answer + NEVER if method == "getSlot" else answer
        )
        await settler.step()
        request = world.sequencer.exchange.open_settlement_requests()[0]
        assert (request.state, request.payout_signature) == (1, None)
        await rewind(world)
    world.node.ledger.finality_delay_slots = 0
    request = world.sequencer.exchange.open_settlement_requests()[0]
    assert request.state == 0  # it waits to be processed again
    settler = world.new_settler(final_slot=lambda: world.follower.finalized_slot)
    await settler.step()
    assert await token_balance(world.rpc, address_of(user), mint) == have
    await assert_vault_matches(world)


@pytest.mark.parametrize("is_late", [False, True])
async def test_a_kill_between_any_two_steps_ends_with_the_same_money(
    unsettled, tmp_path, monkeypatch, is_late
):
    """Every prefix of the journal with the checkpoint of its moment, or the one before it."""
    world = unsettled
    saved: list[tuple[int, bytes]] = []
    save = CheckpointFile.save

    def spied(file, blocks):
        save(file, blocks)
        if file.path.is_relative_to(world.home / "chain"):
            saved.append((world.sequencer.sequence, file.path.read_bytes()))

    monkeypatch.setattr(CheckpointFile, "save", spied)
    first_seq = world.sequencer.sequence
    user = await customer(world)
    signature, slot = await deposit(world, user, 5 * USD)
    wire = wire_of(world, signature)
    await send_instructions(
        world.rpc,
        [
            transfer_tokens(
                address_of(user), world.facts.collateral_vault, world.facts.collateral_mint, amount
            )
            for amount in (USD, 2 * USD)  # two commands of one block
        ],
        [user],
    )
    await world.follow()
    await fork(world, slot - 1)
    await rewind(world)
    await send_again(world, wire)
    await world.sequencer.submit(Tick())
    payloads = [record.payload for record in world.sequencer._journal.read()]
    assert sum(isinstance(decode(payload), RewindChain) for payload in payloads) == 1
    world.node.ledger.finality_delay_slots = 0
    wanted = world.collateral_e6(address_of(user)), world.vault_e6()
    assert wanted[0] == 15 * USD
    for count in range(first_seq, len(payloads) + 1):
        files = [text for seq, text in saved if seq <= count]
        home = tmp_path / f"killed-{count}"
        copy_home(home, payloads[:count], files[:-1] if is_late else files)
        assert await restarted(world, home, user) == wanted, count


def copy_home(home: Path, payloads: list[bytes], files: list[bytes]) -> None:
    journal = FileJournal(home / "journal", segment_bytes=SEGMENT_BYTES)
    journal.append_batch(payloads)
    journal.close()
    if files:
        (home / "chain").mkdir()
        (home / "chain" / "follower.json").write_bytes(files[-1])
        assert orjson.loads(files[-1])["blocks"]


async def restarted(world: World, home: Path, user) -> tuple[int, int]:
    """Start on a copy, follow through what rewinds there are; returns collateral and claims."""
    copy = dataclasses.replace(world, home=home)
    for _ in range(3):
        copy.sequencer = await open_sequencer(home, world.hands)
        copy.follower = new_follower(home, world.rpc, copy.sequencer, world.facts)
        try:
            await follow_stubbornly(copy.follower)
            return copy.collateral_e6(address_of(user)), copy.vault_e6()
        except ChainRewoundError:
            continue
        finally:
            await copy.sequencer.close()
    raise AssertionError("more than two rewinds")
