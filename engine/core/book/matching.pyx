# distutils: extra_compile_args = -fno-tree-slp-vectorize
"""The book of one binary market for Python: arrays of commands, or one typed call at a time."""

cimport cython
from cpython.buffer cimport (
    PyBUF_SIMPLE, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from cpython.long cimport PyLong_CheckExact
from cpython.number cimport PyNumber_Index
from engine.core.book.book cimport (
    EVENT_FILL, EVENT_REJECTED, EVENT_RESTED, EVENT_SELF_CANCELED, TICKS_MAX, BookEvent, EventTail,
    level_above, level_below,
)
from engine.core.book.checks cimport check_core
from engine.core.book.commands cimport (
    FLAG_POST_ONLY, FLAGS_STP, OP_AMEND, OP_CANCEL, OP_CANCEL_ALL, OP_LIMIT, OP_MARKET, OP_REDUCE,
    PENDING_NOTHING, PRICE_SHIFT, REFUSED_BOOK_FULL, ROOM, STP_SHIFT, BookCommand, Core,
)
from engine.core.book.orders cimport NO_ORDER, Order
from engine.core.book.rows cimport Level
from engine.core.book.running cimport finish_pending, run_commands, run_other
from engine.core.state.memory cimport use_huge_pages
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from posix.stdlib cimport posix_memalign

from hashlib import blake2b

from engine.core.book import arrays as book_arrays
from engine.core.book.views import Depth, RestingOrder

assert book_arrays.BOOK_COMMAND.itemsize == sizeof(BookCommand)
assert book_arrays.BOOK_EVENT.itemsize == sizeof(BookEvent)

cdef extern from *:
    """
    /* The loop over commands is one function: its parts, one for each side, are not called. */
    #undef CYTHON_INLINE
    #define CYTHON_INLINE inline __attribute__((always_inline))
    """

cdef enum:
    ORDERS_MAX = 100_000_000


cdef BookEvent *run_apart(
    Core *core, const BookCommand *command, EventTail tail, BookEvent *out, BookEvent *end
) noexcept nogil:
    return run_other(core, NULL, command, tail, out, end)


@cython.final
@cython.freelist(64)
cdef class Outcome:
    """Result of one call of the one-call form."""

    def __repr__(self):
        return (
            f"Outcome(order={self.order}, refused={self.refused}, filled={self.filled}, "
            f"left={self.left}, canceled={self.canceled}, cost_ticks={self.cost_ticks}, "
            f"fee_e6={self.fee_e6}, event_count={self.event_count})"
        )


cdef class Book:
    """One ladder of `ticks` levels and room for `orders` resting orders; matching alone.

    All memory is taken, and touched, here. Raises ValueError for sizes out of range.
    """

    def __cinit__(self, orders, *args, **kwargs):
        memset(&self.core, 0, sizeof(Core))
        if not 1 <= orders <= ORDERS_MAX:
            raise ValueError(f"orders: 1 to {ORDERS_MAX}")
        self.core.capacity = orders
        self.core.book.orders = <Order *> malloc(self.core.capacity * sizeof(Order))
        # Every order can be met once and make two events; only what is used is ever touched.
        self.events = <BookEvent *> malloc(
            (2 * <size_t> self.core.capacity + 2 * ROOM) * sizeof(BookEvent)
        )
        if self.core.book.orders == NULL or self.events == NULL:
            raise MemoryError
        use_huge_pages(self.core.book.orders, self.core.capacity * sizeof(Order))
        clear_orders(&self.core)

    def __init__(self, orders: int, ticks: int = 99):
        make_levels(&self.core, ticks)
        self.is_made = True

    def __dealloc__(self):
        free(self.core.book.orders)
        free(self.core.book.levels)
        free(self.core.book.bits)
        free(self.events)

    # many commands at once
    def process(self, commands, events):
        """Run BOOK_COMMAND rows, write BOOK_EVENT rows; returns (commands begun, events written).

        Stops when fewer than 3 rows are left to write. Nothing is lost: call again with
        `commands[begun:]` and new room, which first finishes the command that was begun last.
        """
        cdef Py_buffer source
        cdef Py_buffer target
        cdef BookEvent *first
        cdef BookEvent *out
        cdef size_t begun
        self.take_commands()
        if book_arrays.row_count(commands, book_arrays.BOOK_COMMAND, "commands") > 0xFFFFFFFF:
            raise ValueError("commands: at most 2**32 - 1")
        if book_arrays.row_count(events, book_arrays.BOOK_EVENT, "events") < ROOM:
            raise ValueError(f"events: needs {ROOM} rows or more")
        PyObject_GetBuffer(commands, &source, PyBUF_SIMPLE)
        try:
            PyObject_GetBuffer(events, &target, PyBUF_WRITABLE)
            try:
                if <size_t> source.buf % 4 or <size_t> target.buf % 8:
                    raise ValueError("commands are aligned to 4 bytes, events to 8")
                first = <BookEvent *> target.buf
                out = first
                self.is_running = True
                with nogil:
                    begun = self.run_many(
                        <const BookCommand *> source.buf,
                        <size_t> source.len // sizeof(BookCommand), &out,
                        first + <size_t> target.len // sizeof(BookEvent),
                    )
                self.is_running = False
                return begun, <size_t> (out - first)
            finally:
                PyBuffer_Release(&target)
        finally:
            PyBuffer_Release(&source)

    @property
    def is_pending(self):
        """Whether a command has begun that `process` has yet to finish."""
        return self.core.pending != PENDING_NOTHING

    @property
    def command_count(self):
        """Commands taken so far, modulo 2**32: the number that the next one's events carry."""
        return self.core.commands

    # one command at a time
    def place(
        self, owner, side, tick, contracts, life=0, stp=0, bint post_only=False, order=-1
    ):
        """A limit order; `order` -1 takes the next free place."""
        cdef BookCommand command
        command.kind = kind_of(OP_LIMIT, whole(side), whole(life), whole(stp))
        command.price = price_word(whole(tick), post_only)
        command.contracts = whole(contracts)
        command.owner = whole(owner)
        return self.run_new(&command, order)

    def market(self, owner, side, contracts, worst_tick=0, stp=0, order=-1):
        """Fill at once up to a worst tick, 0 for any; what is not filled is cancelled."""
        cdef BookCommand command
        command.kind = kind_of(OP_MARKET, whole(side), 0, whole(stp))
        command.price = price_word(whole(worst_tick), 0)
        command.contracts = whole(contracts)
        command.owner = whole(owner)
        return self.run_new(&command, order)

    def cancel(self, order):
        """Cancel a resting order."""
        cdef BookCommand command
        memset(&command, 0, sizeof(BookCommand))
        command.kind = OP_CANCEL
        command.order = whole(order)
        return self.run(&command)

    def cancel_all(self, owner):
        """Cancel all orders of an owner."""
        cdef BookCommand command
        memset(&command, 0, sizeof(BookCommand))
        command.kind = OP_CANCEL_ALL
        command.owner = whole(owner)
        command.order = NO_ORDER
        return self.run(&command)

    def reduce(self, order, contracts):
        """Leave fewer contracts of a resting order, at least 1; it keeps its priority."""
        cdef BookCommand command
        memset(&command, 0, sizeof(BookCommand))
        command.kind = OP_REDUCE
        command.order = whole(order)
        command.contracts = whole(contracts)
        return self.run(&command)

    def amend(self, order, tick, contracts):
        """Give a resting order a new tick and number of contracts that are left.

        Fewer contracts at the same tick: in place. Otherwise it loses priority and may match.
        """
        cdef BookCommand command
        memset(&command, 0, sizeof(BookCommand))
        command.kind = OP_AMEND
        command.order = whole(order)
        command.price = price_word(whole(tick), 0)
        command.contracts = whole(contracts)
        return self.run(&command)

    def last_events(self):
        """The events of the last call in the one-call form, as BOOK_EVENT rows of their own."""
        self.be_ready()
        cdef size_t size = self.event_count * sizeof(BookEvent)
        return book_arrays.events_of((<char *> self.events)[:size])

    # how things stand
    @property
    def sequence(self):
        """Rises by one with each command that changes the book."""
        self.be_ready()
        return self.core.book.sequence

    @property
    def order_count(self):
        """Orders that rest."""
        self.be_ready()
        return self.core.book.order_count

    @property
    def ticks(self):
        """Levels of the ladder: 1 … ticks."""
        return self.core.book.tick_count

    @property
    def best_bid(self):
        """The highest tick with bids; 0 for none."""
        self.be_ready()
        return self.core.book.best_bid

    @property
    def best_ask(self):
        """The lowest tick with asks; ticks + 1 for none."""
        self.be_ready()
        return self.core.book.best_ask

    def depth(self, levels=TICKS_MAX):
        """Up to so many levels of each side, best first, with the sequence they belong to."""
        self.be_ready()
        cdef uint32_t tick = self.core.book.best_bid
        cdef uint32_t most = whole(levels)
        bids = []
        asks = []
        while tick and len(bids) < most:
            bids.append((tick, self.core.book.levels[tick].contracts))
            tick = level_below(&self.core.book, tick)
        tick = self.core.book.best_ask
        while tick <= self.core.book.tick_count and len(asks) < most:
            asks.append((tick, self.core.book.levels[tick].contracts))
            tick = level_above(&self.core.book, tick)
        return Depth(self.core.book.sequence, tuple(bids), tuple(asks))

    def order(self, order):
        """A resting order; None when nothing rests at that place."""
        self.be_ready()
        cdef uint32_t place = whole(order)
        if place >= self.core.capacity or self.core.book.orders[place].contracts == 0:
            return None
        cdef Order *row = &self.core.book.orders[place]
        return RestingOrder(
            place, row.owner, row.side, row.tick, row.contracts, row.flags & FLAGS_STP,
            bool(row.flags & FLAG_POST_ONLY),
        )

    def queue_position(self, order):
        """Contracts that are filled before an order at its level; None when it does not rest."""
        self.be_ready()
        cdef uint64_t ahead = 0
        cdef uint32_t place = whole(order)
        if place >= self.core.capacity or self.core.book.orders[place].contracts == 0:
            return None
        place = self.core.book.orders[place].last
        while place != NO_ORDER:
            ahead += self.core.book.orders[place].contracts
            place = self.core.book.orders[place].last
        return ahead

    def resting(self):
        """All resting orders as RESTING_ORDER rows: by level from the lowest, first in first."""
        self.be_ready()
        rows = []
        cdef uint32_t tick = level_above(&self.core.book, 0)
        cdef uint32_t place
        cdef Order *row
        while tick <= self.core.book.tick_count:
            place = self.core.book.levels[tick].first
            while place != NO_ORDER:
                row = &self.core.book.orders[place]
                rows.append((place, row.owner, row.contracts, row.tick, row.side, row.flags))
                place = row.next
            tick = level_above(&self.core.book, tick)
        return book_arrays.resting_orders(rows)

    def digest(self):
        """16 bytes over all resting orders in their priority, and the sequence."""
        sequence = self.core.book.sequence.to_bytes(8, "little")
        return blake2b(self.resting().tobytes() + sequence, digest_size=16).digest()

    def check(self):
        """Raise AssertionError when something in the book contradicts itself; slow."""
        self.be_ready()
        check_core(&self.core)

    # the parts that the layers share
    cdef size_t run_many(
        self, const BookCommand *commands, size_t count, BookEvent **events, BookEvent *end
    ) noexcept nogil:
        if self.core.pending != PENDING_NOTHING and not self.go_on(events, end):
            return 0
        return run_commands(
            &self.core, NULL, run_apart, commands, count, events, end
        )

    cdef int go_on(self, BookEvent **events, BookEvent *end) noexcept nogil:
        """Finish the pending command; 0 when the output is full before."""
        return finish_pending(&self.core, NULL, events, end)

    cdef int take_commands(self) except -1:
        """Whether commands can be taken at all."""
        if self.is_running:
            raise RuntimeError("the book is in use: another thread processes commands")
        if self.is_closed:
            raise RuntimeError("the book is settled")
        if not self.is_made:
            raise RuntimeError("the book was not set up")
        return 0

    cdef int be_ready(self) except -1:
        """Nothing but `process` may be called while a command is pending."""
        if self.is_running:
            raise RuntimeError("the book is in use: another thread processes commands")
        if self.core.pending != PENDING_NOTHING:
            raise RuntimeError("a command is pending: call process with more room for its events")
        if not self.is_made:
            raise RuntimeError("the book was not set up")
        return 0

    cdef int64_t free_place(self) noexcept nogil:
        """The next place without an order; -1: all are taken."""
        cdef uint32_t place = self.next_free
        cdef uint32_t _
        for _ in range(self.core.capacity):
            if place >= self.core.capacity:
                place = 0
            if self.core.book.orders[place].contracts == 0:
                self.next_free = place + 1
                return place
            place += 1
        return -1

    cdef Outcome run_new(self, BookCommand *command, chosen):
        cdef int64_t order = PyNumber_Index(chosen)
        self.be_ready()
        if order == -1:
            order = self.free_place()
            if order < 0:
                return refused_unread(REFUSED_BOOK_FULL)
        command.order = <uint32_t> order if 0 <= order < NO_ORDER else NO_ORDER
        return self.run(command)

    cdef Outcome run(self, BookCommand *command):
        cdef BookEvent *out = self.events
        self.be_ready()
        self.take_commands()
        self.run_many(command, 1, &out, self.events + 2 * <size_t> self.core.capacity + 2 * ROOM)
        self.event_count = <size_t> (out - self.events)
        return outcome_of(command, self.events, out)


cdef inline uint32_t whole(value) except? 0xFFFFFFFF:
    """A whole number; TypeError for a float, OverflowError for one that no field can hold."""
    if not PyLong_CheckExact(value):
        value = PyNumber_Index(value)
    return value


cdef inline uint32_t kind_of(
    uint32_t op, uint32_t side, uint32_t life, uint32_t stp
) noexcept nogil:
    return op | min(side, 0xFF) << 8 | min(life, 0xFF) << 16 | min(stp, 0xFF) << STP_SHIFT


cdef inline uint32_t price_word(uint32_t tick, uint32_t post_only) noexcept nogil:
    return min(tick, <uint32_t> TICKS_MAX + 1) | post_only << PRICE_SHIFT


cdef Outcome refused_unread(int code):
    cdef Outcome outcome = Outcome.__new__(Outcome)
    outcome.order = NO_ORDER
    outcome.refused = <uint32_t> code
    return outcome


cdef inline Outcome outcome_of(
    const BookCommand *command, const BookEvent *event, const BookEvent *end
):
    """Add up the events of one command."""
    cdef Outcome outcome = Outcome.__new__(Outcome)
    outcome.order = command.order
    outcome.event_count = <uint32_t> (end - event)
    while event < end:
        if event.kind == EVENT_RESTED:
            outcome.left = event.left
        elif event.kind == EVENT_FILL:
            outcome.filled += event.contracts
            outcome.cost_ticks += <uint64_t> event.contracts * event.tick
            outcome.fee_e6 += event.fee_e6
        elif event.kind == EVENT_REJECTED:
            outcome.refused = event.left
        elif event.kind != EVENT_SELF_CANCELED:
            outcome.canceled += event.contracts
            outcome.left = event.left
        event += 1
    return outcome


cdef int clear_orders(Core *core) except -1:
    """Touch every place, so that its page is there before the first command."""
    cdef uint32_t place
    for place in range(core.capacity):
        memset(&core.book.orders[place], 0, sizeof(Order))
        core.book.orders[place].next = NO_ORDER
    return 0


cdef int make_levels(Core *core, ticks) except -1:
    cdef void *levels = NULL
    cdef uint32_t tick
    cdef size_t words
    if not 1 <= ticks <= TICKS_MAX:
        raise ValueError(f"ticks: 1 to {TICKS_MAX}")
    if core.book.levels != NULL:
        raise RuntimeError("the book is set up already")
    core.book.tick_count = ticks
    core.book.best_ask = core.book.tick_count + 1
    words = (core.book.tick_count >> 6) + 1
    if posix_memalign(&levels, sizeof(Level), (core.book.tick_count + 2) * sizeof(Level)):
        raise MemoryError
    memset(levels, 0, (core.book.tick_count + 2) * sizeof(Level))
    core.book.levels = <Level *> levels
    core.book.bits = <uint64_t *> malloc((words + (words >> 6) + 1) * sizeof(uint64_t))
    if core.book.bits == NULL:
        raise MemoryError
    memset(core.book.bits, 0, (words + (words >> 6) + 1) * sizeof(uint64_t))
    core.book.summary = core.book.bits + words
    for tick in range(core.book.tick_count + 2):
        core.book.levels[tick].first = NO_ORDER
        core.book.levels[tick].last = NO_ORDER
    return 0
