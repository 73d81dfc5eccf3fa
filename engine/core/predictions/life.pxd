"""The life of a prediction market: created, open, closed, resolved or voided, paid."""

from engine.core.generated.records cimport (
    CreatePredictionC, ResolvePredictionC, VoidPredictionC,
)
from engine.core.state.state cimport NO_ROW, State, pool_of

cdef int create_prediction(State *st, const CreatePredictionC *command) except -1 nogil
cdef int resolve_prediction(State *st, const ResolvePredictionC *command) except -1 nogil
cdef int void_prediction(State *st, const VoidPredictionC *command) except -1 nogil

# The clock step: what time alone does to markets and orders (rules 2, 4, 41).
cdef int step_predictions(State *st) except -1 nogil

cdef inline int is_step_needed(State *st) noexcept nogil:
    """Whether a step may have something to do."""
    return (
        st.now_s >= st.next_life_s
        or st.expiries.count != 0
        or st.deadlines.count != 0
        or pool_of(st).first_client != NO_ROW
    )
