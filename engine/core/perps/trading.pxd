"""One trade: what was asked, why it fails, what it does."""

from engine.core.generated.records cimport (
    TRADE_CLOSE, TRADE_DECREASE, TRADE_FLIP, TRADE_INCREASE, TRADE_OPEN, ClosePositionC,
    ModifyPositionC,
)
from engine.core.numbers.numbers cimport i128
from engine.core.perps.accounting cimport Parts, Totals
from engine.core.state.state cimport State
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint16_t, uint32_t
from libc.string cimport memset

# What an auction asks of a trade: a trial at the worst price, a matched part, the pool's part.
cdef enum:
    PART_CHECK = 1
    PART_MATCHED = 2
    PART_POOL = 3
    TRIAL_ROUNDING_E6 = 8  # what the parts of an order may round up more than the whole

cdef struct Trade:
    # asked
    const unsigned char *actor
    const unsigned char *owner
    uint32_t account_id
    uint32_t market_id
    int64_t delta_e6  # of a close: found
    int64_t close_e6  # amount to close, 0: all
    int64_t limit_e8  # 0: any price
    int is_close
    int is_last  # nothing of the command follows it
    int is_quote  # continue after a reason, so that the figures can be shown
    uint32_t leg  # its place in a basket, from 1; 0: an order by itself
    int64_t nav_e6  # of a leg: before the basket
    uint32_t order  # row of a waiting order that runs, plus 1; 0: none
    int is_turn  # its turn comes from a price update: no entry window
    int part  # of an auction, at a price and with a maker part of its own; 0: none
    int64_t at_e8
    int64_t maker_e6
    # found
    int reason_count
    int is_structural  # the first reason leaves nothing to compute
    int is_full  # a quote for which the account has no place left: its figures only
    int64_t detail  # of the first reason
    uint32_t delegator  # row of the owner for whom a delegate trades; NO_ROW: the owner trades
    uint32_t account  # of a waiting order: known
    uint32_t market
    uint32_t place  # of its position in the account, or where it would be
    int trade_kind
    int is_reducing
    int64_t index_e8
    int64_t fill_e8
    int64_t fee_e6
    int64_t surcharge_e6
    int64_t mark_down_e6
    int64_t old_size_e6
    int64_t new_size_e6
    int64_t price_pnl_e6
    int64_t funding_pnl_e6
    int64_t required_e6
    # not cleared
    uint16_t reasons[24]
    Parts after  # of an increase: sums over the positions after it

cdef int modify_position(State *st, const ModifyPositionC *command) except -1 nogil
cdef int close_position(State *st, const ClosePositionC *command) except -1 nogil
cdef int run_trade(State *st, Trade *trade) except -1 nogil

cdef inline void clear_trade(Trade *trade) noexcept nogil:
    memset(trade, 0, <size_t> (<char *> trade.reasons - <char *> trade))


cdef inline int adds_exposure(const Trade *trade) noexcept nogil:
    return not trade.is_reducing

cdef int check_pool(
    State *st, Trade *trade, const Totals *after, int64_t nav, i128 exposure_before,
    int64_t lp_balance_e6
) except -1 nogil
cdef int check_margin(
    State *st, Trade *trade, int64_t initial_e6, int64_t fee_margin_e6, int64_t available,
    int64_t collateral_e6
) except -1 nogil
cdef int check_collateral(State *st, Trade *trade) except -1 nogil
