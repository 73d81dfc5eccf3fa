"""Reads of the state as frozen rows, at the state's time."""

from engine.core.dispatch cimport funding_shown
from engine.core.numbers.numbers cimport (
    AMOUNT_MAX, CEIL, DAY_S, E8, E12, FLOOR, TRUNC, i128, max64, min64, saturate_amount,
    saturated_mul_div,
)
from engine.core.payouts.outflow cimport payout_place
from engine.core.perps.accounting cimport (
    Totals, Valuation, is_in_liquidation, liquidation_price_e8, nav_e6, position_funding_e6,
    project, required_minimum_e6, totals_now, value_account, withdrawable_e6,
)
from engine.core.perps.delegate cimport used_today_e6
from engine.core.perps.fill cimport market_price_e8, notional_floor_e6, price_pnl_floor_e6
from engine.core.perps.funding cimport (
    FundingParts, forecast_mid_e12, hour_funding_floor_e6, shown_rate_e12, velocity_e12,
)
from engine.core.perps.margin cimport (
    initial_ratio_ceil_e12, maintenance_ratio_ceil_e12, required_margin_ceil_e6,
)
from engine.core.perps.oracle cimport entry_opens_at_s, floor_to, is_in_entry_window
from engine.core.pool.pool cimport cap_floor_e6, share_price_floor_e8
from engine.core.scan cimport ScanMarket, ScanValue, prepare_markets, value_scanned
from engine.core.state.state cimport (
    HELD_NONE, HELD_OPERATOR_ONLY, MARKETS_MAX, NO_ROW, RISK_HIGH, RISK_NORMAL, RISK_ON_LIST,
    TABLE_ACCOUNT, Account, Listing, Market, MarketParameters, Pool, Position, Request,
    State, User, account_at, find_account, find_user, market_at, market_count, market_rules,
    pool_of, positions_of, request_at, user_at,
)
from libc.stdint cimport int64_t, uint32_t

from engine.core.views import (
    DelegateTermsView, ExchangeView, HeldPrintView, LiquidationCandidate, MarginAccountView,
    MarketView, PnlView, PositionView, SettlementRequestView, SideView, UserView,
)
from engine.schema.errors import EngineError, ErrorCode
from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

EXCHANGE_NAMES = tuple(parameter.name for parameter in EXCHANGE_PARAMETERS)
MARKET_NAMES = tuple(parameter.name for parameter in MARKET_PARAMETERS)
NO_ADDRESS = bytes(32)


cdef bytes _address(const unsigned char *data):
    return data[:32]


cdef object _address_or_none(const unsigned char *data):
    cdef bytes address = data[:32]
    return None if address == NO_ADDRESS else address


cdef object delegate_of(State *st, User *user):
    return None if user.delegate == NO_ROW else user_at(st, user.delegate).address[:32]


cdef object delegate_terms_of(State *st, User *user):
    cdef uint32_t place
    if user.delegate == NO_ROW:
        return None
    markets = [user.delegate_markets[place] for place in range(user.delegate_market_count)]
    return DelegateTermsView(
        user.delegate_until_s or None, user.delegate_limit_e6 or None,
        used_today_e6(user, st.now_s), tuple(markets),
    )


cdef str _text(const char *data, int width):
    cdef int length = 0
    while length < width and data[length] != 0:
        length += 1
    return data[:length].decode("ascii")


cdef dict _parameters(const int64_t *values, tuple names):
    return {name: values[place] for place, name in enumerate(names)}


cdef object ratio_e12(int64_t part, int64_t whole):
    """part / whole toward zero; 0 when the whole is not positive."""
    if whole <= 0:
        return 0
    return saturated_mul_div(part, E12, whole, TRUNC)


cdef object _pnl(int64_t price_pnl, int64_t funding_pnl, int64_t base):
    cdef int64_t total = saturate_amount(<i128> price_pnl + funding_pnl)
    return PnlView(
        total, price_pnl, funding_pnl, ratio_e12(total, base), ratio_e12(price_pnl, base),
        ratio_e12(funding_pnl, base),
    )


