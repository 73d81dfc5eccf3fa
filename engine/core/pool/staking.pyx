"""Staking and vesting of the ACRE token (API 7.3, 8.4; rule 25)."""

from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_INPUT_NOT_POSITIVE, ERR_STAKE_ACCOUNT_EXISTS,
    ERR_STAKE_ACCOUNT_FULL, ERR_STAKE_ACCOUNT_MISSING, ERR_UNSTAKE_EXCEEDS_STAKED, ERR_VALIDATION,
    ERR_WITHDRAW_EXCEEDS_UNLOCKED, OK, TAG_STAKE_ACCOUNT_CREATED, TAG_STAKE_WITHDRAWN, TAG_STAKED,
    TAG_UNSTAKE_REQUESTED, TAG_UNSTAKED, TAG_VESTING_SET, CreateStakeAccountC, SetVestingC,
    StakeAccountCreatedC, StakeC, StakedC, StakeWithdrawnC, UnstakeC, UnstakedC,
    UnstakeRequestedC, VestingSetC, WithdrawStakeC,
)
from engine.core.numbers.numbers cimport AMOUNT_MAX, TIME_MAX, checked_add, checked_sub, min64
from engine.core.payouts.settlement cimport create_request, refuse_request
from engine.core.perps.accounting cimport emit
from engine.core.state.state cimport (
    MINT_TOKEN, NO_ROW, REQUEST_PAYABLE, REQUEST_STAKE, Pool, Stake, Staker, State, edit_pool,
    edit_stake, edit_staker, find_user, new_stake, new_staker, release_stake, stake_at, staker_at,
    user_at, user_row,
)
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset


cdef inline uint64_t _epoch_now(State *st) noexcept nogil:
    return epoch_at(st.now_s, st.rules.epoch_duration_s)


cdef inline int _state_now(State *st, uint32_t row) noexcept nogil:
    return stake_state(
        stake_at(st, row), _epoch_now(st), st.rules.unlocking_duration_epochs
    )


cdef uint32_t _staker_of(State *st, const unsigned char *owner) noexcept nogil:
    cdef uint32_t user = find_user(st, owner)
    return NO_ROW if user == NO_ROW else user_at(st, user).staker


cdef int stake_amounts(State *st, const Staker *staker, StakeAmounts *amounts) noexcept nogil:
    """Sum the stakes by state, then lay the unvested amount over the states in their order."""
    cdef uint32_t row = staker.first_stake
    cdef int64_t unvested = unvested_ceil_e6(staker, st.now_s)
    cdef int state
    memset(amounts, 0, sizeof(StakeAmounts))
    while row != NO_ROW:
        amounts.held_e6[_state_now(st, row)] += stake_at(st, row).amount_e6
        row = stake_at(st, row).next
    amounts.held_e6[STAKE_UNLOCKED] += staker.withdrawable_e6
    for state in range(STAKE_STATES):
        amounts.unvested_e6[state] = min64(unvested, amounts.held_e6[state])
        unvested -= amounts.unvested_e6[state]
    return 0


cdef int _check_amount(int64_t amount_e6) noexcept nogil:
    if amount_e6 <= 0:
        return ERR_INPUT_NOT_POSITIVE
    if amount_e6 > AMOUNT_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    return OK


cdef uint32_t _open(State *st, const unsigned char *owner) except? 0xFFFFFFFF nogil:
    """A new stake account of a wallet that has none."""
    cdef uint32_t row = new_staker(st, user_row(st, owner))
    cdef StakeAccountCreatedC *event = <StakeAccountCreatedC *> emit(
        st, TAG_STAKE_ACCOUNT_CREATED, sizeof(StakeAccountCreatedC)
    )
    memcpy(event.owner, owner, 32)
    return row


cdef uint32_t _append(State *st, uint32_t staker_row) except? 0xFFFFFFFF nogil:
    """An empty stake after the staker's last one."""
    cdef uint32_t row = new_stake(st)
    cdef Staker *staker = edit_staker(st, staker_row)
    if staker.last_stake == NO_ROW:
        staker.first_stake = row
    else:
        edit_stake(st, staker.last_stake).next = row
    staker.last_stake = row
    staker.stake_count += 1
    return row


cdef int _drop_empty(State *st, uint32_t staker_row) except -1 nogil:
    """Unlink the stakes of which nothing is left."""
    cdef Staker *staker = edit_staker(st, staker_row)
    cdef uint32_t before = NO_ROW
    cdef uint32_t row = staker.first_stake
    cdef uint32_t after
    while row != NO_ROW:
        after = stake_at(st, row).next
        if stake_at(st, row).amount_e6:
            before = row
        else:
            if before == NO_ROW:
                staker.first_stake = after
            else:
                edit_stake(st, before).next = after
            if after == NO_ROW:
                staker.last_stake = before
            staker.stake_count -= 1
            release_stake(st, row)
        row = after
    return 0


