"""Matching of one binary market: levels in YES terms, first in first out, best price by bitmap.

A level is a tick 1 … tick_count. A bid buys YES at its tick; an ask buys NO, and rests at the
complement of its price. Since the book is never crossed, a level holds bids or asks, not both. The
orders of a level are linked through a pool that the caller made; an order's id is its place there.
With a ledger every fill moves points as well (`ledger.pxd`); without one, there is only matching.

Nothing here allocates, raises or takes the GIL.
"""

from engine.core.book.ledger cimport (
    Ledger, Sums, add_own, begin_sums, drop_own, end_sums, refresh_points, settle_fill, shrink_own,
)
from engine.core.book.orders cimport NO_ORDER, Order, set_terms
from engine.core.book.rows cimport Holding, Level, Points, Tick, points_of, tick_of_level
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef extern from *:
    int lowest_bit "__builtin_ctzll"(unsigned long long) noexcept nogil
    int leading_zeros "__builtin_clzll"(unsigned long long) noexcept nogil

cdef enum:
    TICKS_MAX = 9999

cdef enum:
    BID = 0
    ASK = 1

# What becomes of the rest of an order that does not match at once.
cdef enum:
    LIFE_REST = 0
    LIFE_IOC = 1
    LIFE_FOK = 2

# Self-trade prevention.
cdef enum:
    STP_CANCEL_RESTING = 0
    STP_CANCEL_INCOMING = 1
    STP_BOTH = 2
    STP_NONE = 3

cdef enum:
    EVENT_RESTED = 1
    EVENT_FILL = 2
    EVENT_CANCELED = 3  # asked for
    EVENT_REST_CANCELED = 4  # what an immediate order could not fill
    EVENT_SELF_CANCELED = 5  # of the resting order, by self-trade prevention
    EVENT_SELF_INCOMING = 6  # of the incoming order, by self-trade prevention
    EVENT_REDUCED = 7
    EVENT_REJECTED = 8

# Of one market. `bits` has a bit for each level with orders, `summary` one for each word of it.
cdef struct Book:
    Order *orders
    Level *levels  # 0 … tick_count + 1; the two ends stay empty
    uint64_t *bits
    uint64_t *summary
    uint32_t tick_count
    uint32_t best_bid  # 0: none
    uint32_t best_ask  # tick_count + 1: none
    uint32_t order_count  # that rest
    uint64_t sequence  # rises by one with each command that changes the book

# What happened, 40 bytes. Of a fill: `order` is the incoming one, `maker` the resting one, `left`
# what the resting one still has. `command` is the place of the command in its batch.
cdef extern from *:
    """
    #ifndef ACRE_BOOK_EVENT
    #define ACRE_BOOK_EVENT
    #include <stdint.h>
    /* What follows the first half of an event that is no fill: one store. */
    typedef uint32_t acre_event_tail __attribute__((vector_size(16), aligned(8)));
    typedef struct {
        union {
            struct { uint8_t kind, side; uint16_t tick; };
            uint32_t head;
        };
        uint32_t contracts, left, order;
        union {
            struct { uint32_t maker, command, minted, merged; };
            acre_event_tail tail;
        };
        int64_t fee_e6;
    } acre_book_event;
    static inline acre_event_tail acre_tail_of(uint32_t command) {
        return (acre_event_tail){0xFFFFFFFFu, command, 0, 0};
    }
    static inline acre_event_tail acre_next_tail(acre_event_tail tail) {
        return tail + (acre_event_tail){0, 1, 0, 0};
    }
    static inline uint32_t acre_command_of(acre_event_tail tail) { return tail[1]; }
    #endif
    """
    ctypedef struct EventTail "acre_event_tail":
        pass
    ctypedef struct BookEvent "acre_book_event":
        uint8_t kind
        uint8_t side  # of `order`
        uint16_t tick
        uint32_t head  # kind, side and tick, from the lowest bits up
        uint32_t contracts
        uint32_t left
        uint32_t order
        uint32_t maker
        uint32_t command
        uint32_t minted  # new pairs
        uint32_t merged  # pairs redeemed on both sides; the rest changed hands
        EventTail tail  # maker to merged
        int64_t fee_e6  # the taker's
    EventTail tail_of "acre_tail_of"(uint32_t command) noexcept nogil
    EventTail next_tail "acre_next_tail"(EventTail tail) noexcept nogil
    uint32_t command_of "acre_command_of"(EventTail tail) noexcept nogil

