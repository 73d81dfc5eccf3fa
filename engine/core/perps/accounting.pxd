"""Markets projected to now, the pool's totals and the worth of a margin account."""

from engine.core.generated.records cimport HeaderC
from engine.core.numbers.numbers cimport i128, saturate_amount
from engine.core.perps.fill cimport funding_pnl_floor_e6, price_pnl_floor_e6
from engine.core.perps.funding cimport side_index_e18
from engine.core.perps.margin cimport initial_ratio_ceil_e12, required_margin_ceil_e6
from engine.core.state.derived cimport Counted
from engine.core.state.state cimport (
    Account, Market, MarketParameters, Position, Projection, State, market_at, market_rules,
    reserve_bytes,
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

cdef inline void count_sides(
    int64_t long_e6, int64_t short_e6, int64_t price_e8, int64_t unrealized_e6, Counted *counted
) noexcept nogil:
    """The part in the sums of a market with these sides and this U."""
    cdef i128 skew = long_e6 - short_e6
    cdef i128 both = <i128> long_e6 + short_e6
    counted.unrealized_e6 = unrealized_e6 if both else 0
    counted.open_interest_e14 = both * price_e8
    counted.exposure_e14 = (skew if skew > 0 else -skew) * price_e8


cdef inline void recount_market(
    State *st, uint32_t row, int64_t unrealized_e6, const Counted *counted
) noexcept nogil:
    """After a market's sides have changed: its U now and its part in the sums."""
    cdef Projection *seen = &st.projections[row]
    seen.unrealized_e6 = unrealized_e6
    if not seen.is_counted:
        return
    st.sums.unrealized_e6 += counted.unrealized_e6 - seen.counted.unrealized_e6
    st.sums.open_interest_e14 += counted.open_interest_e14 - seen.counted.open_interest_e14
    st.sums.exposure_e14 += counted.exposure_e14 - seen.counted.exposure_e14
    seen.counted = counted[0]


cdef inline void store_accrual(State *st, Market *market, const Projection *now) noexcept nogil:
    """The accrual up to now, in a row that is open for edits."""
    market.rate_e18 = now.rate_e18
    market.funding_e18 = now.funding_e18
    market.holding_e18 = now.holding_e18
    market.touched_at_s = st.now_s


cdef inline i128 index_now_e18(State *st, uint32_t row, int64_t size_e6) noexcept nogil:
    """The funding index by which a position of this size is paid, now."""
    cdef Projection *now = project(st, row)
    return side_index_e18(now.funding_e18, now.holding_e18, size_e6 > 0)


cdef inline int64_t position_funding_e6(State *st, const Position *held) noexcept nogil:
    """Funding that a position has received until now, less its holding charge; floored."""
    return funding_pnl_floor_e6(
        held.size_e6, held.entry_funding_e18, index_now_e18(st, held.market, held.size_e6)
    )

cdef Market *accrue_market(State *st, uint32_t row) except NULL nogil
cdef int is_crowding(State *st, uint32_t row) noexcept nogil

cdef int totals_now(State *st, Totals *totals) noexcept nogil

cdef inline void totals_with(
    State *st, uint32_t row, const Counted *counted, Totals *totals
) noexcept nogil:
    """The sums after `totals_now`, as if this were the part of one market."""
    cdef const Counted *own = &st.projections[row].counted
    totals.unrealized_e6 = saturate_amount(
        st.sums.unrealized_e6 - own.unrealized_e6 + counted.unrealized_e6
    )
    totals.open_interest_e14 = (
        st.sums.open_interest_e14 - own.open_interest_e14 + counted.open_interest_e14
    )
    totals.exposure_e14 = st.sums.exposure_e14 - own.exposure_e14 + counted.exposure_e14

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

cdef inline int64_t value_margin(
    MarketParameters *rules, int64_t size_e6, int64_t entry_e8, int64_t price_e8, Parts *parts
) noexcept nogil:
    """Add price P&L, initial margin and fee of a position; returns its initial ratio."""
    cdef int64_t ratio = initial_ratio_ceil_e12(size_e6, rules)
    parts.price_pnl += price_pnl_floor_e6(size_e6, entry_e8, price_e8)
    parts.initial += <i128> rules.min_position_margin_e6 + required_margin_ceil_e6(
        size_e6, price_e8, ratio
    )
    parts.fees += required_margin_ceil_e6(size_e6, price_e8, rules.liquidation_fee_rate_e12)
    parts.count += 1
    return ratio


cdef inline void value_initial(
    State *st, uint32_t market, int64_t size_e6, int64_t entry_e8, Parts *parts
) noexcept nogil:
    """Add price P&L, initial margin and fee at the last accepted price, for the check of an order.

    Maintenance margin and notional stay as they are.
    """
    value_margin(
        market_rules(st, market), size_e6, entry_e8, market_at(st, market).price_e8, parts
    )

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
