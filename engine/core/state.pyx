"""Rows, indexes and the undo log of one exchange."""

from engine.core.numbers cimport i128
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memcmp, memcpy, memset

cdef struct UndoEntry:
    uint32_t table
    uint32_t row
    # followed by the row's bytes

cdef size_t ROWS_MAX = 1 << 31  # of one table
cdef size_t BUFFER_MAX = 1 << 34


cdef int _raise_memory() except -1 nogil:
    with gil:
        raise MemoryError("the exchange's state cannot grow")


cdef int reserve_bytes(Buffer *buffer, size_t more) except -1 nogil:
    cdef size_t capacity = buffer.capacity if buffer.capacity else 4096
    cdef void *data
    if buffer.used + more <= buffer.capacity:
        return 0
    while capacity < buffer.used + more:
        capacity *= 2
    if capacity > BUFFER_MAX:
        return _raise_memory()
    data = realloc(buffer.data, capacity)
    if data == NULL:
        return _raise_memory()
    buffer.data = <unsigned char *> data
    buffer.capacity = capacity
    return 0


cdef int _grow_rows(Rows *rows, size_t needed) except -1 nogil:
    cdef size_t capacity = rows.capacity if rows.capacity else 8
    cdef void *data
    if needed <= rows.capacity:
        return 0
    while capacity < needed:
        capacity *= 2
    if capacity > ROWS_MAX:
        return _raise_memory()
    data = realloc(rows.data, capacity * rows.width)
    if data == NULL:
        return _raise_memory()
    rows.data = <unsigned char *> data
    memset(rows.data + rows.capacity * rows.width, 0, (capacity - rows.capacity) * rows.width)
    rows.capacity = capacity
    return 0


cdef void _check_layout() except *:
    """The undo log finds `epoch` in the last eight bytes of a row."""
    cdef Market market
    cdef Account account
    assert <char *> &market.epoch - <char *> &market + sizeof(uint64_t) == sizeof(Market)
    assert <char *> &account.epoch - <char *> &account + sizeof(uint64_t) == sizeof(Account)
    assert sizeof(i128) == 16


cdef State *state_new() except NULL:
    _check_layout()
    cdef State *st = <State *> calloc(1, sizeof(State))
    if st == NULL:
        raise MemoryError("no memory for an exchange")
    st.tables[TABLE_POOL].width = sizeof(Pool)
    st.tables[TABLE_MARKET].width = sizeof(Market)
    st.tables[TABLE_USER].width = sizeof(User)
    st.tables[TABLE_ACCOUNT].width = sizeof(Account)
    st.tables[TABLE_LP].width = sizeof(Lp)
    st.tables[TABLE_REQUEST].width = sizeof(Request)
    st.tables[TABLE_DEPOSIT].width = sizeof(Deposit)
    st.listings = <Listing *> calloc(MARKETS_MAX, sizeof(Listing))
    st.projections = <Projection *> calloc(MARKETS_MAX, sizeof(Projection))
    try:
        if st.listings == NULL or st.projections == NULL:
            raise MemoryError("no memory for the markets of an exchange")
        _grow_rows(&st.tables[TABLE_POOL], 1)
        _grow_rows(&st.tables[TABLE_MARKET], MARKETS_MAX)
    except MemoryError:
        state_free(st)
        raise
    pool_of(st).rows[TABLE_POOL] = 1
    st.transaction = 1
    for row in range(MARKETS_MAX):
        st.projections[row].at_s = -1
    return st


cdef void state_free(State *st) noexcept nogil:
    cdef int table
    if st == NULL:
        return
    for table in range(TABLE_COUNT):
        free(st.tables[table].data)
    free(st.listings)
    free(st.projections)
    free(st.users.slots)
    free(st.accounts.slots)
    free(st.lps.slots)
    free(st.requests.slots)
    free(st.deposits.slots)
    free(st.undo.data)
    free(st.events.data)
    free(st)


# Indexes: slots hold row + 1, 0 is empty; the key stands in the row. Rows are appended only, so
# that undoing the newest one empties its slot without breaking a chain.

cdef inline uint64_t _mix(uint64_t value) noexcept nogil:
    value ^= value >> 33
    value *= 0xFF51AFD7ED558CCDULL
    value ^= value >> 33
    value *= 0xC4CEB9FE1A85EC53ULL
    value ^= value >> 33
    return value


cdef inline uint64_t _address_hash(const unsigned char *address) noexcept nogil:
    cdef uint64_t words[4]
    memcpy(words, address, 32)
    return _mix(words[0] ^ _mix(words[1] ^ _mix(words[2] ^ _mix(words[3]))))


cdef inline uint64_t _pair_hash(uint32_t user, uint64_t key) noexcept nogil:
    return _mix(key ^ _mix(<uint64_t> user + 1))


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
        return _address_hash(user_at(st, row).address)
    if table == TABLE_ACCOUNT:
        return _pair_hash(account_at(st, row).user, account_at(st, row).account_id)
    if table == TABLE_LP:
        return _pair_hash(lp_at(st, row).user, lp_at(st, row).lp_id)
    if table == TABLE_REQUEST:
        return _pair_hash(request_at(st, row).user, request_at(st, row).request_id)
    return _pair_hash(deposit_at(st, row).user, deposit_at(st, row).deposit_id)


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


