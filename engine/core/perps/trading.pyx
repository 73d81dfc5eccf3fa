"""Modify and close positions: the one transition that execution, quotes and limits share."""

from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_AUCTION_ONLY, ERR_CLOSE_EXCEEDS_POSITION, ERR_DELEGATE_EXPIRED,
    ERR_DELEGATE_LIMIT, ERR_DELEGATE_MARKET, ERR_ENTRY_WINDOW, ERR_EXCHANGE_HALTED,
    ERR_EXCHANGE_NOT_FOUND, ERR_EXCHANGE_PAUSED, ERR_HIGH_RISK_USER, ERR_INPUT_NOT_POSITIVE,
    ERR_INSUFFICIENT_MARGIN, ERR_IN_LIQUIDATION, ERR_MARGIN_ACCOUNT_NOT_FOUND, ERR_MARKET_NOT_FOUND,
    ERR_MARKET_PAUSED, ERR_MAX_SIDE_SIZE, ERR_NET_EXPOSURE_CAP, ERR_NOT_OWNER, ERR_NO_POSITION,
    ERR_POOL_CAPACITY, ERR_POSITION_TOO_SMALL, ERR_PRICE_BAND, ERR_SLIPPAGE_EXCEEDED,
    ERR_STALE_PRICE, ERR_TOO_MANY_POSITIONS, ERR_VALIDATION, OK, TAG_POSITION_MODIFIED,
    ClosePositionC, ModifyPositionC, PositionModifiedC,
)
from engine.core.numbers.numbers cimport (
    E8, E12, POSITION_MAX, PRICE_MAX, SIDE_MAX, abs64, checked_add, checked_amount,
    checked_sub, i128, max64, mul_div_floor,
    saturate_amount,
)
from engine.core.orders.placing cimport place_bracket
from engine.core.orders.rows cimport end_exits, order_margin_e6
from engine.core.perps.accounting cimport (
    Parts, Totals, count_sides, emit, is_in_liquidation, nav_e6, parts_fee_margin_e6,
    position_funding_e6, project, recount_market, required_minimum_e6, store_accrual, totals_now,
    totals_with, value_initial, value_position, value_size,
)
from engine.core.perps.delegate cimport (
    added_ceil_e6, count_added, has_ended, is_market_allowed, room_today_e6,
)
from engine.core.perps.fill cimport (
    fill_price_e8, funding_pnl_floor_e6, level_now_e8, mark_down_floor_e6, notional_floor_e6,
    parts_fee_ceil_e6, price_pnl_floor_e6, surcharge_ceil_e6, trade_fee_ceil_e6,
)
from engine.core.perps.funding cimport side_index_e18
from engine.core.perps.oracle cimport entry_opens_at_s, exit_price_e8, is_in_entry_window, is_stale
from engine.core.perps.positions cimport (
    place_of, position_pnl_e6, realise_profits, sides_after, size_at, write_position, write_sides,
)
from engine.core.pool.pool cimport cap_floor_e6, sides_unrealized_ceil_e6
from engine.core.state.derived cimport Counted, Sides
from engine.core.state.state cimport (
    HELD_NONE, NO_ROW, POSITIONS_MAX, REASONS_MAX, STATUS_HALTED, STATUS_PAUSED, Account, Market,
    MarketParameters, Pool, Position, Projection, State, User, account_at, edit_account,
    edit_traded_market, edit_pool, edit_user, find_account, find_user, is_high_risk, keep,
    market_at, market_count, market_rules, owner_or_user, pool_of, positions_of, user_at,
)
from libc.stdint cimport int64_t, uint16_t, uint32_t
from libc.string cimport memcmp, memcpy, memset


cdef Position _nothing  # zeros: the position before an opening trade


cdef void _refuse(Trade *trade, uint16_t code, int64_t detail) noexcept nogil:
    if trade.reason_count == 0:
        trade.detail = detail
    if trade.reason_count < REASONS_MAX:
        trade.reasons[trade.reason_count] = code
        trade.reason_count += 1


cdef int _refuse_structure(Trade *trade, uint16_t code, int64_t detail) noexcept nogil:
    """A reason after which there is nothing to compute."""
    _refuse(trade, code, detail)
    trade.is_structural = 1
    return trade.reasons[0]


