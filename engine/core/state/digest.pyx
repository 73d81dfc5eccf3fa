"""The hash of the state, kept up with what changes.

Every table is a tree of SHA-256 digests. A leaf covers a chunk of consecutive rows without their
`epoch` or derived links, a node up to 16 digests of the level below it; leaves and nodes begin with
different bytes. The state's hash covers facts, rules, listings, and of each table the number of
rows and the top of its tree. Only the chunks that were written since the last call, and the nodes
above them, are computed again, so that a call costs what changed.
"""

from engine.core.state.state cimport TABLE_COUNT, Listing, Rows, State, market_count, pool_of
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from hashlib import sha256

_LAYOUT = b"acre-state-3"
_LEAF = b"\x00"
_NODE = b"\x01"
cdef enum:
    DIGEST = 32
    FAN_SHIFT = 4  # 16 digests under a node
    NODE_BYTES = DIGEST << FAN_SHIFT


cdef bytes _leaf(State *st, int table, size_t chunk):
    """The digest of a chunk's rows, each without its tail."""
    cdef Rows *rows = &st.tables[table]
    cdef size_t first = chunk << rows.chunk_shift
    cdef size_t count = <size_t> pool_of(st).rows[table] - first
    cdef size_t width = rows.width - rows.tail
    cdef size_t row
    cdef bytearray text
    cdef unsigned char *out
    if count > (<size_t> 1 << rows.chunk_shift):
        count = <size_t> 1 << rows.chunk_shift
    text = bytearray(_LEAF) + bytearray(count * width)
    out = <unsigned char *> <char *> text + 1
    for row in range(count):
        memcpy(out + row * width, rows.data + (first + row) * rows.width, width)
    return sha256(text).digest()


cdef int _take_changed(Rows *rows, size_t chunks, list changed) except -1:
    """Move the list of changed chunks to `changed`; rows that were undone have no chunk."""
    cdef uint32_t place
    for place in range(rows.changed_count):
        rows.marks[rows.changed[place]] = 0
        if rows.changed[place] < chunks:
            changed.append(rows.changed[place])
    rows.changed_count = 0
    return 0


cdef class StateDigest:
    """Trees of one exchange."""

    def __cinit__(self):
        self.trees = [[bytearray()] for _ in range(TABLE_COUNT)]

    cdef bytes root(self, State *st):
        """The hash now; takes the marks of what changed."""
        cdef bytes listings = (<char *> st.listings)[: market_count(st) * sizeof(Listing)]
        cdef uint64_t count
        cdef int table
        if listings != self.listings:
            self.listings_digest = sha256(listings).digest()
            self.listings = listings
        digest = sha256(_LAYOUT)
        digest.update((<char *> &st.facts)[: sizeof(st.facts)])
        digest.update((<char *> &st.rules)[: sizeof(st.rules)])
        digest.update(self.listings_digest)
        for table in range(TABLE_COUNT):
            count = pool_of(st).rows[table]
            digest.update((<char *> &count)[: sizeof(count)])
            digest.update(self._refresh(st, table))
        return digest.digest()

    cdef bytes _refresh(self, State *st, int table):
        """The top of a table's tree, after what changed was computed again."""
        cdef Rows *rows = &st.tables[table]
        cdef size_t size = <size_t> 1 << rows.chunk_shift
        cdef size_t wanted = (<size_t> pool_of(st).rows[table] + size - 1) >> rows.chunk_shift
        cdef list levels = self.trees[table]
        cdef list changed = []
        cdef bytearray level = levels[0]
        cdef bytearray lower
        cdef size_t depth = 0
        cdef size_t place
        _take_changed(rows, wanted, changed)
        level.extend(bytes(wanted * DIGEST - len(level)))
        for place in changed:
            level[place * DIGEST : (place + 1) * DIGEST] = _leaf(st, table, place)
        while len(level) > DIGEST:
            lower = level
            changed = sorted({place >> FAN_SHIFT for place in changed})
            wanted = (wanted + (1 << FAN_SHIFT) - 1) >> FAN_SHIFT
            depth += 1
            if depth == <size_t> len(levels):
                levels.append(bytearray())
            level = levels[depth]
            level.extend(bytes(wanted * DIGEST - len(level)))
            for place in changed:
                level[place * DIGEST : (place + 1) * DIGEST] = sha256(
                    _NODE + lower[place * NODE_BYTES : (place + 1) * NODE_BYTES]
                ).digest()
        return bytes(level)
