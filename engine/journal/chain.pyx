"""The walk of a segment's records without the interpreter: markers, CRC32C and hash chain."""

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from engine.journal import limits as _limits
from engine.journal.journal import JournalRecord

cdef extern from "digests.h" nogil:
    enum: SHA256_ROOM
    int digest_instructions()
    uint32_t crc32c(const uint8_t *data, size_t length, int instructions)
    void sha256(uint8_t *message, size_t length, uint8_t *digest, int instructions)

cdef enum:
    HASH = 32
    HEAD = 68  # of a record; segment.py has its form
    CHECKED = 60  # what CRC and hash see of it: all but marker and CRC

cdef uint32_t MARKER = 0x52435241
cdef uint32_t PAYLOAD_MAX = _limits.RECORD_PAYLOAD_MAX
cdef int INSTRUCTIONS = digest_instructions()
crc32c(NULL, 0, 0)  # makes the table of the portable code, before there are threads


cdef struct Row:
    int64_t end  # in the joined payloads
    uint64_t epoch
    uint8_t digest[HASH]


cdef struct Link:
    uint64_t seq
    uint64_t epoch
    uint8_t previous[HASH]


cdef class Run:
    """Whole records that continue the chain, in order, with their payloads joined."""

    cdef readonly int64_t first_seq
    cdef readonly int64_t count
    cdef readonly bytes payloads
    # What follows is whole, but does not continue the chain.
    cdef readonly bint is_discontinued
    # More may follow: the run is as long as was asked for.
    cdef readonly bint is_full
    cdef bytes _rows
    cdef const Row *_row
    cdef int64_t _offset

    def record(self, int64_t place):
        """Return one record, counted from 0."""
        cdef int64_t begin = self._begin(place)
        payload = self.payloads[begin : self._row[place].end]
        return JournalRecord(self.first_seq + place, self._row[place].epoch, payload)

    def part(self, int64_t first, int64_t end):
        """Return the joined payloads of the records from `first` up to `end`, without that one."""
        if first == 0 and end == self.count:
            return self.payloads
        if not 0 <= first < end <= self.count:
            raise IndexError(f"a run of {self.count} records has no part {first} to {end}")
        return self.payloads[self._begin(first) : self._row[end - 1].end]

    def digest(self, int64_t place):
        """Return the hash of a record."""
        self._begin(place)
        return <bytes> (<const char *> self._row[place].digest)[:HASH]

    def epoch(self, int64_t place):
        """Return the epoch of a record."""
        self._begin(place)
        return self._row[place].epoch

    def end(self, int64_t place):
        """Return the offset behind a record in the segment."""
        self._begin(place)
        return self._offset + HEAD * (place + 1) + self._row[place].end

    cdef int64_t _begin(self, int64_t place) except -1:
        if not 0 <= place < self.count:
            raise IndexError(f"a run of {self.count} records has no record {place}")
        return self._row[place - 1].end if place else 0


def find_run(
    const uint8_t[::1] data,
    int64_t offset,
    int64_t next_seq,
    bytes previous_hash,
    int64_t epoch,
    int64_t bytes_max,
    int64_t base=0,
    bint is_cut=False,
):
    """Return the records from `offset` on that continue a chain, of up to about `bytes_max` bytes.

    At least one where there is one. The data begin at offset `base` of the segment; `is_cut` says
    that they end before the segment does. The GIL is released.
    """
    cdef Run run = Run()
    cdef Link link
    cdef const uint8_t *start = &data[0] if data.shape[0] else NULL
    cdef int64_t length = data.shape[0]
    cdef int64_t most = 0
    cdef int64_t size = 0
    cdef int64_t count
    cdef Row *rows
    cdef uint8_t *payloads
    if offset < 0 or base < 0 or len(previous_hash) != HASH:
        raise ValueError("no place in a segment")
    link.seq, link.epoch = next_seq, epoch
    memcpy(link.previous, PyBytes_AS_STRING(previous_hash), HASH)
    with nogil:
        run.is_full = _measure(start, length, offset, bytes_max, &most, &size)
    run._rows = PyBytes_FromStringAndSize(NULL, most * sizeof(Row))
    run.payloads = PyBytes_FromStringAndSize(NULL, size)
    rows = <Row *> PyBytes_AS_STRING(run._rows)
    payloads = <uint8_t *> PyBytes_AS_STRING(run.payloads)
    with nogil:
        count = _check(start + offset, most, &link, rows, payloads)
    if count < 0:
        raise MemoryError
    run._row = rows
    run._offset = base + offset
    run.first_seq = next_seq
    run.count = count
    run.is_full |= is_cut and most > 0
    if count < most:
        run.is_full = False
        run.is_discontinued = link.seq == 0
        run.payloads = run.payloads[: rows[count - 1].end] if count else b""
    return run


