"""Settlement requests, payouts, quarantined deposits (API 8.3; rules/custody.md)."""

from engine.core.generated.records cimport (
    ERR_DEPOSIT_NOT_FOUND, ERR_EXCHANGE_HALTED, ERR_NOTHING_TO_SETTLE, ERR_OUTFLOW_FROZEN,
    ERR_TOO_MANY_SETTLEMENT_REQUESTS, ERR_VALIDATION, OK,
    TAG_DEPOSIT_CLAIMED, TAG_DEPOSIT_QUARANTINED, TAG_PAYOUT_AUTHORISED, TAG_PAYOUT_EXPIRED,
    TAG_SETTLEMENT_PAID, TAG_SETTLEMENT_PROCESSED, TAG_SETTLEMENT_REQUEST_CREATED, AuthorisePayoutC,
    ClaimDepositC, DepositClaimedC, DepositQuarantinedC, ExpirePayoutC, PayoutAuthorisedC,
    PayoutExpiredC, ProcessSettlementRequestsC, RecordPayoutC, SettlementPaidC,
    SettlementProcessedC, SettlementRequestCreatedC,
)
from engine.core.numbers.numbers cimport (
    AMOUNT_MAX, E12, FLOOR, checked_add, checked_sub, max64, min64, saturated_mul_div,
)
from engine.core.payouts.outflow cimport count_outflow, may_leave, queue_payout
from engine.core.perps.accounting cimport (
    PriceBlocks, Totals, emit, exit_totals, exit_value_e6,
    find_price_blocks,
)
from engine.core.pool.pool cimport redeemed_floor_e6
from engine.core.state.state cimport (
    MINT_COLLATERAL, NO_ROW, OPEN_REQUESTS_MAX, REQUEST_AUTHORISED, REQUEST_CLAIMED_DEPOSIT,
    REQUEST_LIQUIDITY, REQUEST_PAYABLE, REQUEST_PENDING, REQUEST_SETTLED, STATUS_HALTED, Deposit,
    Pool, Request, State, deposit_at, edit_deposit, edit_pool, edit_request, edit_user,
    find_deposit, find_request, find_user, new_deposit, new_request, owner_or_user, pool_of,
    request_at, user_at, user_row,
)
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset, strlen

cdef enum:
    PROCESS_MAX = 8


cdef int _open_request(State *st, uint32_t row) except -1 nogil:
    """Put a new request before the other open ones."""
    cdef Pool *pool = edit_pool(st)
    cdef Request *request = edit_request(st, row)
    request.next_open = pool.first_open
    if pool.first_open != NO_ROW:
        edit_request(st, pool.first_open).last_open = row
    pool.first_open = row
    return 0


cdef int _settle_request(State *st, uint32_t row) except -1 nogil:
    """Mark a request settled and take it out of the list of open ones."""
    cdef Pool *pool = edit_pool(st)
    cdef Request *request = edit_request(st, row)
    request.state = REQUEST_SETTLED
    edit_user(st, request.user).open_requests -= 1
    if request.last_open == NO_ROW:
        pool.first_open = request.next_open
    else:
        edit_request(st, request.last_open).next_open = request.next_open
    if request.next_open != NO_ROW:
        edit_request(st, request.next_open).last_open = request.last_open
    request.next_open = NO_ROW
    request.last_open = NO_ROW
    return 0


cdef int refuse_request(State *st, uint32_t user) noexcept nogil:
    """The rows of one wallet are bounded: it asks again when some of its requests are paid."""
    if user_at(st, user).open_requests < OPEN_REQUESTS_MAX:
        return OK
    st.detail = OPEN_REQUESTS_MAX
    return ERR_TOO_MANY_SETTLEMENT_REQUESTS


cdef inline int _is_beside_line(State *st, const Request *request) noexcept nogil:
    """A claim of quarantined tokens takes no part of the outflow while the vault covers all.

    The tokens were never the exchange's: they carry no risk and need no wait. A
    negative lpBalance is what the vault lacks; a claim made then waits in the line like the rest.
    """
    return request.kind == REQUEST_CLAIMED_DEPOSIT and pool_of(st).lp_balance_e6 >= 0


