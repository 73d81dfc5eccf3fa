"""The settlement job: whose turn it is. What becomes of a request: tests/chain/test_custody.py."""

from types import SimpleNamespace

from chain.keepers.settlement import SettlementJob
from chain.wallet import address_of
from engine.core.generated.messages import WithdrawMargin
from tests.chain.world import DAY_S
from tests.engine.core.test_dead_market import waiting
from tests.engine.core.test_removal import KEEPER, LP, TRADER

USD = 10**6


async def requester(world, count: int) -> bytes:
    """Return the address of a wallet that has asked for so many withdrawals."""
    wallet = await world.user()
    owner, builders = address_of(wallet), world.builders
    await world.send(wallet, await builders.create_margin_account(owner, 1, 100 * USD))
    for _ in range(count):
        await world.send(wallet, await builders.withdraw_margin(owner, 1, USD))
    return owner


async def test_the_owner_of_the_oldest_mature_request_comes_first(world):
    job = SettlementJob(world.sequencer, world.builders, address_of(world.keys.keeper))
    clock = world.sequencer.clock
    first = await requester(world, 9)
    await world.advance(3_600)
    second = await requester(world, 1)
    assert list(job.due(clock.now_s())) == []
    await world.advance(DAY_S - 3_000)
    assert list(job.due(clock.now_s())) == [first]
    await world.advance(3_600)
    assert list(job.due(clock.now_s())) == [first, second]
    built = await job.build(first)
    assert b"requests 1,2,3,4,5,6,7,8\n" in built.tx
    assert b"requests 1\n" in (await job.build(second)).tx


def test_a_removal_is_left_out_while_it_would_wait_for_a_late_print():
    """Nothing is sent for what the engine would skip; a withdrawal of the same age is sent."""
    world = waiting()
    world.chain(WithdrawMargin, TRADER, account_id=1, amount_e6=USD)
    job = SettlementJob(SimpleNamespace(exchange=world.exchange), None, KEEPER)
    world.now_s += DAY_S + 1
    assert job.due(world.now_s) == [TRADER]
    world.post(102 * 10**8)
    assert job.due(world.now_s) == [TRADER, LP]
