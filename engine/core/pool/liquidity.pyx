"""Liquidity: into the pool and out of it, the legacy account (rules/pool.md; rules 22, 39, 40)."""

from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_AMOUNT_TOO_SMALL, ERR_CANNOT_UPGRADE, ERR_DEPOSIT_NOT_FOUND,
    ERR_ENTRY_WINDOW, ERR_EXCHANGE_HALTED, ERR_EXCHANGE_PAUSED, ERR_INPUT_NOT_POSITIVE,
    ERR_KEEPER_TIP_TOO_HIGH, ERR_LP_NOT_MATURE, ERR_LP_POSITION_NOT_EMPTY,
    ERR_LP_POSITION_NOT_FOUND, ERR_POOL_INSOLVENT, ERR_PRICE_BAND, ERR_SHARES_EXCEED_REMOVABLE,
    ERR_STALE_PRICE, ERR_TOO_MANY_LP_POSITIONS, ERR_VALIDATION, OK, TAG_DEPOSIT_CLAIMED,
    TAG_LIQUIDITY_MODIFIED, TAG_LP_POSITION_CLOSED, AddLiquidityC, CloseLpPositionC,
    DepositClaimedC, GrantLpAccountC, LiquidityModifiedC, LpPositionClosedC, RemoveLiquidityC,
    UpgradeLpAccountC,
)
from engine.core.numbers.numbers cimport (
    AMOUNT_MAX, E12, FLOOR, checked_add, checked_sub, i128, max64, min64, mul_div_floor,
    saturated_mul_div,
)
from engine.core.payouts.settlement cimport create_request, refuse_request
from engine.core.perps.accounting cimport (
    PriceBlocks, Totals, emit, entry_totals, exit_totals, exit_value_e6, find_price_blocks, nav_e6,
    required_minimum_e6, totals_now,
)
from engine.core.pool.pool cimport redeemed_floor_e6, share_price_floor_e8, shares_floor_e6
from engine.core.state.state cimport (
    MINT_COLLATERAL, NO_ROW, OPEN_LPS_MAX, REQUEST_LIQUIDITY, REQUEST_PENDING, STATUS_HALTED,
    STATUS_PAUSED, Lp, Pool, State, deposit_at, edit_deposit, edit_lp, edit_pool, edit_request,
    edit_user, find_deposit, find_lp, find_user, lp_at, new_legacy_lp, new_lp, pool_of, user_at,
    user_row,
)
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

cdef enum:
    LOCKED_SHARES_E6 = 1000  # raw shares of the first deposit, for ever

cdef enum:
    KIND_ADD = 0
    KIND_REMOVE = 1
    KIND_UPGRADE = 2


cdef void _refuse(State *st, Reasons *reasons, uint16_t code, int64_t detail) noexcept nogil:
    if reasons.count == 0:
        st.detail = detail
    reasons.codes[reasons.count] = code
    reasons.count += 1


cdef void _check_prices(State *st, Reasons *reasons) noexcept nogil:
    """Neither in nor out on a held, stale or about to change price of a market in use."""
    cdef PriceBlocks blocks
    find_price_blocks(st, &blocks)
    if blocks.stale:
        _refuse(st, reasons, ERR_STALE_PRICE, 0)
    if blocks.held:
        _refuse(st, reasons, ERR_PRICE_BAND, blocks.held)
    if blocks.window:
        _refuse(st, reasons, ERR_ENTRY_WINDOW, 0)


cdef int price_entry(State *st, int64_t amount_e6, LiquidityEntry *entry) except -1 nogil:
    """Shares of a deposit now, or the reasons against it; nothing is written."""
    cdef int status = <int> pool_of(st).status
    memset(entry, 0, sizeof(LiquidityEntry))
    entry.maturity_s = st.now_s + st.rules.min_lp_duration_s
    if amount_e6 <= 0:
        return ERR_INPUT_NOT_POSITIVE
    if amount_e6 > AMOUNT_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    if status == STATUS_HALTED:
        _refuse(st, &entry.reasons, ERR_EXCHANGE_HALTED, 0)
    if status == STATUS_PAUSED:
        _refuse(st, &entry.reasons, ERR_EXCHANGE_PAUSED, 0)
    _check_prices(st, &entry.reasons)
    _price_shares(st, amount_e6, entry)
    if entry.reasons.count == 0:
        return OK
    entry.shares_e6 = 0
    return entry.reasons.codes[0]


