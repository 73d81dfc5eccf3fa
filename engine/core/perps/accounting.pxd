"""Markets projected to now, the pool's totals and the worth of a margin account."""

from engine.core.generated.records cimport HeaderC
from engine.core.numbers.numbers cimport i128
from engine.core.state.state cimport (
    Account, Market, Position, Projection, State, reserve_bytes,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

cdef enum:
    EVENT_TAGS_MAX = 2000

cdef uint16_t event_versions[EVENT_TAGS_MAX]

cdef struct Totals:
    int64_t unrealized_e6  # sum of U
    i128 open_interest_e14  # sum over both sides of size * p
    i128 exposure_e14  # sum of |s| * p

cdef struct Valuation:
    int64_t collateral_e6
    int64_t available_e6
    int64_t price_pnl_e6
    int64_t funding_pnl_e6
    int64_t notional_e6
    int64_t initial_e6
    int64_t maintenance_e6
    int64_t fees_e6  # before its clamp
    int64_t fee_margin_e6
    int64_t required_e6  # maintenance and fee margin

# The lowest ids of markets with open interest whose price stops liquidity; 0: none.
cdef struct PriceBlocks:
    uint32_t stale
    uint32_t held
    uint32_t window

# Sums over positions, before they are held within the amount limit.
cdef struct Parts:
    i128 price_pnl
    i128 funding_pnl
    i128 initial
    i128 maintenance
    i128 fees
    i128 notional
    uint64_t count

cdef inline void *emit(State *st, uint16_t tag, size_t length) except NULL nogil:
    """A zeroed event record at the end of the buffer; valid until the next emit."""
    cdef HeaderC *header
    reserve_bytes(&st.events, length)
    header = <HeaderC *> (st.events.data + st.events.used)
    memset(header, 0, length)
    st.events.used += length
    header.length = <uint32_t> length
    header.tag = tag
    header.version = event_versions[tag]
    header.seq = st.sequence
    header.time_s = st.now_s
    return header


cdef Projection *project_anew(State *st, uint32_t row) noexcept nogil

cdef inline Projection *project(State *st, uint32_t row) noexcept nogil:
    """Rate, F, G and U of a market now, from what was stored last."""
    cdef Projection *seen = &st.projections[row]
    return seen if seen.at_s == st.now_s else project_anew(st, row)

cdef i128 index_now_e18(State *st, uint32_t row, int64_t size_e6) noexcept nogil
cdef int64_t position_funding_e6(State *st, const Position *held) noexcept nogil
cdef Market *accrue_market(State *st, uint32_t row) except NULL nogil
cdef int is_crowding(State *st, uint32_t row) noexcept nogil

cdef int totals_now(State *st, Totals *totals) noexcept nogil
cdef int exit_totals(State *st, Totals *totals) noexcept nogil
cdef int entry_totals(State *st, Totals *totals) noexcept nogil
cdef void find_price_blocks(State *st, PriceBlocks *blocks) noexcept nogil
cdef int64_t exit_value_e6(State *st, const Totals *totals) noexcept nogil
cdef int64_t nav_e6(State *st, const Totals *totals) noexcept nogil
cdef int64_t required_minimum_e6(State *st, const Totals *totals) noexcept nogil

cdef int value_position(
    State *st, const Position *held, int is_worse, Parts *parts
) noexcept nogil
cdef int value_position_at(
    State *st, const Position *held, int64_t price, Parts *parts
) noexcept nogil
cdef int value_size(
    State *st, uint32_t market, int64_t size_e6, int64_t entry_e8, int64_t price_e8, Parts *parts
) noexcept nogil
cdef int value_initial(
    State *st, uint32_t market, int64_t size_e6, int64_t entry_e8, Parts *parts
) noexcept nogil
cdef int64_t parts_fee_margin_e6(State *st, const Parts *parts) noexcept nogil
cdef int value_parts(
    State *st, int64_t collateral_e6, const Parts *parts, Valuation *value
) noexcept nogil
cdef int value_account(
    State *st, Account *account, int is_worse, Valuation *value
) noexcept nogil
cdef int is_in_liquidation(State *st, Account *account) noexcept nogil
cdef int64_t withdrawable_e6(State *st, Account *account) noexcept nogil
cdef int64_t liquidation_price_e8(
    State *st, Account *account, uint32_t place, const Valuation *value
) noexcept nogil
