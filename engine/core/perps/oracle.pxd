"""Prints: bands, forecast, noise, level, sizes, entry window (rules 10-13, 33, 42, 65, 66)."""

from engine.core.numbers.numbers cimport (
    DAY_S, E6, E8, E12, FLOOR, PRICE_MAX, SIDE_MAX, TRUNC, abs64, clamp, clamp_128, i128, max64,
    min64, saturated_mul_div, saturated_wide,
)
from engine.core.perps.funding cimport forecast_mid_e12
from engine.core.state.state cimport HELD_NONE, Market, MarketParameters
from libc.stdint cimport int64_t

cdef enum:
    FORECAST_STEPS_MAX = 30
    FORECAST_GAP_MAX_DAYS = 365
    SETTLE_AFTER_S = 2_592_000  # 30 days without an accepted print: settle-market may end it
    NOISE_N = 60  # prints over which the variance is averaged
    NOISE_JUMP = 18  # one print counts as at most so many times the variance
    FOLLOW_DAYS_MAX = 30
    FOLLOW_STEP = 50  # a size moves by at most one part of so many a day

cdef extern from *:
    """
    #define ACRE_NOISE_FLOOR ((int64_t)9000000000000)
    #define ACRE_NOISE_MAX ((int64_t)(1000000000000000000 / 18))
    """
    const int64_t NOISE_FLOOR "ACRE_NOISE_FLOOR"  # 0.3 % squared, counted of any print
    const int64_t NOISE_MAX "ACRE_NOISE_MAX"


cdef inline int is_within_band(int64_t price_e8, int64_t base_e8, int64_t band_e12) noexcept nogil:
    """|p - base| / base <= band, exactly."""
    return <i128> abs64(price_e8 - base_e8) * E12 <= <i128> base_e8 * band_e12


cdef inline int64_t floor_to(int64_t value, int64_t step) noexcept nogil:
    """The largest multiple of a positive step that is not above the value."""
    cdef int64_t rest = value % step
    return value - rest


cdef inline int64_t days_between(int64_t from_s, int64_t to_s) noexcept nogil:
    """Whole days between two publish times, each taken at the nearest midnight."""
    cdef int64_t half = DAY_S // 2
    return (floor_to(to_s + half, DAY_S) - floor_to(from_s + half, DAY_S)) // DAY_S


cdef inline int64_t step_toward(int64_t value, int64_t target, int64_t n) noexcept nogil:
    """value + trunc((target - value) / n)."""
    return value + saturated_mul_div(<i128> target - value, 1, n, TRUNC)


