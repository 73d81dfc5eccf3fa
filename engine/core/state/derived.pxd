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

# Projection of one market to one second; a cache, in no hash. `drop_projection` empties it before
# the market's row is written.
cdef struct Projection:
    i128 funding_e18
    i128 holding_e18
    i128 open_interest_e14  # these two and U as far as they are in the sums
    i128 exposure_e14
    int64_t counted_unrealized_e6
    int64_t rate_e18
    int64_t unrealized_e6
    int64_t at_s
    uint32_t is_counted
    uint32_t is_dropped  # is in the list of rows to recount

# Sums over all markets at one second; kept up by dropping and counting single markets.
cdef struct Sums:
    i128 unrealized_e6
    i128 open_interest_e14
    i128 exposure_e14
    int64_t at_s
    uint32_t dropped_count
    uint32_t dropped[1024]