cdef int modify_position(State *st, const ModifyPositionC *command) except -1 nogil:
    cdef Trade trade
    cdef int code
    clear_trade(&trade)
    trade.actor = <const unsigned char *> command.user
    trade.owner = owner_or_user(command.owner, command.user)
    trade.account_id = command.account_id
    trade.market_id = command.market_id
    trade.limit_e8 = command.limit_e8
    trade.delta_e6 = command.size_e6
    trade.is_last = not (command.stop_e8 or command.target_e8)
    code = _carry_out(st, &trade)
    if code == OK and (command.stop_e8 or command.target_e8):
        code = place_bracket(
            st, trade.actor, trade.owner, trade.account, trade.market, command.stop_e8,
            command.target_e8,
        )
    return code


cdef int close_position(State *st, const ClosePositionC *command) except -1 nogil:
    cdef Trade trade
    clear_trade(&trade)
    trade.actor = <const unsigned char *> command.user
    trade.owner = owner_or_user(command.owner, command.user)
    trade.account_id = command.account_id
    trade.market_id = command.market_id
    trade.limit_e8 = command.limit_e8
    trade.is_close = 1
    trade.close_e6 = command.size_e6
    trade.is_last = 1
    return _carry_out(st, &trade)


cdef int _carry_out(State *st, Trade *trade) except -1 nogil:
    cdef int code = run_trade(st, trade)
    st.detail = trade.detail
    return code


cdef int run_trade(State *st, Trade *trade) except -1 nogil:
    """Check and carry out a trade inside the open transaction; the first reason, or OK.

    The caller rolls back when there is a reason, and always after a quote.
    """
    if _find_subject(st, trade) != OK:
        return trade.reasons[0]
    if _classify(st, trade) != OK:
        return trade.reasons[0]
    _check_status(st, trade)
    _check_size(st, trade)
    if trade.reason_count and not trade.is_quote:
        return trade.reasons[0]
    if _price(st, trade) != OK:
        return trade.reasons[0]
    if trade.reason_count and not trade.is_quote:
        return trade.reasons[0]
    _execute(st, trade)
    return trade.reasons[0] if trade.reason_count else OK


cdef int _find_subject(State *st, Trade *trade) except -1 nogil:
    """Input, rights, account, market and position, in this order."""
    cdef uint32_t owner
    cdef int64_t size
    if pool_of(st).is_created == 0:
        return _refuse_structure(trade, ERR_EXCHANGE_NOT_FOUND, 0)
    if pool_of(st).status == STATUS_HALTED:
        _refuse(trade, ERR_EXCHANGE_HALTED, 0)
    if trade.is_close:
        if trade.close_e6 < 0:
            return _refuse_structure(trade, ERR_INPUT_NOT_POSITIVE, trade.close_e6)
        if trade.close_e6 > POSITION_MAX:
            return _refuse_structure(trade, ERR_AMOUNT_OUT_OF_RANGE, trade.close_e6)
    else:
        if trade.delta_e6 == 0:
            return _refuse_structure(trade, ERR_INPUT_NOT_POSITIVE, 0)
        if trade.delta_e6 > POSITION_MAX or trade.delta_e6 < -POSITION_MAX:
            return _refuse_structure(trade, ERR_AMOUNT_OUT_OF_RANGE, trade.delta_e6)
    if not trade.is_quote and not trade.order and trade.limit_e8 < 1:
        return _refuse_structure(trade, ERR_VALIDATION, trade.limit_e8)
    if not trade.is_quote and trade.limit_e8 > PRICE_MAX:
        return _refuse_structure(trade, ERR_AMOUNT_OUT_OF_RANGE, trade.limit_e8)
    owner = account_at(st, trade.account).user if trade.order else find_user(st, trade.owner)
    trade.delegator = NO_ROW
    if memcmp(trade.actor, trade.owner, 32) != 0:
        if (
            owner == NO_ROW
            or user_at(st, owner).delegate == NO_ROW
            or memcmp(user_at(st, user_at(st, owner).delegate).address, trade.actor, 32) != 0
        ):
            return _refuse_structure(trade, ERR_NOT_OWNER, 0)
        trade.delegator = owner
        if has_ended(user_at(st, owner), st.now_s):
            _refuse(trade, ERR_DELEGATE_EXPIRED, user_at(st, owner).delegate_until_s)
    if not trade.order:
        trade.account = NO_ROW if owner == NO_ROW else find_account(st, owner, trade.account_id)
    if trade.account == NO_ROW or not account_at(st, trade.account).is_open:
        return _refuse_structure(trade, ERR_MARGIN_ACCOUNT_NOT_FOUND, trade.account_id)
    if trade.market_id == 0 or trade.market_id > market_count(st):
        return _refuse_structure(trade, ERR_MARKET_NOT_FOUND, trade.market_id)
    trade.market = trade.market_id - 1
    if trade.delegator != NO_ROW:
        if not is_market_allowed(user_at(st, trade.delegator), trade.market_id):
            _refuse(trade, ERR_DELEGATE_MARKET, trade.market_id)
    trade.place = place_of(st, account_at(st, trade.account), trade.market)
    size = size_at(st, account_at(st, trade.account), trade.place, trade.market)
    trade.old_size_e6 = size
    if trade.is_close:
        if size == 0:
            return _refuse_structure(trade, ERR_NO_POSITION, 0)
        if trade.close_e6 > abs64(size):
            return _refuse_structure(trade, ERR_CLOSE_EXCEEDS_POSITION, abs64(size))
        trade.delta_e6 = trade.close_e6 if trade.close_e6 else abs64(size)
        if size > 0:
            trade.delta_e6 = -trade.delta_e6
    return OK


