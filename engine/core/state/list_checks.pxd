"""Lists of a state that was read."""

from engine.core.state.state cimport State

cdef int check_lists(State *st) except -1
