"""Memory of the state: rows of one width, indexes, and buffers that grow."""

from libc.stddef cimport size_t
from libc.stdint cimport uint8_t, uint32_t, uint64_t

# `changed` lists the chunks of rows written since the last state hash; `marks` has 1 for each.
cdef struct Rows:
    unsigned char *data
    size_t width
    size_t tail  # bytes at the end of a row that are in no hash: its epoch, or derived links
    size_t capacity
    uint32_t chunk_shift  # a chunk has 1 << chunk_shift rows
    uint32_t changed_count
    uint32_t *changed
    uint8_t *marks

cdef struct Index:
    uint32_t *slots
    size_t capacity

cdef struct Buffer:
    unsigned char *data
    size_t used
    size_t capacity

# The undo log: the old bytes of a row, then this.
cdef struct UndoEntry:
    uint32_t table
    uint32_t row

# A point within a transaction: what follows it can be undone alone.
cdef struct Mark:
    size_t undo_used
    size_t event_used
    size_t touched_used

cdef int grow_buffer(Buffer *buffer, size_t more) except -1 nogil
cdef int grow_array(void **array, size_t old, size_t needed, size_t width) except -1 nogil
cdef int grow_rows(Rows *rows, size_t needed) except -1 nogil
cdef void mark_all(Rows *rows, uint64_t count) noexcept nogil

cdef inline int reserve_bytes(Buffer *buffer, size_t more) except -1 nogil:
    """Have room for so many more bytes; `used` is never above `capacity`."""
    if buffer.capacity - buffer.used >= more:
        return 0
    return grow_buffer(buffer, more)


cdef inline void mark_row(Rows *rows, uint32_t row) noexcept nogil:
    """Note that a row was written since the last state hash."""
    cdef uint32_t chunk = row >> rows.chunk_shift
    if not rows.marks[chunk]:
        rows.marks[chunk] = 1
        rows.changed[rows.changed_count] = chunk
        rows.changed_count += 1
