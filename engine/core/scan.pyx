"""All margin accounts valued at once: exact, and as fast as integers that wrap.

Each short form multiplies by a reciprocal that was rounded down and knows how far the product can
be off. Where that leaves the result open, 64 bits of the remainder decide: it is small, so that its
low bits are all of it. Sizes and prices are within the limits of rules/numbers.md (every row is). A
market or an account beyond the limits above the forms is valued by `value_position_at`.

On x86-64 several positions are valued at a time (scan_lanes.h); the forms here value accounts with
a position that is left open there. docs/decisions/0061 says why.
"""

from engine.core.numbers.numbers cimport CEIL, E12, E18, acre_mul_div, i128
from engine.core.perps.accounting cimport (
    Parts, Valuation, index_now_e18, value_parts, value_position_at,
)
from engine.core.perps.margin cimport (
    initial_ratio_ceil_e12, liquidation_fee_margin_e6, maintenance_ratio_ceil_e12,
)
from engine.core.state.state cimport (
    MARKETS_MAX, TABLE_ACCOUNT, Account, MarketParameters, Position, State, account_at, market_at,
    market_count, market_rules, pool_of, positions_of,
)
from libc.stdint cimport UINT64_MAX, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memset

cdef extern from *:
    """
    #define ACRE_LIKELY_NOT(condition) __builtin_expect(!!(condition), 0)
    #define ACRE_BY_E20 UINT64_C(3402823669209384634) /* 2^128 / 10^20 */
    #define ACRE_BY_E18 INT64_C(5316911983139663491)  /* 2^122 / 10^18 */
    #define ACRE_LOW_E20 UINT64_C(7766279631452241920) /* low half of 10^20 */
    #define ACRE_PNL_BIAS UINT64_C(23611832414004) /* 2^63 / 5^8 */
    """
    ctypedef unsigned long long u128 "acre_u128"
    int unlikely "ACRE_LIKELY_NOT"(int condition) noexcept nogil
    void prefetch "__builtin_prefetch"(const void *address) noexcept nogil
    const uint64_t BY_E20 "ACRE_BY_E20"
    const int64_t BY_E18 "ACRE_BY_E18"
    const uint64_t LOW_E20 "ACRE_LOW_E20"
    const uint64_t PNL_BIAS "ACRE_PNL_BIAS"

cdef extern from "scan_lanes.h" nogil:
    enum:
        LANES_RUN

    struct lanes_position:
        pass

    struct lanes_market:
        pass

    struct lanes_run:
        uint32_t count
        lanes_position *held[LANES_RUN]
        uint32_t counts[LANES_RUN]

    struct lanes_sums:
        const void *soon_accounts
        const void *soon_rows
        size_t account_width
        int64_t sums[1][4]
        int64_t *fees
        uint32_t any_open
        uint8_t *is_open

    int lanes_most()
    lanes_market *lanes_rows(size_t count)
    void lanes_prepare(
        lanes_market *market, i128 funding_e18, int64_t price_e8, uint64_t slope_e12,
        uint64_t scale_e6, uint64_t least_e12, uint64_t proportion_e12, uint64_t fee_e12,
        uint64_t margin_e6
    )
    void lanes_sum(
        int lanes, const lanes_run *run, const lanes_run *next, const lanes_market *markets,
        lanes_sums *out
    )

cdef enum:
    RATIO_BITS = 46  # ratios of the short forms, in e12
    PARTS_MAX = 262_144  # 2**(64 - RATIO_BITS): denominators of maintenance proportions
    AHEAD = 6  # accounts between the fetch of positions and their use

# Sums over positions, as value_account has them, but within 60 bits.
cdef struct Totals64:
    int64_t price_pnl
    int64_t funding_pnl
    int64_t initial
    int64_t maintenance
    int64_t fees
    int is_beyond  # some value is beyond the short forms


cdef inline uint64_t _high(uint64_t a, uint64_t b) noexcept nogil:
    """a * b / 2**64, rounded down."""
    cdef u128 product = <u128> a * b
    return <uint64_t> (product >> 64)


