"""The loop over the commands of a standalone book; one for both layers.

`ledger` is NULL for matching alone, a constant of each layer's module as in `commands.pxd`. In a
large book orders are fetched ahead: those that rest are met at random.

Nothing here allocates, raises or takes the GIL.
"""

from engine.core.book.book cimport (
    Book, BookEvent, EventTail, command_of, next_tail, run_taker, tail_of,
)
from engine.core.book.commands cimport (
    OP_AMEND, OP_CANCEL, OP_CANCEL_ALL, OP_LIMIT, OP_MARKET, OP_REDUCE, PENDING_NOTHING,
    PENDING_TAKER, REFUSED_FIELD, ROOM, BookCommand, Core, Output, amend_order, cancel_all,
    cancel_order, op_of, place_order, reduce_to, refusal_of_place, refuse, rest_plain,
    start_cancel_all,
)
from engine.core.book.ledger cimport Ledger
from engine.core.book.orders cimport NO_ORDER, Order
from engine.core.state.memory cimport prefetch
from libc.stdint cimport uint32_t

cdef enum:
    BLOCK = 8  # commands whose orders are fetched ahead together
    AHEAD = 3  # orders from the first of a best level to the one that is fetched
    NEAR_ORDERS = 8192  # so many orders that rest are in the processor's caches anyway

cdef extern from *:
    """
    #ifndef ACRE_KEEP_IN_MEMORY
    /* What is read once in a while has no register all the while. */
    #define ACRE_KEEP_IN_MEMORY(address) __asm__ volatile("" : : "r"(address) : "memory")
    #endif
    """
    void keep_in_memory "ACRE_KEEP_IN_MEMORY"(const void *address) noexcept nogil

# Where commands and the room for events end.
cdef struct Bounds:
    const BookCommand *last
    BookEvent *end

ctypedef BookEvent *(*RunOther)(
    Core *core, const BookCommand *command, EventTail tail, BookEvent *out, BookEvent *end
) noexcept nogil


cdef inline int run_pending(
    Core *core, Ledger *ledger, Output *output
) noexcept nogil:
    """Go on with the pending command; 0 when the output is full before its end."""
    if core.pending == PENDING_TAKER:
        if not run_taker(&core.book, ledger, &core.taker, &output.next, output.end):
            return 0
    elif not cancel_all(core, ledger, output):
        return 0
    core.pending = PENDING_NOTHING
    core.book.sequence -= 1 - core.taker.has_changed  # it was counted when it began
    return 1


cdef inline BookEvent *run_other(
    Core *core, Ledger *ledger, const BookCommand *command, EventTail tail, BookEvent *out,
    BookEvent *end,
) noexcept nogil:
    """A command that is not at once a cancel or an order that rests; the end of its events.

    There is room for `ROOM` of them; what takes more is left pending.
    """
    cdef Output output
    cdef int op = op_of(command)
    output.next = out
    output.end = end
    output.tail = tail
    if op == OP_MARKET:
        place_order(core, ledger, command, 1, &output)
    elif op == OP_LIMIT:
        place_order(core, ledger, command, 0, &output)
    elif op == OP_AMEND:
        amend_order(core, ledger, command, &output)
    elif op == OP_REDUCE:
        reduce_to(core, ledger, command, &output)
    elif op == OP_CANCEL_ALL:
        start_cancel_all(core, ledger, command, &output)
    else:
        refuse(core, command, REFUSED_FIELD, &output)
    if core.pending != PENDING_NOTHING:
        run_pending(core, ledger, &output)
    return output.next


cdef inline const BookCommand *next_block(
    const Core *core, const Ledger *ledger, const BookCommand *next, const BookCommand *last,
    const Output *output,
) noexcept nogil:
    """End of the next commands that have room for their first events; none where it is short."""
    cdef const BookCommand *end
    if not is_roomy(output):
        return next
    end = next + BLOCK if last - next > BLOCK else last
    if ledger == NULL and core.book.order_count > NEAR_ORDERS:
        fetch_block(core, end, last)
    return end


