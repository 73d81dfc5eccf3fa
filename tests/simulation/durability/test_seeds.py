"""Writers, disks, networks and databases break under a seed; nothing acknowledged is lost.

ACRE_TEST_SIM_SEEDS says how many seeds (50), ACRE_TEST_SIM_FIRST_SEED which is the first (0).
"""

import os

import pytest

from tests.simulation.durability.clock import Stuck
from tests.simulation.durability.planted import PLANTED
from tests.simulation.durability.runs import SIMULATION, run
from tests.simulation.durability.world import CLUSTER, FILES, Wrong

FIRST = int(os.environ.get("ACRE_TEST_SIM_FIRST_SEED", "0"))
SEEDS = int(os.environ.get("ACRE_TEST_SIM_SEEDS", "50"))
AT_ONCE = 10
PLANT_SEEDS = 40  # in which a planted wrong must be found


def live(simulation, first, count=AT_ONCE):
    """Run the seeds of one test; a failure has the fewest faults that do it."""
    worlds = []
    for seed in range(first, min(first + count, FIRST + SEEDS)):
        try:
            worlds.append(simulation.run(seed))
        except (Wrong, Stuck) as wrong:
            faults = "\n".join(map(str, simulation.shortest(seed)))
            wrong.add_note(f"The fewest faults that do it:\n{faults}")
            raise
    return worlds


@pytest.mark.parametrize("first", range(FIRST, FIRST + SEEDS, AT_ONCE))
def test_no_seed_loses_doubles_or_mixes_up_a_command(first):
    worlds = live(SIMULATION, first)
    assert sum(len(world.acknowledged) for world in worlds) > 100 * len(worlds)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_wrong_is_found(name):
    for seed in range(PLANT_SEEDS):
        try:
            with PLANTED[name]():
                run(seed)
        except Wrong:
            return
    raise AssertionError(f"{PLANT_SEEDS} seeds did not find {name}")


def test_a_seed_is_the_same_history_each_time():
    for seed in (0, 1):
        one, two = run(seed), run(seed)
        assert list(one.history) == list(two.history)
        assert (one.acknowledged, one.loop.steps) == (two.acknowledged, two.loop.steps)
        assert one.kind == (FILES, CLUSTER)[seed]


def test_seeds_break_what_they_should():
    worlds = [run(seed) for seed in range(8)]
    starts = [machine.starts for world in worlds for machine in world.writers]
    assert sum(starts) > 2 * len(starts)
    assert sum(world.disk.errors for world in worlds) > 0
    assert any(world.unknown for world in worlds)
    assert any("LeaseLost" in line for world in worlds for line in world.history)
