"""The whole state as bytes, and back.

A snapshot is a head, facts, rules, listings, the rows of each table without their `epoch` or
derived links, and the SHA-256 of all of it. All numbers are little-endian. The same prefix of
commands gives the same bytes: caches, marks and indexes are not in it, indexes are made again at
load. The head names the layout; a program with another one refuses the snapshot, and the journal is
replayed instead.
"""

from engine.core.orders.order_checks cimport check_orders
from engine.core.orders.waiting cimport rebuild_watches
from engine.core.predictions.checks cimport check_prediction_rows, check_prediction_sums
from engine.core.predictions.state cimport rebuild_predictions
from engine.core.state.checks cimport check_state
from engine.core.state.index cimport grow_index
from engine.core.state.memory cimport use_huge_pages
from engine.core.state.state cimport (
    MARKETS_MAX, TABLE_COUNT, TABLE_MARKET, TABLE_POOL, TABLE_STAKER, TABLE_USER,
    ExchangeParameters, Facts, Listing, Rows, State, grow_rows, mark_all, pool_of,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from hashlib import sha256

from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

cdef extern from "Python.h":
    bytes PyBytes_FromStringAndSize(char *data, Py_ssize_t length)

_MAGIC = b"ACRESNAP"
_FORMAT = 1
_STATE_VERSION = 11  # rises when a field moves or a rule reads the state in another way
cdef enum:
    CHECKSUM = 32
    ROWS_MAX = 0x7FFFFFFF
    ROW_NUMBERS = 24  # the pool's `rows`

# Fields are at multiples of their size: there are no gaps.
cdef struct Head:
    unsigned char magic[8]
    uint32_t format
    uint32_t reserved
    unsigned char layout[32]
    uint64_t length  # of the whole, checksum included
    uint64_t sequence
    int64_t now_s
    uint64_t cursor_slot
    uint32_t cursor_transaction
    uint32_t cursor_instruction
    int64_t shown_unrealized_e6
    uint64_t counts[TABLE_COUNT]


cdef bytes _layout(State *st):
    """A digest of what the bytes mean: version, widths, and the parameters in their order."""
    cdef int table
    widths = [st.tables[table].width for table in range(TABLE_COUNT)]
    names = [p.name for p in (*EXCHANGE_PARAMETERS, *MARKET_PARAMETERS)]
    text = (
        _STATE_VERSION, sizeof(Head), sizeof(Facts), sizeof(ExchangeParameters), sizeof(Listing),
        widths, names,
    )
    return sha256(repr(text).encode("ascii")).digest()


cdef size_t _body_length(State *st, const uint64_t *counts) noexcept nogil:
    cdef size_t length = sizeof(Head) + sizeof(Facts) + sizeof(ExchangeParameters)
    cdef int table
    length += <size_t> counts[TABLE_MARKET] * sizeof(Listing)
    for table in range(TABLE_COUNT):
        length += <size_t> counts[table] * (st.tables[table].width - st.tables[table].tail)
    return length


cdef bytes snapshot_body(State *st):
    """A snapshot without its checksum: one pass of copying."""
    cdef size_t length = _body_length(st, pool_of(st).rows)
    cdef bytes body = PyBytes_FromStringAndSize(NULL, <Py_ssize_t> length)
    cdef unsigned char *out = <unsigned char *> <char *> body
    cdef bytes layout = _layout(st)
    cdef bytes magic = _MAGIC
    cdef Head head
    use_huge_pages(out, length)
    memset(&head, 0, sizeof(Head))
    memcpy(head.magic, <const char *> magic, 8)
    memcpy(head.layout, <const char *> layout, 32)
    head.format = _FORMAT
    head.length = length + CHECKSUM
    head.sequence = st.sequence
    head.now_s = st.now_s
    head.cursor_slot = st.cursor_slot
    head.cursor_transaction = st.cursor_transaction
    head.cursor_instruction = st.cursor_instruction
    head.shown_unrealized_e6 = st.shown_unrealized_e6
    memcpy(head.counts, pool_of(st).rows, sizeof(head.counts))
    out = _put(out, &head, sizeof(Head))
    out = _put(out, &st.facts, sizeof(Facts))
    out = _put(out, &st.rules, sizeof(ExchangeParameters))
    out = _put(out, st.listings, <size_t> pool_of(st).rows[TABLE_MARKET] * sizeof(Listing))
    _put_rows(st, out)
    return body


cdef unsigned char *_put(unsigned char *out, const void *data, size_t length) noexcept nogil:
    memcpy(out, data, length)
    return out + length


cdef void _put_rows(State *st, unsigned char *out) noexcept nogil:
    cdef Rows *rows
    cdef int table
    cdef uint64_t row
    for table in range(TABLE_COUNT):
        rows = &st.tables[table]
        for row in range(pool_of(st).rows[table]):
            out = _put(out, rows.data + row * rows.width, rows.width - rows.tail)


cdef int restore_state(State *st, const unsigned char *data, size_t length) except -1:
    """Fill a new state; ValueError says what is wrong with the bytes."""
    cdef Head head
    cdef int table
    if length < sizeof(Head) + CHECKSUM:
        raise ValueError(f"the snapshot is cut short: {length} bytes")
    memcpy(&head, data, sizeof(Head))
    _check_head(st, &head, length)
    if sha256(memoryview(<const unsigned char[: length - CHECKSUM]> data)).digest() != (
        data[length - CHECKSUM : length]
    ):
        raise ValueError("the snapshot fails its checksum")
    _check_counts(st, &head, length)
    st.sequence = head.sequence
    st.now_s = head.now_s
    st.cursor_slot = head.cursor_slot
    st.cursor_transaction = head.cursor_transaction
    st.cursor_instruction = head.cursor_instruction
    st.shown_unrealized_e6 = head.shown_unrealized_e6
    _read_rows(st, &head, data + sizeof(Head))
    for table in range(ROW_NUMBERS):
        if pool_of(st).rows[table] != (head.counts[table] if table < TABLE_COUNT else 0):
            raise ValueError("the snapshot's head and its pool name different numbers of rows")
    check_state(st)
    check_orders(st)
    check_prediction_rows(st)
    rebuild_watches(st)
    rebuild_predictions(st)
    check_prediction_sums(st)
    return 0


cdef int _check_head(State *st, const Head *head, size_t length) except -1:
    if head.magic[:8] != _MAGIC:
        raise ValueError("this is no snapshot (wrong magic)")
    if head.format != _FORMAT:
        raise ValueError(f"a snapshot of format {head.format}; this program reads {_FORMAT}")
    if head.layout[:32] != _layout(st):
        raise ValueError("the snapshot was made by an engine with another layout of the state")
    if head.length != length:
        raise ValueError(f"the snapshot has {length} bytes, its head says {head.length}")
    return 0


cdef int _check_counts(State *st, const Head *head, size_t length) except -1:
    cdef uint64_t most
    cdef int table
    for table in range(TABLE_COUNT):
        most = MARKETS_MAX if table == TABLE_MARKET else ROWS_MAX
        if head.counts[table] > most:
            raise ValueError(f"the snapshot has {head.counts[table]} rows in table {table}")
    if head.counts[TABLE_POOL] != 1:
        raise ValueError(f"the snapshot has {head.counts[TABLE_POOL]} pools")
    if _body_length(st, head.counts) + CHECKSUM != length:
        raise ValueError("the snapshot's length does not fit its numbers of rows")
    return 0


cdef int _read_rows(State *st, const Head *head, const unsigned char *data) except -1:
    """Copy facts, rules, listings and rows; make the indexes."""
    cdef Rows *rows
    cdef size_t width
    cdef uint64_t row
    cdef int table
    memcpy(&st.facts, data, sizeof(Facts))
    data += sizeof(Facts)
    memcpy(&st.rules, data, sizeof(ExchangeParameters))
    data += sizeof(ExchangeParameters)
    memcpy(st.listings, data, <size_t> head.counts[TABLE_MARKET] * sizeof(Listing))
    data += <size_t> head.counts[TABLE_MARKET] * sizeof(Listing)
    with nogil:
        for table in range(TABLE_COUNT):
            rows = &st.tables[table]
            width = rows.width - rows.tail
            grow_rows(rows, <size_t> head.counts[table])
            for row in range(head.counts[table]):
                memcpy(rows.data + row * rows.width, data, width)
                memset(rows.data + row * rows.width + width, 0, rows.tail)
                data += width
            mark_all(rows, head.counts[table])
        for table in range(TABLE_USER, TABLE_STAKER):
            grow_index(st, table, <size_t> head.counts[table])
    return 0
