"""The figures of a run are the engine's: they add up to the last unit, and repeat."""

from dataclasses import replace

import numpy as np
import pytest

from engine.simulation.ledger import Flows, Ledger, Unrealised
from engine.simulation.options import Agent, Options
from engine.simulation.run import Simulation
from engine.simulation.venue import POOL_E6
from tests.simulation.runs import history, result

FEE_SHARE_OF_POOL = 72  # percent: 80 % after the protocol's part, of that 90 % after the reserve's


def test_the_parts_sum_to_the_change_of_the_pool_to_the_last_unit():
    years = result(2).years
    assert years[0].nav_start_e6 == POOL_E6
    for year, following in zip(years, (*years[1:], None), strict=True):
        assert int(year.parts_e6.sum()) + year.rounding_e6 == year.total_e6
        assert following is None or following.nav_start_e6 == year.nav_end_e6
        # Open profit is rounded up per market and down per position, twice: both ends of the year.
        assert abs(year.rounding_e6) <= 200
    assert [year.days for year in years] == [365] * 2


def test_losses_of_traders_equal_gains_of_pool_protocol_and_reserve():
    found = result(2)
    fees_e6 = int(found.whole.fees_e6.sum())
    lp_fees_e6 = int(found.whole.lp_fees_e6.sum())
    trades = found.commands
    assert 0 <= lp_fees_e6 - fees_e6 * FEE_SHARE_OF_POOL // 100 <= 2 * trades
    pool_e6 = sum(int(year.parts_e6.sum()) for year in found.years)
    traders_e6 = sum(int(year.by_market_e6.sum()) for year in found.years)
    assert pool_e6 + (fees_e6 - lp_fees_e6) + traders_e6 == 0


def test_a_run_repeats_and_another_seed_differs():
    agents = (Agent.FORECASTER,)
    once, again = (result.__wrapped__(1, agents=agents) for _ in range(2))
    assert once.digest == again.digest
    assert np.array_equal(once.share_price, again.share_price)
    assert result.__wrapped__(1, agents=agents, seed=2).digest != once.digest


def test_a_part_that_does_not_add_up_is_an_error():
    open_profit = Unrealised(np.zeros((1, 1), np.int64), np.zeros((1, 1), np.int64), 0)
    ledger = Ledger(Flows.none(1, 1), open_profit, 100, 100, 0)
    ledger.flows.surcharge_e6[0, 0] = 5
    with pytest.raises(ValueError, match="moved otherwise"):
        ledger.close(365, 104, 104, open_profit)
    with pytest.raises(ValueError, match="miss the pool's equity by 3 units"):
        ledger.close(365, 108, 105, open_profit)
    ledger.close(365, 105, 105, open_profit)
    assert ledger.years[0].total_e6 == 5


def test_a_history_too_short_for_a_year_is_refused():
    short = replace(history(1), price=history(1).price[:400])
    with pytest.raises(ValueError, match="shorter than"):
        Simulation(short, Options()).run()
