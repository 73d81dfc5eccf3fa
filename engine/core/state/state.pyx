"""Rows, the undo log and the marks of what changed, of one exchange."""

from engine.core.book.ledger cimport Holding, Points
from engine.core.book.orders cimport Order
from engine.core.numbers.numbers cimport i128
from engine.core.state.index cimport find_row, grow_index, put_row, take_out_row
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

cdef size_t CHUNK_BYTES = 4096  # rows hashed together, at most; part of what the hash means


cdef void _check_layout() except *:
    """The undo log finds `epoch` in the last eight bytes of a row."""
    cdef Market market
    cdef Account account
    cdef Block block
    cdef PerpOrder order
    assert <char *> &market.epoch - <char *> &market + sizeof(uint64_t) == sizeof(Market)
    assert <char *> &account.epoch - <char *> &account + sizeof(uint64_t) == sizeof(Account)
    assert <char *> &block.epoch - <char *> &block + sizeof(uint64_t) == sizeof(Block)
    assert <char *> &order.epoch - <char *> &order + sizeof(uint64_t) == sizeof(PerpOrder)
    assert <char *> &order.places - <char *> &order + 3 * sizeof(uint64_t) == sizeof(PerpOrder)
    assert sizeof(i128) == 16
    assert sizeof(Position) == 40


cdef State *state_new() except NULL:
    _check_layout()
    cdef int place
    cdef int table
    cdef State *st = <State *> calloc(1, sizeof(State))
    if st == NULL:
        raise MemoryError("no memory for an exchange")
    for place in range(5):  # the interpreter's hashes of texts have a random key of the process
        st.hash_key[place] = <uint64_t> <int64_t> hash(f"index {place}")
    st.tables[TABLE_POOL].width = sizeof(Pool)
    st.tables[TABLE_MARKET].width = sizeof(Market)
    st.tables[TABLE_USER].width = sizeof(User)
    st.tables[TABLE_ACCOUNT].width = sizeof(Account)
    st.tables[TABLE_LP].width = sizeof(Lp)
    st.tables[TABLE_REQUEST].width = sizeof(Request)
    st.tables[TABLE_DEPOSIT].width = sizeof(Deposit)
    st.tables[TABLE_STAKER].width = sizeof(Staker)
    st.tables[TABLE_STAKE].width = sizeof(Stake)
    st.tables[TABLE_CLOSURE].width = sizeof(Closure)
    st.tables[TABLE_PERP_ORDER].width = sizeof(PerpOrder)
    st.tables[TABLE_ORDER].width = sizeof(Order)
    st.tables[TABLE_TICKET].width = sizeof(Ticket)
    st.tables[TABLE_HOLDING].width = sizeof(Holding)
    st.tables[TABLE_POINTS].width = sizeof(Points)
    st.tables[TABLE_PREDICTION].width = sizeof(Prediction)
    st.tables[TABLE_PREDICTION_TEXT].width = sizeof(PredictionText)
    for place in range(3):
        st.tables[TABLE_BLOCK + place].width = (3 << place) * sizeof(Position) + sizeof(uint64_t)
    for table in range(TABLE_COUNT):
        if not TABLE_ORDER <= table < TABLE_BLOCK:
            st.tables[table].tail = sizeof(uint64_t)  # the epoch
        while (st.tables[table].width << (st.tables[table].chunk_shift + 1)) <= CHUNK_BYTES:
            st.tables[table].chunk_shift += 1
    st.tables[TABLE_PERP_ORDER].tail = 3 * sizeof(uint64_t)  # places, heap, epoch
    st.tables[TABLE_ORDER].tail = 4 * sizeof(uint32_t)  # links
    st.tables[TABLE_HOLDING].tail = 4 * sizeof(uint32_t)
    st.tables[TABLE_RULES].width = sizeof(ExchangeParameters)
    st.tables[TABLE_RULES].data = <unsigned char *> &st.rules
    st.listings = <Listing *> calloc(MARKETS_MAX, sizeof(Listing))
    st.tables[TABLE_LISTING].width = sizeof(Listing)
    st.tables[TABLE_LISTING].data = <unsigned char *> st.listings
    st.projections = <Projection *> calloc(MARKETS_MAX, sizeof(Projection))
    st.watches = <Watches *> calloc(MARKETS_MAX, sizeof(Watches))
    try:
        if st.listings == NULL or st.projections == NULL or st.watches == NULL:
            raise MemoryError("no memory for the markets of an exchange")
        grow_rows(&st.tables[TABLE_POOL], 1)
        grow_rows(&st.tables[TABLE_MARKET], MARKETS_MAX)
    except MemoryError:
        state_free(st)
        raise
    memset(pool_of(st), 0, sizeof(Pool))
    mark_all(&st.tables[TABLE_POOL], 1)
    pool_of(st).rows[TABLE_POOL] = 1
    pool_of(st).next_payout = NO_ROW
    pool_of(st).last_payout = NO_ROW
    pool_of(st).first_in_hour = NO_ROW
    pool_of(st).first_in_day = NO_ROW
    pool_of(st).first_flagged = NO_ROW
    pool_of(st).free_closure = NO_ROW
    pool_of(st).free_stake = NO_ROW
    for place in range(3):
        pool_of(st).free_blocks[place] = NO_ROW
    pool_of(st).first_open = NO_ROW
    pool_of(st).free_order = NO_ROW
    pool_of(st).free_holding = NO_ROW
    pool_of(st).first_client = NO_ROW
    pool_of(st).last_client = NO_ROW
    pool_of(st).free_perp_order = NO_ROW
    st.transaction = 1
    st.sums.at_s = -1
    st.owed_at_s = -1
    st.unshown_at_s = -1
    for row in range(MARKETS_MAX):
        st.projections[row].at_s = -1
    return st


