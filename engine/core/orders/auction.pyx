"""The call auction at a price update (rules 59-62).

Opposite orders are matched at the index, without skew or surcharge; what is left of the larger side
trades with the pool at one price. All parts run in one transaction. Who takes part was tried before
at the worst price that the auction can give, so that no part is refused for its margin.
"""

from engine.core.generated.records cimport (
    ERR_POOL_CAPACITY, ERR_PRICE_BAND, ERR_SELF_MATCH, ERR_SLIPPAGE_EXCEEDED, OK, TAG_AUCTION_HELD,
    AuctionHeldC,
)
from engine.core.numbers.numbers cimport abs64, checked_add, i128, max64, min64
from engine.core.orders.clearing cimport (
    Auction, Bid, largest_e6, match_e6, set_held, sum_sides, take_e6, uniform_price_e8,
    wanted_e6,
)
from engine.core.orders.rows cimport end_exits
from engine.core.orders.runs cimport (
    ask_for, executable_e6, guarded_trade, note_fill, put_off, release_hold,
)
from engine.core.orders.waiting cimport place_touched
from engine.core.perps.accounting cimport Totals, emit, nav_e6, required_minimum_e6, totals_now
from engine.core.perps.delegate cimport added_ceil_e6, count_added
from engine.core.perps.fill cimport maker_size_e6
from engine.core.perps.positions cimport size_in
from engine.core.perps.trading cimport PART_CHECK, PART_MATCHED, PART_POOL, Trade
from engine.core.state.state cimport (
    HELD_NONE, NO_ROW, Mark, Market, PerpOrder, State, User, account_at, begin, edit_user, keep,
    market_at, market_rules, perp_order_at, pool_of, roll_back, roll_back_to, set_mark,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, qsort
from libc.string cimport memset

cdef enum:
    ATTEMPTS = 4  # of each amount: whole, then 7/8 of the last
    PARTS = 8
    REFUSALS_MAX = 8  # accounts that are taken out because a part of theirs was refused

cdef enum:
    TRADED = 1
    CAPPED = 2
    REFUSED = 3

cdef int _raise_memory() except -1 nogil:
    with gil:
        raise MemoryError("no memory for an auction")


cdef int64_t run_auction(State *st, uint32_t market, uint64_t rank) except -1 nogil:
    """Hold the auction of the orders with a rank; how many they were."""
    cdef Auction auction
    cdef size_t place
    memset(&auction, 0, sizeof(Auction))
    auction.market = market
    auction.bids = <Bid *> calloc(min(<size_t> AUCTION_MAX, st.due.count), sizeof(Bid))
    if auction.bids == NULL:
        return _raise_memory()
    try:
        _gather(st, &auction, rank)
        if market_at(st, market).held == HELD_NONE:
            _admit(st, &auction)
            _clear(st, &auction)
        else:
            for place in range(auction.count):
                _leave(&auction.bids[place], ERR_PRICE_BAND)
        for place in range(auction.count):
            _release(st, &auction, &auction.bids[place])
    finally:
        free(auction.bids)
    return <int64_t> auction.count


cdef int _release(State *st, Auction *auction, const Bid *bid) except -1 nogil:
    """What is left of an order waits, or ends; what a fill ended is gone."""
    cdef int code = bid.code
    if perp_order_at(st, bid.row).order_id != bid.order_id:
        return 0
    if not bid.is_out:
        code = auction.cap if auction.cap else ERR_SLIPPAGE_EXCEEDED
    return put_off(st, bid.row, code)


# Who takes part.

cdef int _by_key(const void *first, const void *second) noexcept nogil:
    return -1 if (<const uint64_t *> first)[0] < (<const uint64_t *> second)[0] else 1


cdef int _by_id(const void *first, const void *second) noexcept nogil:
    return -1 if (<const Bid *> first).order_id < (<const Bid *> second).order_id else 1


cdef int _gather(State *st, Auction *auction, uint64_t rank) except -1 nogil:
    """The orders of a turn by id; they leave the line of turns."""
    cdef Market *market = market_at(st, auction.market)
    cdef Totals totals
    cdef PerpOrder *order
    cdef Bid *bid
    cdef size_t place
    cdef size_t most = min(<size_t> AUCTION_MAX, st.due.count)
    auction.price_e8 = market.price_e8
    auction.long_e6 = market.long_e6
    auction.short_e6 = market.short_e6
    auction.skew_e6 = market.long_e6 - market.short_e6
    auction.scale_e6 = market_rules(st, auction.market).skew_scale_e6
    totals_now(st, &totals)
    auction.nav_e6 = nav_e6(st, &totals)
    auction.open_interest_e14 = totals.open_interest_e14
    auction.exposure_e14 = totals.exposure_e14
    for place in range(st.due.count):
        if <uint64_t> st.due.entries[place].key != rank or auction.count == most:
            continue
        order = perp_order_at(st, st.due.entries[place].row)
        bid = &auction.bids[auction.count]
        bid.row = st.due.entries[place].row
        bid.order_id = order.order_id
        bid.group = order.group
        bid.account = order.account
        bid.is_buy = order.is_buy
        bid.worst_e8 = order.worst_e8
        auction.count += 1
    for place in range(1, auction.count):  # mostly they are in order
        if auction.bids[place].order_id < auction.bids[place - 1].order_id:
            qsort(auction.bids, auction.count, sizeof(Bid), _by_id)
            break
    return 0


cdef inline void _leave(Bid *bid, int code) noexcept nogil:
    bid.is_out = 1
    bid.code = code


cdef int _admit(State *st, Auction *auction) except -1 nogil:
    """Sizes beside the account's earlier orders, worst prices, then the trials."""
    _size_all(st, auction)
    sum_sides(auction)
    _try_all(st, auction)
    sum_sides(auction)
    return 0


cdef int _size_all(State *st, Auction *auction) except -1 nogil:
    """Size the orders of each account together; those of accounts with several are looked for."""
    cdef uint64_t *keys = <uint64_t *> calloc(auction.count, sizeof(uint64_t))  # (account, place)
    cdef uint64_t key
    cdef size_t several = 0
    cdef size_t first = 0
    cdef size_t end
    if keys == NULL:
        return _raise_memory()
    for key in range(auction.count):
        if account_at(st, auction.bids[key].account).order_count > 1:
            keys[several] = <uint64_t> auction.bids[key].account << 32 | key
            several += 1
        else:
            _size_account(st, auction, &key, 1)
    qsort(keys, several, sizeof(uint64_t), _by_key)
    while first < several:
        end = first + 1
        while end < several and keys[end] >> 32 == keys[first] >> 32:
            end += 1
        _size_account(st, auction, keys + first, end - first)
        first = end
    free(keys)
    return 0


cdef void _size_account(
    State *st, Auction *auction, const uint64_t *keys, size_t count
) noexcept nogil:
    """What each order of an account can trade; one direction, one order of a group."""
    cdef Bid *bid = &auction.bids[<uint32_t> keys[0]]
    cdef int64_t before = size_in(st, account_at(st, bid.account), auction.market)
    cdef int64_t held = before
    cdef int64_t delta
    cdef size_t number
    cdef size_t earlier
    cdef const Bid *other
    for number in range(count):
        bid = &auction.bids[<uint32_t> keys[number]]
        bid.before = <int> <uint32_t> keys[number - 1] if number else -1
        bid.start_e6 = before
        delta = executable_e6(perp_order_at(st, bid.row), held)
        if delta == 0:
            _leave(
                bid,
                ERR_SELF_MATCH if executable_e6(perp_order_at(st, bid.row), before) else OK,
            )
            continue
        bid.size_e6 = abs64(delta)
        if bid.worst_e8 and (
            auction.price_e8 > bid.worst_e8 if bid.is_buy else auction.price_e8 < bid.worst_e8
        ):
            _leave(bid, ERR_SLIPPAGE_EXCEEDED)
            continue
        for earlier in range(number):
            other = &auction.bids[<uint32_t> keys[earlier]]
            if not other.is_out and (
                other.is_buy != bid.is_buy or (bid.group and other.group == bid.group)
            ):
                _leave(bid, ERR_SELF_MATCH)
                break
        else:
            held += delta


cdef int64_t _side_price_e8(State *st, const Auction *auction, int is_buy) noexcept nogil:
    """The worst price that a side can get: it alone with the pool."""
    cdef int64_t side = min64(
        auction.buy_e6 if is_buy else auction.sell_e6,
        2 * market_rules(st, auction.market).max_side_size_e6,
    )
    cdef int64_t price = uniform_price_e8(auction, side if is_buy else -side)
    return max64(price, auction.price_e8) if is_buy else min64(price, auction.price_e8)


cdef inline int64_t _check_price_e8(const Bid *bid, int64_t buy_e8, int64_t sell_e8) noexcept nogil:
    """The worst price that an order can get: that of its side, within its own limit."""
    if bid.is_buy:
        return min64(buy_e8, bid.worst_e8) if bid.worst_e8 else buy_e8
    return max64(sell_e8, bid.worst_e8) if bid.worst_e8 else sell_e8


cdef int _try_all(State *st, Auction *auction) except -1 nogil:
    """Run all orders by id at their check prices, and undo them."""
    cdef size_t place
    cdef Bid *bid
    cdef Trade trade
    cdef Mark mark
    cdef int code
    cdef int64_t buy_e8 = _side_price_e8(st, auction, 1)
    cdef int64_t sell_e8 = _side_price_e8(st, auction, 0)
    begin(st)
    for place in range(auction.count):
        bid = &auction.bids[place]
        if bid.is_out:
            continue
        set_mark(st, &mark)
        release_hold(st, bid.row)
        ask_for(st, bid.row, bid.size_e6 if bid.is_buy else -bid.size_e6, &trade)
        trade.part = PART_CHECK
        trade.at_e8 = _check_price_e8(bid, buy_e8, sell_e8)
        code = guarded_trade(st, &trade)
        if code != OK:
            roll_back_to(st, &mark)
            _leave(bid, code)
    roll_back(st)
    return 0


# The trades.

cdef int _clear(State *st, Auction *auction) except -1 nogil:
    """Find the amounts and trade them; a refused part takes its account out, and again."""
    cdef int _attempt
    for _attempt in range(REFUSALS_MAX):
        sum_sides(auction)
        if auction.buy_e6 == 0 and auction.sell_e6 == 0:
            return 0
        if _trade_what_fits(st, auction) != REFUSED:
            return 0
    match_e6(auction, 0)
    return 0


cdef int _trade_what_fits(State *st, Auction *auction) except -1 nogil:
    """The largest amounts, then less of the pool's part, then less of the matched one."""
    cdef int64_t matched
    cdef int64_t pool
    cdef int _attempt
    cdef int done
    auction.is_buy = auction.buy_e6 >= auction.sell_e6
    matched = largest_e6(st, auction, min64(auction.buy_e6, auction.sell_e6), 1)
    pool = min64(wanted_e6(auction), 2 * market_rules(st, auction.market).max_side_size_e6)
    pool = largest_e6(st, auction, pool, 0)
    for _attempt in range(ATTEMPTS):
        done = _trade_all(st, auction)
        if done != CAPPED:
            return done
        pool = pool // PARTS * (PARTS - 1)
        take_e6(auction, pool)
    for _attempt in range(ATTEMPTS):
        match_e6(auction, matched)
        done = _trade_all(st, auction)
        if done != CAPPED:
            return done
        matched = matched // PARTS * (PARTS - 1)
    match_e6(auction, 0)
    return CAPPED


cdef void _take_account_out(Auction *auction, const Bid *refused, int code) noexcept nogil:
    cdef size_t place
    for place in range(auction.count):
        if auction.bids[place].account == refused.account and not auction.bids[place].is_out:
            _leave(&auction.bids[place], code)


cdef int _trade_all(State *st, Auction *auction) except -1 nogil:
    """All parts in one transaction, or none where one of them or a cap refuses."""
    cdef size_t place
    cdef int outcome = TRADED
    set_held(auction)
    begin(st)
    if (
        _trade_parts(st, auction, PART_MATCHED) != OK or _trade_parts(st, auction, PART_POOL) != OK
    ):
        outcome = REFUSED
    elif _breaks_cap(st, auction):
        outcome = CAPPED
    if outcome != TRADED:
        roll_back(st)
        return outcome
    for place in range(auction.count):
        _note(st, auction, &auction.bids[place])
    for place in range(auction.count):
        _end_exits(st, auction, &auction.bids[place])
    _emit_held(st, auction)
    keep(st)
    place_touched(st)
    return TRADED


cdef int _trade_parts(State *st, Auction *auction, int part) except -1 nogil:
    """The matched or the pool's parts, by id."""
    cdef size_t place
    cdef Bid *bid
    cdef Trade trade
    cdef int code
    cdef int64_t amount
    cdef int64_t maker = maker_size_e6(
        auction.skew_e6, auction.pool_e6 if auction.is_buy else -auction.pool_e6
    )
    for place in range(auction.count):
        bid = &auction.bids[place]
        amount = bid.matched_e6 if part == PART_MATCHED else bid.taken_e6
        if bid.is_out or amount == 0:
            continue
        if part == PART_MATCHED or bid.matched_e6 == 0:
            release_hold(st, bid.row)
            bid.fee_e6 = 0
            bid.surcharge_e6 = 0
        ask_for(st, bid.row, amount if bid.is_buy else -amount, &trade)
        trade.part = part
        trade.at_e8 = auction.price_e8
        trade.maker_e6 = amount
        if part == PART_POOL:
            trade.at_e8 = auction.pool_price_e8
            trade.maker_e6 = <int64_t> (<i128> amount * maker // auction.pool_e6)
        code = guarded_trade(st, &trade)
        if code != OK:
            _take_account_out(auction, bid, code)
            return code
        bid.fee_e6 = checked_add(bid.fee_e6, trade.fee_e6)
        bid.surcharge_e6 = checked_add(bid.surcharge_e6, trade.surcharge_e6)
    return OK


cdef int _breaks_cap(State *st, Auction *auction) noexcept nogil:
    """Capacity of the pool after the trades; the other caps are exact before them."""
    cdef Totals totals
    totals_now(st, &totals)
    if totals.open_interest_e14 <= auction.open_interest_e14:
        return 0
    if required_minimum_e6(st, &totals) <= pool_of(st).lp_balance_e6:
        return 0
    auction.cap = ERR_POOL_CAPACITY
    return 1


cdef int _note(State *st, Auction *auction, Bid *bid) except -1 nogil:
    cdef int64_t amount = bid.matched_e6 + bid.taken_e6
    if bid.is_out or amount == 0:
        return 0
    _count_allowance(st, auction, bid, amount)
    return note_fill(
        st, bid.row, amount if bid.is_buy else -amount,
        bid.matched_e6 if bid.is_buy else -bid.matched_e6,
        auction.pool_price_e8 if bid.taken_e6 else auction.price_e8, bid.fee_e6, bid.surcharge_e6,
    )


cdef int _count_allowance(
    State *st, const Auction *auction, const Bid *bid, int64_t amount_e6
) except -1 nogil:
    """Notional that a delegate's order added, once for all its parts."""
    cdef User *owner
    cdef int64_t before = bid.held_e6 - (amount_e6 if bid.is_buy else -amount_e6)
    cdef uint32_t row = account_at(st, bid.account).user
    if perp_order_at(st, bid.row).delegate == NO_ROW or perp_order_at(st, bid.row).is_reduce_only:
        return 0
    if before != 0 and (before > 0) != bid.is_buy and amount_e6 <= abs64(before):
        return 0
    owner = edit_user(st, row)
    if owner.delegate_limit_e6:
        count_added(owner, added_ceil_e6(amount_e6, auction.price_e8), st.now_s)
    return 0


cdef int _end_exits(State *st, Auction *auction, const Bid *bid) except -1 nogil:
    """Where the auction closed or turned a position, its reduce-only orders end."""
    cdef int64_t held
    cdef int64_t before = bid.start_e6
    if bid.is_out or bid.matched_e6 + bid.taken_e6 == 0:
        return 0
    held = size_in(st, account_at(st, bid.account), auction.market)
    if before != 0 and (held == 0 or (held > 0) != (before > 0)):
        return end_exits(st, bid.account, auction.market, 0xFFFFFFFF)
    return 0


cdef int _emit_held(State *st, const Auction *auction) except -1 nogil:
    cdef AuctionHeldC *event = <AuctionHeldC *> emit(st, TAG_AUCTION_HELD, sizeof(AuctionHeldC))
    cdef size_t place
    event.market_id = auction.market + 1
    event.index_price_e8 = auction.price_e8
    for place in range(auction.count):
        event.order_count += auction.bids[place].is_out == 0
    event.buy_e6 = auction.buy_e6
    event.sell_e6 = auction.sell_e6
    event.matched_e6 = auction.matched_e6
    event.pool_e6 = auction.pool_e6 if auction.is_buy else -auction.pool_e6
    event.pool_price_e8 = auction.pool_price_e8 if auction.pool_e6 else 0
    return 0
