"""Quotes: the transition run in a transaction that is always rolled back."""

from engine.core.dispatch cimport funding_shown
from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_CLOSE_EXCEEDS_POSITION, ERR_EXCHANGE_HALTED, ERR_NO_POSITION, OK,
    LiquidateC,
)
from engine.core.numbers.numbers cimport (
    AMOUNT_MAX, CEIL, E8, E12, E26, FLOOR, POSITION_MAX, PRICE_MAX, TRUNC, abs64, clamp, i128,
    max64, min64, saturate_amount, saturated_mul_div,
)
from engine.core.perps.accounting cimport (
    Parts, Valuation, liquidation_price_e8, value_account, value_parts, value_position,
    value_position_at,
)
from engine.core.perps.basket cimport LEGS_MAX, LEGS_MIN, Basket, run_basket, value_if_any
from engine.core.perps.figures cimport TradeFigures, new_figures
from engine.core.perps.fill cimport notional_floor_e6
from engine.core.perps.funding cimport (
    FundingParts, hour_funding_floor_e6, shown_rate_e12, total_rate_e18,
)
from engine.core.perps.liquidation cimport liquidate
from engine.core.perps.margin cimport initial_ratio_ceil_e12, maintenance_ratio_ceil_e12
from engine.core.perps.positions cimport place_of
from engine.core.perps.trading cimport Trade, run_trade
from engine.core.pool.liquidity cimport (
    LiquidityEntry, LiquidityExit, Reasons, find_position, price_entry, price_exit,
)
from engine.core.reads cimport ratio_e12, require_account
from engine.core.state.state cimport (
    HELD_NONE, NO_ROW, STATUS_HALTED, Account, Market, MarketParameters, Position, State,
    account_at, begin, edit_market, market_at, market_count, market_rules, pool_of, positions_of,
    roll_back,
)
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memcpy, memset

from engine.core.generated.messages import (
    BadDebtCovered, LiquidationEnded, PositionLiquidated, decode_all,
)
from engine.core.views import (
    AddLiquidityQuote, BasketQuote, LimitQuote, LimitsQuote, LiquidationPiece, LiquidationQuote,
    RemoveLiquidityQuote,
)
from engine.schema.errors import EngineError, ErrorCode

cdef enum:
    PERCENT_E12 = 10_000_000_000
    STEPS_OF_MOVE = 10_000  # of a move of all legs' markets: hundredths of a percent


cdef int64_t _size(object size_e6) except? -1:
    if not -2 * POSITION_MAX <= size_e6 <= 2 * POSITION_MAX:
        raise EngineError(ErrorCode.AMOUNT_OUT_OF_RANGE)
    return size_e6


cdef int ask(
    Trade *trade, const unsigned char *owner, uint32_t account_id, uint32_t market_id
) noexcept:
    memset(trade, 0, sizeof(Trade))
    trade.actor = owner
    trade.owner = owner
    trade.account_id = account_id
    trade.market_id = market_id
    trade.market = NO_ROW  # until it is found, after the account
    return 0


cdef TradeFigures quote_trade(
    State *st, bytes owner, uint32_t account_id, uint32_t market_id, object size_e6,
    bint is_close, bytes actor, int64_t limit_e8, int64_t index_e8,
):
    """Figures and every reason against a trade; impossible input raises EngineError.

    With an index other than 0 as if that were the price, at the turn of a waiting order.
    """
    cdef Trade trade
    cdef Valuation before
    cdef int code
    cdef bint is_input
    if len(owner) != 32 or len(actor) != 32:
        raise ValueError("owner and actor are addresses of 32 bytes")
    ask(&trade, owner, account_id, market_id)
    trade.actor = actor
    trade.limit_e8 = limit_e8
    trade.is_quote = 1
    trade.is_close = is_close
    if is_close:
        trade.close_e6 = _size(size_e6)
    else:
        trade.delta_e6 = _size(size_e6)
    begin(st)
    try:
        if index_e8:
            trade.is_turn = 1
            _assume(st, market_id, index_e8)
        value_if_any(st, owner, account_id, &before)
        _run(st, &trade)
        if trade.market == NO_ROW:  # nothing to show figures of
            raise EngineError(ErrorCode(trade.reasons[0]), trade.detail)
        if trade.is_structural:
            code = trade.reasons[trade.reason_count - 1]
            is_input = code != ERR_NO_POSITION and code != ERR_CLOSE_EXCEEDS_POSITION
            if trade.reason_count == 1 and is_input:
                raise EngineError(ErrorCode(code), trade.detail)
            trade.delta_e6 = 0
            trade.new_size_e6 = trade.old_size_e6
            trade.index_e8 = market_at(st, trade.market).price_e8
            trade.fill_e8 = trade.index_e8
            trade.fee_e6 = 0
            trade.surcharge_e6 = 0
            trade.mark_down_e6 = 0
        return _trade_figures(st, &trade, &before)
    finally:
        roll_back(st)


