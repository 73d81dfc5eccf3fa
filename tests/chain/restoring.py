"""What the tests of restored journals share: back up, restore, recover."""

import shutil

from chain.client.facts import MINT_COLLATERAL, MINT_TOKEN
from chain.custody.earlier import EarlierPayouts
from chain.custody.outflow_stop import OutflowStop
from chain.custody.reconciler import Reconciler
from chain.custody.settler import Settler
from tests.chain.payouts import SETTLED, state_of
from tests.chain.world import World, until

NONE = {MINT_COLLATERAL: 0, MINT_TOKEN: 0}


async def back_up(world: World) -> None:
    """Copy the journal as it is at a stop."""
    await world.restart_engine()
    await world.follow()
    shutil.copytree(world.home / "journal", world.home / "backup")


async def restore(world: World) -> None:
    """Lose the journal and the signed bytes, and put the copy in the journal's place."""
    await world.sequencer.close()
    shutil.rmtree(world.home / "journal")
    shutil.rmtree(world.home / "chain" / "payouts", ignore_errors=True)
    shutil.copytree(world.home / "backup", world.home / "journal")
    await world.restart_engine()


def custody_of(world: World) -> tuple[Settler, Reconciler]:
    """The two loops as the core connects them."""
    settler = world.new_settler()
    reconciler = Reconciler(
        [world.rpc],
        world.sequencer,
        world.follower,
        OutflowStop(world.home / "custody"),
        period_s=0.01,
    )
    reconciler.earlier = EarlierPayouts(world.rpc, settler._custody.guard_bases)
    settler._may_pay = reconciler.may_pay
    return settler, reconciler


async def recovered(world: World, owners: list[bytes]) -> None:
    """Run the loops until everybody is settled; no comparison may show a difference."""
    settler, reconciler = custody_of(world)

    async def is_settled() -> bool:
        await world.follow()
        if await reconciler.compare() is not None:
            assert reconciler.differences == NONE
        await settler.step()
        return all(state_of(world, owner) == SETTLED for owner in owners)

    await until(is_settled)

    async def is_resumed() -> bool:
        await world.follow()
        await reconciler.compare()
        assert reconciler.differences == NONE
        return reconciler.may_pay()

    await until(is_resumed)
