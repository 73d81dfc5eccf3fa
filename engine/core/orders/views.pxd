"""Reads of waiting orders: an account's, and the coming auction of a market."""

from engine.core.state.state cimport State
from libc.stdint cimport uint32_t

cdef list orders_of(State *st, uint32_t account)
cdef object order_view(State *st, uint32_t row)
cdef object coming_auction(State *st, uint32_t market)
