"""The pool's equity, requirements, caps, fees and shares (rules/pool.md)."""

from engine.core.numbers.numbers cimport (
    CEIL, E8, E12, E18, E20, FLOOR, AMOUNT_MAX, acre_add_128, acre_mul_128, i128, max64,
    mul_div_floor, saturated_mul_div,
)
from engine.core.state.derived cimport Sides
from engine.core.state.state cimport Market
from libc.stdint cimport int64_t


cdef inline int64_t sides_unrealized_ceil_e6(
    const Sides *sides, int64_t price_e8, i128 funding_e18, i128 holding_e18
) noexcept nogil:
    """U = s*p + s*F - (long + short)*G - C of one market, rounded up, within the amount limit."""
    cdef i128 skew = sides.long_e6 - sides.short_e6
    cdef i128 price_e14 = skew * price_e8 - sides.cost_price_e14
    cdef i128 price_e24 = 0
    cdef i128 paid_e24 = 0
    cdef i128 held_e24 = 0
    cdef i128 total = 0
    if (
        acre_mul_128(price_e14, E8 * 100, &price_e24)
        or acre_mul_128(skew, funding_e18, &paid_e24)
        or acre_add_128(paid_e24, -sides.cost_funding_e24, &paid_e24)
        or (holding_e18 != 0 and (
            acre_mul_128(<i128> sides.long_e6 + sides.short_e6, holding_e18, &held_e24)
            or acre_add_128(paid_e24, -held_e24, &paid_e24)
        ))
        or acre_add_128(price_e24, paid_e24, &total)
    ):
        return AMOUNT_MAX if price_e14 > 0 else -AMOUNT_MAX
    return saturated_mul_div(total, 1, E18, CEIL)


cdef inline int64_t unrealized_ceil_e6(
    const Market *market, int64_t price_e8, i128 funding_e18, i128 holding_e18
) noexcept nogil:
    """The same of a market as its row has it."""
    cdef Sides sides
    sides.cost_price_e14 = market.cost_price_e14
    sides.cost_funding_e24 = market.cost_funding_e24
    sides.long_e6 = market.long_e6
    sides.short_e6 = market.short_e6
    return sides_unrealized_ceil_e6(&sides, price_e8, funding_e18, holding_e18)


cdef inline int64_t locked_ceil_e6(i128 open_interest_e14, int64_t ratio_e12) noexcept nogil:
    """Open interest of both sides times lockedOpenInterestRatio."""
    return saturated_mul_div(open_interest_e14, ratio_e12, E20, CEIL)


cdef inline int64_t cap_floor_e6(int64_t nav_e6, int64_t rate_e12) noexcept nogil:
    """A cap as a share of NAV; 0 when the pool has none."""
    return saturated_mul_div(max64(0, nav_e6), rate_e12, E12, FLOOR)


cdef inline int64_t reference_skew_floor_e6(
    int64_t side_notional_e6, int64_t rate_e12, int64_t price_e8
) noexcept nogil:
    """sRef = sRefRate * maxSideNotional / p."""
    return saturated_mul_div(<i128> side_notional_e6 * E8, rate_e12, <i128> E12 * price_e8, FLOOR)


cdef inline int64_t shares_floor_e6(
    int64_t amount_e6, int64_t shares_e6, int64_t value_e6
) except? -0x7FFFFFFFFFFFFFFF nogil:
    """Shares that an amount buys when all shares are worth `value`."""
    return mul_div_floor(amount_e6, shares_e6, value_e6)


cdef inline int64_t redeemed_floor_e6(
    int64_t shares_e6, int64_t value_e6, int64_t all_shares_e6
) noexcept nogil:
    """Worth of shares when all are worth `value`: shares * value / lpShares."""
    return saturated_mul_div(shares_e6, value_e6, all_shares_e6, FLOOR)


cdef inline int64_t share_price_floor_e8(int64_t value_e6, int64_t shares_e6) noexcept nogil:
    if shares_e6 == 0:
        return E8
    return saturated_mul_div(value_e6, E8, shares_e6, FLOOR)
