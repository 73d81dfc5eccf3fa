"""A backtest is the exchange: the same orders through `Exchange.apply` give the same state."""

import os

import pytest

from engine.backtest.run import Run, Venue, run
from engine.backtest.strategies import SHIPPED
from engine.core.generated import messages as m
from tests.engine.backtest.paths import ANYTHING, Replay, path

DAYS = 900
START = 200
VENUE = Venue(band=0.0)
BAND = 3 * 10**11  # so wide that an account can lose more than it has
OPEN = {"max_noise_e12": 0}  # no noise closes the market to increases
WIDE = {"print_band_e12": BAND, "print_band_pause_e12": BAND + 1}
WIDE |= {"max_side_notional_rate_e12": 4 * 10**11, "level_n": 5, "spread_rate_e12": 10**8}
VENUES = {
    "calm": VENUE,
    "noisy": VENUE,
    "held": Venue(band=0.0, changes=OPEN),
    "wild": Venue(band=0.0, changes=OPEN | WIDE),
}
# Noise and jumps a day: calm; closed to increases now and then; with held prints; wild enough for
# liquidations and bad debt.
PATHS = {"calm": (0.002, 0.0), "noisy": (0.004, 0.0), "held": (0.004, 0.02), "wild": (0.08, 0.0)}
SEEDS = range(int(os.environ.get("ACRE_TEST_BACKTEST_SEEDS", "4")))


def played(series, params=ANYTHING.params, strategy=ANYTHING, venue=VENUE) -> Run:
    return run(strategy, params, series, series.first_day + START, series.end_day, venue)


def assert_same(found: Run, replay: Replay) -> None:
    flows = found.flows[0]
    assert found.equity_e6.tolist() == replay.equity_e6
    assert flows["trades"] == len(replay.named(m.PositionModified))
    assert flows["fees_e6"] == replay.total(m.PositionModified, "trade_fee_e6")
    assert flows["surcharge_e6"] == replay.total(m.PositionModified, "surcharge_e6")
    for name in ("price", "funding"):
        assert flows[f"{name}_pnl_e6"] == sum(
            replay.total(kind, f"{name}_performance_e6")
            for kind in (m.PositionModified, m.PositionLiquidated)
        )
    pieces = replay.named(m.PositionLiquidated)
    assert flows["liquidations"] == len({piece.seq for piece in pieces})
    assert flows["liquidation_fees_e6"] == sum(piece.liquidation_fee_e6 for piece in pieces)
    assert flows["liquidated_e6"] == sum(piece.notional_e6 for piece in pieces)
    assert flows["bad_debt_e6"] == replay.total(m.BadDebtCovered, "from_reserve_e6") + (
        replay.total(m.BadDebtCovered, "from_pool_e6")
    )
    assert flows["held_prints"] == len(replay.named(m.PrintHeld))
    assert flows["refusals"] == len(replay.named(m.CommandRejected))
    # Everything else: positions, funding indexes, the pool, nonces, the clock.
    assert found.exchange.snapshot() == replay.exchange.snapshot()


@pytest.mark.parametrize("kind", PATHS)
@pytest.mark.parametrize("seed", SEEDS)
def test_any_orders_give_the_state_of_the_exchange_to_the_last_unit(kind, seed):
    noise, jumps = PATHS[kind]
    series = path(seed, DAYS, noise, jumps)
    found = played(series, {"seed": seed, "scale": 24.0}, venue=VENUES[kind])
    assert_same(found, Replay(series, found, VENUES[kind]))
    found.parts_e6()


def test_the_paths_reach_what_they_are_for():
    """Liquidations, bad debt, held prints, refusals: else the equality would say less."""
    found = [
        played(
            path(seed, DAYS, *PATHS[kind]), {"seed": seed, "scale": 24.0}, venue=VENUES[kind]
        ).flows[0]
        for kind in PATHS
        for seed in SEEDS
    ]
    for name in ("trades", "liquidations", "bad_debt_e6", "held_prints", "refusals"):
        assert sum(int(flows[name]) for flows in found) > 0, name


@pytest.mark.parametrize("strategy", SHIPPED, ids=lambda strategy: strategy.name)
def test_a_shipped_strategy_gives_the_state_of_the_exchange(strategy):
    series = path(7, 4_000, 0.003)
    found = played(series, strategy.params, strategy)
    assert_same(found, Replay(series, found, VENUE))
    assert found.flows[0]["trades"] > 0
    assert sum(found.parts_e6().values()) == found.end_e6 - found.start_e6


def test_an_order_more_is_another_state():
    """The comparison is able to fail."""
    series = path(0, DAYS, *PATHS["calm"])
    found = played(series)
    first = int(found.orders_e6.nonzero()[0][0])
    found.orders_e6[first] += 1
    replay = Replay(series, found, VENUE)
    assert found.exchange.snapshot() != replay.exchange.snapshot()
