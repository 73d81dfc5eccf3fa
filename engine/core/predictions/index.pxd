"""Indexes of the prediction tables: orders by id and client id, holdings by account and market.

The key is in the row, and stays while the row is indexed. Rows
come and go: what is taken out is closed up by moving later ones back, so that there are no graves.
"""

from engine.core.state.state cimport State
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t

cdef enum:
    BY_ORDER_ID = 0
    BY_CLIENT_ID = 1  # of two orders with the same one: the newer
    BY_HOLDING = 2

cdef int reserve_index(State *st, int kind, size_t rows) except -1 nogil
cdef void index_row(State *st, int kind, uint32_t row) noexcept nogil
cdef void index_new_client(State *st, uint64_t key_hash, uint32_t row) noexcept nogil
cdef void unindex_row(State *st, int kind, uint32_t row) noexcept nogil  # nothing if not in it

# Fetch ahead what `row_of_client` will look at.
cdef void expect_client(State *st, uint32_t user, const char *client_order_id) noexcept nogil

# Lookups answer NO_ROW for an unknown key.
cdef uint32_t row_of_order(State *st, uint64_t order_id) noexcept nogil
cdef uint32_t row_of_client(State *st, uint32_t user, const char *client_order_id) noexcept nogil
cdef uint32_t row_or_hash_of_client(
    State *st, uint32_t user, const char *client_order_id, uint64_t *key_hash
) noexcept nogil  # with the hash for `index_new_client`
cdef uint32_t row_of_holding(State *st, uint32_t account, uint32_t market) noexcept nogil
