"""A resting order, as matching and the points ledger share it."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    NO_ORDER = 0xFFFFFFFF

# 32 bytes; the second half is links, which follow from priority and ids.
cdef extern from *:
    """
    #ifndef ACRE_ORDER
    #define ACRE_ORDER
    #include <stdint.h>
    #ifdef ACRE_ALONE
    typedef struct {
        uint32_t contracts, owner;
        union {
            struct { uint8_t event, side; uint16_t tick; };
            uint32_t terms;
        };
        union {
            struct { uint8_t others[3], flags; };
            uint32_t kind;
        };
        uint32_t next, last, next_own, last_own;
    } acre_order;
    static inline void acre_set_terms(acre_order *order, uint8_t side, uint32_t tick) {
        order->terms = 1u | (uint32_t)side << 8 | tick << 16;  /* 1: EVENT_RESTED */
    }
    #else
    typedef struct {
        uint32_t contracts, owner;
        uint16_t tick;
        uint8_t side, flags;
        uint32_t market, next, last, next_own, last_own;
    } acre_order;
    static inline void acre_set_terms(acre_order *order, uint8_t side, uint32_t tick) {
        order->tick = (uint16_t)tick;
        order->side = side;
    }
    #endif
    #endif
    """
    ctypedef struct Order "acre_order":
        uint32_t contracts  # left; 0: the place is free
        uint32_t owner  # the caller's number; with a ledger: the row of the holding
        uint16_t tick
        uint8_t side
        uint8_t flags  # of a standalone book (`commands.pxd`); the exchange leaves it 0
        uint32_t terms  # of a standalone book: the first word of its EVENT_RESTED
        uint32_t kind  # likewise: the first word of its command; `flags` is the last byte
        uint32_t market  # of the exchange: its row
        uint32_t next  # behind it on its level
        uint32_t last
        uint32_t next_own  # of the same holding and side, in the order of their ids
        uint32_t last_own

    void set_terms "acre_set_terms"(Order *order, uint8_t side, uint32_t tick) noexcept nogil
