"""Rows of owners and levels: in the exchange two each, in a standalone book (`alone.pxd`) one.

In the exchange an owner has points, and a holding for each market; all markets share one table of
prices and fees. A standalone book has one market: an account is one row of 128 bytes, whose first
64 are all that an order needs to rest or to go, and a level is 64 bytes with its prices and fees.
Instead of the open contracts of a side it has `spare`: those less the ones held of the other side.
Both names of a pair are the same row there. What is reserved follows from the other figures:
granted and realized, less available and locked.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef extern from *:
    """
    #ifndef ACRE_ROWS
    #define ACRE_ROWS
    #include <stdint.h>
    /* Figures of rows that were read are read again: cheaper than a register kept for each. */
    #define ACRE_FORGET() __asm__ volatile("" ::: "memory")
    #ifdef ACRE_ALONE
    typedef struct {
        int64_t available_e6, contracts, full_e6[2], spare[2];
        uint32_t first[2], last[2];
        int64_t cost_e6, realized_e6, granted_e6;
    } __attribute__((aligned(128))) acre_account;
    typedef acre_account acre_points;
    typedef acre_account acre_holding;
    typedef struct {
        uint64_t contracts;
        uint32_t first, last;
        int64_t side_e6[2], incoming_e6[2], fee_e6;
        uint64_t fee_rest_e14;
    } __attribute__((aligned(64))) acre_level;
    typedef acre_level acre_tick;
    static inline const acre_tick *acre_tick_of(
        const acre_tick *ticks, const acre_level *level, uint32_t tick
    ) {
        (void)ticks, (void)tick;
        return level;
    }
    static inline acre_points *acre_points_of(acre_points *points, const acre_holding *holding) {
        (void)points;
        return (acre_points *)holding;
    }
    static inline int64_t acre_reserved(const acre_points *points, const acre_holding *holding) {
        return points->granted_e6 + points->realized_e6 - points->available_e6 - holding->cost_e6;
    }
    static inline void acre_reserve(acre_points *points, acre_holding *holding, int64_t more_e6) {
        (void)holding;
        points->available_e6 -= more_e6;
    }
    /* Costs locked meanwhile were reserved before: they follow as well. */
    static inline void acre_unreserve(acre_points *points, acre_holding *holding, int64_t e6) {
        (void)points, (void)holding, (void)e6;
    }
    static inline void acre_count_order(acre_points *points, int more) {
        (void)points, (void)more;  /* the owner's lists have them */
    }
    static inline int64_t acre_spare(const acre_holding *holding, int side) {
        return holding->spare[side];
    }
    static inline void acre_add_open(acre_holding *holding, int side, int64_t more) {
        holding->spare[side] += more;
    }
    static inline void acre_add_held(acre_holding *holding, int side, int64_t more) {
        holding->contracts += side ? -more : more;
        holding->spare[side] += more;
        holding->spare[1 - side] -= more;
    }
    static inline void acre_fill_open(acre_holding *holding, int side, int64_t filled) {
        holding->contracts += side ? -filled : filled;
        holding->spare[1 - side] -= filled;
    }
    #else
    typedef struct {
        int64_t available_e6, reserved_e6, realized_e6, granted_e6, top_up_day, cancel_at_s;
        uint32_t user, first_holding, order_count, programmes;
    } acre_points;
    typedef struct {
        int64_t contracts, cost_e6, reserved_e6, full_e6[2], open[2];
        uint32_t account, market, next, reserved, first[2], last[2];
    } acre_holding;
    typedef struct {
        uint64_t contracts;
        uint32_t first, last;
    } acre_level;
    typedef struct {
        int64_t side_e6[2], incoming_e6[2], fee_e6;
        uint64_t fee_rest_e14;
    } acre_tick;
    static inline const acre_tick *acre_tick_of(
        const acre_tick *ticks, const acre_level *level, uint32_t tick
    ) {
        (void)level;
        return ticks + tick;
    }
    static inline acre_points *acre_points_of(acre_points *points, const acre_holding *holding) {
        return points + holding->account;
    }
    static inline int64_t acre_reserved(const acre_points *points, const acre_holding *holding) {
        (void)points;
        return holding->reserved_e6;
    }
    static inline void acre_reserve(acre_points *points, acre_holding *holding, int64_t more_e6) {
        holding->reserved_e6 += more_e6;
        points->reserved_e6 += more_e6;
        points->available_e6 -= more_e6;
    }
    static inline void acre_unreserve(acre_points *points, acre_holding *holding, int64_t e6) {
        holding->reserved_e6 -= e6;
        points->reserved_e6 -= e6;
    }
    static inline void acre_count_order(acre_points *points, int more) {
        points->order_count += (uint32_t)more;
    }
    static inline int64_t acre_spare(const acre_holding *holding, int side) {
        return holding->open[side] + (side ? -holding->contracts : holding->contracts);
    }
    static inline void acre_add_open(acre_holding *holding, int side, int64_t more) {
        holding->open[side] += more;
    }
    static inline void acre_add_held(acre_holding *holding, int side, int64_t more) {
        holding->contracts += side ? -more : more;
    }
    static inline void acre_fill_open(acre_holding *holding, int side, int64_t filled) {
        holding->open[side] -= filled;
        holding->contracts += side ? -filled : filled;
    }
    #endif
    #endif
    """
    void forget "ACRE_FORGET"() noexcept nogil

    ctypedef struct Points "acre_points":
        int64_t available_e6
        int64_t reserved_e6  # of the exchange, like what follows `granted_e6`
        int64_t realized_e6  # of redeemed and paid contracts, less every fee
        int64_t granted_e6
        int64_t top_up_day  # day number of the last one, 0: none
        int64_t cancel_at_s  # dead-man's switch; 0: off
        uint32_t user
        uint32_t first_holding
        uint32_t order_count  # open
        uint32_t programmes  # bit n: participates in programme n

    ctypedef struct Holding "acre_holding":
        int64_t contracts
        int64_t cost_e6
        int64_t reserved_e6  # of the exchange, like `account` to `reserved`
        int64_t full_e6[2]  # of the open orders of each side, were none covered
        int64_t open[2]  # their contracts; of the exchange
        uint32_t account  # row of its points
        uint32_t market
        uint32_t next  # holding of the same account
        uint32_t reserved
        uint32_t first[2]  # open orders of each side in the order of their ids
        uint32_t last[2]

    ctypedef struct Level "acre_level":
        uint64_t contracts
        uint32_t first
        uint32_t last

    # One level's prices and taker fee; at place `tick` of a table that is symmetric: the price at
    # tick_count + 1 - tick is payout - price.
    ctypedef struct Tick "acre_tick":
        int64_t side_e6[2]  # what a contract of each side costs there: the price, what it leaves
        int64_t incoming_e6[2]  # and the highest taker fee that an incoming order may pay
        int64_t fee_e6  # of a contract, rounded down …
        uint64_t fee_rest_e14  # … and what that leaves, in units of 1e-14 raw points

    const Tick *tick_of_level "acre_tick_of"(
        const Tick *ticks, const Level *level, uint32_t tick
    ) noexcept nogil
    Points *points_of "acre_points_of"(Points *points, const Holding *holding) noexcept nogil
    int64_t reserved_of "acre_reserved"(
        const Points *points, const Holding *holding
    ) noexcept nogil
    void reserve "acre_reserve"(Points *points, Holding *holding, int64_t more_e6) noexcept nogil
    # What was reserved is paid: it was not available before, and is not now.
    void unreserve "acre_unreserve"(Points *points, Holding *holding, int64_t e6) noexcept nogil
    void count_order "acre_count_order"(Points *points, int more) noexcept nogil
    # Contracts of a side's open orders, less those held of the other side; above 0, some of them
    # are not covered.
    int64_t spare_of "acre_spare"(const Holding *holding, int side) noexcept nogil
    void add_open "acre_add_open"(Holding *holding, int side, int64_t more) noexcept nogil
    void add_held "acre_add_held"(Holding *holding, int side, int64_t more) noexcept nogil
    # Contracts of an open order are held from now on.
    void fill_open "acre_fill_open"(Holding *holding, int side, int64_t filled) noexcept nogil
