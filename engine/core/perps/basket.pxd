"""Orders of several legs: all of them in one command, or none (docs/rules/fills.md)."""

from engine.core.generated.records cimport ModifyPositionsC
from engine.core.perps.accounting cimport Valuation
from engine.core.perps.trading cimport Trade
from engine.core.state.state cimport State
from libc.stdint cimport uint32_t

cdef enum:
    LEGS_MIN = 2
    LEGS_MAX = 8

cdef struct Basket:
    uint32_t count
    Trade legs[LEGS_MAX]
    Trade whole  # the account, sums over the legs, and what stands against all of them together

cdef int modify_positions(State *st, const ModifyPositionsC *command) except -1 nogil
cdef int run_basket(
    State *st, Basket *basket, const unsigned char *owner, const unsigned char *actor,
    uint32_t account_id
) except -1 nogil
cdef int value_if_any(
    State *st, const unsigned char *owner, uint32_t account_id, Valuation *value
) noexcept nogil
