"""Orders of several legs: all of them in one command, or none (docs/rules/fills.md)."""

from engine.core.generated.records cimport ERR_VALIDATION, OK, ModifyPositionsC
from engine.core.numbers.numbers cimport checked_add, i128
from engine.core.perps.accounting cimport Totals, Valuation, nav_e6, totals_now, value_account
from engine.core.perps.fill cimport mark_down_floor_e6
from engine.core.perps.trading cimport (
    Trade, adds_exposure, check_collateral, check_margin, check_pool, run_trade,
)
from engine.core.state.state cimport (
    NO_ROW, State, account_at, find_account, find_user, owner_or_user, pool_of,
)
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset


cdef int modify_positions(State *st, const ModifyPositionsC *command) except -1 nogil:
    cdef Basket basket
    cdef Trade *leg
    cdef uint32_t place
    cdef uint32_t other
    cdef int code
    if not LEGS_MIN <= command.leg_count <= LEGS_MAX:
        st.detail = command.leg_count
        return ERR_VALIDATION
    memset(&basket, 0, sizeof(Basket))
    basket.count = command.leg_count
    for place in range(basket.count):
        for other in range(place):
            if command.market_ids[other] == command.market_ids[place]:
                return ERR_VALIDATION
        leg = &basket.legs[place]
        # No exchange has the id to which one beyond the width is lowered.
        leg.market_id = <uint32_t> min(command.market_ids[place], <uint64_t> 0xFFFFFFFF)
        leg.delta_e6 = command.sizes_e6[place]
        leg.limit_e8 = command.limits_e8[place]
    code = run_basket(
        st, &basket, owner_or_user(command.owner, command.user),
        <const unsigned char *> command.user, command.account_id,
    )
    st.detail = basket.whole.detail
    return code


cdef int run_basket(
    State *st, Basket *basket, const unsigned char *owner, const unsigned char *actor,
    uint32_t account_id
) except -1 nogil:
    """Carry out the legs in their order inside the open transaction; the first reason, or OK.

    The caller rolls back when there is a reason, and always after a quote.
    """
    cdef Trade *whole = &basket.whole
    cdef Trade *leg
    cdef uint32_t place
    cdef int adds = 0
    cdef Totals totals
    cdef Valuation before
    value_if_any(st, owner, account_id, &before)
    totals_now(st, &totals)
    for place in range(basket.count):
        leg = &basket.legs[place]
        leg.actor = actor
        leg.owner = owner
        leg.account_id = account_id
        leg.market = NO_ROW  # until it is found, after the account
        leg.leg = place + 1
        leg.nav_e6 = nav_e6(st, &totals) if place == 0 else basket.legs[0].nav_e6
        if run_trade(st, leg) != OK:
            if whole.reason_count == 0:
                whole.detail = leg.detail
            if not leg.is_quote or leg.is_structural or leg.is_full:
                return leg.reasons[0]
        adds |= adds_exposure(leg)
        whole.fee_e6 = checked_add(whole.fee_e6, leg.fee_e6)
        whole.surcharge_e6 = checked_add(whole.surcharge_e6, leg.surcharge_e6)
        whole.mark_down_e6 = checked_add(  # a decrease, too, is worth less than at the index
            whole.mark_down_e6, mark_down_floor_e6(leg.delta_e6, leg.index_e8, leg.fill_e8)
        )
    whole.account = basket.legs[0].account
    if adds:
        _check_all(st, whole, basket.legs[0].nav_e6, totals.exposure_e14, before.available_e6)
    else:
        check_collateral(st, whole)
    return _first_reason(basket)


cdef int _check_all(
    State *st, Trade *whole, int64_t nav, i128 exposure_before, int64_t available
) except -1 nogil:
    """What waits for the last leg: net exposure, pool capacity and margin."""
    cdef Totals totals
    cdef Valuation after
    totals_now(st, &totals)
    check_pool(st, whole, &totals, nav, exposure_before, pool_of(st).lp_balance_e6)
    value_account(st, account_at(st, whole.account), 0, &after)
    return check_margin(
        st, whole, after.initial_e6, after.fee_margin_e6, available, after.collateral_e6
    )


cdef int _first_reason(const Basket *basket) noexcept nogil:
    cdef uint32_t place
    for place in range(basket.count):
        if basket.legs[place].reason_count:
            return basket.legs[place].reasons[0]
    return basket.whole.reasons[0] if basket.whole.reason_count else OK


cdef int value_if_any(
    State *st, const unsigned char *owner, uint32_t account_id, Valuation *value
) noexcept nogil:
    """The account as it is; zeros where there is none, which the first leg refuses."""
    cdef uint32_t user = find_user(st, owner)
    cdef uint32_t row = NO_ROW if user == NO_ROW else find_account(st, user, account_id)
    memset(value, 0, sizeof(Valuation))
    if row != NO_ROW:
        value_account(st, account_at(st, row), 0, value)
    return 0
