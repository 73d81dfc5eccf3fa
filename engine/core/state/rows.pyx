"""Memory of the state: rows of one width, indexes, and buffers that grow."""

from engine.core.state.memory cimport larger_array
from libc.stddef cimport size_t
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport realloc
from libc.string cimport memset

cdef size_t ROWS_MAX = 1 << 31  # of one table
cdef size_t BUFFER_MAX = 1 << 34
cdef size_t LARGE_BYTES = 1 << 21  # of an array that is worth huge pages
cdef size_t AMPLE = 8  # times the room that a large table needs: each growth is a copy


cdef int _raise_memory() except -1 nogil:
    with gil:
        raise MemoryError("the exchange's state cannot grow")


cdef int grow_buffer(Buffer *buffer, size_t more) except -1 nogil:
    cdef size_t capacity = buffer.capacity if buffer.capacity else 4096
    cdef void *data
    while capacity < buffer.used + more:
        capacity *= 2
    if capacity > BUFFER_MAX:
        return _raise_memory()
    data = realloc(buffer.data, capacity)
    if data == NULL:
        return _raise_memory()
    buffer.data = <unsigned char *> data
    buffer.capacity = capacity
    return 0


cdef int grow_array(void **array, size_t old, size_t needed, size_t width) except -1 nogil:
    """Make an array larger; what is added is zero."""
    cdef void *data = realloc(array[0], needed * width)
    if data == NULL:
        return _raise_memory()
    memset(<unsigned char *> data + old * width, 0, (needed - old) * width)
    array[0] = data
    return 0


cdef void *_larger_rows(const Rows *rows, size_t *capacity) noexcept nogil:
    """The rows in more memory: ample room, whose addresses cost nothing, where there is some."""
    cdef size_t used = rows.capacity * rows.width
    cdef void *data = NULL
    if capacity[0] * rows.width < LARGE_BYTES:
        return realloc(rows.data, capacity[0] * rows.width)
    if capacity[0] * AMPLE <= ROWS_MAX:
        data = larger_array(rows.data, used, capacity[0] * AMPLE * rows.width)
    if data == NULL:
        return larger_array(rows.data, used, capacity[0] * rows.width)
    capacity[0] *= AMPLE
    return data


cdef int grow_rows(Rows *rows, size_t needed) except -1 nogil:
    """Have room for so many rows; what is added is not touched, and so takes no memory yet."""
    cdef size_t capacity = rows.capacity if rows.capacity else 8
    cdef size_t chunks = rows.capacity >> rows.chunk_shift
    cdef void *data
    if needed <= rows.capacity:
        return 0
    while capacity < needed or capacity >> rows.chunk_shift == 0:
        capacity *= 2
    if capacity > ROWS_MAX:
        return _raise_memory()
    data = _larger_rows(rows, &capacity)
    if data == NULL:
        return _raise_memory()
    rows.data = <unsigned char *> data
    grow_array(<void **> &rows.marks, chunks, capacity >> rows.chunk_shift, sizeof(uint8_t))
    grow_array(<void **> &rows.changed, chunks, capacity >> rows.chunk_shift, sizeof(uint32_t))
    rows.capacity = capacity
    return 0


cdef void mark_all(Rows *rows, uint64_t count) noexcept nogil:
    """Note every row as changed."""
    cdef uint64_t row
    for row in range(count):
        mark_row(rows, <uint32_t> row)
