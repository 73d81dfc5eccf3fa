"""Commands of a standalone book: checks, then matching; one loop for both layers.

`ledger` is NULL for matching alone; each layer's module passes the one or the other everywhere, so
that the compiler makes a loop of its own for it.

Nothing here allocates, raises or takes the GIL.
"""

from engine.core.book.book cimport (
    ASK, BID, EVENT_CANCELED, EVENT_REDUCED, EVENT_REJECTED, EVENT_REST_CANCELED, EVENT_RESTED,
    LIFE_FOK, LIFE_IOC, LIFE_REST, STP_NONE, Book, BookEvent, Taker, can_fill, detach_order,
    is_crossing, append, level_above, reduce_order, remove_order, run_taker,
)
from engine.core.book.ledger cimport (
    CONTRACTS_MAX, Holding, Ledger, Points, Tick, amend_needed_e6, list_own, needed_e6, uncovered,
)
from engine.core.book.orders cimport NO_ORDER, Order
from engine.core.state.memory cimport prefetch
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t

cdef enum:
    ROOM = 3  # events that must have room before a command, or a step of matching, begins

cdef enum:
    BLOCK = 16  # commands whose orders are fetched ahead together
    NEAR_ORDERS = 8192  # so many orders that rest are in the processor's caches anyway

cdef enum:
    OP_LIMIT = 0
    OP_CANCEL = 1
    OP_MARKET = 2
    OP_CANCEL_ALL = 3
    OP_REDUCE = 4
    OP_AMEND = 5

cdef enum:
    REFUSED_FIELD = 1
    REFUSED_ORDER_RANGE = 2
    REFUSED_ORDER_IN_USE = 3
    REFUSED_ORDER_UNKNOWN = 4
    REFUSED_BOOK_FULL = 5
    REFUSED_OWNER_RANGE = 6
    REFUSED_BAD_TICK = 7
    REFUSED_BAD_CONTRACTS = 8
    REFUSED_NO_LIQUIDITY = 9
    REFUSED_INSUFFICIENT_POINTS = 10
    REFUSED_WOULD_CROSS = 11
    REFUSED_NOT_FILLED = 12

cdef enum:
    FLAGS_STP = 3
    FLAG_POST_ONLY = 4

cdef enum:
    PENDING_NOTHING = 0
    PENDING_TAKER = 1
    PENDING_CANCEL_ALL = 2

cdef extern from *:
    """
    #ifndef ACRE_UNLIKELY
    #define ACRE_UNLIKELY(condition) __builtin_expect(!!(condition), 0)
    #endif
    """
    int unlikely "ACRE_UNLIKELY"(int condition) noexcept nogil

# `book_arrays.BOOK_COMMAND`, 20 bytes, as words, so that a plain order shows in two comparisons.
cdef struct BookCommand:
    uint32_t kind  # op, side, life, stp: a byte each from the lowest
    uint32_t price  # tick in the low half, then post_only, reserved
    uint32_t contracts
    uint32_t order
    uint32_t owner

cdef enum:
    PLAIN_KIND = 0xFCFFFEFF  # bits of `kind` that are 0 in a limit order that may rest
    STP_SHIFT = 24
    FIRST_STP_NONE = 3 << 24  # a plain order's `kind` with STP_NONE is this or more
    PRICE_SHIFT = 16

# A book with the command that it has not finished, if the output was full.
cdef struct Core:
    Book book
    Taker taker  # of a pending order
    uint32_t capacity  # places for orders
    uint32_t accounts  # of the ledger
    uint32_t commands  # taken so far; wraps
    uint32_t owner  # of a pending cancel-all …
    uint32_t place  # … the order it looks at next
    uint8_t pending


cdef inline int op_of(const BookCommand *command) noexcept nogil:
    return command.kind & 0xFF


cdef inline int side_of(const BookCommand *command) noexcept nogil:
    return command.kind >> 8 & 0xFF


cdef inline int life_of(const BookCommand *command) noexcept nogil:
    return command.kind >> 16 & 0xFF


cdef inline int stp_of(const BookCommand *command) noexcept nogil:
    return command.kind >> STP_SHIFT


cdef inline uint32_t tick_of(const BookCommand *command) noexcept nogil:
    return command.price & 0xFFFF