cdef void _free_predictions(State *st) noexcept nogil:
    """Free what is derived from the rows of the prediction tables."""
    cdef size_t row
    for row in range(st.book_capacity):
        free(st.books[row].levels)
    free(st.books)
    free(st.expiries.entries)
    free(st.expiries.places)
    free(st.deadlines.entries)
    free(st.deadlines.places)


cdef void _free_watches(State *st) noexcept nogil:
    """Free what is derived from the rows of waiting orders."""
    cdef int market
    cdef int heap
    free(st.due.entries)
    free(st.endings.entries)
    free(st.touched.data)
    if st.watches == NULL:
        return
    for market in range(MARKETS_MAX):
        for heap in range(16):
            free(st.watches[market].heaps[heap].entries)
    free(st.watches)


cdef void state_free(State *st) noexcept nogil:
    cdef int table
    if st == NULL:
        return
    for table in range(TABLE_COUNT):
        free(st.tables[table].data)
        free(st.tables[table].marks)
        free(st.tables[table].changed)
    free(st.listings)
    free(st.projections)
    free(st.users.slots)
    free(st.accounts.slots)
    free(st.lps.slots)
    free(st.requests.slots)
    free(st.deposits.slots)
    free(st.order_ids.slots)
    free(st.client_order_ids.slots)
    free(st.holdings.slots)
    _free_predictions(st)
    _free_watches(st)
    free(st.undo.data)
    free(st.events.data)
    free(st)


cdef uint32_t search_user(State *st, const unsigned char *address) noexcept nogil:
    cdef uint32_t row = find_row(st, TABLE_USER, address, 0, 0)
    if row != NO_ROW:
        st.recent_user = row
    return row


cdef uint32_t search_account(State *st, uint32_t user, uint32_t account_id) noexcept nogil:
    return find_row(st, TABLE_ACCOUNT, NULL, user, account_id)


cdef uint32_t find_request(State *st, uint32_t user, uint64_t request_id) noexcept nogil:
    return find_row(st, TABLE_REQUEST, NULL, user, request_id)


cdef uint32_t find_lp(State *st, uint32_t user, uint64_t lp_id) noexcept nogil:
    return find_row(st, TABLE_LP, NULL, user, lp_id)


cdef uint32_t find_deposit(State *st, uint32_t user, uint64_t deposit_id) noexcept nogil:
    return find_row(st, TABLE_DEPOSIT, NULL, user, deposit_id)


# The undo log.

cdef inline uint64_t *_epoch_of(State *st, int table, uint32_t row) noexcept nogil:
    cdef Rows *rows = &st.tables[table]
    return <uint64_t *> (rows.data + (<size_t> row + 1) * rows.width - sizeof(uint64_t))


cdef int _copy_row(State *st, int table, uint32_t row, size_t width) except -1 nogil:
    cdef const unsigned char *data = st.tables[table].data + <size_t> row * width
    cdef unsigned char *copy
    # The pool's copy always has room, so that its edits cannot fail.
    reserve_bytes(&st.undo, 2 * sizeof(UndoEntry) + sizeof(Pool) + width)
    copy = st.undo.data + st.undo.used
    memcpy(copy, data, width)
    (<UndoEntry *> (copy + width)).table = <uint32_t> table
    (<UndoEntry *> (copy + width)).row = row
    st.undo.used += sizeof(UndoEntry) + width
    return 0


