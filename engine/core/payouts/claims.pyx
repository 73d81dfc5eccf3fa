"""Liabilities of the exchange, one row per creditor: one pass over the tables, nothing computed.

Open margin accounts, LP positions that hold shares, requests that are not settled, stake accounts
that hold tokens, deposits that were not claimed. What the pool itself keeps is in no row.
"""

from engine.core.pool.staking cimport STAKE_STATES, StakeAmounts, stake_amounts
from engine.core.state.state cimport (
    MINT_COLLATERAL, MINT_TOKEN, NO_ROW, TABLE_ACCOUNT, TABLE_DEPOSIT, TABLE_LP, TABLE_STAKER,
    Account, Deposit, Lp, Request, State, account_at, deposit_at, find_deposit, find_user, lp_at,
    pool_of, request_at, staker_at, user_at,
)
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from engine.core.views import QuarantinedDepositView

cdef struct List:
    ClaimRow *rows
    uint64_t room
    uint64_t count


cdef void _add(
    State *st, List *out, uint32_t kind, uint32_t user, uint64_t number, uint32_t mint,
    int64_t amount_e6
) noexcept nogil:
    """Write a row where there is room for it; count it in any case."""
    cdef ClaimRow *row
    if out.count < out.room:
        row = &out.rows[out.count]
        memcpy(row.owner, user_at(st, user).address, 32)
        row.number = number
        row.amount_e6 = amount_e6
        row.kind = kind
        row.mint = mint
    out.count += 1


cdef uint64_t list_claims(State *st, ClaimRow *out, uint64_t room) noexcept nogil:
    """Write up to `room` rows; return how many there are."""
    cdef List found
    found.rows = out
    found.room = room
    found.count = 0
    _add_accounts(st, &found)
    _add_positions(st, &found)
    _add_requests(st, &found)
    _add_stakes(st, &found)
    _add_deposits(st, &found)
    return found.count


cdef void _add_accounts(State *st, List *out) noexcept nogil:
    cdef Account *account
    cdef uint32_t row
    for row in range(<uint32_t> pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, row)
        if account.is_open:
            _add(
                st, out, CLAIM_MARGIN_ACCOUNT, account.user, account.account_id, MINT_COLLATERAL,
                account.collateral_e6,
            )


cdef void _add_positions(State *st, List *out) noexcept nogil:
    cdef Lp *lp
    cdef uint32_t row
    for row in range(<uint32_t> pool_of(st).rows[TABLE_LP]):
        lp = lp_at(st, row)
        if lp.shares_e6:
            _add(st, out, CLAIM_LP_POSITION, lp.user, lp.lp_id, MINT_COLLATERAL, lp.shares_e6)


cdef void _add_requests(State *st, List *out) noexcept nogil:
    cdef Request *request
    cdef uint32_t row = pool_of(st).first_open
    while row != NO_ROW:
        request = request_at(st, row)
        _add(
            st, out, CLAIM_SETTLEMENT_REQUEST, request.user, request.request_id, request.mint,
            request.amount_e6,
        )
        row = request.next_open


cdef void _add_stakes(State *st, List *out) noexcept nogil:
    """Stake of a staker in every state; a withdrawal is a request."""
    cdef StakeAmounts amounts
    cdef int64_t held_e6
    cdef uint32_t row
    cdef int state
    for row in range(<uint32_t> pool_of(st).rows[TABLE_STAKER]):
        stake_amounts(st, staker_at(st, row), &amounts)
        held_e6 = 0
        for state in range(STAKE_STATES):
            held_e6 += amounts.held_e6[state]
        if held_e6:
            _add(st, out, CLAIM_STAKE, staker_at(st, row).user, 0, MINT_TOKEN, held_e6)


cdef void _add_deposits(State *st, List *out) noexcept nogil:
    cdef Deposit *deposit
    cdef uint32_t row
    for row in range(<uint32_t> pool_of(st).rows[TABLE_DEPOSIT]):
        deposit = deposit_at(st, row)
        if not deposit.is_claimed:
            _add(
                st, out, CLAIM_QUARANTINE, deposit.user, deposit.deposit_id, deposit.mint,
                deposit.amount_e6,
            )


cdef object _deposit_view(State *st, bytes owner, uint32_t row):
    cdef Deposit *deposit = deposit_at(st, row)
    return QuarantinedDepositView(
        owner, deposit.deposit_id, deposit.amount_e6, deposit.mint, bool(deposit.is_claimed)
    )


cdef object quarantined_deposit(State *st, bytes owner, uint64_t deposit_id):
    """The deposit with an id, or None."""
    cdef uint32_t user = find_user(st, owner) if len(owner) == 32 else NO_ROW
    cdef uint32_t row = NO_ROW if user == NO_ROW else find_deposit(st, user, deposit_id)
    return None if row == NO_ROW else _deposit_view(st, owner, row)


cdef list quarantined_deposits(State *st, bytes owner):
    cdef uint32_t user
    cdef uint32_t row
    cdef list views = []
    if len(owner) != 32:
        raise ValueError("an owner is an address of 32 bytes")
    user = find_user(st, owner)
    if user == NO_ROW:
        return views
    row = user_at(st, user).first_deposit
    while row != NO_ROW:
        views.append(_deposit_view(st, owner, row))
        row = deposit_at(st, row).next
    views.reverse()
    return views