cdef inline int _may_claim(State *st, const Request *request) noexcept nogil:
    """Whether a claim that is in no line may be paid: from what the vault holds.

    While lpBalance is negative a freeze holds it, as it holds the line; it waits for no window.
    """
    if pool_of(st).lp_balance_e6 < 0:
        return may_leave(st, request.amount_e6)
    return request.amount_e6 <= pool_of(st).vault_e6


cdef uint64_t create_request(
    State *st, uint32_t user, uint32_t kind, uint32_t mint, int64_t amount_e6, int64_t tip_e6,
    int64_t maturity_s, uint32_t state
) except? 0xFFFFFFFFFFFFFFFFULL nogil:
    """Move an amount into unsettled; the caller has taken it from where it was."""
    cdef Request *request = new_request(st, user)
    cdef Pool *pool = edit_pool(st)
    cdef SettlementRequestCreatedC *event
    request.kind = kind
    request.mint = mint
    request.amount_e6 = amount_e6
    request.tip_e6 = tip_e6
    request.maturity_s = maturity_s
    request.state = state
    _open_request(st, user_at(st, user).first_request)
    if state == REQUEST_PAYABLE and not _is_beside_line(st, request):
        queue_payout(st, user_at(st, user).first_request)
    if mint == MINT_COLLATERAL:
        pool.unsettled_e6 = checked_add(pool.unsettled_e6, amount_e6)
    else:
        pool.token_unsettled_e6 = checked_add(pool.token_unsettled_e6, amount_e6)
    event = <SettlementRequestCreatedC *> emit(
        st, TAG_SETTLEMENT_REQUEST_CREATED, sizeof(SettlementRequestCreatedC)
    )
    memcpy(event.owner, user_at(st, user).address, 32)
    event.request_id = request.request_id
    event.kind = kind
    event.mint = mint
    event.amount_e6 = amount_e6
    event.tip_e6 = tip_e6
    event.maturity_s = maturity_s
    return request.request_id


cdef uint32_t _request_row(
    State *st, const unsigned char *owner, uint64_t request_id
) noexcept nogil:
    cdef uint32_t user = find_user(st, owner)
    return NO_ROW if user == NO_ROW else find_request(st, user, request_id)


cdef int process_settlement_requests(
    State *st, const ProcessSettlementRequestsC *command
) except -1 nogil:
    """Mark mature requests payable; immature, unknown and done ids are skipped.

    So are removals while a market in use is stale, in its entry window or has a young held print:
    one good print always falls between a request and its payout (rule 45).
    """
    cdef const unsigned char *owner = owner_or_user(command.owner, command.user)
    cdef PriceBlocks blocks
    cdef int place
    cdef int done = 0
    cdef uint32_t row
    if command.request_count < 1 or command.request_count > PROCESS_MAX:
        return ERR_VALIDATION
    find_price_blocks(st, &blocks)
    for place in range(command.request_count):
        row = _request_row(st, owner, command.request_ids[place])
        if row == NO_ROW:
            continue
        if (
            request_at(st, row).state != REQUEST_PENDING
            or st.now_s < request_at(st, row).maturity_s
            or (
                request_at(st, row).kind == REQUEST_LIQUIDITY
                and (blocks.stale or blocks.held or blocks.window)
            )
        ):
            continue
        _process(st, row, command.user)
        done += 1
    return OK if done else ERR_NOTHING_TO_SETTLE


cdef int _process(State *st, uint32_t row, const unsigned char *processor) except -1 nogil:
    """A mature request takes its final amount and joins the line; nothing left: it is settled."""
    cdef Request *request = edit_request(st, row)
    cdef SettlementProcessedC *event
    request.has_processor = 1
    memcpy(request.processor, processor, 32)
    if memcmp(processor, user_at(st, request.user).address, 32) == 0:
        request.tip_e6 = 0
    if request.kind == REQUEST_LIQUIDITY:
        _reprice(st, request)
    if request.amount_e6:
        request.state = REQUEST_PAYABLE
        queue_payout(st, row)
    else:
        _settle_request(st, row)
    event = <SettlementProcessedC *> emit(
        st, TAG_SETTLEMENT_PROCESSED, sizeof(SettlementProcessedC)
    )
    memcpy(event.owner, user_at(st, request.user).address, 32)
    event.request_id = request.request_id
    memcpy(event.processor, processor, 32)
    event.amount_e6 = request.amount_e6
    event.tip_e6 = request.tip_e6
    event.mint = request.mint
    return OK


