"""Blocks of positions."""

from engine.core.state.state cimport Account, State
from libc.stdint cimport uint32_t

# Place for so many positions; those that stay are kept, what is added is zero.
cdef int resize_positions(State *st, Account *account, uint32_t count) except -1 nogil