cdef tuple _sides(int64_t long_e6, int64_t short_e6, int64_t long_notional, int64_t short_notional):
    cdef int64_t total = saturate_amount(<i128> long_notional + short_notional)
    cdef int64_t long_part = ratio_e12(long_notional, total)
    cdef int64_t short_part = E12 - long_part if total > 0 else 0
    return (
        SideView(long_e6, long_notional, long_part),
        SideView(short_e6, short_notional, short_part),
    )


cdef int64_t _room_e6(State *st, uint32_t row, const Totals *totals, int is_long) noexcept nogil:
    """Size that one side may still take: side caps, net exposure, pool capacity."""
    cdef Market *market = market_at(st, row)
    cdef MarketParameters *rules = market_rules(st, row)
    cdef int64_t nav = nav_e6(st, totals)
    cdef int64_t side = market.long_e6 if is_long else market.short_e6
    cdef int64_t against = market.short_e6 - market.long_e6
    cdef i128 spare_e14
    cdef int64_t room = rules.max_side_size_e6 - side
    if not is_long:
        against = -against
    room = min64(
        room,
        saturated_mul_div(
            cap_floor_e6(nav, rules.max_side_notional_rate_e12), E8, market.price_e8, FLOOR
        ) - side,
    )
    spare_e14 = (
        <i128> cap_floor_e6(nav, st.rules.net_exposure_cap_rate_e12) * E8 - totals.exposure_e14
    )
    # Toward balance the exposure falls first, so that part of the room is free.
    if spare_e14 < 0:
        room = min64(room, max64(0, 2 * against - 1))
    else:
        room = min64(
            room, saturated_mul_div(spare_e14, 1, market.price_e8, FLOOR) + 2 * max64(0, against)
        )
    return _room_of_pool_e6(st, row, totals, max64(0, against), max64(0, room))


cdef int64_t _room_of_pool_e6(
    State *st, uint32_t row, const Totals *totals, int64_t against_e6, int64_t room_e6
) noexcept nogil:
    """The largest part of a room for which the pool's balance is enough."""
    cdef int64_t low = 0
    cdef int64_t high = room_e6
    cdef int64_t middle
    if _pool_carries(st, row, totals, against_e6, room_e6):
        return room_e6
    if not _pool_carries(st, row, totals, against_e6, 0):
        return 0
    # Always: `low` is carried and `high` is not.
    while high - low > 1:
        middle = low + (high - low) // 2
        if _pool_carries(st, row, totals, against_e6, middle):
            low = middle
        else:
            high = middle
    return low


cdef inline int _pool_carries(
    State *st, uint32_t row, const Totals *totals, int64_t against_e6, int64_t size_e6
) noexcept nogil:
    """Whether the pool can carry every size up to this one, its fees left out.

    A trade toward balance fills better than the index, by p * (2a - d) * d / 2k for a skew of a
    against it: most at d = a.
    """
    cdef Market *market = market_at(st, row)
    cdef int64_t scale = market_rules(st, row).skew_scale_e6
    cdef i128 best = min64(size_e6, against_e6)
    cdef int64_t gain = 0
    cdef Totals after = totals[0]
    after.open_interest_e14 += <i128> size_e6 * market.price_e8
    if scale:
        gain = saturated_mul_div(
            market.price_e8, (2 * <i128> against_e6 - best) * best, 2 * <i128> scale * E8, CEIL
        )
    after.unrealized_e6 = saturate_amount(<i128> totals.unrealized_e6 + gain)
    return required_minimum_e6(st, &after) <= pool_of(st).lp_balance_e6


