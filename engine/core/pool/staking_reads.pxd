"""Reads of staking balances as frozen rows, at the state's time."""

from engine.core.state.state cimport State

cdef object staking_view(State *st, bytes owner)
cdef object staking_totals(State *st)
