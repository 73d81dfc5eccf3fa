"""Effects of every change of a position on its account, its market and the pool."""

from engine.core.generated.records cimport TAG_POSITION_REMARKED, PositionRemarkedC
from engine.core.numbers.numbers cimport i128, max64, saturate_amount
from engine.core.perps.accounting cimport accrue_market, emit, position_funding_e6
from engine.core.perps.fill cimport price_pnl_floor_e6
from engine.core.perps.funding cimport side_index_e18
from engine.core.state.blocks cimport resize_positions
from engine.core.state.state cimport (
    Account, Market, Position, State, account_at, edit_account, market_at, positions_of, user_at,
)
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memcpy


cdef int64_t position_pnl_e6(State *st, const Position *held) noexcept nogil:
    """Price and funding P&L, each floored, at the last accepted price and the present index."""
    return saturate_amount(
        <i128> price_pnl_floor_e6(
            held.size_e6, held.entry_price_e8, market_at(st, held.market).price_e8
        )
        + position_funding_e6(st, held)
    )


cdef int write_position(
    State *st, Account *account, uint32_t place, const Market *market, uint32_t row,
    int64_t size_e6, int64_t price_e8, int64_t old_e6
) except -1 nogil:
    """Put a size at a price and the present index of its side in the place of the old position.

    `old_e6` was its size. `account` is opened for edits; positions may move, `account` stays.
    """
    cdef uint32_t last
    cdef uint32_t count = account.position_count
    cdef Position *held = positions_of(st, account)
    if size_e6 == 0:
        for last in range(place + 1, count):
            held[last - 1] = held[last]
        return resize_positions(st, account, count - 1)
    if old_e6 == 0:
        resize_positions(st, account, count + 1)
        held = positions_of(st, account)
        for last in range(count, place, -1):
            held[last] = held[last - 1]
    held += place
    held.size_e6 = size_e6
    held.entry_price_e8 = price_e8
    held.entry_funding_e18 = side_index_e18(
        market.funding_e18, market.holding_e18, size_e6 > 0
    )
    held.market = row
    return 0


cdef int realise_position(
    State *st, uint32_t account_row, uint32_t market_row, int64_t size_e6, Realised *done
) except -1 nogil:
    """Realise all P&L of a position at the last accepted price; `size_e6` of it stays open."""
    cdef Account *account = edit_account(st, account_row)
    cdef uint32_t place = place_of(st, account, market_row)
    cdef int64_t price = market_at(st, market_row).price_e8
    cdef Market *market
    done.old = positions_of(st, account)[place]
    done.price_e8 = price
    done.pnl_e6 = position_pnl_e6(st, &done.old)
    done.price_pnl_e6 = price_pnl_floor_e6(done.old.size_e6, done.old.entry_price_e8, price)
    done.funding_pnl_e6 = position_funding_e6(st, &done.old)
    market = accrue_market(st, market_row)  # drops what was projected
    move_pnl(st, account, done.pnl_e6)
    write_market(market, size_e6, price, &done.old)
    return write_position(
        st, account, place, market, market_row, size_e6, price, done.old.size_e6
    )


cdef int remark_position(State *st, uint32_t account_row, uint32_t place) except -1 nogil:
    """A position that stays continues from the last accepted price and index."""
    cdef Account *account = account_at(st, account_row)
    cdef Position held = positions_of(st, account)[place]
    cdef PositionRemarkedC *event
    cdef Realised done
    realise_position(st, account_row, held.market, held.size_e6, &done)
    account = account_at(st, account_row)
    event = <PositionRemarkedC *> emit(st, TAG_POSITION_REMARKED, sizeof(PositionRemarkedC))
    memcpy(event.owner, user_at(st, account.user).address, 32)
    event.account_id = account.account_id
    event.market_id = held.market + 1
    event.pnl_e6 = done.pnl_e6
    return 0


cdef int realise_profits(State *st, uint32_t account_row, uint32_t but_market) except -1 nogil:
    """Re-mark winners of other markets, in market order, until the margin is not negative."""
    cdef Account *account = account_at(st, account_row)
    cdef Position *held
    cdef uint32_t place
    for place in range(account.position_count):
        if account.collateral_e6 >= 0:
            return 0
        held = &positions_of(st, account)[place]
        if held.market != but_market and position_pnl_e6(st, held) > 0:
            remark_position(st, account_row, place)
    return 0


cdef int64_t with_profits_e6(
    State *st, Account *account, int64_t collateral_e6, uint32_t but_market
) noexcept nogil:
    """Collateral after `realise_profits`."""
    cdef uint32_t place
    cdef Position *held
    for place in range(account.position_count):
        if collateral_e6 >= 0:
            break
        held = &positions_of(st, account)[place]
        if held.market != but_market:
            collateral_e6 = saturate_amount(
                <i128> collateral_e6 + max64(0, position_pnl_e6(st, held))
            )
    return collateral_e6
