"""Liquidation, bad debt and auto-deleveraging (rules/liquidation.md; rules 17-21, 37, 38, 40).

One call closes pieces of positions, largest maintenance margin first, until the account's health
is at its target or nothing more can close. A piece realises all P&L of its position at the index,
at which it was valued, so that the available margin of the account stays. Only in a dead market
with an old held print the amount closes at the worse of both prices (rule 46).

An endorsed liquidator of a market has no limit there, and its pieces earn no fee: they count in
no part of the fee of this or a later call, and a call with no other piece takes none. What it
closes counts in the market's window like any other piece.
"""

from engine.core.generated.records cimport (
    ERR_LIQUIDATION_CAPACITY, ERR_MARGIN_ACCOUNT_NOT_FOUND, ERR_MARKET_PAUSED, ERR_NOT_LIQUIDATABLE,
    ERR_PRICE_BAND, ERR_STALE_PRICE, ERR_VALIDATION, OK, TAG_BAD_DEBT_COVERED,
    TAG_LIQUIDATION_STARTED, TAG_POSITION_LIQUIDATED, BadDebtCoveredC, LiquidateC,
    LiquidationStartedC, PositionLiquidatedC,
)
from engine.core.numbers.numbers cimport (
    E8, E12, FLOOR, SIDE_MAX, abs64, checked_add, checked_sub, i128, max64, min64, saturate_amount,
    saturated_mul_div,
)
from engine.core.orders.rows cimport end_entries, end_exits
from engine.core.payouts.settlement cimport create_request
from engine.core.perps.accounting cimport (
    Totals, Valuation, accrue_market, emit, nav_e6, position_funding_e6, totals_now,
    value_account,
)
from engine.core.perps.deleveraging cimport deleverage
from engine.core.perps.fill cimport notional_floor_e6
from engine.core.perps.margin cimport (
    initial_ratio_ceil_e12, liquidation_fee_margin_e6, maintenance_ratio_ceil_e12,
    required_margin_ceil_e6,
)
from engine.core.perps.oracle cimport exit_price_e8, is_held_young, is_late
from engine.core.perps.positions cimport (
    move_pnl, place_of, position_pnl_e6, realise_profits, with_profits_e6, write_market,
    write_position,
)
from engine.core.state.flagged cimport conclude
from engine.core.state.state cimport (
    MINT_COLLATERAL, NO_ROW, REQUEST_LIQUIDATION_FEE, REQUEST_PAYABLE,
    Account, Market, MarketParameters, Pool, Position, State, account_at, closure_at,
    edit_account, edit_closure, edit_pool, find_account, find_user, market_at, market_rules,
    new_closure, positions_of, release_closure, user_at, user_row,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memcmp, memcpy, memset

cdef unsigned char NO_ADDRESS[32]

# A position as it was at the start of the call.
cdef struct Leg:
    uint32_t market
    int is_long
    int64_t maintenance_e6

cdef struct Call:
    unsigned char liquidator[32]
    uint32_t account
    uint32_t fee_account  # NO_ROW: none was named
    Valuation start
    Leg legs[12]  # largest maintenance margin first
    uint32_t leg_count
    Leg pieces[12]  # what was closed of, in order
    uint32_t piece_count
    int64_t parts_e6  # of the fee, before its clamp; of the whole liquidation
    int64_t paid_e6  # by earlier calls
    int earns  # a piece of this call earns a fee
    size_t last_piece  # place of its event

# What the account would be after closing some of one leg, but for the amount itself.
cdef struct Outcome:
    MarketParameters *rules
    Account *account
    const Position *held
    int64_t price_e8
    int64_t exit_price_e8  # worse than the price where an old print is held
    int64_t size_e6  # of the leg, positive
    int64_t available_e6
    int64_t start_collateral_e6
    int64_t funding_pnl_e6  # of the leg
    int64_t pnl_e6  # of the leg, at the price
    int64_t collateral_e6  # with that P&L realised, and what must be of the others
    i128 maintenance_e6  # of the other positions
    i128 fees_e6
    int has_others
    int64_t parts_e6
    int64_t paid_e6
    int earns
    int is_endorsed


cdef int liquidate(State *st, const LiquidateC *command) except -1 nogil:
    cdef Call call
    cdef uint32_t place
    cdef int64_t from_pool
    cdef int code
    memset(&call, 0, sizeof(Call))
    code = _find_accounts(st, command, &call)
    if code != OK:
        return code
    value_account(st, account_at(st, call.account), 0, &call.start)
    if call.start.required_e6 <= call.start.available_e6:
        return ERR_NOT_LIQUIDATABLE
    call.parts_e6 = account_at(st, call.account).liquidation_fee_parts_e6
    call.paid_e6 = account_at(st, call.account).accumulated_liquidation_fees_e6
    _order_legs(st, &call)
    for place in range(call.leg_count):
        if _take(st, &call, &call.legs[place]):
            break
    if call.piece_count == 0:
        return _why_nothing_closes(st, account_at(st, call.account))
    realise_profits(st, call.account, NO_ROW)
    _pay_fee(st, &call)
    from_pool = cover_debt(st, call.account)
    if from_pool:
        _deleverage(st, &call, from_pool)
    return conclude(st, call.account)


# What is asked.

cdef uint32_t _open_account(
    State *st, const unsigned char *owner, uint32_t account_id
) noexcept nogil:
    cdef uint32_t user = find_user(st, owner)
    cdef uint32_t row = NO_ROW if user == NO_ROW else find_account(st, user, account_id)
    if row == NO_ROW or not account_at(st, row).is_open:
        return NO_ROW
    return row


cdef int _find_accounts(State *st, const LiquidateC *command, Call *call) noexcept nogil:
    """The account, then where the fee goes; or the reason against it."""
    memcpy(call.liquidator, command.user, 32)
    call.fee_account = NO_ROW
    call.account = _open_account(st, command.owner, command.account_id)
    if call.account == NO_ROW:
        return ERR_MARGIN_ACCOUNT_NOT_FOUND
    if command.has_fee_account > 1:
        return ERR_VALIDATION
    if command.has_fee_account == 0:
        return OK
    call.fee_account = _open_account(st, command.user, command.fee_account_id)
    if call.fee_account == NO_ROW:
        return ERR_MARGIN_ACCOUNT_NOT_FOUND
    return ERR_VALIDATION if call.fee_account == call.account else OK


cdef inline int64_t _maintenance_e6(
    int64_t size_e6, int64_t price_e8, MarketParameters *rules
) noexcept nogil:
    """MM of one position: |n| * p * MMR + minPositionMargin."""
    cdef int64_t ratio = maintenance_ratio_ceil_e12(initial_ratio_ceil_e12(size_e6, rules), rules)
    return saturate_amount(
        <i128> required_margin_ceil_e6(size_e6, price_e8, ratio) + rules.min_position_margin_e6
    )


cdef int _order_legs(State *st, Call *call) noexcept nogil:
    """The positions by maintenance margin, largest first; equal ones stay in market order."""
    cdef Account *account = account_at(st, call.account)
    cdef Position *held
    cdef Leg leg
    cdef uint32_t place
    cdef uint32_t slot
    for place in range(account.position_count):
        held = &positions_of(st, account)[place]
        leg.market = held.market
        leg.is_long = held.size_e6 > 0
        leg.maintenance_e6 = _maintenance_e6(
            held.size_e6, market_at(st, held.market).price_e8, market_rules(st, held.market)
        )
        slot = call.leg_count
        while slot > 0 and call.legs[slot - 1].maintenance_e6 < leg.maintenance_e6:
            call.legs[slot] = call.legs[slot - 1]
            slot -= 1
        call.legs[slot] = leg
        call.leg_count += 1
    return 0


cdef int _why_nothing_closes(State *st, Account *account) noexcept nogil:
    """Capacity is missing where a price could be used; else the lowest market's price."""
    cdef uint32_t place
    cdef uint32_t row
    for place in range(account.position_count):
        if _has_price(st, positions_of(st, account)[place].market):
            return ERR_LIQUIDATION_CAPACITY
    row = positions_of(st, account)[0].market
    if market_at(st, row).settled_at_s:
        return ERR_MARKET_PAUSED
    if is_late(market_at(st, row), market_rules(st, row), st.now_s):
        st.detail = market_at(st, row).published_at_s
        return ERR_STALE_PRICE
    st.detail = market_at(st, row).held_price_e8
    return ERR_PRICE_BAND


cdef int _has_price(State *st, uint32_t row) noexcept nogil:
    """Whether a market may be closed in: fresh or dead, no young print held, not being settled."""
    cdef Market *market = market_at(st, row)
    cdef MarketParameters *rules = market_rules(st, row)
    if market.settled_at_s:
        return 0
    return not is_held_young(market, rules, st.now_s) and not is_late(market, rules, st.now_s)


cdef int _is_endorsed(State *st, uint32_t row, const unsigned char *liquidator) noexcept nogil:
    return (
        memcmp(st.listings[row].authorized_liquidator, liquidator, 32) == 0
        and memcmp(liquidator, NO_ADDRESS, 32) != 0  # the zero address: no liquidator
    )


# The sliding window of a market: entries by time, oldest first, one a second.

cdef inline int _is_out(State *st, uint32_t entry, int64_t window_s) noexcept nogil:
    return st.now_s - closure_at(st, entry).at_s >= window_s


cdef int64_t _used_e6(State *st, uint32_t row) noexcept nogil:
    """Sizes closed within the window that ends now; a read, so that older entries stay."""
    cdef Market *market = market_at(st, row)
    cdef int64_t used = market.window_e6
    cdef uint32_t entry = market.window_first
    while entry != NO_ROW and _is_out(st, entry, market_rules(st, row).liquidation_window_s):
        used -= closure_at(st, entry).size_e6
        entry = closure_at(st, entry).next
    return used


cdef int64_t _capacity_e6(State *st, uint32_t row, int is_endorsed) noexcept nogil:
    """The size that may still close in a market now."""
    cdef Market *market = market_at(st, row)
    cdef int64_t limit
    if is_endorsed:
        return SIDE_MAX
    limit = window_limit_floor_e6(market.long_e6 - market.short_e6, market_rules(st, row))
    if limit == 0:
        return SIDE_MAX
    return max64(0, limit - _used_e6(st, row))


cdef int _note_closed(State *st, uint32_t row, Market *market, int64_t size_e6) except -1 nogil:
    """Count a size in the window; entries that are out of it are released."""
    cdef uint32_t entry = market.window_first
    cdef uint32_t following
    while entry != NO_ROW and _is_out(st, entry, market_rules(st, row).liquidation_window_s):
        following = closure_at(st, entry).next
        market.window_e6 -= closure_at(st, entry).size_e6
        release_closure(st, entry)
        entry = following
    market.window_first = entry
    if entry == NO_ROW:
        market.window_last = NO_ROW
    market.window_e6 = checked_add(market.window_e6, size_e6)
    entry = market.window_last
    if entry != NO_ROW and closure_at(st, entry).at_s == st.now_s:
        edit_closure(st, entry).size_e6 += size_e6
        return 0
    market.window_last = new_closure(st)
    closure_at(st, market.window_last).at_s = st.now_s
    closure_at(st, market.window_last).size_e6 = size_e6
    if entry == NO_ROW:
        market.window_first = market.window_last
    else:
        edit_closure(st, entry).next = market.window_last
    return 0


# How much of one leg.

cdef int _take(State *st, Call *call, Leg *leg) except -1 nogil:
    """Close what a leg's price and capacity allow; whether the target is reached with it."""
    cdef int is_endorsed = _is_endorsed(st, leg.market, call.liquidator)
    cdef Outcome outcome
    cdef int64_t capacity
    cdef int64_t amount
    cdef int is_reached
    if not _has_price(st, leg.market):
        return 0
    capacity = _capacity_e6(st, leg.market, is_endorsed)
    if capacity == 0:
        return 0
    _foresee(st, call, leg.market, is_endorsed, &outcome)
    amount = min64(outcome.size_e6, capacity)
    is_reached = _is_enough(st, &outcome, amount)
    if is_reached:
        amount = _smallest_enough(st, &outcome, amount)
    if (
        <i128> (outcome.size_e6 - amount) * outcome.price_e8
        < <i128> st.rules.min_trade_notional_e6 * E8
        and outcome.size_e6 <= capacity
    ):
        amount = outcome.size_e6
    if call.piece_count == 0:
        _start(st, call)
    _close_piece(st, call, leg, amount)
    if not is_endorsed:
        call.earns = 1
        call.parts_e6 = checked_add(call.parts_e6, _part_e6(&outcome, amount))
    return is_reached


cdef int _foresee(
    State *st, Call *call, uint32_t row, int is_endorsed, Outcome *outcome
) noexcept nogil:
    """Figures of the account without one leg."""
    cdef Account *account = account_at(st, call.account)
    cdef Position *held = &positions_of(st, account)[place_of(st, account, row)]
    cdef Valuation value
    value_account(st, account, 0, &value)
    outcome.rules = market_rules(st, row)
    outcome.account = account
    outcome.held = held
    outcome.price_e8 = market_at(st, row).price_e8
    outcome.exit_price_e8 = exit_price_e8(market_at(st, row), held.size_e6 > 0)
    outcome.size_e6 = abs64(held.size_e6)
    outcome.available_e6 = value.available_e6
    outcome.start_collateral_e6 = value.collateral_e6
    outcome.funding_pnl_e6 = position_funding_e6(st, held)
    outcome.pnl_e6 = position_pnl_e6(st, held)
    outcome.collateral_e6 = with_profits_e6(
        st, account, saturate_amount(<i128> value.collateral_e6 + outcome.pnl_e6), row
    )
    outcome.maintenance_e6 = <i128> value.maintenance_e6 - _maintenance_e6(
        held.size_e6, outcome.price_e8, outcome.rules
    )
    outcome.fees_e6 = <i128> value.fees_e6 - _part_e6(outcome, outcome.size_e6)
    outcome.has_others = account.position_count > 1
    outcome.parts_e6 = call.parts_e6
    outcome.paid_e6 = call.paid_e6
    outcome.earns = call.earns
    outcome.is_endorsed = is_endorsed
    return 0


cdef inline int64_t _price_pnl_e6(
    const Position *held, int64_t price_e8, int64_t exit_e8, int64_t amount_e6
) noexcept nogil:
    """n * (p - e) of the whole position and c * (exit - p) of what closes, floored together."""
    cdef int64_t closed = amount_e6 if held.size_e6 > 0 else -amount_e6
    return saturated_mul_div(
        <i128> held.size_e6 * (price_e8 - held.entry_price_e8)
        + <i128> closed * (exit_e8 - price_e8),
        1, E8, FLOOR,
    )


cdef inline int64_t _part_e6(const Outcome *outcome, int64_t size_e6) noexcept nogil:
    """Notional times the market's rate, rounded up: a part of L and of the fee."""
    return required_margin_ceil_e6(
        size_e6, outcome.price_e8, outcome.rules.liquidation_fee_rate_e12
    )


cdef int _is_enough(State *st, const Outcome *outcome, int64_t amount_e6) noexcept nogil:
    """Whether health is at its target after closing an amount and paying this call's fee."""
    cdef int64_t rest = outcome.size_e6 - amount_e6
    cdef i128 maintenance = outcome.maintenance_e6
    cdef i128 fees = outcome.fees_e6
    cdef i128 required
    cdef int64_t available = outcome.available_e6
    cdef int64_t collateral = outcome.collateral_e6
    cdef int64_t pnl
    if outcome.exit_price_e8 != outcome.price_e8:
        pnl = saturate_amount(<i128> outcome.funding_pnl_e6 + _price_pnl_e6(
            outcome.held, outcome.price_e8, outcome.exit_price_e8, amount_e6
        ))
        available = saturate_amount(<i128> available + pnl - outcome.pnl_e6)
        collateral = with_profits_e6(
            st, outcome.account, saturate_amount(<i128> outcome.start_collateral_e6 + pnl),
            outcome.held.market,
        )
    if rest:
        maintenance += _maintenance_e6(rest, outcome.price_e8, outcome.rules)
        fees += _part_e6(outcome, rest)
    required = saturate_amount(maintenance)
    if rest or outcome.has_others:
        required += liquidation_fee_margin_e6(saturate_amount(fees), &st.rules)
    if not outcome.is_endorsed:
        available -= liquidation_fee_e6(
            saturate_amount(<i128> outcome.parts_e6 + _part_e6(outcome, amount_e6)),
            outcome.paid_e6, collateral, available, &st.rules,
        )
    elif outcome.earns:
        available -= liquidation_fee_e6(
            outcome.parts_e6, outcome.paid_e6, collateral, available, &st.rules,
        )
    return <i128> available * E12 >= required * st.rules.liquidation_target_health_e12


cdef int64_t _smallest_enough(
    State *st, const Outcome *outcome, int64_t enough_e6
) noexcept nogil:
    """Bisection between nothing, which is not enough, and an amount that is."""
    cdef int64_t low = 0
    cdef int64_t middle
    while enough_e6 - low > 1:
        middle = low + (enough_e6 - low) // 2
        if _is_enough(st, outcome, middle):
            enough_e6 = middle
        else:
            low = middle
    return enough_e6


# What a call does.

cdef int _start(State *st, Call *call) except -1 nogil:
    """The first call of a liquidation; later ones continue with what it began."""
    cdef Account *account = edit_account(st, call.account)
    cdef LiquidationStartedC *event
    if account.in_liquidation:
        return 0
    account.liquidation_started_at_s = st.now_s
    account.max_liquidation_fee_e6 = call.start.fee_margin_e6
    end_entries(st, call.account)
    event = <LiquidationStartedC *> emit(
        st, TAG_LIQUIDATION_STARTED, sizeof(LiquidationStartedC)
    )
    memcpy(event.owner, user_at(st, account.user).address, 32)
    event.account_id = account.account_id
    memcpy(event.liquidator, call.liquidator, 32)
    event.available_margin_e6 = call.start.available_e6
    event.total_required_margin_e6 = call.start.required_e6
    event.max_liquidation_fee_e6 = call.start.fee_margin_e6
    return 0


cdef int _close_piece(State *st, Call *call, const Leg *leg, int64_t amount_e6) except -1 nogil:
    """Close an amount, realising all P&L of its position at the index.

    In a dead market the amount closes at an old held print where that is worse.
    """
    cdef Account *account = edit_account(st, call.account)
    cdef uint32_t place = place_of(st, account, leg.market)
    cdef Position old = positions_of(st, account)[place]
    cdef int64_t size = old.size_e6 + (-amount_e6 if leg.is_long else amount_e6)
    cdef int64_t funding_pnl = position_funding_e6(st, &old)
    cdef Market *market = accrue_market(st, leg.market)  # drops what was projected
    cdef int64_t price = exit_price_e8(market, leg.is_long)
    cdef int64_t price_pnl = _price_pnl_e6(&old, market.price_e8, price, amount_e6)
    cdef int64_t pnl = saturate_amount(<i128> price_pnl + funding_pnl)
    cdef PositionLiquidatedC *event
    move_pnl(st, account, pnl)
    write_market(market, size, market.price_e8, &old)
    write_position(st, account, place, market, leg.market, size, market.price_e8, old.size_e6)
    _note_closed(st, leg.market, market, amount_e6)
    if size == 0 and account.order_count:
        end_exits(st, call.account, leg.market, NO_ROW)
    account.liquidated_at_s = st.now_s
    call.pieces[call.piece_count] = leg[0]
    call.piece_count += 1
    call.last_piece = st.events.used
    event = <PositionLiquidatedC *> emit(
        st, TAG_POSITION_LIQUIDATED, sizeof(PositionLiquidatedC)
    )
    memcpy(event.owner, user_at(st, account.user).address, 32)
    event.account_id = account.account_id
    event.market_id = leg.market + 1
    memcpy(event.liquidator, call.liquidator, 32)
    event.started_at_s = account.liquidation_started_at_s
    event.max_liquidation_fee_e6 = account.max_liquidation_fee_e6
    event.liquidated_margin_e6 = max64(0, -pnl)
    event.size_e6 = amount_e6
    event.notional_e6 = notional_floor_e6(amount_e6, price)
    event.new_size_e6 = size
    event.index_price_e8 = price
    event.pnl_e6 = pnl
    event.price_performance_e6 = price_pnl
    event.funding_performance_e6 = funding_pnl
    return 0


cdef int _pay_fee(State *st, Call *call) except -1 nogil:
    """The call's fee, to the named account or as a request that is payable at once."""
    cdef Account *account = edit_account(st, call.account)
    cdef PositionLiquidatedC *event
    cdef Valuation value
    cdef int64_t fee
    account.liquidation_fee_parts_e6 = call.parts_e6
    if not call.earns:
        return 0
    value_account(st, account, 0, &value)
    fee = liquidation_fee_e6(
        call.parts_e6, call.paid_e6, value.collateral_e6, value.available_e6, &st.rules
    )
    if fee == 0:
        return 0
    event = <PositionLiquidatedC *> (st.events.data + call.last_piece)
    event.liquidation_fee_e6 = fee
    if call.fee_account != NO_ROW:
        event.has_fee_account = 1
        event.fee_account_id = account_at(st, call.fee_account).account_id
    account.collateral_e6 -= fee
    account.accumulated_liquidation_fees_e6 += fee
    if call.fee_account != NO_ROW:
        account = edit_account(st, call.fee_account)
        account.collateral_e6 = checked_add(account.collateral_e6, fee)
        return 0
    edit_pool(st).margin_e6 -= fee
    create_request(
        st, user_row(st, call.liquidator), REQUEST_LIQUIDATION_FEE, MINT_COLLATERAL, fee, 0,
        st.now_s, REQUEST_PAYABLE,
    )
    return 0


cdef int64_t cover_debt(State *st, uint32_t account_row) except -1 nogil:
    """Bring negative collateral to exactly 0, from the reserve, then the pool; the pool's part."""
    cdef Account *account = edit_account(st, account_row)
    cdef Pool *pool = edit_pool(st)
    cdef int64_t debt = -account.collateral_e6
    cdef int64_t from_reserve
    cdef BadDebtCoveredC *event
    if debt <= 0:
        return 0
    from_reserve = min64(debt, pool.reserve_e6)
    pool.reserve_e6 -= from_reserve
    pool.lp_balance_e6 = checked_sub(pool.lp_balance_e6, debt - from_reserve)
    pool.margin_e6 = checked_add(pool.margin_e6, debt)
    account.collateral_e6 = 0
    event = <BadDebtCoveredC *> emit(st, TAG_BAD_DEBT_COVERED, sizeof(BadDebtCoveredC))
    memcpy(event.owner, user_at(st, account.user).address, 32)
    event.account_id = account.account_id
    event.from_reserve_e6 = from_reserve
    event.from_pool_e6 = debt - from_reserve
    return debt - from_reserve


cdef int64_t uncovered_e6(State *st, int64_t from_pool_e6) except -1 nogil:
    """Part of a debt paid by the pool that leaves its NAV below 0."""
    cdef Totals totals
    totals_now(st, &totals)
    return min64(from_pool_e6, max64(0, -nav_e6(st, &totals)))


cdef int _deleverage(State *st, const Call *call, int64_t from_pool_e6) except -1 nogil:
    """Winners against the pieces, in order, give back what the pool cannot bear."""
    cdef int64_t deficit = uncovered_e6(st, from_pool_e6)
    cdef uint32_t place
    for place in range(call.piece_count):
        if deficit == 0:
            return 0
        deficit = deleverage(
            st, call.pieces[place].market, not call.pieces[place].is_long, deficit
        )
    return 0
