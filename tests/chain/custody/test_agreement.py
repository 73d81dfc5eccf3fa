"""Two endpoints that must agree: whichever of them lies, lags or is silent, nothing is guessed."""

import asyncio
import base64

import pytest
from solders.hash import Hash
from solders.signature import Signature

from chain.client.rpc import Rpc
from chain.client.wallet import address_of, sign_and_send
from chain.follower.blocks import BadBlock
from chain.follower.endpoints import EndpointsDisagree
from chain.follower.follower import Follower
from engine.core.generated.messages import RewindChain, decode
from engine.schema.errors import ErrorCode
from tests.chain.fault_proxy import Down, FaultProxy, honest
from tests.chain.world import SLOT_MS, rejected_code, until

USD = 10**6
MAGIC = b"Acre v1"


def of_commands(change):
    """A rule that changes the rows of getBlock that hold a command of ours."""

    def rule(method, params, answer):
        if method == "getBlock" and params[1]["transactionDetails"] == "full":
            rows = answer["transactions"]
            ours = [row for row in rows if MAGIC in base64.b64decode(row["transaction"][0])]
            for row in ours:
                change(rows, row)
        return answer

    return rule


def _hides_it(rows, row):
    rows.remove(row)


def _calls_it_failed(_rows, row):
    row["meta"]["err"] = {"InstructionError": [0, {"Custom": 1}]}


def _garbles_it(_rows, row):
    row["transaction"][0] = base64.b64encode(b"\x01" + bytes(200)).decode()


def _changes_the_balance(_rows, row):
    for balance in row["meta"]["postTokenBalances"]:
        amount = balance["uiTokenAmount"]
        amount["amount"] = str(int(amount["amount"]) + 1)


def _moves_it(rows, row):
    rows.remove(row)
    rows.extend([{"transaction": ["AQ==", "base64"], "meta": None}, row])


def _names_other_blocks(method, _params, answer):
    if method == "getBlock":
        for name in ("blockhash", "previousBlockhash"):
            if name in answer:
                answer[name] = str(Hash.hash(answer[name].encode()))
    return answer


def _names_another_parent(method, _params, answer):
    if method == "getBlock" and "parentSlot" in answer:
        answer["parentSlot"] -= 1
    return answer


def _down(_method, _params, _answer):
    raise Down


LIES = {
    "hides": of_commands(_hides_it),
    "fails": of_commands(_calls_it_failed),
    "garbles": of_commands(_garbles_it),
    "balance": of_commands(_changes_the_balance),
    "moves": of_commands(_moves_it),
    "other blocks": _names_other_blocks,
    "other parent": _names_another_parent,
}


async def follow_pair(world, rpcs) -> Follower:
    follower = Follower(
        rpcs, world.sequencer, world.facts, world.home / "chain", poll_s=SLOT_MS / 1000
    )
    await follower.catch_up()
    return follower


async def deposit(world) -> str:
    user = await world.user()
    built = await world.builders.build(
        address_of(user), "create-margin-account", account=1, amount=USD
    )
    return await sign_and_send(world.rpc, built, [user])


async def assert_applied_once(world, signature) -> None:
    async def is_applied() -> bool:
        return len(world.outcomes(signature)) == 1

    await until(is_applied)
    assert rejected_code(world.outcome(signature)) is ErrorCode.NONE
    records = [decode(record.payload) for record in world.sequencer._journal.read()]
    assert not any(isinstance(row, RewindChain) for row in records)


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("is_first", [True, False])
async def test_a_lie_of_one_holds_the_block_until_it_is_taken_back(world, caplog, lie, is_first):
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as liar:
        rpcs = (liar, world.rpc) if is_first else (world.rpc, liar)
        follower = await follow_pair(world, rpcs)
        proxy.rule = LIES[lie]
        sequence = world.sequencer.sequence
        signature = await deposit(world)
        running = asyncio.create_task(follower.run())

        async def is_noticed() -> bool:
            return "endpoints_disagree" in [row.message for row in caplog.records]

        try:
            await until(is_noticed)
            await node_goes_on(world, 10)
            assert world.outcomes(signature) == []
            assert world.sequencer.sequence == sequence
            assert "the two endpoints disagree about" in follower.trouble
            proxy.rule = honest
            await assert_applied_once(world, signature)
        finally:
            running.cancel()
            await asyncio.wait([running])