cdef inline uint64_t _ratio_below_e12(
    uint64_t size_e6, uint64_t scaled, const ScanMarket *market
) noexcept nogil:
    """|n| * slope / k, rounded up, less what `least_ratio_e12` has of it; `scaled` is |n| * 2**16.

    The guess is at most one too small, so that what is left is at most 2 k, which 64 bits hold.
    """
    cdef uint64_t guess = _high(scaled, market.slope_by_scale)
    return guess + (size_e6 * market.slope_e12 - guess * market.scale_e6 > market.scale_e6)


cdef inline uint64_t _margin_below_e6(
    uint64_t notional, uint64_t by_e20, uint64_t ratio_e12, uint64_t last
) noexcept nogil:
    """|n| * p * ratio / 10**20, rounded up, less one; for |n| * p < 2**72, 0 < ratio < 2**46.

    `notional` has the low bits of |n| * p. `by_e20` is |n| * p / 2**8 * 2**64 / 10**20, less than
    3 too small but too small; so the product with ratio * 2**8 is below its value by less than
    3 * ratio * 2**8. Up to `last`, 2**64 less that or less, its upper half is the result; beyond,
    what remains is below 2**63 and decides.
    """
    cdef u128 product = <u128> (ratio_e12 << 8) * by_e20
    cdef uint64_t result = <uint64_t> (product >> 64)
    if unlikely(<uint64_t> product > last):
        if <int64_t> (notional * ratio_e12 - (result + 1) * LOW_E20) > 0:
            return result + 1
    return result


cdef inline int64_t _funding_pnl_floor_e6(
    int64_t size_e6, uint64_t scaled, i128 difference
) noexcept nogil:
    """n * (F - f) / 10**18, rounded down, for |F - f| < 2**71; `scaled` is |n| * 2**16.

    (F - f) * 2**48 / 10**18 is found to less than 2, so that the product with n * 2**16 is found
    to less than 2 * `scaled`, which is below 2**61; what remains of an open result is below 2**63.
    """
    cdef i128 guess = <i128> (<int64_t> (difference >> 10)) * BY_E18
    cdef int64_t change = <int64_t> (guess >> 64)
    cdef i128 middle = <i128> (size_e6 << 16) * change
    cdef uint64_t low = <uint64_t> middle + 2 * scaled
    cdef int64_t result = <int64_t> (middle >> 64) + (low < 2 * scaled)
    if unlikely(low < 4 * scaled):
        if <int64_t> (<uint64_t> size_e6 * <uint64_t> difference - <uint64_t> result * E18) < 0:
            return result - 1
    return result


cdef void _sum_positions(
    const Position *held, const Position *end, const ScanMarket *markets, Totals64 *totals
) noexcept nogil:
    """Sum value and margins of positions; `is_beyond` is set where that needs the long forms."""
    cdef const ScanMarket *market
    cdef uint64_t count = <uint64_t> (end - held)
    cdef uint64_t price_pnl = 0
    cdef int64_t funding_pnl = 0
    cdef uint64_t initial = 0
    cdef uint64_t maintenance = 0
    cdef uint64_t fees = 0
    cdef uint64_t wide = 0  # parts of it above 8 bits: some product is beyond the short forms
    cdef uint64_t ratios = 0
    cdef int64_t size_e6
    cdef uint64_t size
    cdef uint64_t scaled
    cdef i128 difference
    cdef i128 gain
    cdef u128 notional
    cdef uint64_t by_e20
    cdef uint64_t ratio
    cdef uint64_t last
    while held != end:
        market = &markets[held.market]
        size_e6 = held.size_e6
        size = <uint64_t> (-size_e6 if size_e6 < 0 else size_e6)
        scaled = size << 16
        difference = <i128> market.funding_e18[size_e6 < 0] - held.entry_funding_e18
        gain = <i128> size_e6 * (market.price_e8 - held.entry_price_e8)
        notional = <u128> size * <uint64_t> market.price_e8
        # |F - f| < 2**71, |n * (p - e)| < 2**70, |n| * p < 2**72
        wide |= <uint64_t> (difference >> 64) + 128
        wide |= 2 * <uint64_t> (gain >> 64) + 128
        wide |= <uint64_t> (notional >> 64)
        # 10**8 is 2**8 * 5**8
        price_pnl += (<uint64_t> (gain >> 8) + PNL_BIAS * 390625) // 390625
        funding_pnl += _funding_pnl_floor_e6(size_e6, scaled, difference)
        by_e20 = _high(<uint64_t> (notional >> 8), BY_E20)
        ratio = market.least_ratio_e12 + _ratio_below_e12(size, scaled, market)
        ratios |= ratio
        last = <uint64_t> 0 - 768 * ratio
        initial += _margin_below_e6(<uint64_t> notional, by_e20, ratio, last)
        ratio = 1 + _high(ratio, market.proportion)
        maintenance += _margin_below_e6(<uint64_t> notional, by_e20, ratio, last)
        fees += market.fee_one + _margin_below_e6(
            <uint64_t> notional, by_e20, market.fee_rate_e12, market.fee_last
        )
        initial += market.position_margin_e6
        maintenance += market.position_margin_e6
        held += 1
    totals.price_pnl = <int64_t> (price_pnl - count * PNL_BIAS)
    totals.funding_pnl = funding_pnl
    totals.initial = <int64_t> initial
    totals.maintenance = <int64_t> maintenance
    totals.fees = <int64_t> fees
    totals.is_beyond = wide >> 8 != 0 or ratios >> RATIO_BITS != 0


