"""Margin accounts: create, close, deposit, withdraw, delegate (API 8.1)."""

from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_AMOUNT_TOO_SMALL, ERR_EXCHANGE_PAUSED, ERR_INPUT_NOT_POSITIVE,
    ERR_IN_LIQUIDATION, ERR_KEEPER_TIP_TOO_HIGH, ERR_MARGIN_ACCOUNT_EXISTS,
    ERR_MARGIN_ACCOUNT_NOT_EMPTY, ERR_MARGIN_ACCOUNT_NOT_FOUND, ERR_MARKET_NOT_FOUND,
    ERR_TOO_MANY_MARGIN_ACCOUNTS, ERR_VALIDATION, ERR_WITHDRAW_EXCEEDS_MAX, OK, TAG_ADD_LIQUIDITY,
    TAG_CREATE_MARGIN_ACCOUNT, TAG_CREATE_STAKE_ACCOUNT, TAG_DELEGATE_SET, TAG_DEPOSIT_MARGIN,
    TAG_STAKE, TAG_UPGRADE_LP_ACCOUNT, TAG_MARGIN_ACCOUNT_CLOSED, TAG_MARGIN_ACCOUNT_CREATED,
    TAG_MARGIN_TRANSFERRED, CloseMarginAccountC, CreateMarginAccountC, DelegateSetC, DepositMarginC,
    MarginAccountClosedC, MarginAccountCreatedC, MarginTransferredC, SetDelegateC, WithdrawMarginC,
)
from engine.core.numbers.numbers cimport AMOUNT_MAX, E12, checked_add, mul_div_floor
from engine.core.payouts.settlement cimport create_request, refuse_request
from engine.core.perps.accounting cimport emit, is_in_liquidation, withdrawable_e6
from engine.core.state.state cimport (
    DELEGATE_MARKETS_MAX, MINT_COLLATERAL, NO_ROW, REQUEST_MARGIN, REQUEST_PENDING, STATUS_PAUSED,
    Account, Pool, State, User, account_at, edit_account, edit_pool, edit_user, find_account,
    find_user, is_high_risk, market_count, new_account, owner_or_user, pool_of, user_at, user_row,
)
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

cdef enum:
    DELEGATE_LIFE_MAX_S = 31_536_000  # 365 days

cdef unsigned char NO_ADDRESS[32]  # means no delegate


cdef uint32_t _open_account(
    State *st, const unsigned char *owner, uint32_t account_id
) noexcept nogil:
    cdef uint32_t user = find_user(st, owner)
    cdef uint32_t row = NO_ROW if user == NO_ROW else find_account(st, user, account_id)
    if row == NO_ROW or not account_at(st, row).is_open:
        return NO_ROW
    return row


cdef int _is_name(const char *name) noexcept nogil:
    """Printable ASCII, zero padded; empty is shown as the default name."""
    cdef int place
    cdef int length = 0
    while length < 32 and name[length] != 0:
        if name[length] < 32 or name[length] > 126:
            return 0
        length += 1
    for place in range(length, 32):
        if name[place] != 0:
            return 0
    return 1


cdef int _put_in(State *st, uint32_t row, int64_t amount_e6) except -1 nogil:
    """Collateral that arrived in the vault, to an account; with its event."""
    cdef Account *account = edit_account(st, row)
    cdef Pool *pool = edit_pool(st)
    cdef MarginTransferredC *event
    pool.vault_e6 = checked_add(pool.vault_e6, amount_e6)
    pool.margin_e6 = checked_add(pool.margin_e6, amount_e6)
    account.collateral_e6 = checked_add(account.collateral_e6, amount_e6)
    event = <MarginTransferredC *> emit(st, TAG_MARGIN_TRANSFERRED, sizeof(MarginTransferredC))
    memcpy(event.owner, user_at(st, account.user).address, 32)
    event.account_id = account.account_id
    event.margin_e6 = amount_e6
    return OK


