"""Commands of a standalone book: checks, and what each does.

`ledger` is NULL for matching alone; each layer's module passes the one or the other everywhere, so
that the compiler makes code of its own for it.

Nothing here allocates, raises or takes the GIL.
"""

from engine.core.book.book cimport (
    ASK, BID, EVENT_CANCELED, EVENT_REDUCED, EVENT_REJECTED, EVENT_RESTED,
    LIFE_FOK, LIFE_IOC, LIFE_REST, STP_NONE, Book, BookEvent, EventTail, Taker, append, can_fill,
    command_of, detach_order, head_of, is_crossing, level_above, reduce_order, remove_order,
)
from engine.core.book.ledger cimport (
    CONTRACTS_MAX, Ledger, amend_needed_e6, list_own, needed_e6, uncovered,
)
from engine.core.book.orders cimport NO_ORDER, Order
from engine.core.book.rows cimport Holding, Level, Points, Tick, forget, points_of, tick_of_level
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t

cdef enum:
    ROOM = 3  # events that must have room before a command, or a step of matching, begins

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
    ORDER_KIND = 0xFC00FE00  # bits of `kind` that are 0 in an order, whatever its life is
    PLAIN_KIND = 0xFCFFFEFF  # bits of `kind` that are 0 in a limit order that may rest
    KIND_ASK = 0x100  # its bit for the side
    NO_KIND_ASK = 0xFFFFFEFF  # the others
    STP_SHIFT = 24
    FIRST_STP_NONE = 3 << 24  # a plain order's `kind` with STP_NONE is this or more
    PRICE_SHIFT = 16

# A book with the command that it has not finished, if the output was full.
cdef struct Core:
    Book book
    Taker taker  # of a pending order
    Ledger ledger  # of the points layer
    uint32_t capacity  # places for orders
    uint32_t accounts  # of the ledger
    uint32_t commands  # taken so far; wraps
    uint32_t owner  # of a pending cancel-all …
    uint32_t place  # … the order it looks at next
    uint8_t pending

# Where events go, and the number of the command that is at work.
cdef struct Output:
    BookEvent *next
    BookEvent *end
    EventTail tail


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
    Core *core, const BookCommand *command, int code, Output *output
) noexcept nogil:
    cdef BookEvent *out = output.next
    out.kind = EVENT_REJECTED
    out.side = <uint8_t> side_of(command)
    out.tick = <uint16_t> tick_of(command)
    out.contracts = command.contracts
    out.left = <uint32_t> code
    out.order = command.order
    out.tail = output.tail
    out.fee_e6 = 0
    output.next = out + 1
    core.book.sequence -= 1  # the loop counts each command


cdef inline void tell_of(
    uint32_t head, uint32_t place, uint32_t contracts, uint32_t left, Output *output
) noexcept nogil:
    cdef BookEvent *out = output.next
    out.head = head
    out.contracts = contracts
    out.left = left
    out.order = place
    out.tail = output.tail
    out.fee_e6 = 0
    output.next = out + 1


cdef inline void tell(
    const Core *core, int kind, uint32_t place, uint32_t contracts, uint32_t left,
    Output *output,
) noexcept nogil:
    """Write an event about a resting order."""
    cdef const Order *order = &core.book.orders[place]
    tell_of(order.terms + kind - EVENT_RESTED, place, contracts, left, output)


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
    const Core *core, const Ledger *ledger, const BookCommand *command, int life
) noexcept nogil:
    """Why a new order cannot be read; 0: it can. `life` is what becomes of its rest."""
    if command.kind & ORDER_KIND or life > LIFE_FOK:
        return REFUSED_FIELD
    if command.price >> PRICE_SHIFT > (1 if life == LIFE_REST else 0):
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
    const Core *core, const Ledger *ledger, const BookCommand *command, uint32_t limit, int life,
    int is_market,
) noexcept nogil:
    """Why a new order is refused; 0: it is not. `limit` is its worst tick."""
    cdef int side = side_of(command)
    cdef int code = refusal_of_fields(core, ledger, command, life)
    if not code:
        code = refusal_of_size(core, ledger, limit, command.contracts)
    if code:
        return code
    if is_market and not is_crossing(&core.book, side, 1 if side else core.book.tick_count):
        return REFUSED_NO_LIQUIDITY
    if ledger != NULL and needed_e6(
        ledger, &ledger.holdings[command.owner], side, limit, command.contracts
    ) > points_of(ledger.points, &ledger.holdings[command.owner]).available_e6:
        return REFUSED_INSUFFICIENT_POINTS
    if is_market or (post_only_of(command) == 0 and life != LIFE_FOK):
        return 0
    return refusal_of_match(
        core, command.owner, side, limit, command.contracts,
        stp_of(command) | (FLAG_POST_ONLY if post_only_of(command) else 0), life,
    )