def encode_run(
    list payloads, int64_t first_seq, int64_t commit, int64_t epoch, bytes previous_hash
):
    """Return the records of payloads that follow one another, and the hash of the last one.

    As `segment.encode_record` makes them; `commit` is the number of the first record of their
    group. The GIL is released.
    """
    cdef int64_t count = len(payloads)
    cdef int64_t size = 0
    cdef int64_t place
    cdef bytes payload
    cdef uint8_t digest[HASH]
    if not 0 < commit <= first_seq or epoch < 0 or len(previous_hash) != HASH:
        raise ValueError("no place in a segment")
    for payload in payloads:
        if not 0 < len(payload) <= PAYLOAD_MAX:
            raise ValueError(f"a payload of {len(payload)} bytes")
        size += HEAD + len(payload)
    cdef bytes room = PyBytes_FromStringAndSize(NULL, size + SHA256_ROOM)
    cdef uint8_t *at = <uint8_t *> PyBytes_AS_STRING(room)
    cdef uint8_t *start = at
    for payload in payloads:
        _put_u32(at + 8, len(payload))
        memcpy(at + HEAD, PyBytes_AS_STRING(payload), len(payload))
        at += HEAD + len(payload)
    memcpy(digest, PyBytes_AS_STRING(previous_hash), HASH)
    with nogil:
        at = start
        for place in range(count):
            at = _seal(at, first_seq + place, epoch, commit, digest)
    return room[:size], <bytes> (<const char *> digest)[:HASH]


def find_payload(const uint8_t[::1] data, int64_t offset, bytes head):
    """Search the records from `offset` on for a payload that begins so; nothing is checked.

    Returns whether there is one, and its offset, or the offset of what is no whole record.
    """
    cdef const uint8_t *start = &data[0] if data.shape[0] else NULL
    cdef const char *wanted = PyBytes_AS_STRING(head)
    cdef int64_t length = data.shape[0]
    cdef uint32_t size = len(head)
    cdef uint32_t payload
    cdef bint is_found = False
    if offset < 0:
        raise ValueError("no place in a segment")
    with nogil:
        while length - offset >= HEAD:
            payload = _u32(start + offset + 4)
            if _u32(start + offset) != MARKER or payload > length - offset - HEAD:
                break
            if payload >= size and memcmp(start + offset + HEAD, wanted, size) == 0:
                is_found = True
                break
            offset += HEAD + payload
    return is_found, offset


def written_end(const uint8_t[::1] data, int64_t offset):
    """Return the offset behind the last byte after `offset` that is not zero, else `offset`."""
    cdef const uint8_t *start = &data[0] if data.shape[0] else NULL
    cdef int64_t end = data.shape[0]
    if offset < 0:
        raise ValueError("no place in a segment")
    with nogil:
        while end - offset >= 8 and _u64(start + end - 8) == 0:
            end -= 8
        while end > offset and start[end - 1] == 0:
            end -= 1
    return max(end, offset)


cdef uint32_t _u32(const uint8_t *at) noexcept nogil:
    cdef uint32_t value
    memcpy(&value, at, 4)
    return value


cdef uint64_t _u64(const uint8_t *at) noexcept nogil:
    cdef uint64_t value
    memcpy(&value, at, 8)
    return value