cdef object exchange_view(State *st):
    cdef Pool *pool = pool_of(st)
    cdef Totals totals
    cdef Market *market
    cdef uint32_t row
    cdef int64_t nav
    cdef int64_t minimum
    cdef i128 longs = 0
    cdef i128 shorts = 0
    cdef i128 long_e14 = 0
    cdef i128 short_e14 = 0
    cdef i128 long_room = 0
    cdef i128 short_room = 0
    cdef int64_t capacity
    totals_now(st, &totals)
    nav = nav_e6(st, &totals)
    minimum = required_minimum_e6(st, &totals)
    for row in range(market_count(st)):
        market = market_at(st, row)
        longs += market.long_e6
        shorts += market.short_e6
        long_e14 += <i128> market.long_e6 * market.price_e8
        short_e14 += <i128> market.short_e6 * market.price_e8
        long_room += notional_floor_e6(_room_e6(st, row, &totals, 1), market.price_e8)
        short_room += notional_floor_e6(_room_e6(st, row, &totals, 0), market.price_e8)
    capacity = AMOUNT_MAX
    if st.rules.locked_open_interest_ratio_e12:
        capacity = max64(0, saturated_mul_div(
            <i128> pool.lp_balance_e6 - minimum, E12, st.rules.locked_open_interest_ratio_e12,
            FLOOR,
        ))
    long_side, short_side = _sides(
        saturate_amount(longs), saturate_amount(shorts),
        saturated_mul_div(long_e14, 1, E8, FLOOR), saturated_mul_div(short_e14, 1, E8, FLOOR),
    )
    return ExchangeView(
        address=_address(st.facts.exchange),
        balance_e6=pool.vault_e6,
        reserve_e6=pool.reserve_e6,
        protocol_fees_e6=pool.protocol_fees_e6,
        unsettled_e6=pool.unsettled_e6,
        quarantined_e6=pool.quarantined_e6,
        margin_e6=pool.margin_e6,
        lp_balance_e6=pool.lp_balance_e6,
        lp_shares_e6=pool.lp_shares_e6,
        unrealized_pnl_e6=totals.unrealized_e6,
        share_price_e8=share_price_floor_e8(nav, pool.lp_shares_e6),
        required_minimum_balance_e6=minimum,
        required_minimum_balance_percent_e12=ratio_e12(minimum, pool.lp_balance_e6),
        open_interest_e6=saturated_mul_div(totals.open_interest_e14, 1, E8, FLOOR),
        available_long_e6=min64(capacity, saturate_amount(long_room)),
        available_short_e6=min64(capacity, saturate_amount(short_room)),
        long=long_side,
        short=short_side,
        cumulative_volume_e6=pool.cumulative_volume_e6,
        cumulative_lp_fee_e6=pool.cumulative_lp_fee_e6,
        status=pool.status,
        net_exposure_cap_e6=cap_floor_e6(nav, st.rules.net_exposure_cap_rate_e12),
        market_count=market_count(st),
        collateral_mint=_address(st.facts.collateral_mint),
        token_mint=_address(st.facts.token_mint),
        vault_authority=_address(st.facts.vault_authority),
        operator=_address(st.facts.operator_address),
        chain_genesis=_address(st.facts.chain_genesis),
        is_demo=bool(st.facts.is_demo),
        parameters=_parameters(<int64_t *> &st.rules, EXCHANGE_NAMES),
        token_balance_e6=pool.token_vault_e6,
        token_staked_e6=pool.token_staked_e6,
        token_unsettled_e6=pool.token_unsettled_e6,
        token_quarantined_e6=pool.token_quarantined_e6,
    )


cdef object parts_e12(State *st, uint32_t row):
    """Drift, crowding, spread and holding charge per day in e12, each toward zero."""
    cdef FundingParts parts
    funding_shown(st, row, &parts)
    return (
        shown_rate_e12(parts.drift_e18),
        shown_rate_e12(parts.crowding_e18),
        shown_rate_e12(parts.spread_e18),
        shown_rate_e12(parts.holding_e18),
    )


cdef object _held_view(Market *market):
    if market.held == HELD_NONE:
        return None
    return HeldPrintView(
        market.held_price_e8, market.held_published_at_s, market.held == HELD_OPERATOR_ONLY
    )


cdef object _blocked_until(State *st, uint32_t row):
    cdef Market *market = market_at(st, row)
    if not is_in_entry_window(market, market_rules(st, row), st.now_s):
        return None
    return entry_opens_at_s(market, market_rules(st, row), st.now_s)


