"""Indexes: a row by its key."""

from engine.core.state.state cimport State
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t

cdef uint32_t find_row(
    State *st, int table, const unsigned char *address, uint32_t user, uint64_t key
) noexcept nogil

# Fetch ahead what a lookup will read, one after the other; what is found may be another's.
cdef size_t expect_address(State *st, const unsigned char *address) noexcept nogil  # its slot
cdef uint32_t expect_user(State *st, size_t slot) noexcept nogil  # its row, or NO_ROW
cdef uint32_t expect_account(State *st, uint32_t user) noexcept nogil  # its newest, or NO_ROW
cdef void expect_positions(State *st, uint32_t account) noexcept nogil

cdef void put_row(State *st, int table, uint32_t row) noexcept nogil
cdef void take_out_row(State *st, int table, uint32_t row) noexcept nogil
cdef int grow_index(State *st, int table, size_t rows) except -1 nogil
