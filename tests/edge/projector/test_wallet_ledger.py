"""The ledger of each wallet against the balances of the engine and a slow sum of its events."""

import asyncio
from collections import defaultdict

import pytest

from edge.projector.collect import collect
from edge.projector.rows.batch import Batch
from edge.store.tables import WalletLedgerRow
from engine.core.exchange import Exchange
from engine.core.generated import messages as m
from engine.sequencer import Applied
from tests.edge.projector.test_projector import truncate
from tests.engine.core.state.test_hostile_snapshots import ruined
from tests.engine.core.state.test_snapshot import stream
from tests.reference.world import USERS

NAMES = [name for name in WalletLedgerRow.__struct_fields__ if name.endswith("_e6")]


def runs(seed: int):
    yield list(stream(seed))
    yield list(ruined(seed))


def applied(records):
    exchange = Exchange()
    for record in records:
        command = m.decode(record)
        yield exchange, Applied(command, tuple(exchange.apply(command)))


def slow_changes(event, name: str) -> list[tuple[bytes, str, int]]:
    """Return what one event changes, from the sentences of API 5.6."""
    if name == "MarginTransferred":
        return [(event.owner, "margin_out" if event.is_withdraw else "margin_in", event.margin_e6)]
    if name == "LiquidityModified":
        flows = {0: "lp_in", 1: "lp_out"}
        return [(event.owner, flows[event.kind], event.liquidity_e6)] if event.kind < 2 else []
    if name == "PositionRemarked":
        return [(event.owner, "price", event.pnl_e6)]
    if name == "BadDebtCovered":
        return [(event.owner, "other", event.from_reserve_e6 + event.from_pool_e6)]
    if name not in {"PositionModified", "PositionLiquidated", "AutoDeleveraged", "PositionSettled"}:
        return []
    funding_e6 = event.funding_performance_e6
    changes = [
        (event.owner, "funding", funding_e6),
        (event.owner, "price", event.pnl_e6 - funding_e6),
    ]
    if name == "PositionModified":
        changes.append((event.owner, "trade_fees", event.trade_fee_e6 + event.surcharge_e6))
    if name == "PositionLiquidated":
        changes.append((event.owner, "liquidation_fees", event.liquidation_fee_e6))
        if event.has_fee_account:
            changes.append((event.liquidator, "other", event.liquidation_fee_e6))
    return changes


def totals_of(records) -> dict[bytes, dict[str, int]]:
    totals: dict[bytes, dict[str, int]] = defaultdict(lambda: dict.fromkeys(NAMES, 0))
    for _exchange, one in applied(records):
        for event in one.events:
            for owner, name, change_e6 in slow_changes(event, type(event).__name__):
                totals[owner][f"{name}_e6"] += change_e6
    return totals


def margin_e6(exchange: Exchange, owner: bytes) -> int:
    ids = exchange.user_view(owner).margin_account_ids
    now_s = exchange.now_s
    return sum(exchange.margin_account_view(owner, i, now_s).collateral_e6 for i in ids)


@pytest.mark.parametrize("seed", range(4))
def test_the_ledger_explains_every_change_of_margin(seed):
    moved = 0
    for records in runs(seed):
        ledger: dict[bytes, int] = defaultdict(int)
        for exchange, one in applied(records):
            batch = Batch()
            collect(batch, one)
            for (owner, seq), row in batch.ledger.items():
                assert seq == one.command.seq
                fees_e6 = row.trade_fees_e6 + row.liquidation_fees_e6
                ledger[owner] += row.margin_in_e6 - row.margin_out_e6
                ledger[owner] += row.price_e6 + row.funding_e6 - fees_e6 + row.other_e6
            moved += len(batch.ledger)
            for owner in {owner for owner, _seq in batch.ledger}:
                assert margin_e6(exchange, owner) == ledger[owner]
        assert all(margin_e6(exchange, owner) == ledger[owner] for owner in USERS)
    assert moved > 50


@pytest.mark.parametrize("size", [1, 7, 10_000])
async def test_the_database_adds_up_batches_of_any_size(service, size):
    service.projecting.cancel()
    await asyncio.gather(service.projecting, return_exceptions=True)
    store = service.context.store
    for records in runs(3):
        await truncate(store)
        chosen = [one for _exchange, one in applied(records)]
        for start in range(0, len(chosen), size):
            batch = Batch()
            for one in chosen[start : start + size]:
                collect(batch, one)
            async with store.transaction() as transaction:
                if batch.ledger:
                    await service.context.projector._insert(transaction, Batch(ledger=batch.ledger))
        last = chosen[-1].command.seq
        for owner, expected in totals_of(records).items():
            row = await store.first(WalletLedgerRow, "values.ledger_at", owner, last)
            assert row is not None
            assert {name: getattr(row, name) for name in NAMES} == expected
            before = await store.first(WalletLedgerRow, "values.ledger_at", owner, row.seq - 1)
            half = totals_of([record for record in records if m.decode(record).seq < row.seq])
            found = {name: getattr(before, name) for name in NAMES} if before is not None else None
            assert found == (half.get(owner) if before is not None else None)
    await truncate(store)
