"""Amounts of an auction: what is matched and what the pool takes, and how each is shared."""

from engine.core.numbers.numbers cimport i128
from engine.core.state.state cimport State
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t

# One order in the auction.
cdef struct Bid:
    uint64_t order_id
    uint64_t group
    int64_t size_e6  # positive
    int64_t start_e6  # position before the auction
    int64_t held_e6  # and after the account's earlier orders and this one, of what is set
    int64_t worst_e8
    int64_t matched_e6
    int64_t taken_e6  # by the pool
    int64_t share_e6  # of what is being shared
    int64_t price_e8
    int64_t fee_e6
    int64_t surcharge_e6
    uint32_t row
    uint32_t account
    int is_buy
    int code  # why it does not take part
    int is_out
    int before  # place of the account's earlier order, or -1

cdef struct Auction:
    Bid *bids
    size_t count
    uint32_t market
    int is_buy  # the larger side
    int is_additive  # no account reduces a position: the sides grow by exactly what is set
    int64_t price_e8
    int64_t skew_e6
    int64_t scale_e6
    int64_t buy_e6
    int64_t sell_e6
    int64_t matched_e6
    int64_t pool_e6
    int64_t pool_price_e8
    int64_t nav_e6
    int64_t long_e6
    int64_t short_e6
    i128 open_interest_e14
    i128 exposure_e14
    int cap  # the code of the cap that bound an amount

cdef void set_held(Auction *auction) noexcept nogil
cdef void sum_sides(Auction *auction) noexcept nogil
cdef int64_t uniform_price_e8(const Auction *auction, int64_t signed_e6) noexcept nogil
cdef void match_e6(Auction *auction, int64_t amount_e6) noexcept nogil
cdef void take_e6(Auction *auction, int64_t amount_e6) noexcept nogil
cdef int64_t largest_e6(
    State *st, Auction *auction, int64_t most_e6, int is_match
) noexcept nogil
cdef int64_t wanted_e6(Auction *auction) noexcept nogil
