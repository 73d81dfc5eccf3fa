"""Effects of every change of a position on its account, its market and the pool."""

from engine.core.state.state cimport Account, Market, Position, State
from libc.stdint cimport int64_t, uint32_t

# What a change of a position realised; `old` is how it was.
cdef struct Realised:
    Position old
    int64_t price_e8
    int64_t pnl_e6
    int64_t price_pnl_e6
    int64_t funding_pnl_e6

cdef uint32_t place_of(State *st, Account *account, uint32_t market) noexcept nogil
cdef int64_t size_in(State *st, Account *account, uint32_t market) noexcept nogil
cdef int64_t position_pnl_e6(State *st, const Position *held) noexcept nogil
cdef int move_pnl(State *st, Account *account, int64_t pnl_e6) except -1 nogil
cdef int write_market(
    Market *market, int64_t size_e6, int64_t price_e8, const Position *old
) except -1 nogil
cdef int write_position(
    State *st, Account *account, uint32_t place, const Market *market, uint32_t row,
    int64_t size_e6, int64_t price_e8, const Position *old
) except -1 nogil
cdef int realise_position(
    State *st, uint32_t account_row, uint32_t market_row, int64_t size_e6, Realised *done
) except -1 nogil
cdef int remark_position(State *st, uint32_t account_row, uint32_t place) except -1 nogil
cdef int realise_profits(State *st, uint32_t account_row, uint32_t but_market) except -1 nogil
cdef int64_t with_profits_e6(
    State *st, Account *account, int64_t collateral_e6, uint32_t but_market
) noexcept nogil
