"""The call auction at a price update (rules 59-62)."""

from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef enum:
    AUCTION_MAX = 10_000

cdef int64_t run_auction(State *st, uint32_t market, uint64_t rank) except -1 nogil
