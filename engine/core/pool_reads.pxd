"""Reads of what liquidity providers have, and of what leaves the vault."""

from engine.core.state cimport State

cdef object outflow_view(State *st)
cdef list lp_positions(State *st, bytes owner)
cdef object lp_account(State *st, bytes owner)