cdef inline int _save(State *st, int table, uint32_t row, size_t width) except -1 nogil:
    """Callers that know the width of the table's rows let the compiler know it, too."""
    cdef uint64_t *epoch
    if st.is_open:
        epoch = <uint64_t *> (
            st.tables[table].data + (<size_t> row + 1) * width - sizeof(uint64_t)
        )
        if epoch[0] == st.transaction:
            return 0
        _copy_row(st, table, row, width)
        epoch[0] = st.transaction
    mark_row(&st.tables[table], row)
    return 0


cdef int save_row(State *st, int table, uint32_t row) except -1 nogil:
    """Note that a row changes and copy it into the undo log, once a transaction."""
    return _save(st, table, row, st.tables[table].width)


cdef void roll_back(State *st) noexcept nogil:
    cdef Mark start
    start.undo_used = 0
    start.event_used = st.event_mark
    start.touched_used = 0
    roll_back_to(st, &start)
    if not pool_of(st).is_created:
        memset(&st.facts, 0, sizeof(st.facts))
        memset(&st.rules, 0, sizeof(st.rules))
    st.is_open = 0


cdef void set_mark(State *st, Mark *mark) noexcept nogil:
    """A point of the open transaction to which `roll_back_to` returns: rows are copied again."""
    mark.undo_used = st.undo.used
    mark.event_used = st.events.used
    mark.touched_used = st.touched.used
    st.transaction += 1


cdef void roll_back_to(State *st, const Mark *mark) noexcept nogil:
    cdef UndoEntry entry
    cdef Rows *rows
    cdef const Pool *pool = pool_of(st)
    cdef uint64_t counts[TABLE_STAKER]
    cdef int table
    cdef uint64_t row
    memcpy(counts, pool.rows, sizeof(counts))
    while st.undo.used > mark.undo_used:
        st.undo.used -= sizeof(UndoEntry)
        memcpy(&entry, st.undo.data + st.undo.used, sizeof(UndoEntry))
        rows = &st.tables[entry.table]
        st.undo.used -= rows.width
        memcpy(
            rows.data + <size_t> entry.row * rows.width, st.undo.data + st.undo.used, rows.width
        )
        if entry.table == TABLE_MARKET:
            drop_projection(st, entry.row)
            st.market_marks[entry.row] &= MARK_LISTED | MARK_CLOCK
    # The pool has the row count of each table; the keys of rows beyond it are still in them.
    for table in range(TABLE_USER, TABLE_STAKER):
        row = counts[table]
        while row > pool.rows[table]:
            row -= 1
            take_out_row(st, table, <uint32_t> row)
    for row in range(pool.rows[TABLE_MARKET], counts[TABLE_MARKET]):
        drop_projection(st, <uint32_t> row)
        st.market_marks[row] &= MARK_LISTED | MARK_CLOCK
    st.events.used = mark.event_used
    st.touched.used = mark.touched_used
    st.edits += 1


cdef void order_marked(State *st) noexcept nogil:
    """Put the markets that a command marked in the order of their ids."""
    cdef uint32_t place
    cdef uint32_t before
    cdef uint32_t row
    for place in range(1, st.marked_count):  # short, or in order already
        row = st.marked[place]
        before = place
        while before > 0 and st.marked[before - 1] > row:
            st.marked[before] = st.marked[before - 1]
            before -= 1
        st.marked[before] = row


cdef inline Market *_edit_market(State *st, uint32_t row, int mark) except NULL nogil:
    _save(st, TABLE_MARKET, row, sizeof(Market))
    st.edits += 1
    if not st.market_marks[row]:
        st.marked[st.marked_count] = row
        st.marked_count += 1
    st.market_marks[row] |= MARK_LISTED | mark
    return market_at(st, row)


cdef Market *edit_market(State *st, uint32_t row) except NULL nogil:
    drop_projection(st, row)
    return _edit_market(st, row, MARK_COMMAND if st.is_open else MARK_CLOCK)


cdef Market *edit_traded_market(State *st, uint32_t row) except NULL nogil:
    """For a trade, also one that is kept; it keeps the market's projection up to date."""
    return _edit_market(st, row, MARK_COMMAND)


cdef User *edit_user(State *st, uint32_t row) except NULL nogil:
    _save(st, TABLE_USER, row, sizeof(User))
    return user_at(st, row)


cdef Account *edit_account(State *st, uint32_t row) except NULL nogil:
    """An account with its positions."""
    cdef Account *account = account_at(st, row)
    cdef int table
    st.edits += 1
    _save(st, TABLE_ACCOUNT, row, sizeof(Account))
    if account.position_count:
        table = block_table(account.position_count)
        if table == TABLE_BLOCK:
            _save(st, TABLE_BLOCK, account.block, sizeof(Block))
        else:
            _save(st, table, account.block, st.tables[table].width)
    return account


