"""Points of a binary market: holdings, reserves, fills, redemption (API 7.6, rules 27-28).

A holding is what one account has in one market: contracts above 0 are YES, below 0 NO; a pair is
redeemed at once for `payout_e6`. Contracts held cover open orders of the other side, in the order
of their ids; a covered contract reserves nothing, another one its price. All amounts are raw
points (e6). With at most 100,000 contracts an order, a payout of at most 100 points and at most
2^61 raw points granted, every sum and product is below 2^63: what is reserved, held and locked is
part of what was granted. A cost times contracts can pass that, and has 128 bits.
"""

cimport cython

from engine.core.book.orders cimport NO_ORDER, Order
from engine.core.book.rows cimport (
    Holding, Points, Tick, add_held, add_open, count_order, fill_open, forget, points_of, reserve,
    reserved_of, spare_of, unreserve,
)
from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef enum:
    CONTRACTS_MAX = 100000  # of one order

cdef extern from *:
    """
    #ifndef ACRE_LEDGER
    #define ACRE_LEDGER
    #include <stdint.h>
    #define ACRE_FEE_SCALE 100000000000000ULL
    static __attribute__((noinline, cold)) int64_t acre_part_floor_wide(
        unsigned __int128 product, uint64_t parts
    ) {
        return (int64_t)(product / parts);
    }
    /* whole * part / parts, rounded down; part <= parts. */
    static inline int64_t acre_part_floor(int64_t whole, int64_t part, int64_t parts) {
        unsigned __int128 product;
        if (part == parts) return whole;
        product = (unsigned __int128)whole * (uint64_t)part;
        if (__builtin_expect((uint64_t)(product >> 64) != 0, 0))
            return acre_part_floor_wide(product, (uint64_t)parts);
        return (int64_t)((uint64_t)product / (uint64_t)parts);
    }
    /* The taker fee of one contract: rate * price * (payout - price) / payout, rounded down, and
       what that leaves in units of 1e-14, which is exact when payout divides 1e8. */
    static inline int64_t acre_fee_floor(
        int64_t rate_e6, int64_t price, int64_t payout, uint64_t *rest_e14
    ) {
        const uint64_t scale = (uint64_t)payout * 1000000u;
        const unsigned __int128 product =
            (unsigned __int128)((uint64_t)price * (uint64_t)(payout - price)) * (uint64_t)rate_e6;
        *rest_e14 = (uint64_t)(product % scale) * (ACRE_FEE_SCALE / scale);
        return (int64_t)(product / scale);
    }
    #endif
    """
    const uint64_t FEE_SCALE "ACRE_FEE_SCALE"  # what `fee_rest_e14` counts in
    int64_t part_floor "acre_part_floor"(
        int64_t whole, int64_t part, int64_t parts
    ) noexcept nogil
    int64_t fee_floor "acre_fee_floor"(
        int64_t rate_e6, int64_t price_e6, int64_t payout_e6, uint64_t *rest_e14
    ) noexcept nogil

cdef enum:
    PAYOUT_MAX_E6 = 100000000
    RATE_ONE_E6 = 1000000

# Of an incoming order at one level: what its fills have in common, and what they add up to.
cdef struct Sums:
    int64_t price_e6  # of a contract …
    int64_t resting_price_e6  # … and of one of the other side
    int64_t fee_e6  # as in `Tick`
    uint64_t fee_rest_e14
    int64_t fees_e6
    int64_t redeemed  # by both owners
    int is_redeeming  # the incoming order may redeem pairs

cdef struct Ledger:
    Order *orders
    Holding *holdings
    Points *points
    const Tick *ticks
    int64_t payout_e6
    int64_t burned_e6  # fees
    int64_t pairs  # contracts of YES, and of NO, that are held
    uint32_t tick_count


