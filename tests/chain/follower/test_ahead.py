"""Blocks in batches: fetched ahead within a bound, and applied once whatever fails between."""

import asyncio
import threading
import time

import pytest
from solders.hash import Hash

from chain.client.errors import ChainError
from chain.client.wallet import address_of
from chain.follower import ahead as module
from chain.follower.ahead import AHEAD_MAX, BATCH_BLOCKS, fetched_ahead
from chain.follower.blocks import BadBlock, read_block
from chain.follower.checkpoint import CheckpointFile
from chain.follower.endpoints import Endpoints, EndpointsDisagree
from chain.follower.signatures import verified
from engine.sequencer import SequencerOverloadedError
from tests.chain.fault_proxy import FaultProxy
from tests.chain.follower.test_checkpoint_disk import Disk, deposit
from tests.chain.follower.test_forks import (
    NEVER,
    copy_home,
    customer,
    follow_stubbornly,
    fork,
    restarted,
    rewind,
)
from tests.chain.follower.test_hostile import block_of, example_facts, meta_of
from tests.chain.follower.test_signatures import EXAMPLES

USD = 10**6
BLOCKS = 4  # with a command each, in one batch


class Source:
    """Endpoints that count what was asked for; `gates` hold answers back."""

    def __init__(self) -> None:
        self.facts = example_facts()
        self.asked: list[int] = []
        self.cancelled: list[int] = []
        self.broken: set[int] = set()
        self.answers: dict[int, list[object]] = {}
        self.gate = asyncio.Event()
        self.gate.set()

    async def fetch(self, slot):
        self.asked.append(slot)
        try:
            await self.gate.wait()
        except asyncio.CancelledError:
            self.cancelled.append(slot)
            raise
        if slot in self.broken:
            raise ChainError("NODE_UNAVAILABLE")
        return self.answers.get(slot, [None])

    open = Endpoints.open
    read = Endpoints.read


async def settled() -> None:
    for _ in range(20):
        await asyncio.sleep(0.001)


async def test_blocks_come_in_order_and_never_more_than_the_bound_are_held():
    source, slots = Source(), list(range(7, 99))
    got: list[int] = []
    async for some in fetched_ahead(source, slots):
        await settled()
        assert len(some) <= BATCH_BLOCKS * AHEAD_MAX
        assert len(source.asked) - len(got) <= 2 * BATCH_BLOCKS * AHEAD_MAX
        got += [row.slot for row in some]
    assert got == slots
    assert source.asked == slots


async def test_the_next_blocks_are_asked_for_while_the_first_are_worked_off():
    source = Source()
    ahead = fetched_ahead(source, range(100))
    first = await anext(ahead)
    await settled()
    assert [row.slot for row in first] == list(range(len(first)))
    asked = len(first) + BATCH_BLOCKS * AHEAD_MAX
    assert len(source.asked) == asked
    source.gate.clear()
    await anext(ahead)
    await settled()
    await ahead.aclose()
    await settled()
    assert source.cancelled == source.asked[asked:]
    assert source.cancelled


async def test_batches_that_became_ready_meanwhile_are_handed_over_together():
    source = Source()
    ahead = fetched_ahead(source, range(100))
    first = await anext(ahead)
    await settled()
    start = len(first)
    assert len(await anext(ahead)) == BATCH_BLOCKS * AHEAD_MAX
    start += BATCH_BLOCKS * AHEAD_MAX
    source.broken = {start + BATCH_BLOCKS}
    await settled()
    assert [row.slot for row in await anext(ahead)] == list(range(start, start + BATCH_BLOCKS))
    with pytest.raises(ChainError):
        await anext(ahead)


async def test_a_failure_ahead_is_raised_in_its_turn():
    source = Source()
    source.broken = {2 * BATCH_BLOCKS}
    ahead = fetched_ahead(source, range(100))
    got: list[int] = []
    try:
        async for some in ahead:
            got += [row.slot for row in some]
    except ChainError:
        got.append(-1)
    assert got == [*range(2 * BATCH_BLOCKS), -1]
    assert await anext(ahead, None) is None


async def test_a_bad_block_is_raised_in_its_turn_and_hides_no_other():
    """Blocks are read ahead: what one of them is, is said when those before it are applied."""
    source, one, other = Source(), block_of(), block_of(previous=str(Hash(bytes([1]) * 32)))
    source.answers = {1: [one], 2: [{}], 3: [one, other], 4: [one, one]}
    (some,) = [some async for some in fetched_ahead(source, range(5))]
    assert some[0].read() is None
    for slot in (1, 4):
        assert some[slot].read() == read_block(slot, one, None, source.facts)
    with pytest.raises(BadBlock, match="malformed"):
        some[2].read()
    with pytest.raises(EndpointsDisagree):
        some[3].read()


async def test_one_batch_at_a_time_is_verified(monkeypatch):
    """Further threads would take the processor from the loop."""
    source, busy, most = Source(), threading.Semaphore(1), []

    def slowly(raws):
        most.append(busy.acquire(blocking=False))
        time.sleep(0.01)
        busy.release()
        return verified(raws)

    monkeypatch.setattr(module, "verified", slowly)
    block = block_of(*((raw, meta_of()) for raw in EXAMPLES))
    source.answers = {slot: [block] for slot in range(40)}
    got = [row async for some in fetched_ahead(source, range(40)) for row in some]
    assert [len(row.read().found) for row in got] == [len(EXAMPLES)] * 40
    assert most == [True] * 8


