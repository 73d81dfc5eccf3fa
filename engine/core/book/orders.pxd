"""A resting order, as matching and the points ledger share it."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    NO_ORDER = 0xFFFFFFFF
    SIDE_BITS = 16  # where the side begins in the terms of an order

# 32 bytes; the second half is links, which follow from priority and ids.
cdef extern from *:
    """
    #ifndef ACRE_ORDER
    #define ACRE_ORDER
    #include <stdint.h>
    typedef struct {
        uint32_t contracts;
        uint32_t owner;
        union {
            struct { uint16_t tick; uint8_t side, flags; };
            uint32_t terms;
        };
        uint32_t market, next, last, next_own, last_own;
    } acre_order;
    #endif
    """
    ctypedef struct Order "acre_order":
        uint32_t contracts  # left; 0: the place is free
        uint32_t owner  # the caller's number; with a ledger: the row of the holding
        uint16_t tick
        uint8_t side
        uint8_t flags  # of a standalone book (`commands.pxd`); the exchange leaves it 0
        uint32_t terms  # tick, side and flags, from the lowest bits up
        uint32_t market  # of the exchange: its row
        uint32_t next  # behind it on its level
        uint32_t last
        uint32_t next_own  # of the same holding and side, in the order of their ids
        uint32_t last_own
