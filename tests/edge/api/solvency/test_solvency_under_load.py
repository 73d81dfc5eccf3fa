"""GET /solvency while deposits come and payouts leave: vault and claims are of one slot."""

import asyncio
import contextlib
import itertools

from chain.client.instructions import transfer_tokens
from chain.client.wallet import address_of, send_instructions, sign_and_send
from chain.custody.outflow_stop import OutflowStop
from chain.custody.reconciler import Reconciler
from engine.core.generated.messages import RecordPayout
from tests.chain.world import until

SOLVENCY = "/express/v1/solvency"
E6 = 10**6
USERS = 4
PAYOUTS = 40
SAMPLES_MIN = 100
VAULTS_MIN = 21  # different balances: money moves between the samples


async def deposit_and_claim(world, wallet) -> None:
    """Send tokens without a command, claim them back as soon as they are booked, and again."""
    owner, facts = address_of(wallet), world.facts
    for number in itertools.count(1):
        gift = transfer_tokens(owner, facts.collateral_vault, facts.collateral_mint, number * E6)
        await send_instructions(world.rpc, [gift], [wallet])

        async def is_booked(number: int = number) -> bool:
            deposits = world.sequencer.exchange.quarantined_deposits(owner)
            return any(row.deposit_id == number for row in deposits)

        await until(is_booked)
        built = await world.builders.build(owner, "claim-deposit", deposit=number)
        await sign_and_send(world.rpc, built, [wallet])


@contextlib.asynccontextmanager
async def running(*loops):
    tasks = [asyncio.ensure_future(loop) for loop in loops]
    try:
        yield
        assert not [task for task in tasks if task.done()], tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def test_the_difference_is_zero_in_every_sample_while_money_moves(service):
    world = service.world
    wallets = [await world.user() for _ in range(USERS)]
    reconciler = Reconciler(
        [world.rpc],
        world.sequencer,
        world.follower,
        OutflowStop(world.home / "custody"),
        health=service.context.health.custody,
        period_s=0.05,
    )
    loops = [
        world.follower.run(),
        reconciler.run(),
        world.new_settler().run(),
        *(deposit_and_claim(world, wallet) for wallet in wallets),
    ]
    paid, samples, vaults = 0, [], set()

    def count(applied) -> None:
        nonlocal paid
        paid += isinstance(applied.command, RecordPayout)

    unsubscribe = world.sequencer.subscribe(count)
    async with running(*loops):
        await until(lambda: asyncio.sleep(0, service.context.health.custody.public is not None))
        while paid < PAYOUTS or len(samples) < SAMPLES_MIN or len(vaults) < VAULTS_MIN:
            body = await service.get(SOLVENCY)
            owed = sum(int(amount) for amount in body["claims"].values())
            assert int(body["vaultBalance"]) - owed == int(body["difference"])
            samples.append(body["difference"])
            vaults.add(body["vaultBalance"])
            await asyncio.sleep(0.01)
    unsubscribe()
    assert set(samples) == {"0"}


async def test_a_fresh_comparison_of_the_reconciler_is_served(service):
    world, health = service.world, service.context.health.custody
    reconciler = Reconciler(
        [world.rpc], world.sequencer, world.follower, OutflowStop(world.home / "c"), health=health
    )

    async def is_compared() -> bool:
        await world.follow()
        return await reconciler.compare() is not None

    await until(is_compared)
    before = await service.get(SOLVENCY)
    wallet = await service.trader(7_000 * E6)
    assert wallet is not None
    assert (await service.get(SOLVENCY))["claims"] == before["claims"]  # of the slot compared
    health.is_late = True  # nothing was compared for a minute: what is known at this moment
    assert (await service.get(SOLVENCY))["claims"]["margin"] == str(7_000 * E6)
