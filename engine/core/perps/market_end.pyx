"""The end of a dead market: settle-market closes its positions at one price (rule 46).

The first command takes the price for good: it accrues funding to now, drops a held print, pauses
the market and stops its funding. From then on the market's index is the settlement price, for
every valuation; nothing else than settle-market closes in it. Each command closes at most `limit`
positions, losses first and then by (owner, id), so that what a loser cannot pay is known while
there are winners to share it.
"""

from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_EXCHANGE_HALTED, ERR_MARKET_NOT_FOUND, ERR_NOTHING_TO_SETTLE,
    ERR_PRICE_BAND, ERR_VALIDATION, OK, SCOPE_MARKET, TAG_MARKET_SETTLED, TAG_POSITION_SETTLED,
    MarketSettledC, PositionSettledC, SettleMarketC,
)
from engine.core.numbers.numbers cimport PRICE_MAX
from engine.core.operations cimport emit_status
from engine.core.orders.rows cimport end_market_orders
from engine.core.perps.accounting cimport accrue_market, emit
from engine.core.perps.deleveraging cimport deleverage
from engine.core.perps.liquidation cimport cover_debt, uncovered_e6
from engine.core.perps.oracle cimport is_held_young, settles_from_s
from engine.core.perps.positions cimport (
    Realised, place_of, position_pnl_e6, realise_position, realise_profits, size_in,
)
from engine.core.state.state cimport (
    HELD_NONE, NO_ROW, STATUS_HALTED, STATUS_PAUSED, TABLE_ACCOUNT, Account, Market, Position,
    State, account_at, market_at, market_count, market_rules, pool_of, positions_of,
    user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcmp, memcpy

cdef enum:
    SETTLED_AT_ONCE_MAX = 256  # positions of one command

# One account with a position in the market.
cdef struct Holder:
    const unsigned char *owner
    uint32_t account
    uint32_t account_id
    int has_loss


cdef int settle_market(State *st, const SettleMarketC *command) except -1 nogil:
    cdef uint32_t row = command.market_id - 1
    cdef MarketSettledC *event
    cdef size_t place
    cdef uint32_t closed
    cdef int code = _refuse(st, command)
    if code != OK:
        return code
    if market_at(st, row).settled_at_s == 0:
        _begin(st, row, command.price_e8)
    place = st.events.used
    event = <MarketSettledC *> emit(st, TAG_MARKET_SETTLED, sizeof(MarketSettledC))
    event.market_id = command.market_id
    event.price_e8 = command.price_e8
    closed = _close_next(st, row, command.limit)
    event = <MarketSettledC *> (st.events.data + place)  # later events may have moved it
    event.closed_count = closed
    event.left_count = _find_holders(st, row, NULL)
    return OK


cdef int _refuse(State *st, const SettleMarketC *command) noexcept nogil:
    """The first reason against the command; `detail`: when it may begin, where it is too early."""
    cdef Market *market
    cdef uint32_t row = command.market_id - 1
    if pool_of(st).status == STATUS_HALTED:
        return ERR_EXCHANGE_HALTED
    if command.market_id == 0 or command.market_id > market_count(st):
        return ERR_MARKET_NOT_FOUND
    if command.price_e8 > PRICE_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    if command.price_e8 < 1 or not 1 <= command.limit <= SETTLED_AT_ONCE_MAX:
        return ERR_VALIDATION
    market = market_at(st, row)
    if market.settled_at_s:
        if command.price_e8 != market.price_e8:
            return ERR_VALIDATION
        return ERR_NOTHING_TO_SETTLE if market.long_e6 == 0 and market.short_e6 == 0 else OK
    if st.now_s < settles_from_s(market, market_rules(st, row)):
        st.detail = settles_from_s(market, market_rules(st, row))
        return ERR_VALIDATION
    if is_held_young(market, market_rules(st, row), st.now_s):
        st.detail = market.held_price_e8
        return ERR_PRICE_BAND
    return OK


cdef int _begin(State *st, uint32_t row, int64_t price_e8) except -1 nogil:
    """Funding to now at the old price, then the price of the settlement, for good."""
    cdef Market *market = accrue_market(st, row)
    cdef int was_paused = market.is_paused
    market.price_e8 = price_e8
    market.held = HELD_NONE
    market.held_price_e8 = 0
    market.held_published_at_s = 0
    market.is_paused = 1
    market.settled_at_s = st.now_s
    end_market_orders(st, row)
    return OK if was_paused else emit_status(st, SCOPE_MARKET, row + 1, STATUS_PAUSED)


cdef int _raise_memory() except -1 nogil:
    with gil:
        raise MemoryError("no memory to order the positions of a market")


cdef int _order(const void *first, const void *second) noexcept nogil:
    """Losses first, then by owner and id."""
    cdef const Holder *a = <const Holder *> first
    cdef const Holder *b = <const Holder *> second
    cdef int order
    if a.has_loss != b.has_loss:
        return -1 if a.has_loss else 1
    order = memcmp(a.owner, b.owner, 32)
    if order != 0:
        return order
    return -1 if a.account_id < b.account_id else 1


cdef uint32_t _find_holders(State *st, uint32_t market_row, Holder *holders) noexcept nogil:
    """Count, and list unless NULL, the accounts with a position in a market."""
    cdef uint32_t row
    cdef uint32_t place
    cdef uint32_t count = 0
    cdef Account *account
    cdef Position *held
    for row in range(<uint32_t> pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, row)
        place = place_of(st, account, market_row)
        if place >= account.position_count:
            continue
        held = &positions_of(st, account)[place]
        if held.market != market_row:
            continue
        if holders != NULL:
            holders[count].owner = user_at(st, account.user).address
            holders[count].account = row
            holders[count].account_id = account.account_id
            holders[count].has_loss = position_pnl_e6(st, held) < 0
        count += 1
    return count


cdef uint32_t _close_next(State *st, uint32_t market_row, uint32_t limit) except? 0xFFFFFFFF nogil:
    """Close the next positions in order, but those that were deleveraged on the way."""
    cdef uint32_t place
    cdef uint32_t count
    cdef uint32_t closed = 0
    cdef Holder *holders = <Holder *> malloc(
        (<size_t> pool_of(st).rows[TABLE_ACCOUNT] + 1) * sizeof(Holder)
    )
    if holders == NULL:
        _raise_memory()
    try:
        count = _find_holders(st, market_row, holders)
        qsort(holders, count, sizeof(Holder), _order)
        for place in range(count):
            if closed == limit:
                break
            if size_in(st, account_at(st, holders[place].account), market_row) != 0:
                _close(st, holders[place].account, market_row)
                closed += 1
    finally:
        free(holders)
    return closed


cdef int _close(State *st, uint32_t account_row, uint32_t market_row) except -1 nogil:
    """Close a position at the price of the settlement; a debt goes the way of a liquidation's."""
    cdef Account *account
    cdef PositionSettledC *event
    cdef Realised done
    cdef int64_t deficit
    realise_position(st, account_row, market_row, 0, &done)
    account = account_at(st, account_row)
    event = <PositionSettledC *> emit(st, TAG_POSITION_SETTLED, sizeof(PositionSettledC))
    memcpy(event.owner, user_at(st, account.user).address, 32)
    event.account_id = account.account_id
    event.market_id = market_row + 1
    event.size_delta_e6 = -done.old.size_e6
    event.price_e8 = done.price_e8
    event.pnl_e6 = done.pnl_e6
    event.price_performance_e6 = done.price_pnl_e6
    event.funding_performance_e6 = done.funding_pnl_e6
    realise_profits(st, account_row, NO_ROW)
    deficit = uncovered_e6(st, cover_debt(st, account_row))
    if deficit:
        deleverage(st, market_row, done.old.size_e6 < 0, deficit)
    return OK
