"""Terms of a delegate: end, markets, notional per UTC day (rules/chain-commands.md)."""

from engine.core.numbers.numbers cimport DAY_S, E8, abs64, i128
from engine.core.state.state cimport NO_ROW, User
from libc.stdint cimport int64_t, uint32_t


cdef inline int has_ended(const User *owner, int64_t now_s) noexcept nogil:
    return owner.delegate_until_s != 0 and now_s >= owner.delegate_until_s


cdef inline int is_market_allowed(const User *owner, uint32_t market_id) noexcept nogil:
    cdef uint32_t place
    for place in range(owner.delegate_market_count):
        if owner.delegate_markets[place] == market_id:
            return 1
    return owner.delegate_market_count == 0


cdef inline int64_t used_today_e6(const User *owner, int64_t now_s) noexcept nogil:
    """Notional that the delegate added on the current day; counted only under a limit."""
    return owner.delegate_used_e6 if owner.delegate_day == now_s // DAY_S else 0


cdef inline int64_t added_ceil_e6(int64_t delta_e6, int64_t index_e8) noexcept nogil:
    """|d| * p, rounded up; at most 10^18 within the limits of sizes and prices."""
    return <int64_t> ((<i128> abs64(delta_e6) * index_e8 + E8 - 1) // E8)


cdef inline int64_t room_today_e6(const User *owner, int64_t now_s) noexcept nogil:
    """Notional that a delegate with a limit can still add today."""
    return owner.delegate_limit_e6 - used_today_e6(owner, now_s)


cdef inline void count_added(User *owner, int64_t added_e6, int64_t now_s) noexcept nogil:
    """Count notional that is within the room of today."""
    owner.delegate_used_e6 = used_today_e6(owner, now_s) + added_e6
    owner.delegate_day = <uint32_t> (now_s // DAY_S)