cdef int _price_shares(State *st, int64_t amount_e6, LiquidityEntry *entry) except -1 nogil:
    """The shares of an amount; the first deposit is 1:1 and locks some for ever."""
    cdef Pool *pool = pool_of(st)
    cdef Totals totals
    cdef int64_t value
    if amount_e6 < st.rules.min_liquidity_e6:
        _refuse(st, &entry.reasons, ERR_AMOUNT_TOO_SMALL, st.rules.min_liquidity_e6)
    if pool.lp_shares_e6 == 0:
        entry.minted_e6 = amount_e6
        entry.shares_e6 = amount_e6 - LOCKED_SHARES_E6
        entry.price_e8 = share_price_floor_e8(0, 0)
    else:
        totals_now(st, &totals)
        if nav_e6(st, &totals) <= 0:
            _refuse(st, &entry.reasons, ERR_POOL_INSOLVENT, 0)
            return 0
        entry_totals(st, &totals)
        value = max64(pool.lp_balance_e6, nav_e6(st, &totals))
        if (
            <i128> amount_e6 * pool.lp_shares_e6
            >= <i128> (AMOUNT_MAX - pool.lp_shares_e6 + 1) * value
        ):
            _refuse(st, &entry.reasons, ERR_AMOUNT_OUT_OF_RANGE, amount_e6)
            return 0
        entry.minted_e6 = shares_floor_e6(amount_e6, pool.lp_shares_e6, value)
        entry.shares_e6 = entry.minted_e6
        entry.price_e8 = share_price_floor_e8(value, pool.lp_shares_e6)
    if entry.shares_e6 <= 0 and amount_e6 >= st.rules.min_liquidity_e6:
        _refuse(st, &entry.reasons, ERR_AMOUNT_TOO_SMALL, 0)
    return 0


cdef int _mint(State *st, int64_t amount_e6, const LiquidityEntry *entry) except -1 nogil:
    """An amount that is in the vault becomes the pool's."""
    cdef Pool *pool = edit_pool(st)
    pool.lp_balance_e6 = checked_add(pool.lp_balance_e6, amount_e6)
    pool.lp_shares_e6 = checked_add(pool.lp_shares_e6, entry.minted_e6)
    return OK


cdef int _emit_modified(
    State *st, uint32_t row, int kind, int64_t liquidity_e6, int64_t shares_e6, int64_t price_e8
) except -1 nogil:
    """Emit amounts, price and the position afterwards."""
    cdef Lp *lp = lp_at(st, row)
    cdef LiquidityModifiedC *event = <LiquidityModifiedC *> emit(
        st, TAG_LIQUIDITY_MODIFIED, sizeof(LiquidityModifiedC)
    )
    memcpy(event.owner, user_at(st, lp.user).address, 32)
    event.kind = kind
    event.lp_position_id = lp.lp_id
    event.liquidity_e6 = liquidity_e6
    event.shares_e6 = shares_e6
    event.share_price_e8 = price_e8
    event.new_liquidity_e6 = lp.liquidity_e6
    event.new_shares_e6 = lp.shares_e6
    event.maturity_s = lp.maturity_s
    return OK


cdef int _refuse_position(State *st, uint32_t user) noexcept nogil:
    """One more position of a wallet that has as many as it may."""
    if user == NO_ROW or user_at(st, user).open_lps < OPEN_LPS_MAX:
        return OK
    st.detail = OPEN_LPS_MAX
    return ERR_TOO_MANY_LP_POSITIONS


cdef int add_liquidity(State *st, const AddLiquidityC *command) except -1 nogil:
    cdef LiquidityEntry entry
    cdef Pool *pool
    cdef Lp *lp
    cdef uint32_t user
    cdef int code = price_entry(st, command.amount_e6, &entry)
    if code == OK:
        code = _refuse_position(st, find_user(st, command.user))
    if code != OK:
        return code
    pool = edit_pool(st)
    pool.vault_e6 = checked_add(pool.vault_e6, command.amount_e6)
    _mint(st, command.amount_e6, &entry)
    user = user_row(st, command.user)
    lp = new_lp(st, user)
    lp.liquidity_e6 = command.amount_e6
    lp.shares_e6 = entry.shares_e6
    lp.maturity_s = entry.maturity_s
    lp.entry_price_e8 = entry.price_e8
    lp.added_at_s = st.now_s
    return _emit_modified(
        st, user_at(st, user).first_lp, KIND_ADD, lp.liquidity_e6, lp.shares_e6, lp.entry_price_e8
    )


cdef int64_t max_removable_e6(State *st, const Totals *totals, Lp *lp) noexcept nogil:
    """Shares whose removal leaves the required minimum; 0 before maturity.

    `totals` are those of exits. Shares without any worth stay: burning them would pay nothing.
    """
    cdef int64_t value = exit_value_e6(st, totals)
    cdef i128 room = <i128> pool_of(st).lp_balance_e6 - required_minimum_e6(st, totals)
    if st.now_s < lp.maturity_s or room < 0 or value == 0:
        return 0
    return min64(
        lp.shares_e6, saturated_mul_div(room, pool_of(st).lp_shares_e6, value, FLOOR)
    )


