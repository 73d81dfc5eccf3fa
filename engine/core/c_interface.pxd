"""The exchange for callers that are compiled outside of Cython, by `__pyx_capi__`.

A caller has the address of the state (`Exchange.state_address`) and of one account's row. Each
command is made here and applied by `apply_records`, as any other; each read and quote is the
engine's own. Amounts go to structs of the caller; `engine/core/arrays.py` has their layouts.

The caller holds the GIL. They answer OK, the code of a refusal, or FAILED for what no sequencer
issues (time going back) and for missing memory.
"""

from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint32_t

cdef enum:
    FAILED = -1

# What trades and liquidations did, added up over all accounts. A gain is positive.
cdef struct Flows:
    int64_t trades
    int64_t turnover_e6  # at fill prices
    int64_t fees_e6
    int64_t surcharge_e6
    int64_t impact_e6  # gain of the fills against the index; a part of the price P&L
    int64_t price_pnl_e6  # realised
    int64_t funding_pnl_e6
    int64_t liquidations  # calls that closed something
    int64_t liquidated_e6
    int64_t liquidation_fees_e6
    int64_t bad_debt_e6  # that reserve and pool covered
    int64_t held_prints
    int64_t refusals
    int64_t last_refusal

# An account as it is, and its position in one market.
cdef struct Worth:
    int64_t price_e8  # last accepted
    int64_t size_e6
    int64_t collateral_e6
    int64_t equity_e6  # available margin
    int64_t price_pnl_e6  # open
    int64_t funding_pnl_e6
    int64_t initial_e6
    int64_t required_e6  # liquidatable while it is above the equity
    int64_t in_liquidation

cdef struct Quoted:
    int64_t code  # the first reason against it, or OK
    int64_t new_size_e6
    int64_t fill_e8
    int64_t fee_e6
    int64_t surcharge_e6
    int64_t mark_down_e6
    int64_t required_e6

cdef int64_t send_print(
    State *st, uint32_t market_id, int64_t price_e8, int64_t published_at_s, int64_t now_s,
    Flows *flows
) noexcept
cdef int64_t send_order(
    State *st, uint32_t account, uint32_t market_id, int64_t size_e6, int64_t now_s, Flows *flows
) noexcept
cdef int64_t send_liquidation(
    State *st, uint32_t account, uint32_t liquidator, int64_t now_s, Flows *flows
) noexcept
cdef int64_t read_worth(
    State *st, uint32_t account, uint32_t market_id, Worth *worth
) noexcept
cdef int64_t quote_order(
    State *st, uint32_t account, uint32_t market_id, int64_t size_e6, int64_t now_s, Quoted *quoted
) noexcept
