"""What a position would earn if given prints came true: the rules' own formulas, day by day.

For those who simulate traders. Nothing of the state changes. What others will do is the caller's:
their skew on each day, and the part of the position that they take the other side of. NAV, the
holding charge of a day and parameters but those that follow stay as they are; no print is held.
"""

from engine.core.numbers.numbers cimport (
    DAY_S, E6, E8, TIME_MAX, TRUNC, i128, max64, min64, mul_div_ceil, saturated_mul_div,
)
from engine.core.perps.accounting cimport Totals, nav_e6, project, totals_now
from engine.core.perps.fill cimport (
    fill_price_e8, funding_pnl_floor_e6, level_now_e8, price_pnl_floor_e6, surcharge_ceil_e6,
    trade_fee_ceil_e6,
)
from engine.core.perps.funding cimport accrue, side_index_e18
from engine.core.perps.oracle cimport days_between, follow, learn
from engine.core.pool.pool cimport cap_floor_e6, reference_skew_floor_e6
from engine.core.state.state cimport (
    Market, MarketParameters, Projection, State, market_at, market_count, market_rules,
)
from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport free, malloc

# A market after a print, and its rules then.
cdef struct Step:
    Market market
    MarketParameters rules

# A trade at one moment: fill, what it costs beside it, and the gap to the level less the fee.
cdef struct Deal:
    int64_t fill_e8
    int64_t charges_e6
    int64_t excess_e6


cdef int _deal(
    Market *market, MarketParameters *rules, int64_t delta_e6, int64_t now_s, Deal *deal
) except -1:
    """An order at the index, as `trading.pyx` fills it."""
    cdef int64_t skew = market.long_e6 - market.short_e6
    cdef int64_t level
    cdef int64_t fee
    deal.fill_e8 = market.price_e8
    deal.charges_e6 = 0
    deal.excess_e6 = 0
    if delta_e6 == 0:
        return 0
    deal.fill_e8 = fill_price_e8(market.price_e8, skew, delta_e6, rules.skew_scale_e6)
    fee = trade_fee_ceil_e6(
        skew, delta_e6, deal.fill_e8, rules.maker_fee_rate_e12, rules.taker_fee_rate_e12
    )
    deal.charges_e6 = fee
    if rules.level_n == 0:
        deal.excess_e6 = -fee
        return 0
    level = level_now_e8(market, rules, now_s)
    deal.charges_e6 += surcharge_ceil_e6(delta_e6, level, market.price_e8, fee)
    deal.excess_e6 = mul_div_ceil(delta_e6, <i128> level - market.price_e8, E8) - fee
    return 0


cdef void _set_skew(Market *market, int64_t skew_e6) noexcept:
    """Only the difference of the sides counts."""
    market.long_e6 = max64(skew_e6, 0)
    market.short_e6 = max64(-skew_e6, 0)


cdef void _expect_prints(
    State *st, uint32_t row, const int64_t[::1] prints_e8, int64_t first_s, Step *path
) noexcept:
    """The market after each print, accrual left out; path[0] is now."""
    cdef Projection *now = project(st, row)
    cdef Totals totals
    cdef Market *market
    cdef MarketParameters *rules
    cdef int64_t nav
    cdef int64_t days
    cdef Py_ssize_t j
    totals_now(st, &totals)
    nav = nav_e6(st, &totals)
    path[0].market = market_at(st, row)[0]
    path[0].market.rate_e18 = now.rate_e18
    path[0].market.funding_e18 = now.funding_e18
    path[0].market.holding_e18 = now.holding_e18
    path[0].rules = market_rules(st, row)[0]
    for j in range(prints_e8.shape[0]):
        path[j + 1] = path[j]
        market = &path[j + 1].market
        rules = &path[j + 1].rules
        days = days_between(market.published_at_s, first_s + j * DAY_S)
        learn(market, rules, prints_e8[j], first_s + j * DAY_S)
        market.price_e8 = prints_e8[j]
        market.published_at_s = first_s + j * DAY_S
        follow(rules, nav, prints_e8[j], days)
        market.s_ref_e6 = reference_skew_floor_e6(
            cap_floor_e6(nav, rules.max_side_notional_rate_e12), rules.s_ref_rate_e12,
            prints_e8[j],
        )


