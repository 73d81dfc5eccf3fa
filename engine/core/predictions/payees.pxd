"""Payees when prediction markets end: holdings by market, then by user."""

from engine.core.state.state cimport State
from libc.stddef cimport size_t
from libc.stdint cimport uint8_t, uint32_t

cdef struct Payee:
    uint32_t market
    uint32_t user
    uint32_t holding

cdef struct Payout:
    Payee *payees
    size_t count
    size_t event_bytes

# `ends` has the status with which each market ends, 0: it does not. The caller frees `payees`.
cdef int list_payees(State *st, const uint8_t *ends, Payout *payout) except -1 nogil
# The place of the first holding of a market, or of a later one.
cdef size_t first_payee(const Payee *payees, size_t count, uint32_t market) noexcept nogil