async def test_without_slots_nothing_is_asked_for():
    assert [some async for some in fetched_ahead(Source(), [])] == []


@pytest.fixture
async def unsettled(world):
    """A chain that finalizes nothing by itself."""
    world.node.ledger.finality_delay_slots = NEVER
    return world


async def deposits(world, count=BLOCKS):
    """Return a customer and the slots of deposits that landed in blocks of their own."""
    user = await customer(world)
    slots: list[int] = []
    for number in range(1, count + 1):
        signature = await deposit(world, user, number * USD)
        status = (await world.rpc.signature_statuses([signature]))[0]
        slots.append(status["slot"])
    assert len(set(slots)) == count
    return user, slots


@pytest.fixture
def one_batch(monkeypatch):
    monkeypatch.setattr(module, "BATCH_BLOCKS", 64)


@pytest.mark.usefixtures("one_batch")
@pytest.mark.parametrize("is_forked", [False, True])
async def test_a_kill_between_any_two_commands_of_a_batch_ends_with_the_same_money(
    unsettled, tmp_path, monkeypatch, is_forked
):
    world = unsettled
    saved: list[tuple[int, bytes]] = []
    save = CheckpointFile.save

    def spied(file, blocks):
        save(file, blocks)
        if file.path.is_relative_to(world.home / "chain"):
            saved.append((world.sequencer.sequence, file.path.read_bytes()))

    user, slots = await deposits(world)
    first_seq = world.sequencer.sequence
    monkeypatch.setattr(CheckpointFile, "save", spied)
    await world.follow()
    assert world.collateral_e6(address_of(user)) == 20 * USD
    assert {seq for seq, _file in saved[:1]} == {first_seq}, "one file before the first command"
    payloads = [record.payload for record in world.sequencer._journal.read()]
    assert len(payloads) == first_seq + BLOCKS
    wanted = (20 * USD, world.vault_e6())
    if is_forked:
        await fork(world, slots[2] - 1)
        await rewind(world)
        wanted = (13 * USD, world.vault_e6())
        assert world.collateral_e6(address_of(user)) == wanted[0]
    for count in range(first_seq, len(payloads) + 1):
        files = [text for seq, text in saved if seq <= count]
        home = tmp_path / f"killed-{count}"
        copy_home(home, payloads[:count], files[:1])
        assert await restarted(world, home, user) == wanted, count


@pytest.mark.usefixtures("one_batch")
async def test_a_command_that_finds_no_room_is_submitted_again(world, monkeypatch):
    """The blocks before it count as followed; what the engine has is not submitted twice."""
    user, slots = await deposits(world)
    monkeypatch.setattr("chain.follower.follower.SUBMIT_MAX", 1)
    submit, calls = world.sequencer.submit_all, []

    async def full_at_the_third(commands, read):
        calls.append(commands)
        if len(calls) == 3:
            raise SequencerOverloadedError("no room")
        return await submit(commands, read)

    monkeypatch.setattr(world.sequencer, "submit_all", full_at_the_third)
    with pytest.raises(SequencerOverloadedError):
        await world.follower.catch_up()
    assert slots[1] <= world.follower.followed_slot < slots[2]
    assert world.collateral_e6(address_of(user)) == 13 * USD
    await world.follow()
    assert world.collateral_e6(address_of(user)) == 20 * USD
    assert len(calls) == BLOCKS + 1


@pytest.mark.usefixtures("one_batch")
async def test_blocks_before_a_bad_one_are_applied(world, monkeypatch):
    user, slots = await deposits(world)
    async with FaultProxy(world.rpc.url) as proxy:
        monkeypatch.setattr(proxy, "rule", lambda *row: _bad_at(slots[2], *row))
        rpc = world.follower._endpoints.rpcs[0]
        monkeypatch.setattr(rpc, "url", proxy.url)
        with pytest.raises(BadBlock):
            await world.follower.catch_up()
        assert slots[1] <= world.follower.followed_slot < slots[2]
        assert world.collateral_e6(address_of(user)) == 13 * USD
    monkeypatch.undo()
    await world.follow()
    assert world.collateral_e6(address_of(user)) == 20 * USD


def _bad_at(slot, method, params, answer):
    if method == "getBlock" and params[0] == slot:
        answer["blockhash"] = 5
    return answer


@pytest.mark.usefixtures("one_batch")
async def test_without_a_checkpoint_only_final_blocks_of_a_batch_are_applied(world, monkeypatch):
    disk = Disk(monkeypatch)
    user, slots = await deposits(world)
    disk.is_full = True
    blockhash = Endpoints.blockhash

    async def until_the_second(_endpoints):
        return slots[1]

    async def confirmed(endpoints, slot, _commitment):
        return await blockhash(endpoints, slot, "confirmed")

    with monkeypatch.context() as patch:
        patch.setattr(Endpoints, "finalized", until_the_second)
        patch.setattr(Endpoints, "blockhash", confirmed)
        with pytest.raises(BadBlock, match="wait until it is final"):
            await world.follower.catch_up()
    assert world.collateral_e6(address_of(user)) == 13 * USD
    disk.is_full = False
    await follow_stubbornly(world.follower)
    assert world.collateral_e6(address_of(user)) == 20 * USD
