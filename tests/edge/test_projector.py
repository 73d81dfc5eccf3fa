"""The projector: exactly once, whatever happens between a batch and its acknowledgement."""

import asyncio

import asyncpg
import pytest
from solders.keypair import Keypair

from chain.wallet import address_of
from edge.projector.projector import Projector, WrongDatabaseError
from edge.store.migrate import MigrationError, migrate
from edge.store.pool import FOLDER, Store
from engine.core.generated.messages import Tick

COUNTED = (
    "trade", "market_volume", "margin_transfer", "lp_event", "user_command", "market_point",
    "pool_point", "quarantined_deposit", "settlement_request",
)  # fmt: skip


async def content(store: Store) -> dict:
    """Return every projected row, to compare two ways of getting there."""
    return {
        name: [
            tuple(row) for row in await store.pool.fetch(f"SELECT * FROM {name} ORDER BY 1, 2, 3")
        ]
        for name in COUNTED
    }


async def truncate(store: Store) -> None:
    await store.pool.execute(f"TRUNCATE projection, index_value, market_area, {', '.join(COUNTED)}")


async def history(service) -> None:
    """Make something of every kind."""
    wallet = await service.trader()
    await service.trade(wallet, 3_000_000)
    await service.trade(wallet, -5_000_000)
    user = address_of(wallet)
    builders = service.world.builders
    await service.world.send(wallet, await builders.withdraw_margin(user, 0, 10**9))
    await service.world.send(wallet, await builders.add_liquidity(user, 5 * 10**6))
    await service.settle()


async def replayed(store: Store, sequencer, queue_max: int = 100) -> Projector:
    projector = Projector(store, queue_max)
    await projector.load()
    for applied in await sequencer.read(0, 10_000):
        await projector.take_replayed(applied)
    return projector


async def run_until(projector: Projector, sequencer) -> None:
    running = asyncio.create_task(projector.run(sequencer))
    await projector.wait_for(sequencer.sequence)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_projecting_again_from_the_journal_gives_the_same_rows(service):
    await history(service)
    service.projecting.cancel()
    store, sequencer = service.context.store, service.context.sequencer
    before = await content(store)
    assert all(before[name] for name in COUNTED if name != "quarantined_deposit")
    for queue_max in (1, 7, 1_000):
        await truncate(store)
        await run_until(await replayed(store, sequencer, queue_max), sequencer)
        assert await content(store) == before
    # a replay onto a database that has everything changes nothing
    await run_until(await replayed(store, sequencer), sequencer)
    assert await content(store) == before


class LosesAcknowledgement(Store):
    """Commits, and then the connection breaks before anybody hears of it."""

    losses = 3

    async def retried(self, work):
        result = await super().retried(work)
        if self.losses:
            self.losses -= 1
            raise asyncpg.InterfaceError("connection lost after commit")
        return result


async def test_a_commit_that_was_not_heard_of_is_not_written_twice(service, monkeypatch):
    await history(service)
    service.projecting.cancel()
    store, sequencer = service.context.store, service.context.sequencer
    before = await content(store)
    await truncate(store)
    monkeypatch.setattr("edge.projector.projector.RETRY_S_MIN", 0.0)
    flaky = LosesAcknowledgement(store.pool)
    projector = await replayed(flaky, sequencer, 1_000)
    await run_until(projector, sequencer)
    assert flaky.losses == 0
    assert await content(store) == before


async def test_killed_between_batch_and_acknowledgement_it_goes_on_after_a_restart(service):
    await history(service)
    service.projecting.cancel()
    store, sequencer = service.context.store, service.context.sequencer
    before = await content(store)
    await truncate(store)
    killed = await replayed(LosesAcknowledgement(store.pool), sequencer, 1_000)
    with pytest.raises(asyncpg.InterfaceError):
        await killed._write_some()  # committed; the process ends here
    assert killed.projected_seq == 0
    restarted = Projector(store)
    assert await restarted.load() > 0
    await run_until(restarted, sequencer)
    assert await content(store) == before


async def test_a_full_queue_is_caught_up_by_reading(service):
    service.projecting.cancel()
    await asyncio.gather(service.projecting, return_exceptions=True)
    store, sequencer = service.context.store, service.context.sequencer
    small = Projector(store, queue_max=2)
    await small.load()
    sequencer.subscribe(small.take)
    for _ in range(20):
        await sequencer.submit(Tick())
    await run_until(small, sequencer)
    assert small.projected_seq == sequencer.sequence


class Broken(Store):
    """A database that is away."""

    async def retried(self, work):
        raise OSError("the database is away")


async def test_without_a_database_the_engine_goes_on(service, monkeypatch):
    sequencer = service.context.sequencer
    monkeypatch.setattr("edge.projector.projector.RETRY_S_MIN", 0.0)
    projector = Projector(Broken(service.context.store.pool), queue_max=4)
    await projector.load()
    sequencer.subscribe(projector.take)
    running = asyncio.create_task(projector.run(sequencer))
    before = sequencer.sequence
    for _ in range(10):
        await sequencer.submit(Tick())
    assert sequencer.sequence == before + 10
    assert not running.done()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_database_of_another_journal_is_refused(service):
    await service.settle()
    projector = service.context.projector
    exchange = service.context.facts.exchange
    await projector.verify(service.context.sequencer.sequence, exchange)
    with pytest.raises(WrongDatabaseError):
        await projector.verify(0, exchange)
    with pytest.raises(WrongDatabaseError):
        await projector.verify(service.context.sequencer.sequence, address_of(Keypair()))


async def test_migrations_run_once_and_are_never_edited(service, tmp_path):
    folder = tmp_path / "migrations"
    folder.mkdir()
    for path in (FOLDER / "migrations").glob("*.sql"):
        (folder / path.name).write_text(path.read_text())
    async with service.context.store.pool.acquire() as connection:
        assert await migrate(connection, folder) == []
        last = max(folder.glob("*.sql"))
        kept = last.read_text()
        last.write_text(kept + "\n")
        with pytest.raises(MigrationError, match="was changed"):
            await migrate(connection, folder)
        last.unlink()
        with pytest.raises(MigrationError, match="newer version"):
            await migrate(connection, folder)


@pytest.mark.parametrize(
    ("query", "values", "index"),
    [
        ("history.trades_of_user", (bytes(32), 9, 0, None, None, 0, 9, 50), "trade_pkey"),
        ("history.trade_stream", (9, 0, None, 0, 0, 9, 50), "trade_by_sequence"),
        ("history.transfers_of_user", (bytes(32), 9, 0, None, 0, 9, 50), "margin_transfer_pkey"),
        ("history.lp_events_of_user", (bytes(32), 9, 0, 0, 9, 50), "lp_event_pkey"),
        ("history.commands_of_user", (bytes(32), 9, 0, None, 0, 9, 50), "user_command_pkey"),
        ("series.index_before", (11, 9), "index_value_pkey"),
        ("series.market_point_before", (1, 9), "market_point_by_time"),
        ("series.pool_point_before", (9,), "pool_point_by_time"),
        ("series.volume_of_market", (1, 9), "market_volume_pkey"),
    ],
)
async def test_every_list_has_its_index(database_url, query, values, index):
    store = await Store.open(database_url)
    async with store.pool.acquire() as connection, connection.transaction():
        await connection.execute("SET LOCAL enable_seqscan = off")
        rows = await connection.fetch("EXPLAIN " + store.queries[query], *values)
    await store.close()
    assert index in "\n".join(row[0] for row in rows)
