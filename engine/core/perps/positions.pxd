"""Effects of every change of a position on its account, its market and the pool."""

from engine.core.numbers.numbers cimport (
    add_128, checked_add, checked_sub, i128, max64, mul_128,
)
from engine.core.perps.funding cimport side_index_e18
from engine.core.state.derived cimport Sides
from engine.core.state.state cimport (
    Account, Market, Pool, Position, State, edit_pool, positions_of,
)
from libc.stdint cimport int64_t, uint32_t

# What a change of a position realised; `old` is how it was.
cdef struct Realised:
    Position old
    int64_t price_e8
    int64_t pnl_e6
    int64_t price_pnl_e6
    int64_t funding_pnl_e6

cdef inline uint32_t place_of(State *st, Account *account, uint32_t market) noexcept nogil:
    """Place of the position of a market, or where it would be: positions are in market order."""
    cdef const Position *held = positions_of(st, account)
    cdef uint32_t place = 0
    while place < account.position_count and held[place].market < market:
        place += 1
    return place


cdef inline int64_t size_at(
    State *st, Account *account, uint32_t place, uint32_t market
) noexcept nogil:
    """Size of the position of a market, whose place this is."""
    cdef const Position *held = positions_of(st, account) + place
    return held.size_e6 if place < account.position_count and held.market == market else 0


cdef inline int64_t size_in(State *st, Account *account, uint32_t market) noexcept nogil:
    return size_at(st, account, place_of(st, account, market), market)


cdef inline int move_pnl(State *st, Account *account, int64_t pnl_e6) except -1 nogil:
    """Move the gain of a position from the pool to the account's margin, or a loss back."""
    cdef Pool *pool = edit_pool(st)
    account.collateral_e6 = checked_add(account.collateral_e6, pnl_e6)
    pool.margin_e6 = checked_add(pool.margin_e6, pnl_e6)
    pool.lp_balance_e6 = checked_sub(pool.lp_balance_e6, pnl_e6)
    return 0


cdef inline int sides_after(
    const Market *market, i128 index_e18, int64_t size_e6, int64_t price_e8, const Position *old,
    Sides *sides
) except -1 nogil:
    """The market's sides with a size at a price and an index instead of the old position."""
    sides.cost_price_e14 = market.cost_price_e14 + (
        <i128> size_e6 * price_e8 - <i128> old.size_e6 * old.entry_price_e8
    )
    sides.cost_funding_e24 = add_128(
        market.cost_funding_e24,
        add_128(mul_128(size_e6, index_e18), -mul_128(old.size_e6, old.entry_funding_e18)),
    )
    sides.long_e6 = market.long_e6 + max64(size_e6, 0) - max64(old.size_e6, 0)
    sides.short_e6 = market.short_e6 + max64(-size_e6, 0) - max64(-old.size_e6, 0)
    return 0


cdef inline void write_sides(Market *market, const Sides *sides) noexcept nogil:
    market.cost_price_e14 = sides.cost_price_e14
    market.cost_funding_e24 = sides.cost_funding_e24
    market.long_e6 = sides.long_e6
    market.short_e6 = sides.short_e6


cdef inline int write_market(
    Market *market, int64_t size_e6, int64_t price_e8, const Position *old
) except -1 nogil:
    """Count a size at a price and the present index of its side instead of the old position."""
    cdef Sides sides
    sides_after(
        market, side_index_e18(market.funding_e18, market.holding_e18, size_e6 > 0), size_e6,
        price_e8, old, &sides,
    )
    write_sides(market, &sides)
    return 0


cdef int64_t position_pnl_e6(State *st, const Position *held) noexcept nogil
cdef int write_position(
    State *st, Account *account, uint32_t place, const Market *market, uint32_t row,
    int64_t size_e6, int64_t price_e8, int64_t old_e6
) except -1 nogil
cdef int realise_position(
    State *st, uint32_t account_row, uint32_t market_row, int64_t size_e6, Realised *done
) except -1 nogil
cdef int remark_position(State *st, uint32_t account_row, uint32_t place) except -1 nogil
cdef int realise_profits(State *st, uint32_t account_row, uint32_t but_market) except -1 nogil
cdef int64_t with_profits_e6(
    State *st, Account *account, int64_t collateral_e6, uint32_t but_market
) noexcept nogil
