"""Auto-deleveraging: winners of a market pay for a deficit of the pool (rules 21, 37)."""

from engine.core.generated.records cimport TAG_AUTO_DELEVERAGED, AutoDeleveragedC
from engine.core.numbers.numbers cimport CEIL, E8, abs64, i128, min64, saturated_mul_div
from engine.core.orders.rows cimport end_exits
from engine.core.perps.accounting cimport Valuation, emit, value_account
from engine.core.perps.positions cimport (
    Realised, move_pnl, place_of, position_pnl_e6, realise_position,
)
from engine.core.state.state cimport (
    NO_ROW, TABLE_ACCOUNT, Account, Position, State, account_at, edit_account, pool_of,
    positions_of, user_at,
)
from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcmp, memcpy

# One account with a profit in the market, as it was before anything of it was closed.
cdef struct Winner:
    const unsigned char *owner
    uint32_t account
    uint32_t account_id
    int64_t profit_e6
    int64_t available_e6


cdef int _raise_memory() except -1 nogil:
    with gil:
        raise MemoryError("no memory to rank the winners of a market")


cdef int _rank(const void *first, const void *second) noexcept nogil:
    """Profit by available margin, greatest first and before all where none is available.

    Equal ones by owner, then id. Compared by products, so that nothing is rounded.
    """
    cdef const Winner *a = <const Winner *> first
    cdef const Winner *b = <const Winner *> second
    cdef i128 left
    cdef i128 right
    cdef int order
    if (a.available_e6 <= 0) != (b.available_e6 <= 0):
        return -1 if a.available_e6 <= 0 else 1
    if a.available_e6 > 0:
        left = <i128> a.profit_e6 * b.available_e6
        right = <i128> b.profit_e6 * a.available_e6
        if left != right:
            return -1 if left > right else 1
    order = memcmp(a.owner, b.owner, 32)
    if order != 0:
        return order
    return -1 if a.account_id < b.account_id else 1


cdef uint32_t _find_winners(
    State *st, uint32_t market_row, int is_long, Winner *winners
) noexcept nogil:
    """Every account with a position of one side of a market whose P&L is positive."""
    cdef uint32_t row
    cdef uint32_t place
    cdef uint32_t count = 0
    cdef Account *account
    cdef Position *held
    cdef Valuation value
    cdef int64_t profit
    for row in range(<uint32_t> pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, row)
        place = place_of(st, account, market_row)
        if place >= account.position_count:
            continue
        held = &positions_of(st, account)[place]
        if held.market != market_row or (held.size_e6 > 0) != is_long:
            continue
        profit = position_pnl_e6(st, held)
        if profit <= 0:
            continue
        value_account(st, account, 0, &value)
        winners[count].owner = user_at(st, account.user).address
        winners[count].account = row
        winners[count].account_id = account.account_id
        winners[count].profit_e6 = profit
        winners[count].available_e6 = value.available_e6
        count += 1
    return count


cdef int64_t deleverage(
    State *st, uint32_t market_row, int is_long, int64_t deficit_e6
) except -1 nogil:
    """Close winners of one side at the index, in rank order; what of the deficit is left."""
    cdef uint32_t place
    cdef uint32_t count
    cdef Winner *winners = <Winner *> malloc(
        (<size_t> pool_of(st).rows[TABLE_ACCOUNT]) * sizeof(Winner)
    )
    if winners == NULL:
        _raise_memory()
    try:
        count = _find_winners(st, market_row, is_long, winners)
        qsort(winners, count, sizeof(Winner), _rank)
        for place in range(count):
            if deficit_e6 == 0:
                break
            deficit_e6 -= _close_winner(st, winners[place].account, market_row, deficit_e6)
    finally:
        free(winners)
    return deficit_e6


cdef int64_t _close_winner(
    State *st, uint32_t account_row, uint32_t market_row, int64_t deficit_e6
) except -1 nogil:
    """Close a position in full at the index, less a haircut of its profit; the haircut."""
    cdef Account *account
    cdef AutoDeleveragedC *event
    cdef Realised done
    cdef int64_t haircut
    cdef int64_t off
    realise_position(st, account_row, market_row, 0, &done)
    haircut = min64(deficit_e6, done.pnl_e6)
    off = saturated_mul_div(haircut, E8, abs64(done.old.size_e6), CEIL)
    account = edit_account(st, account_row)
    move_pnl(st, account, -haircut)
    event = <AutoDeleveragedC *> emit(st, TAG_AUTO_DELEVERAGED, sizeof(AutoDeleveragedC))
    memcpy(event.owner, user_at(st, account.user).address, 32)
    event.account_id = account.account_id
    event.market_id = market_row + 1
    event.size_delta_e6 = -done.old.size_e6
    event.index_price_e8 = done.price_e8
    event.price_e8 = done.price_e8 - (off if done.old.size_e6 > 0 else -off)
    event.haircut_e6 = haircut
    event.pnl_e6 = done.pnl_e6 - haircut
    event.price_performance_e6 = done.price_pnl_e6
    event.funding_performance_e6 = done.funding_pnl_e6
    if account.order_count:
        end_exits(st, account_row, market_row, NO_ROW)
    return haircut