# An incoming order while it matches; kept by the caller, so that a full output can be resumed.
cdef struct Taker:
    uint32_t order  # its place in the pool, should it rest
    uint32_t owner
    uint32_t limit  # worst tick
    uint32_t left
    uint32_t command
    uint8_t side
    uint8_t life
    uint8_t stp
    uint8_t is_own_listed  # an amended order: it has its place among the owner's orders already
    uint8_t has_changed  # the book


cdef inline uint32_t level_below(const Book *book, uint32_t tick) noexcept nogil:
    """The highest level with orders below a tick; 0 for none."""
    cdef uint32_t word = tick >> 6
    cdef uint64_t bits = book.bits[word] & ((<uint64_t> 1 << (tick & 63)) - 1)
    cdef uint32_t place
    if bits:
        return (word << 6) + 63 - leading_zeros(bits)
    if word == 0:
        return 0
    place = word >> 6
    bits = book.summary[place] & ((<uint64_t> 1 << (word & 63)) - 1)
    while bits == 0:
        if place == 0:
            return 0
        place -= 1
        bits = book.summary[place]
    word = (place << 6) + 63 - leading_zeros(bits)
    return (word << 6) + 63 - leading_zeros(book.bits[word])


cdef inline uint32_t level_above(const Book *book, uint32_t tick) noexcept nogil:
    """The lowest level with orders above a tick; tick_count + 1 for none."""
    cdef uint32_t word = tick >> 6
    cdef uint32_t last = book.tick_count >> 6
    cdef uint64_t bits = book.bits[word] & ~(((<uint64_t> 2) << (tick & 63)) - 1)
    cdef uint32_t place
    if bits:
        return (word << 6) + lowest_bit(bits)
    place = word >> 6
    bits = book.summary[place] & ~(((<uint64_t> 2) << (word & 63)) - 1)
    while bits == 0:
        place += 1
        if place > last >> 6:
            return book.tick_count + 1
        bits = book.summary[place]
    word = (place << 6) + lowest_bit(bits)
    return (word << 6) + lowest_bit(book.bits[word])


cdef inline void mark_level(Book *book, uint32_t tick) noexcept nogil:
    book.bits[tick >> 6] |= <uint64_t> 1 << (tick & 63)
    book.summary[tick >> 12] |= <uint64_t> 1 << ((tick >> 6) & 63)


cdef inline void clear_level(Book *book, uint32_t tick) noexcept nogil:
    """Take an empty level out of the bitmap, and find the best price again if it was that."""
    cdef uint32_t word = tick >> 6
    book.bits[word] &= ~(<uint64_t> 1 << (tick & 63))
    if book.bits[word] == 0:
        book.summary[word >> 6] &= ~(<uint64_t> 1 << (word & 63))
    if tick == book.best_bid:
        book.best_bid = level_below(book, tick)
    elif tick == book.best_ask:
        book.best_ask = level_above(book, tick)


cdef inline void append(
    Book *book, Level *level, Order *order, uint32_t place, int side, uint32_t tick,
    uint64_t contracts,
) noexcept nogil:
    """Link an order behind the others of a level; its other fields are the caller's to fill."""
    cdef uint32_t last = level.last
    order.next = NO_ORDER
    order.last = last
    level.last = place
    level.contracts += contracts
    book.order_count += 1
    if last != NO_ORDER:
        book.orders[last].next = place
        return
    level.first = place
    mark_level(book, tick)
    if side == BID:
        if tick > book.best_bid:
            book.best_bid = tick
    elif tick < book.best_ask:
        book.best_ask = tick


cdef inline void push_back(Book *book, uint32_t place) noexcept nogil:
    """Put an order behind the others of its level."""
    cdef Order *order = &book.orders[place]
    append(
        book, &book.levels[order.tick], order, place, order.side, order.tick, order.contracts
    )


cdef inline void unlink(Book *book, uint32_t place) noexcept nogil:
    """Take an order out of its level; its contracts are no longer counted there."""
    cdef const Order *order = &book.orders[place]
    cdef uint32_t tick = order.tick
    cdef Level *level = &book.levels[tick]
    cdef uint32_t next = order.next
    cdef uint32_t last = order.last
    level.contracts -= order.contracts
    book.order_count -= 1
    if last != NO_ORDER:
        book.orders[last].next = next
    else:
        level.first = next
    if next != NO_ORDER:
        book.orders[next].last = last
        return
    level.last = last
    if last == NO_ORDER:
        clear_level(book, tick)


cdef inline void cut_front(Book *book, uint32_t tick, uint32_t place) noexcept nogil:
    """Let a level begin at an order; those before it, which are filled, are no longer in it."""
    cdef Level *level = &book.levels[tick]
    level.first = place
    if place != NO_ORDER:
        book.orders[place].last = NO_ORDER
    else:
        level.last = NO_ORDER
        clear_level(book, tick)


