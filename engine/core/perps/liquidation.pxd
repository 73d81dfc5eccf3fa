"""Liquidation and bad debt: how much may close, what it costs, what may be called."""

from engine.core.generated.records cimport LiquidateC
from engine.core.numbers.numbers cimport (
    E12, FLOOR, abs64, clamp, i128, max64, min64, saturate_amount, saturated_mul_div,
)
from engine.core.state.state cimport ExchangeParameters, MarketParameters, State
from libc.stdint cimport int64_t, uint32_t


cdef inline int64_t window_limit_floor_e6(
    int64_t skew_e6, MarketParameters *rules
) noexcept nogil:
    """(makerFee + takerFee) * k * multiplier * windowSeconds; 0: no limit.

    Rounded down, then twice that while |s| / k < maxLiquidationPd.
    """
    cdef int64_t limit = saturated_mul_div(
        (<i128> rules.maker_fee_rate_e12 + rules.taker_fee_rate_e12) * rules.skew_scale_e6,
        <i128> rules.liquidation_capacity_multiplier_e12 * rules.liquidation_window_s,
        <i128> E12 * E12,
        FLOOR,
    )
    if (
        <i128> abs64(skew_e6) * E12
        < <i128> rules.max_liquidation_pd_e12 * rules.skew_scale_e6
    ):
        return saturate_amount(2 * <i128> limit)
    return limit


cdef inline int64_t liquidation_fee_e6(
    int64_t parts_e6, int64_t paid_e6, int64_t collateral_e6, int64_t available_e6,
    ExchangeParameters *rules
) noexcept nogil:
    """The fee of a call: clamp(parts of the whole liquidation) less what earlier calls paid.

    It is at most min(collateral, max(0, available)) after the pieces and the re-marks.
    """
    cdef int64_t due = clamp(
        parts_e6, rules.min_liquidation_fee_e6, rules.max_liquidation_fee_e6
    ) - paid_e6
    return max64(0, min64(due, min64(collateral_e6, available_e6)))


cdef int liquidate(State *st, const LiquidateC *command) except -1 nogil
cdef int64_t cover_debt(State *st, uint32_t account_row) except -1 nogil
cdef int64_t uncovered_e6(State *st, int64_t from_pool_e6) except -1 nogil
