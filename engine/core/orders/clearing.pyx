"""Amounts of an auction (rules 60, 61): found and shared by sizes alone, before any trade."""

from engine.core.generated.records cimport (
    ERR_MAX_SIDE_SIZE, ERR_NET_EXPOSURE_CAP, ERR_POOL_CAPACITY, OK,
)
from engine.core.numbers.numbers cimport E8, PRICE_MAX, SIDE_MAX, abs64, i128, max64
from engine.core.pool.pool cimport cap_floor_e6, locked_ceil_e6
from engine.core.state.state cimport MarketParameters, State, market_rules, pool_of
from libc.stddef cimport size_t
from libc.stdint cimport int64_t


cdef void sum_sides(Auction *auction) noexcept nogil:
    cdef size_t place
    cdef Bid *bid
    auction.buy_e6 = 0
    auction.sell_e6 = 0
    auction.is_additive = 1
    for place in range(auction.count):
        bid = &auction.bids[place]
        if bid.is_out:
            continue
        if bid.start_e6 and (bid.start_e6 > 0) != bid.is_buy:
            auction.is_additive = 0
        if bid.is_buy:
            auction.buy_e6 += bid.size_e6
        else:
            auction.sell_e6 += bid.size_e6


cdef int64_t uniform_price_e8(const Auction *auction, int64_t signed_e6) noexcept nogil:
    """The pool's one price for an amount, within the price limits."""
    cdef int64_t scale = auction.scale_e6
    cdef i128 factor = 2 * <i128> scale + 2 * <i128> auction.skew_e6 + signed_e6
    cdef i128 price
    if scale == 0:
        return auction.price_e8
    if factor <= 0:
        return 1
    # Within i128: factors are at most 4 * 10^17, prices 10^13.
    price = factor * auction.price_e8
    if signed_e6 > 0:
        price = (price + 2 * <i128> scale - 1) // (2 * <i128> scale)
    else:
        price = price // (2 * <i128> scale)
    if price > PRICE_MAX:
        return PRICE_MAX
    return 1 if price < 1 else <int64_t> price