cdef void _value_long(
    State *st, Account *account, const ScanMarket *markets, ScanValue *value
) noexcept nogil:
    """The same through the forms of `accounting`, for all amounts that there are."""
    cdef Position *held = positions_of(st, account)
    cdef Valuation whole
    cdef Parts parts
    cdef uint32_t place
    memset(&parts, 0, sizeof(Parts))
    for place in range(account.position_count):
        value_position_at(st, &held[place], markets[held[place].market].price_e8, &parts)
    value_parts(st, account.collateral_e6, &parts, &whole)
    value.available_e6 = whole.available_e6
    value.price_pnl_e6 = whole.price_pnl_e6
    value.funding_pnl_e6 = whole.funding_pnl_e6
    value.required_e6 = whole.required_e6
    value.initial_e6 = whole.initial_e6


cdef inline void _value(
    State *st, Account *account, const ScanMarket *markets, ScanValue *value
) noexcept nogil:
    cdef uint32_t count = account.position_count
    cdef const Position *held = positions_of(st, account)
    cdef const Position *end = held + count
    cdef Totals64 totals
    _sum_positions(held, end, markets, &totals)
    # Collateral within 2**61: its sum with all that it has fits.
    if unlikely(
        totals.is_beyond or (<uint64_t> account.collateral_e6 + (<uint64_t> 1 << 61)) >> 62 != 0
    ):
        _value_long(st, account, markets, value)
        return
    value.price_pnl_e6 = totals.price_pnl
    value.funding_pnl_e6 = totals.funding_pnl
    value.available_e6 = account.collateral_e6 + totals.price_pnl + totals.funding_pnl
    value.initial_e6 = totals.initial
    value.required_e6 = totals.maintenance
    if count:
        value.required_e6 += liquidation_fee_margin_e6(totals.fees, &st.rules)


cdef void value_scanned(
    State *st, Account *account, const ScanMarket *markets, ScanValue *value
) noexcept nogil:
    """Value an account as `value_account` does, at the prices of the prepared markets."""
    _value(st, account, markets, value)


cdef inline uint64_t _fraction_below(uint64_t part, uint64_t whole, int bits) noexcept nogil:
    """The largest multiple of 2**-bits below part / whole; 0 of nothing, all ones if beyond."""
    cdef i128 result = 0
    if part == 0:
        return 0
    if acre_mul_div(part, <i128> 1 << bits, whole, CEIL, &result) or result >> 64 != 0:
        return UINT64_MAX
    return <uint64_t> (result - 1)


cdef inline uint64_t _common(uint64_t a, uint64_t b) noexcept nogil:
    """Greatest common divisor."""
    cdef uint64_t rest
    while b:
        rest = a % b
        a = b
        b = rest
    return a


