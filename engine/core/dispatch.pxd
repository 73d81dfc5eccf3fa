"""One command after the other: admission, clock step, transition, what it changed."""

from engine.core.perps.funding cimport FundingParts

from engine.core.state.state cimport State
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t

cdef int is_chain_command(uint32_t tag) noexcept nogil
cdef int is_undone(uint32_t tag) noexcept nogil  # whether a command can be tried and rolled back
cdef int check_admission(State *st, const unsigned char *record) except -1 nogil
cdef int decide(State *st, const unsigned char *record) except -1 nogil
cdef int apply_records(State *st, const unsigned char *data, size_t total) except -1
cdef int replay_records(State *st, const unsigned char *data, size_t total) except -1
cdef int funding_shown(State *st, uint32_t row, FundingParts *parts) noexcept nogil
