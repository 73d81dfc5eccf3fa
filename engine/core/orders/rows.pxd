"""Rows of waiting orders: made, linked to their account, ended, with their events."""

from engine.core.state.state cimport Account, PerpOrder, State
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

cdef enum:
    LONGEST_S = 7_776_000  # 90 days
    ACCOUNT_ORDERS_MAX = 100
    ACCOUNT_MARKET_ORDERS_MAX = 20
    MARKET_ORDERS_MAX = 100_000

cdef inline uint32_t order_slots(const PerpOrder *order) noexcept nogil:
    """What an order counts in the limits: itself and the legs of its bracket."""
    return 1 + (order.stop_e8 != 0) + (order.target_e8 != 0)

cdef inline uint64_t bracket_group(uint64_t order_id) noexcept nogil:
    """The group of a bracket by its first leg: beyond those that an account may name."""
    return (<uint64_t> 1 << 32) + order_id

cdef inline int64_t order_margin_e6(State *st, const Account *account) noexcept nogil:
    """Margin held for the account's waiting orders (rule 53)."""
    return account.entry_count * st.rules.order_margin_e6

cdef uint32_t find_perp_order(State *st, uint32_t account, uint64_t order_id) noexcept nogil
cdef int is_order_locked(State *st, const PerpOrder *order) noexcept nogil
cdef int is_cut_off(State *st, const PerpOrder *order) noexcept nogil
cdef uint32_t add_order(
    State *st, const PerpOrder *wanted, uint64_t parent
) except? 0xFFFFFFFF nogil
cdef int end_order(State *st, uint32_t row, int reason, uint16_t code) except -1 nogil
cdef int end_group(State *st, uint32_t account, uint64_t group, uint64_t but) except -1 nogil
cdef int end_exits(State *st, uint32_t account, uint32_t market, uint32_t but) except -1 nogil
cdef int end_entries(State *st, uint32_t account) except -1 nogil
cdef int end_market_orders(State *st, uint32_t market) except -1 nogil
cdef int add_bracket(
    State *st, uint32_t account, uint32_t market, uint32_t delegate, int is_long, int64_t stop_e8,
    int64_t target_e8, uint64_t parent
) except -1 nogil