cdef int _assume(State *st, uint32_t market_id, int64_t index_e8) except -1:
    """Another index price, inside a transaction that is undone."""
    cdef Market *market
    if not 1 <= index_e8 <= PRICE_MAX:
        raise EngineError(ErrorCode.AMOUNT_OUT_OF_RANGE, index_e8)
    if not 1 <= market_id <= market_count(st):
        raise EngineError(ErrorCode.MARKET_NOT_FOUND, market_id)
    market = edit_market(st, market_id - 1)
    market.price_e8 = index_e8
    market.held = HELD_NONE
    market.is_auction_only = 0  # what waits for the update is what may fill at it
    market.published_at_s = st.now_s
    return 0


cdef int _run(State *st, Trade *trade) except -1:
    """Run the trade; figures beyond the limits are one more reason, and undo what was done."""
    try:
        run_trade(st, trade)
    except OverflowError:
        roll_back(st)
        begin(st)
        trade.is_structural = 1
        trade.reasons[trade.reason_count] = ERR_AMOUNT_OUT_OF_RANGE
        trade.reason_count += 1
    return 0


cdef int quote_figures(State *st, Trade *trade) except -1:
    trade.is_quote = 1
    begin(st)
    try:
        _run(st, trade)
    finally:
        roll_back(st)
    return 0


cdef int64_t _cost_ceil_e6(
    State *st, Trade *trade, const FundingParts *parts, int days
) except? -1:
    """Fee, surcharge, mark-down, funding and holding charge of so many days after the trade.

    A trade that reduces a position saves the charge of what it closes.
    """
    cdef i128 more = abs64(trade.new_size_e6) - abs64(trade.old_size_e6)
    cdef i128 paid = trade.delta_e6 * total_rate_e18(parts) + more * parts.holding_e18
    return saturate_amount(
        <i128> trade.fee_e6
        + trade.surcharge_e6
        - trade.mark_down_e6
        + saturated_mul_div(paid * days, trade.index_e8, E26, CEIL)
    )


cdef int64_t _break_even_e8(Trade *trade, int64_t cost_e6) except? -1:
    """p + cost / d: up for a long, down for a short."""
    if trade.delta_e6 == 0:
        return trade.index_e8
    if trade.delta_e6 > 0:
        return trade.index_e8 + saturated_mul_div(cost_e6, E8, trade.delta_e6, CEIL)
    return trade.index_e8 - saturated_mul_div(cost_e6, E8, -trade.delta_e6, CEIL)


cdef inline i128 _free(const Valuation *value) noexcept nogil:
    """Margin that backs no position."""
    return <i128> value.available_e6 - value.initial_e6 - value.fee_margin_e6


