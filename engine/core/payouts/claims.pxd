"""Liabilities of the exchange, one row per creditor: the rows of the state root."""

from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef enum:
    CLAIM_MARGIN_ACCOUNT = 0
    CLAIM_LP_POSITION = 1
    CLAIM_SETTLEMENT_REQUEST = 2
    CLAIM_STAKE = 3
    CLAIM_QUARANTINE = 4

# One claim; `engine.core.arrays.CLAIM_ROW` names the same fields.
cdef struct ClaimRow:
    unsigned char owner[32]
    uint64_t number  # id among the owner's rows of the kind; 0: the legacy LP account, a stake
    int64_t amount_e6  # of an LP position: its shares
    uint32_t kind
    uint32_t mint

cdef uint64_t list_claims(State *st, ClaimRow *out, uint64_t room) noexcept nogil
cdef object quarantined_deposit(State *st, bytes owner, uint64_t deposit_id)
cdef list quarantined_deposits(State *st, bytes owner)