cdef int _reprice(State *st, Request *request) except -1 nogil:
    """A removal pays the lower of its amount and its shares' worth now (rule 39).

    The difference goes back to the pool. The tip stays as it was promised, but never above
    maxKeeperTipRate of what is paid, rounded down (API 7.2).
    """
    cdef Pool *pool = edit_pool(st)
    cdef Totals totals
    cdef int64_t lost
    exit_totals(st, &totals)
    lost = request.amount_e6 - redeemed_floor_e6(
        request.shares_e6, exit_value_e6(st, &totals), pool.lp_shares_e6
    )
    if lost <= 0:
        return OK
    request.amount_e6 -= lost
    request.tip_e6 = min64(
        request.tip_e6,
        saturated_mul_div(request.amount_e6, st.rules.max_keeper_tip_rate_e12, E12, FLOOR),
    )
    pool.unsettled_e6 = checked_sub(pool.unsettled_e6, lost)
    pool.lp_balance_e6 = checked_add(pool.lp_balance_e6, lost)
    return OK


cdef int authorise_payout(State *st, const AuthorisePayoutC *command) except -1 nogil:
    """The settler is about to broadcast these bytes; after an expiry it signs again.

    A payout of collateral passes the outflow limit the first time, and only then; a freeze holds
    it each time. A claim beside the line passes both while lpBalance is not negative.
    """
    cdef uint32_t row = _request_row(st, command.owner, command.request_id)
    cdef Request *request
    cdef PayoutAuthorisedC *event
    cdef int code
    if pool_of(st).status == STATUS_HALTED:
        return ERR_EXCHANGE_HALTED
    if row == NO_ROW or request_at(st, row).state != REQUEST_PAYABLE:
        return ERR_NOTHING_TO_SETTLE
    request = edit_request(st, row)
    if request.mint == MINT_COLLATERAL:
        if request.payout_number == 0:
            code = OK if _may_claim(st, request) else ERR_OUTFLOW_FROZEN
        elif not request.is_counted:
            code = count_outflow(st, row)
        else:
            code = OK if may_leave(st, request.amount_e6) else ERR_OUTFLOW_FROZEN
        if code != OK:
            return code
    request.state = REQUEST_AUTHORISED
    request.last_valid_block_height = command.last_valid_block_height
    memcpy(request.payout_signature, command.payout_signature, 64)
    event = <PayoutAuthorisedC *> emit(st, TAG_PAYOUT_AUTHORISED, sizeof(PayoutAuthorisedC))
    memcpy(event.owner, command.owner, 32)
    event.request_id = request.request_id
    memcpy(event.payout_signature, command.payout_signature, 64)
    return OK


cdef int expire_payout(State *st, const ExpirePayoutC *command) except -1 nogil:
    """The authorised bytes can no longer land; the request waits for new ones."""
    cdef uint32_t row = _request_row(st, command.owner, command.request_id)
    cdef Request *request
    cdef PayoutExpiredC *event
    if row == NO_ROW or request_at(st, row).state != REQUEST_AUTHORISED:
        return ERR_NOTHING_TO_SETTLE
    request = edit_request(st, row)
    request.state = REQUEST_PAYABLE
    request.last_valid_block_height = 0
    memset(request.payout_signature, 0, 64)
    event = <PayoutExpiredC *> emit(st, TAG_PAYOUT_EXPIRED, sizeof(PayoutExpiredC))
    memcpy(event.owner, command.owner, 32)
    event.request_id = request.request_id
    return OK


