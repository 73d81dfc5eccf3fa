"""The whole state as bytes, and back."""

from engine.core.state.state cimport State
from libc.stddef cimport size_t

cdef bytes snapshot_body(State *st)
cdef int restore_state(State *st, const unsigned char *data, size_t length) except -1
