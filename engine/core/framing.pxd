"""Length of a command record; records of earlier versions in the current layout."""

from libc.stddef cimport size_t

cdef int is_current(const unsigned char *record) noexcept nogil
cdef bytes current_record(const unsigned char *record)
cdef size_t record_length(const unsigned char *record, size_t available) except? 0 nogil
