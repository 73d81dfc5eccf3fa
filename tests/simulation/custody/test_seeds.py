"""The chain forks, nodes lie late, disks and machines break under a seed; money stays exact.

ACRE_TEST_SIM_SEEDS says how many seeds (50), ACRE_TEST_SIM_FIRST_SEED which is the first (0).
"""

import pytest

from tests.simulation.custody.planted import LIKELY, LIKELY_ELSE, PLANTED
from tests.simulation.custody.runs import SIMULATION, run
from tests.simulation.durability.test_seeds import AT_ONCE, FIRST, PLANT_SEEDS, SEEDS, live
from tests.simulation.durability.world import Wrong


@pytest.mark.parametrize("first", range(FIRST, FIRST + SEEDS, AT_ONCE // 2))
def test_no_seed_loses_a_deposit_or_pays_twice(first):
    worlds = live(SIMULATION, first, AT_ONCE // 2)
    assert all(world.chain.landed for world in worlds)
    assert all(world.books.checks > 10 for world in worlds)
    assert len(worlds) == 1 or any(list(world.books.payouts()) for world in worlds)


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_wrong_is_found(name):
    likely = LIKELY.get(name, LIKELY_ELSE)
    for seed in sorted(range(PLANT_SEEDS), key=lambda seed: seed != likely):
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
        assert one.chain.landed == two.chain.landed


def test_seeds_break_what_they_should():
    worlds = [run(seed) for seed in (0, 2, 4, 5)]
    assert sum(world.chain.forks for world in worlds) > 4
    assert any("ChainRewoundError" in line for world in worlds for line in world.history)
    assert sum(world.disk.errors for world in worlds) > 0
    assert {world.commitment for world in worlds} == {"confirmed", "finalized"}
