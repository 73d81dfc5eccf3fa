from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.programmes.deals.analysis import (
    TIMEFRAMES,
    DealRequest,
    Recommendation,
    analyse_deal,
    recommendation,
)
from engine.programmes.deals.costs import DealRates
from engine.programmes.deals.paper_trade import FundingPoint
from engine.programmes.errors import ProgrammeError
from tests.engine.programmes.deal_world import (
    DAY_S,
    E6,
    E8,
    E12,
    E18,
    FREE,
    NOW_S,
    deal,
    funding,
    index,
    terms,
)


def near(found_e6, exact, units=2):
    return abs(found_e6 - exact * E6) <= units


def test_a_deal_without_costs_is_the_change_of_the_index():
    found = deal([100, 110], sqft=1_000)
    assert (found.size_e6, found.notional_e6) == (1_000 * E6, 100_000 * E6)
    assert found.acre_dollars_e6 == 10_000 * E6
    assert found.acre_percentage_e12 == E12 // 10
    assert found.acre_total_costs_e6 == 0
    assert (found.entry.price_e8, found.exit.price_e8) == (100 * E8, 110 * E8)
    assert (found.entry.at_s, found.exit.at_s) == (NOW_S - 182 * DAY_S, NOW_S)


def test_a_short_gains_when_the_index_falls():
    found = deal([100, 90], sqft=1_000, is_long=False)
    assert found.acre_dollars_e6 == 10_000 * E6


def test_leverage_multiplies_the_percentage_not_the_dollars():
    found = deal([100, 105], sqft=1_000, leverage_e12=4 * E12)
    assert found.acre_dollars_e6 == 5_000 * E6
    assert found.acre_percentage_e12 == 20 * E12 // 100


def test_fees_are_paid_at_entry_and_at_exit():
    found = deal([100, 110], terms(), sqft=1_000)
    # taker both ways without skew: 0.0015 x (100,000 + 110,000)
    assert found.acre.trade_fees_e6 == 315 * E6
    assert found.acre_dollars_e6 == (10_000 - 315) * E6
    assert found.acre_total_costs_e6 == 315 * E6


def test_impact_counts_both_ways_against_the_skew_of_now():
    # fill = p (1 + (2s + d) / 2k); s = 1,000, d = +-1,000, k = 100,000
    market = terms(
        skew_e6=1_000 * E6, skew_scale_e6=100_000 * E6, maker_fee_rate_e12=0, taker_fee_rate_e12=0
    )
    found = deal([100, 110], market, sqft=1_000)
    entry = 1_000 * 100 * Fraction(3_000, 200_000)
    exit_gain = 1_000 * 110 * Fraction(1_000, 200_000)
    assert found.acre.price_impact_e6 == (entry - exit_gain) * E6
    assert found.acre_dollars_e6 == (10_000 - entry + exit_gain) * E6


def test_the_part_that_lowers_the_skew_pays_the_maker_rate():
    market = terms(skew_e6=-400 * E6)
    found = deal([100, 100], market, sqft=1_000)
    # entry: 400 maker, 600 taker; exit sells into a short skew: all taker
    entry = 400 * 100 * Fraction(2, 10_000) + 600 * 100 * Fraction(15, 10_000)
    assert found.acre.trade_fees_e6 == (entry + 150) * E6


def test_costs_are_never_below_nothing():
    # A market so short that both fills favour the long would pay it to trade.
    market = terms(
        skew_e6=-90_000 * E6, skew_scale_e6=100_000 * E6, maker_fee_rate_e12=0, taker_fee_rate_e12=0
    )
    found = deal([200, 100], market, sqft=1)
    assert found.acre.price_impact_e6 < 0
    assert found.acre_total_costs_e6 == 0


def test_funding_that_a_long_pays_is_a_cost_and_a_negative_flow():
    found = deal([100, 100], paid=funding(0, -3), sqft=1_000)
    assert found.acre.funding_e6 == 3_000 * E6
    assert found.acre_cash_flow_e6 == -3_000 * E6
    assert found.acre_total_costs_e6 == 3_000 * E6
    assert found.acre_dollars_e6 == -3_000 * E6