cdef inline int post_only_of(const BookCommand *command) noexcept nogil:
    return command.price >> PRICE_SHIFT & 0xFF


cdef inline void refuse(
    Core *core, const BookCommand *command, int code, BookEvent **events
) noexcept nogil:
    cdef BookEvent *out = events[0]
    out.kind = EVENT_REJECTED
    out.side = <uint8_t> side_of(command)
    out.tick = <uint16_t> tick_of(command)
    out.contracts = command.contracts
    out.left = <uint32_t> code
    out.order = command.order
    out.maker = NO_ORDER
    out.command = core.commands
    out.minted = 0
    out.merged = 0
    out.fee_e6 = 0
    events[0] = out + 1


cdef inline void tell_of(
    const Core *core, int kind, uint32_t place, int side, uint32_t tick, uint32_t contracts,
    uint32_t left, BookEvent **events,
) noexcept nogil:
    cdef BookEvent *out = events[0]
    out.contracts = contracts
    out.left = left
    out.order = place
    out.maker = NO_ORDER
    out.command = core.commands
    out.minted = 0
    out.merged = 0
    out.fee_e6 = 0
    out.tick = <uint16_t> tick
    out.kind = <uint8_t> kind
    out.side = <uint8_t> side
    events[0] = out + 1


cdef inline void tell(
    const Core *core, int kind, uint32_t place, uint32_t contracts, uint32_t left,
    BookEvent **events,
) noexcept nogil:
    """Write an event about a resting order."""
    cdef const Order *order = &core.book.orders[place]
    tell_of(core, kind, place, order.side, order.tick, contracts, left, events)


cdef inline int refusal_of_match(
    const Core *core, uint32_t owner, int side, uint32_t limit, uint32_t contracts, int flags,
    int life,
) noexcept nogil:
    """Why an order that crosses, or must match at once, is refused after all; 0: it is not."""
    if not is_crossing(&core.book, side, limit):
        return REFUSED_NOT_FILLED if life == LIFE_FOK else 0
    if flags & FLAG_POST_ONLY:
        return REFUSED_WOULD_CROSS
    if life == LIFE_FOK and not can_fill(
        &core.book, owner, side, limit, contracts, flags & FLAGS_STP
    ):
        return REFUSED_NOT_FILLED
    return 0


cdef inline int refusal_of_fields(
    const Core *core, const Ledger *ledger, const BookCommand *command
) noexcept nogil:
    """Why a new order cannot be read; 0: it can."""
    cdef int life = LIFE_IOC if op_of(command) == OP_MARKET else life_of(command)
    if side_of(command) > ASK or life > LIFE_FOK or stp_of(command) > STP_NONE:
        return REFUSED_FIELD
    if command.price >> PRICE_SHIFT > 1 or (post_only_of(command) and life != LIFE_REST):
        return REFUSED_FIELD
    if ledger != NULL and stp_of(command) == STP_NONE:
        return REFUSED_FIELD
    if command.order >= core.capacity:
        return REFUSED_ORDER_RANGE
    if core.book.orders[command.order].contracts:
        return REFUSED_ORDER_IN_USE
    if ledger != NULL and command.owner >= core.accounts:
        return REFUSED_OWNER_RANGE
    return 0


cdef inline int refusal_of_size(
    const Core *core, const Ledger *ledger, uint32_t tick, uint32_t contracts
) noexcept nogil:
    if tick - 1 >= core.book.tick_count:  # below 1 it wraps
        return REFUSED_BAD_TICK
    if contracts == 0 or (ledger != NULL and contracts > CONTRACTS_MAX):
        return REFUSED_BAD_CONTRACTS
    return 0


cdef inline int refusal_of_order(
    const Core *core, const Ledger *ledger, const BookCommand *command, uint32_t limit, int life
) noexcept nogil:
    """Why a new order is refused; 0: it is not. `limit` is its worst tick."""
    cdef int side = side_of(command)
    cdef int code = refusal_of_fields(core, ledger, command)
    if not code:
        code = refusal_of_size(core, ledger, limit, command.contracts)
    if code:
        return code
    if op_of(command) == OP_MARKET and not is_crossing(
        &core.book, side, 1 if side else core.book.tick_count
    ):
        return REFUSED_NO_LIQUIDITY
    if ledger != NULL and needed_e6(
        ledger, &ledger.holdings[command.owner], side, limit, command.contracts
    ) > ledger.points[ledger.holdings[command.owner].account].available_e6:
        return REFUSED_INSUFFICIENT_POINTS
    if post_only_of(command) == 0 and life != LIFE_FOK:
        return 0
    return refusal_of_match(
        core, command.owner, side, limit, command.contracts,
        stp_of(command) | (FLAG_POST_ONLY if post_only_of(command) else 0), life,
    )