cdef inline const Tick *row_of_order(
    const Book *book, const Ledger *ledger, uint32_t place
) noexcept nogil:
    """Prices at the level of an order."""
    cdef uint32_t tick = book.orders[place].tick
    return tick_of_level(ledger.ticks, &book.levels[tick], tick)


cdef inline void remove_order(Book *book, Ledger *ledger, uint32_t place) noexcept nogil:
    """Take a resting order out of the book and release what it reserved; its place is free."""
    unlink(book, place)
    if ledger != NULL:
        drop_own(ledger, row_of_order(book, ledger, place), &book.orders[place])
    else:
        book.orders[place].contracts = 0


cdef inline void detach_order(Book *book, Ledger *ledger, uint32_t place) noexcept nogil:
    """Take an amended order out of its level, to match as an incoming one.

    Its place in the pool and in its owner's list stay taken: `run_taker`, with `is_own_listed`,
    lets it rest there again or takes it out of the list.
    """
    unlink(book, place)
    if ledger != NULL:
        shrink_own(ledger, place, book.orders[place].contracts)
    else:
        book.orders[place].contracts = 0


cdef inline void reduce_order(
    Book *book, Ledger *ledger, uint32_t place, uint32_t contracts
) noexcept nogil:
    """Take contracts, fewer than it has, off a resting order; it keeps its priority."""
    book.levels[book.orders[place].tick].contracts -= contracts
    if ledger != NULL:
        shrink_own(ledger, place, contracts)
    else:
        book.orders[place].contracts -= contracts


cdef inline int is_crossing(const Book *book, int side, uint32_t tick) noexcept nogil:
    """Whether an order would meet another one at once."""
    return book.best_ask <= tick if side == BID else book.best_bid >= tick


cdef inline int can_fill(
    const Book *book, uint32_t owner, int side, uint32_t limit, uint32_t contracts, int stp
) noexcept nogil:
    """Whether others' orders at crossing prices suffice for all contracts.

    An own order is passed only by STP_CANCEL_RESTING, which removes it.
    """
    cdef uint32_t tick = book.best_ask if side == BID else book.best_bid
    cdef uint64_t found = 0
    cdef uint32_t place
    while (tick <= limit) if side == BID else (tick >= limit):
        place = book.levels[tick].first
        while place != NO_ORDER:
            if book.orders[place].owner == owner and stp != STP_NONE:
                if stp != STP_CANCEL_RESTING:
                    return 0
            else:
                found += book.orders[place].contracts
                if found >= contracts:
                    return 1
            place = book.orders[place].next
        tick = level_above(book, tick) if side == BID else level_below(book, tick)
    return 0


cdef inline uint32_t head_of(uint32_t kind, uint32_t side, uint32_t tick) noexcept nogil:
    """First word of an event."""
    return kind | side << 8 | tick << 16


cdef inline void say(
    BookEvent *event, int kind, const Taker *taker, uint32_t contracts, uint32_t left
) noexcept nogil:
    """Fill an event about the incoming order."""
    event.kind = <uint8_t> kind
    event.side = taker.side
    event.tick = <uint16_t> taker.limit
    event.contracts = contracts
    event.left = left
    event.order = taker.order
    event.maker = NO_ORDER
    event.command = taker.command
    event.minted = 0
    event.merged = 0
    event.fee_e6 = 0


cdef inline BookEvent *meet_own(
    Book *book, Ledger *ledger, Taker *taker, uint32_t place, BookEvent *out
) noexcept nogil:
    """Self-trade prevention against the resting order at `place`; returns the end of the events."""
    cdef Order *resting = &book.orders[place]
    cdef uint32_t contracts = resting.contracts
    if taker.stp == STP_CANCEL_INCOMING:
        say(out, EVENT_SELF_INCOMING, taker, taker.left, 0)
        taker.left = 0
        return out + 1
    if taker.stp == STP_BOTH and taker.left < contracts:
        contracts = taker.left
    say(out, EVENT_SELF_CANCELED, taker, contracts, resting.contracts - contracts)
    out.side = resting.side
    out.tick = resting.tick
    out.order = place
    taker.has_changed = 1
    if contracts == resting.contracts:
        remove_order(book, ledger, place)
    else:
        reduce_order(book, ledger, place, contracts)
    if taker.stp == STP_BOTH:
        out += 1
        taker.left -= contracts
        say(out, EVENT_SELF_INCOMING, taker, contracts, taker.left)
    return out + 1


