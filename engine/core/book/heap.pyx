"""Rows by (time, key), earliest first: what the clock step takes next.

A binary heap; `places` has the place of each row, so that any row can be taken out. Keys of rows in
one heap differ: the order is total and does not depend on how the heap came about.
"""

from engine.core.state.state cimport NO_ROW, HeapEntry
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memset

cdef size_t FIRST_ROWS = 64


cdef int _raise_memory() except -1 nogil:
    with gil:
        raise MemoryError("a heap cannot grow")


cdef int heap_reserve(Heap *heap, size_t rows) except -1 nogil:
    """Have room for rows 0 … rows - 1, each in the heap at most once."""
    cdef size_t room = heap.row_capacity if heap.row_capacity else FIRST_ROWS
    cdef void *data
    if rows <= heap.row_capacity:
        return 0
    while room < rows:
        room *= 2
    data = realloc(heap.entries, room * sizeof(HeapEntry))
    if data == NULL:
        return _raise_memory()
    heap.entries = <HeapEntry *> data
    heap.capacity = room
    data = realloc(heap.places, room * sizeof(uint32_t))
    if data == NULL:
        return _raise_memory()
    heap.places = <uint32_t *> data
    memset(heap.places + heap.row_capacity, 0xFF, (room - heap.row_capacity) * sizeof(uint32_t))
    heap.row_capacity = room
    return 0


cdef inline int _is_before(const HeapEntry *a, const HeapEntry *b) noexcept nogil:
    return a.at_s < b.at_s or (a.at_s == b.at_s and a.key < b.key)


cdef inline void _set_down(Heap *heap, size_t place, HeapEntry entry) noexcept nogil:
    heap.entries[place] = entry
    heap.places[entry.row] = <uint32_t> place


cdef size_t _rise(Heap *heap, size_t place, HeapEntry entry) noexcept nogil:
    """Move later ones down from a free place upward; the place that is free in the end."""
    cdef size_t parent
    while place > 0:
        parent = (place - 1) >> 1
        if not _is_before(&entry, &heap.entries[parent]):
            break
        _set_down(heap, place, heap.entries[parent])
        place = parent
    return place


cdef size_t _sink(Heap *heap, size_t place, HeapEntry entry) noexcept nogil:
    """Move earlier ones up from a free place downward; the place that is free in the end."""
    cdef size_t child = 2 * place + 1
    while child < heap.count:
        if child + 1 < heap.count and _is_before(
            &heap.entries[child + 1], &heap.entries[child]
        ):
            child += 1
        if not _is_before(&heap.entries[child], &entry):
            break
        _set_down(heap, place, heap.entries[child])
        place = child
        child = 2 * place + 1
    return place


cdef void heap_put(Heap *heap, uint32_t row, int64_t at_s, uint64_t key) noexcept nogil:
    """Put a row in, or move it when it is there; its room was reserved."""
    cdef HeapEntry entry
    heap_take_out(heap, row)
    entry.at_s = at_s
    entry.key = key
    entry.row = row
    entry.reserved = 0
    heap.count += 1
    _set_down(heap, _rise(heap, heap.count - 1, entry), entry)


cdef void heap_take_out(Heap *heap, uint32_t row) noexcept nogil:
    """Take a row out; nothing when it is not in the heap."""
    cdef size_t place
    cdef HeapEntry last
    if row >= heap.row_capacity or heap.places[row] == NO_ROW:
        return
    place = heap.places[row]
    heap.places[row] = NO_ROW
    heap.count -= 1
    if place == heap.count:
        return
    last = heap.entries[heap.count]
    _set_down(heap, _sink(heap, _rise(heap, place, last), last), last)


cdef class Timetable:
    """Python face of one heap, for tests."""

    cdef Heap heap

    def __dealloc__(self):
        free(self.heap.entries)
        free(self.heap.places)

    def __len__(self):
        return self.heap.count

    def put(self, uint32_t row, int64_t at_s, uint64_t key) -> None:
        """Put a row in, or move it."""
        heap_reserve(&self.heap, <size_t> row + 1)
        heap_put(&self.heap, row, at_s, key)

    def take_out(self, uint32_t row) -> None:
        """Take a row out, if it is there."""
        heap_take_out(&self.heap, row)

    def first(self) -> tuple | None:
        """Return (time, key, row) of the earliest; None when the heap is empty."""
        if self.heap.count == 0:
            return None
        return (self.heap.entries[0].at_s, self.heap.entries[0].key, self.heap.entries[0].row)
