"""Rows of the prediction markets, and the heap of what time does to them."""

from engine.core.generated.records cimport (
    FORCE_FOK, FORCE_GTC, FORCE_GTD, FORCE_IOC, ORDER_CANCELED, ORDER_EXPIRED, ORDER_FILLED,
    ORDER_OPEN, ORDER_PARTIALLY_FILLED, PREDICTION_CLOSED, PREDICTION_OPEN, PREDICTION_RESOLVED,
    PREDICTION_UPCOMING, PREDICTION_VOIDED, REASON_CANCEL_AFTER, REASON_CLOSED, REASON_ITS_TIME,
    REASON_MATCH, REASON_OWNER, REASON_SELF_MATCH, REASON_UNFILLED, REASON_VOIDED,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    OPEN_ORDERS_MAX = 200  # of one user

# A prediction market; its texts are in a table of their own, at the same row.
cdef struct Prediction:
    int64_t strike_e8
    int64_t opens_at_s
    int64_t closes_at_s
    int64_t resolves_at_s
    int64_t recorded_at_s  # of the first resolution; 0: none
    int64_t value_e8
    int64_t published_at_s
    int64_t first_price_e8  # of its index: the first print accepted that was published at
    int64_t first_published_at_s  # resolvesAt or later; 0: none yet
    int64_t pairs
    uint64_t volume  # contracts traded
    uint64_t sequence  # of the book
    uint32_t acre_id  # 0: none
    uint16_t last_price  # of YES; 0: never traded
    uint8_t status
    uint8_t outcome

cdef enum:
    OUTCOME_NONE = 0
    OUTCOME_YES = 1
    OUTCOME_NO = 2
    OUTCOME_VOID = 3

cdef struct PredictionText:
    char title[80]
    char description[400]
    char category[32]
    char rules[400]

# What an order is beside its place in the book: the same row as its `Order`. A finished order with
# a client id is kept for a day.
cdef struct Ticket:
    uint64_t order_id
    uint64_t rank  # orders of a level are in this order
    int64_t cost_e6
    int64_t fee_e6
    int64_t created_at_s
    int64_t updated_at_s
    int64_t expires_at_s  # 0: not good-till-date
    char client_order_id[36]  # zeros: none
    uint32_t next_client  # next older-to-newer of `first_client`; of a free row: next free row
    uint32_t user
    uint32_t market
    uint32_t contracts  # asked for
    uint32_t filled
    uint32_t canceled
    uint16_t price  # of its own side
    uint8_t order_type
    uint8_t side
    uint8_t time_in_force
    uint8_t post_only
    uint8_t self_trade_prevention
    uint8_t status
    uint8_t reason
    uint8_t is_listed  # among those of `first_client`
    uint8_t reserved[6]

# Rows in the order of (at_s, key), smallest first; `places` has the place of each row. Derived.
cdef struct HeapEntry:
    int64_t at_s
    uint64_t key
    uint32_t row
    uint32_t reserved

cdef struct Heap:
    HeapEntry *entries
    uint32_t *places  # by row; NO_ROW: not in it
    size_t count
    size_t capacity
    size_t row_capacity

# Rows by a key that is in them. A slot has row + 1 in its low half and the high half of the
# key's hash above it, so that other rows are passed, and all are moved, without a look at them.
# 0: empty. Derived.
cdef struct RowIndex:
    uint64_t *slots
    size_t capacity

# A row with what it is sorted by, smallest first.
cdef struct Ranked:
    uint64_t key
    uint32_t row

cdef inline int by_key(const void *a, const void *b) noexcept nogil:
    cdef uint64_t first = (<const Ranked *> a).key
    cdef uint64_t second = (<const Ranked *> b).key
    return (first > second) - (first < second)
