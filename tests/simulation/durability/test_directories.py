"""A file that has to be there after a crash is in a directory that is there, too."""

import random

import pytest

from chain.client.facts import ChainFacts
from chain.client.wallet import load_or_create_key
from chain.custody.hot_keys import former_hot_keys
from chain.custody.outflow_stop import OutflowStop
from chain.custody.payout import PayoutFiles, SignedPayout
from chain.follower.blocks import BlockMark
from chain.follower.checkpoint import CheckpointFile
from chain.follower.marks import Worked
from tests.simulation.durability.clock import Tasks
from tests.simulation.durability.disk import Disk

FACTS = ChainFacts(
    chain_name="localnet",
    genesis=bytes(32),
    exchange=bytes(32),
    vault_authority=bytes(32),
    collateral_mint=bytes(32),
    token_mint=bytes(32),
)
BLOCKS = [Worked(BlockMark(1, "hash"), (1, 0, 0))]
SAVED = {
    "a checkpoint": lambda home: CheckpointFile(home / "f" / "x.json", FACTS).save(BLOCKS),
    "a payout": lambda home: PayoutFiles(home / "p").save((bytes(32), 1), SignedPayout(b"", 1)),
    "a stop of outflows": lambda home: OutflowStop(home / "c").set({1: 1}, 1),
    "a key": lambda home: load_or_create_key(home / "keys" / "operator.json"),
    "the hot keys": lambda home: former_hot_keys(home / "keys" / "deep", bytes(32), ()),
}


@pytest.mark.parametrize("what", SAVED)
def test_no_crash_takes_a_saved_file_with_its_directory(tmp_path, what):
    home = tmp_path / "home"
    home.mkdir()
    disk = Disk(random.Random(1), home)
    with disk.patched():
        Tasks().context.run(SAVED[what], home)
    assert disk.calls
    assert not disk.names
    assert not disk.unsynced
