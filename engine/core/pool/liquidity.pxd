"""Liquidity: into the pool and out of it, the legacy account."""

from engine.core.generated.records cimport (
    AddLiquidityC, CloseLpPositionC, GrantLpAccountC, RemoveLiquidityC, UpgradeLpAccountC,
)
from engine.core.perps.accounting cimport Totals
from engine.core.state.state cimport Lp, State
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

# All codes against a command, in order.
cdef struct Reasons:
    uint16_t codes[16]
    int count

cdef struct LiquidityEntry:
    int64_t shares_e6  # to the depositor
    int64_t minted_e6  # with the locked ones of a first deposit
    int64_t price_e8
    int64_t maturity_s
    Reasons reasons

cdef struct LiquidityExit:
    int64_t amount_e6
    int64_t price_e8
    int64_t max_removable_e6
    Reasons reasons

cdef int price_entry(State *st, int64_t amount_e6, LiquidityEntry *entry) except -1 nogil
cdef int add_liquidity(State *st, const AddLiquidityC *command) except -1 nogil
cdef int remove_liquidity(State *st, const RemoveLiquidityC *command) except -1 nogil
cdef int close_lp_position(State *st, const CloseLpPositionC *command) except -1 nogil
cdef int upgrade_lp_account(State *st, const UpgradeLpAccountC *command) except -1 nogil
cdef int grant_lp_account(State *st, const GrantLpAccountC *command) except -1 nogil
cdef uint32_t find_position(
    State *st, const unsigned char *owner, uint64_t lp_id
) noexcept nogil
cdef int price_exit(
    State *st, uint32_t row, int64_t shares_e6, int64_t tip_e6, LiquidityExit *out
) noexcept nogil
cdef int64_t max_removable_e6(State *st, const Totals *totals, Lp *lp) noexcept nogil
