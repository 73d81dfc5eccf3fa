"""Quotes: the transition run in a transaction that is always rolled back."""

from engine.core.perps.figures cimport TradeFigures
from engine.core.perps.trading cimport Trade
from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint32_t


cdef int ask(
    Trade *trade, const unsigned char *owner, uint32_t account_id, uint32_t market_id
) noexcept
cdef int quote_figures(State *st, Trade *trade) except -1  # what it finds; nothing changes
cdef TradeFigures quote_trade(
    State *st, bytes owner, uint32_t account_id, uint32_t market_id, object size_e6,
    bint is_close, bytes actor, int64_t limit_e8, int64_t index_e8,
)
cdef object quote_basket(
    State *st, bytes owner, uint32_t account_id, object legs, bytes actor, object limits_e8
)
cdef object quote_limits(
    State *st, bytes owner, uint32_t account_id, uint32_t market_id, bint is_long
)
cdef object quote_liquidation(State *st, bytes owner, uint32_t account_id)
cdef object quote_add_liquidity(State *st, object amount_e6)
cdef object quote_remove_liquidity(State *st, bytes owner, object position_id, object shares_e6)