def test_funding_received_is_no_cost():
    found = deal([100, 100], terms(), paid=funding(0, -3), sqft=1_000, is_long=False)
    assert found.acre.funding_e6 == -3_000 * E6
    assert found.acre_cash_flow_e6 == 3_000 * E6
    assert found.acre_total_costs_e6 == 300 * E6
    assert found.acre_dollars_e6 == 2_700 * E6


def test_funding_before_its_history_is_nothing():
    young = [FundingPoint(NOW_S - 5 * DAY_S, -7 * E18), FundingPoint(NOW_S, -9 * E18)]
    assert deal([100, 100], paid=young, sqft=1_000).acre.funding_e6 == 2_000 * E6


def test_funding_rounds_against_the_trader():
    third = [FundingPoint(0, 0), FundingPoint(NOW_S, E18 // 3)]
    assert deal([100, 100], paid=third, sqft=1).acre.funding_e6 == -333_333
    assert deal([100, 100], paid=third, sqft=1, is_long=False).acre.funding_e6 == 333_334


# The day the margin is gone.


def test_losing_exactly_the_margin_is_a_liquidation():
    found = deal([100, 90, 120], sqft=1_000, leverage_e12=10 * E12)
    assert found.acre.liquidated_at_s == NOW_S - 91 * DAY_S
    assert found.acre_percentage_e12 == -E12
    assert found.acre_dollars_e6 == -10_000 * E6


def test_losing_a_unit_less_is_none():
    found = deal([100, 90.00000001, 120], sqft=1_000, leverage_e12=10 * E12)
    assert found.acre.liquidated_at_s is None
    assert found.acre_percentage_e12 == 2 * E12


def test_the_last_day_counts_too():
    found = deal([100, 90], sqft=1_000, leverage_e12=10 * E12)
    assert found.acre.liquidated_at_s == NOW_S
    assert found.exit.at_s == NOW_S


def test_fees_can_end_a_deal_on_its_first_day():
    market = terms(taker_fee_rate_e12=5 * E12 // 100)
    found = deal([100, 200], market, sqft=1_000, leverage_e12=10 * E12)
    assert found.acre.liquidated_at_s == NOW_S - 182 * DAY_S
    assert found.acre.trade_fees_e6 == 10_000 * E6


def test_a_short_is_liquidated_when_the_index_doubles():
    found = deal([100, 200, 50], sqft=10, is_long=False)
    assert found.acre_percentage_e12 == -E12


def test_funding_alone_can_liquidate():
    found = deal([100, 100, 100], paid=funding(0, -10, 0), sqft=10, leverage_e12=10 * E12)
    assert found.acre.liquidated_at_s == NOW_S - 91 * DAY_S
    assert found.acre.funding_e6 == 100 * E6


# Owning.


def annuity(loan, rate, months):
    monthly = rate / 12
    payment = loan * monthly / (1 - 1 / (1 + monthly) ** 360)
    repaid = loan * ((1 + monthly) ** months - 1) / ((1 + monthly) ** 360 - 1)
    return months * payment - repaid, repaid


@pytest.mark.parametrize(
    ("timeframe", "leverage", "down"),
    [
        ("1m", 1, 1),
        ("6m", 2, Fraction(1, 2)),
        ("1y", 5, Fraction(1, 5)),
        ("10y", 8, Fraction(1, 5)),
    ],
)
def test_the_physical_side_against_the_table(timeframe, leverage, down):
    months, days = TIMEFRAMES[timeframe]
    found = deal(
        [150, 180], sqft=1_800, days=days, timeframe=timeframe, leverage_e12=leverage * E12
    )
    years = Fraction(months, 12)
    start, end = Fraction(270_000), Fraction(324_000)
    interest, repaid = annuity(start * (1 - down), Fraction(675, 10_000), months)
    gross = start * Fraction(6, 100) * years
    rent = gross * Fraction(95, 100)
    parts = {
        "closing_e6": start * Fraction(3, 100) + end * Fraction(1, 100),
        "commission_e6": end * Fraction(5, 100),
        "property_tax_e6": start * Fraction(11, 1_000) * years,
        "insurance_e6": start * Fraction(5, 1_000) * years,
        "maintenance_e6": start * Fraction(1, 100) * years,
        "management_e6": gross * Fraction(8, 100),
        "interest_e6": interest,
        "rent_e6": rent,
    }
    for name, exact in parts.items():
        assert near(getattr(found.physical, name), exact), name
    costs = sum(parts.values()) - rent
    dollars = end - start + rent - costs
    assert near(found.physical_total_costs_e6, costs, 10)
    assert near(found.physical_dollars_e6, dollars, 10)
    own_money = start * down + start * Fraction(3, 100)
    assert abs(found.physical_percentage_e12 - dollars / own_money * E12) < 10_000
    running = costs - parts["closing_e6"] - parts["commission_e6"]
    assert near(found.physical_cash_flow_e6, rent - running - repaid, 10)
    assert found.rates.down_payment_rate_e12 == down * E12


def test_sums_are_sums_of_the_parts_shown():
    found = deal([123.45678901, 131.3], terms(), paid=funding(0, -1), sqft=1_777)
    home = found.physical
    assert found.physical_total_costs_e6 == sum(
        (
            home.closing_e6, home.commission_e6, home.property_tax_e6, home.insurance_e6,
            home.maintenance_e6, home.management_e6, home.interest_e6,
        )
    )  # fmt: skip
    end_e6 = 1_777 * found.exit.price_e8 // 100
    assert (
        found.physical_dollars_e6
        == end_e6 - found.notional_e6 + home.rent_e6 - found.physical_total_costs_e6
    )
    assert (
        found.acre_dollars_e6
        == end_e6
        - found.notional_e6
        - found.acre.trade_fees_e6
        - found.acre.price_impact_e6
        - found.acre.funding_e6
    )


def test_a_short_compares_with_not_owning():
    found = deal([100, 90], is_long=False)
    assert (found.physical_dollars_e6, found.physical_percentage_e12) == (0, 0)
    assert (found.physical_total_costs_e6, found.physical_cash_flow_e6) == (0, 0)
    assert found.recommendation is Recommendation.STRONG_ACRE


def test_overrides_take_the_place_of_the_defaults():
    nothing = DealRates(
        down_payment_rate_e12=E12,
        mortgage_rate_e12=0,
        closing_cost_rate_e12=0,
        agent_commission_rate_e12=0,
        seller_closing_rate_e12=0,
        property_tax_rate_e12=0,
        insurance_rate_e12=0,
        maintenance_rate_e12=0,
        rent_yield_e12=0,
        vacancy_rate_e12=0,
        management_rate_e12=0,
    )
    found = deal([100, 110], rates=nothing, leverage_e12=2 * E12)
    assert found.physical_total_costs_e6 == 0
    assert found.physical_percentage_e12 == E12 // 10
    assert found.acre_percentage_e12 == E12 // 5
    assert found.recommendation is Recommendation.STRONG_ACRE
    assert found.rates == nothing


def test_the_down_payment_rate_rounds_up():
    assert deal([100, 110], leverage_e12=3 * E12).rates.down_payment_rate_e12 == 333_333_333_334


# Thresholds, in percent.


@pytest.mark.parametrize(
    ("percent", "verdict"),
    [
        ("5.01", "strong_acre"),
        ("5", "slight_acre"),
        ("0.01", "slight_acre"),
        ("0", "similar"),
        ("-4.99", "similar"),
        ("-5", "physical"),
        ("-5.01", "physical"),
    ],
)
@pytest.mark.parametrize("physical_e12", [0, 7 * E12, -3 * E12])
def test_each_threshold_belongs_to_the_verdict_below_it(percent, verdict, physical_e12):
    acre_e12 = physical_e12 + int(Fraction(percent) * E12 / 100)
    assert recommendation(acre_e12, physical_e12) == Recommendation(verdict)


def test_a_unit_decides():
    assert recommendation(5 * E12 // 100 + 1, 0) is Recommendation.STRONG_ACRE
    assert recommendation(1, 0) is Recommendation.SLIGHT_ACRE
    assert recommendation(-5 * E12 // 100 + 1, 0) is Recommendation.SIMILAR


# What is asked, and what is refused.


def test_the_default_is_six_months_of_1800_square_feet():
    assert DealRequest(rates=DealRates()).timeframe == "6m"
    assert deal([100, 110]).notional_e6 == 180_000 * E6


def test_a_notional_becomes_a_size_rounded_down():
    found = deal([300, 310], notional_e6=1_000 * E6)
    assert found.size_e6 == 3_333_333
    assert found.notional_e6 == 999_999_900


@pytest.mark.parametrize(
    ("code", "request_"),
    [
        ("BAD_TIMEFRAME", {"timeframe": "4m"}),
        ("BAD_LEVERAGE", {"leverage_e12": E12 - 1}),
        ("BAD_LEVERAGE", {"leverage_e12": 10 * E12 + 1}),
        ("VALIDATION", {"sqft": 0}),
        ("VALIDATION", {"sqft": 1_000_001}),
        ("VALIDATION", {"notional_e6": 0}),
        ("VALIDATION", {"notional_e6": 1}),
        ("AMOUNT_OUT_OF_RANGE", {"notional_e6": 9 * 10**18}),
        ("INSUFFICIENT_HISTORY", {"timeframe": "1y"}),
        ("VALIDATION", {"rates": DealRates(rent_yield_e12=-1)}),
        ("VALIDATION", {"rates": DealRates(vacancy_rate_e12=E12 + 1)}),
        ("VALIDATION", {"rates": DealRates(down_payment_rate_e12=0, closing_cost_rate_e12=0)}),
    ],
)
def test_refusals(code, request_):
    with pytest.raises(ProgrammeError, match=code):
        deal([100_000, 110_000], **request_)


def test_the_refused_field_is_named_as_the_contract_spells_it():
    with pytest.raises(ProgrammeError) as refused:
        deal([100, 110], rates=DealRates(agent_commission_rate_e12=-1))
    assert refused.value.details == {"field": "agentCommissionRate"}


def test_history_may_begin_in_the_first_second_of_the_window():
    prints = index(100, 110)
    asked = DealRequest(rates=DealRates())
    assert analyse_deal(asked, FREE, prints, (), NOW_S).entry == prints[0]
    with pytest.raises(ProgrammeError, match="INSUFFICIENT_HISTORY"):
        analyse_deal(asked, FREE, prints, (), NOW_S - 1)
    with pytest.raises(ProgrammeError, match="INSUFFICIENT_HISTORY"):
        analyse_deal(asked, FREE, [], (), NOW_S)


def test_prints_after_now_are_not_looked_at():
    asked = DealRequest(rates=DealRates(), timeframe="1m")
    found = analyse_deal(asked, FREE, index(100, 110), (), NOW_S - 1)
    assert found.exit.price_e8 == 100 * E8


@given(
    prices=st.lists(st.integers(50 * E8, 200 * E8), min_size=2, max_size=8),
    sqft=st.integers(1, 10**6),
    leverage=st.integers(E12, 10 * E12),
    is_long=st.booleans(),
    skew=st.integers(-(10**12), 10**12),
)
def test_any_deal_against_fractions(prices, sqft, leverage, is_long, skew):
    scale = 10**13
    market = terms(skew_e6=skew, skew_scale_e6=scale)
    found = deal(
        [Fraction(price, E8) for price in prices],
        market,
        sqft=sqft,
        leverage_e12=leverage,
        is_long=is_long,
    )
    size = sqft if is_long else -sqft

    def way(delta, price):
        fill = price * (1 + Fraction(2 * skew + delta * E6, 2 * scale))
        lowers = 0 if skew == 0 or (skew > 0) == (delta > 0) else min(abs(skew), abs(delta) * E6)
        maker = Fraction(lowers, E6)
        rate = maker * Fraction(2, 10_000) + (abs(delta) - maker) * Fraction(15, 10_000)
        return rate * fill + delta * (fill - price)

    start = Fraction(prices[0], E8)
    margin = sqft * start * E12 / leverage
    slack = Fraction(2 * sqft, 10**7) + Fraction(1, 1_000)  # fills round to 1e-8 a unit
    worth = None
    for price_e8 in prices:
        price = Fraction(price_e8, E8)
        worth = size * (price - start) - way(size, start) - way(-size, price)
        if worth + margin < -slack:
            assert found.acre.liquidated_at_s is not None
            assert found.acre_percentage_e12 == -E12
            return
        if worth + margin <= slack:
            return  # too near to tell without the roundings
    assert found.acre.liquidated_at_s is None
    assert abs(Fraction(found.acre_dollars_e6, E6) - worth) < slack
    exact = Fraction(found.acre_dollars_e6 * leverage, found.notional_e6)
    assert found.acre_percentage_e12 == exact.__floor__()
