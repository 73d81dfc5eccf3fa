"""A core never starts on a lost or older journal unnoticed: files and chain know of more."""

import asyncio
import json
import shutil
from dataclasses import replace
from types import SimpleNamespace

import pytest

from chain import known_end
from chain.client.wallet import address_of
from chain.genesis import ensure_genesis
from chain.known_end import known_by_roots
from engine.journal import ExpectedEnd, JournalShortError
from tests.chain.proof.test_poster import Wall, posted, poster_of
from tests.chain.world import SEED_E6, genesis_settings, small_catalogue


async def start(world, accepted=None):
    """Start as a core does, on what lies in the directories."""
    settings = replace(
        genesis_settings(world.home, SEED_E6), expected_end=ExpectedEnd(accepted=accepted)
    )
    return await ensure_genesis(world.sequencer, world.rpc, settings, small_catalogue())


async def lose_journal(world):
    await world.sequencer.close()
    shutil.rmtree(world.home / "journal")
    await world.restart_engine()


async def test_keys_and_chain_alone_know_of_a_lost_journal(world):
    await lose_journal(world)
    for path in world.home.iterdir():
        if path.name not in ("journal", "keys", "node"):
            shutil.rmtree(path)
    for accepted in (None, 1, 99):
        with pytest.raises(JournalShortError, match=r"the vault .* knows of command 1"):
            await start(world, accepted)
    assert world.sequencer.sequence == 0
    facts, _keys = await start(world, accepted=0)
    assert facts.exchange != world.facts.exchange
    again, _keys = await start(world)
    assert again == facts


@pytest.mark.parametrize("name", ["custody/vault.json", "chain/follower.json"])
async def test_a_file_of_the_core_knows_of_a_lost_journal(world, name, monkeypatch):
    async def nothing(*_):
        return {}

    monkeypatch.setattr("chain.genesis.known_by_vault", nothing)
    path = world.home / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}")
    await lose_journal(world)
    with pytest.raises(JournalShortError, match=f"the file .*{name} knows"):
        await start(world)


async def test_a_root_on_the_chain_knows_of_an_older_journal(world):
    await world.restart_engine()
    shutil.copytree(world.home / "journal", world.home / "backup")
    end = world.sequencer.sequence
    await world.advance(60)
    root = await posted(poster_of(world, Wall()))
    assert root.memo.sequence > end
    await world.sequencer.close()
    shutil.rmtree(world.home / "journal")
    shutil.rmtree(world.home / "roots")
    shutil.copytree(world.home / "backup", world.home / "journal")
    await world.restart_engine()
    with pytest.raises(JournalShortError, match=f"state root .* on the chain .*{end + 1}"):
        await start(world)
    assert world.sequencer.sequence == end
    await start(world, accepted=end)
    await start(world)  # remembered


async def test_a_root_in_a_file_knows_of_an_older_journal(world):
    roots = world.home / "roots"
    roots.mkdir()
    await start(world)
    for name in ("posted.root", "pending.root"):
        (roots / name).write_text(json.dumps({"sequence": world.sequencer.sequence + 7}) + "\n")
        with pytest.raises(JournalShortError, match="the state root in "):
            await start(world)
        (roots / name).unlink()
    (roots / "posted.root").write_text("no line of JSON")
    await start(world)


async def test_a_root_of_a_stranger_knows_nothing(world):
    await world.advance(60)
    await posted(poster_of(world, Wall()))
    assert await known_by_roots(world.rpc, world.facts, address_of(world.keys.faucet)) == {}


async def test_strangers_who_write_to_the_roots_address_hold_up_no_start(monkeypatch, caplog):
    asked = 0

    class Slow:
        async def read(self, method, _params):
            nonlocal asked
            if method == "getSignaturesForAddress":
                return [{"signature": f"s{number}", "err": None} for number in range(1_000)]
            asked += 1
            return await asyncio.sleep(3_600)

    monkeypatch.setattr(known_end, "ROOTS_MAX_S", 0.1)
    facts = SimpleNamespace(exchange=bytes(32), chain_name="localnet")
    assert await known_end.known_by_roots(Slow(), facts, bytes(32)) == {}
    assert asked == 16
    assert "roots_not_read" in caplog.text
