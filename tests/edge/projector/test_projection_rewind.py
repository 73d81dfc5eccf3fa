"""Rows of commands that the chain abandoned go, and what is left is projected exactly once."""

from types import SimpleNamespace

import pytest

from chain.client.wallet import address_of
from edge.projector.projector import Projector
from engine.core.generated.messages import PlaceOrder, RewindChain, Tick
from engine.schema.errors import EngineError, ErrorCode
from engine.sequencer import ChainRewoundError, EngineClock, ReplayListener, Sequencer
from tests.chain.world import RATE, SEGMENT_BYTES, START_S, rejected_code
from tests.edge.prediction_world import ledger, open_market, player, wish
from tests.edge.projector.test_projector import content, history, replayed, run_until, truncate


async def reopened(service, projector: Projector) -> Sequencer:
    """Open the journal as the core does; the projector hears what it has not projected."""
    sequencer = await Sequencer.open(
        service.world.home / "journal",
        EngineClock(RATE, service.world.hands, START_S),
        listeners=[ReplayListener(projector.replay_start, projector.take_replayed)],
        segment_bytes=SEGMENT_BYTES,
    )
    sequencer.subscribe(projector.take)
    await run_until(projector, sequencer)
    return sequencer


async def rewind(service, slot: int) -> None:
    sequencer = service.context.sequencer
    with pytest.raises(ChainRewoundError):
        await sequencer.submit(RewindChain(slot=slot))
    await sequencer.close()


async def test_rows_of_abandoned_commands_go_and_the_rest_is_as_if_they_had_never_been(service):
    await history(service)
    store = service.context.store
    slot = service.context.sequencer.exchange.chain_cursor[0]
    wallet = await service.trader()
    await service.trade(wallet, 4_000_000)
    await service.trade(wallet, -1_000_000)
    await service.settle()
    sessions = await store.pool.fetch("SELECT * FROM consumed_nonce")
    prints = await store.pool.fetch("SELECT * FROM index_value ORDER BY 1, 2")
    before = await content(store)
    await rewind(service, slot)
    service.projecting.cancel()
    projector = Projector(store)
    assert await projector.load() > 0
    sequencer = await reopened(service, projector)
    after = await content(store)
    gone = address_of(wallet)
    assert sum(row[0] == gone for row in before["trade"]) == 2
    assert after["trade"] == [row for row in before["trade"] if row[0] != gone]
    assert after["user_command"] == [row for row in before["user_command"] if row[0] != gone]
    assert await store.pool.fetch("SELECT * FROM consumed_nonce") == sessions
    assert await store.pool.fetch("SELECT * FROM index_value ORDER BY 1, 2") == prints
    # and so does a projection from nothing
    await truncate(store)
    await run_until(await replayed(store, sequencer, 1_000), sequencer)
    assert await content(store) == after
    await sequencer.close()


async def test_a_database_that_had_not_got_so_far_keeps_its_rows(service):
    await history(service)
    await service.settle()
    service.projecting.cancel()
    store = service.context.store
    projector = Projector(store)
    projected_seq = await projector.load()
    slot = service.context.sequencer.exchange.chain_cursor[0]
    wallet = await service.world.user()
    built = await service.world.builders.build(
        address_of(wallet), "create-margin-account", account=1
    )
    assert rejected_code(await service.world.send(wallet, built)) == 0
    await rewind(service, slot)
    seen: list[int] = []

    async def replay_start(journal) -> int:
        seen.append(await Projector.replay_start(projector, journal))
        return seen[0]

    projector.replay_start = replay_start
    sequencer = await reopened(service, projector)
    assert seen == [projected_seq]
    await sequencer.submit(Tick())
    await run_until(projector, sequencer)
    rows = await content(store)
    assert not any(row[0] == address_of(wallet) for row in rows["user_command"])
    await truncate(store)
    await run_until(await replayed(store, sequencer, 1_000), sequencer)
    assert await content(store) == rows
    await sequencer.close()


PREDICTION_TABLES = ("prediction_order", "prediction_trade", "participation", "idempotent_answer")


async def test_predictions_stay_as_they_were_with_their_numbers_and_keys(service):
    """They rest on no block: an acknowledged order survives a rewind around it."""
    market_id = await open_market(service)
    one, other = await player(service), await player(service)
    slot = service.context.sequencer.exchange.chain_cursor[0]
    first = await one.order(market_id)
    wallet = await service.trader()  # what the rewind takes back stands between the orders
    wanted = wish(clientOrderId="second", price=35)
    key = {"Idempotency-Key": "one-key"}
    second = await one.post(f"/markets/{market_id}/orders", wanted, 201, **key)
    await service.trade(wallet, 4_000_000)
    third = await other.order(market_id, side="no", price=60, contracts=4)
    received = [first["orderId"], second["order"]["orderId"], third["orderId"]]
    await service.settle()
    store = service.context.store

    async def rows() -> list:
        return [
            await store.pool.fetch(f"SELECT * FROM {name} ORDER BY 1, 2")
            for name in PREDICTION_TABLES
        ]

    before, figures = await rows(), ledger(service, one, other)
    assert [len(table) for table in before] == [3, 1, 2, 1]
    await rewind(service, slot)
    service.projecting.cancel()
    projector = Projector(store)
    assert await projector.load() > 0
    sequencer = await reopened(service, projector)
    assert await rows() == before
    with pytest.raises(EngineError, match="MARGIN_ACCOUNT_NOT_FOUND"):
        sequencer.exchange.margin_account_view(address_of(wallet), 0, sequencer.exchange.now_s)
    assert ledger(SimpleNamespace(exchange=sequencer.exchange), one, other) == figures
    orders = sequencer.exchange.prediction_orders(one.address)
    assert (received, {row.order_id for row in orders}) == ([1, 2, 3], {1, 2})
    repeated = PlaceOrder(
        user=one.address, market_id=market_id, price=35, contracts=10, client_order_id="second"
    )
    assert rejected_code(await sequencer.submit(repeated)) is ErrorCode.DUPLICATE_CLIENT_ORDER_ID
    await sequencer.close()
