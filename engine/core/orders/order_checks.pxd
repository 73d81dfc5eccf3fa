"""Waiting orders of a state that was read."""

from engine.core.state.state cimport State

cdef int check_orders(State *st) except -1
