"""The projector: exactly once, whatever happens between a batch and its acknowledgement."""

import asyncio
from contextlib import suppress

import asyncpg
import pytest
from solders.keypair import Keypair

from chain.client.wallet import address_of
from edge.projector.collect import collect
from edge.projector.projector import Projector, WrongDatabaseError
from edge.projector.rows.batch import Batch
from edge.store.migrate import MigrationError, migrate
from edge.store.pool import FOLDER, Store
from edge.store.tables import LiquidationRow
from engine.core.exchange import Exchange
from engine.core.generated.messages import (
    SettlementProcessed,
    SettlementRequestCreated,
    Tick,
    decode,
)
from engine.sequencer import Applied
from tests.engine.core.perps.test_auto_deleveraging import insolvent
from tests.engine.core.state.test_hostile_snapshots import ruined
from tests.engine.core.state.test_snapshot import stream
from tests.engine.core.support.world import wallet as wallet_of
from tests.reference.world import USERS

COUNTED = (
    "trade", "market_volume", "margin_transfer", "lp_event", "user_command", "market_point",
    "pool_point", "quarantined_deposit", "settlement_request", "liquidation", "wallet_ledger",
    "position_realized",
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
    await service.world.send(
        wallet, await builders.build(user, "withdraw-margin", account=0, amount=10**9)
    )
    await service.world.send(wallet, await builders.build(user, "add-liquidity", amount=5 * 10**6))
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
    quiet = ("quarantined_deposit", "liquidation")
    assert all(before[name] for name in COUNTED if name not in quiet)
    for queue_max in (1, 7, 1_000):
        await truncate(store)
        await run_until(await replayed(store, sequencer, queue_max), sequencer)
        assert await content(store) == before
    # a replay onto a database that has everything changes nothing
    await run_until(await replayed(store, sequencer), sequencer)
    assert await content(store) == before


class LosesAcknowledgement(Store):
    """Commits, and then the connection breaks before the reply."""

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
        (
            "history.liquidations_of_user",
            (bytes(32), 9, 0, None, None, 0, 9, 50),
            "liquidation_pkey",
        ),
        (
            "history.perp_orders_of_user",
            (bytes(32), 9, 0, None, None, 0, 9, 50),
            "perp_order_event_pkey",
        ),
        ("history.auctions_of_market", (1, 9, 0, 0, 9, 50), "auction_pkey"),
        ("history.liquidations", (9, 0, None, 0, 9, 50), "liquidation_by_sequence"),
        ("history.commands_of_user", (bytes(32), 9, 0, None, 0, 9, 50), "user_command_pkey"),
        ("series.index_before", (11, 9), "index_value_pkey"),
        ("series.market_point_before", (1, 9), "market_point_by_time"),
        ("series.pool_point_before", (9,), "pool_point_by_time"),
        ("series.volume_of_market", (1, 9), "market_volume_pkey"),
        ("pool_return.boundary", (9,), "market_point_by_time"),
        ("pool_return.pool_at", (9,), "pool_point_pkey"),
        ("pool_return.moved", (1, 9, [], [], []), "market_point_pkey"),
        ("pool_return.last_point", (9,), "market_point_pkey"),
        ("pool_return.moved", (1, 9, [], [], []), "trade_by_sequence"),
        ("pool_return.moved", (1, 9, [], [], []), "lp_event_by_sequence"),
    ],
)
async def test_every_list_has_its_index(database_url, query, values, index):
    store = await Store.open(database_url)
    async with store.pool.acquire() as connection, connection.transaction():
        await connection.execute("SET LOCAL enable_seqscan = off")
        rows = await connection.fetch("EXPLAIN " + store.queries[query], *values)
    await store.close()
    assert index in "\n".join(row[0] for row in rows)


async def test_a_forced_close_is_in_its_owner_history_and_in_no_stream(service):
    service.projecting.cancel()
    await asyncio.gather(service.projecting, return_exceptions=True)
    store = service.context.store
    world = insolvent(60 * 10**8, [(2, 100, 5_000)])
    batch = Batch()
    collect(batch, Applied(world.journal[-1], tuple(world.liquidate(wallet_of(1)))))
    async with store.transaction() as transaction:
        await service.context.projector._insert(transaction, batch)
    newest = (2**63 - 1, 2**31 - 1)
    own = await store.rows("history.trades_of_user", wallet_of(2), *newest, None, None, 0, 2**40, 9)
    assert [row["trade_kind"] for row in own] == [5]
    for name, start in (("trade_stream", newest), ("trade_stream_ascending", (0, -1))):
        assert not await store.rows(f"history.{name}", *start, None, 0, 0, 2**40, 9)
    pieces = await store.rows("history.liquidations", *newest, 1, 0, 2**40, 9)
    assert [row["owner"] for row in pieces] == [wallet_of(1)]