cdef inline int has_plain_kind(const BookCommand *command) noexcept nogil:
    """Whether it is a limit order that may rest, with points; most have prevention 0."""
    if command.kind & NO_KIND_ASK == 0:
        return 1
    return command.kind & PLAIN_KIND == 0 and command.kind < FIRST_STP_NONE


cdef inline int rest_plain(
    Core *core, Ledger *ledger, const BookCommand *command, Output *output
) noexcept nogil:
    """Rest a limit order that meets none and is not refused; 0: the long way decides."""
    cdef uint32_t tick = command.price  # beyond the ladder when it holds more than a tick
    if ledger == NULL and (command.kind & PLAIN_KIND or command.contracts == 0):
        return 0
    if ledger != NULL and (
        not has_plain_kind(command) or command.contracts - 1 >= CONTRACTS_MAX  # 0 wraps
        or command.owner >= core.accounts
    ):
        return 0
    if command.order >= core.capacity or core.book.orders[command.order].contracts:
        return 0
    if command.kind & KIND_ASK:
        return (
            tick > core.book.best_bid and tick <= core.book.tick_count
            and rest_on(core, ledger, command, ASK, output)
        )
    return (
        tick < core.book.best_ask and tick
        and rest_on(core, ledger, command, BID, output)
    )


cdef inline int rest_on(
    Core *core, Ledger *ledger, const BookCommand *command, int side, Output *output
) noexcept nogil:
    """Rest an order, if its owner can pay; each side, a constant, has code of its own."""
    cdef uint32_t tick = command.price
    cdef Order *order = &core.book.orders[command.order]
    cdef Level *level = &core.book.levels[tick]
    if ledger != NULL and not reserve_plain(core, ledger, command, side):
        return 0
    append(&core.book, level, order, command.order, side, tick, command.contracts)
    order.contracts = command.contracts
    order.owner = command.owner
    order.terms = head_of(EVENT_RESTED, side, tick)
    order.kind = command.kind  # prevention, and no more flags
    tell_of(order.terms, command.order, command.contracts, command.contracts, output)
    return 1


cdef inline int reserve_plain(
    Core *core, Ledger *ledger, const BookCommand *command, int side
) noexcept nogil:
    """Reserve the points of an order and list it as its owner's; 0: they are not available."""
    cdef Order *order = &core.book.orders[command.order]
    cdef Holding *holding = &ledger.holdings[command.owner]
    cdef Points *points = points_of(ledger.points, holding)
    cdef const Tick *row = tick_of_level(
        ledger.ticks, &core.book.levels[command.price], command.price
    )
    cdef int64_t contracts = command.contracts
    cdef int64_t bare = uncovered(holding, side, contracts)
    if points.available_e6 < bare * row.incoming_e6[side]:
        return 0
    forget()
    list_own(
        ledger, points, holding, order, command.order, side, contracts, bare, row.side_e6[side]
    )
    return 1


cdef inline void place_order(
    Core *core, Ledger *ledger, const BookCommand *command, int is_market, Output *output
) noexcept nogil:
    """A limit or market order, by a constant: it is refused, or pending as the taker."""
    cdef uint32_t limit = tick_of(command)
    cdef int life = LIFE_IOC if is_market else life_of(command)
    cdef int code
    if is_market and limit == 0:
        limit = 1 if side_of(command) else core.book.tick_count
    code = refusal_of_order(core, ledger, command, limit, life, is_market)
    if unlikely(code):
        refuse(core, command, code, output)
        return
    if life == LIFE_REST:
        core.book.orders[command.order].flags = <uint8_t> (
            stp_of(command) | (FLAG_POST_ONLY if post_only_of(command) else 0)
        )
    start_taker(
        core, command.order, command.owner, side_of(command), limit, command.contracts, output
    )
    core.taker.life = <uint8_t> life
    core.taker.stp = <uint8_t> stp_of(command)
    core.taker.is_own_listed = 0
    core.taker.has_changed = 0