cdef Request *edit_request(State *st, uint32_t row) except NULL nogil:
    save_row(st, TABLE_REQUEST, row)
    return request_at(st, row)


cdef Deposit *edit_deposit(State *st, uint32_t row) except NULL nogil:
    save_row(st, TABLE_DEPOSIT, row)
    return deposit_at(st, row)


cdef Lp *edit_lp(State *st, uint32_t row) except NULL nogil:
    save_row(st, TABLE_LP, row)
    return lp_at(st, row)


cdef Staker *edit_staker(State *st, uint32_t row) except NULL nogil:
    save_row(st, TABLE_STAKER, row)
    return staker_at(st, row)


cdef Stake *edit_stake(State *st, uint32_t row) except NULL nogil:
    save_row(st, TABLE_STAKE, row)
    return stake_at(st, row)


cdef Closure *edit_closure(State *st, uint32_t row) except NULL nogil:
    save_row(st, TABLE_CLOSURE, row)
    return closure_at(st, row)


cdef int touch_order(State *st, uint32_t row) except -1 nogil:
    """Note an order that the open transaction edits: its heaps follow when it is kept."""
    reserve_bytes(&st.touched, sizeof(uint32_t))
    (<uint32_t *> (st.touched.data + st.touched.used))[0] = row
    st.touched.used += sizeof(uint32_t)
    return 0


cdef PerpOrder *edit_perp_order(State *st, uint32_t row) except NULL nogil:
    if st.is_open and perp_order_at(st, row).epoch != st.transaction:
        touch_order(st, row)
    save_row(st, TABLE_PERP_ORDER, row)
    return perp_order_at(st, row)


# Rules and listings have no `epoch`: each edit copies them, the oldest copy is put back last.

cdef ExchangeParameters *edit_rules(State *st) except NULL nogil:
    st.edits += 1
    if st.is_open:
        _copy_row(st, TABLE_RULES, 0, sizeof(ExchangeParameters))
    return &st.rules


cdef Listing *edit_listing(State *st, uint32_t row) except NULL nogil:
    st.edits += 1
    if st.is_open:
        _copy_row(st, TABLE_LISTING, row, sizeof(Listing))
    return &st.listings[row]


# New rows. `append_row` gives a zeroed row that the caller fills and, where it has a key, indexes.

cdef uint32_t append_row(State *st, int table) except? 0xFFFFFFFF nogil:
    cdef Pool *pool = edit_pool(st)
    cdef uint32_t row = <uint32_t> pool.rows[table]
    cdef Rows *rows = &st.tables[table]
    grow_rows(rows, <size_t> row + 1)
    if TABLE_USER <= table < TABLE_STAKER:
        grow_index(st, table, row)
    memset(rows.data + row * rows.width, 0, rows.width)
    mark_row(rows, row)
    pool.rows[table] += 1
    _epoch_of(st, table, row)[0] = st.transaction
    return row


cdef uint32_t new_plain_row(State *st, int table) except? 0xFFFFFFFF nogil:
    """A zeroed row of a table without epochs; it is not undone."""
    cdef uint32_t row = <uint32_t> pool_of(st).rows[table]
    cdef Rows *rows = &st.tables[table]
    grow_rows(rows, <size_t> row + 1)
    memset(rows.data + row * rows.width, 0, rows.width)
    mark_row(rows, row)
    edit_pool(st).rows[table] += 1
    return row


cdef uint32_t user_row(State *st, const unsigned char *address) except? 0xFFFFFFFF nogil:
    """The row of a wallet, made when there is none."""
    cdef uint32_t row = find_user(st, address)
    cdef User *user
    if row != NO_ROW:
        return row
    row = append_row(st, TABLE_USER)
    user = user_at(st, row)
    memcpy(user.address, address, 32)
    user.next_lp_id = 1  # ids count from 1, 0 is none
    user.next_request_id = 1
    user.next_deposit_id = 1
    user.first_account = NO_ROW
    user.first_lp = NO_ROW
    user.first_request = NO_ROW
    user.first_deposit = NO_ROW
    user.legacy_lp = NO_ROW
    user.delegate = NO_ROW
    user.staker = NO_ROW
    user.points = NO_ROW
    put_row(st, TABLE_USER, row)
    return row