async def test_a_request_of_which_nothing_is_left_is_settled(service):
    service.projecting.cancel()
    await asyncio.gather(service.projecting, return_exceptions=True)
    store = service.context.store
    owner = wallet_of(1)
    requests = [
        SettlementRequestCreated(owner=owner, request_id=i, kind=1, mint=1, amount_e6=50, tip_e6=9)
        for i in (1, 2)
    ]
    processed = [
        SettlementProcessed(owner=owner, request_id=1, amount_e6=0, tip_e6=0, mint=1),
        SettlementProcessed(owner=owner, request_id=2, amount_e6=7, tip_e6=5, mint=1),
    ]
    batch = Batch()
    collect(batch, Applied(Tick(seq=1), (*requests, *processed)))
    async with store.transaction() as transaction:
        await service.context.projector._insert(transaction, batch)
    rows = await store.pool.fetch(
        "SELECT state, amount_e6, tip_e6 FROM settlement_request WHERE owner = $1 "
        "ORDER BY request_id",
        owner,
    )
    assert [tuple(row) for row in rows] == [(3, 0, 0), (1, 7, 5)]


@pytest.mark.parametrize("seed", [0, 3])  # streams that liquidate
async def test_events_of_random_runs_fit_the_tables(service, seed):
    service.projecting.cancel()
    await asyncio.gather(service.projecting, return_exceptions=True)
    store = service.context.store
    await truncate(store)
    for records in (stream(seed), ruined(seed)):
        exchange, batch = Exchange(), Batch()
        for record in records:
            command = decode(record)
            collect(batch, Applied(command, tuple(exchange.apply(command))))
        async with store.transaction() as transaction:
            await service.context.projector._insert(transaction, batch)
        await check_requests(store, exchange)
        pieces = await store.pool.fetchval("SELECT count(*) FROM liquidation")
        assert pieces == len(batch.of(LiquidationRow)) > 0
        await truncate(store)


async def check_requests(store: Store, exchange: Exchange) -> None:
    """The requests of the database are those of the engine, in the same state."""
    for user in USERS:
        rows = await store.pool.fetch(
            "SELECT request_id, state, amount_e6, tip_e6 FROM settlement_request "
            "WHERE owner = $1 ORDER BY request_id",
            user,
        )
        views = sorted(exchange.settlement_requests(user), key=lambda view: view.request_id)
        assert [tuple(row) for row in rows] == [
            (view.request_id, view.state, view.amount_e6, view.tip_e6) for view in views
        ]


class CountsTransactions(Store):
    count = 0

    async def retried(self, work):
        self.count += 1
        return await super().retried(work)


async def test_commands_are_batched_until_a_reader_waits_or_the_batch_is_full(service, monkeypatch):
    await history(service)
    service.projecting.cancel()
    store, sequencer = service.context.store, service.context.sequencer
    before = await content(store)
    await truncate(store)
    monkeypatch.setattr("edge.projector.projector.PROJECTOR_GATHER_S", 3_600)
    counting = CountsTransactions(store.pool)
    projector = await replayed(counting, sequencer, 1_000)
    running = asyncio.create_task(projector.run(sequencer))
    await asyncio.sleep(0)
    assert counting.count == 0
    async with asyncio.timeout(30):
        await projector.wait_for(sequencer.sequence)
    assert counting.count == 1
    assert await content(store) == before
    running.cancel()
    await truncate(store)
    full = await replayed(counting, sequencer, sequencer.sequence)
    running = asyncio.create_task(full.run(sequencer))
    async with asyncio.timeout(30), full._advanced:
        await full._advanced.wait_for(lambda: full.projected_seq == sequencer.sequence)
    assert counting.count == 2
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


async def test_a_projector_ends_whenever_it_is_cancelled(service):
    """Also when what it waits for comes in the same moment, which may hide the cancellation."""
    projector = Projector(service.context.store)

    class Nothing:
        async def read(self, _after_seq, _limit):
            return []

    async def swallow(_source) -> bool:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return True

    projector._step = swallow
    task = asyncio.create_task(projector.run(Nothing()))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task], timeout=5)
    assert task.cancelled()
