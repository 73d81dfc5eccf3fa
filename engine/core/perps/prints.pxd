"""Index prints: accepted, held, confirmed."""

from engine.core.generated.records cimport ConfirmPrintC, PostPrintC
from engine.core.state.state cimport State
from libc.stdint cimport int64_t, uint16_t, uint32_t

cdef int post_print(State *st, const PostPrintC *command) except -1 nogil
cdef int confirm_print(State *st, const ConfirmPrintC *command) except -1 nogil
cdef int set_references(State *st, uint32_t row) except -1 nogil
cdef int emit_parameter(
    State *st, uint32_t market_id, uint16_t parameter, int64_t value
) except -1 nogil
