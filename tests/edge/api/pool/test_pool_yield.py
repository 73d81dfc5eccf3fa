"""The yield of the pool: thirty days of fees against the average of its equity over that time."""

from decimal import Decimal, getcontext
from fractions import Fraction

import pytest

from edge.api.pool.figures import PoolStats

DAY_S = 86_400
ADD = (
    "INSERT INTO pool_point (exchange_id, seq, at_s, lp_balance_e6, lp_shares_e6,"
    " unrealized_pnl_e6, realized_pnl_e6, cumulative_volume_e6, cumulative_lp_fee_e6)"
    " VALUES (0, $1, $2, $3, 1, $4, 0, 0, $5)"
)


async def yields(service, points, *, end_fee_e6: int) -> tuple[str, str]:
    """Return apr and apy where the pool was (days ago, cash, open P&L, fees so far) in turn."""
    pool, now_s = service.context.store.pool, service.context.now_s()
    await pool.execute("DELETE FROM pool_point")
    so_far_e6 = service.exchange.exchange_view(now_s).cumulative_lp_fee_e6
    for seq, (days, balance_e6, unrealized_e6, fee_e6) in enumerate(points):
        at_s = now_s - int(days * DAY_S)
        fees_e6 = so_far_e6 - end_fee_e6 + fee_e6
        await pool.execute(ADD, seq, at_s, balance_e6, unrealized_e6, fees_e6)
    found = await PoolStats(service.context.store, service.exchange, lambda: now_s).lp_yield()
    return found.apr, found.apy


def stated(fees_e6: int, average_e6: Fraction) -> str:
    """Return fees / average x 365/30 rounded down to twelve places."""
    raw_e12 = int(fees_e6 / average_e6 * Fraction(365, 30) * 10**12)
    return format((Decimal(raw_e12) / 10**12).normalize(), "f")


async def test_a_fee_after_a_quiet_time_counts(service):
    """The one trade of the window earned 50: what was before it is known from before."""
    apr, apy = await yields(
        service,
        [(40, 1_000_000_000, 0, 7_000_000), (10, 1_000_000_000, 0, 57_000_000)],
        end_fee_e6=57_000_000,
    )
    assert apr == stated(50_000_000, Fraction(1_000_000_000)) == "0.608333333333"
    getcontext().prec = 40
    exact = (1 + Decimal("0.608333333333") / 365) ** 365 - 1
    assert abs(Decimal(apy) - exact) <= Decimal("1e-12")


async def test_the_average_is_over_time_and_not_over_commands(service):
    """A thousand commands in one second weigh no more than that second."""
    burst = [(15, 3_000_000_000, 200_000_000, 10_000_000)] * 1_000
    apr, _ = await yields(
        service, [(60, 1_000_000_000, -100_000_000, 0), *burst], end_fee_e6=10_000_000
    )
    average = Fraction(1_100_000_000 * 15 + 2_800_000_000 * 15, 30)
    assert apr == stated(10_000_000, average)


async def test_a_pool_younger_than_the_window_is_averaged_over_its_life(service):
    """All fees of real trades count from the first on: before the first there were none."""
    wallet = await service.trader()
    for size_e6 in (10_000_000, -4_000_000):
        await service.trade(wallet, size_e6)
    await service.settle()
    fees_e6 = service.exchange.exchange_view(service.context.now_s()).cumulative_lp_fee_e6
    assert fees_e6 > 0
    points = [(6, 500_000_000, 0, fees_e6 // 2), (2, 2_000_000_000, 0, fees_e6)]
    apr, _ = await yields(service, points, end_fee_e6=fees_e6)
    assert apr == stated(fees_e6, Fraction(500_000_000 * 4 + 2_000_000_000 * 2, 6))


@pytest.mark.parametrize(
    ("points", "apr"),
    [
        ([], "0"),
        ([(5, 0, 0, 0)], "0"),
        ([(5, 100_000_000, 200_000_000, 0)], "0"),
        ([(0, 100_000_000, 0, 0)], "0"),
        ([(90, 100_000_000, 0, 0)], "0"),
    ],
)
async def test_without_equity_or_fees_there_is_no_yield(service, points, apr):
    assert await yields(service, points, end_fee_e6=0) == (apr, "0")
