"""Reads of staking balances as frozen rows, at the state's time (API 3.8)."""

from engine.core.pool.staking cimport (
    STAKE_LOCKED, STAKE_LOCKING, STAKE_PREUNLOCKING, STAKE_STATES, STAKE_UNLOCKED,
    STAKE_UNLOCKING, STAKES_MAX, StakeAmounts, epoch_at, stake_amounts, stake_state,
    unlocked_from, vested_withdrawable_e6,
)
from engine.core.state.state cimport (
    NO_ROW, TABLE_STAKER, Stake, Staker, State, find_user, pool_of, stake_at, staker_at, user_at,
)
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from engine.core.views import StakingTotalsView, StakingView, UnlockingView, UnvestedView


cdef object _unvested(const StakeAmounts *amounts):
    cdef int64_t total = 0
    cdef int state
    for state in range(STAKE_STATES):
        total += amounts.unvested_e6[state]
    return UnvestedView(
        total_e6=total,
        locking_e6=amounts.unvested_e6[STAKE_LOCKING],
        locked_e6=amounts.unvested_e6[STAKE_LOCKED],
        preunlocking_e6=amounts.unvested_e6[STAKE_PREUNLOCKING],
        unlocking_e6=amounts.unvested_e6[STAKE_UNLOCKING],
        unlocked_e6=amounts.unvested_e6[STAKE_UNLOCKED],
    )


cdef tuple _schedule(State *st, const Staker *staker):
    """Amounts in the wait by the epoch in which it ends."""
    cdef dict amounts = {}
    cdef int64_t wait = st.rules.unlocking_duration_epochs
    cdef uint64_t epoch = epoch_at(st.now_s, st.rules.epoch_duration_s)
    cdef uint32_t row = staker.first_stake
    cdef Stake *stake
    while row != NO_ROW:
        stake = stake_at(st, row)
        if stake_state(stake, epoch, wait) in (STAKE_PREUNLOCKING, STAKE_UNLOCKING):
            ends = unlocked_from(stake, wait)
            amounts[ends] = amounts.get(ends, 0) + stake.amount_e6
        row = stake.next
    return tuple([UnlockingView(ends, amounts[ends]) for ends in sorted(amounts)])


cdef object staking_view(State *st, bytes owner):
    cdef uint32_t user
    cdef uint32_t row
    cdef StakeAmounts amounts
    if len(owner) != 32:
        raise ValueError("an owner is an address of 32 bytes")
    memset(&amounts, 0, sizeof(StakeAmounts))
    user = find_user(st, owner)
    row = NO_ROW if user == NO_ROW else user_at(st, user).staker
    if row != NO_ROW:
        stake_amounts(st, staker_at(st, row), &amounts)
    return StakingView(
        owner=owner,
        has_account=row != NO_ROW,
        is_account_full=row != NO_ROW and staker_at(st, row).stake_count >= STAKES_MAX,
        locking_e6=amounts.held_e6[STAKE_LOCKING],
        locked_e6=amounts.held_e6[STAKE_LOCKED],
        preunlocking_e6=amounts.held_e6[STAKE_PREUNLOCKING],
        unlocking_e6=amounts.held_e6[STAKE_PREUNLOCKING] + amounts.held_e6[STAKE_UNLOCKING],
        unlocked_e6=amounts.held_e6[STAKE_UNLOCKED],
        withdrawable_e6=vested_withdrawable_e6(&amounts),
        unlocking_schedule=_schedule(st, staker_at(st, row)) if row != NO_ROW else (),
        unvested=_unvested(&amounts),
    )


cdef object staking_totals(State *st):
    cdef uint64_t epoch = 0
    cdef int64_t locking = 0
    cdef int64_t locked = 0
    cdef int64_t unlocking = 0
    cdef int stakers = 0
    cdef uint32_t row
    cdef StakeAmounts amounts
    if pool_of(st).is_created:
        epoch = epoch_at(st.now_s, st.rules.epoch_duration_s)
    for row in range(<uint32_t> pool_of(st).rows[TABLE_STAKER]):
        stake_amounts(st, staker_at(st, row), &amounts)
        locking += amounts.held_e6[STAKE_LOCKING]
        locked += amounts.held_e6[STAKE_LOCKED]
        unlocking += amounts.held_e6[STAKE_PREUNLOCKING] + amounts.held_e6[STAKE_UNLOCKING]
        stakers += staker_at(st, row).stake_count > 0
    return StakingTotalsView(
        epoch=epoch,
        total_locking_e6=locking,
        total_locked_e6=locked,
        total_unlocking_e6=unlocking,
        stakers=stakers,
    )
