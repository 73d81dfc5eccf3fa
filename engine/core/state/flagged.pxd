"""Accounts in liquidation: who is, and who is out of it again."""

from engine.core.state.state cimport State
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t

cdef int conclude(State *st, uint32_t row) except -1 nogil
cdef int end_liquidations(State *st) except -1 nogil
cdef size_t endings_size(State *st) noexcept nogil
