"""Points of the prediction markets: who takes part, what is granted, the daily top-up (rule 30)."""

from engine.core.generated.records cimport GrantPointsC, ParticipateC
from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint32_t

cdef int participate(State *st, const ParticipateC *command) except -1 nogil
cdef int grant_points(State *st, const GrantPointsC *command) except -1 nogil

# Make points for a row; the caller reserved room for PointsGranted.
cdef int give_points(State *st, uint32_t row, int64_t amount_e6, int is_top_up) except -1 nogil
# What an order now would be topped up by; NO_ROW: nothing.
cdef int64_t top_up_e6(State *st, uint32_t row) noexcept nogil