cdef inline int rest_plain(
    Core *core, Ledger *ledger, const BookCommand *command, BookEvent **events
) noexcept nogil:
    """Rest a limit order that meets none and is not refused; 0: the long way decides."""
    cdef uint32_t tick = command.price
    if command.kind & PLAIN_KIND or tick - 1 >= core.book.tick_count or command.contracts == 0:
        return 0  # `price` is beyond the ladder when it holds more than a tick
    if command.order >= core.capacity or core.book.orders[command.order].contracts:
        return 0
    if side_of(command) == BID:
        return tick < core.book.best_ask and rest_on(core, ledger, command, BID, events)
    return tick > core.book.best_bid and rest_on(core, ledger, command, ASK, events)


cdef inline int rest_on(
    Core *core, Ledger *ledger, const BookCommand *command, int side, BookEvent **events
) noexcept nogil:
    """Rest an order, if its owner can pay; each side, a constant, has code of its own."""
    cdef uint32_t tick = command.price
    cdef Order *order = &core.book.orders[command.order]
    cdef Holding *holding = NULL
    cdef Points *points = NULL
    cdef const Tick *row = NULL
    cdef int64_t bare
    if ledger != NULL:
        if command.kind >= FIRST_STP_NONE or command.owner >= core.accounts:
            return 0
        if command.contracts > CONTRACTS_MAX:
            return 0
        holding = &ledger.holdings[command.owner]
        points = &ledger.points[holding.account]
        row = &ledger.ticks[tick]
        bare = uncovered(holding, side, command.contracts)
        if points.available_e6 < bare * row.incoming_e6[side]:
            return 0
        list_own(
            ledger, points, holding, order, command.order, side, command.contracts, bare,
            row.side_e6[side],
        )
    append(&core.book, command.order, side, tick, command.contracts)
    core.book.sequence += 1
    order.contracts = command.contracts
    order.owner = command.owner
    order.tick = <uint16_t> tick
    order.side = <uint8_t> side
    order.flags = <uint8_t> stp_of(command)
    tell_of(
        core, EVENT_RESTED, command.order, side, tick, command.contracts, command.contracts,
        events,
    )
    return 1


cdef inline void place_order(
    Core *core, Ledger *ledger, const BookCommand *command, BookEvent **events
) noexcept nogil:
    """A limit or market order: it is refused, or pending as the taker."""
    cdef uint32_t limit = tick_of(command)
    cdef int life = life_of(command)
    cdef int code
    if op_of(command) == OP_MARKET:
        life = LIFE_IOC
        if limit == 0:
            limit = 1 if side_of(command) else core.book.tick_count
    code = refusal_of_order(core, ledger, command, limit, life)
    if code:
        refuse(core, command, code, events)
        return
    if life == LIFE_REST:
        core.book.orders[command.order].flags = <uint8_t> (
            stp_of(command) | (FLAG_POST_ONLY if post_only_of(command) else 0)
        )
    start_taker(core, command.order, command.owner, side_of(command), limit, command.contracts)
    core.taker.life = <uint8_t> life
    core.taker.stp = <uint8_t> stp_of(command)
    core.taker.is_own_listed = 0
    core.taker.has_changed = 0


cdef inline void start_taker(
    Core *core, uint32_t place, uint32_t owner, int side, uint32_t limit, uint32_t contracts
) noexcept nogil:
    core.taker.order = place
    core.taker.owner = owner
    core.taker.limit = limit
    core.taker.left = contracts
    core.taker.command = core.commands
    core.taker.side = <uint8_t> side
    core.pending = PENDING_TAKER


cdef inline int refusal_of_place(const Core *core, uint32_t place) noexcept nogil:
    """Why a command about a resting order finds none."""
    if place >= core.capacity:
        return REFUSED_ORDER_RANGE
    return 0 if core.book.orders[place].contracts else REFUSED_ORDER_UNKNOWN