cdef int _put_if_moved(
    TradeFigures figures, State *st, Trade *trade, int64_t collateral_e6, const Valuation *before,
    int64_t percent,
) except -1:
    """Change of available margin against `before`, with this index moved at once after the trade.

    Unknown where the account is liquidatable there.
    """
    cdef Account *account = account_at(st, trade.account)
    cdef Parts parts
    cdef Valuation value
    cdef uint32_t place
    cdef int64_t price = clamp(
        saturated_mul_div(trade.index_e8, E12 + percent * PERCENT_E12, E12, FLOOR), 1, PRICE_MAX
    )
    memset(&parts, 0, sizeof(Parts))
    for place in range(account.position_count):
        if positions_of(st, account)[place].market == trade.market:
            value_position_at(st, &positions_of(st, account)[place], price, &parts)
        else:
            value_position(st, &positions_of(st, account)[place], 0, &parts)
    value_parts(st, collateral_e6, &parts, &value)
    return figures.put_if(
        value.required_e6 <= value.available_e6,
        saturate_amount(<i128> value.available_e6 - before.available_e6),
    )


cdef dict _CODES = {int(code): code for code in ErrorCode}


cdef list _reasons(const Trade *trade):
    cdef uint32_t place
    return [_CODES[trade.reasons[place]] for place in range(<uint32_t> trade.reason_count)]


cdef TradeFigures _trade_figures(State *st, Trade *trade, const Valuation *before):
    cdef Account *account = account_at(st, trade.account)
    cdef MarketParameters *rules = market_rules(st, trade.market)
    cdef Valuation value
    cdef FundingParts parts
    cdef uint32_t place = place_of(st, account, trade.market)
    cdef int64_t initial = initial_ratio_ceil_e12(trade.new_size_e6, rules)
    cdef int64_t notional = notional_floor_e6(trade.delta_e6, trade.index_e8)
    cdef int64_t thirty
    cdef int64_t liquidation = 0
    cdef int64_t percent
    cdef TradeFigures figures = new_figures(tuple(_reasons(trade)))
    if trade.after.count and not trade.is_structural:
        value_parts(st, account.collateral_e6, &trade.after, &value)
    else:
        value_account(st, account, 0, &value)
    funding_shown(st, trade.market, &parts)
    if place < account.position_count and positions_of(st, account)[place].market == trade.market:
        liquidation = liquidation_price_e8(st, account, place, &value)
    thirty = _cost_ceil_e6(st, trade, &parts, 30)
    figures.put(trade.delta_e6)
    figures.put(notional if trade.delta_e6 > 0 else -notional)
    figures.put(trade.new_size_e6)
    figures.put(initial)
    figures.put(maintenance_ratio_ceil_e12(initial, rules))
    figures.put(trade.fill_e8)
    figures.put(trade.index_e8)
    figures.put(saturated_mul_div(
        <i128> trade.fill_e8 - trade.index_e8, E12, trade.index_e8, TRUNC
    ))
    figures.put(trade.fee_e6)
    figures.put(trade.surcharge_e6)
    figures.put_if(liquidation != 0, liquidation)
    figures.put_if(value.available_e6 > 0, ratio_e12(value.notional_e6, value.available_e6))
    figures.put(hour_funding_floor_e6(trade.new_size_e6, trade.index_e8, &parts))
    figures.put(shown_rate_e12(parts.drift_e18))
    figures.put(shown_rate_e12(parts.crowding_e18))
    figures.put(shown_rate_e12(parts.spread_e18))
    figures.put(shown_rate_e12(parts.holding_e18))
    figures.put(_cost_ceil_e6(st, trade, &parts, 1))
    figures.put(_cost_ceil_e6(st, trade, &parts, 7))
    figures.put(thirty)
    figures.put(_break_even_e8(trade, thirty))
    figures.put(value.collateral_e6)
    figures.put(value.available_e6)
    figures.put(saturate_amount(<i128> value.initial_e6 + value.fee_margin_e6))
    figures.put(saturate_amount(_free(&value) - _free(before)))
    figures.put(saturate_amount(<i128> trade.price_pnl_e6 + trade.funding_pnl_e6))
    for percent in (-10, -5, -2, 2, 5, 10):
        _put_if_moved(figures, st, trade, value.collateral_e6, before, percent)
    return figures


