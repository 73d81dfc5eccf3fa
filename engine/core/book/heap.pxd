"""Rows by (time, key), earliest first: what the clock step takes next."""

from engine.core.state.state cimport Heap
from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef int heap_reserve(Heap *heap, size_t rows) except -1 nogil  # room for so many rows
cdef void heap_put(Heap *heap, uint32_t row, int64_t at_s, uint64_t key) noexcept nogil
cdef void heap_take_out(Heap *heap, uint32_t row) noexcept nogil  # nothing when it is not in it
