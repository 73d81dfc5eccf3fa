"""All margin accounts valued at once: exact, and as fast as integers that wrap.

The rules are those of `accounting.value_account`; a value beyond the range of the short forms below
goes through it. docs/decisions/0009 says why the forms exist twice and what keeps them the same.
"""

from engine.core.numbers.numbers cimport i128_row
from engine.core.state.state cimport Account, State
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

# What a position's value needs of its market. A reciprocal is the largest number below its value.
cdef struct ScanMarket:
    i128_row funding_e18[2]  # the index of a long, of a short
    int64_t price_e8
    uint64_t slope_e12  # initialMarginRatio
    uint64_t scale_e6  # k, 1 where there is none
    uint64_t slope_by_scale  # slope / k, in 2**-48
    uint64_t least_ratio_e12  # minInitialMarginRatio, and 1 for the slope's part, one below
    uint64_t proportion  # maintenanceMarginProportion, in 2**-64
    uint64_t fee_rate_e12
    uint64_t fee_one  # 1 where there is a rate: the fee is found one below
    uint64_t fee_last  # of the fee's product: beyond it the remainder decides
    uint64_t position_margin_e6  # minPositionMargin and 1: margins are found one below
    uint64_t reserved[2]

cdef struct ScanValue:
    int64_t available_e6
    int64_t price_pnl_e6
    int64_t funding_pnl_e6
    int64_t required_e6  # maintenance and fee margin
    int64_t initial_e6

# One account of a scan; `engine.core.arrays.SCAN_ROW` names the same fields.
cdef struct ScanRow:
    uint32_t account  # row of the table
    uint32_t user
    uint32_t account_id
    uint8_t position_count
    uint8_t in_liquidation
    uint8_t is_liquidatable
    uint8_t reserved
    int64_t collateral_e6
    ScanValue value

# One position; `engine.core.arrays.POSITION_ROW` names the same fields.
cdef struct PositionRow:
    uint32_t account  # row of the table
    uint32_t market_id
    int64_t size_e6
    int64_t maintenance_ratio_e12

cdef void prepare_markets(State *st, ScanMarket *markets) noexcept nogil
cdef void value_scanned(
    State *st, Account *account, const ScanMarket *markets, ScanValue *value
) noexcept nogil
cdef int scan_lanes() noexcept nogil
cdef uint32_t scan_accounts(State *st, uint32_t count, int lanes, ScanRow *out) noexcept nogil
cdef uint64_t list_positions(State *st, PositionRow *out, uint64_t room) noexcept nogil
