"""The line of collateral payouts, its sliding limits and its freeze (rule 23)."""

from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint32_t

# Payouts authorised within the last hour or day, and how much may be.
cdef struct OutflowWindow:
    int64_t used_e6
    int64_t limit_e6
    uint32_t first  # oldest of them in the line

cdef int queue_payout(State *st, uint32_t row) except -1 nogil
cdef int count_outflow(State *st, uint32_t row) except -1 nogil
cdef int hour_window(State *st, OutflowWindow *window) noexcept nogil
cdef int day_window(State *st, OutflowWindow *window) noexcept nogil
cdef int64_t negative_equity_e6(State *st) noexcept nogil
cdef int is_frozen(State *st) noexcept nogil
cdef int may_leave(State *st, int64_t amount_e6) noexcept nogil
cdef int64_t payout_place(State *st, uint32_t row) noexcept nogil