cdef void _spend(
    Market *market, MarketParameters *rules, int64_t seconds, Market *then
) noexcept:
    """Accrue `seconds` under the values of `market` into the rate, F and G of `then`."""
    cdef int64_t rate
    cdef i128 funding
    cdef i128 holding
    accrue(market, rules, seconds, seconds, &rate, &funding, &holding)
    then.rate_e18 = rate
    then.funding_e18 = funding
    then.holding_e18 = holding


def outlook(
    size_t state, uint32_t market_id, int64_t now_s, int64_t own_e6,
    const int64_t[::1] targets_e6, const int64_t[::1] prints_e8, int64_t first_s,
    const int64_t[::1] rest_e6, const int64_t[::1] answer_e6, const int64_t[::1] exits,
    int64_t after_s, int64_t[:, ::1] profit_e6, int64_t[:, ::1] excess_e6,
):
    """Fill in the profit of each target left `after_s` past each number of prints.

    Beginning at the own position and the index of now; `excess_e6` is what the last trade's gap
    to the level exceeds its fee by, negative: falls short.
    """
    cdef State *st = <State *> state
    cdef Py_ssize_t count = prints_e8.shape[0]
    cdef int64_t own_time = st.now_s
    cdef Step *path
    cdef Py_ssize_t i
    if not 1 <= market_id <= market_count(st):
        raise ValueError(f"no market {market_id}")
    if rest_e6.shape[0] != count + 1 or answer_e6.shape[0] != count + 1:
        raise ValueError("one skew for now and one for each print")
    for i in range(exits.shape[0]):
        if not (exits[i - 1] if i else 0) < exits[i] <= count:
            raise ValueError("exits rise from 1 to the number of prints")
    if not now_s < first_s <= now_s + DAY_S or not 0 <= after_s < DAY_S:
        raise ValueError("prints are a day apart, the first within a day")
    path = <Step *> malloc((count + 1) * sizeof(Step))
    if path == NULL:
        raise MemoryError
    st.now_s = max64(own_time, min64(now_s, TIME_MAX))
    try:
        _expect_prints(st, market_id - 1, prints_e8, first_s, path)
        for i in range(targets_e6.shape[0]):
            _walk(
                path, own_e6, targets_e6[i], now_s, first_s, rest_e6, answer_e6, exits, after_s,
                &profit_e6[i, 0], &excess_e6[i, 0],
            )
    finally:
        st.now_s = own_time
        free(path)


cdef int _walk(
    Step *path, int64_t own_e6, int64_t target_e6, int64_t now_s, int64_t first_s,
    const int64_t[::1] rest_e6, const int64_t[::1] answer_e6, const int64_t[::1] exits,
    int64_t after_s, int64_t *profit_e6, int64_t *excess_e6
) except -1:
    """One target: the trade now, funding day by day, the way out at each of the exits."""
    cdef Market market = path[0].market
    cdef Market then
    cdef i128 entry_funding = side_index_e18(
        market.funding_e18, market.holding_e18, target_e6 > 0
    )
    cdef int64_t seconds = first_s - now_s
    cdef int64_t begun
    cdef int64_t gain
    cdef Py_ssize_t j
    cdef Py_ssize_t place = 0
    cdef Deal enter
    cdef Deal leave
    _deal(&market, &path[0].rules, target_e6 - own_e6, now_s, &enter)
    begun = price_pnl_floor_e6(own_e6, market.price_e8, enter.fill_e8) - enter.charges_e6
    if target_e6 == own_e6:
        enter.fill_e8 = market.price_e8
    for j in range(exits[exits.shape[0] - 1] + 1):
        _set_skew(&market, rest_e6[j] + target_e6 + saturated_mul_div(
            target_e6, answer_e6[j], E6, TRUNC
        ))
        if j and j == exits[place]:
            then = market
            _spend(&market, &path[j].rules, after_s, &then)
            _deal(
                &then, &path[j].rules, -target_e6, first_s + (j - 1) * DAY_S + after_s, &leave
            )
            gain = price_pnl_floor_e6(target_e6, enter.fill_e8, leave.fill_e8)
            gain += funding_pnl_floor_e6(
                target_e6, entry_funding,
                side_index_e18(then.funding_e18, then.holding_e18, target_e6 > 0),
            )
            profit_e6[place] = begun + gain - leave.charges_e6
            excess_e6[place] = leave.excess_e6
            place += 1
            if place == exits.shape[0]:
                return 0
        then = path[j + 1].market
        _spend(&market, &path[j].rules, seconds, &then)
        market = then
        seconds = DAY_S
    return 0