cdef void _put_u32(uint8_t *at, uint32_t value) noexcept nogil:
    memcpy(at, &value, 4)


cdef void _put_u64(uint8_t *at, uint64_t value) noexcept nogil:
    memcpy(at, &value, 8)


cdef uint8_t *_seal(
    uint8_t *at, uint64_t seq, uint64_t epoch, uint64_t commit, uint8_t *digest
) noexcept nogil:
    """Complete a record whose payload is in its place; return where the next one begins.

    What is hashed has the length where the record has its checksum, so that is there first. The
    hash is padded where the next record begins, whose bytes are kept.
    """
    cdef uint32_t length = _u32(at + 8)
    cdef uint8_t *end = at + HEAD + length
    cdef uint8_t behind[SHA256_ROOM]
    cdef uint32_t crc
    _put_u64(at + 12, seq)
    _put_u64(at + 20, epoch)
    _put_u64(at + 28, commit)
    memcpy(at + 36, digest, HASH)
    crc = crc32c(at + 8, CHECKED + length, INSTRUCTIONS)
    memcpy(behind, end, SHA256_ROOM)
    sha256(at + 8, CHECKED + length, digest, INSTRUCTIONS)
    memcpy(end, behind, SHA256_ROOM)
    _put_u32(at, MARKER)
    _put_u32(at + 4, length)
    _put_u32(at + 8, crc)
    return end


cdef bint _measure(
    const uint8_t *data,
    int64_t length,
    int64_t offset,
    int64_t bytes_max,
    int64_t *count,
    int64_t *size,
) noexcept nogil:
    """Count records by marker and length; True where it stops because there are enough."""
    cdef uint32_t payload
    while length - offset >= HEAD:
        payload = _u32(data + offset + 4)
        if _u32(data + offset) != MARKER or not 0 < payload <= PAYLOAD_MAX:
            return False
        if payload > length - offset - HEAD:
            return False
        if size[0] >= bytes_max:
            return True
        offset += HEAD + payload
        size[0] += payload
        count[0] += 1
    return False


cdef int64_t _check(
    const uint8_t *at, int64_t count, Link *link, Row *rows, uint8_t *payloads
) noexcept nogil:
    """Return how many records are whole and continue the chain, -1 without memory.

    `link.seq` is 0 then where the next one is whole and does not continue it.
    """
    cdef uint8_t *body = <uint8_t *> malloc(CHECKED + PAYLOAD_MAX + SHA256_ROOM)
    cdef uint32_t length
    cdef int64_t place
    cdef int64_t end = 0
    if body == NULL:
        return -1
    for place in range(count):
        length = _u32(at + 4)
        memcpy(body, at + 4, 4)
        memcpy(body + 4, at + 12, HEAD - 12 + length)
        if crc32c(body, CHECKED + length, INSTRUCTIONS) != _u32(at + 8):
            break
        if (
            _u64(at + 12) != link.seq
            or _u64(at + 20) < link.epoch
            or memcmp(at + 36, link.previous, HASH) != 0
        ):
            link.seq = 0
            break
        memcpy(payloads + end, at + HEAD, length)
        end += length
        sha256(body, CHECKED + length, rows[place].digest, INSTRUCTIONS)
        rows[place].end = end
        rows[place].epoch = _u64(at + 20)
        link.seq += 1
        link.epoch = rows[place].epoch
        memcpy(link.previous, rows[place].digest, HASH)
        at += HEAD + length
    else:
        place = count
    free(body)
    return place


def digests_of(bytes message, bint is_portable):
    """Return CRC32C and SHA-256 of a message, by the portable code or this processor's."""
    cdef int instructions = 0 if is_portable else INSTRUCTIONS
    cdef bytes padded = message + bytes(SHA256_ROOM)
    cdef uint8_t *data = <uint8_t *> PyBytes_AS_STRING(padded)
    cdef uint8_t digest[HASH]
    cdef uint32_t crc = crc32c(data, len(message), instructions)
    sha256(data, len(message), digest, instructions)
    return crc, <bytes> (<const char *> digest)[:HASH]
