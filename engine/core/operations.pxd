"""The operator's commands."""

from engine.core.generated.records cimport (
    CollectFeesC, CreateExchangeC, CreateMarketC, SetAuthorizedLiquidatorC, SetExchangeParameterC,
    SetMarketParameterC, SetRiskC,
)
from engine.core.state.state cimport State
from libc.stdint cimport uint32_t

cdef int create_exchange(State *st, const CreateExchangeC *command) except -1 nogil
cdef int create_market(State *st, const CreateMarketC *command) except -1 nogil
cdef int pause_exchange(State *st) except -1 nogil
cdef int unpause_exchange(State *st) except -1 nogil
cdef int set_market_pause(State *st, uint32_t market_id, int is_paused) except -1 nogil
cdef int halt(State *st) except -1 nogil
cdef int resume(State *st) except -1 nogil
cdef int set_market_parameter(State *st, const SetMarketParameterC *command) except -1 nogil
cdef int set_exchange_parameter(State *st, const SetExchangeParameterC *command) except -1 nogil
cdef int set_authorized_liquidator(
    State *st, const SetAuthorizedLiquidatorC *command
) except -1 nogil
cdef int emit_status(State *st, int scope, uint32_t market_id, int status) except -1 nogil
cdef int collect_fees(State *st, const CollectFeesC *command) except -1 nogil
cdef int set_risk(State *st, const SetRiskC *command) except -1 nogil

# Length of a zero-padded field of printable ASCII, of symbol letters where asked; -1: bad.
cdef int text_length(const char *text, int width, int is_symbol) noexcept nogil
