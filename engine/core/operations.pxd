"""The operator's commands."""

from engine.core.generated.records cimport (
    AdoptParametersC, CollectFeesC, CreateExchangeC, CreateMarketC, HaltC, PauseExchangeC,
    PauseMarketC, ResumeC, SetAuthorizedLiquidatorC, SetExchangeParameterC, SetMarketParameterC,
    SetRiskC, UnpauseExchangeC, UnpauseMarketC,
)
from engine.core.state.state cimport State
from libc.stdint cimport uint32_t

cdef int create_exchange(State *st, const CreateExchangeC *command) except -1 nogil
cdef int create_market(State *st, const CreateMarketC *command) except -1 nogil
cdef int pause_exchange(State *st, const PauseExchangeC *command) except -1 nogil
cdef int unpause_exchange(State *st, const UnpauseExchangeC *command) except -1 nogil
cdef int pause_market(State *st, const PauseMarketC *command) except -1 nogil
cdef int unpause_market(State *st, const UnpauseMarketC *command) except -1 nogil
cdef int halt(State *st, const HaltC *command) except -1 nogil
cdef int resume(State *st, const ResumeC *command) except -1 nogil
cdef int set_market_parameter(State *st, const SetMarketParameterC *command) except -1 nogil
cdef int adopt_parameters(State *st, const AdoptParametersC *command) except -1 nogil
cdef int set_exchange_parameter(State *st, const SetExchangeParameterC *command) except -1 nogil
cdef int set_authorized_liquidator(
    State *st, const SetAuthorizedLiquidatorC *command
) except -1 nogil
cdef int emit_status(State *st, int scope, uint32_t market_id, int status) except -1 nogil
cdef int collect_fees(State *st, const CollectFeesC *command) except -1 nogil
cdef int set_risk(State *st, const SetRiskC *command) except -1 nogil

# Length of a zero-padded field of printable ASCII, of symbol letters where asked; -1: bad.
cdef int text_length(const char *text, int width, int is_symbol) noexcept nogil
