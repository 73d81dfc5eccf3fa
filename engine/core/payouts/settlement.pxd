"""Settlement requests, payouts, quarantined deposits."""

from engine.core.generated.records cimport (
    AuthorisePayoutC, ClaimDepositC, ExpirePayoutC, ProcessSettlementRequestsC, RecordPayoutC,
)
from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint32_t, uint64_t

cdef int refuse_request(State *st, uint32_t user) noexcept nogil
cdef uint64_t create_request(
    State *st, uint32_t user, uint32_t kind, uint32_t mint, int64_t amount_e6, int64_t tip_e6,
    int64_t maturity_s, uint32_t state
) except? 0xFFFFFFFFFFFFFFFFULL nogil
cdef int process_settlement_requests(
    State *st, const ProcessSettlementRequestsC *command
) except -1 nogil
cdef int authorise_payout(State *st, const AuthorisePayoutC *command) except -1 nogil
cdef int expire_payout(State *st, const ExpirePayoutC *command) except -1 nogil
cdef int record_payout(State *st, const RecordPayoutC *command) except -1 nogil
cdef int quarantine(
    State *st, const unsigned char *sender, int64_t amount_e6, int mint, const char *reason
) except -1 nogil
cdef int claim_deposit(State *st, const ClaimDepositC *command) except -1 nogil