cdef int _rows_in(State *st, uint32_t staker_row, int state, uint32_t *rows) noexcept nogil:
    """The staker's rows that are in a state now, oldest first; how many they are."""
    cdef uint32_t row = staker_at(st, staker_row).first_stake
    cdef int count = 0
    while row != NO_ROW:
        if _state_now(st, row) == state:
            rows[count] = row
            count += 1
        row = stake_at(st, row).next
    return count


cdef int create_stake_account(State *st, const CreateStakeAccountC *command) except -1 nogil:
    if _staker_of(st, command.user) != NO_ROW:
        return ERR_STAKE_ACCOUNT_EXISTS
    _open(st, command.user)
    return OK


cdef int stake(State *st, const StakeC *command) except -1 nogil:
    """The tokens that came along become a stake that is LOCKED from the next epoch on."""
    cdef uint32_t staker = _staker_of(st, command.user)
    cdef Pool *pool = edit_pool(st)
    cdef Stake *made
    cdef StakedC *event
    cdef int code = _check_amount(command.amount_e6)
    if code != OK:
        return code
    if command.is_creating_account > 1:
        return ERR_VALIDATION
    if staker == NO_ROW:
        if not command.is_creating_account:
            return ERR_STAKE_ACCOUNT_MISSING
        staker = _open(st, command.user)
    if staker_at(st, staker).stake_count >= STAKES_MAX:
        st.detail = STAKES_MAX
        return ERR_STAKE_ACCOUNT_FULL
    pool.token_vault_e6 = checked_add(pool.token_vault_e6, command.amount_e6)
    pool.token_staked_e6 = checked_add(pool.token_staked_e6, command.amount_e6)
    made = stake_at(st, _append(st, staker))
    made.amount_e6 = command.amount_e6
    made.activation_epoch = _epoch_now(st) + 1
    event = <StakedC *> emit(st, TAG_STAKED, sizeof(StakedC))
    memcpy(event.owner, command.user, 32)
    event.amount_e6 = made.amount_e6
    event.activation_epoch = made.activation_epoch
    return OK


cdef int unstake(State *st, const UnstakeC *command) except -1 nogil:
    """LOCKING amounts come back at once; the rest of the amount starts to unlock."""
    cdef uint32_t staker = _staker_of(st, command.user)
    cdef StakeAmounts amounts
    cdef int64_t locking
    cdef int code = _check_amount(command.amount_e6)
    if code != OK:
        return code
    if staker == NO_ROW:
        return ERR_STAKE_ACCOUNT_MISSING
    stake_amounts(st, staker_at(st, staker), &amounts)
    st.detail = amounts.held_e6[STAKE_LOCKING] + amounts.held_e6[STAKE_LOCKED]
    if command.amount_e6 > st.detail:
        return ERR_UNSTAKE_EXCEEDS_STAKED
    locking = min64(command.amount_e6, amounts.held_e6[STAKE_LOCKING])
    if locking:
        _take_back(st, staker, locking)
    if command.amount_e6 > locking:
        return _begin_unlocking(st, staker, command.amount_e6 - locking)
    return OK


cdef int _take_back(State *st, uint32_t staker_row, int64_t amount_e6) except -1 nogil:
    """LOCKING stakes, newest first, to the amount that can be withdrawn at once."""
    cdef uint32_t rows[STAKES_MAX]
    cdef int place = _rows_in(st, staker_row, STAKE_LOCKING, rows)
    cdef Staker *staker = edit_staker(st, staker_row)
    cdef int64_t rest = amount_e6
    cdef int64_t part
    cdef Stake *row
    cdef UnstakedC *event
    while rest:
        place -= 1
        row = edit_stake(st, rows[place])
        part = min64(rest, row.amount_e6)
        row.amount_e6 -= part
        rest -= part
    staker.withdrawable_e6 = checked_add(staker.withdrawable_e6, amount_e6)
    _drop_empty(st, staker_row)
    event = <UnstakedC *> emit(st, TAG_UNSTAKED, sizeof(UnstakedC))
    memcpy(event.owner, user_at(st, staker.user).address, 32)
    event.amount_e6 = amount_e6
    return OK


cdef int _begin_unlocking(State *st, uint32_t staker_row, int64_t amount_e6) except -1 nogil:
    """LOCKED stakes, newest first; of the last one a part splits off as a row of its own.

    A split needs a free row. It is counted after LOCKING rows were taken back: what they gave
    free can be used.
    """
    cdef uint32_t rows[STAKES_MAX]
    cdef int place = _rows_in(st, staker_row, STAKE_LOCKED, rows)
    cdef uint64_t start = _epoch_now(st) + 1
    cdef int64_t rest = amount_e6
    cdef Stake *row
    cdef UnstakeRequestedC *event
    while rest:
        place -= 1
        row = edit_stake(st, rows[place])
        if row.amount_e6 > rest:
            if staker_at(st, staker_row).stake_count >= STAKES_MAX:
                st.detail = STAKES_MAX
                return ERR_STAKE_ACCOUNT_FULL
            _split(st, staker_row, rows[place], rest, start)
            break
        rest -= row.amount_e6
        row.unlocking_start = start
    event = <UnstakeRequestedC *> emit(st, TAG_UNSTAKE_REQUESTED, sizeof(UnstakeRequestedC))
    memcpy(event.owner, user_at(st, staker_at(st, staker_row).user).address, 32)
    event.amount_e6 = amount_e6
    event.unlocking_start_epoch = start
    return OK