cdef Market *new_market(State *st) except NULL nogil:
    cdef uint32_t row = append_row(st, TABLE_MARKET)
    cdef Market *market = market_at(st, row)
    drop_projection(st, row)
    market.window_first = NO_ROW
    market.window_last = NO_ROW
    return market


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
    row = append_row(st, TABLE_ACCOUNT)
    owner = edit_user(st, user)
    account = account_at(st, row)
    account.user = user
    account.account_id = account_id
    account.is_open = 1
    account.next_flagged = NO_ROW
    account.first_order = NO_ROW
    account.next = owner.first_account
    owner.first_account = row
    put_row(st, TABLE_ACCOUNT, row)
    return row


cdef Lp *new_lp(State *st, uint32_t user) except NULL nogil:
    cdef uint32_t row = append_row(st, TABLE_LP)
    cdef User *owner = edit_user(st, user)
    cdef Lp *lp = lp_at(st, row)
    lp.user = user
    lp.lp_id = owner.next_lp_id
    lp.next = owner.first_lp
    owner.next_lp_id += 1
    owner.open_lps += 1
    owner.first_lp = row
    put_row(st, TABLE_LP, row)
    return lp


cdef Request *new_request(State *st, uint32_t user) except NULL nogil:
    cdef uint32_t row = append_row(st, TABLE_REQUEST)
    cdef User *owner = edit_user(st, user)
    cdef Request *request = request_at(st, row)
    request.user = user
    request.request_id = owner.next_request_id
    request.next = owner.first_request
    request.next_payout = NO_ROW
    request.next_open = NO_ROW
    request.last_open = NO_ROW
    owner.next_request_id += 1
    owner.open_requests += 1
    owner.first_request = row
    put_row(st, TABLE_REQUEST, row)
    return request


cdef Deposit *new_deposit(State *st, uint32_t user) except NULL nogil:
    cdef uint32_t row = append_row(st, TABLE_DEPOSIT)
    cdef User *owner = edit_user(st, user)
    cdef Deposit *deposit = deposit_at(st, row)
    deposit.user = user
    deposit.deposit_id = owner.next_deposit_id
    deposit.next = owner.first_deposit
    owner.next_deposit_id += 1
    owner.first_deposit = row
    put_row(st, TABLE_DEPOSIT, row)
    return deposit


cdef uint32_t new_legacy_lp(State *st, uint32_t user) except? 0xFFFFFFFF nogil:
    """The one legacy account of a wallet: id 0, apart from the list of positions."""
    cdef uint32_t row = append_row(st, TABLE_LP)
    cdef Lp *lp = lp_at(st, row)
    lp.user = user
    lp.next = NO_ROW
    edit_user(st, user).legacy_lp = row
    put_row(st, TABLE_LP, row)
    return row


cdef uint32_t new_staker(State *st, uint32_t user) except? 0xFFFFFFFF nogil:
    cdef uint32_t row = append_row(st, TABLE_STAKER)
    cdef Staker *staker = staker_at(st, row)
    staker.user = user
    staker.first_stake = NO_ROW
    staker.last_stake = NO_ROW
    edit_user(st, user).staker = row
    return row


cdef uint32_t new_stake(State *st) except? 0xFFFFFFFF nogil:
    cdef Pool *pool = edit_pool(st)
    cdef uint32_t row = pool.free_stake
    if row == NO_ROW:
        row = append_row(st, TABLE_STAKE)
    else:
        pool.free_stake = edit_stake(st, row).next
    stake_at(st, row).next = NO_ROW
    return row


cdef int release_stake(State *st, uint32_t row) except -1 nogil:
    """Clear a row that is linked nowhere and keep it for later."""
    cdef Stake *stake = edit_stake(st, row)
    cdef Pool *pool = edit_pool(st)
    stake.amount_e6 = 0
    stake.activation_epoch = 0
    stake.unlocking_start = 0
    stake.next = pool.free_stake
    pool.free_stake = row
    return 0


cdef uint32_t new_closure(State *st) except? 0xFFFFFFFF nogil:
    cdef Pool *pool = edit_pool(st)
    cdef uint32_t row = pool.free_closure
    if row == NO_ROW:
        row = append_row(st, TABLE_CLOSURE)
    else:
        pool.free_closure = edit_closure(st, row).next
    closure_at(st, row).next = NO_ROW
    return row


cdef int release_closure(State *st, uint32_t row) except -1 nogil:
    """Clear a row that is linked nowhere and keep it for later."""
    cdef Closure *closure = edit_closure(st, row)
    cdef Pool *pool = edit_pool(st)
    closure.at_s = 0
    closure.size_e6 = 0
    closure.next = pool.free_closure
    pool.free_closure = row
    return 0
