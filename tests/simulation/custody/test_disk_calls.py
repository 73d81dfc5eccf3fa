"""Each disk call of a short run fails in each way: EIO, ENOSPC, short, misdirected, power cut.

ACRE_TEST_SIM_DISK_STRIDE says which calls: every 160th unless it is named, every one with 1.
"""

import os

import pytest

from tests.simulation.custody.strikes import count_calls, quiet_run, strike
from tests.simulation.durability.disk import FAULTS, MISDIRECTED

STRIDE = int(os.environ.get("ACRE_TEST_SIM_DISK_STRIDE", "160"))


@pytest.mark.parametrize("kind", FAULTS)
@pytest.mark.parametrize("first", range(1, STRIDE + 1, max(1, STRIDE // 2)))
def test_no_fault_of_a_single_disk_call_breaks_a_promise(kind, first):
    calls = range(first, count_calls() + 1, STRIDE)
    outcomes = [strike(call, kind) for call in calls]
    assert all(outcome.struck for outcome in outcomes)
    if kind != MISDIRECTED:
        assert not any(outcome.damage for outcome in outcomes)


def test_the_calls_are_of_every_file_that_money_rests_on():
    world = quiet_run()
    assert world.chain.forks
    assert list(world.books.payouts())
    writes = {folder for kind, folder in world.disk.seen if kind == "write"}
    assert writes == {"journal", "snapshots", "follower", "payouts"}
    kinds = {kind for kind, _folder in world.disk.seen}
    assert kinds == {"create", "write", "fsync", "rename", "unlink", "mkdir"}
