"""Organic flow and holders at the print: real auction orders, and what the pool gets of them."""

import numpy as np
import pytest

from engine.simulation.ledger import Flows
from engine.simulation.options import Forecast, Options
from engine.simulation.venue import E6, Venue
from tests.simulation.runs import result

DAY_S = 86_400
MAKER = 0.0002


def test_flow_that_waits_for_the_print_trades_in_auctions_and_all_sums_hold():
    now, waits = result(1, agents=()), result(1, agents=(), auction_share=1.0)
    assert waits.auctions > now.auctions > 0  # those of the holders at the print
    for found in (now, waits):
        assert not found.refusals
        for year in found.years:
            assert int(year.parts_e6.sum()) + year.rounding_e6 == year.total_e6
    # The same sizes trade a print later, so the volume is nearly that of the other run.
    volumes = [found.whole.volume_usd.sum() for found in (now, waits)]
    assert volumes[1] == pytest.approx(volumes[0], rel=0.02)


def test_a_holder_pays_less_in_the_auction_than_at_noon():
    found = result(1, agents=())
    long, short, _, _, long_print, short_print = found.trip_cost_bp
    assert found.trips[4] == found.trips[0] > 0
    assert long_print + short_print < long + short


def test_the_pool_part_of_an_auction_is_that_of_its_fees():
    options = Options()
    groups = np.array([0, 1, 1])
    venue = Venue(("A",), groups, options.market_parameters(), options.exchange_parameters())
    venue.open(DAY_S - 1)
    venue.create_market(0, 100 * 10**8, DAY_S)
    venue.flows = Flows.none(1, 2)
    noon_s = DAY_S + DAY_S // 2
    venue.place(np.arange(3), np.array([10.0, -6.0, -4.0]), noon_s)
    assert not venue.position.any()
    venue.post(np.array([0]), np.array([100 * 10**8]), 2 * DAY_S)
    assert venue.position.tolist() == [[10.0, -6.0, -4.0]]
    assert venue.auctions == 1
    # All of it is matched: index price, maker fee, no impact.
    fees, kept = venue.flows.fees_e6, venue.flows.lp_fees_e6
    assert fees.tolist() == [[round(1_000 * MAKER * E6)] * 2]
    assert int(kept.sum()) == venue.pool()[1] - 10_000_000 * E6
    assert abs(int(kept[0, 0]) - int(kept[0, 1])) <= 3
    venue.place(np.array([0]), np.array([-10.0]), noon_s + DAY_S)
    venue.post(np.array([0]), np.array([100 * 10**8]), 3 * DAY_S)
    assert venue.position[0].tolist() == [0.0, -6.0, -4.0]
    assert not venue.refusals


def test_the_wrong_sign_has_no_auctions_of_organic_flow():
    with pytest.raises(ValueError, match="no price to fill at"):
        result(1, forecast=Forecast.WRONG_SIGN, auction_share=0.5)
