"""What is derived from the rows of the state, in no hash and no snapshot."""

from engine.core.numbers.numbers cimport i128
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t

# Orders by (key, id), smallest first.
cdef struct WatchEntry:
    int64_t key
    uint64_t order_id
    uint32_t row
    uint32_t reserved

cdef struct Watch:
    WatchEntry *entries
    size_t count
    size_t capacity

# The waiting orders of one market, by what meets them.
cdef struct Watches:
    Watch heaps[16]
    uint32_t order_count

# What the positions of one market add up to, as its row has it or would have it.
cdef struct Sides:
    i128 cost_price_e14
    i128 cost_funding_e24
    int64_t long_e6
    int64_t short_e6

# The part of one market in the sums.
cdef struct Counted:
    i128 open_interest_e14
    i128 exposure_e14
    int64_t unrealized_e6

# Projection of one market to one second; a cache, in no hash. `drop_projection` empties it before
# the market's row is written.
cdef struct Projection:
    i128 funding_e18
    i128 holding_e18
    Counted counted
    int64_t rate_e18
    int64_t unrealized_e6
    int64_t at_s
    uint32_t is_counted
    uint32_t is_dropped  # is in the list of rows to recount

# What the pool showed before the command that is applied: PoolUpdated follows a change.
cdef struct PoolFigures:
    int64_t margin_e6
    int64_t lp_balance_e6
    int64_t lp_shares_e6
    int64_t reserve_e6
    int64_t protocol_fees_e6
    int64_t unsettled_e6
    int64_t quarantined_e6
    int64_t cumulative_volume_e6
    int64_t cumulative_lp_fee_e6
    int64_t status

# Sums over all markets at one second; kept up by dropping and counting single markets.
cdef struct Sums:
    i128 unrealized_e6
    i128 open_interest_e14
    i128 exposure_e14
    int64_t at_s
    uint32_t dropped_count
    uint32_t dropped[1024]