cdef uint32_t _find(
    State *st, int table, uint64_t hash_, const unsigned char *address, uint32_t user, uint64_t key
) noexcept nogil:
    cdef Index *index = _index_of(st, table)
    cdef size_t mask
    cdef size_t slot
    if index.capacity == 0:
        return NO_ROW
    mask = index.capacity - 1
    slot = hash_ & mask
    while index.slots[slot] != 0:
        if _row_is(st, table, index.slots[slot] - 1, address, user, key):
            return index.slots[slot] - 1
        slot = (slot + 1) & mask
    return NO_ROW


cdef void _put(State *st, int table, uint32_t row) noexcept nogil:
    cdef Index *index = _index_of(st, table)
    cdef size_t mask = index.capacity - 1
    cdef size_t slot = _row_hash(st, table, row) & mask
    while index.slots[slot] != 0:
        slot = (slot + 1) & mask
    index.slots[slot] = row + 1


cdef void _take_out(State *st, int table, uint32_t row) noexcept nogil:
    """Empty the slot of the newest row."""
    cdef Index *index = _index_of(st, table)
    cdef size_t mask = index.capacity - 1
    cdef size_t slot = _row_hash(st, table, row) & mask
    while index.slots[slot] != row + 1:
        if index.slots[slot] == 0:
            return  # memory ran out before the row was indexed
        slot = (slot + 1) & mask
    index.slots[slot] = 0


cdef int _grow_index(State *st, int table, size_t rows) except -1 nogil:
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
        return _raise_memory()
    free(index.slots)
    index.slots = slots
    index.capacity = capacity
    for row in range(<uint32_t> rows):
        _put(st, table, row)
    return 0


cdef uint32_t find_user(State *st, const unsigned char *address) noexcept nogil:
    return _find(st, TABLE_USER, _address_hash(address), address, 0, 0)


cdef uint32_t find_account(State *st, uint32_t user, uint32_t account_id) noexcept nogil:
    return _find(st, TABLE_ACCOUNT, _pair_hash(user, account_id), NULL, user, account_id)


cdef uint32_t find_request(State *st, uint32_t user, uint64_t request_id) noexcept nogil:
    return _find(st, TABLE_REQUEST, _pair_hash(user, request_id), NULL, user, request_id)


cdef uint32_t find_deposit(State *st, uint32_t user, uint64_t deposit_id) noexcept nogil:
    return _find(st, TABLE_DEPOSIT, _pair_hash(user, deposit_id), NULL, user, deposit_id)


# The undo log.

cdef inline uint64_t *_epoch_of(State *st, int table, uint32_t row) noexcept nogil:
    cdef Rows *rows = &st.tables[table]
    return <uint64_t *> (rows.data + (<size_t> row + 1) * rows.width - sizeof(uint64_t))


cdef int _save(State *st, int table, uint32_t row) except -1 nogil:
    """Copy a row into the undo log, once a transaction."""
    cdef Rows *rows = &st.tables[table]
    cdef uint64_t *epoch = _epoch_of(st, table, row)
    cdef UndoEntry entry
    if not st.is_open or epoch[0] == st.transaction:
        return 0
    reserve_bytes(&st.undo, sizeof(UndoEntry) + rows.width)
    entry.table = <uint32_t> table
    entry.row = row
    memcpy(st.undo.data + st.undo.used, rows.data + <size_t> row * rows.width, rows.width)
    st.undo.used += rows.width
    memcpy(st.undo.data + st.undo.used, &entry, sizeof(UndoEntry))
    st.undo.used += sizeof(UndoEntry)
    epoch[0] = st.transaction
    return 0


cdef int begin(State *st) except -1 nogil:
    st.undo.used = 0
    st.transaction += 1
    st.is_open = 1
    st.event_mark = st.events.used
    _save(st, TABLE_POOL, 0)
    return 0


cdef void keep(State *st) noexcept nogil:
    st.undo.used = 0
    st.is_open = 0


cdef void roll_back(State *st) noexcept nogil:
    cdef UndoEntry entry
    cdef Rows *rows
    cdef Pool *old
    cdef int table
    cdef uint64_t row
    # The pool's row was saved first and tells how many rows each table had.
    old = <Pool *> st.undo.data
    if not old.is_created:
        memset(&st.facts, 0, sizeof(st.facts))
        memset(&st.rules, 0, sizeof(st.rules))
    for table in range(TABLE_USER, TABLE_COUNT):
        row = pool_of(st).rows[table]
        while row > old.rows[table]:
            row -= 1
            _take_out(st, table, <uint32_t> row)
    for table in range(TABLE_MARKET, TABLE_COUNT):
        rows = &st.tables[table]
        memset(
            rows.data + old.rows[table] * rows.width,
            0,
            (pool_of(st).rows[table] - old.rows[table]) * rows.width,
        )
    while st.undo.used:
        st.undo.used -= sizeof(UndoEntry)
        memcpy(&entry, st.undo.data + st.undo.used, sizeof(UndoEntry))
        rows = &st.tables[entry.table]
        st.undo.used -= rows.width
        memcpy(
            rows.data + <size_t> entry.row * rows.width, st.undo.data + st.undo.used, rows.width
        )
        if entry.table == TABLE_MARKET:
            st.projections[entry.row].at_s = -1
            st.market_marks[entry.row] &= 1
    st.events.used = st.event_mark
    st.is_open = 0


