"""Matching an order of the exchange: what the book did becomes events and figures of tickets."""

from engine.core.book.book cimport Book
from engine.core.book.ledger cimport Points
from engine.core.state.state cimport State
from libc.stddef cimport size_t
from libc.stdint cimport uint16_t, uint32_t

# Bytes of the events of a match, at most: what to reserve before it.
cdef size_t matching_size(
    const Book *book, const Points *points, int side, uint32_t tick, uint32_t contracts
) noexcept nogil

# Let an order match; whether that changed the order beyond its standing in the book.
cdef int match_order(
    State *st, uint32_t row, uint16_t tick, uint32_t holding, uint32_t contracts, int is_own_listed
) noexcept nogil