cdef object market_view(State *st, uint32_t market_id):
    cdef uint32_t row
    cdef Market *market
    cdef Listing *listing
    cdef MarketParameters *rules
    cdef Totals totals
    cdef int64_t skew
    cdef int64_t notional
    cdef int64_t rooms[2]
    if market_id < 1 or market_id > market_count(st):
        raise EngineError(ErrorCode.MARKET_NOT_FOUND, market_id)
    row = market_id - 1
    market = market_at(st, row)
    listing = &st.listings[row]
    rules = &listing.parameters
    totals_now(st, &totals)
    skew = market.long_e6 - market.short_e6
    rooms[0] = _room_e6(st, row, &totals, 1)
    rooms[1] = _room_e6(st, row, &totals, 0)
    drift, crowding, spread, holding = parts_e12(st, row)
    long_side, short_side = _sides(
        market.long_e6, market.short_e6,
        notional_floor_e6(market.long_e6, market.price_e8),
        notional_floor_e6(market.short_e6, market.price_e8),
    )
    notional = notional_floor_e6(skew, market.price_e8)
    return MarketView(
        market_id=market_id,
        symbol=_text(listing.symbol, 12),
        name=_text(listing.name, 80),
        state=_text(listing.state, 12),
        country=_text(listing.country, 12),
        category=_text(listing.category, 12),
        metric=_text(listing.metric, 12),
        price_feed=_text(listing.price_feed, 80),
        acre_id=listing.acre_id,
        is_paused=bool(market.is_paused),
        index_price_e8=market.price_e8,
        index_price_at_s=market.published_at_s,
        market_price_e8=market_price_e8(market.price_e8, skew, rules.skew_scale_e6),
        open_interest_size_e6=market.long_e6 + market.short_e6,
        open_interest_notional_e6=notional_floor_e6(
            market.long_e6 + market.short_e6, market.price_e8
        ),
        skew_size_e6=skew,
        skew_notional_e6=notional if skew >= 0 else -notional,
        skew_percent_e12=ratio_e12(skew, market.long_e6 + market.short_e6),
        long=long_side,
        short=short_side,
        funding_rate_e12=drift + crowding + spread,
        funding_velocity_e12=velocity_e12(skew, rules),
        funding_per_unit_e18=project(st, row).funding_e18,
        funding_drift_e12=drift,
        funding_crowding_e12=crowding,
        funding_spread_e12=spread,
        holding_rate_e12=holding,
        holding_per_unit_e18=project(st, row).holding_e18,
        forecast_fast_e12=market.mu_fast_e12,
        forecast_slow_e12=market.mu_slow_e12,
        forecast_mid_e12=forecast_mid_e12(
            market.mu_fast_e12, market.mu_slow_e12, rules.drift_max_e12
        ),
        level_price_e8=market.level_e8,
        noise_e18=market.noise_e18,
        is_auction_only=bool(market.is_auction_only),
        available_long_size_e6=rooms[0],
        available_long_notional_e6=notional_floor_e6(rooms[0], market.price_e8),
        available_short_size_e6=rooms[1],
        available_short_notional_e6=notional_floor_e6(rooms[1], market.price_e8),
        max_leverage_e12=ratio_e12(E12, rules.min_initial_margin_ratio_e12),
        max_side_notional_e6=cap_floor_e6(
            nav_e6(st, &totals), rules.max_side_notional_rate_e12
        ),
        next_print_at_s=floor_to(st.now_s, rules.print_interval_s) + rules.print_interval_s,
        increase_blocked_until_s=_blocked_until(st, row),
        held_print=_held_view(market),
        authorized_liquidator=_address_or_none(listing.authorized_liquidator),
        parameters=_parameters(<int64_t *> rules, MARKET_NAMES),
        settled_at_s=market.settled_at_s or None,
    )


