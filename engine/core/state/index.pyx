"""Indexes: a row by its key.

Slots hold row + 1, 0 is empty; the key is in the row. Rows are appended only, so that undoing
the newest one empties its slot without breaking a chain.
"""

from engine.core.state.hashing cimport hash_address, hash_pair
from engine.core.state.memory cimport prefetch, use_huge_pages
from engine.core.state.state cimport (
    NO_ROW, TABLE_ACCOUNT, TABLE_LP, TABLE_REQUEST, TABLE_USER, Index, Position, State, User,
    account_at, deposit_at, lp_at, pool_of, positions_of, request_at, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp


cdef inline Index *_index_of(State *st, int table) noexcept nogil:
    if table == TABLE_USER:
        return &st.users
    if table == TABLE_ACCOUNT:
        return &st.accounts
    if table == TABLE_LP:
        return &st.lps
    if table == TABLE_REQUEST:
        return &st.requests
    return &st.deposits


cdef inline uint64_t _row_hash(State *st, int table, uint32_t row) noexcept nogil:
    if table == TABLE_USER:
        return hash_address(st.hash_key, user_at(st, row).address)
    if table == TABLE_ACCOUNT:
        return hash_pair(st.hash_key, account_at(st, row).user, account_at(st, row).account_id)
    if table == TABLE_LP:
        return hash_pair(st.hash_key, lp_at(st, row).user, lp_at(st, row).lp_id)
    if table == TABLE_REQUEST:
        return hash_pair(st.hash_key, request_at(st, row).user, request_at(st, row).request_id)
    return hash_pair(st.hash_key, deposit_at(st, row).user, deposit_at(st, row).deposit_id)


cdef inline int _row_is(
    State *st, int table, uint32_t row, const unsigned char *address, uint32_t user, uint64_t key
) noexcept nogil:
    if table == TABLE_USER:
        return memcmp(user_at(st, row).address, address, 32) == 0
    if table == TABLE_ACCOUNT:
        return account_at(st, row).user == user and account_at(st, row).account_id == key
    if table == TABLE_LP:
        return lp_at(st, row).user == user and lp_at(st, row).lp_id == key
    if table == TABLE_REQUEST:
        return request_at(st, row).user == user and request_at(st, row).request_id == key
    return deposit_at(st, row).user == user and deposit_at(st, row).deposit_id == key


cdef uint32_t find_row(
    State *st, int table, const unsigned char *address, uint32_t user, uint64_t key
) noexcept nogil:
    """The row of an address, or of a number of a user; NO_ROW when there is none."""
    cdef Index *index = _index_of(st, table)
    cdef uint64_t key_hash = (
        hash_address(st.hash_key, address) if table == TABLE_USER
        else hash_pair(st.hash_key, user, key)
    )
    cdef size_t mask
    cdef size_t slot
    if index.capacity == 0:
        return NO_ROW
    mask = index.capacity - 1
    slot = key_hash & mask
    while index.slots[slot] != 0:
        if _row_is(st, table, index.slots[slot] - 1, address, user, key):
            return index.slots[slot] - 1
        slot = (slot + 1) & mask
    return NO_ROW


cdef size_t expect_address(State *st, const unsigned char *address) noexcept nogil:
    cdef size_t slot
    if st.users.capacity == 0:
        return 0
    slot = hash_address(st.hash_key, address) & (st.users.capacity - 1)
    prefetch(&st.users.slots[slot])
    return slot


cdef uint32_t expect_user(State *st, size_t slot) noexcept nogil:
    cdef const User *user
    cdef uint32_t row
    if slot >= st.users.capacity:
        return NO_ROW
    row = st.users.slots[slot] - 1  # of an empty slot: NO_ROW
    if row >= pool_of(st).rows[TABLE_USER]:
        return NO_ROW
    user = user_at(st, row)
    prefetch(user)
    prefetch(&user.first_account)
    prefetch(&user.epoch)
    return row


cdef uint32_t expect_account(State *st, uint32_t user) noexcept nogil:
    cdef uint32_t row = NO_ROW
    if user < pool_of(st).rows[TABLE_USER]:
        row = user_at(st, user).first_account
    if row >= pool_of(st).rows[TABLE_ACCOUNT]:
        return NO_ROW
    prefetch(account_at(st, row))
    prefetch(&account_at(st, row).epoch)
    return row


cdef void expect_positions(State *st, uint32_t account) noexcept nogil:
    cdef Position *held
    if account < pool_of(st).rows[TABLE_ACCOUNT]:
        held = positions_of(st, account_at(st, account))
        prefetch(held)
        prefetch(held + 2)


cdef void put_row(State *st, int table, uint32_t row) noexcept nogil:
    cdef Index *index = _index_of(st, table)
    cdef size_t mask = index.capacity - 1
    cdef size_t slot = _row_hash(st, table, row) & mask
    while index.slots[slot] != 0:
        slot = (slot + 1) & mask
    index.slots[slot] = row + 1


cdef void take_out_row(State *st, int table, uint32_t row) noexcept nogil:
    """Empty the slot of the newest row."""
    cdef Index *index = _index_of(st, table)
    cdef size_t mask = index.capacity - 1
    cdef size_t slot = _row_hash(st, table, row) & mask
    while index.slots[slot] != row + 1:
        if index.slots[slot] == 0:
            return  # memory ran out before the row was indexed
        slot = (slot + 1) & mask
    index.slots[slot] = 0


cdef int grow_index(State *st, int table, size_t rows) except -1 nogil:
    """Keep the index at most half full, re-inserting in row order."""
    cdef Index *index = _index_of(st, table)
    cdef size_t capacity = index.capacity if index.capacity else 16
    cdef uint32_t *slots
    cdef uint32_t row
    if 2 * (rows + 1) <= index.capacity:
        return 0
    while capacity < 2 * (rows + 1):
        capacity *= 2
    slots = <uint32_t *> calloc(capacity, sizeof(uint32_t))
    if slots == NULL:
        with gil:
            raise MemoryError("an index of the exchange cannot grow")
    use_huge_pages(slots, capacity * sizeof(uint32_t))
    free(index.slots)
    index.slots = slots
    index.capacity = capacity
    for row in range(<uint32_t> rows):
        put_row(st, table, row)
    return 0
