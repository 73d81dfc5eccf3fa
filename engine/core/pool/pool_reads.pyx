"""Reads of what liquidity providers have, and of what leaves the vault."""

from engine.core.numbers.numbers cimport (
    E12, FLOOR, PRICE_MAX, clamp, i128, max64, saturate_amount, saturated_mul_div,
)
from engine.core.payouts.outflow cimport (
    OutflowWindow, day_window, hour_window, is_frozen, negative_equity_e6,
)
from engine.core.perps.accounting cimport (
    PriceBlocks, Totals, exit_totals, exit_value_e6, find_price_blocks, nav_e6, project,
    totals_now,
)
from engine.core.pool.liquidity cimport max_removable_e6
from engine.core.pool.pool cimport redeemed_floor_e6, share_price_floor_e8, unrealized_ceil_e6
from engine.core.reads cimport delegate_of, delegate_terms_of, ratio_e12
from engine.core.state.row_pages cimport RowKey, RowPage, begin_owner_page, offer_row
from engine.core.state.state cimport (
    NO_ROW, Lp, Market, Projection, State, find_user, lp_at, market_at, market_count, pool_of,
    user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t

from engine.core.views import LpAccountView, LpPositionView, OutflowView, PoolValueView
from engine.schema.errors import EngineError, ErrorCode


cdef object outflow_view(State *st):
    cdef OutflowWindow hour
    cdef OutflowWindow day
    hour_window(st, &hour)
    day_window(st, &day)
    return OutflowView(
        hour_used_e6=hour.used_e6,
        hour_limit_e6=hour.limit_e6,
        day_used_e6=day.used_e6,
        day_limit_e6=day.limit_e6,
        negative_equity_e6=negative_equity_e6(st),
        is_frozen=bool(is_frozen(st)),
    )


cdef int do_removals_wait(State *st) noexcept:
    """Whether mature removals wait for a price in a market in use (rule 45)."""
    cdef PriceBlocks blocks
    find_price_blocks(st, &blocks)
    return blocks.stale != 0 or blocks.held != 0 or blocks.window != 0


cdef i128 _owed_more_e6(State *st, uint32_t row, int64_t move_e12) noexcept nogil:
    """By how much U of a market rises when only its last accepted price moves."""
    cdef Market *market = market_at(st, row)
    cdef Projection *now = project(st, row)
    cdef int64_t price
    if market.long_e6 == 0 and market.short_e6 == 0:
        return 0
    price = saturated_mul_div(market.price_e8, E12 + move_e12, E12, FLOOR)
    return (
        <i128> unrealized_ceil_e6(
            market, clamp(price, 1, PRICE_MAX), now.funding_e18, now.holding_e18
        )
        - now.unrealized_e6
    )


cdef object pool_if_moved(State *st, uint32_t market_id, int64_t move_e12):
    """NAV and share price as if one index, or for 0 every one, moved by `move`.

    Each price is p * (1 + move), rounded down, within its limits. Nothing else happens on the way:
    no funding, no trade, no liquidation, no bound of prints.
    """
    cdef Totals totals
    cdef i128 owed
    cdef uint32_t row
    cdef int64_t nav
    if not -E12 <= move_e12 <= E12:
        raise ValueError(f"an index does not move by {move_e12}")
    if market_id > market_count(st):
        raise EngineError(ErrorCode.MARKET_NOT_FOUND, market_id)
    totals_now(st, &totals)
    owed = st.sums.unrealized_e6
    if market_id:
        owed += _owed_more_e6(st, market_id - 1, move_e12)
    else:
        for row in range(market_count(st)):
            owed += _owed_more_e6(st, row, move_e12)
    totals.unrealized_e6 = saturate_amount(owed)
    nav = nav_e6(st, &totals)
    return PoolValueView(
        unrealized_pnl_e6=totals.unrealized_e6,
        value_e6=nav,
        share_price_e8=share_price_floor_e8(nav, pool_of(st).lp_shares_e6),
    )


cdef int64_t _share_value_e6(State *st, const Totals *totals, Lp *lp) noexcept:
    """Shares at the exit price; `totals` are those of exits."""
    return redeemed_floor_e6(
        lp.shares_e6, exit_value_e6(st, totals), max64(1, pool_of(st).lp_shares_e6)
    )


cdef object _position_view(State *st, const Totals *totals, bytes owner, Lp *lp):
    return LpPositionView(
        owner=owner,
        lp_position_id=lp.lp_id,
        liquidity_e6=lp.liquidity_e6,
        shares_e6=lp.shares_e6,
        maturity_s=lp.maturity_s,
        has_reached_maturity=st.now_s >= lp.maturity_s,
        max_removable_shares_e6=max_removable_e6(st, totals, lp),
        share_value_e6=_share_value_e6(st, totals, lp),
        entry_share_price_e8=lp.entry_price_e8,
        is_closed=bool(lp.is_closed),
    )


cdef list lp_positions(State *st, bytes owner):
    cdef uint32_t user = _user_of(st, owner)
    cdef uint32_t row
    cdef Totals totals
    cdef list views = []
    if user == NO_ROW:
        return views
    exit_totals(st, &totals)
    row = user_at(st, user).first_lp
    while row != NO_ROW:
        views.append(_position_view(st, &totals, owner, lp_at(st, row)))
        row = lp_at(st, row).next
    views.reverse()
    return views


cdef object lp_position(State *st, bytes owner, uint64_t lp_id):
    """The position with an id, or None."""
    cdef uint32_t user = _user_of(st, owner)
    cdef uint32_t row
    cdef Totals totals
    if user == NO_ROW:
        return None
    row = user_at(st, user).first_lp
    while row != NO_ROW and lp_at(st, row).lp_id != lp_id:
        row = lp_at(st, row).next
    if row == NO_ROW:
        return None
    exit_totals(st, &totals)
    return _position_view(st, &totals, owner, lp_at(st, row))


cdef list lp_position_page(
    State *st, bytes owner, object after, size_t limit, bint is_all, bint is_descending
):
    """Positions by maturity and id behind `after`; those that are closed only with `is_all`."""
    cdef uint32_t user = _user_of(st, owner)
    cdef uint32_t row
    cdef size_t place
    cdef Lp *lp
    cdef RowKey key
    cdef RowPage page
    cdef Totals totals
    if user == NO_ROW:
        return []
    begin_owner_page(&page, &key, user_at(st, user).address, limit, is_descending)
    if after is not None:
        page.has_after = True
        page.after.maturity_s, page.after.number = after
    row = user_at(st, user).first_lp
    while row != NO_ROW:
        lp = lp_at(st, row)
        if is_all or not lp.is_closed:
            key.maturity_s = lp.maturity_s
            key.number = lp.lp_id
            offer_row(&page, &key, row)
        row = lp.next
    exit_totals(st, &totals)
    return [
        _position_view(st, &totals, owner, lp_at(st, page.rows[place]))
        for place in range(page.count)
    ]


cdef object lp_value_e6(State *st, bytes owner):
    """Value of all positions of a wallet at the exit price."""
    cdef uint32_t user = _user_of(st, owner)
    cdef uint32_t row
    cdef Totals totals
    cdef i128 value_e6 = 0
    if user == NO_ROW:
        return 0
    exit_totals(st, &totals)
    row = user_at(st, user).first_lp
    while row != NO_ROW:
        value_e6 += _share_value_e6(st, &totals, lp_at(st, row))
        row = lp_at(st, row).next
    return saturate_amount(value_e6)


cdef object lp_account(State *st, bytes owner):
    """The legacy account, drained after its upgrade; None for whom none was granted."""
    cdef uint32_t user = _user_of(st, owner)
    cdef Lp *lp
    cdef Totals totals
    if user == NO_ROW or user_at(st, user).legacy_lp == NO_ROW:
        return None
    lp = lp_at(st, user_at(st, user).legacy_lp)
    exit_totals(st, &totals)
    return LpAccountView(
        owner=owner,
        liquidity_e6=lp.liquidity_e6,
        shares_e6=lp.shares_e6,
        stake_e12=ratio_e12(lp.shares_e6, pool_of(st).lp_shares_e6),
        share_value_e6=_share_value_e6(st, &totals, lp),
        added_at_s=lp.added_at_s,
        maturity_s=lp.maturity_s,
        has_reached_maturity=st.now_s >= lp.maturity_s,
        max_removable_shares_e6=max_removable_e6(st, &totals, lp),
        entry_share_price_e8=lp.entry_price_e8,
        delegate=delegate_of(st, user_at(st, user)),
        delegate_terms=delegate_terms_of(st, user_at(st, user)),
    )


cdef uint32_t _user_of(State *st, bytes owner) except? 0xFFFFFFFF:
    if len(owner) != 32:
        raise ValueError("an owner is an address of 32 bytes")
    return find_user(st, owner)