cdef object user_view(State *st, bytes owner):
    cdef uint32_t row
    cdef uint32_t account
    cdef User *user
    cdef list ids = []
    if len(owner) != 32:
        raise ValueError("an owner is an address of 32 bytes")
    row = find_user(st, owner)
    if row == NO_ROW:
        return UserView(owner, 0, None, (), None)
    user = user_at(st, row)
    account = user.first_account
    while account != NO_ROW:
        if account_at(st, account).is_open:
            ids.append(account_at(st, account).account_id)
        account = account_at(st, account).next
    return UserView(
        owner, user.nonce, delegate_of(st, user), tuple(sorted(ids)),
        (
            user.is_high_risk == RISK_HIGH
            if user.is_high_risk == RISK_HIGH or user.is_high_risk == RISK_NORMAL
            else None
        ),
        user.is_high_risk == RISK_ON_LIST,
    )


cdef uint32_t require_account(State *st, bytes owner, uint32_t account_id) except? 0xFFFFFFFF:
    cdef uint32_t user
    cdef uint32_t row = NO_ROW
    if len(owner) != 32:
        raise ValueError("an owner is an address of 32 bytes")
    user = find_user(st, owner)
    if user != NO_ROW:
        row = find_account(st, user, account_id)
    if row == NO_ROW or not account_at(st, row).is_open:
        raise EngineError(ErrorCode.MARGIN_ACCOUNT_NOT_FOUND, account_id)
    return row


cdef object position_view(
    State *st, Account *account, uint32_t place, const Valuation *value
):
    cdef Position *held = &positions_of(st, account)[place]
    cdef Market *market = market_at(st, held.market)
    cdef MarketParameters *rules = market_rules(st, held.market)
    cdef int64_t initial = initial_ratio_ceil_e12(held.size_e6, rules)
    cdef int64_t maintenance = maintenance_ratio_ceil_e12(initial, rules)
    cdef int64_t price = liquidation_price_e8(st, account, place, value)
    cdef int64_t notional = notional_floor_e6(held.size_e6, market.price_e8)
    cdef int64_t margin = saturate_amount(
        <i128> required_margin_ceil_e6(held.size_e6, market.price_e8, initial)
        + rules.min_position_margin_e6
    )
    pnl = _pnl(
        price_pnl_floor_e6(held.size_e6, held.entry_price_e8, market.price_e8),
        position_funding_e6(st, held),
        notional_floor_e6(held.size_e6, held.entry_price_e8),
    )
    return PositionView(
        market_id=held.market + 1,
        size_e6=held.size_e6,
        notional_e6=notional,
        pnl=pnl,
        entry_price_e8=held.entry_price_e8,
        entry_funding_per_unit_e18=held.entry_funding_e18,
        initial_margin_ratio_e12=initial,
        maintenance_margin_ratio_e12=maintenance,
        funding_estimate_one_hour_e6=_one_hour_e6(st, held.market, held.size_e6),
        required_margin_e6=saturate_amount(
            <i128> required_margin_ceil_e6(held.size_e6, market.price_e8, maintenance)
            + rules.min_position_margin_e6
        ),
        liquidation_price_e8=price if price else None,
        initial_margin_e6=margin,
        leverage_e12=ratio_e12(notional, value.available_e6) if value.available_e6 > 0 else None,
        return_e12=ratio_e12(pnl.total_e6, margin),
    )


cdef int64_t _one_hour_e6(State *st, uint32_t row, int64_t size_e6) noexcept:
    cdef FundingParts parts
    funding_shown(st, row, &parts)
    return hour_funding_floor_e6(size_e6, market_at(st, row).price_e8, &parts)


