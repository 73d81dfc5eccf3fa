"""Reads of settlement requests by id, by page and in sum."""

from engine.core.state.state cimport State
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t

cdef object settlement_request(State *st, bytes owner, uint64_t request_id)
cdef list unsettled_request_page(
    State *st, bytes owner, object after, size_t limit, object mature_at_s, bint is_descending
)
cdef list open_request_page(State *st, object after, size_t limit, object mature_at_s)
cdef object unsettled_e6(State *st, bytes owner, uint32_t mint)
