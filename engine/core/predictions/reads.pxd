"""Reads of prediction markets, orders and points as frozen rows."""

from engine.core.state.state cimport State

cdef object prediction_market(State *st, object market_id)
cdef object prediction_book(State *st, object market_id, object depth)
cdef list prediction_orders(State *st, bytes owner, object market_id)
cdef object prediction_order(State *st, bytes owner, object order_id)
cdef object prediction_order_by_client_id(State *st, bytes owner, str client_order_id)
cdef list prediction_positions(State *st, bytes owner)
cdef object prediction_portfolio(State *st, bytes owner)
cdef object prediction_totals(State *st)