cdef int create_margin_account(State *st, const CreateMarginAccountC *command) except -1 nogil:
    cdef uint32_t user
    cdef uint32_t row
    cdef MarginAccountCreatedC *event
    if command.amount_e6 < 0:
        return ERR_INPUT_NOT_POSITIVE
    if command.amount_e6 > AMOUNT_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    if not _is_name(command.name):
        return ERR_VALIDATION
    if pool_of(st).status == STATUS_PAUSED:
        return ERR_EXCHANGE_PAUSED
    user = user_row(st, command.user)
    if _open_account(st, command.user, command.account_id) != NO_ROW:
        return ERR_MARGIN_ACCOUNT_EXISTS
    if user_at(st, user).open_accounts >= <unsigned long> st.rules.max_margin_accounts_per_user:
        st.detail = st.rules.max_margin_accounts_per_user
        return ERR_TOO_MANY_MARGIN_ACCOUNTS
    row = new_account(st, user, command.account_id)
    memcpy(edit_account(st, row).name, command.name, 32)
    event = <MarginAccountCreatedC *> emit(
        st, TAG_MARGIN_ACCOUNT_CREATED, sizeof(MarginAccountCreatedC)
    )
    memcpy(event.owner, command.user, 32)
    event.account_id = command.account_id
    memcpy(event.name, command.name, 32)
    if command.amount_e6:
        return _put_in(st, row, command.amount_e6)
    return OK


cdef int close_margin_account(State *st, const CloseMarginAccountC *command) except -1 nogil:
    cdef uint32_t row = _open_account(st, command.user, command.account_id)
    cdef Account *account
    cdef User *user
    cdef MarginAccountClosedC *event
    if row == NO_ROW:
        return ERR_MARGIN_ACCOUNT_NOT_FOUND
    account = edit_account(st, row)
    if (
        account.position_count or account.collateral_e6 or account.in_liquidation
        or account.order_count
    ):
        return ERR_MARGIN_ACCOUNT_NOT_EMPTY
    user = edit_user(st, account.user)
    user.open_accounts -= 1
    account.is_open = 0
    account.accumulated_liquidation_fees_e6 = 0
    account.liquidated_at_s = 0
    memset(account.name, 0, 32)
    event = <MarginAccountClosedC *> emit(
        st, TAG_MARGIN_ACCOUNT_CLOSED, sizeof(MarginAccountClosedC)
    )
    memcpy(event.owner, command.user, 32)
    event.account_id = command.account_id
    return OK


cdef int deposit_margin(State *st, const DepositMarginC *command) except -1 nogil:
    """Anyone may deposit; a pause stops only deposits without a position to save.

    From another wallet it is at least what can be withdrawn again: dust of strangers would keep an
    account from being closed.
    """
    cdef const unsigned char *owner = owner_or_user(command.owner, command.user)
    cdef uint32_t row
    if command.amount_e6 <= 0:
        return ERR_INPUT_NOT_POSITIVE
    if command.amount_e6 > AMOUNT_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    row = _open_account(st, owner, command.account_id)
    if row == NO_ROW:
        return ERR_MARGIN_ACCOUNT_NOT_FOUND
    if pool_of(st).status == STATUS_PAUSED and account_at(st, row).position_count == 0:
        return ERR_EXCHANGE_PAUSED
    if (
        command.amount_e6 < st.rules.min_settlement_amount_e6
        and memcmp(command.user, owner, 32) != 0
    ):
        st.detail = st.rules.min_settlement_amount_e6
        return ERR_AMOUNT_TOO_SMALL
    return _put_in(st, row, command.amount_e6)


cdef int withdraw_margin(State *st, const WithdrawMarginC *command) except -1 nogil:
    cdef uint32_t row
    cdef Account *account
    cdef Pool *pool
    cdef MarginTransferredC *event
    cdef int64_t maturity = st.now_s + st.rules.settlement_delay_s
    cdef int code
    if command.amount_e6 <= 0:
        return ERR_INPUT_NOT_POSITIVE
    if command.amount_e6 > AMOUNT_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    if command.tip_e6 < 0:
        return ERR_VALIDATION
    row = _open_account(st, command.user, command.account_id)
    if row == NO_ROW:
        return ERR_MARGIN_ACCOUNT_NOT_FOUND
    account = edit_account(st, row)
    if is_in_liquidation(st, account):
        return ERR_IN_LIQUIDATION
    if command.amount_e6 < st.rules.min_settlement_amount_e6:
        st.detail = st.rules.min_settlement_amount_e6
        return ERR_AMOUNT_TOO_SMALL
    st.detail = mul_div_floor(command.amount_e6, st.rules.max_keeper_tip_rate_e12, E12)
    if command.tip_e6 > st.detail:
        return ERR_KEEPER_TIP_TOO_HIGH
    st.detail = withdrawable_e6(st, account)
    if command.amount_e6 > st.detail:
        return ERR_WITHDRAW_EXCEEDS_MAX
    code = refuse_request(st, account.user)
    if code != OK:
        return code
    pool = edit_pool(st)
    account.collateral_e6 -= command.amount_e6
    pool.margin_e6 -= command.amount_e6
    event = <MarginTransferredC *> emit(st, TAG_MARGIN_TRANSFERRED, sizeof(MarginTransferredC))
    memcpy(event.owner, command.user, 32)
    event.account_id = command.account_id
    event.is_withdraw = 1
    event.margin_e6 = command.amount_e6
    event.maturity_s = maturity
    create_request(
        st, account.user, REQUEST_MARGIN, MINT_COLLATERAL, command.amount_e6, command.tip_e6,
        maturity, REQUEST_PENDING,
    )
    return OK


