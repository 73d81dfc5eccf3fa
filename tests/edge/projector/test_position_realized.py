"""What open positions realized, against a slow sum of their events and the engine's positions."""

import asyncio
from dataclasses import dataclass

import pytest

from edge.projector.collect import collect
from edge.projector.rows.batch import Batch
from edge.store.tables import PositionRealizedRow
from tests.edge.api.accounts.test_equity_history import EXPRESS
from tests.edge.projector.test_projector import truncate
from tests.edge.projector.test_wallet_ledger import applied, runs
from tests.edge.service_world import text_of
from tests.reference.world import USERS

OF_A_POSITION = {
    "PositionModified", "PositionLiquidated", "AutoDeleveraged", "PositionSettled",
    "PositionRemarked",
}  # fmt: skip
Key = tuple[bytes, int, int]


@dataclass
class Slow:
    """A position by the sizes of its events alone."""

    size_e6: int = 0
    price_e6: int = 0
    funding_e6: int = 0
    fees_e6: int = 0

    def take(self, event) -> None:
        name, before_e6 = type(event).__name__, self.size_e6
        funding_e6 = getattr(event, "funding_performance_e6", 0)
        self.price_e6 += event.pnl_e6 - funding_e6
        self.funding_e6 += funding_e6
        if name == "PositionLiquidated":
            self.size_e6 -= event.size_e6 if before_e6 > 0 else -event.size_e6
            assert self.size_e6 == event.new_size_e6
        elif name != "PositionRemarked":
            self.size_e6 += event.size_delta_e6
        if before_e6 == 0 or before_e6 * self.size_e6 < 0:
            self.price_e6 = self.funding_e6 = self.fees_e6 = 0
        if name == "PositionModified":
            assert self.size_e6 == event.new_size_e6
            self.fees_e6 += event.trade_fee_e6 + event.surcharge_e6


def slow_positions(commands) -> tuple[dict[Key, Slow], set[str]]:
    """Return the open positions, and the kinds of events that moved any."""
    found: dict[Key, Slow] = {}
    seen = set()
    for one in commands:
        for event in one.events:
            name = type(event).__name__
            if name in OF_A_POSITION:
                key = (event.owner, event.account_id, event.market_id)
                found.setdefault(key, Slow()).take(event)
                seen.add(f"{name} {getattr(event, 'trade_kind', '')}".strip())
    return {key: one for key, one in found.items() if one.size_e6}, seen


def sizes_of(exchange) -> dict[Key, int]:
    return {
        (owner, account_id, position.market_id): position.size_e6
        for owner in USERS
        for account_id in exchange.user_view(owner).margin_account_ids
        for position in exchange.margin_account_view(owner, account_id, exchange.now_s).positions
    }


@pytest.mark.parametrize("size", [1, 7, 10_000])
async def test_batches_of_any_size_agree_with_a_slow_sum(service, size):
    service.projecting.cancel()
    await asyncio.gather(service.projecting, return_exceptions=True)
    store, kinds, compared = service.context.store, set(), 0
    for seed in range(4):
        for records in runs(seed):
            await truncate(store)
            steps = list(applied(records))
            exchange, chosen = steps[-1][0], [one for _, one in steps]
            for start in range(0, len(chosen), size):
                batch = Batch()
                for one in chosen[start : start + size]:
                    collect(batch, one)
                if batch.realized:
                    async with store.transaction() as transaction:
                        only = Batch(realized=batch.realized)
                        await service.context.projector._insert(transaction, only)
            expected, seen = slow_positions(chosen)
            kinds |= seen
            assert {key: one.size_e6 for key, one in expected.items()} == sizes_of(exchange)
            for (owner, account_id, market_id), one in expected.items():
                (row,) = await store.select(
                    PositionRealizedRow, "values.realized", owner, [account_id], [market_id]
                )
                assert (row.price_e6, row.funding_e6, row.fees_e6) == (
                    one.price_e6, one.funding_e6, one.fees_e6,
                )  # fmt: skip
                compared += 1
    await truncate(store)
    assert compared > 20
    assert kinds >= {f"PositionModified {kind}" for kind in range(5)} | {"PositionLiquidated"}


async def test_the_list_has_open_positions_and_starts_again_at_a_flip(service):
    wallet = await service.trader()
    user = text_of(wallet)

    async def listed():
        body = await service.get(f"{EXPRESS}/portfolio/{user}/positions/realized")
        assert body["user"] == user
        return body["positions"]

    async def trades():
        path = f"/api/v1/user/{user}/history/trade?limit=200&order=asc"
        return (await service.get(path))["info"]

    def total(rows, *, but_pnl=0):
        pnl = sum(int(row["pnl"]) for row in rows[but_pnl:])
        return pnl - sum(int(row["tradeFee"]) + int(row["surcharge"]) for row in rows)

    assert await listed() == []
    await service.trade(wallet, 3_000_000)
    await service.trade(wallet, 1_000_000)
    await service.trade(wallet, -2_000_000)
    (row,) = await listed()
    assert int(row["realized"]) == total(await trades())
    assert int(row["fees"]) > 0
    await service.trade(wallet, -5_000_000)  # flips
    (row,) = await listed()
    assert int(row["realized"]) == total((await trades())[-1:], but_pnl=1)
    assert (row["price"], row["funding"]) == ("0", "0")
    await service.trade(wallet, 3_000_000)  # flat
    assert await listed() == []
