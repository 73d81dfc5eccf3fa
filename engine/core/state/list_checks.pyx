"""Lists of a state that was read: each row is in at most one of them, once (see checks.pyx).

Requests that are not settled, the line of payouts, accounts in liquidation, the closures of each
market's window, stakes, blocks of positions; rows that wait to be used again.
"""

from engine.core.numbers.numbers cimport (
    AMOUNT_MAX, FUNDING_MAX, POSITION_MAX, PRICE_MAX, TIME_MAX, i128,
)
from engine.core.pool.staking cimport STAKES_MAX
from engine.core.state.checks cimport wrong
from engine.core.state.state cimport (
    MINT_COLLATERAL, NO_ROW, POSITIONS_MAX, REQUEST_AUTHORISED, REQUEST_CLAIMED_DEPOSIT,
    REQUEST_PAYABLE, REQUEST_PENDING, REQUEST_SETTLED, TABLE_ACCOUNT, TABLE_BLOCK, TABLE_CLOSURE,
    TABLE_COUNT, TABLE_MARKET, TABLE_POOL, TABLE_REQUEST, TABLE_STAKE, TABLE_STAKER, TABLE_USER,
    Account, Closure, Market, Pool, Position, Request, Rows, Stake, Staker, State, account_at,
    block_table, closure_at, lp_at, market_at, market_count, pool_of, positions_of, request_at,
    stake_at, staker_at, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memset


cdef int _walk(State *st, int table, size_t offset, uint32_t row, uint8_t *seen) except -1 nogil:
    cdef Rows *rows = &st.tables[table]
    while row != NO_ROW:
        if row >= pool_of(st).rows[table]:
            return wrong(table, row, b"it is no row")
        if seen[row]:
            return wrong(table, row, b"it is in two lists, or in one without end")
        seen[row] = 1
        row = (<uint32_t *> (rows.data + row * rows.width + offset))[0]
    return 0


cdef int check_lists(State *st) except -1:
    cdef uint64_t most = 1
    cdef int table
    cdef uint8_t *seen
    for table in range(TABLE_COUNT):
        most = max(most, pool_of(st).rows[table])
    seen = <uint8_t *> calloc(most, 1)
    if seen == NULL:
        raise MemoryError("no memory to check a snapshot")
    try:
        with nogil:
            _check_open(st, seen)
            _check_counts(st)
            _check_payouts(st, seen)
            _check_flagged(st, seen)
            _check_closures(st, seen)
            _check_stakes(st, seen)
            _check_positions(st, seen)
    finally:
        free(seen)
    return 0


cdef int _check_open(State *st, uint8_t *seen) except -1 nogil:
    """The list of requests that are not settled, linked both ways: those and no others."""
    cdef Request *request
    cdef uint32_t before = NO_ROW
    cdef uint32_t row = pool_of(st).first_open
    cdef uint64_t other
    while row != NO_ROW:
        request = request_at(st, row)
        if seen[row] or request.last_open != before or request.state == REQUEST_SETTLED:
            return wrong(TABLE_REQUEST, row, b"its place among the open ones")
        seen[row] = 1
        before = row
        row = request.next_open
    for other in range(pool_of(st).rows[TABLE_REQUEST]):
        request = request_at(st, other)
        if seen[other]:
            seen[other] = 0
        elif (
            request.state != REQUEST_SETTLED
            or request.next_open != NO_ROW or request.last_open != NO_ROW
        ):
            return wrong(TABLE_REQUEST, other, b"its place among the open ones")
    return 0


cdef int _check_counts(State *st) except -1 nogil:
    """Count the open rows of each wallet; lists are older to newer, so each walk ends."""
    cdef uint64_t row
    cdef uint32_t other
    cdef uint32_t lps
    cdef uint32_t requests
    for row in range(pool_of(st).rows[TABLE_USER]):
        lps = 0
        requests = 0
        other = user_at(st, row).first_lp
        while other != NO_ROW:
            lps += lp_at(st, other).is_closed == 0
            other = lp_at(st, other).next
        other = user_at(st, row).first_request
        while other != NO_ROW:
            requests += request_at(st, other).state != REQUEST_SETTLED
            other = request_at(st, other).next
        if lps != user_at(st, row).open_lps or requests != user_at(st, row).open_requests:
            return wrong(TABLE_USER, row, b"number of open rows")
    return 0


cdef inline uint64_t _number(State *st, uint32_t row, uint64_t length) noexcept nogil:
    """A place in the line of payouts; what follows its end has the next one."""
    return length + 1 if row == NO_ROW else request_at(st, row).payout_number


cdef int _check_payouts(State *st, uint8_t *seen) except -1 nogil:
    """The line of payouts: numbers from 1 without a gap, each linked to the next.

    Those before `next_payout` were let through, and no others; each window begins before it or
    at it, and holds what was let through since.
    """
    cdef Pool *pool = pool_of(st)
    cdef Request *request
    cdef uint64_t row
    cdef uint64_t length = 0
    cdef uint64_t waiting
    for row in range(pool.rows[TABLE_REQUEST]):
        length += request_at(st, row).payout_number != 0
    for row in range(pool.rows[TABLE_REQUEST]):
        request = request_at(st, row)
        if request.payout_number == 0:
            if request.next_payout != NO_ROW or request.is_counted:
                return wrong(TABLE_REQUEST, row, b"it is not in the line of payouts")
            if (
                request.mint == MINT_COLLATERAL
                and request.kind != REQUEST_CLAIMED_DEPOSIT
                and (request.state == REQUEST_PAYABLE or request.state == REQUEST_AUTHORISED)
            ):
                return wrong(TABLE_REQUEST, row, b"it is missing in the line of payouts")
            continue
        if request.payout_number > length or seen[request.payout_number - 1]:
            return wrong(TABLE_REQUEST, row, b"number in the line of payouts")
        seen[request.payout_number - 1] = 1
        if _number(st, request.next_payout, length) != request.payout_number + 1:
            return wrong(TABLE_REQUEST, row, b"next payout")
        if request.mint != MINT_COLLATERAL or request.state == REQUEST_PENDING:
            return wrong(TABLE_REQUEST, row, b"it cannot be in the line of payouts")
    memset(seen, 0, pool.rows[TABLE_REQUEST])
    waiting = _number(st, pool.next_payout, length)
    if (0 if pool.last_payout == NO_ROW else _number(st, pool.last_payout, length)) != length:
        return wrong(TABLE_POOL, 0, b"last payout")
    for row in range(pool.rows[TABLE_REQUEST]):
        request = request_at(st, row)
        if request.payout_number and request.is_counted != (request.payout_number < waiting):
            return wrong(TABLE_REQUEST, row, b"whether it was let through")
    if waiting == 0:
        return wrong(TABLE_POOL, 0, b"next payout")
    _check_window(st, pool.first_in_hour, waiting, length, pool.outflow_hour_e6)
    _check_window(st, pool.first_in_day, waiting, length, pool.outflow_day_e6)
    return 0


cdef int _check_window(
    State *st, uint32_t row, uint64_t waiting, uint64_t length, int64_t used_e6
) except -1 nogil:
    cdef i128 total = 0
    if not 1 <= _number(st, row, length) <= waiting:
        return wrong(TABLE_POOL, 0, b"first payout of a window")
    while _number(st, row, length) < waiting:
        total += request_at(st, row).amount_e6
        row = request_at(st, row).next_payout
    if total != used_e6:
        return wrong(TABLE_POOL, 0, b"outflow of a window")
    return 0


cdef int _check_flagged(State *st, uint8_t *seen) except -1 nogil:
    """The list of accounts in liquidation: those and no others, rising by owner and id."""
    cdef Account *account
    cdef Account *before = NULL
    cdef uint32_t row = pool_of(st).first_flagged
    cdef uint64_t other
    cdef int order
    while row != NO_ROW:
        account = account_at(st, row)
        if seen[row] or not account.in_liquidation:
            return wrong(TABLE_ACCOUNT, row, b"its place among those in liquidation")
        if before != NULL:
            order = memcmp(user_at(st, before.user).address, user_at(st, account.user).address, 32)
            if order > 0 or (order == 0 and before.account_id >= account.account_id):
                return wrong(TABLE_ACCOUNT, row, b"its place among those in liquidation")
        seen[row] = 1
        before = account
        row = account.next_flagged
    for other in range(pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, other)
        if seen[other]:
            seen[other] = 0
        elif account.in_liquidation or account.next_flagged != NO_ROW:
            return wrong(TABLE_ACCOUNT, other, b"its place among those in liquidation")
    return 0


cdef int _check_closures(State *st, uint8_t *seen) except -1 nogil:
    """Sizes closed in each market's window, rising by time; rows to use again."""
    cdef size_t offset = <size_t> &(<Closure *> NULL).next
    cdef Closure *closure
    cdef Market *market
    cdef uint64_t place
    cdef uint32_t row
    cdef uint32_t last
    cdef int64_t after_s
    cdef i128 total
    _walk(st, TABLE_CLOSURE, offset, pool_of(st).free_closure, seen)
    for place in range(pool_of(st).rows[TABLE_MARKET]):
        market = market_at(st, place)
        _walk(st, TABLE_CLOSURE, offset, market.window_first, seen)
        row = market.window_first
        last = NO_ROW
        after_s = -1
        total = 0
        while row != NO_ROW:
            closure = closure_at(st, row)
            if not after_s < closure.at_s <= TIME_MAX or not 0 <= closure.size_e6 <= AMOUNT_MAX:
                return wrong(TABLE_CLOSURE, row, b"time or size")
            after_s = closure.at_s
            total += closure.size_e6
            last = row
            row = closure.next
        if last != market.window_last or total != market.window_e6:
            return wrong(TABLE_MARKET, place, b"what was closed in the window")
    memset(seen, 0, pool_of(st).rows[TABLE_CLOSURE])
    return 0


cdef int _check_stakes(State *st, uint8_t *seen) except -1 nogil:
    """Stakes of each staker, few enough and of amounts that can be summed; free rows."""
    cdef size_t offset = <size_t> &(<Stake *> NULL).next
    cdef Staker *staker
    cdef Stake *stake
    cdef uint64_t place
    cdef uint64_t count
    cdef uint32_t row
    cdef uint32_t last
    cdef i128 total
    _walk(st, TABLE_STAKE, offset, pool_of(st).free_stake, seen)
    for place in range(pool_of(st).rows[TABLE_STAKER]):
        staker = staker_at(st, place)
        _walk(st, TABLE_STAKE, offset, staker.first_stake, seen)
        row = staker.first_stake
        last = NO_ROW
        count = 0
        total = staker.withdrawable_e6
        while row != NO_ROW:
            stake = stake_at(st, row)
            if (
                not 1 <= stake.amount_e6 <= AMOUNT_MAX
                or stake.activation_epoch > <uint64_t> TIME_MAX + 1
                or stake.unlocking_start > <uint64_t> TIME_MAX + 1
            ):
                return wrong(TABLE_STAKE, row, b"amount or epoch")
            total += stake.amount_e6
            count += 1
            last = row
            row = stake.next
        if count > STAKES_MAX or count != staker.stake_count or last != staker.last_stake:
            return wrong(TABLE_STAKER, place, b"its stakes")
        if total > AMOUNT_MAX:
            return wrong(TABLE_STAKER, place, b"amount")
    memset(seen, 0, pool_of(st).rows[TABLE_STAKE])
    return 0


cdef int _check_positions(State *st, uint8_t *seen) except -1 nogil:
    """Each block is free or belongs to one account, whose positions are in market order."""
    cdef size_t offset = <size_t> &(<Position *> NULL).next_free
    cdef Account *account
    cdef uint64_t row
    cdef int table
    for row in range(pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, row)
        if account.position_count > POSITIONS_MAX:
            return wrong(TABLE_ACCOUNT, row, b"number of positions")
    for table in range(TABLE_BLOCK, TABLE_BLOCK + 3):
        _walk(st, table, offset, pool_of(st).free_blocks[table - TABLE_BLOCK], seen)
        for row in range(pool_of(st).rows[TABLE_ACCOUNT]):
            account = account_at(st, row)
            if account.position_count and block_table(account.position_count) == table:
                if account.block >= pool_of(st).rows[table] or seen[account.block]:
                    return wrong(TABLE_ACCOUNT, row, b"block of positions")
                seen[account.block] = 1
                _check_held(st, row)
        memset(seen, 0, pool_of(st).rows[table])
    return 0


cdef int _check_held(State *st, uint32_t row) except -1 nogil:
    cdef Account *account = account_at(st, row)
    cdef Position *held = positions_of(st, account)
    cdef uint32_t place
    for place in range(account.position_count):
        if held[place].market >= market_count(st) or (
            place and held[place].market <= held[place - 1].market
        ):
            return wrong(TABLE_ACCOUNT, row, b"market of a position")
        if held[place].size_e6 == 0 or not -POSITION_MAX <= held[place].size_e6 <= POSITION_MAX:
            return wrong(TABLE_ACCOUNT, row, b"size of a position")
        if not 1 <= held[place].entry_price_e8 <= PRICE_MAX:
            return wrong(TABLE_ACCOUNT, row, b"entry price of a position")
        if not -2 * FUNDING_MAX <= held[place].entry_funding_e18 <= 2 * FUNDING_MAX:
            return wrong(TABLE_ACCOUNT, row, b"entry funding of a position")
    return 0
