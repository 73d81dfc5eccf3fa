"""Rows, books and heaps of the prediction markets: what is derived, and how it is made again.

None of these rows is undone: every refusal comes before the first write. What can raise (memory)
comes before the first write of a command.
"""

from engine.core.book.book cimport Book
from engine.core.book.ledger cimport Ledger
from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint32_t, uint64_t

# Lookups answer NO_ROW for an unknown key.
cdef uint32_t find_points(State *st, const unsigned char *address) noexcept nogil
cdef uint32_t find_holding(State *st, uint32_t account, uint32_t market) noexcept nogil
cdef uint32_t find_order(State *st, uint64_t order_id) noexcept nogil
cdef uint32_t find_client_order(
    State *st, uint32_t user, const char *client_order_id
) noexcept nogil

cdef uint32_t new_points(State *st, uint32_t user) except? 0xFFFFFFFF nogil
cdef uint32_t new_holding(State *st, uint32_t account, uint32_t market) except? 0xFFFFFFFF nogil
cdef void free_holding(State *st, uint32_t row) noexcept nogil  # paid: out of index and lists

# The book of an open market: its levels are made when it opens and freed when it closes.
cdef int open_book(State *st, uint32_t market) except -1 nogil
cdef void close_book(State *st, uint32_t market) noexcept nogil
cdef Book *book_of(State *st, uint32_t market) noexcept nogil  # with `orders` where they are now
cdef void ledger_of(State *st, uint32_t market, Ledger *ledger) noexcept nogil

# Take a resting order out of the book, touch the book, mark what changed and emit OrderUpdated;
# room for the event is reserved by the caller.
cdef void end_order(State *st, uint32_t row, int status, int reason) noexcept nogil

# After the rows of a snapshot were read: books, lists, heaps and indexes.
cdef int rebuild_predictions(State *st) except -1 nogil

# A place for an order: the same row of orders and tickets. `reserve_order` has room for one more,
# in every index and heap; after it, taking a row does not raise.
cdef int reserve_order(State *st) except -1 nogil
cdef uint32_t take_order_row(State *st) noexcept nogil
cdef void list_order(
    State *st, uint32_t row, uint64_t client_hash
) noexcept nogil  # found by its ids from now on
cdef void finish_order(State *st, uint32_t row) noexcept nogil  # free, or kept for its client id
cdef void tell_order(State *st, uint32_t row) noexcept nogil  # emit OrderUpdated

cdef void mark_order(State *st, uint32_t row) noexcept nogil
cdef void mark_holding(State *st, uint32_t row) noexcept nogil  # and its points

# Orders that are kept for a client id beyond its day, a few at each call: for the clock step.
cdef int forget_client_orders(State *st) except -1 nogil

# An index had a print accepted: each question about it that waits for one keeps it.
cdef void keep_value(
    State *st, uint32_t listed, int64_t price_e8, int64_t published_at_s
) noexcept nogil
cdef uint32_t index_of(State *st, uint32_t acre_id) noexcept nogil  # first market of it, or NO_ROW

# The book of a market changes: its sequence rises, once a command with its clock step.
cdef void touch_book(State *st, uint32_t market) noexcept nogil