cdef inline void start_taker(
    Core *core, uint32_t place, uint32_t owner, int side, uint32_t limit, uint32_t contracts,
    const Output *output,
) noexcept nogil:
    core.taker.order = place
    core.taker.owner = owner
    core.taker.limit = limit
    core.taker.left = contracts
    core.taker.command = command_of(output.tail)
    core.taker.side = <uint8_t> side
    core.pending = PENDING_TAKER


cdef inline int refusal_of_place(const Core *core, uint32_t place) noexcept nogil:
    """Why a command about a resting order finds none."""
    if place >= core.capacity:
        return REFUSED_ORDER_RANGE
    return 0 if core.book.orders[place].contracts else REFUSED_ORDER_UNKNOWN


cdef inline void cancel_order(
    Core *core, Ledger *ledger, uint32_t place, Output *output
) noexcept nogil:
    """Cancel an order that rests."""
    tell(core, EVENT_CANCELED, place, core.book.orders[place].contracts, 0, output)
    remove_order(&core.book, ledger, place)


cdef inline void reduce_to(
    Core *core, Ledger *ledger, const BookCommand *command, Output *output
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
        refuse(core, command, code, output)
        return
    reduce_order(&core.book, ledger, command.order, less)
    tell(core, EVENT_REDUCED, command.order, less, command.contracts, output)


cdef inline void amend_order(
    Core *core, Ledger *ledger, const BookCommand *command, Output *output
) noexcept nogil:
    """A new price and number of contracts: in place, or pending as a taker with its place."""
    cdef Order *order
    cdef int code = refusal_of_place(core, command.order)
    if not code:
        code = refusal_of_size(core, ledger, tick_of(command), command.contracts)
    if code:
        refuse(core, command, code, output)
        return
    order = &core.book.orders[command.order]
    if tick_of(command) == order.tick and command.contracts < order.contracts:
        reduce_to(core, ledger, command, output)
        return
    if ledger != NULL and amend_needed_e6(
        ledger, command.order, tick_of(command), command.contracts
    ) > points_of(ledger.points, &ledger.holdings[order.owner]).available_e6:
        code = REFUSED_INSUFFICIENT_POINTS
    elif order.flags & FLAG_POST_ONLY:
        code = refusal_of_match(
            core, order.owner, order.side, tick_of(command), command.contracts, order.flags,
            LIFE_REST,
        )
    if code:
        refuse(core, command, code, output)
        return
    detach_order(&core.book, ledger, command.order)
    start_taker(
        core, command.order, order.owner, order.side, tick_of(command), command.contracts, output
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
    Core *core, Ledger *ledger, Output *output
) noexcept nogil:
    """Cancel what is left of an owner's orders; 0 when the output is full first."""
    cdef uint32_t place
    while True:
        place = next_of_owner(core, ledger)
        if place == NO_ORDER:
            return 1
        if output.end - output.next < ROOM:
            core.place = place
            return 0
        tell(core, EVENT_CANCELED, place, core.book.orders[place].contracts, 0, output)
        (output.next - 1).command = core.taker.command  # `output` is at a later one
        remove_order(&core.book, ledger, place)
        core.taker.has_changed = 1


cdef inline void start_cancel_all(
    Core *core, Ledger *ledger, const BookCommand *command, Output *output
) noexcept nogil:
    if ledger != NULL and command.owner >= core.accounts:
        refuse(core, command, REFUSED_OWNER_RANGE, output)
        return
    core.owner = command.owner
    core.taker.command = command_of(output.tail)
    core.taker.has_changed = 0
    core.place = first_of_owner(core, ledger)
    core.pending = PENDING_CANCEL_ALL