cdef inline void cancel_order(
    Core *core, Ledger *ledger, const BookCommand *command, BookEvent **events
) noexcept nogil:
    cdef int code = refusal_of_place(core, command.order)
    if unlikely(code):
        refuse(core, command, code, events)
        return
    tell(
        core, EVENT_CANCELED, command.order, core.book.orders[command.order].contracts, 0, events
    )
    remove_order(&core.book, ledger, command.order)
    core.book.sequence += 1


cdef inline void reduce_to(
    Core *core, Ledger *ledger, const BookCommand *command, BookEvent **events
) noexcept nogil:
    """Leave fewer contracts, at least 1, of an order, which keeps its priority."""
    cdef uint32_t less = 0
    cdef int code = refusal_of_place(core, command.order)
    if not code:
        less = core.book.orders[command.order].contracts - command.contracts
        if command.contracts == 0 or command.contracts >= (
            core.book.orders[command.order].contracts
        ):
            code = REFUSED_BAD_CONTRACTS
    if code:
        refuse(core, command, code, events)
        return
    reduce_order(&core.book, ledger, command.order, less)
    tell(core, EVENT_REDUCED, command.order, less, command.contracts, events)
    core.book.sequence += 1


cdef inline void amend_order(
    Core *core, Ledger *ledger, const BookCommand *command, BookEvent **events
) noexcept nogil:
    """A new price and number of contracts: in place, or pending as a taker with its place."""
    cdef Order *order
    cdef int code = refusal_of_place(core, command.order)
    if not code:
        code = refusal_of_size(core, ledger, tick_of(command), command.contracts)
    if code:
        refuse(core, command, code, events)
        return
    order = &core.book.orders[command.order]
    if tick_of(command) == order.tick and command.contracts < order.contracts:
        reduce_to(core, ledger, command, events)
        return
    if ledger != NULL and amend_needed_e6(
        ledger, command.order, tick_of(command), command.contracts
    ) > ledger.points[ledger.holdings[order.owner].account].available_e6:
        code = REFUSED_INSUFFICIENT_POINTS
    elif order.flags & FLAG_POST_ONLY:
        code = refusal_of_match(
            core, order.owner, order.side, tick_of(command), command.contracts, order.flags,
            LIFE_REST,
        )
    if code:
        refuse(core, command, code, events)
        return
    detach_order(&core.book, ledger, command.order)
    start_taker(
        core, command.order, order.owner, order.side, tick_of(command), command.contracts
    )
    core.taker.life = LIFE_REST
    core.taker.stp = order.flags & FLAGS_STP
    core.taker.is_own_listed = 1
    core.taker.has_changed = 1


cdef inline uint32_t first_of_owner(Core *core, const Ledger *ledger) noexcept nogil:
    """Start of a cancel-all: with a ledger the owner's list of bids, else the lowest level."""
    cdef uint32_t tick
    if ledger != NULL:
        return 0
    tick = level_above(&core.book, 0)
    return NO_ORDER if tick > core.book.tick_count else core.book.levels[tick].first


cdef inline uint32_t next_of_owner(Core *core, const Ledger *ledger) noexcept nogil:
    """The next order of the owner that is cancelled; NO_ORDER: none is left.

    With a ledger: bids, then asks, in the order of their ids. Without: level by level from the
    lowest, first in first out; `core.place` is the order looked at next.
    """
    cdef uint32_t place = core.place
    cdef uint32_t tick
    if ledger != NULL:
        place = ledger.holdings[core.owner].first[0]
        return ledger.holdings[core.owner].first[1] if place == NO_ORDER else place
    while place != NO_ORDER:
        core.place = core.book.orders[place].next
        if core.place == NO_ORDER:
            tick = level_above(&core.book, core.book.orders[place].tick)
            if tick <= core.book.tick_count:
                core.place = core.book.levels[tick].first
        if core.book.orders[place].owner == core.owner:
            return place
        place = core.place
    return NO_ORDER


cdef inline int cancel_all(
    Core *core, Ledger *ledger, BookEvent **events, BookEvent *end
) noexcept nogil:
    """Cancel what is left of an owner's orders; 0 when the output is full first."""
    cdef uint32_t place
    while True:
        place = next_of_owner(core, ledger)
        if place == NO_ORDER:
            return 1
        if end - events[0] < ROOM:
            core.place = place
            return 0
        tell(core, EVENT_CANCELED, place, core.book.orders[place].contracts, 0, events)
        (events[0] - 1).command = core.taker.command  # `commands` counts this one already
        remove_order(&core.book, ledger, place)
        core.taker.has_changed = 1