cdef int record_payout(State *st, const RecordPayoutC *command) except -1 nogil:
    """The authorised payout is final: the money has left the vault."""
    cdef uint32_t row = _request_row(st, command.owner, command.request_id)
    cdef Request *request
    cdef Pool *pool
    cdef SettlementPaidC *event
    if row == NO_ROW or request_at(st, row).state != REQUEST_AUTHORISED:
        return ERR_NOTHING_TO_SETTLE
    if memcmp(request_at(st, row).payout_signature, command.payout_signature, 64) != 0:
        return ERR_VALIDATION  # another payout than the authorised one
    _settle_request(st, row)
    request = edit_request(st, row)
    pool = edit_pool(st)
    if request.mint == MINT_COLLATERAL:
        pool.unsettled_e6 = checked_sub(pool.unsettled_e6, request.amount_e6)
        pool.vault_e6 = checked_sub(pool.vault_e6, request.amount_e6)
    else:
        pool.token_unsettled_e6 = checked_sub(pool.token_unsettled_e6, request.amount_e6)
        pool.token_vault_e6 = checked_sub(pool.token_vault_e6, request.amount_e6)
    event = <SettlementPaidC *> emit(st, TAG_SETTLEMENT_PAID, sizeof(SettlementPaidC))
    memcpy(event.owner, command.owner, 32)
    event.request_id = request.request_id
    event.amount_e6 = request.amount_e6
    event.tip_e6 = request.tip_e6
    event.mint = request.mint
    memcpy(event.payout_signature, command.payout_signature, 64)
    event.slot = command.slot
    return OK


cdef int quarantine(
    State *st, const unsigned char *sender, int64_t amount_e6, int mint, const char *reason
) except -1 nogil:
    """Keep tokens that came without a valid command for their sender."""
    cdef Deposit *deposit = new_deposit(st, user_row(st, sender))
    cdef Pool *pool = edit_pool(st)
    cdef DepositQuarantinedC *event
    cdef size_t length = strlen(reason)
    # No mint of ours has tokens enough to reach the limit; absurd records are held to it.
    amount_e6 = min64(
        amount_e6,
        AMOUNT_MAX - (
            max64(pool.vault_e6, pool.quarantined_e6)
            if mint == MINT_COLLATERAL
            else max64(pool.token_vault_e6, pool.token_quarantined_e6)
        ),
    )
    deposit.amount_e6 = amount_e6
    deposit.mint = mint
    if mint == MINT_COLLATERAL:
        pool.vault_e6 = checked_add(pool.vault_e6, amount_e6)
        pool.quarantined_e6 = checked_add(pool.quarantined_e6, amount_e6)
    else:
        pool.token_vault_e6 = checked_add(pool.token_vault_e6, amount_e6)
        pool.token_quarantined_e6 = checked_add(pool.token_quarantined_e6, amount_e6)
    event = <DepositQuarantinedC *> emit(
        st, TAG_DEPOSIT_QUARANTINED, sizeof(DepositQuarantinedC)
    )
    memcpy(event.owner, sender, 32)
    event.deposit_id = deposit.deposit_id
    event.amount_e6 = amount_e6
    event.mint = mint
    memcpy(event.reason, reason, length if length < 80 else 80)
    return OK


cdef int claim_deposit(State *st, const ClaimDepositC *command) except -1 nogil:
    """Turn a quarantined deposit into a request that is payable at once."""
    cdef uint32_t user = find_user(st, command.user)
    cdef uint32_t row
    cdef uint64_t request_id
    cdef Deposit *deposit
    cdef Pool *pool
    cdef DepositClaimedC *event
    cdef int code
    row = NO_ROW if user == NO_ROW else find_deposit(st, user, command.deposit_id)
    if row == NO_ROW or deposit_at(st, row).is_claimed:
        return ERR_DEPOSIT_NOT_FOUND
    code = refuse_request(st, user)
    if code != OK:
        return code
    deposit = edit_deposit(st, row)
    pool = edit_pool(st)
    deposit.is_claimed = 1
    if deposit.mint == MINT_COLLATERAL:
        pool.quarantined_e6 = checked_sub(pool.quarantined_e6, deposit.amount_e6)
    else:
        pool.token_quarantined_e6 = checked_sub(pool.token_quarantined_e6, deposit.amount_e6)
    request_id = create_request(
        st, user, REQUEST_CLAIMED_DEPOSIT, deposit.mint, deposit.amount_e6, 0, st.now_s,
        REQUEST_PAYABLE,
    )
    event = <DepositClaimedC *> emit(st, TAG_DEPOSIT_CLAIMED, sizeof(DepositClaimedC))
    memcpy(event.owner, command.user, 32)
    event.deposit_id = command.deposit_id
    event.request_id = request_id
    return OK