cdef uint32_t find_position(
    State *st, const unsigned char *owner, uint64_t lp_id
) noexcept nogil:
    """The row of a position that is not closed; the legacy account is none."""
    cdef uint32_t user = find_user(st, owner)
    cdef uint32_t row
    if user == NO_ROW or lp_id == 0:
        return NO_ROW
    row = find_lp(st, user, lp_id)
    if row == NO_ROW or lp_at(st, row).is_closed:
        return NO_ROW
    return row


cdef int price_exit(
    State *st, uint32_t row, int64_t shares_e6, int64_t tip_e6, LiquidityExit *out
) noexcept nogil:
    """Payout of shares of a position now, or the reasons against it; nothing is written."""
    cdef Lp *lp = lp_at(st, row)
    cdef int64_t all_shares = pool_of(st).lp_shares_e6
    cdef Totals totals
    cdef int64_t value
    cdef int64_t tip_max
    memset(out, 0, sizeof(LiquidityExit))
    if pool_of(st).status == STATUS_HALTED:
        _refuse(st, &out.reasons, ERR_EXCHANGE_HALTED, 0)
    if shares_e6 <= 0:
        _refuse(st, &out.reasons, ERR_INPUT_NOT_POSITIVE, 0)
        return out.reasons.codes[0]
    _check_prices(st, &out.reasons)
    exit_totals(st, &totals)
    value = exit_value_e6(st, &totals)
    out.amount_e6 = redeemed_floor_e6(shares_e6, value, all_shares)
    out.price_e8 = share_price_floor_e8(value, all_shares)
    out.max_removable_e6 = max_removable_e6(st, &totals, lp)
    if st.now_s < lp.maturity_s:
        _refuse(st, &out.reasons, ERR_LP_NOT_MATURE, lp.maturity_s)
    if shares_e6 > out.max_removable_e6:
        _refuse(st, &out.reasons, ERR_SHARES_EXCEED_REMOVABLE, out.max_removable_e6)
    if out.amount_e6 < st.rules.min_settlement_amount_e6 and shares_e6 != lp.shares_e6:
        _refuse(st, &out.reasons, ERR_AMOUNT_TOO_SMALL, st.rules.min_settlement_amount_e6)
    tip_max = saturated_mul_div(out.amount_e6, st.rules.max_keeper_tip_rate_e12, E12, FLOOR)
    if tip_e6 < 0:
        _refuse(st, &out.reasons, ERR_VALIDATION, 0)
    elif tip_e6 > tip_max:
        _refuse(st, &out.reasons, ERR_KEEPER_TIP_TOO_HIGH, tip_max)
    return OK if out.reasons.count == 0 else out.reasons.codes[0]


cdef int remove_liquidity(State *st, const RemoveLiquidityC *command) except -1 nogil:
    """Burn shares; their worth leaves the pool and waits as a settlement request.

    The deposited amount that the position still shows falls with the shares, what goes rounded
    down, so that it is 0 only when no share is left.
    """
    cdef uint32_t row = find_position(st, command.user, command.lp_position_id)
    cdef LiquidityExit out
    cdef Lp *lp
    cdef Pool *pool
    cdef uint32_t request
    cdef int code
    if row == NO_ROW:
        return ERR_LP_POSITION_NOT_FOUND
    code = price_exit(st, row, command.shares_e6, command.tip_e6, &out)
    if code == OK and out.amount_e6:
        code = refuse_request(st, lp_at(st, row).user)
    if code != OK:
        return code
    lp = edit_lp(st, row)
    pool = edit_pool(st)
    lp.liquidity_e6 -= mul_div_floor(lp.liquidity_e6, command.shares_e6, lp.shares_e6)
    lp.shares_e6 -= command.shares_e6
    pool.lp_shares_e6 -= command.shares_e6
    pool.lp_balance_e6 = checked_sub(pool.lp_balance_e6, out.amount_e6)
    _emit_modified(st, row, KIND_REMOVE, out.amount_e6, command.shares_e6, out.price_e8)
    if out.amount_e6 == 0:
        return OK
    create_request(
        st, lp.user, REQUEST_LIQUIDITY, MINT_COLLATERAL, out.amount_e6, command.tip_e6,
        st.now_s + st.rules.settlement_delay_s, REQUEST_PENDING,
    )
    request = user_at(st, lp.user).first_request
    edit_request(st, request).shares_e6 = command.shares_e6
    return OK


