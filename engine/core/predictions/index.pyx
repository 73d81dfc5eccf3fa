"""Indexes of the prediction tables: orders by id and client id, holdings by account and market."""

from engine.core.predictions.rows cimport RowIndex, Ticket
from engine.core.state.hashing cimport CLIENT_ID_BYTES, hash_client, hash_pair
from engine.core.state.memory cimport prefetch, use_huge_pages
from engine.core.state.state cimport NO_ROW, State, holding_at, ticket_at
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp

cdef enum:
    NEIGHBORS = 7  # order ids that differ in these bits share a cache line of slots


cdef inline uint64_t _order_hash(State *st, uint64_t order_id) noexcept nogil:
    """Orders are numbered in a row and most end soon: eight of them meet one cache line."""
    cdef uint64_t hashed = hash_pair(st.hash_key, order_id >> 3, 0)
    return hashed & ~(<uint64_t> NEIGHBORS << 32) | (order_id & NEIGHBORS) << 32


cdef inline uint64_t _hash(State *st, int kind, uint32_t row) noexcept nogil:
    if kind == BY_ORDER_ID:
        return _order_hash(st, ticket_at(st, row).order_id)
    if kind == BY_CLIENT_ID:
        return hash_client(
            st.hash_key, ticket_at(st, row).user, ticket_at(st, row).client_order_id
        )
    return hash_pair(st.hash_key, holding_at(st, row).account, holding_at(st, row).market)


cdef inline RowIndex *_index(State *st, int kind) noexcept nogil:
    if kind == BY_ORDER_ID:
        return &st.order_ids
    if kind == BY_CLIENT_ID:
        return &st.client_order_ids
    return &st.holdings


cdef inline uint32_t _row(uint64_t slot) noexcept nogil:
    return <uint32_t> slot - 1


cdef inline int _is_of(uint64_t slot, uint64_t key_hash) noexcept nogil:
    """Whether a slot can be the one of a key."""
    return slot >> 32 == key_hash >> 32


cdef inline size_t _home(uint64_t key_hash, size_t mask) noexcept nogil:
    """First slot of a key: only the bits of the hash that the slot keeps decide."""
    return <size_t> (key_hash >> 32) & mask


cdef inline void _put(RowIndex *index, uint64_t key_hash, uint32_t row) noexcept nogil:
    cdef size_t mask = index.capacity - 1
    cdef size_t slot = _home(key_hash, mask)
    while index.slots[slot] != 0:
        slot = (slot + 1) & mask
    index.slots[slot] = (key_hash >> 32 << 32) | (row + 1)


cdef int reserve_index(State *st, int kind, size_t rows) except -1 nogil:
    """Have room for so many rows: at most half of the slots are taken."""
    cdef RowIndex *index = _index(st, kind)
    cdef RowIndex larger
    cdef size_t slot
    if 2 * rows <= index.capacity:
        return 0
    larger.capacity = index.capacity if index.capacity else 64
    while larger.capacity < 2 * rows:
        larger.capacity *= 2
    larger.slots = <uint64_t *> calloc(larger.capacity, sizeof(uint64_t))
    if larger.slots == NULL:
        with gil:
            raise MemoryError("an index of the exchange cannot grow")
    use_huge_pages(larger.slots, larger.capacity * sizeof(uint64_t))
    for slot in range(index.capacity):
        if index.slots[slot] != 0:
            _put(&larger, index.slots[slot], _row(index.slots[slot]))
    free(index.slots)
    index[0] = larger
    return 0


cdef uint32_t _row_of_client(
    State *st, uint64_t key_hash, uint32_t user, const char *client_order_id
) noexcept nogil:
    cdef RowIndex *index = &st.client_order_ids
    cdef size_t mask = index.capacity - 1
    cdef size_t slot
    cdef uint32_t row
    if index.capacity == 0:
        return NO_ROW
    slot = _home(key_hash, mask)
    while index.slots[slot] != 0:
        row = _row(index.slots[slot])
        if (
            _is_of(index.slots[slot], key_hash)
            and ticket_at(st, row).user == user
            and memcmp(ticket_at(st, row).client_order_id, client_order_id, CLIENT_ID_BYTES) == 0
        ):
            return row
        slot = (slot + 1) & mask
    return NO_ROW