async def node_goes_on(world, slots: int) -> None:
    """Wait for so many more slots."""
    start = world.node.ledger.confirmed_slot

    async def has_gone_on() -> bool:
        return world.node.ledger.confirmed_slot > start + slots

    await until(has_gone_on)


def _old_tip(method, _params, answer):
    return max(0, answer - 500) if method == "getSlot" else answer


@pytest.mark.parametrize("rule", [_down, _old_tip])
@pytest.mark.parametrize("is_first", [True, False])
async def test_silence_or_lag_of_one_is_waited_for(world, monkeypatch, rule, is_first):
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as other:
        rpcs = (other, world.rpc) if is_first else (world.rpc, other)
        follower = await follow_pair(world, rpcs)
        proxy.rule = rule
        signature = await deposit(world)
        running = asyncio.create_task(follower.run())
        try:
            await node_goes_on(world, 20)
            assert world.outcomes(signature) == []
            assert not running.done()
            assert not follower.is_stuck
            monkeypatch.setattr("chain.follower.follower.STUCK_S", 0.0)
            assert follower.is_stuck == (rule is _down)
            proxy.rule = honest
            await assert_applied_once(world, signature)

            async def goes_on() -> bool:
                return not follower.is_stuck and follower.trouble == ""

            await until(goes_on)
        finally:
            running.cancel()
            await asyncio.wait([running])


@pytest.mark.parametrize("is_first", [True, False])
async def test_a_slot_that_only_one_calls_skipped_is_a_disagreement(world, is_first):
    """Each answers for itself: the block is there for one and skipped for the other."""
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as other:
        follower = await follow_pair(world, (world.rpc, other))
        slot = follower.followed_slot + 1
        await world.wait_height(world.node.ledger.timeline.block_height(slot) + 1)
        endpoints = follower._endpoints
        opened = endpoints.open(slot, await endpoints.fetch(slot))
        assert None not in opened
        opened[0 if is_first else 1] = None
        with pytest.raises(EndpointsDisagree, match=f"the block of slot {slot}"):
            endpoints.read(slot, opened)
        assert endpoints.read(slot, endpoints.open(slot, [None, None])) is None


async def test_blocks_that_the_first_leaves_out_show_in_the_next_ones_parent(world):
    """It lists every second block only, and even changes their parents to fit."""
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as liar:
        follower = await follow_pair(world, (liar, world.rpc))
        hidden = await deposit(world)
        slot = world.node.ledger.find(bytes(Signature.from_string(hidden))).slot

        def without_it(method, _params, answer):
            if method == "getBlocks":
                return [number for number in answer if number != slot]
            if method == "getBlock" and answer["parentSlot"] == slot:
                before = world.node.ledger.timeline.parent(slot)
                answer["parentSlot"] = before
                answer["previousBlockhash"] = str(Hash(world.node.ledger.blockhashes.of(before)))
            return answer

        await world.wait_finalized(slot + 1)  # there is a next one
        proxy.rule = without_it
        with pytest.raises(BadBlock):
            await follower.catch_up()
        assert follower.followed_slot == slot - 1
        assert world.outcomes(hidden) == []
        proxy.rule = honest
        await follower.catch_up()
        await assert_applied_once(world, hidden)


async def test_one_on_another_fork_is_waited_for_and_both_are_followed(world):
    """Of a fork that one of them says there is nothing is believed."""
    async with FaultProxy(world.node.url) as proxy, Rpc(proxy.url) as liar:
        follower = await follow_pair(world, (world.rpc, liar))
        signature = await deposit(world)
        await follower.catch_up()
        assert len(world.outcomes(signature)) == 1
        proxy.rule = _names_other_blocks
        await world.wait_finalized(follower.followed_slot + 1)
        for _ in range(4):
            with pytest.raises(BadBlock):
                await follower.catch_up()
        proxy.rule = honest
        await follower.catch_up()
        await assert_applied_once(world, signature)