cdef int _classify(State *st, Trade *trade) noexcept nogil:
    """The kind of the trade; a position or side beyond the limits ends it."""
    cdef int64_t old = trade.old_size_e6
    cdef Market *market = market_at(st, trade.market)
    trade.new_size_e6 = old + trade.delta_e6
    trade.index_e8 = market.price_e8
    if (
        abs64(trade.new_size_e6) > POSITION_MAX
        or market.long_e6 - max64(old, 0) + max64(trade.new_size_e6, 0) > SIDE_MAX
        or market.short_e6 - max64(-old, 0) + max64(-trade.new_size_e6, 0) > SIDE_MAX
    ):
        return _refuse_structure(trade, ERR_AMOUNT_OUT_OF_RANGE, trade.new_size_e6)
    if old == 0:
        trade.trade_kind = TRADE_OPEN
    elif (old > 0) == (trade.delta_e6 > 0):
        trade.trade_kind = TRADE_INCREASE
    elif trade.new_size_e6 == 0:
        trade.trade_kind = TRADE_CLOSE
    elif (old > 0) == (trade.new_size_e6 > 0):
        trade.trade_kind = TRADE_DECREASE
    else:
        trade.trade_kind = TRADE_FLIP
    trade.is_reducing = trade.trade_kind == TRADE_DECREASE or trade.trade_kind == TRADE_CLOSE
    return OK


cdef int _check_status(State *st, Trade *trade) except -1 nogil:
    """Liquidation, pauses, age and windows; a decrease waits for no price (rule 46)."""
    cdef Market *market = market_at(st, trade.market)
    cdef MarketParameters *rules = market_rules(st, trade.market)
    # Of a basket the account as it was before: between two legs it may look worse.
    if trade.leg <= 1 and is_in_liquidation(st, account_at(st, trade.account)):
        _refuse(trade, ERR_IN_LIQUIDATION, 0)
    if not adds_exposure(trade):
        if market.settled_at_s:  # settle-market closes it
            _refuse(trade, ERR_MARKET_PAUSED, 0)
        return 0
    if is_high_risk(st, account_at(st, trade.account).user) or (
        trade.delegator != NO_ROW
        and is_high_risk(st, user_at(st, trade.delegator).delegate)
    ):
        _refuse(trade, ERR_HIGH_RISK_USER, 0)
    if pool_of(st).status == STATUS_PAUSED:
        _refuse(trade, ERR_EXCHANGE_PAUSED, 0)
    if market.is_paused:
        _refuse(trade, ERR_MARKET_PAUSED, 0)
    if is_stale(market, rules.oracle_max_age_s, st.now_s):
        _refuse(trade, ERR_STALE_PRICE, market.published_at_s)
    if market.held != HELD_NONE:
        _refuse(trade, ERR_PRICE_BAND, market.held_price_e8)
    if not trade.is_turn and is_in_entry_window(market, rules, st.now_s):
        _refuse(trade, ERR_ENTRY_WINDOW, entry_opens_at_s(market, rules, st.now_s))
    if market.is_auction_only and not trade.part:
        _refuse(trade, ERR_AUCTION_ONLY, 0)
    return 0


