"""Indexes: a row by its key."""

from engine.core.state.state cimport State
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t

cdef uint32_t find_row(
    State *st, int table, const unsigned char *address, uint32_t user, uint64_t key
) noexcept nogil
cdef void expect_address(State *st, const unsigned char *address) noexcept nogil  # fetch ahead
cdef void put_row(State *st, int table, uint32_t row) noexcept nogil
cdef void take_out_row(State *st, int table, uint32_t row) noexcept nogil
cdef int grow_index(State *st, int table, size_t rows) except -1 nogil
