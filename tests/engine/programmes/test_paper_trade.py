"""Where margin runs out: the estimate names no print too few."""

from hypothesis import example, given
from hypothesis import strategies as st

from engine.programmes.deals.paper_trade import FundingPoint, MarketTerms, PaperTrade
from tests.engine.programmes.deal_world import DAY_S, E12, E18, terms

PRICES = st.lists(st.integers(1, 10**11), min_size=1, max_size=30)
MOVES = st.lists(st.integers(-900, 900), min_size=1, max_size=30)  # thousandths of a move


def held_print_by_print(trade: PaperTrade, prints, funding, leverage_e12):
    """Every print looked at, as the model says it; the first that ends the trade, else None."""
    for place in range(len(prints)):
        # one print alone cannot be skipped: at the end of a shorter history it is worked out
        shorter = [prints[0], prints[place]]
        found = trade.hold(shorter, funding, E12 // 10**6)  # margin that nothing can use up
        if -found.dollars_e6 * leverage_e12 >= trade._entry_notional_e6 * E12:
            return prints[place][0]
    return None


def checked(market: MarketTerms, size_e6: int, prices, rates, leverage_e12: int) -> None:
    prints = [(day * DAY_S, price_e8) for day, price_e8 in enumerate(prices)]
    funding = [FundingPoint(day * DAY_S, rate) for day, rate in enumerate(rates)]
    trade = PaperTrade(market, size_e6, prices[0])
    found = trade.hold(prints, funding, leverage_e12)
    assert found.liquidated_at_s == held_print_by_print(trade, prints, funding, leverage_e12)


@given(
    prices=PRICES,
    size_e6=st.integers(1, 10**13).flatmap(lambda size: st.sampled_from([size, -size])),
    rates=st.lists(st.integers(-(10**6), 10**6).map(lambda raw: raw * E18), max_size=5),
    leverage_e12=st.integers(E12, 20 * E12),
    skew_e6=st.integers(-(10**12), 10**12),
)
@example(prices=[3, 2], size_e6=10**13, rates=[], leverage_e12=3 * E12, skew_e6=0)
@example(prices=[100, 100], size_e6=1, rates=[], leverage_e12=E12, skew_e6=0)
def test_any_history_ends_where_the_first_losing_print_is(
    prices, size_e6, rates, leverage_e12, skew_e6
):
    market = terms(skew_e6=skew_e6, skew_scale_e6=10**14)
    checked(market, size_e6, prices, rates, leverage_e12)


@given(moves=MOVES, leverage=st.integers(2, 10), is_long=st.booleans())
def test_a_walk_that_passes_close_by_is_judged_exactly(moves, leverage, is_long):
    # steps of a thousandth of the way to ruin around it: many prints are nearly the last one
    ruin = 10**10 // leverage * (-1 if is_long else 1)
    prices = [10**10] + [10**10 + ruin * (1000 + move) // 1000 for move in moves]
    size_e6 = 10**9 if is_long else -(10**9)
    checked(terms(), size_e6, prices, [], leverage * E12)