@cython.cdivision(True)
cdef inline int fill_ticks(
    Tick *ticks, uint32_t tick_count, int64_t payout_e6, int64_t fee_rate_e6
) noexcept nogil:
    """Work out the fees of a table whose YES prices are set; 0 when its numbers do not do.

    Prices rise with their ticks, are above 0 and below the payout, and are symmetric. The payout
    divides 100 points, so that fees are exact; the rate is at most 1, so that a fee never takes
    more than what a redeemed contract brings.
    """
    cdef int64_t highest_e6 = 0  # fee of a contract at this price or a lower one, rounded up
    cdef int64_t last_e6 = 0
    cdef int64_t price_e6
    cdef uint32_t tick
    if payout_e6 < 1 or payout_e6 > PAYOUT_MAX_E6 or PAYOUT_MAX_E6 % payout_e6:
        return 0
    if fee_rate_e6 < 0 or fee_rate_e6 > RATE_ONE_E6:
        return 0
    for tick in range(1, tick_count + 1):
        price_e6 = ticks[tick].side_e6[0]
        if price_e6 <= last_e6 or price_e6 >= payout_e6:
            return 0
        if price_e6 + ticks[tick_count + 1 - tick].side_e6[0] != payout_e6:
            return 0
        last_e6 = price_e6
        ticks[tick].side_e6[1] = payout_e6 - price_e6
        ticks[tick].fee_e6 = fee_floor(
            fee_rate_e6, price_e6, payout_e6, &ticks[tick].fee_rest_e14
        )
        highest_e6 = max(highest_e6, ticks[tick].fee_e6 + (ticks[tick].fee_rest_e14 > 0))
        ticks[tick].incoming_e6[0] = price_e6 + highest_e6
        ticks[tick_count + 1 - tick].incoming_e6[1] = price_e6 + highest_e6
    return 1


cdef inline int64_t price_of(const Ledger *ledger, int side, uint32_t tick) noexcept nogil:
    """Cost of a contract for the buyer of a side at a level."""
    return ledger.ticks[tick].side_e6[side]