cdef int _check_size(State *st, Trade *trade) except -1 nogil:
    cdef i128 least_e14 = <i128> st.rules.min_trade_notional_e6 * E8
    cdef Account *account = account_at(st, trade.account)
    if trade.trade_kind != TRADE_CLOSE and not trade.part and (
        <i128> abs64(trade.delta_e6) * trade.index_e8 < least_e14
        or (
            trade.trade_kind == TRADE_DECREASE
            and <i128> abs64(trade.new_size_e6) * trade.index_e8 < least_e14
        )
    ):
        _refuse(trade, ERR_POSITION_TOO_SMALL, st.rules.min_trade_notional_e6)
    if (
        trade.trade_kind == TRADE_OPEN
        and account.position_count >= st.rules.max_positions_per_account
    ):
        _refuse(trade, ERR_TOO_MANY_POSITIONS, st.rules.max_positions_per_account)
    if trade.delegator != NO_ROW and adds_exposure(trade) and trade.part <= PART_CHECK:
        _take_allowance(st, trade)
    return 0


cdef int _take_allowance(State *st, Trade *trade) except -1 nogil:
    """Count the notional that a delegate adds; a later refusal undoes it with all the rest."""
    cdef User *owner = user_at(st, trade.delegator)
    cdef int64_t added = added_ceil_e6(trade.delta_e6, trade.index_e8)
    if owner.delegate_limit_e6 == 0:
        return 0
    if added > room_today_e6(owner, st.now_s):
        _refuse(trade, ERR_DELEGATE_LIMIT, room_today_e6(owner, st.now_s))
    else:
        count_added(edit_user(st, trade.delegator), added, st.now_s)
    return 0


cdef int64_t _base_price_e8(Market *market, Trade *trade) noexcept nogil:
    """The last accepted price; for a decrease the worse of it and a held one, for the closer."""
    if adds_exposure(trade):
        return market.price_e8
    return exit_price_e8(market, trade.delta_e6 < 0)


cdef int _price(State *st, Trade *trade) except -1 nogil:
    """Fill, fee and surcharge; a fill or size beyond the limits ends the trade."""
    cdef Market *market = market_at(st, trade.market)
    cdef MarketParameters *rules = market_rules(st, trade.market)
    cdef int64_t skew = market.long_e6 - market.short_e6
    cdef int64_t base = _base_price_e8(market, trade)
    if trade.part:
        return _price_part(st, trade, market, rules)
    trade.fill_e8 = fill_price_e8(base, skew, trade.delta_e6, rules.skew_scale_e6)
    if trade.fill_e8 < 1 or trade.fill_e8 > PRICE_MAX:
        return _refuse_structure(trade, ERR_AMOUNT_OUT_OF_RANGE, trade.fill_e8)
    if trade.limit_e8 and (
        trade.fill_e8 > trade.limit_e8 if trade.delta_e6 > 0 else trade.fill_e8 < trade.limit_e8
    ):
        _refuse(trade, ERR_SLIPPAGE_EXCEEDED, trade.fill_e8)
    trade.fee_e6 = trade_fee_ceil_e6(
        skew, trade.delta_e6, trade.fill_e8, rules.maker_fee_rate_e12, rules.taker_fee_rate_e12
    )
    if rules.level_n:
        trade.surcharge_e6 = surcharge_ceil_e6(
            trade.delta_e6, level_now_e8(market, rules, st.now_s), base, trade.fee_e6
        )
    if adds_exposure(trade):
        trade.mark_down_e6 = mark_down_floor_e6(trade.delta_e6, base, trade.fill_e8)
    return OK


