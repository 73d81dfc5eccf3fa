"""Margin ratios and requirements (rules/margin.md). Everything a position must hold rounds up."""

from engine.core.numbers.numbers cimport (
    CEIL, E12, E20, RATIO_MAX, abs64, clamp, i128, min64, saturated_mul_div,
)
from engine.core.state.state cimport ExchangeParameters, MarketParameters
from libc.stdint cimport int64_t


cdef inline int64_t initial_ratio_ceil_e12(
    int64_t size_e6, MarketParameters *rules
) noexcept nogil:
    """|n| / k * initialMarginRatio + minInitialMarginRatio, held within the ratio limit."""
    cdef int64_t slope = 0
    if rules.skew_scale_e6 != 0:
        slope = saturated_mul_div(
            abs64(size_e6), rules.initial_margin_ratio_e12, rules.skew_scale_e6, CEIL
        )
    return min64(RATIO_MAX, min64(RATIO_MAX, slope) + rules.min_initial_margin_ratio_e12)


cdef inline int64_t maintenance_ratio_ceil_e12(
    int64_t initial_ratio_e12, MarketParameters *rules
) noexcept nogil:
    return saturated_mul_div(
        initial_ratio_e12, rules.maintenance_margin_proportion_e12, E12, CEIL
    )


cdef inline int64_t required_margin_ceil_e6(
    int64_t size_e6, int64_t price_e8, int64_t ratio_e12
) noexcept nogil:
    """|n| * p * ratio."""
    return saturated_mul_div(<i128> abs64(size_e6) * price_e8, ratio_e12, E20, CEIL)


cdef inline int64_t liquidation_fee_margin_e6(
    int64_t fees_e6, ExchangeParameters *rules
) noexcept nogil:
    """L of an account that has positions: the sum of their fees within its bounds."""
    return clamp(fees_e6, rules.min_liquidation_fee_e6, rules.max_liquidation_fee_e6)
