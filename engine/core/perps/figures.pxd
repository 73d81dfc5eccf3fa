"""Figures of a trade's quote as words."""

from engine.core.numbers.forms cimport Figures
from libc.stdint cimport int64_t


cdef class TradeFigures(Figures):
    cdef readonly tuple reasons
    cdef int count

    cdef int put(self, int64_t value) except -1
    cdef int put_if(self, bint is_known, int64_t value) except -1

cdef TradeFigures new_figures(tuple reasons)  # to which each figure is added in its order