cdef object margin_account_view(State *st, bytes owner, uint32_t account_id):
    cdef uint32_t row
    cdef uint32_t place
    cdef Account *account
    cdef User *user
    cdef int in_liquidation
    cdef Valuation value
    row = require_account(st, owner, account_id)
    account = account_at(st, row)
    user = user_at(st, account.user)
    in_liquidation = is_in_liquidation(st, account)
    value_account(st, account, 0, &value)
    name = _text(account.name, 32)
    return MarginAccountView(
        owner=owner,
        account_id=account_id,
        name=name if name else f"Account {account_id}",
        collateral_e6=account.collateral_e6,
        open_interest_e6=value.notional_e6,
        leverage_e12=(
            ratio_e12(value.notional_e6, value.available_e6) if value.available_e6 > 0 else None
        ),
        health_ratio_e12=(
            ratio_e12(value.available_e6, value.required_e6) if account.position_count else None
        ),
        can_close=(
            account.position_count == 0 and account.order_count == 0
            and account.collateral_e6 == 0 and not in_liquidation
        ),
        can_liquidate=value.required_e6 > value.available_e6,
        in_liquidation=bool(in_liquidation),
        was_recently_liquidated=(
            account.liquidated_at_s > 0 and st.now_s - account.liquidated_at_s <= DAY_S
        ),
        available_margin_e6=value.available_e6,
        total_required_margin_e6=value.required_e6,
        total_required_margin_ratio_e12=(
            ratio_e12(value.required_e6, value.available_e6) if value.available_e6 > 0 else None
        ),
        required_initial_margin_e6=value.initial_e6,
        required_maintenance_margin_e6=value.maintenance_e6,
        required_liquidation_fee_margin_e6=value.fee_margin_e6,
        accumulated_liquidation_fees_e6=(
            account.accumulated_liquidation_fees_e6 if in_liquidation else 0
        ),
        max_withdrawable_e6=withdrawable_e6(st, account),
        pnl=_pnl(value.price_pnl_e6, value.funding_pnl_e6, account.collateral_e6),
        positions=tuple(
            [position_view(st, account, place, &value) for place in range(account.position_count)]
        ),
        delegate=delegate_of(st, user),
        delegate_terms=delegate_terms_of(st, user),
    )


cdef list liquidation_candidates(State *st, object limit):
    """Every account that is liquidatable now, worst health first, then owner, then id; a scan."""
    cdef uint32_t row
    cdef Account *account
    cdef ScanMarket markets[MARKETS_MAX]
    cdef ScanValue value
    cdef list candidates = []
    prepare_markets(st, markets)
    for row in range(<uint32_t> pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, row)
        if account.position_count == 0:
            continue
        value_scanned(st, account, markets, &value)
        if value.required_e6 > value.available_e6:
            candidates.append(LiquidationCandidate(
                _address(user_at(st, account.user).address),
                account.account_id,
                ratio_e12(value.available_e6, value.required_e6),
            ))
    candidates.sort(key=lambda row: (row.health_ratio_e12, row.owner, row.account_id))
    return candidates[: max(0, limit)]


cdef object request_view(State *st, uint32_t row):
    cdef Request *request = request_at(st, row)
    cdef bytes signature = request.payout_signature[:64]
    cdef int64_t place = payout_place(st, row)
    return SettlementRequestView(
        owner=_address(user_at(st, request.user).address),
        request_id=request.request_id,
        kind=request.kind,
        mint=request.mint,
        maturity_s=request.maturity_s,
        amount_e6=request.amount_e6,
        tip_e6=request.tip_e6,
        state=request.state,
        processor=_address(request.processor) if request.has_processor else None,
        payout_signature=signature if signature != bytes(64) else None,
        last_valid_block_height=request.last_valid_block_height,
        shares_e6=request.shares_e6,
        payable_order=place if place else None,
    )


cdef list settlement_requests(State *st, bytes owner):
    cdef uint32_t user
    cdef uint32_t row
    cdef list views = []
    if len(owner) != 32:
        raise ValueError("an owner is an address of 32 bytes")
    user = find_user(st, owner)
    if user == NO_ROW:
        return views
    row = user_at(st, user).first_request
    while row != NO_ROW:
        views.append(request_view(st, row))
        row = request_at(st, row).next
    views.reverse()
    return views


cdef list open_settlement_requests(State *st):
    cdef uint32_t row = pool_of(st).first_open
    cdef list views = []
    while row != NO_ROW:
        views.append(request_view(st, row))
        row = request_at(st, row).next_open
    views.sort(key=lambda view: (view.maturity_s, view.owner, view.request_id))
    return views
