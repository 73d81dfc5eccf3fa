"""Waiting orders take their turn (rules 56-58)."""

from engine.core.perps.trading cimport Trade
from engine.core.state.state cimport PerpOrder, State
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

cdef int run_waiting(State *st) except -1 nogil
cdef int resume_orders(State *st) except -1 nogil
cdef int step_orders(State *st) except -1 nogil

cdef int is_deferral(int code) noexcept nogil
cdef int64_t executable_e6(const PerpOrder *order, int64_t held_e6) noexcept nogil
cdef void ask_for(State *st, uint32_t row, int64_t delta_e6, Trade *trade) noexcept nogil
cdef int guarded_trade(State *st, Trade *trade) except -2 nogil
cdef int put_off(State *st, uint32_t row, int code) except -1 nogil
cdef int release_hold(State *st, uint32_t row) except -1 nogil
cdef int note_fill(
    State *st, uint32_t row, int64_t size_e6, int64_t matched_e6, int64_t price_e8, int64_t fee_e6,
    int64_t surcharge_e6
) except -1 nogil
