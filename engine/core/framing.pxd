"""Length of a command record; records of earlier versions in the current layout."""

from engine.core.generated.records cimport HeaderC
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint16_t, uint64_t

cdef enum:
    COMMAND_TAGS_MAX = 1000

cdef uint16_t command_versions[COMMAND_TAGS_MAX]  # by tag; 0 where there is no command

cdef inline int is_current(const unsigned char *record) noexcept nogil:
    """Whether a record has the current version of its command."""
    cdef const HeaderC *header = <const HeaderC *> record
    return (
        header.tag < COMMAND_TAGS_MAX
        and header.version != 0
        and header.version == command_versions[header.tag]
    )

cdef bytes current_record(const unsigned char *record)
cdef size_t record_length(const unsigned char *record, size_t available) except? 0 nogil
cdef int check_framing(const unsigned char *data, size_t total) except -1 nogil

# The head of a command in its current version.
cdef void set_head(HeaderC *header, uint16_t tag, uint64_t seq, int64_t time_s) noexcept nogil
