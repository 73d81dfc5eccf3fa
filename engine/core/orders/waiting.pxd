"""Heaps of the waiting orders: what a price meets next, whose turn it is, what expires."""

from engine.core.state.state cimport Buffer, PerpOrder, State
from libc.stdint cimport int64_t, uint32_t

# Heaps of a market: a class on the index or the market price, up (price >= key) or down.
cdef enum:
    WATCH_INDEX_EXIT = 0
    WATCH_INDEX_AUCTION = 2
    WATCH_INDEX_ENTRY = 4
    WATCH_MARKET_EXIT = 6
    WATCH_MARKET_ENTRY = 8
    WATCH_INDEX_TRAIL = 10  # by `best`
    WATCH_MARKET_TRAIL = 12
    WATCH_PARKED = 14
    WATCH_DOWN = 1  # added: the key is the negated price

cdef int is_auction_class(const PerpOrder *order) noexcept nogil
cdef int watch_class(const PerpOrder *order) noexcept nogil
cdef int is_met(const PerpOrder *order, int64_t price_e8) noexcept nogil
cdef int64_t trailed_e8(const PerpOrder *order) noexcept nogil
cdef int64_t next_schedule_s(State *st, uint32_t market) noexcept nogil
cdef int64_t source_price_e8(State *st, uint32_t market, int source) noexcept nogil

# Bring the heaps up to date: after edits outside a transaction, or of the one just kept.
cdef int place_order(State *st, uint32_t row) except -1 nogil
cdef int place_touched(State *st) except -1 nogil
cdef int rebuild_watches(State *st) except -1 nogil

# Take out of a heap what a price meets and append the rows.
cdef int take_met(
    State *st, uint32_t market, int heap, int64_t price_e8, Buffer *rows
) except -1 nogil
cdef int is_any_met(State *st, uint32_t market, int heap, int64_t price_e8) noexcept nogil