cdef inline int64_t noise_after_e18(
    Market *market, int64_t price_e8, int64_t days, int64_t mid_e12
) noexcept nogil:
    """The variance of a print's error after one more: half of r^2, of the change less the forecast.

    Two errors are in each change. What one print counts is bounded, so that no print alone moves
    the variance by more than 8/60 of it.
    """
    cdef i128 off = saturated_wide(
        <i128> price_e8 - market.price_e8, E12, market.price_e8, TRUNC
    )
    cdef i128 most = max64(NOISE_JUMP * market.noise_e18, NOISE_FLOOR)
    off = clamp_128(off, -E12, E12) - <i128> days * mid_e12
    return min64(
        NOISE_MAX,
        step_toward(
            market.noise_e18, <int64_t> clamp_128(off * off // E6, 0, most) // 2, NOISE_N
        ),
    )


cdef inline int is_noise_below(
    int64_t noise_e18, int64_t max_noise_e12, int64_t part, int64_t whole
) noexcept nogil:
    """sigma < maxNoise * part / whole, exactly."""
    return (
        <i128> noise_e18 * E6 * whole * whole
        < <i128> max_noise_e12 * max_noise_e12 * part * part
    )


cdef inline int64_t level_prints(int64_t noise_e18, MarketParameters *rules) noexcept nogil:
    """N of the level: levelN, and more of them the larger the noise is (rule 65)."""
    if rules.level_n == 0 or rules.max_noise_e12 == 0:
        return rules.level_n
    if is_noise_below(noise_e18, rules.max_noise_e12, 1, 3):
        return max64(rules.level_n, 5)
    if is_noise_below(noise_e18, rules.max_noise_e12, 2, 5):
        return max64(rules.level_n, 10)
    return max64(rules.level_n, 20)


cdef inline void judge_noise(Market *market, MarketParameters *rules) noexcept nogil:
    """Whether increases wait for the auction: from above maxNoise until below 5/6 of it."""
    cdef int64_t most = rules.max_noise_e12
    if most == 0 or is_noise_below(market.noise_e18, most, 5, 6):
        market.is_auction_only = 0
    elif <i128> market.noise_e18 * E6 > <i128> most * most:
        market.is_auction_only = 1


cdef inline int64_t followed_e6(
    int64_t value_e6, int64_t rate_e12, int64_t nav_e6, int64_t price_e8, int64_t days,
    int64_t most_e6
) noexcept nogil:
    """A size after a step toward rate * NAV / p, by at most 2 % for each of 30 days (rule 66).

    Without a rate or NAV it stays; 0 stays 0, and nothing else becomes 0.
    """
    cdef int64_t target
    cdef int64_t step
    if rate_e12 == 0 or nav_e6 <= 0 or days < 1:
        return value_e6
    target = min64(
        most_e6,
        saturated_mul_div(<i128> rate_e12 * nav_e6, E8, <i128> E12 * price_e8, FLOOR),
    )
    step = saturated_mul_div(value_e6, min64(days, FOLLOW_DAYS_MAX), FOLLOW_STEP, FLOOR)
    return clamp(target, value_e6 - step, value_e6 + step)


cdef inline void follow(
    MarketParameters *rules, int64_t nav_e6, int64_t price_e8, int64_t days
) noexcept nogil:
    """Move skewScale and maxSideSize of a market that follows, at a new price."""
    if rules.skew_scale_rate_e12 == 0:
        return
    rules.skew_scale_e6 = followed_e6(
        rules.skew_scale_e6, rules.skew_scale_rate_e12, nav_e6, price_e8, days, 100 * SIDE_MAX
    )
    rules.max_side_size_e6 = followed_e6(
        rules.max_side_size_e6, rules.max_side_notional_rate_e12, nav_e6, price_e8, days, SIDE_MAX
    )


cdef inline int learn(
    Market *market, MarketParameters *rules, int64_t price_e8, int64_t published_at_s
) noexcept nogil:
    """Move noise, level and averages by a print; the caller writes price and time afterwards."""
    cdef int64_t days = days_between(market.published_at_s, published_at_s)
    cdef int64_t mid
    cdef int64_t seen
    cdef i128 level
    cdef int64_t _day
    if days == 0:
        return 0
    if days > FORECAST_GAP_MAX_DAYS:
        market.mu_fast_e12 = 0
        market.mu_slow_e12 = 0
        market.level_e8 = price_e8
        return 0
    mid = forecast_mid_e12(market.mu_fast_e12, market.mu_slow_e12, rules.drift_max_e12)
    market.noise_e18 = noise_after_e18(market, price_e8, days, mid)
    judge_noise(market, rules)
    if rules.level_n == 0:
        market.level_e8 = price_e8
    else:
        level = market.level_e8 + <i128> days * saturated_wide(market.level_e8, mid, E12, TRUNC)
        level += saturated_wide(
            price_e8 - level, 1, level_prints(market.noise_e18, rules), TRUNC
        )
        market.level_e8 = <int64_t> clamp_128(level, 1, PRICE_MAX)
    seen = <int64_t> clamp_128(
        saturated_wide(
            <i128> price_e8 - market.price_e8, E12, <i128> market.price_e8 * days, TRUNC
        ),
        -rules.return_clip_e12,
        rules.return_clip_e12,
    )
    for _day in range(min64(days, FORECAST_STEPS_MAX)):
        market.mu_fast_e12 = step_toward(market.mu_fast_e12, seen, rules.n_fast)
        market.mu_slow_e12 = step_toward(market.mu_slow_e12, seen, rules.n_slow)
    return 0


cdef inline int64_t schedule_at_s(int64_t time_s, MarketParameters *rules) noexcept nogil:
    """The latest scheduled print whose window has begun at a time."""
    return floor_to(time_s + rules.entry_window_before_s, rules.print_interval_s)


cdef inline int is_in_entry_window(
    Market *market, MarketParameters *rules, int64_t now_s
) noexcept nogil:
    cdef int64_t schedule = schedule_at_s(now_s, rules)
    if market.schedule_s < schedule:
        return 1
    return now_s < market.schedule_accepted_at_s + rules.entry_window_after_s


cdef inline int64_t entry_opens_at_s(
    Market *market, MarketParameters *rules, int64_t now_s
) noexcept nogil:
    """When the window ends; while its print is late, as if it arrived now."""
    cdef int64_t schedule = schedule_at_s(now_s, rules)
    if market.schedule_s < schedule:
        return max64(schedule, now_s) + rules.entry_window_after_s
    return market.schedule_accepted_at_s + rules.entry_window_after_s


cdef inline int is_stale(Market *market, int64_t max_age_s, int64_t now_s) noexcept nogil:
    return now_s - market.published_at_s > max_age_s


cdef inline int is_dead(Market *market, MarketParameters *rules, int64_t now_s) noexcept nogil:
    """No print was accepted for oracleMaxAgeDecrease: no STALE_PRICE any more (rule 46).

    A settled market waits for no print either.
    """
    return market.settled_at_s != 0 or is_stale(market, rules.oracle_max_age_decrease_s, now_s)


cdef inline int is_late(Market *market, MarketParameters *rules, int64_t now_s) noexcept nogil:
    """Stale for oracleMaxAge and not dead yet: who leaves waits for a print."""
    return is_stale(market, rules.oracle_max_age_s, now_s) and not is_dead(market, rules, now_s)


cdef inline int64_t settles_from_s(Market *market, MarketParameters *rules) noexcept nogil:
    """When settle-market may begin: dead, and 30 days after the last accepted print."""
    return market.published_at_s + max64(SETTLE_AFTER_S, rules.oracle_max_age_decrease_s + 1)


cdef inline int64_t exit_price_e8(Market *market, int is_long) noexcept nogil:
    """The last accepted price, or a held one that is worse for a holder who leaves."""
    if market.held == HELD_NONE:
        return market.price_e8
    if is_long:
        return min64(market.price_e8, market.held_price_e8)
    return max64(market.price_e8, market.held_price_e8)


cdef inline int is_held_young(
    Market *market, MarketParameters *rules, int64_t now_s
) noexcept nogil:
    """A held print that refuses LP commands: not older than oracleMaxAgeDecrease (rule 39)."""
    return (
        market.held != HELD_NONE
        and now_s - market.held_published_at_s <= rules.oracle_max_age_decrease_s
    )