cdef inline int is_roomy(const Output *output) noexcept nogil:
    """Whether a block of commands has room for `ROOM` events each."""
    return output.end - output.next >= BLOCK * ROOM


cdef inline void fetch_first(const Book *book, uint32_t tick) noexcept nogil:
    """Fetch an order that a level's takers meet soon; those before it were fetched before."""
    cdef uint32_t place = book.levels[tick].first
    cdef int _
    for _ in range(AHEAD):
        if place == NO_ORDER:
            return
        place = book.orders[place].next
    prefetch(&book.orders[place])  # a hint: any number is harmless


cdef inline void fetch_block(
    const Core *core, const BookCommand *end, const BookCommand *last
) noexcept nogil:
    """Fetch the orders of the block after the next, and the neighbors of those of the next."""
    cdef const BookCommand *after = end + BLOCK if last - end > BLOCK else last
    cdef const BookCommand *beyond = after + BLOCK if last - after > BLOCK else last
    cdef const BookCommand *walk = after
    cdef const Order *order
    fetch_first(&core.book, core.book.best_bid)
    fetch_first(&core.book, core.book.best_ask)
    while walk < beyond:
        prefetch(&core.book.orders[walk.order])  # a hint: any number is harmless
        walk += 1
    walk = end
    while walk < after:
        if walk.order < core.capacity:
            order = &core.book.orders[walk.order]
            prefetch(&core.book.orders[order.next])
            prefetch(&core.book.orders[order.last])
        walk += 1


cdef inline int finish_pending(
    Core *core, Ledger *ledger, BookEvent **events, BookEvent *end
) noexcept nogil:
    """Go on with the command that an earlier output had no room for; 0 when it has not ended."""
    cdef Output output
    cdef int is_done
    output.next = events[0]
    output.end = end
    output.tail = tail_of(core.commands)
    is_done = run_pending(core, ledger, &output)
    events[0] = output.next
    return is_done


cdef inline size_t run_commands(
    Core *core, Ledger *ledger, RunOther other, const BookCommand *commands, size_t count,
    BookEvent **events, BookEvent *end,
) noexcept nogil:
    """Run commands until they or the room end; how many were begun. None is pending before.

    Each field that a command needs is copied once, before anything is written: whatever others
    write over the array or the events, what was checked is what runs. `other` is `run_other` of
    this ledger, as a function of its own: what it needs would take the registers of the commands
    that are most.
    """
    cdef const BookCommand *next = commands
    cdef const BookCommand *block = commands
    cdef Bounds bounds
    cdef BookCommand command
    cdef BookCommand copied
    cdef Output output
    bounds.last = commands + count
    bounds.end = end
    keep_in_memory(&bounds)
    output.next = events[0]
    output.tail = tail_of(core.commands)
    while True:
        if next >= block:
            if next == bounds.last or output.next > bounds.end - ROOM:
                break
            output.end = bounds.end
            block = next_block(core, ledger, next, bounds.last, &output)
        command.kind = next.kind
        command.order = next.order
        next += 1
        if op_of(&command) == OP_CANCEL and not refusal_of_place(core, command.order):
            cancel_order(core, ledger, command.order, &output)
            output.tail = next_tail(output.tail)
            continue
        command.price = (next - 1).price
        command.contracts = (next - 1).contracts
        command.owner = (next - 1).owner
        if op_of(&command) == OP_CANCEL:
            refuse(core, &command, refusal_of_place(core, command.order), &output)
        elif not rest_plain(core, ledger, &command, &output):
            copied = command
            output.next = other(core, &copied, output.tail, output.next, bounds.end)
            if core.pending != PENDING_NOTHING:
                output.tail = next_tail(output.tail)
                break
            output.end = bounds.end
            if not is_roomy(&output):
                block = next
        output.tail = next_tail(output.tail)
    core.commands = command_of(output.tail)
    core.book.sequence += next - commands
    events[0] = output.next
    return next - commands
