"""Length of a command record; records of earlier versions in the current layout."""

from engine.core.generated.records cimport HeaderC
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint16_t, uint64_t

cdef int is_current(const unsigned char *record) noexcept nogil
cdef bytes current_record(const unsigned char *record)
cdef size_t record_length(const unsigned char *record, size_t available) except? 0 nogil
cdef int check_framing(const unsigned char *data, size_t total) except -1 nogil

# The head of a command in its current version.
cdef void set_head(HeaderC *header, uint16_t tag, uint64_t seq, int64_t time_s) noexcept nogil
