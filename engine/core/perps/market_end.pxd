"""The end of a dead market: settle-market."""

from engine.core.generated.records cimport SettleMarketC
from engine.core.state.state cimport State

cdef int settle_market(State *st, const SettleMarketC *command) except -1 nogil