cdef void prepare_markets(State *st, ScanMarket *markets) noexcept nogil:
    """Every market at now, at its last accepted price.

    A proportion of few parts needs no look at what remains: a quotient by it is whole or further
    from a whole number than the reciprocal is wrong. Markets without the short forms get a ratio
    beyond them.
    """
    cdef ScanMarket *market
    cdef MarketParameters *rules
    cdef uint32_t row
    cdef uint64_t proportion
    for row in range(market_count(st)):
        market = &markets[row]
        rules = market_rules(st, row)
        proportion = rules.maintenance_margin_proportion_e12
        market.funding_e18[0] = index_now_e18(st, row, 1)
        market.funding_e18[1] = index_now_e18(st, row, -1)
        market.price_e8 = market_at(st, row).price_e8
        market.slope_e12 = rules.initial_margin_ratio_e12 if rules.skew_scale_e6 else 0
        market.scale_e6 = rules.skew_scale_e6 if rules.skew_scale_e6 else 1
        market.slope_by_scale = _fraction_below(market.slope_e12, market.scale_e6, 48)
        market.least_ratio_e12 = rules.min_initial_margin_ratio_e12 + (market.slope_e12 > 0)
        market.proportion = _fraction_below(proportion, E12, 64)
        market.fee_rate_e12 = rules.liquidation_fee_rate_e12
        market.fee_one = market.fee_rate_e12 > 0
        market.fee_last = UINT64_MAX - 768 * market.fee_rate_e12
        market.position_margin_e6 = rules.min_position_margin_e6 + 1
        if market.slope_by_scale == UINT64_MAX or E12 // _common(E12, proportion) > PARTS_MAX:
            market.least_ratio_e12 = <uint64_t> 1 << 62


cdef inline void _begin_row(ScanRow *row, uint32_t place, const Account *account) noexcept nogil:
    row.account = place
    row.user = account.user
    row.account_id = account.account_id
    row.position_count = account.position_count
    row.in_liquidation = account.in_liquidation
    row.reserved = 0
    row.collateral_e6 = account.collateral_e6


cdef inline void _prefetch_positions(const Position *held) noexcept nogil:
    prefetch(held)
    prefetch(held + 2)
    prefetch(held + 4)


cdef uint32_t _scan_one_by_one(
    State *st, uint32_t count, const ScanMarket *markets, ScanRow *out
) noexcept nogil:
    cdef Account *account
    cdef ScanRow *row = out
    cdef uint32_t place
    for place in range(count):
        if place + AHEAD < count:
            _prefetch_positions(positions_of(st, account_at(st, place + AHEAD)))
        account = account_at(st, place)
        if not account.is_open:
            continue
        _begin_row(row, place, account)
        _value(st, account, markets, &row.value)
        row.is_liquidatable = row.value.required_e6 > row.value.available_e6
        row += 1
    return <uint32_t> (row - out)


cdef void _prepare_lanes(
    State *st, const ScanMarket *markets, lanes_market *lanes
) noexcept nogil:
    cdef const ScanMarket *market
    cdef MarketParameters *rules
    cdef uint32_t row
    cdef int side
    for row in range(market_count(st)):
        market = &markets[row]
        rules = market_rules(st, row)
        for side in range(2):
            lanes_prepare(
                &lanes[2 * row + side], market.funding_e18[side], market.price_e8,
                market.slope_e12, market.scale_e6, rules.min_initial_margin_ratio_e12,
                rules.maintenance_margin_proportion_e12, rules.liquidation_fee_rate_e12,
                market.position_margin_e6,
            )


cdef inline ScanRow *_begin_run(
    State *st, uint32_t place, uint32_t count, lanes_run *run, ScanRow *row
) noexcept nogil:
    """Begin the rows of the next accounts; return where the row after them is."""
    cdef Account *account
    cdef uint32_t number = 0
    cdef uint32_t end = place + min(<uint32_t> LANES_RUN, count - place)
    while place < end:
        account = account_at(st, place)
        if account.is_open:
            _begin_row(row, place, account)
            run.held[number] = <lanes_position *> positions_of(st, account)
            run.counts[number] = account.position_count
            number += 1
            row += 1
        place += 1
    run.count = number
    return row


