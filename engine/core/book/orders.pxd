"""A resting order, as matching and the points ledger share it."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    NO_ORDER = 0xFFFFFFFF

# 32 bytes; the second half is links, which follow from priority and ids.
cdef struct Order:
    uint32_t contracts  # left; 0: the place is free
    uint32_t owner  # the caller's number; with a ledger: the row of the holding
    uint16_t tick
    uint8_t side
    uint8_t flags  # of a standalone book (`commands.pxd`); the exchange leaves it 0
    uint32_t market  # of the exchange: its row
    uint32_t next  # behind it on its level
    uint32_t last
    uint32_t next_own  # of the same holding and side, in the order of their ids
    uint32_t last_own
