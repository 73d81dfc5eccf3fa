"""The line of collateral payouts, its sliding limits and its freeze (rule 23).

Requests of collateral join one line when they become payable and are authorised in its order.
`Pool.next_payout` is the first that never was; `first_in_hour` and `first_in_day` precede it
where the sliding windows begin, or at it when a window is empty. A re-authorisation after an
expiry is not counted again, but the freeze holds it too. Payouts of ACRE tokens pass by: what is
limited is collateral.
"""

from engine.core.generated.records cimport ERR_OUTFLOW_FROZEN, ERR_OUTFLOW_LIMIT, OK
from engine.core.numbers.numbers cimport (
    DAY_S, E12, FLOOR, checked_add, i128, max64, saturate_amount, saturated_mul_div,
)
from engine.core.perps.accounting cimport position_funding_e6
from engine.core.perps.fill cimport price_pnl_floor_e6
from engine.core.state.state cimport (
    MINT_COLLATERAL, NO_ROW, TABLE_ACCOUNT, Account, Pool, Position, Request, State, account_at,
    edit_pool, edit_request, market_at, pool_of, positions_of, request_at,
)
from libc.stdint cimport int64_t, uint32_t

cdef enum:
    HOUR_S = 3600


cdef int queue_payout(State *st, uint32_t row) except -1 nogil:
    """Put a request that has become payable at the end of the line."""
    cdef Pool *pool = edit_pool(st)
    cdef Request *request = edit_request(st, row)
    if request.mint != MINT_COLLATERAL:
        return OK
    request.payout_number = 1
    if pool.last_payout != NO_ROW:
        request.payout_number = request_at(st, pool.last_payout).payout_number + 1
        edit_request(st, pool.last_payout).next_payout = row
    pool.last_payout = row
    if pool.next_payout == NO_ROW:
        pool.next_payout = row
    if pool.first_in_hour == NO_ROW:
        pool.first_in_hour = row
    if pool.first_in_day == NO_ROW:
        pool.first_in_day = row
    return OK


cdef int64_t payout_place(State *st, uint32_t row) noexcept nogil:
    """A request's place in the line, from 1; 0 when it is not in it or was let through."""
    cdef Request *request = request_at(st, row)
    if request.payout_number == 0 or request.is_counted:
        return 0
    return <int64_t> (
        request.payout_number - request_at(st, pool_of(st).next_payout).payout_number + 1
    )


cdef int _slide(
    State *st, uint32_t first, int64_t used_e6, int64_t length_s, int64_t rate_e12,
    OutflowWindow *window
) noexcept nogil:
    """A window at this second: what is exactly as old as it is long is out.

    The limit is max(rate * max(0, margin + lpBalance), outflowFloor), rounded down.
    """
    cdef Pool *pool = pool_of(st)
    cdef int64_t tvl = max64(0, saturate_amount(<i128> pool.margin_e6 + pool.lp_balance_e6))
    while (
        first != pool.next_payout and st.now_s - request_at(st, first).authorised_at_s >= length_s
    ):
        used_e6 -= request_at(st, first).amount_e6
        first = request_at(st, first).next_payout
    window.first = first
    window.used_e6 = used_e6
    window.limit_e6 = max64(
        saturated_mul_div(tvl, rate_e12, E12, FLOOR), st.rules.outflow_floor_e6
    )
    return OK


cdef int hour_window(State *st, OutflowWindow *window) noexcept nogil:
    cdef Pool *pool = pool_of(st)
    return _slide(
        st, pool.first_in_hour, pool.outflow_hour_e6, HOUR_S, st.rules.outflow_hourly_rate_e12,
        window,
    )


cdef int day_window(State *st, OutflowWindow *window) noexcept nogil:
    cdef Pool *pool = pool_of(st)
    return _slide(
        st, pool.first_in_day, pool.outflow_day_e6, DAY_S, st.rules.outflow_daily_rate_e12,
        window,
    )


cdef inline int _is_full(State *st, const OutflowWindow *window, int64_t amount_e6) noexcept nogil:
    """Whether an amount exceeds the window; an empty one lets a request of any size pass."""
    if window.first == pool_of(st).next_payout:
        return 0
    return <i128> window.used_e6 + amount_e6 > window.limit_e6


cdef int64_t _scan_negative_equity_e6(State *st) noexcept nogil:
    """The sum over all rows; only P&L is valued, of accounts with positions."""
    cdef uint32_t row
    cdef uint32_t place
    cdef Account *account
    cdef Position *held
    cdef i128 available
    cdef i128 total = 0
    for row in range(<uint32_t> pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, row)
        if account.position_count == 0 or account.in_liquidation:
            continue
        available = account.collateral_e6
        held = positions_of(st, account)
        for place in range(account.position_count):
            available += price_pnl_floor_e6(
                held[place].size_e6,
                held[place].entry_price_e8,
                market_at(st, held[place].market).price_e8,
            )
            available += position_funding_e6(st, &held[place])
        if available < 0:
            total -= saturate_amount(available)
    return saturate_amount(total)


cdef int64_t negative_equity_e6(State *st) noexcept nogil:
    """Debt of accounts beyond their margin that is not liquidated yet.

    Kept for the second and until a row that it depends on is edited, so that a run of payouts
    looks at the accounts once.
    """
    if st.owed_at_s != st.now_s or st.owed_edits != st.edits:
        st.owed_e6 = _scan_negative_equity_e6(st)
        st.owed_at_s = st.now_s
        st.owed_edits = st.edits
    return st.owed_e6


cdef int is_frozen(State *st) noexcept nogil:
    """Whether more is owed than the reserve has: no collateral leaves."""
    return negative_equity_e6(st) > pool_of(st).reserve_e6


cdef int may_leave(State *st, int64_t amount_e6) noexcept nogil:
    """No freeze, and the vault holds what is paid: with bad debt beyond the pool it may not."""
    return amount_e6 <= pool_of(st).vault_e6 and not is_frozen(st)


cdef int count_outflow(State *st, uint32_t row) except -1 nogil:
    """Let the first of the line through, once; the code that says why it has to wait."""
    cdef Pool *pool = edit_pool(st)
    cdef Request *request = edit_request(st, row)
    cdef OutflowWindow hour
    cdef OutflowWindow day
    if row != pool.next_payout:
        return ERR_OUTFLOW_LIMIT
    if not may_leave(st, request.amount_e6):
        return ERR_OUTFLOW_FROZEN
    hour_window(st, &hour)
    day_window(st, &day)
    if _is_full(st, &hour, request.amount_e6) or _is_full(st, &day, request.amount_e6):
        return ERR_OUTFLOW_LIMIT
    pool.first_in_hour = hour.first
    pool.first_in_day = day.first
    pool.outflow_hour_e6 = checked_add(hour.used_e6, request.amount_e6)
    pool.outflow_day_e6 = checked_add(day.used_e6, request.amount_e6)
    request.is_counted = 1
    request.authorised_at_s = st.now_s
    pool.next_payout = request.next_payout
    return OK