cdef Pool *edit_pool(State *st) except NULL nogil:
    _save(st, TABLE_POOL, 0)
    return pool_of(st)


cdef Market *edit_market(State *st, uint32_t row) except NULL nogil:
    _save(st, TABLE_MARKET, row)
    st.projections[row].at_s = -1
    st.market_marks[row] |= 2 if st.is_open else 1
    return market_at(st, row)


cdef User *edit_user(State *st, uint32_t row) except NULL nogil:
    _save(st, TABLE_USER, row)
    return user_at(st, row)


cdef Account *edit_account(State *st, uint32_t row) except NULL nogil:
    _save(st, TABLE_ACCOUNT, row)
    return account_at(st, row)


cdef Request *edit_request(State *st, uint32_t row) except NULL nogil:
    _save(st, TABLE_REQUEST, row)
    return request_at(st, row)


cdef Deposit *edit_deposit(State *st, uint32_t row) except NULL nogil:
    _save(st, TABLE_DEPOSIT, row)
    return deposit_at(st, row)


# New rows. `_append` gives a zeroed row that the caller fills and, where it has a key, indexes.

cdef uint32_t _append(State *st, int table) except? 0xFFFFFFFF nogil:
    cdef Pool *pool = edit_pool(st)
    cdef uint32_t row = <uint32_t> pool.rows[table]
    _grow_rows(&st.tables[table], <size_t> row + 1)
    if table != TABLE_MARKET:
        _grow_index(st, table, row)
    pool.rows[table] += 1
    _epoch_of(st, table, row)[0] = st.transaction
    return row


cdef uint32_t user_row(State *st, const unsigned char *address) except? 0xFFFFFFFF nogil:
    """The row of a wallet, made when there is none."""
    cdef uint32_t row = find_user(st, address)
    cdef User *user
    if row != NO_ROW:
        return row
    row = _append(st, TABLE_USER)
    user = user_at(st, row)
    memcpy(user.address, address, 32)
    user.next_lp_id = 1  # ids count from 1, 0 is none
    user.next_request_id = 1
    user.next_deposit_id = 1
    user.first_account = NO_ROW
    user.first_lp = NO_ROW
    user.first_request = NO_ROW
    user.first_deposit = NO_ROW
    _put(st, TABLE_USER, row)
    return row


cdef Market *new_market(State *st) except NULL nogil:
    return market_at(st, _append(st, TABLE_MARKET))


cdef uint32_t new_account(State *st, uint32_t user, uint32_t account_id) except? 0xFFFFFFFF nogil:
    """A row for the id; a closed account's row is used again."""
    cdef uint32_t row = find_account(st, user, account_id)
    cdef Account *account
    cdef User *owner = edit_user(st, user)
    owner.open_accounts += 1
    if row != NO_ROW:
        account = edit_account(st, row)
        account.is_open = 1
        return row
    row = _append(st, TABLE_ACCOUNT)
    owner = edit_user(st, user)
    account = account_at(st, row)
    account.user = user
    account.account_id = account_id
    account.is_open = 1
    account.next = owner.first_account
    owner.first_account = row
    _put(st, TABLE_ACCOUNT, row)
    return row


cdef Lp *new_lp(State *st, uint32_t user) except NULL nogil:
    cdef uint32_t row = _append(st, TABLE_LP)
    cdef User *owner = edit_user(st, user)
    cdef Lp *lp = lp_at(st, row)
    lp.user = user
    lp.lp_id = owner.next_lp_id
    lp.next = owner.first_lp
    owner.next_lp_id += 1
    owner.first_lp = row
    _put(st, TABLE_LP, row)
    return lp


cdef Request *new_request(State *st, uint32_t user) except NULL nogil:
    cdef uint32_t row = _append(st, TABLE_REQUEST)
    cdef User *owner = edit_user(st, user)
    cdef Request *request = request_at(st, row)
    request.user = user
    request.request_id = owner.next_request_id
    request.next = owner.first_request
    owner.next_request_id += 1
    owner.first_request = row
    _put(st, TABLE_REQUEST, row)
    return request


cdef Deposit *new_deposit(State *st, uint32_t user) except NULL nogil:
    cdef uint32_t row = _append(st, TABLE_DEPOSIT)
    cdef User *owner = edit_user(st, user)
    cdef Deposit *deposit = deposit_at(st, row)
    deposit.user = user
    deposit.deposit_id = owner.next_deposit_id
    deposit.next = owner.first_deposit
    owner.next_deposit_id += 1
    owner.first_deposit = row
    _put(st, TABLE_DEPOSIT, row)
    return deposit
