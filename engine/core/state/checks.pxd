"""Whether a state that was read can be worked with."""

from engine.core.state.state cimport State
from libc.stdint cimport uint64_t

cdef int check_state(State *st) except -1
cdef int wrong(int table, uint64_t row, const char *what) except -1 with gil