@cython.cdivision(True)
cdef inline int64_t fee_of(
    int64_t fee_e6, uint64_t fee_rest_e14, uint32_t contracts
) noexcept nogil:
    """The taker fee of one fill, rounded up (API 7.6), from that of one contract."""
    cdef int64_t fees_e6 = fee_e6 * contracts
    if fee_rest_e14:
        fees_e6 += <int64_t> ((fee_rest_e14 * contracts + FEE_SCALE - 1) // FEE_SCALE)
    return fees_e6


cdef inline int64_t opposite_of(const Holding *holding, int side) noexcept nogil:
    """Contracts of the other side that are held: above 0, those that a side's orders redeem."""
    return (holding.contracts ^ (side - 1)) - (side - 1)  # no jump, which would be guessed wrong


cdef inline int64_t covered_e6(
    const Ledger *ledger, const Holding *holding, int side, int64_t cover
) noexcept nogil:
    """Points that the first `cover` contracts of a side's open orders would reserve."""
    cdef uint32_t place = holding.first[side]
    cdef int64_t sum_e6 = 0
    cdef int64_t contracts
    while place != NO_ORDER and cover > 0:
        contracts = ledger.orders[place].contracts
        if contracts > cover:
            contracts = cover
        sum_e6 += contracts * price_of(ledger, side, ledger.orders[place].tick)
        cover -= contracts
        place = ledger.orders[place].next_own
    return sum_e6


cdef inline int64_t bare_e6(
    const Ledger *ledger, const Holding *holding, int side, int64_t cover
) noexcept nogil:
    """Points that a side's open orders reserve with `cover` contracts of the other side held."""
    if spare_of(holding, side) <= 0:  # all, or there is none: no walk over the orders
        return 0
    return holding.full_e6[side] - covered_e6(ledger, holding, side, cover)


cdef inline void refresh(Ledger *ledger, Holding *holding) noexcept nogil:
    """Reserve what the open orders need now, no more and no less."""
    refresh_points(ledger, points_of(ledger.points, holding), holding)


cdef inline void refresh_points(
    const Ledger *ledger, Points *points, Holding *holding
) noexcept nogil:
    cdef int64_t needed_e6
    if holding.contracts >= 0:
        needed_e6 = holding.full_e6[0] + bare_e6(ledger, holding, 1, holding.contracts)
    else:
        needed_e6 = holding.full_e6[1] + bare_e6(ledger, holding, 0, -holding.contracts)
    reserve(points, holding, needed_e6 - reserved_of(points, holding))


cdef inline int64_t uncovered(
    const Holding *holding, int side, int64_t contracts
) noexcept nogil:
    """Uncovered contracts of an order with the highest id."""
    cdef int64_t bare = contracts + min(0, spare_of(holding, side))
    return max(0, bare)


cdef inline int64_t needed_e6(
    const Ledger *ledger, const Holding *holding, int side, uint32_t tick, int64_t contracts
) noexcept nogil:
    """The points an incoming order needs: those not covered at their price and highest fee."""
    return uncovered(holding, side, contracts) * ledger.ticks[tick].incoming_e6[side]


cdef inline int64_t amend_needed_e6(
    const Ledger *ledger, uint32_t place, uint32_t tick, int64_t contracts
) noexcept nogil:
    """Available points that amending a resting order takes; may be below 0.

    It keeps its place in the cover order, so that later orders may lose or gain cover; what of it
    is not covered needs its highest fee as well, since it may match.
    """
    cdef const Order *order = &ledger.orders[place]
    cdef const Holding *holding = &ledger.holdings[order.owner]
    cdef int side = order.side
    cdef int64_t cover = holding.contracts if side else -holding.contracts
    cdef int64_t sum_e6 = 0
    cdef int64_t covered
    cdef int64_t open
    cdef uint32_t walk = holding.first[side]
    cover = max(cover, 0)
    sum_e6 -= holding.full_e6[side] - covered_e6(ledger, holding, side, cover)
    while walk != NO_ORDER:
        open = contracts if walk == place else ledger.orders[walk].contracts
        covered = min(cover, open)
        cover -= covered
        if walk == place:
            sum_e6 += (open - covered) * ledger.ticks[tick].incoming_e6[side]
        else:
            sum_e6 += (open - covered) * price_of(ledger, side, ledger.orders[walk].tick)
        walk = ledger.orders[walk].next_own
    return sum_e6


cdef inline void list_own(
    Ledger *ledger, Points *points, Holding *holding, Order *order, uint32_t place, int side,
    int64_t contracts, int64_t bare, int64_t price_e6,
) noexcept nogil:
    """Put a new order, the one with the highest id, at the end of its owner's list.

    `bare` contracts of it are not covered.
    """
    cdef uint32_t last = holding.last[side]
    reserve(points, holding, bare * price_e6)
    add_open(holding, side, contracts)
    holding.full_e6[side] += contracts * price_e6
    holding.last[side] = place
    count_order(points, 1)
    order.next_own = NO_ORDER
    order.last_own = last
    if last == NO_ORDER:
        holding.first[side] = place
    else:
        ledger.orders[last].next_own = place


cdef inline void add_own(Ledger *ledger, uint32_t place, int is_listed) noexcept nogil:
    """Count a new resting order among its owner's; an amended one keeps the place it has there."""
    cdef Order *order = &ledger.orders[place]
    cdef Holding *holding = &ledger.holdings[order.owner]
    cdef int64_t price_e6 = price_of(ledger, order.side, order.tick)
    if not is_listed:
        list_own(
            ledger, points_of(ledger.points, holding), holding, order, place, order.side,
            order.contracts, uncovered(holding, order.side, order.contracts), price_e6,
        )
        return
    add_open(holding, order.side, order.contracts)
    holding.full_e6[order.side] += order.contracts * price_e6
    refresh(ledger, holding)


cdef inline void unlist_own(
    Ledger *ledger, Points *points, Holding *holding, const Order *order, int side
) noexcept nogil:
    """Take an order out of its owner's list."""
    cdef uint32_t last = order.last_own
    cdef uint32_t next = order.next_own
    if last == NO_ORDER:
        holding.first[side] = next
    else:
        ledger.orders[last].next_own = next
    if next == NO_ORDER:
        holding.last[side] = last
    else:
        ledger.orders[next].last_own = last
    count_order(points, -1)


cdef inline void shrink_own(Ledger *ledger, uint32_t place, uint32_t contracts) noexcept nogil:
    """Take contracts off an order and release what they reserved."""
    cdef Order *order = &ledger.orders[place]
    cdef Holding *holding = &ledger.holdings[order.owner]
    cdef int64_t freed_e6 = contracts * price_of(ledger, order.side, order.tick)
    order.contracts -= contracts
    add_open(holding, order.side, -<int64_t> contracts)
    holding.full_e6[order.side] -= freed_e6
    if (holding.contracts if order.side else -holding.contracts) > 0:
        refresh(ledger, holding)
    else:
        reserve(points_of(ledger.points, holding), holding, -freed_e6)


cdef inline void drop_own(Ledger *ledger, const Tick *row, Order *order) noexcept nogil:
    """Take a whole order out of its owner's list and release what it reserved."""
    cdef Holding *holding = &ledger.holdings[order.owner]
    cdef Points *points = points_of(ledger.points, holding)
    cdef int side = order.side
    cdef int64_t contracts = order.contracts
    cdef int64_t freed_e6 = contracts * row.side_e6[side]
    unlist_own(ledger, points, holding, order, side)
    order.contracts = 0
    add_open(holding, side, -contracts)
    holding.full_e6[side] -= freed_e6
    forget()
    if opposite_of(holding, side) <= 0:
        reserve(points, holding, -freed_e6)
    elif spare_of(holding, side) + contracts > 0:
        refresh_points(ledger, points, holding)


cdef inline uint32_t take_contracts(
    const Ledger *ledger, Points *points, Holding *holding, int side, uint32_t contracts,
    int64_t price_e6,
) noexcept nogil:
    """Pay for contracts of a side: redeem pairs, add the rest at cost; how many were redeemed.

    What is held is not counted yet.
    """
    cdef int64_t held = opposite_of(holding, side)
    cdef int64_t paid_e6 = contracts * price_e6
    cdef int64_t redeemed
    cdef int64_t back_e6  # for the redeemed pairs
    cdef int64_t gone_e6  # what both of their sides had cost
    if held <= 0:
        points.available_e6 -= paid_e6
        holding.cost_e6 += paid_e6
        return 0
    redeemed = min(<int64_t> contracts, held)
    back_e6 = redeemed * ledger.payout_e6
    gone_e6 = redeemed * price_e6 + part_floor(holding.cost_e6, redeemed, held)
    points.available_e6 += back_e6 - paid_e6
    points.realized_e6 += back_e6 - gone_e6
    holding.cost_e6 += paid_e6 - gone_e6
    return <uint32_t> redeemed


cdef inline uint32_t fill_resting(
    Ledger *ledger, Order *order, int side, uint32_t contracts, uint32_t left, int64_t price_e6
) noexcept nogil:
    """Let the owner of a resting order of a side pay for a fill; how many pairs were redeemed.

    An order that is filled leaves its owner's list. What the owner reserves is summed anew only
    where cover moves between orders: not when both sides' orders have all their cover, or none.
    """
    cdef Holding *holding = &ledger.holdings[order.owner]
    cdef Points *points = points_of(ledger.points, holding)
    cdef int64_t paid_e6 = contracts * price_e6
    cdef int is_moving  # cover
    cdef uint32_t redeemed
    if left == 0:
        unlist_own(ledger, points, holding, order, side)
    order.contracts = left
    holding.full_e6[side] -= paid_e6
    forget()
    if spare_of(holding, 1 - side) <= 0:  # paid from what was reserved
        fill_open(holding, side, contracts)
        holding.cost_e6 += paid_e6
        unreserve(points, holding, paid_e6)
        return 0
    is_moving = spare_of(holding, side) > 0
    redeemed = take_contracts(ledger, points, holding, side, contracts, price_e6)
    fill_open(holding, side, contracts)
    if is_moving:
        refresh_points(ledger, points, holding)
    return redeemed


cdef inline void begin_sums(
    Sums *sums, const Tick *row, const Holding *taker, int side
) noexcept nogil:
    """Begin the fills of an incoming order of a side at one level."""
    sums.price_e6 = row.side_e6[side]
    sums.resting_price_e6 = row.side_e6[1 - side]
    sums.fee_e6 = row.fee_e6
    sums.fee_rest_e14 = row.fee_rest_e14
    sums.is_redeeming = opposite_of(taker, side) > 0
    sums.fees_e6 = 0
    sums.redeemed = 0


cdef inline void settle_fill(
    Ledger *ledger, Sums *sums, Order *order, Holding *taker, Points *payer, int taker_side,
    uint32_t contracts, uint32_t left, uint32_t *minted, uint32_t *merged, int64_t *fee_e6,
) noexcept nogil:
    """Move contracts and points of one fill that leaves so many contracts of a resting order.

    A taker that redeems no pairs pays for the level as a whole, by `end_sums`. What its other
    orders reserve is left to `refresh_points` when it has matched.
    """
    cdef uint32_t by_maker = fill_resting(
        ledger, order, 1 - taker_side, contracts, left, sums.resting_price_e6
    )
    cdef uint32_t by_taker = 0
    cdef int64_t fee = fee_of(sums.fee_e6, sums.fee_rest_e14, contracts)
    if sums.is_redeeming:
        by_taker = take_contracts(ledger, payer, taker, taker_side, contracts, sums.price_e6)
        add_held(taker, taker_side, contracts)
    sums.fees_e6 += fee
    sums.redeemed += <int64_t> by_maker + by_taker
    fee_e6[0] = fee
    minted[0] = contracts - max(by_taker, by_maker)
    merged[0] = min(by_taker, by_maker)


cdef inline void end_sums(
    const Sums *sums, Ledger *ledger, Holding *taker, Points *payer, int side, int64_t contracts
) noexcept nogil:
    """Let an incoming order pay what it did not fill by fill: contracts without pairs, and fees."""
    cdef int64_t paid_e6 = 0
    if not sums.is_redeeming:
        paid_e6 = contracts * sums.price_e6
        taker.cost_e6 += paid_e6
        add_held(taker, side, contracts)
    payer.available_e6 -= paid_e6 + sums.fees_e6
    payer.realized_e6 -= sums.fees_e6
    ledger.burned_e6 += sums.fees_e6
    ledger.pairs += contracts - sums.redeemed
