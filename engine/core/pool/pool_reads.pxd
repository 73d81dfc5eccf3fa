"""Reads of what liquidity providers have, and of what leaves the vault."""

from engine.core.state.state cimport State
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef object outflow_view(State *st)
cdef int do_removals_wait(State *st) noexcept
cdef object pool_if_moved(State *st, uint32_t market_id, int64_t move_e12)
cdef list lp_positions(State *st, bytes owner)
cdef object lp_position(State *st, bytes owner, uint64_t lp_id)
cdef list lp_position_page(
    State *st, bytes owner, object after, size_t limit, bint is_all, bint is_descending
)
cdef object lp_value_e6(State *st, bytes owner)
cdef object lp_account(State *st, bytes owner)
