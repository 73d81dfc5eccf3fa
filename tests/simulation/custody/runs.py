"""A run of one seed of the world with a chain."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from chain import worker as worker_module
from chain.builders import fees as fees_module
from chain.client import wallet as wallet_module
from chain.custody import queue as queue_module
from chain.custody import reclaimer as reclaimer_module
from chain.custody import reconciler as reconciler_module
from chain.custody import settler as settler_module
from chain.custody.earlier import EarlierPayouts
from chain.custody.reclaimer import Reclaimer
from chain.custody.runway import Runway
from chain.follower import checkpoint as checkpoint_module
from chain.follower import follower as follower_module
from chain.keepers.settlement import SettlementJob
from tests.simulation.custody.start import short_chain
from tests.simulation.custody.world import CustodyWorld, chain_faults_of
from tests.simulation.durability.runs import Simulation
from tests.simulation.durability.world import Fault, faults_of

CLOCKS = (
    worker_module, fees_module, wallet_module, queue_module, reclaimer_module, reconciler_module,
    settler_module, checkpoint_module, follower_module,
)  # fmt: skip
RETENTION_S = 3  # of guards, instead of 14 days
EXPIRY_BLOCKS = 60  # more than a blockhash lives and blocks wait to be final
KEEPER_RULES = {"period_s": 4, "pause_first_s": 2, "pause_max_s": 8}


@contextmanager
def chain_patches(world: Any) -> Iterator[None]:
    """Put the simulation in the place of the clocks of the chain's half."""
    now = world.loop.time

    def wall_s() -> float:
        return world.wall_ns() / 10**9

    rules = patch.multiple("chain.keepers.keeper", PAUSE_FIRST_ROUNDS=1, PAUSE_MAX_ROUNDS=2)
    job = patch.object(
        SettlementJob, "rules", type(SettlementJob.rules)(
            name="keeper", pause_done_s=0, waits_for=SettlementJob.rules.waits_for, **KEEPER_RULES
        ),
    )  # fmt: skip
    patches = [
        *(patch.object(module, "monotonic", now) for module in CLOCKS),
        patch.object(settler_module, "time", wall_s),
        patch.object(EarlierPayouts.__init__, "__defaults__", (now,)),
        patch.object(Runway.__init__, "__defaults__", (now,)),
        patch.object(Reclaimer.__init__, "__defaults__", (wall_s,)),
        patch.object(reclaimer_module, "RETENTION_S", RETENTION_S),
        patch.object(reclaimer_module, "EXPIRY_BLOCKS", EXPIRY_BLOCKS),
        rules,
        job,
        short_chain(),
    ]
    with ExitStack() as stack:
        for one in patches:
            stack.enter_context(one)
        yield


def _faults(seed: int, kind: str) -> list[Fault]:
    return chain_faults_of(seed, faults_of(seed, kind))


SIMULATION = Simulation(CustodyWorld, _faults, chain_patches)
run = SIMULATION.run
