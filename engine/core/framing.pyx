"""Lengths of command records, and conversion of earlier versions to the current one."""

from engine.core.generated.records cimport HeaderC
from engine.core.state.memory cimport prefetch
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t

from engine.core.generated.messages import BY_TAG, record_struct, to_current
from engine.schema.commands import COMMANDS

cdef enum:
    AHEAD = 8  # records between the fetch of one and its use

# By tag; 0 where there is no command.
cdef uint32_t command_lengths[COMMAND_TAGS_MAX]


def _load_tables() -> None:
    """Lengths and versions of the commands from the one table."""
    for message in COMMANDS:
        command_lengths[message.tag] = BY_TAG[message.tag].STRUCT.size
        command_versions[message.tag] = message.version


_load_tables()


cdef int _invalid(str message) except -1:
    raise ValueError(message)


cdef size_t record_length(const unsigned char *record, size_t available) except? 0 nogil:
    """Length of a command record of any version; ValueError if it is not one."""
    cdef const HeaderC *header = <const HeaderC *> record
    cdef size_t wanted
    if available < sizeof(HeaderC):
        with gil:
            _invalid("not a command record: cut short")
    if is_current(record):
        wanted = command_lengths[header.tag]
    else:
        with gil:
            wanted = _older_length(header.tag, header.version)
    if header.length != wanted or available < wanted:
        with gil:
            _invalid("not a command record: a wrong length")
    return wanted


cdef int check_framing(const unsigned char *data, size_t total) except -1 nogil:
    """Every record of a batch is a known command before the first one is applied.

    Each record is met here for the first time: those after it are fetched ahead.
    """
    cdef size_t offset = 0
    cdef size_t length
    cdef size_t line
    while offset < total:
        length = record_length(data + offset, total - offset)
        for line in range(0, length, 64):  # lines of a cache
            prefetch(data + offset + AHEAD * length + line)
        offset += length
    return 0


cdef size_t _older_length(uint16_t tag, uint16_t version) except? 0:
    """Length of an earlier version; ValueError for an unknown tag or version or an event."""
    if tag == 0 or tag >= COMMAND_TAGS_MAX:
        _invalid(f"not a command record: tag {tag}")
    return record_struct(tag, version).size


cdef void set_head(HeaderC *header, uint16_t tag, uint64_t seq, int64_t time_s) noexcept nogil:
    header.length = command_lengths[tag]
    header.tag = tag
    header.version = command_versions[tag]
    header.seq = seq
    header.time_s = time_s


cdef bytes current_record(const unsigned char *record):
    """A record of an earlier version in the current one."""
    return to_current(record[: (<const HeaderC *> record).length])
