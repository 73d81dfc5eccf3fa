"""Whether a standalone book contradicts itself; every rule is asked anew from the orders."""

from engine.core.book.book cimport BID, Book
from engine.core.book.commands cimport Core
from engine.core.book.ledger cimport Ledger, price_of
from engine.core.book.orders cimport NO_ORDER
from engine.core.book.rows cimport Holding, Points, points_of, reserved_of, spare_of
from libc.stdint cimport int64_t, uint32_t, uint64_t


cdef int expect(bint holds, str what) except -1:
    if not holds:
        raise AssertionError(what)
    return 0


cdef uint32_t check_level(const Book *book, uint32_t tick, uint32_t capacity) except? 0:
    """Links, sides and sum of one level; how many orders it has."""
    cdef uint32_t place = book.levels[tick].first
    cdef uint32_t last = NO_ORDER
    cdef uint64_t contracts = 0
    cdef uint32_t count = 0
    while place != NO_ORDER:
        expect(place < capacity and count < capacity, f"level {tick}: links go astray")
        expect(book.orders[place].last == last, f"order {place}: link back")
        expect(book.orders[place].tick == tick, f"order {place}: tick")
        expect(book.orders[place].contracts > 0, f"order {place}: empty")
        expect(
            book.orders[place].side == book.orders[book.levels[tick].first].side,
            f"level {tick}: two sides",
        )
        contracts += book.orders[place].contracts
        count += 1
        last = place
        place = book.orders[place].next
    expect(book.levels[tick].last == last, f"level {tick}: last")
    expect(book.levels[tick].contracts == contracts, f"level {tick}: contracts")
    return count


cdef int check_core(const Core *core) except -1:
    cdef const Book *book = &core.book
    cdef uint32_t best_bid = 0
    cdef uint32_t best_ask = book.tick_count + 1
    cdef uint32_t count = 0
    cdef uint32_t tick
    cdef uint32_t word
    cdef bint has_orders
    for tick in range(book.tick_count + 2):
        count += check_level(book, tick, core.capacity)
        has_orders = book.levels[tick].first != NO_ORDER
        expect(not has_orders or 1 <= tick <= book.tick_count, f"level {tick}: beyond the ladder")
        if tick <= book.tick_count:
            expect(has_orders == bool(book.bits[tick >> 6] >> (tick & 63) & 1), f"bit {tick}")
        if has_orders and book.orders[book.levels[tick].first].side == BID:
            best_bid = tick
        elif has_orders and best_ask > tick:
            best_ask = tick
    for word in range((book.tick_count >> 6) + 1):
        expect(
            (book.bits[word] != 0) == bool(book.summary[word >> 6] >> (word & 63) & 1),
            f"word {word}: summary",
        )
    expect(book.best_bid == best_bid, "best bid")
    expect(book.best_ask == best_ask, "best ask")
    expect(best_bid < best_ask, "crossed")
    expect(book.order_count == count, "order count")
    for tick in range(core.capacity):
        count -= core.book.orders[tick].contracts > 0
    expect(count == 0, "orders outside of the levels")
    return 0


cdef int64_t check_side(
    const Core *core, const Ledger *ledger, uint32_t account, int side, uint32_t *count
) except -1:
    """The list of one owner's orders of a side; what they reserve by the cover rule."""
    cdef const Holding *holding = &ledger.holdings[account]
    cdef int64_t cover = max(0, holding.contracts if side else -holding.contracts)
    cdef int64_t reserved_e6 = 0
    cdef int64_t full_e6 = 0
    cdef int64_t open = 0
    cdef int64_t covered
    cdef uint32_t last = NO_ORDER
    cdef uint32_t place = holding.first[side]
    while place != NO_ORDER:
        order = core.book.orders[place]
        expect(count[0] < core.capacity, f"account {account}: links go astray")
        expect(order.owner == account and order.side == side, f"order {place}: listed elsewhere")
        expect(order.contracts > 0 and order.last_own == last, f"order {place}: own links")
        covered = min(cover, <int64_t> order.contracts)
        cover -= covered
        price_e6 = price_of(ledger, side, order.tick)
        reserved_e6 += (order.contracts - covered) * price_e6
        full_e6 += order.contracts * price_e6
        open += order.contracts
        count[0] += 1
        last = place
        place = order.next_own
    expect(holding.last[side] == last, f"account {account}: last of side {side}")
    held = -holding.contracts if side else holding.contracts
    expect(spare_of(holding, side) == open + held, f"account {account}: open contracts")
    expect(holding.full_e6[side] == full_e6, f"account {account}: uncovered cost")
    return reserved_e6


cdef int check_ledger(const Core *core, const Ledger *ledger, int64_t granted_e6) except -1:
    cdef int64_t points_e6 = 0
    cdef int64_t yes = 0
    cdef int64_t no = 0
    cdef int64_t reserved_e6
    cdef uint32_t orders = 0
    cdef uint32_t count
    cdef uint32_t account
    cdef const Holding *holding
    cdef const Points *points
    for account in range(core.accounts):
        count = 0
        reserved_e6 = check_side(core, ledger, account, 0, &count)
        reserved_e6 += check_side(core, ledger, account, 1, &count)
        orders += count
        holding = &ledger.holdings[account]
        points = points_of(ledger.points, holding)
        expect(
            reserved_of(points, holding) == reserved_e6,
            f"account {account}: granted and realized do not add up",
        )
        expect(points.available_e6 >= 0, f"account {account}: below zero")
        expect(holding.cost_e6 >= 0, f"account {account}: cost")
        yes += max(0, holding.contracts)
        no += max(0, -holding.contracts)
        points_e6 += points.available_e6 + reserved_e6
    expect(orders == core.book.order_count, "orders without an owner")
    expect(yes == no == ledger.pairs, "YES and NO differ")
    expect(
        granted_e6 == points_e6 + ledger.burned_e6 + ledger.pairs * ledger.payout_e6,
        "points are not conserved",
    )
    return 0