cdef int _price_part(
    State *st, Trade *trade, Market *market, MarketParameters *rules
) except -1 nogil:
    """A part of an auction at its price; a trial pays what the parts can cost at most.

    An order that adds to a position realises it at the index in its trial: a worse fill is the
    better mark of what is held, so what the fill costs is paid beside the fee instead.
    """
    cdef int is_trial = trade.part == PART_CHECK
    cdef int64_t fee_price = max64(trade.at_e8, market.price_e8) if is_trial else trade.at_e8
    trade.fill_e8 = trade.at_e8
    trade.fee_e6 = parts_fee_ceil_e6(
        trade.maker_e6, abs64(trade.delta_e6) - trade.maker_e6, fee_price,
        rules.maker_fee_rate_e12, rules.taker_fee_rate_e12,
    )
    if trade.part != PART_MATCHED and rules.level_n:
        trade.surcharge_e6 = surcharge_ceil_e6(
            trade.delta_e6, level_now_e8(market, rules, st.now_s), market.price_e8, trade.fee_e6
        )
    if is_trial:
        trade.fee_e6 = checked_add(trade.fee_e6, TRIAL_ROUNDING_E6)
    if adds_exposure(trade):
        trade.mark_down_e6 = mark_down_floor_e6(trade.delta_e6, market.price_e8, trade.fill_e8)
    if is_trial and trade.trade_kind == TRADE_INCREASE:
        trade.fill_e8 = market.price_e8
        trade.surcharge_e6 = checked_sub(trade.surcharge_e6, trade.mark_down_e6)
        trade.mark_down_e6 = 0
    return OK


# What a trade leaves behind, worked out before anything is written.
cdef struct After:
    Sides sides
    Counted counted
    int64_t unrealized_e6  # of the market
    int64_t collateral_e6
    int64_t margin_e6
    int64_t lp_balance_e6
    int64_t reserve_e6
    int64_t protocol_fees_e6
    int64_t cumulative_lp_fee_e6
    int64_t cumulative_volume_e6


cdef int _execute(State *st, Trade *trade) except -1 nogil:
    """Work out, check, write; with a reason only a quote is written, for its figures."""
    cdef Account *account = account_at(st, trade.account)
    cdef After after
    cdef int64_t available = 0
    trade.is_full = trade.trade_kind == TRADE_OPEN and account.position_count >= POSITIONS_MAX
    if adds_exposure(trade) and not trade.leg:
        available = _value_others(st, trade, account)
    _work_out(st, trade, &after)
    if adds_exposure(trade):
        if trade.leg:
            _check_side(st, trade, &after.sides, trade.nav_e6)
        else:
            _check_addition(st, trade, &after, available)
        if trade.reason_count and not trade.is_quote:
            return 0
    if st.can_keep and trade.is_last and after.collateral_e6 >= 0 and (
        trade.trade_kind == TRADE_INCREASE or trade.trade_kind == TRADE_DECREASE
    ):
        keep(st)  # nothing can refuse or fail any more: no copies
    _write(st, trade, &after)
    if not adds_exposure(trade):
        realise_profits(st, trade.account, trade.market)
        if not trade.leg:
            check_collateral(st, trade)
    _emit_trade(st, trade)
    # A position that is closed or turned takes its reduce-only orders along (rule 63).
    if account_at(st, trade.account).order_count and not trade.part and (
        trade.trade_kind == TRADE_CLOSE or trade.trade_kind == TRADE_FLIP
    ):
        end_exits(st, trade.account, trade.market, trade.order - 1 if trade.order else NO_ROW)
    return 0


cdef int _check_addition(
    State *st, Trade *trade, const After *after, int64_t available
) except -1 nogil:
    """Side, pool and margin after a trade that adds exposure; `available`: before it."""
    cdef Totals totals
    cdef int64_t nav
    cdef i128 exposure_before
    if not trade.part:
        totals_now(st, &totals)
        nav = nav_e6(st, &totals)
        exposure_before = totals.exposure_e14
        totals_with(st, trade.market, &after.counted, &totals)
        _check_side(st, trade, &after.sides, nav)
        check_pool(st, trade, &totals, nav, exposure_before, after.lp_balance_e6)
    _value_new(st, trade)
    return check_margin(
        st, trade, saturate_amount(trade.after.initial), parts_fee_margin_e6(st, &trade.after),
        available, after.collateral_e6,
    )


cdef int check_margin(
    State *st, Trade *trade, int64_t initial_e6, int64_t fee_margin_e6, int64_t available,
    int64_t collateral_e6
) except -1 nogil:
    """Initial margin after an order that adds exposure; `available`: before it."""
    trade.required_e6 = saturate_amount(<i128> initial_e6 + fee_margin_e6)
    if collateral_e6 < 0 or (
        <i128> available + trade.mark_down_e6 - trade.fee_e6 - trade.surcharge_e6
        - order_margin_e6(st, account_at(st, trade.account)) < trade.required_e6
    ):
        _refuse(trade, ERR_INSUFFICIENT_MARGIN, trade.required_e6)
    return 0