cdef int _split(
    State *st, uint32_t staker_row, uint32_t row, int64_t amount_e6, uint64_t unlocking_start
) except -1 nogil:
    """A part of a stake becomes the staker's last one and unlocks; the rest stays LOCKED."""
    cdef Stake *part = stake_at(st, _append(st, staker_row))
    cdef Stake *rest = edit_stake(st, row)
    rest.amount_e6 -= amount_e6
    part.amount_e6 = amount_e6
    part.activation_epoch = rest.activation_epoch
    part.unlocking_start = unlocking_start
    return 0


cdef int withdraw_stake(State *st, const WithdrawStakeC *command) except -1 nogil:
    """Vested tokens leave: what was taken back first, then the oldest UNLOCKED stakes."""
    cdef uint32_t row = _staker_of(st, command.user)
    cdef Pool *pool = edit_pool(st)
    cdef StakeAmounts amounts
    cdef uint64_t request_id
    cdef StakeWithdrawnC *event
    cdef int code = _check_amount(command.amount_e6)
    if code != OK:
        return code
    if row == NO_ROW:
        return ERR_STAKE_ACCOUNT_MISSING
    stake_amounts(st, staker_at(st, row), &amounts)
    st.detail = vested_withdrawable_e6(&amounts)
    if command.amount_e6 > st.detail:
        return ERR_WITHDRAW_EXCEEDS_UNLOCKED
    code = refuse_request(st, staker_at(st, row).user)
    if code != OK:
        return code
    _take_unlocked(st, row, command.amount_e6)
    pool.token_staked_e6 = checked_sub(pool.token_staked_e6, command.amount_e6)
    request_id = create_request(
        st, staker_at(st, row).user, REQUEST_STAKE, MINT_TOKEN, command.amount_e6, 0, st.now_s,
        REQUEST_PAYABLE,
    )
    event = <StakeWithdrawnC *> emit(st, TAG_STAKE_WITHDRAWN, sizeof(StakeWithdrawnC))
    memcpy(event.owner, command.user, 32)
    event.amount_e6 = command.amount_e6
    event.request_id = request_id
    return OK


cdef int _take_unlocked(State *st, uint32_t staker_row, int64_t amount_e6) except -1 nogil:
    cdef uint32_t rows[STAKES_MAX]
    cdef Staker *staker = edit_staker(st, staker_row)
    cdef int64_t part = min64(amount_e6, staker.withdrawable_e6)
    cdef int64_t rest = amount_e6 - part
    cdef int place = 0
    cdef Stake *row
    staker.withdrawable_e6 -= part
    _rows_in(st, staker_row, STAKE_UNLOCKED, rows)
    while rest:
        row = edit_stake(st, rows[place])
        part = min64(rest, row.amount_e6)
        row.amount_e6 -= part
        rest -= part
        place += 1
    return _drop_empty(st, staker_row)


cdef int set_vesting(State *st, const SetVestingC *command) except -1 nogil:
    """Replace a wallet's vesting; a total of 0 ends it.

    A wallet without a stake account gets one, so that the vesting has a row.
    """
    cdef uint32_t row = _staker_of(st, command.owner)
    cdef Staker *staker
    cdef VestingSetC *event
    if command.total_e6 > AMOUNT_MAX:
        return ERR_AMOUNT_OUT_OF_RANGE
    if command.total_e6 < 0 or (command.total_e6 and not (
        0 <= command.start_s <= TIME_MAX
        and 1 <= command.period_s <= TIME_MAX
        and command.period_count >= 1
    )):
        return ERR_VALIDATION
    if row == NO_ROW and command.total_e6:
        row = _open(st, command.owner)
    if row != NO_ROW:
        staker = edit_staker(st, row)
        staker.vesting_total_e6 = command.total_e6
        staker.vesting_start_s = command.start_s
        staker.vesting_period_s = command.period_s
        staker.vesting_periods = command.period_count
    event = <VestingSetC *> emit(st, TAG_VESTING_SET, sizeof(VestingSetC))
    memcpy(event.owner, command.owner, 32)
    event.total_e6 = command.total_e6
    event.start_s = command.start_s
    event.period_s = command.period_s
    event.period_count = command.period_count
    return OK
