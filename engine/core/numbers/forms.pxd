"""Rows that a form reads in place."""

from libc.stdint cimport int64_t, uint64_t

cdef enum:
    FIGURES_MAX = 48


cdef class Figures:
    cdef int64_t values[FIGURES_MAX]
    cdef uint64_t unknown  # bits of the places without a value
