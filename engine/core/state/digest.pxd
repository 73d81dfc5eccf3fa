"""The hash of the state, kept up with what changes."""

from engine.core.state.state cimport State


cdef class StateDigest:
    cdef list trees
    cdef bytes listings
    cdef bytes listings_digest
    cdef bytes root(self, State *st)
    cdef bytes _refresh(self, State *st, int table)
