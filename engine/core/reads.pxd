"""Reads of the state as frozen rows, at the state's time."""

from engine.core.perps.accounting cimport Valuation
from engine.core.state.state cimport Account, State, User
from libc.stdint cimport int64_t, uint32_t

cdef uint32_t require_account(State *st, bytes owner, uint32_t account_id) except? 0xFFFFFFFF
cdef object exchange_view(State *st)
cdef object market_view(State *st, uint32_t market_id)
cdef object delegate_of(State *st, User *user)
cdef object delegate_terms_of(State *st, User *user)
cdef object user_view(State *st, bytes owner)
cdef object margin_account_view(State *st, bytes owner, uint32_t account_id)
cdef list liquidation_candidates(State *st, object limit)
cdef list settlement_requests(State *st, bytes owner)
cdef list open_settlement_requests(State *st)
cdef object request_view(State *st, uint32_t row)
cdef object position_view(State *st, Account *account, uint32_t place, const Valuation *value)
cdef object parts_e12(State *st, uint32_t row)
cdef object ratio_e12(int64_t part, int64_t whole)