cdef int check_collateral(State *st, Trade *trade) except -1 nogil:
    """All that a decrease needs."""
    if account_at(st, trade.account).collateral_e6 < 0:
        _refuse(trade, ERR_INSUFFICIENT_MARGIN, 0)
    return 0


cdef int64_t _value_others(State *st, Trade *trade, Account *account) noexcept nogil:
    """Sum the positions of other markets; returns what the account has with the old position."""
    cdef Position *positions = positions_of(st, account)
    cdef Position *held
    cdef uint32_t place
    cdef i128 own = 0
    memset(&trade.after, 0, sizeof(Parts))
    for place in range(account.position_count):
        held = positions + place
        if held.market == trade.market:
            own = position_pnl_e6(st, held)
        elif trade.is_quote:
            value_position(st, held, 0, &trade.after)
        else:
            trade.after.funding_pnl += position_funding_e6(st, held)
            value_initial(st, held.market, held.size_e6, held.entry_price_e8, &trade.after)
    return saturate_amount(
        account.collateral_e6 + trade.after.price_pnl + trade.after.funding_pnl + own
    )


cdef void _value_new(State *st, Trade *trade) noexcept nogil:
    """Add the position after the trade, also without a place for its row; funding begins now."""
    if trade.is_quote:
        value_size(
            st, trade.market, trade.new_size_e6, trade.fill_e8,
            market_at(st, trade.market).price_e8, &trade.after,
        )
    else:
        value_initial(st, trade.market, trade.new_size_e6, trade.fill_e8, &trade.after)


cdef int _check_side(
    State *st, Trade *trade, const Sides *sides, int64_t nav
) except -1 nogil:
    """The side of the market; its cap is a share of the NAV before the trade."""
    cdef Market *market = market_at(st, trade.market)
    cdef MarketParameters *rules = market_rules(st, trade.market)
    cdef int64_t side = sides.long_e6 if trade.delta_e6 > 0 else sides.short_e6
    cdef int64_t side_cap = cap_floor_e6(nav, rules.max_side_notional_rate_e12)
    if side > rules.max_side_size_e6 or <i128> side * market.price_e8 > <i128> side_cap * E8:
        _refuse(trade, ERR_MAX_SIDE_SIZE, side_cap)
    return 0


cdef int check_pool(
    State *st, Trade *trade, const Totals *after, int64_t nav, i128 exposure_before,
    int64_t lp_balance_e6
) except -1 nogil:
    """Net exposure, its cap a share of the NAV before the trade, and pool capacity."""
    cdef int64_t exposure_cap = cap_floor_e6(nav, st.rules.net_exposure_cap_rate_e12)
    if after.exposure_e14 > <i128> exposure_cap * E8 and after.exposure_e14 >= exposure_before:
        _refuse(trade, ERR_NET_EXPOSURE_CAP, exposure_cap)
    if required_minimum_e6(st, after) > lp_balance_e6:
        _refuse(trade, ERR_POOL_CAPACITY, lp_balance_e6)
    return 0


