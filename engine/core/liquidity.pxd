"""Liquidity positions: add; removable shares and their worth."""

from engine.core.accounting cimport Totals
from engine.core.generated.records cimport AddLiquidityC
from engine.core.state cimport Lp, State
from libc.stdint cimport int64_t, uint16_t

cdef struct LiquidityEntry:
    int64_t shares_e6  # to the depositor
    int64_t minted_e6  # with the locked ones of a first deposit
    int64_t price_e8
    int64_t maturity_s
    uint16_t reasons[8]  # all that fail, in order
    int reason_count

cdef int price_entry(State *st, int64_t amount_e6, LiquidityEntry *entry) except -1 nogil
cdef int add_liquidity(State *st, const AddLiquidityC *command) except -1 nogil
cdef int64_t exit_value_e6(State *st, const Totals *totals) noexcept nogil
cdef int64_t max_removable_e6(State *st, const Totals *totals, Lp *lp) noexcept nogil