cdef void index_row(State *st, int kind, uint32_t row) noexcept nogil:
    """Put a row in; its room was reserved. A newer order takes the place of a client id's older."""
    cdef uint64_t key_hash = _hash(st, kind, row)
    cdef const Ticket *ticket
    cdef uint32_t other
    if kind == BY_CLIENT_ID:
        ticket = ticket_at(st, row)
        other = _row_of_client(st, key_hash, ticket.user, ticket.client_order_id)
        if other != NO_ROW:
            if ticket_at(st, other).order_id > ticket.order_id:
                return
            unindex_row(st, kind, other)
    _put(_index(st, kind), key_hash, row)


cdef void index_new_client(State *st, uint64_t key_hash, uint32_t row) noexcept nogil:
    """Put a row in whose client id no other has."""
    _put(&st.client_order_ids, key_hash, row)


cdef void unindex_row(State *st, int kind, uint32_t row) noexcept nogil:
    """Take a row out and move back those that are behind it only for want of its slot."""
    cdef RowIndex *index = _index(st, kind)
    cdef size_t mask = index.capacity - 1
    cdef size_t hole
    cdef size_t slot
    cdef size_t home
    if index.capacity == 0:
        return
    hole = _home(_hash(st, kind, row), mask)
    while _row(index.slots[hole]) != row:
        if index.slots[hole] == 0:
            return
        hole = (hole + 1) & mask
    slot = (hole + 1) & mask
    while index.slots[slot] != 0:
        home = _home(index.slots[slot], mask)
        if ((slot - home) & mask) >= ((slot - hole) & mask):
            index.slots[hole] = index.slots[slot]
            hole = slot
        slot = (slot + 1) & mask
    index.slots[hole] = 0


cdef uint32_t row_of_order(State *st, uint64_t order_id) noexcept nogil:
    cdef RowIndex *index = &st.order_ids
    cdef uint64_t key_hash = _order_hash(st, order_id)
    cdef size_t mask = index.capacity - 1
    cdef size_t slot
    cdef uint32_t row
    if index.capacity == 0 or order_id == 0:
        return NO_ROW
    slot = _home(key_hash, mask)
    while index.slots[slot] != 0:
        row = _row(index.slots[slot])
        if _is_of(index.slots[slot], key_hash) and ticket_at(st, row).order_id == order_id:
            return row
        slot = (slot + 1) & mask
    return NO_ROW


cdef void expect_client(State *st, uint32_t user, const char *client_order_id) noexcept nogil:
    cdef RowIndex *index = &st.client_order_ids
    cdef uint64_t key_hash = hash_client(st.hash_key, user, client_order_id)
    if index.capacity:
        prefetch(&index.slots[_home(key_hash, index.capacity - 1)])


cdef uint32_t row_of_client(State *st, uint32_t user, const char *client_order_id) noexcept nogil:
    return _row_of_client(
        st, hash_client(st.hash_key, user, client_order_id), user, client_order_id
    )


cdef uint32_t row_or_hash_of_client(
    State *st, uint32_t user, const char *client_order_id, uint64_t *key_hash
) noexcept nogil:
    key_hash[0] = hash_client(st.hash_key, user, client_order_id)
    return _row_of_client(st, key_hash[0], user, client_order_id)


cdef uint32_t row_of_holding(State *st, uint32_t account, uint32_t market) noexcept nogil:
    cdef RowIndex *index = &st.holdings
    cdef uint64_t key_hash = hash_pair(st.hash_key, account, market)
    cdef size_t mask = index.capacity - 1
    cdef size_t slot
    cdef uint32_t row
    if index.capacity == 0:
        return NO_ROW
    slot = _home(key_hash, mask)
    while index.slots[slot] != 0:
        row = _row(index.slots[slot])
        if (
            _is_of(index.slots[slot], key_hash)
            and holding_at(st, row).account == account
            and holding_at(st, row).market == market
        ):
            return row
        slot = (slot + 1) & mask
    return NO_ROW