cdef inline int run_taker(
    Book *book, Ledger *ledger, Taker *taker, BookEvent **events, BookEvent *end
) noexcept nogil:
    """Match an incoming order and rest or cancel what is left; 0 when the output is full first.

    `events` moves on to behind what was written. After 0 call again with the same taker and new
    room, before anything else is done with the book. At least 3 events must have room.
    """
    if not (
        match(book, ledger, taker, BID, events, end) if taker.side == BID
        else match(book, ledger, taker, ASK, events, end)
    ):
        return 0
    if taker.left:
        if end - events[0] < 1:
            return 0
        if taker.life == LIFE_REST:
            say(events[0], EVENT_RESTED, taker, taker.left, taker.left)
            rest(book, ledger, taker)
        else:
            say(events[0], EVENT_REST_CANCELED, taker, taker.left, 0)
        events[0] += 1
        taker.left = 0
    if taker.is_own_listed and ledger != NULL and book.orders[taker.order].contracts == 0:
        drop_own(ledger, row_of_order(book, ledger, taker.order), &book.orders[taker.order])
    return 1


cdef inline int match(
    Book *book, Ledger *ledger, Taker *taker, int side, BookEvent **events, BookEvent *end
) noexcept nogil:
    """Fill an incoming order as far as others cross it; 0 when the output is full first.

    `side` is the taker's, given as a constant so that each side has a loop of its own.
    """
    cdef BookEvent *out = events[0]
    cdef Holding *holding = NULL
    cdef Points *payer = NULL
    cdef uint32_t place
    cdef uint32_t tick
    if ledger != NULL:
        holding = &ledger.holdings[taker.owner]
        payer = points_of(ledger.points, holding)
    while taker.left:
        tick = book.best_ask if side == BID else book.best_bid
        if (tick > taker.limit) if side == BID else (tick < taker.limit):
            break
        if out > end - 3:
            events[0] = out
            return 0
        place = book.levels[tick].first
        if is_own(taker, &book.orders[place]):
            out = meet_own(book, ledger, taker, place, out)
        else:
            out = fill_level(book, ledger, taker, side, tick, holding, payer, out, end)
    events[0] = out
    if ledger != NULL and taker.has_changed:
        refresh_points(ledger, payer, holding)
    return 1


cdef inline int is_own(const Taker *taker, const Order *order) noexcept nogil:
    """Whether a resting order is of the same owner, and its mode of prevention knows that."""
    return order.owner == taker.owner and taker.stp != STP_NONE


cdef inline BookEvent *fill_level(
    Book *book, Ledger *ledger, Taker *taker, int side, uint32_t tick, Holding *holding,
    Points *payer, BookEvent *out, BookEvent *end,
) noexcept nogil:
    """Fill an incoming order at one level, up to an own order; returns the end of the events.

    The first order of the level is not its own. What all fills have in common is done once.
    """
    cdef Level *level = &book.levels[tick]
    cdef Sums sums
    cdef uint32_t place = level.first
    cdef Order *maker = &book.orders[place]
    cdef uint32_t taker_left = taker.left
    cdef uint32_t head = head_of(EVENT_FILL, side, tick)
    cdef uint32_t contracts
    cdef uint32_t left
    taker.has_changed = 1
    if ledger != NULL:
        begin_sums(&sums, tick_of_level(ledger.ticks, level, tick), holding, side)
    while True:
        contracts = maker.contracts if maker.contracts < taker_left else taker_left
        left = maker.contracts - contracts
        taker_left -= contracts
        out.head = head
        out.contracts = contracts
        out.left = left
        out.order = taker.order
        out.maker = place
        out.command = taker.command
        if ledger != NULL:
            settle_fill(
                ledger, &sums, maker, holding, payer, side, contracts, left,
                &out.minted, &out.merged, &out.fee_e6,
            )
        else:
            maker.contracts = left
            out.minted = 0
            out.merged = 0
            out.fee_e6 = 0
        out += 1
        if left:
            break
        book.order_count -= 1
        place = maker.next
        if place == NO_ORDER or taker_left == 0 or out > end - 3:
            break
        maker = &book.orders[place]
        if is_own(taker, maker):
            break
    if ledger != NULL:
        end_sums(&sums, ledger, holding, payer, side, taker.left - taker_left)
    level.contracts -= taker.left - taker_left
    taker.left = taker_left
    if place != level.first:
        cut_front(book, tick, place)
    return out


cdef inline void rest(Book *book, Ledger *ledger, Taker *taker) noexcept nogil:
    """Put the rest of an incoming order into the book."""
    cdef Order *order = &book.orders[taker.order]
    order.contracts = taker.left
    order.owner = taker.owner
    set_terms(order, taker.side, taker.limit)
    push_back(book, taker.order)
    if ledger != NULL:
        add_own(ledger, taker.order, taker.is_own_listed)
    taker.has_changed = 1
