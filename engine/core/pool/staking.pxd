"""Staking and vesting of the ACRE token: what a stake is at a time, and the commands."""

from engine.core.generated.records cimport (
    CreateStakeAccountC, SetVestingC, StakeC, UnstakeC, WithdrawStakeC,
)
from engine.core.numbers.numbers cimport CEIL, max64, min64, saturated_mul_div
from engine.core.state.state cimport Stake, Staker, State
from libc.stdint cimport int64_t, uint64_t

cdef enum:
    STAKES_MAX = 100  # rows of one staker

# States of a stake (API 8.4) in the order in which unvested amounts fill them.
cdef enum:
    STAKE_LOCKED
    STAKE_LOCKING
    STAKE_PREUNLOCKING
    STAKE_UNLOCKING
    STAKE_UNLOCKED
    STAKE_STATES

# Amounts of one staker by state; what was taken back while LOCKING counts as UNLOCKED.
cdef struct StakeAmounts:
    int64_t held_e6[5]
    int64_t unvested_e6[5]


cdef inline uint64_t epoch_at(int64_t now_s, int64_t duration_s) noexcept nogil:
    """Number of the epoch that a time of the engine (never negative) lies in."""
    return <uint64_t> (now_s // duration_s)


cdef inline uint64_t unlocked_from(const Stake *stake, int64_t unlocking_epochs) noexcept nogil:
    """The epoch from whose start an unstaked amount can be withdrawn."""
    return stake.unlocking_start + <uint64_t> unlocking_epochs


cdef inline int stake_state(
    const Stake *stake, uint64_t epoch, int64_t unlocking_epochs
) noexcept nogil:
    if stake.unlocking_start == 0:
        return STAKE_LOCKING if epoch < stake.activation_epoch else STAKE_LOCKED
    if epoch < stake.unlocking_start:
        return STAKE_PREUNLOCKING
    if epoch < unlocked_from(stake, unlocking_epochs):
        return STAKE_UNLOCKING
    return STAKE_UNLOCKED


cdef inline int64_t unvested_ceil_e6(const Staker *staker, int64_t now_s) noexcept nogil:
    """total * periods not yet over / periods; all of it before the first period is over."""
    cdef int64_t over
    if staker.vesting_total_e6 == 0 or now_s < staker.vesting_start_s:
        return staker.vesting_total_e6
    over = min64(
        (now_s - staker.vesting_start_s) // staker.vesting_period_s, staker.vesting_periods
    )
    return saturated_mul_div(
        staker.vesting_total_e6, staker.vesting_periods - over, staker.vesting_periods, CEIL
    )


cdef inline int64_t vested_withdrawable_e6(const StakeAmounts *amounts) noexcept nogil:
    return max64(0, amounts.held_e6[STAKE_UNLOCKED] - amounts.unvested_e6[STAKE_UNLOCKED])

cdef int stake_amounts(State *st, const Staker *staker, StakeAmounts *amounts) noexcept nogil

cdef int create_stake_account(State *st, const CreateStakeAccountC *command) except -1 nogil
cdef int stake(State *st, const StakeC *command) except -1 nogil
cdef int unstake(State *st, const UnstakeC *command) except -1 nogil
cdef int withdraw_stake(State *st, const WithdrawStakeC *command) except -1 nogil
cdef int set_vesting(State *st, const SetVestingC *command) except -1 nogil
