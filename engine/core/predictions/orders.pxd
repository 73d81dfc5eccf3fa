"""Orders of prediction markets: place, cancel, amend, dead-man's switch (API 7.6)."""

from engine.core.generated.records cimport (
    AmendOrderC, CancelAllOrdersC, CancelOrderC, PlaceOrderC, SetCancelAfterC,
)
from engine.core.state.state cimport State
from libc.stdint cimport uint32_t

# Each answers with the code of a refusal, before anything is changed, or carries the command out:
# these rows have no undo.
cdef int place_order(State *st, const PlaceOrderC *command) except -1 nogil
cdef int cancel_order(State *st, const CancelOrderC *command) except -1 nogil
cdef int cancel_all_orders(State *st, const CancelAllOrdersC *command) except -1 nogil
cdef int amend_order(State *st, const AmendOrderC *command) except -1 nogil
cdef int set_cancel_after(State *st, const SetCancelAfterC *command) except -1 nogil

# Cancel a user's open orders by id, in one market or, for NO_ROW, in all: for the clock step too.
cdef int cancel_account(
    State *st, uint32_t account, uint32_t market, int reason
) except -1 nogil
