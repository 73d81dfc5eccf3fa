"""Agents that know prints: nothing beyond what they may know, and costs that are the engine's."""

from dataclasses import replace

import numpy as np
import pytest

from engine.core.outlook import outlook
from engine.simulation.knowing import ACT_S, EXITS
from engine.simulation.knowledge import HORIZON_DAYS, Knowledge, known_until
from engine.simulation.ledger import Flows
from engine.simulation.options import Agent, Options
from engine.simulation.prints import History, Prints, make_prints
from engine.simulation.venue import E6, Venue
from tests.simulation.runs import history, result

DAY_S = 86_400
E12 = 10**12
NOW = 300


def knowledge(known: History, prints: Prints) -> Knowledge:
    made = Knowledge(known, prints, is_mean_reverting=False)
    for day in range(NOW + 1):
        made.learn(day)
    return made


@pytest.mark.parametrize("agent", [Agent.SOURCE, Agent.PEEK, Agent.AHEAD])
def test_a_rewritten_future_beyond_what_is_known_changes_nothing(agent):
    before = history(1)
    random = np.random.Generator(np.random.PCG64(1))
    prints = make_prints(before, 0.002, is_mean_reverting=False, random=random)
    known = {Agent.SOURCE: 0, Agent.PEEK: 1, Agent.AHEAD: HORIZON_DAYS}[agent]
    price, price_e8 = before.price.copy(), prints.price_e8.copy()
    for market, until in enumerate(known_until(np.log(before.price))[NOW]):
        price[until + 1 :, market] *= np.linspace(1.5, 2.5, len(price) - until - 1)
    price_e8[NOW + known + 1 :] *= 3
    after = replace(before, price=price)
    rewritten = knowledge(after, replace(prints, price_e8=price_e8))
    same = knowledge(before, prints).expected(agent, NOW)
    assert np.array_equal(rewritten.expected(agent, NOW), same)
    price_e8[NOW + known] *= 2  # what it does know counts
    assert not np.array_equal(rewritten.expected(agent, NOW), same)


def test_a_straight_stretch_is_known_to_its_end_and_a_daily_history_is_not():
    slope = np.repeat([0.001, -0.002, 0.0005], 30)
    log = np.concatenate([[0.0], np.cumsum(slope)])[:, None]
    assert known_until(log)[[0, 1, 29, 30, 31, 60, 61], 0].tolist() == [0, 30, 30, 30, 60, 60, 90]
    noisy = np.cumsum(np.random.Generator(np.random.PCG64(2)).normal(0, 0.001, 90))[:, None]
    assert known_until(noisy)[:, 0].tolist() == list(range(90))


@pytest.mark.parametrize("exit_place", [0, 4, 9])
@pytest.mark.parametrize(
    ("usd", "follow_e12", "units"),
    [(450_000, 0, 0), (-250_000, 0, 0), (2_000, 2 * E12, 3), (-2_000, 4 * E12, 3)],
)
def test_the_outlook_equals_the_trade_to_the_unit(usd, follow_e12, units, exit_place):
    # The outlook keeps NAV: the large ones are beyond sRef, and only the small ones, which move
    # NAV too little to matter, trade in sizes that follow it.
    changes = {"max_side_notional_rate_e12": E12 // 10, "s_ref_rate_e12": E12 // 10}
    options = Options(changes=changes | {"skew_scale_rate_e12": follow_e12})
    venue = Venue(
        ("AUS",), np.zeros(1, np.int64), options.market_parameters(), options.exchange_parameters()
    )
    random = np.random.Generator(np.random.PCG64(3))
    prints = np.rint(150e8 * np.exp(np.cumsum(random.normal(0.0004, 0.003, 200)))).astype(np.int64)
    venue.open(DAY_S - 1)
    venue.create_market(0, int(prints[0]), DAY_S)
    venue.flows = Flows.none(1, 1)
    row = np.array([0])
    for day in range(1, 120):
        venue.post(row, prints[day : day + 1], (day + 1) * DAY_S)
    now_s = 120 * DAY_S + ACT_S
    size_e6 = round(usd / venue.shown.price[0] * E6)
    shape = (1, len(EXITS))
    profit, excess = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    still = np.zeros(HORIZON_DAYS - 9, np.int64)
    exits = EXITS[len(still) - 1 >= EXITS]
    outlook(
        venue.exchange.state_address(),
        1,
        now_s,
        0,
        np.array([size_e6]),
        prints[120 : 120 + len(still) - 1],
        121 * DAY_S,
        still,
        still,
        exits,
        ACT_S,
        profit,
        excess,
    )
    before = venue.collateral_e6(0, 0)
    venue.trade_one(0, 0, size_e6, now_s)
    for day in range(120, 120 + int(EXITS[exit_place])):
        venue.post(row, prints[day : day + 1], (day + 1) * DAY_S)
    venue.trade_one(0, 0, -size_e6, venue.exchange.now_s + ACT_S)
    assert not venue.refusals
    assert abs(venue.collateral_e6(0, 0) - before - profit[0, exit_place]) <= units
    assert profit[0, exit_place] != 0


@pytest.mark.parametrize("at_print", [False, True])
def test_money_sums_to_zero_over_groups_providers_and_protocol(at_print):
    agents = (Agent.PEEK, Agent.LOCKER, Agent.LP_TIMER)
    found = result(1, agents=agents, noise=0.003, acts_at_print=at_print)
    for year in found.years:
        total = int(year.parts_e6.sum()) + int(year.by_market_e6.sum()) + year.protocol_e6
        assert total == 0
        assert year.total_e6 == int(year.parts_e6.sum()) + year.rounding_e6
        assert year.lp_flow_e6 != 0
    assert found.timing is not None
    assert found.timing.stays > 0
