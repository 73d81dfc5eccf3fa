"""Funding and the holding charge (rules/funding.md; rules 31-34, 68).

A rate is per day and in e18. Longs pay funding when it is positive; both sides pay the holding
charge, so that the index of a position is F less or plus G by its side. Accrual is part
of the clock step and of every read, so that nothing here raises: what no parameters reach is held
at the limits.
"""

from engine.core.numbers.numbers cimport (
    CEIL, DAY_S, E6, E8, E12, E26, FLOOR, FUNDING_MAX, TRUNC, abs64, clamp, clamp_128, half_128,
    i128, min64, quotient, saturate_amount, saturated_mul_div, saturated_wide,
)
from engine.core.state.state cimport Market, MarketParameters
from libc.stdint cimport int64_t

cdef struct FundingParts:
    int64_t drift_e18
    int64_t crowding_e18
    int64_t spread_e18
    int64_t holding_e18  # paid by both sides; no part of the rate of the funding index


cdef inline int64_t forecast_mid_e12(
    int64_t mu_fast_e12, int64_t mu_slow_e12, int64_t drift_max_e12
) noexcept nogil:
    """Mean of the two averages, toward zero, within the largest drift."""
    return clamp(
        <int64_t> half_128(mu_fast_e12 + mu_slow_e12), -drift_max_e12, drift_max_e12
    )


cdef inline int64_t forecast_half_e12(
    int64_t mu_fast_e12, int64_t mu_slow_e12, int64_t drift_max_e12
) noexcept nogil:
    """Half the distance of the two averages: how uncertain the forecast is."""
    return min64(
        saturated_mul_div(abs64(mu_fast_e12 - mu_slow_e12), 1, 2, FLOOR), drift_max_e12
    )


cdef inline int64_t crowding_skew_e6(int64_t skew_e6, MarketParameters *rules) noexcept nogil:
    """The skew that pushes the integrator, within +-k: below the knee s * |s| / K, toward zero."""
    cdef int64_t k = rules.skew_scale_e6
    cdef int64_t knee = quotient(<i128> k * rules.crowding_knee_e12, E12)
    cdef int64_t size = min64(abs64(skew_e6), k)
    if size < knee:
        size = quotient(<i128> size * size, knee)
    return size if skew_e6 > 0 else -size


cdef inline int64_t velocity_e12(int64_t skew_e6, MarketParameters *rules) noexcept nogil:
    """V * c / k, toward zero, of the skew c that crowding counts; 0 without a skew scale."""
    cdef int64_t k = rules.skew_scale_e6
    if k == 0:
        return 0
    return saturated_mul_div(
        rules.max_funding_velocity_e12, crowding_skew_e6(skew_e6, rules), k, TRUNC
    )


cdef inline int64_t rate_after_e18(
    int64_t rate_e18, int64_t skew_e6, int64_t seconds, MarketParameters *rules
) noexcept nogil:
    """The skew integrator `seconds` later: pushed by the skew, decaying, clamped."""
    cdef int64_t k = rules.skew_scale_e6
    cdef int64_t tau = rules.funding_decay_s
    cdef i128 limit = <i128> rules.max_funding_rate_e12 * E6
    cdef i128 push
    cdef i128 decay = 0
    if k == 0:
        return 0
    push = saturated_wide(
        <i128> rules.max_funding_velocity_e12 * E6,
        <i128> crowding_skew_e6(skew_e6, rules) * seconds,
        <i128> k * DAY_S,
        TRUNC,
    )
    if tau != 0:
        decay = saturated_wide(rate_e18, min64(seconds, tau), tau, TRUNC)
    return <int64_t> clamp_128(rate_e18 + push - decay, -limit, limit)


cdef inline int64_t drift_e18(Market *market, MarketParameters *rules) noexcept nogil:
    return saturated_mul_div(
        rules.k_drift_e12,
        forecast_mid_e12(market.mu_fast_e12, market.mu_slow_e12, rules.drift_max_e12),
        E6,
        TRUNC,
    )


cdef inline int64_t spread_e18(
    Market *market, int64_t skew_e6, MarketParameters *rules
) noexcept nogil:
    """clamp(s / sRef, +-1) * (spreadRate + kDrift * half); sRef 0 makes it all or nothing."""
    cdef int64_t half = forecast_half_e12(
        market.mu_fast_e12, market.mu_slow_e12, rules.drift_max_e12
    )
    cdef i128 full = <i128> rules.spread_rate_e12 * E6 + saturated_wide(
        rules.k_drift_e12, half, E6, TRUNC
    )
    cdef int64_t reference = market.s_ref_e6
    if skew_e6 == 0:
        return 0
    if reference == 0:
        return saturate_amount(full if skew_e6 > 0 else -full)
    return saturated_mul_div(
        clamp(skew_e6, -reference, reference), full, reference, TRUNC
    )