cdef int _check_terms(State *st, const SetDelegateC *command) noexcept nogil:
    """End, limit and markets of a delegate; OK or the refusal."""
    cdef int64_t until = command.until_s
    cdef int place
    cdef int other
    if command.day_notional_e6 > AMOUNT_MAX:
        st.detail = command.day_notional_e6
        return ERR_AMOUNT_OUT_OF_RANGE
    if (
        command.day_notional_e6 < 0
        or (until != 0 and not st.now_s < until <= st.now_s + DELEGATE_LIFE_MAX_S)
        or command.market_count > DELEGATE_MARKETS_MAX
    ):
        return ERR_VALIDATION
    if memcmp(command.delegate, NO_ADDRESS, 32) == 0 and (
        command.day_notional_e6 or until or command.market_count
    ):
        return ERR_VALIDATION
    for place in range(command.market_count):
        if not 1 <= command.market_ids[place] <= market_count(st):
            st.detail = <int64_t> min(command.market_ids[place], <uint64_t> 0xFFFFFFFF)
            return ERR_MARKET_NOT_FOUND
        for other in range(place):
            if command.market_ids[other] == command.market_ids[place]:
                return ERR_VALIDATION
    return OK


cdef int set_delegate(State *st, const SetDelegateC *command) except -1 nogil:
    """Name the delegate and its terms; nothing is used yet of the limit of the day."""
    cdef uint32_t user
    cdef uint32_t delegate = NO_ROW
    cdef int place
    cdef int code = _check_terms(st, command)
    cdef User *owner
    cdef DelegateSetC *event
    if code != OK:
        return code
    user = user_row(st, command.user)
    if memcmp(command.delegate, NO_ADDRESS, 32) != 0:
        delegate = user_row(st, command.delegate)
    owner = edit_user(st, user)
    owner.delegate = delegate
    owner.delegate_until_s = command.until_s
    owner.delegate_limit_e6 = command.day_notional_e6
    owner.delegate_used_e6 = 0
    owner.delegate_day = 0
    owner.delegate_market_count = command.market_count
    memset(owner.delegate_markets, 0, sizeof(owner.delegate_markets))
    for place in range(command.market_count):
        owner.delegate_markets[place] = <uint16_t> command.market_ids[place]
    event = <DelegateSetC *> emit(st, TAG_DELEGATE_SET, sizeof(DelegateSetC))
    memcpy(event.owner, command.user, 32)
    memcpy(event.delegate, command.delegate, 32)
    return OK


cdef int is_screened(State *st, const unsigned char *record, uint16_t tag) noexcept nogil:
    """A high-risk wallet that wants more than to leave; trades say so in their own order.

    Closing, removing, withdrawing, unstaking and claiming are open to every wallet.
    """
    if (
        tag != TAG_CREATE_MARGIN_ACCOUNT
        and tag != TAG_DEPOSIT_MARGIN
        and tag != TAG_ADD_LIQUIDITY
        and tag != TAG_UPGRADE_LP_ACCOUNT
        and tag != TAG_CREATE_STAKE_ACCOUNT
        and tag != TAG_STAKE
    ):
        return 0
    if is_high_risk(st, find_user(st, (<const DepositMarginC *> record).user)):
        return 1
    return tag == TAG_DEPOSIT_MARGIN and is_high_risk(
        st, find_user(st, (<const DepositMarginC *> record).owner)
    )
