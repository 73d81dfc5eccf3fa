"""Auto-deleveraging: winners of a market pay for a deficit of the pool."""

from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint32_t

cdef int64_t deleverage(
    State *st, uint32_t market_row, int is_long, int64_t deficit_e6
) except -1 nogil