cdef int _work_out(State *st, Trade *trade, After *after) except -1 nogil:
    """Realise all P&L of the position, charge fee and surcharge; the fee's parts sum to it."""
    cdef const Market *market = market_at(st, trade.market)
    cdef const Projection *now = project(st, trade.market)
    cdef const Pool *pool = pool_of(st)
    cdef const Account *account = account_at(st, trade.account)
    cdef const Position *old = &_nothing
    cdef int64_t charge = checked_add(trade.fee_e6, trade.surcharge_e6)
    cdef int64_t protocol = mul_div_floor(trade.fee_e6, st.rules.protocol_fee_rate_e12, E12)
    cdef int64_t rest = trade.fee_e6 - protocol
    cdef int64_t reserve = mul_div_floor(rest, st.rules.reserve_fee_share_e12, E12)
    cdef int64_t lp_part = rest - reserve
    cdef int64_t pnl = 0
    if trade.old_size_e6:
        old = positions_of(st, account) + trade.place
        trade.price_pnl_e6 = price_pnl_floor_e6(old.size_e6, old.entry_price_e8, trade.fill_e8)
        trade.funding_pnl_e6 = funding_pnl_floor_e6(
            old.size_e6, old.entry_funding_e18,
            side_index_e18(now.funding_e18, now.holding_e18, old.size_e6 > 0),
        )
        pnl = checked_add(trade.price_pnl_e6, trade.funding_pnl_e6)
    after.collateral_e6 = checked_sub(checked_add(account.collateral_e6, pnl), charge)
    after.margin_e6 = checked_sub(checked_add(pool.margin_e6, pnl), charge)
    after.lp_balance_e6 = checked_amount(
        <i128> checked_sub(pool.lp_balance_e6, pnl) + lp_part + trade.surcharge_e6
    )
    after.protocol_fees_e6 = checked_add(pool.protocol_fees_e6, protocol)
    after.reserve_e6 = checked_add(pool.reserve_e6, reserve)
    after.cumulative_lp_fee_e6 = checked_add(pool.cumulative_lp_fee_e6, lp_part)
    after.cumulative_volume_e6 = checked_add(
        pool.cumulative_volume_e6, notional_floor_e6(trade.delta_e6, trade.fill_e8)
    )
    sides_after(
        market, side_index_e18(now.funding_e18, now.holding_e18, trade.new_size_e6 > 0),
        trade.new_size_e6, trade.fill_e8, old, &after.sides,
    )
    after.unrealized_e6 = sides_unrealized_ceil_e6(
        &after.sides, market.price_e8, now.funding_e18, now.holding_e18
    )
    count_sides(
        after.sides.long_e6, after.sides.short_e6, market.price_e8, after.unrealized_e6,
        &after.counted,
    )
    return 0


cdef int _write(State *st, Trade *trade, const After *after) except -1 nogil:
    """Account, pool, market with its accrual up to now, position."""
    cdef Account *account = edit_account(st, trade.account)
    cdef Pool *pool = edit_pool(st)
    cdef Market *market = edit_traded_market(st, trade.market)
    cdef const Projection *now = project(st, trade.market)
    account.collateral_e6 = after.collateral_e6
    pool.margin_e6 = after.margin_e6
    pool.lp_balance_e6 = after.lp_balance_e6
    pool.reserve_e6 = after.reserve_e6
    pool.protocol_fees_e6 = after.protocol_fees_e6
    pool.cumulative_lp_fee_e6 = after.cumulative_lp_fee_e6
    pool.cumulative_volume_e6 = after.cumulative_volume_e6
    store_accrual(st, market, now)
    write_sides(market, &after.sides)
    recount_market(st, trade.market, after.unrealized_e6, &after.counted)
    if trade.is_full:
        return 0
    return write_position(
        st, account, trade.place, market, trade.market, trade.new_size_e6, trade.fill_e8,
        trade.old_size_e6,
    )


cdef int _emit_trade(State *st, Trade *trade) except -1 nogil:
    cdef PositionModifiedC *event
    cdef int64_t notional
    cdef int64_t new_notional
    if trade.part == PART_CHECK or st.skips_events:
        return 0
    notional = notional_floor_e6(trade.delta_e6, trade.index_e8)
    new_notional = notional_floor_e6(trade.new_size_e6, trade.index_e8)
    event = <PositionModifiedC *> emit(st, TAG_POSITION_MODIFIED, sizeof(PositionModifiedC))
    memcpy(event.owner, trade.owner, 32)
    event.account_id = trade.account_id
    event.market_id = trade.market_id
    event.trade_kind = trade.trade_kind
    event.fill_price_e8 = trade.fill_e8
    event.index_price_e8 = trade.index_e8
    event.size_delta_e6 = trade.delta_e6
    event.notional_delta_e6 = notional if trade.delta_e6 > 0 else -notional
    event.new_size_e6 = trade.new_size_e6
    event.new_notional_e6 = new_notional if trade.new_size_e6 > 0 else -new_notional
    event.trade_fee_e6 = trade.fee_e6
    event.surcharge_e6 = trade.surcharge_e6
    event.pnl_e6 = trade.price_pnl_e6 + trade.funding_pnl_e6
    event.price_performance_e6 = trade.price_pnl_e6
    event.funding_performance_e6 = trade.funding_pnl_e6
    return 0