cdef object quote_basket(
    State *st, bytes owner, uint32_t account_id, object legs, bytes actor, object limits_e8
):
    """Figures of every leg and of all together, after all legs; EngineError for impossible input.

    `legs` are (market id, size); `limits_e8` their limit prices, 0 for any.
    """
    cdef Basket basket
    cdef Valuation before
    cdef int code
    if len(owner) != 32 or len(actor) != 32:
        raise ValueError("owner and actor are addresses of 32 bytes")
    ids = [market_id for market_id, _ in legs]
    if not LEGS_MIN <= len(ids) <= LEGS_MAX or len(set(ids)) < len(ids):
        raise EngineError(ErrorCode.VALIDATION, len(ids))
    _fill_basket(&basket, legs, limits_e8)
    value_if_any(st, owner, account_id, &before)
    begin(st)
    try:
        try:
            code = run_basket(st, &basket, owner, actor, account_id)
        except OverflowError:
            raise EngineError(ErrorCode.AMOUNT_OUT_OF_RANGE) from None
        for place in range(len(ids)):
            if basket.legs[place].is_structural or basket.legs[place].is_full:
                raise EngineError(ErrorCode(code), basket.whole.detail)
        return _basket_quote(st, &basket, &before)
    finally:
        roll_back(st)


cdef int _fill_basket(Basket *basket, object legs, object limits_e8) except -1:
    cdef uint32_t place = 0
    memset(basket, 0, sizeof(Basket))
    basket.count = len(legs)
    for (market_id, size_e6), limit_e8 in zip(legs, limits_e8, strict=True):
        if not -2 * POSITION_MAX <= size_e6 <= 2 * POSITION_MAX:
            raise EngineError(ErrorCode.AMOUNT_OUT_OF_RANGE, place + 1)
        if not 0 <= market_id <= 0xFFFFFFFF:
            raise EngineError(ErrorCode.MARKET_NOT_FOUND, market_id)
        basket.legs[place].market_id = market_id
        basket.legs[place].delta_e6 = size_e6
        basket.legs[place].limit_e8 = limit_e8
        basket.legs[place].is_quote = 1
        place += 1
    return 0