cdef void _share(Auction *auction, int is_buy, int64_t total_e6, int64_t amount_e6) noexcept nogil:
    """Share an amount among a side by `share_e6` of each; units left go one each, by id."""
    cdef size_t place
    cdef Bid *bid
    cdef int64_t left = amount_e6
    cdef int64_t whole
    for place in range(auction.count):
        bid = &auction.bids[place]
        if bid.is_out or bid.is_buy != is_buy or bid.share_e6 == 0:
            continue
        whole = bid.share_e6
        bid.share_e6 = <int64_t> (<i128> whole * amount_e6 // total_e6)
        left -= bid.share_e6
        bid.price_e8 = whole  # kept for the units
    for place in range(auction.count):
        bid = &auction.bids[place]
        if bid.is_out or bid.is_buy != is_buy or left == 0:
            continue
        if bid.share_e6 < bid.price_e8:
            bid.share_e6 += 1
            left -= 1


cdef void _offer(Auction *auction, int is_buy, int64_t limit_e8) noexcept nogil:
    """What each of a side still wants at a price, as its share; `limit_e8` 0: at any."""
    cdef size_t place
    cdef Bid *bid
    for place in range(auction.count):
        bid = &auction.bids[place]
        if bid.is_buy != is_buy:
            continue
        bid.share_e6 = 0
        bid.price_e8 = 0
        if bid.is_out or (
            limit_e8 and bid.worst_e8
            and (limit_e8 > bid.worst_e8 if is_buy else limit_e8 < bid.worst_e8)
        ):
            continue
        bid.share_e6 = bid.size_e6 - bid.matched_e6


cdef int64_t _offered(const Auction *auction, int is_buy) noexcept nogil:
    cdef size_t place
    cdef int64_t total = 0
    for place in range(auction.count):
        if auction.bids[place].is_buy == is_buy:
            total += auction.bids[place].share_e6
    return total


cdef void match_e6(Auction *auction, int64_t amount_e6) noexcept nogil:
    """Set what is matched of each order."""
    cdef size_t place
    cdef int is_buy
    for place in range(auction.count):
        auction.bids[place].matched_e6 = 0
        auction.bids[place].taken_e6 = 0
    auction.pool_price_e8 = 0
    auction.matched_e6 = amount_e6
    auction.pool_e6 = 0
    if amount_e6 == 0:
        return
    for is_buy in range(2):
        _offer(auction, is_buy, 0)
        _share(auction, is_buy, _offered(auction, is_buy), amount_e6)
    for place in range(auction.count):
        if not auction.bids[place].is_out:
            auction.bids[place].matched_e6 = auction.bids[place].share_e6


cdef void take_e6(Auction *auction, int64_t amount_e6) noexcept nogil:
    """Set what the pool takes of each order of the larger side, at one price."""
    cdef size_t place
    cdef int64_t price
    for place in range(auction.count):
        auction.bids[place].taken_e6 = 0
    auction.pool_e6 = amount_e6
    auction.pool_price_e8 = 0
    if amount_e6 == 0:
        return
    price = uniform_price_e8(auction, amount_e6 if auction.is_buy else -amount_e6)
    auction.pool_price_e8 = price
    _offer(auction, auction.is_buy, price)
    _share(auction, auction.is_buy, _offered(auction, auction.is_buy), amount_e6)
    for place in range(auction.count):
        if auction.bids[place].is_buy == auction.is_buy and not auction.bids[place].is_out:
            auction.bids[place].taken_e6 = auction.bids[place].share_e6


cdef void set_held(Auction *auction) noexcept nogil:
    """The position of each account after each of its orders, by the present amounts."""
    cdef size_t place
    cdef Bid *bid
    cdef int64_t amount
    for place in range(auction.count):
        bid = &auction.bids[place]
        amount = bid.matched_e6 + bid.taken_e6
        bid.held_e6 = auction.bids[bid.before].held_e6 if bid.before >= 0 else bid.start_e6
        bid.held_e6 += amount if bid.is_buy else -amount


cdef void _add_sides(Auction *auction, i128 *long_e6, i128 *short_e6) noexcept nogil:
    """Add to each side what the present amounts change of every account's position."""
    cdef int64_t old
    cdef size_t place
    cdef Bid *bid
    set_held(auction)
    for place in range(auction.count):
        bid = &auction.bids[place]
        old = auction.bids[bid.before].held_e6 if bid.before >= 0 else bid.start_e6
        long_e6[0] += max64(bid.held_e6, 0) - max64(old, 0)
        short_e6[0] += max64(-bid.held_e6, 0) - max64(-old, 0)


cdef int _cap_of(State *st, Auction *auction) noexcept nogil:
    """The cap that the present amounts would break, by sizes alone; OK: none."""
    cdef MarketParameters *rules = market_rules(st, auction.market)
    cdef int64_t side_cap = cap_floor_e6(auction.nav_e6, rules.max_side_notional_rate_e12)
    cdef i128 long_e6 = auction.long_e6
    cdef i128 short_e6 = auction.short_e6
    cdef i128 skew
    cdef i128 exposure
    cdef i128 interest
    if auction.is_additive:
        long_e6 += auction.matched_e6 + (auction.pool_e6 if auction.is_buy else 0)
        short_e6 += auction.matched_e6 + (0 if auction.is_buy else auction.pool_e6)
    else:
        _add_sides(auction, &long_e6, &short_e6)
    if _is_over(auction.long_e6, long_e6, rules.max_side_size_e6, auction.price_e8, side_cap):
        return ERR_MAX_SIDE_SIZE
    if _is_over(auction.short_e6, short_e6, rules.max_side_size_e6, auction.price_e8, side_cap):
        return ERR_MAX_SIDE_SIZE
    skew = long_e6 - short_e6
    exposure = auction.exposure_e14 + (
        (skew if skew > 0 else -skew) - abs64(auction.skew_e6)
    ) * auction.price_e8
    if exposure > auction.exposure_e14 and exposure > <i128> cap_floor_e6(
        auction.nav_e6, st.rules.net_exposure_cap_rate_e12
    ) * E8:
        return ERR_NET_EXPOSURE_CAP
    interest = auction.open_interest_e14 + (
        long_e6 + short_e6 - auction.long_e6 - auction.short_e6
    ) * auction.price_e8
    if interest > auction.open_interest_e14 and _locks_too_much(st, auction, interest):
        return ERR_POOL_CAPACITY
    return OK


cdef inline int _is_over(
    int64_t before_e6, i128 after_e6, int64_t size_cap_e6, int64_t price_e8, int64_t side_cap_e6
) noexcept nogil:
    return after_e6 > before_e6 and (
        after_e6 > size_cap_e6 or after_e6 > SIDE_MAX
        or after_e6 * price_e8 > <i128> side_cap_e6 * E8
    )


cdef inline int _locks_too_much(
    State *st, const Auction *auction, i128 interest_e14
) noexcept nogil:
    """The pool's balance against what would be locked; realised P&L is asked after the trades."""
    cdef int64_t unrealized = max64(0, pool_of(st).lp_balance_e6 - auction.nav_e6)
    return (
        <i128> locked_ceil_e6(interest_e14, st.rules.locked_open_interest_ratio_e12) + unrealized
        > pool_of(st).lp_balance_e6
    )


cdef int64_t largest_e6(
    State *st, Auction *auction, int64_t most_e6, int is_match
) noexcept nogil:
    """The largest amount that breaks no cap, by bisection; notes the cap that bound it."""
    cdef int64_t low = 0
    cdef int64_t high = most_e6
    cdef int64_t middle
    cdef int cap
    _set_amount(auction, most_e6, is_match)
    cap = _cap_of(st, auction)
    if cap == OK:
        return most_e6
    auction.cap = cap
    while high - low > 1:
        middle = low + (high - low) // 2
        _try_amount(auction, middle, is_match)
        if _cap_of(st, auction) == OK:
            low = middle
        else:
            high = middle
    _set_amount(auction, low, is_match)
    return low


cdef inline void _try_amount(Auction *auction, int64_t amount_e6, int is_match) noexcept nogil:
    """Set an amount for the caps alone: the shares only where they count."""
    if not auction.is_additive:
        _set_amount(auction, amount_e6, is_match)
    elif is_match:
        auction.matched_e6 = amount_e6
    else:
        auction.pool_e6 = amount_e6


cdef inline void _set_amount(Auction *auction, int64_t amount_e6, int is_match) noexcept nogil:
    if is_match:
        match_e6(auction, amount_e6)
    else:
        take_e6(auction, amount_e6)


cdef int64_t wanted_e6(Auction *auction) noexcept nogil:
    """The largest rest whose price is within the worst prices of orders that want as much."""
    cdef int64_t low = 0
    cdef int64_t high
    cdef int64_t middle
    _offer(auction, auction.is_buy, 0)
    high = _offered(auction, auction.is_buy) + 1
    _offer(
        auction, auction.is_buy,
        uniform_price_e8(auction, high - 1 if auction.is_buy else 1 - high),
    )
    if _offered(auction, auction.is_buy) == high - 1:
        return high - 1
    while high - low > 1:
        middle = low + (high - low) // 2
        _offer(
            auction, auction.is_buy,
            uniform_price_e8(auction, middle if auction.is_buy else -middle),
        )
        if _offered(auction, auction.is_buy) >= middle:
            low = middle
        else:
            high = middle
    return low
