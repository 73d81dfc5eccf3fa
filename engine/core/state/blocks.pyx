"""Blocks of positions: those of one account are together, in the smallest that fits."""

from engine.core.state.state cimport (
    NO_ROW, TABLE_BLOCK, Account, Pool, Position, Rows, State, append_row, block_table, edit_pool,
    positions_of, save_row,
)
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset


cdef uint32_t _new_block(State *st, int table) except? 0xFFFFFFFF nogil:
    cdef Pool *pool = edit_pool(st)
    cdef uint32_t row = pool.free_blocks[table - TABLE_BLOCK]
    cdef Rows *rows = &st.tables[table]
    cdef Position *first
    if row == NO_ROW:
        return append_row(st, table)
    save_row(st, table, row)
    first = <Position *> (rows.data + row * rows.width)
    pool.free_blocks[table - TABLE_BLOCK] = first.next_free
    first.next_free = 0
    return row


cdef int _release_block(State *st, int table, uint32_t row) except -1 nogil:
    """Clear a block and keep it for later."""
    cdef Pool *pool = edit_pool(st)
    cdef Rows *rows = &st.tables[table]
    cdef unsigned char *data = rows.data + row * rows.width
    save_row(st, table, row)
    memset(data, 0, rows.width - sizeof(uint64_t))
    (<Position *> data).next_free = pool.free_blocks[table - TABLE_BLOCK]
    pool.free_blocks[table - TABLE_BLOCK] = row
    return 0


cdef int resize_positions(State *st, Account *account, uint32_t count) except -1 nogil:
    """Place for `count` positions of an account opened for edits: the first ones are kept.

    It may move them, also those of other accounts: take `positions_of` again afterwards.
    """
    cdef uint32_t old = account.position_count
    cdef uint32_t row = 0
    cdef Position *kept
    if old and count and block_table(old) == block_table(count):
        if count < old:
            memset(positions_of(st, account) + count, 0, (old - count) * sizeof(Position))
        account.position_count = <uint8_t> count
        return 0
    if count:
        row = _new_block(st, block_table(count))
    if old:
        kept = positions_of(st, account)
        if count:
            memcpy(
                st.tables[block_table(count)].data + row * st.tables[block_table(count)].width,
                kept,
                (old if old < count else count) * sizeof(Position),
            )
        _release_block(st, block_table(old), account.block)
    account.block = row
    account.position_count = <uint8_t> count
    return 0