cdef void _end_run(
    State *st, const ScanMarket *markets, lanes_sums *sums, ScanRow *row, const ScanRow *end
) noexcept nogil:
    """Write the values of rows that were begun, from the sums of their positions."""
    cdef const int64_t *before = sums.sums[0]
    cdef const int64_t *after
    cdef const int64_t *fees = sums.fees
    cdef ScanValue *value
    cdef uint32_t start = 0
    cdef uint32_t number
    cdef uint32_t place
    cdef int is_open
    while row != end:
        value = &row.value
        number = row.position_count
        after = before + 4 * number
        value.price_pnl_e6 = after[0] - before[0]
        value.funding_pnl_e6 = after[1] - before[1]
        value.available_e6 = row.collateral_e6 + value.price_pnl_e6 + value.funding_pnl_e6
        value.initial_e6 = after[2] - before[2]
        value.required_e6 = after[3] - before[3]
        if number:
            value.required_e6 += liquidation_fee_margin_e6(fees[number] - fees[0], &st.rules)
        is_open = <uint64_t> row.collateral_e6 + (<uint64_t> 1 << 61) >> 62 != 0
        if unlikely(sums.any_open):
            for place in range(start, start + number):
                is_open |= sums.is_open[place]
        if unlikely(is_open):
            _value(st, account_at(st, row.account), markets, value)
        row.is_liquidatable = value.required_e6 > value.available_e6
        before = after
        fees += number
        start += number
        row += 1


cdef uint32_t _scan_by_lanes(
    State *st, uint32_t count, const ScanMarket *markets, const lanes_market *by_lanes,
    int lanes, ScanRow *out
) noexcept nogil:
    cdef lanes_run runs[2]
    cdef lanes_sums sums
    cdef ScanRow *row = out
    cdef ScanRow *end
    cdef ScanRow *next_end
    cdef uint32_t place = 0
    cdef int turn = 0
    memset(runs, 0, sizeof(runs))
    sums.account_width = sizeof(Account)
    end = _begin_run(st, 0, count, &runs[0], out)
    while place < count:
        place += LANES_RUN
        next_end = end
        if place < count:
            next_end = _begin_run(st, place, count, &runs[1 - turn], end)
        sums.soon_accounts = account_at(st, place + LANES_RUN)
        sums.soon_rows = next_end
        lanes_sum(lanes, &runs[turn], &runs[1 - turn], by_lanes, &sums)
        _end_run(st, markets, &sums, row, end)
        row = end
        end = next_end
        turn = 1 - turn
    return <uint32_t> (row - out)


cdef int scan_lanes() noexcept nogil:
    """How many positions this processor values at a time: 4, 2 or 1."""
    return lanes_most()


cdef uint32_t scan_accounts(State *st, uint32_t count, int lanes, ScanRow *out) noexcept nogil:
    """Value the first `count` accounts; those not open are left out. Returns how many it wrote.

    Each of 4, 2 or 1 `lanes`, at most `scan_lanes`, gives the same rows.
    """
    cdef ScanMarket markets[MARKETS_MAX]
    cdef lanes_market *by_lanes = NULL
    cdef uint32_t written
    prepare_markets(st, markets)
    if lanes > 1:
        by_lanes = lanes_rows(2 * market_count(st))
    if by_lanes == NULL:
        return _scan_one_by_one(st, count, markets, out)
    _prepare_lanes(st, markets, by_lanes)
    written = _scan_by_lanes(st, count, markets, by_lanes, lanes, out)
    free(by_lanes)
    return written


cdef uint64_t list_positions(State *st, PositionRow *out, uint64_t room) noexcept nogil:
    """Write every position with its maintenance ratio, by account; returns how many there are.

    Beyond `room` they are only counted.
    """
    cdef Account *account
    cdef Position *held
    cdef MarketParameters *rules
    cdef uint64_t written = 0
    cdef uint32_t row
    cdef uint32_t place
    for row in range(<uint32_t> pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, row)
        held = positions_of(st, account)
        for place in range(account.position_count):
            if written < room:
                rules = market_rules(st, held[place].market)
                out[written].account = row
                out[written].market_id = held[place].market + 1
                out[written].size_e6 = held[place].size_e6
                out[written].maintenance_ratio_e12 = maintenance_ratio_ceil_e12(
                    initial_ratio_ceil_e12(held[place].size_e6, rules), rules
                )
            written += 1
    return written