cdef object _basket_quote(State *st, Basket *basket, const Valuation *before):
    cdef Account *account = account_at(st, basket.whole.account)
    cdef Valuation after
    cdef uint32_t place
    cdef int64_t move = _adverse_move(st, account, basket)
    value_account(st, account, 0, &after)
    reasons = []
    quotes = []
    for place in range(basket.count):
        reasons += _reasons(&basket.legs[place])
        quotes.append(_trade_figures(st, &basket.legs[place], before).quote())
    reasons += _reasons(&basket.whole)
    first = quotes[0]  # figures of the account are those of every leg
    return BasketQuote(
        is_executable=not reasons,
        reasons=tuple(dict.fromkeys(reasons)),
        legs=tuple(quotes),
        trade_fee_e6=basket.whole.fee_e6,
        surcharge_e6=basket.whole.surcharge_e6,
        realized_pnl_e6=sum([quote.realized_pnl_e6 for quote in quotes]),
        margin_after_e6=first.margin_after_e6,
        available_after_e6=first.available_after_e6,
        required_after_e6=first.required_after_e6,
        maintenance_after_e6=after.required_e6,
        free_margin_change_e6=first.free_margin_change_e6,
        leverage_e12=first.leverage_e12,
        health_ratio_e12=(
            ratio_e12(after.available_e6, after.required_e6) if after.required_e6 > 0 else None
        ),
        liquidation_move_e12=None if move < 0 else move * (E12 // STEPS_OF_MOVE),
    )


cdef int _is_leg(const Basket *basket, uint32_t market) noexcept nogil:
    cdef uint32_t place
    for place in range(basket.count):
        if basket.legs[place].market == market:
            return 1
    return 0


cdef int _is_liquidatable_at(
    State *st, Account *account, const Basket *basket, int64_t steps
) noexcept nogil:
    """With the markets of all legs moved against the account at once; other prices and F stay."""
    cdef Parts parts
    cdef Valuation value
    cdef Position *held
    cdef int64_t price
    cdef uint32_t place
    memset(&parts, 0, sizeof(Parts))
    for place in range(account.position_count):
        held = &positions_of(st, account)[place]
        price = market_at(st, held.market).price_e8
        if _is_leg(basket, held.market):
            price = clamp(
                saturated_mul_div(
                    price, STEPS_OF_MOVE - steps if held.size_e6 > 0 else STEPS_OF_MOVE + steps,
                    STEPS_OF_MOVE, FLOOR if held.size_e6 > 0 else CEIL,
                ),
                1, PRICE_MAX,
            )
        value_position_at(st, held, price, &parts)
    value_parts(st, account.collateral_e6, &parts, &value)
    return value.required_e6 > value.available_e6


cdef int64_t _adverse_move(State *st, Account *account, const Basket *basket) noexcept nogil:
    """The move, in steps, at which the account is liquidatable and one step less not; -1: none.

    0 where it is liquidatable as it is.
    """
    cdef int64_t low = 0
    cdef int64_t high = STEPS_OF_MOVE
    cdef int64_t middle
    if _is_liquidatable_at(st, account, basket, low):
        return 0
    if not _is_liquidatable_at(st, account, basket, high):
        return -1
    while high - low > 1:
        middle = low + (high - low) // 2
        if _is_liquidatable_at(st, account, basket, middle):
            high = middle
        else:
            low = middle
    return high


cdef int _executes(State *st, const Trade *asked, int64_t size_e6, Trade *done) except -1:
    """Whether a size of the asked side executes at any price; rolled back."""
    cdef int code
    done[0] = asked[0]
    done.delta_e6 = size_e6 if asked.limit_e8 == PRICE_MAX else -size_e6
    begin(st)
    try:
        with nogil:
            code = run_trade(st, done)
    except OverflowError:
        code = ERR_AMOUNT_OUT_OF_RANGE
    finally:
        roll_back(st)
    return code == OK


cdef object _limit_quote(State *st, const Trade *asked, int64_t size_e6):
    cdef Trade done
    cdef Valuation value
    done = asked[0]
    done.delta_e6 = size_e6 if asked.limit_e8 == PRICE_MAX else -size_e6
    begin(st)
    try:
        run_trade(st, &done)
        value_account(st, account_at(st, done.account), 0, &value)
    finally:
        roll_back(st)
    notional = notional_floor_e6(done.delta_e6, done.index_e8)
    return LimitQuote(
        done.delta_e6,
        notional if done.delta_e6 > 0 else -notional,
        ratio_e12(value.notional_e6, value.available_e6) if value.available_e6 > 0 else None,
    )


cdef object quote_limits(
    State *st, bytes owner, uint32_t account_id, uint32_t market_id, bint is_long
):
    """The largest and smallest size that executes: one unit more than the largest does not."""
    cdef Trade asked
    cdef Trade done
    cdef Account *account
    cdef uint32_t row = market_id - 1
    cdef uint32_t place
    cdef int64_t held = 0
    cdef int64_t least
    cdef int64_t low
    cdef int64_t high
    cdef int64_t middle
    ask(&asked, owner, account_id, market_id)
    asked.limit_e8 = PRICE_MAX if is_long else 1
    account = account_at(st, require_account(st, owner, asked.account_id))
    if market_id < 1 or row >= market_count(st):
        raise EngineError(ErrorCode.MARKET_NOT_FOUND, market_id)
    place = place_of(st, account, row)
    if place < account.position_count and positions_of(st, account)[place].market == row:
        if (positions_of(st, account)[place].size_e6 < 0) == is_long:
            held = abs64(positions_of(st, account)[place].size_e6)
    least = max64(1, saturated_mul_div(
        st.rules.min_trade_notional_e6, E8, market_at(st, row).price_e8, CEIL
    ))
    low = max64(least, held)
    if held:
        least = min64(least, held)
    if not _executes(st, &asked, least, &done):
        least = held  # a decrease would leave dust, a full close does not
    if least == 0 or not _executes(st, &asked, least, &done):
        return LimitsQuote(market_id, is_long, None, None)
    if _executes(st, &asked, low, &done):
        high = POSITION_MAX + 1
    else:
        high = low
        low = least
    # Always: `low` executes and `high` does not.
    while high - low > 1:
        middle = low + (high - low) // 2
        if _executes(st, &asked, middle, &done):
            low = middle
        else:
            high = middle
    return LimitsQuote(
        market_id, is_long, _limit_quote(st, &asked, low), _limit_quote(st, &asked, least)
    )


cdef object quote_liquidation(State *st, bytes owner, uint32_t account_id):
    """Closes and payments of liquidating an existing account."""
    cdef LiquidateC command
    cdef int code
    cdef bytes events = b""
    require_account(st, owner, account_id)
    memset(&command, 0, sizeof(LiquidateC))
    memcpy(command.owner, <const unsigned char *> owner, 32)
    command.account_id = account_id
    begin(st)
    try:
        code = ERR_EXCHANGE_HALTED
        if pool_of(st).status != STATUS_HALTED:
            code = liquidate(st, &command)
        events = (<char *> st.events.data)[st.event_mark : st.events.used]
    except OverflowError:
        code = ERR_AMOUNT_OUT_OF_RANGE
    finally:
        roll_back(st)
    return _liquidation_quote(ErrorCode(code), list(decode_all(events)))


cdef object _liquidation_quote(object code, list events):
    pieces = [event for event in events if isinstance(event, PositionLiquidated)]
    debts = [event for event in events if isinstance(event, BadDebtCovered)]
    return LiquidationQuote(
        code,
        sum([piece.liquidation_fee_e6 for piece in pieces]),
        sum([debt.from_reserve_e6 + debt.from_pool_e6 for debt in debts]),
        any([isinstance(event, LiquidationEnded) for event in events]),
        tuple([
            LiquidationPiece(
                piece.market_id, piece.size_e6, piece.notional_e6, piece.new_size_e6,
                piece.index_price_e8, piece.pnl_e6,
            )
            for piece in pieces
        ]),
    )


cdef object quote_add_liquidity(State *st, object amount_e6):
    """Shares for a deposit made now; impossible input raises EngineError."""
    cdef LiquidityEntry entry
    cdef int code
    if not -AMOUNT_MAX <= amount_e6 <= AMOUNT_MAX:
        raise EngineError(ErrorCode.AMOUNT_OUT_OF_RANGE)
    if not pool_of(st).is_created:
        raise EngineError(ErrorCode.EXCHANGE_NOT_FOUND)
    try:
        code = price_entry(st, amount_e6, &entry)
    except OverflowError:
        raise EngineError(ErrorCode.AMOUNT_OUT_OF_RANGE) from None
    if code != OK and entry.reasons.count == 0:
        raise EngineError(ErrorCode(code), amount_e6)
    return AddLiquidityQuote(
        entry.shares_e6,
        entry.maturity_s,
        _codes(&entry.reasons),
    )


cdef tuple _codes(const Reasons *reasons):
    cdef int place
    return tuple([ErrorCode(reasons.codes[place]) for place in range(reasons.count)])


cdef object quote_remove_liquidity(State *st, bytes owner, object position_id, object shares_e6):
    """Payout of shares removed now without a tip; impossible input raises EngineError."""
    cdef LiquidityExit out
    cdef uint32_t row = NO_ROW
    if len(owner) != 32:
        raise ValueError("an owner is an address of 32 bytes")
    if 0 < position_id <= 0xFFFFFFFFFFFFFFFF:
        row = find_position(st, owner, position_id)
    if row == NO_ROW:
        raise EngineError(ErrorCode.LP_POSITION_NOT_FOUND)
    if shares_e6 <= 0:
        raise EngineError(ErrorCode.INPUT_NOT_POSITIVE)
    if shares_e6 > AMOUNT_MAX:
        raise EngineError(ErrorCode.AMOUNT_OUT_OF_RANGE)
    price_exit(st, row, shares_e6, 0, &out)
    return RemoveLiquidityQuote(
        out.amount_e6, shares_e6, out.price_e8, out.max_removable_e6, _codes(&out.reasons)
    )