cdef int close_lp_position(State *st, const CloseLpPositionC *command) except -1 nogil:
    """A drained position is closed; its row stays, so that its id is never given again."""
    cdef uint32_t row = find_position(st, command.user, command.lp_position_id)
    cdef LpPositionClosedC *event
    if row == NO_ROW:
        return ERR_LP_POSITION_NOT_FOUND
    st.detail = lp_at(st, row).shares_e6
    if st.detail:
        return ERR_LP_POSITION_NOT_EMPTY
    edit_lp(st, row).is_closed = 1
    edit_user(st, lp_at(st, row).user).open_lps -= 1
    event = <LpPositionClosedC *> emit(st, TAG_LP_POSITION_CLOSED, sizeof(LpPositionClosedC))
    memcpy(event.owner, command.user, 32)
    event.lp_position_id = command.lp_position_id
    return OK


cdef int upgrade_lp_account(State *st, const UpgradeLpAccountC *command) except -1 nogil:
    """The legacy account becomes a position like all others and keeps its maturity."""
    cdef uint32_t user = find_user(st, command.user)
    cdef uint32_t legacy = NO_ROW if user == NO_ROW else user_at(st, user).legacy_lp
    cdef Lp old
    cdef Lp *lp
    cdef int code
    if legacy == NO_ROW or lp_at(st, legacy).shares_e6 == 0:
        return ERR_CANNOT_UPGRADE
    code = _refuse_position(st, user)
    if code != OK:
        return code
    old = lp_at(st, legacy)[0]
    lp = edit_lp(st, legacy)
    lp.liquidity_e6 = 0
    lp.shares_e6 = 0
    lp = new_lp(st, user)
    lp.liquidity_e6 = old.liquidity_e6
    lp.shares_e6 = old.shares_e6
    lp.maturity_s = old.maturity_s
    lp.entry_price_e8 = old.entry_price_e8
    lp.added_at_s = old.added_at_s
    return _emit_modified(
        st, user_at(st, user).first_lp, KIND_UPGRADE, old.liquidity_e6, old.shares_e6,
        old.entry_price_e8,
    )


cdef uint32_t _operator_deposit(State *st, uint64_t deposit_id) noexcept nogil:
    """The row of an unclaimed deposit of collateral that the operator's own wallet sent."""
    cdef uint32_t user = find_user(st, st.facts.operator_address)
    cdef uint32_t row = NO_ROW if user == NO_ROW else find_deposit(st, user, deposit_id)
    if (
        row == NO_ROW
        or deposit_at(st, row).is_claimed
        or deposit_at(st, row).mint != MINT_COLLATERAL
    ):
        return NO_ROW
    return row


cdef int grant_lp_account(State *st, const GrantLpAccountC *command) except -1 nogil:
    """The operator's deposit becomes liquidity of a wallet's legacy account.

    A second grant adds to it and starts its time again; the entry price is then the mean by
    shares, rounded down.
    """
    cdef LiquidityEntry entry
    cdef uint32_t row = _operator_deposit(st, command.deposit_id)
    cdef uint32_t user
    cdef int64_t amount
    cdef int64_t shares
    cdef Pool *pool
    cdef Lp *lp
    cdef DepositClaimedC *event
    cdef int code
    if pool_of(st).status == STATUS_HALTED:
        return ERR_EXCHANGE_HALTED
    if row == NO_ROW:
        return ERR_DEPOSIT_NOT_FOUND
    amount = deposit_at(st, row).amount_e6
    code = price_entry(st, amount, &entry)
    if code != OK:
        return code
    edit_deposit(st, row).is_claimed = 1
    pool = edit_pool(st)
    pool.quarantined_e6 = checked_sub(pool.quarantined_e6, amount)
    _mint(st, amount, &entry)
    event = <DepositClaimedC *> emit(st, TAG_DEPOSIT_CLAIMED, sizeof(DepositClaimedC))
    memcpy(event.owner, st.facts.operator_address, 32)
    event.deposit_id = command.deposit_id
    user = user_row(st, command.owner)
    if user_at(st, user).legacy_lp == NO_ROW:
        new_legacy_lp(st, user)
    row = user_at(st, user).legacy_lp
    lp = edit_lp(st, row)
    shares = checked_add(lp.shares_e6, entry.shares_e6)
    lp.entry_price_e8 = mul_div_floor(
        <i128> lp.entry_price_e8 * lp.shares_e6 + <i128> entry.price_e8 * entry.shares_e6,
        1, shares,
    )
    lp.liquidity_e6 = checked_add(lp.liquidity_e6, amount)
    lp.shares_e6 = shares
    lp.maturity_s = entry.maturity_s
    lp.added_at_s = st.now_s
    return _emit_modified(st, row, KIND_ADD, amount, entry.shares_e6, entry.price_e8)