cdef inline void start_cancel_all(
    Core *core, Ledger *ledger, const BookCommand *command, BookEvent **events
) noexcept nogil:
    if ledger != NULL and command.owner >= core.accounts:
        refuse(core, command, REFUSED_OWNER_RANGE, events)
        return
    core.owner = command.owner
    core.taker.command = core.commands
    core.taker.has_changed = 0
    core.place = first_of_owner(core, ledger)
    core.pending = PENDING_CANCEL_ALL


cdef inline int run_command(
    Core *core, Ledger *ledger, const BookCommand *command, BookEvent **events
) noexcept nogil:
    """One command, with room for `ROOM` events; what takes more is left pending: whether it is."""
    cdef int op = op_of(command)
    if op == OP_CANCEL:
        cancel_order(core, ledger, command, events)
        return 0
    if rest_plain(core, ledger, command, events):
        return 0
    if op == OP_LIMIT or op == OP_MARKET:
        place_order(core, ledger, command, events)
    elif op == OP_AMEND:
        amend_order(core, ledger, command, events)
    elif op == OP_REDUCE:
        reduce_to(core, ledger, command, events)
    elif op == OP_CANCEL_ALL:
        start_cancel_all(core, ledger, command, events)
    else:
        refuse(core, command, REFUSED_FIELD, events)
    return core.pending != PENDING_NOTHING


cdef inline int run_pending(
    Core *core, Ledger *ledger, BookEvent **events, BookEvent *end
) noexcept nogil:
    """Go on with the pending command; 0 when the output is full before its end."""
    if core.pending == PENDING_TAKER:
        if not run_taker(&core.book, ledger, &core.taker, events, end):
            return 0
    elif not cancel_all(core, ledger, events, end):
        return 0
    core.pending = PENDING_NOTHING
    core.book.sequence += core.taker.has_changed
    return 1


cdef inline const BookCommand *next_block(
    const Core *core, const BookCommand *next, const BookCommand *last
) noexcept nogil:
    """End of the next block of commands, whose orders are fetched ahead in a large book.

    Orders that rest are met at random. The block after it is fetched now, and the neighbors of its
    own orders, which were fetched before, are fetched too.
    """
    cdef const BookCommand *end = next + BLOCK if last - next > BLOCK else last
    if core.book.order_count > NEAR_ORDERS:
        fetch_block(core, next, end, last)
    return end


cdef inline void fetch_block(
    const Core *core, const BookCommand *next, const BookCommand *end, const BookCommand *last
) noexcept nogil:
    cdef const BookCommand *after = end + BLOCK if last - end > BLOCK else last
    cdef const BookCommand *walk = end
    cdef const Order *order
    cdef uint32_t place
    while walk < after:
        prefetch(&core.book.orders[walk.order])  # a hint: any number is harmless
        walk += 1
    walk = next
    while walk < end:
        place = walk.order
        if place < core.capacity:
            order = &core.book.orders[place]
            prefetch(&core.book.orders[order.next])
            prefetch(&core.book.orders[order.last])
        walk += 1


cdef inline size_t run_commands(
    Core *core, Ledger *ledger, const BookCommand *commands, size_t count, BookEvent **events,
    BookEvent *end,
) noexcept nogil:
    """Run commands until they or the room end; how many were begun.

    Each is copied first: whatever others write over the array or the events, what was checked
    is what runs.
    """
    cdef const BookCommand *next = commands
    cdef const BookCommand *last = commands + count
    cdef const BookCommand *block = commands
    cdef BookEvent *out = events[0]
    cdef BookCommand command
    cdef int is_pending = core.pending != PENDING_NOTHING
    while True:
        if is_pending and not run_pending(core, ledger, &out, end):
            break
        if out > end - ROOM:
            break
        if next == block:
            if next == last:
                break
            block = next_block(core, next, last) if ledger == NULL else last
        command = next[0]
        next += 1
        is_pending = run_command(core, ledger, &command, &out)
        core.commands += 1
    events[0] = out
    return next - commands
