"""Fill price, trade fee and the two-price surcharge (rules/fills.md; rules 5, 35)."""

from engine.core.numbers.numbers cimport (
    CEIL, DAY_S, E8, E12, E18, E20, FLOOR, PRICE_MAX, TRUNC, abs64, clamp, i128, max64, min64,
    mul_div_ceil, mul_div_floor, mul_div_trunc, narrow, saturated_mul_div, wide_mul_div,
)
from engine.core.perps.funding cimport forecast_mid_e12
from engine.core.state.state cimport Market, MarketParameters
from libc.stdint cimport int64_t


cdef inline int64_t fill_price_e8(
    int64_t price_e8, int64_t skew_e6, int64_t delta_e6, int64_t scale_e6
) except? -0x7FFFFFFFFFFFFFFF nogil:
    """p * (1 + (2s + d) / 2k), up for a buyer and down for a seller; p without a skew scale."""
    if scale_e6 == 0:
        return price_e8
    return narrow(
        wide_mul_div(
            price_e8,
            2 * <i128> scale_e6 + 2 * <i128> skew_e6 + delta_e6,
            2 * <i128> scale_e6,
            CEIL if delta_e6 > 0 else FLOOR,
        )
    )


cdef inline int64_t market_price_e8(
    int64_t price_e8, int64_t skew_e6, int64_t scale_e6
) noexcept nogil:
    """p * (1 + s / k), toward zero; shown only, so that it is held within the price limits."""
    if scale_e6 == 0:
        return price_e8
    return clamp(
        saturated_mul_div(price_e8, <i128> scale_e6 + skew_e6, scale_e6, TRUNC), 1, PRICE_MAX
    )


cdef inline int64_t maker_size_e6(int64_t skew_e6, int64_t delta_e6) noexcept nogil:
    """The part of |d| that moves the skew toward 0."""
    if (skew_e6 > 0) == (delta_e6 > 0) or skew_e6 == 0:
        return 0
    return min64(abs64(skew_e6), abs64(delta_e6))


cdef inline int64_t parts_fee_ceil_e6(
    int64_t maker_e6, int64_t taker_e6, int64_t fill_e8, int64_t maker_rate_e12,
    int64_t taker_rate_e12
) except? -0x7FFFFFFFFFFFFFFF nogil:
    """The fee of a maker and a taker part, rounded up once."""
    return mul_div_ceil(
        <i128> maker_e6 * maker_rate_e12 + <i128> taker_e6 * taker_rate_e12, fill_e8, E20
    )


cdef inline int64_t trade_fee_ceil_e6(
    int64_t skew_e6, int64_t delta_e6, int64_t fill_e8, int64_t maker_rate_e12,
    int64_t taker_rate_e12
) except? -0x7FFFFFFFFFFFFFFF nogil:
    """Maker part and taker part of |d| at their rates times the fill price, rounded up once."""
    cdef int64_t maker = maker_size_e6(skew_e6, delta_e6)
    return parts_fee_ceil_e6(
        maker, abs64(delta_e6) - maker, fill_e8, maker_rate_e12, taker_rate_e12
    )


cdef inline int64_t price_pnl_floor_e6(
    int64_t size_e6, int64_t entry_e8, int64_t price_e8
) noexcept nogil:
    """n * (p - e), floored; held within the amount limit."""
    return saturated_mul_div(size_e6, price_e8 - entry_e8, E8, FLOOR)


cdef inline int64_t funding_pnl_floor_e6(
    int64_t size_e6, i128 entry_e18, i128 funding_e18
) noexcept nogil:
    """n * (F - f), floored; held within the amount limit."""
    return saturated_mul_div(size_e6, funding_e18 - entry_e18, E18, FLOOR)


cdef inline int64_t mark_down_floor_e6(
    int64_t delta_e6, int64_t price_e8, int64_t fill_e8
) except? -0x7FFFFFFFFFFFFFFF nogil:
    """min(0, d * (p - fill)), floored."""
    return min64(0, mul_div_floor(delta_e6, price_e8 - fill_e8, E8))


cdef inline int64_t level_now_e8(
    Market *market, MarketParameters *rules, int64_t now_s
) except? -0x7FFFFFFFFFFFFFFF nogil:
    """The drift-corrected level carried forward to now, at most one day past its print."""
    cdef int64_t mid = forecast_mid_e12(
        market.mu_fast_e12, market.mu_slow_e12, rules.drift_max_e12
    )
    cdef int64_t seconds = max64(0, min64(now_s - market.published_at_s, DAY_S))
    return market.level_e8 + mul_div_trunc(
        <i128> market.level_e8 * mid, seconds, <i128> DAY_S * E12
    )


cdef inline int64_t surcharge_ceil_e6(
    int64_t delta_e6, int64_t level_e8, int64_t base_e8, int64_t fee_e6
) except? -0x7FFFFFFFFFFFFFFF nogil:
    """Surcharge: the trade's gain against the level beyond its fee."""
    return max64(0, mul_div_ceil(delta_e6, <i128> level_e8 - base_e8, E8) - fee_e6)


cdef inline int64_t notional_floor_e6(int64_t size_e6, int64_t price_e8) noexcept nogil:
    """|n| * p, floored."""
    return saturated_mul_div(abs64(size_e6), price_e8, E8, FLOOR)