cdef inline int funding_parts(
    Market *market, MarketParameters *rules, int64_t rate_e18, int is_crowding, FundingParts *parts
) noexcept nogil:
    """The parts of the rate at this instant; only the drift while stale or paused."""
    parts.drift_e18 = drift_e18(market, rules)
    parts.crowding_e18 = rate_e18 if is_crowding else 0
    parts.spread_e18 = 0
    parts.holding_e18 = market.hold_rate_e18 if is_crowding else 0
    if is_crowding:
        parts.spread_e18 = spread_e18(market, market.long_e6 - market.short_e6, rules)
    return 0


cdef inline int64_t shown_rate_e12(int64_t rate_e18) noexcept nogil:
    """A rate as it is shown, toward zero; the shown total is the sum of the shown parts."""
    return saturated_mul_div(rate_e18, 1, E6, TRUNC)


cdef inline i128 total_rate_e18(const FundingParts *parts) noexcept nogil:
    return <i128> parts.drift_e18 + parts.crowding_e18 + parts.spread_e18


cdef inline int64_t hour_funding_floor_e6(
    int64_t size_e6, int64_t price_e8, const FundingParts *parts
) noexcept nogil:
    """Funding and holding charge of a position for an hour at present rates; negative: it pays."""
    cdef i128 rate = total_rate_e18(parts)
    rate += parts.holding_e18 if size_e6 > 0 else -parts.holding_e18
    return saturated_mul_div(-<i128> size_e6 * price_e8, rate, 24 * E26, FLOOR)


cdef inline i128 side_index_e18(i128 funding_e18, i128 holding_e18, int is_long) noexcept nogil:
    """The index that a position of a side pays by: F less G of a long, F and G of a short."""
    return funding_e18 - holding_e18 if is_long else funding_e18 + holding_e18


cdef inline int64_t hold_rate_ceil_e18(
    int64_t required_e6, int64_t lp_balance_e6, int64_t kink_e12, int64_t rate_e12
) noexcept nogil:
    """The charge per day at a utilisation of required / lpBalance, at most 1: 0 up to the kink."""
    cdef i128 above
    if required_e6 <= 0 or rate_e12 == 0 or kink_e12 >= E12:
        return 0
    if required_e6 >= lp_balance_e6:  # an empty pool too
        return saturate_amount(<i128> rate_e12 * E6)
    above = <i128> required_e6 * E12 - <i128> lp_balance_e6 * kink_e12
    if above <= 0:
        return 0
    return saturate_amount(
        saturated_wide(
            <i128> rate_e12 * E6, above, <i128> lp_balance_e6 * (E12 - kink_e12), CEIL
        )
    )


cdef inline i128 funding_after_e18(
    i128 funding_e18, i128 paid_e18_s, int64_t price_e8
) noexcept nogil:
    """F less rate * dt * p, floored, held within its limit."""
    cdef i128 change = saturated_wide(-paid_e18_s, price_e8, <i128> DAY_S * E8, FLOOR)
    return clamp_128(funding_e18 + change, -FUNDING_MAX, FUNDING_MAX)


cdef inline i128 holding_after_e18(Market *market, int64_t seconds) noexcept nogil:
    """G and the charge of a span, rounded up, held within the limit of F."""
    cdef i128 change
    if market.hold_rate_e18 == 0:
        return market.holding_e18
    change = saturated_wide(
        <i128> market.hold_rate_e18 * seconds, market.price_e8, <i128> DAY_S * E8, CEIL
    )
    return clamp_128(market.holding_e18 + change, 0, FUNDING_MAX)


cdef inline int accrue(
    Market *market, MarketParameters *rules, int64_t seconds, int64_t crowding_seconds,
    int64_t *rate_e18, i128 *funding_e18, i128 *holding_e18
) noexcept nogil:
    """Integrator, F and G after a span whose first part, up to all of it, is not drift alone."""
    cdef int64_t skew = market.long_e6 - market.short_e6
    cdef i128 paid = 0  # rate times seconds
    rate_e18[0] = market.rate_e18
    funding_e18[0] = market.funding_e18
    holding_e18[0] = market.holding_e18
    if seconds <= 0:
        return 0
    if crowding_seconds > 0:
        rate_e18[0] = rate_after_e18(market.rate_e18, skew, crowding_seconds, rules)
        paid = half_128(<i128> market.rate_e18 + rate_e18[0])
        paid = (paid + spread_e18(market, skew, rules)) * crowding_seconds
        holding_e18[0] = holding_after_e18(market, crowding_seconds)
    paid += <i128> drift_e18(market, rules) * seconds
    funding_e18[0] = funding_after_e18(market.funding_e18, paid, market.price_e8)
    return 0
