"""Commands of waiting orders (rules 53-55)."""

from engine.core.generated.records cimport (
    AmendPerpOrderC, CancelPerpOrderC, CancelPerpOrdersC, PlacePerpOrderC,
)
from engine.core.state.state cimport PerpOrder, State
from libc.stdint cimport int64_t, uint32_t

# OK for fields that go together, or the refusal (rule 54).
cdef int check_input(const PerpOrder *order) noexcept nogil
cdef int place_perp_order(State *st, const PlacePerpOrderC *command) except -1 nogil
cdef int amend_perp_order(State *st, const AmendPerpOrderC *command) except -1 nogil
cdef int cancel_perp_order(State *st, const CancelPerpOrderC *command) except -1 nogil
cdef int cancel_perp_orders(State *st, const CancelPerpOrdersC *command) except -1 nogil
cdef int place_bracket(
    State *st, const unsigned char *actor, const unsigned char *owner, uint32_t account,
    uint32_t market, int64_t stop_e8, int64_t target_e8
) except -1 nogil
