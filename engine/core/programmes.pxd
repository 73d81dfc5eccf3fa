"""Ranges of the facts that are journaled for the programmes; the state does not change."""

from engine.core.generated.records cimport (
    CreateContestC, DrawRaffleC, GenerateReferralCodeC, GrantSnapshotBoostC, JoinContestC,
    SampleBadgesC, SetExclusionC, SetFinalRowC, SetProgrammeC, SetReplaySpeedC,
    UseReferralCodeC,
)
from engine.core.state.state cimport State

cdef int create_contest(State *st, const CreateContestC *command) except -1 nogil
cdef int join_contest(State *st, const JoinContestC *command) except -1 nogil
cdef int draw_raffle(State *st, const DrawRaffleC *command) except -1 nogil
cdef int set_programme(State *st, const SetProgrammeC *command) except -1 nogil
cdef int set_exclusion(State *st, const SetExclusionC *command) except -1 nogil
cdef int set_final_row(State *st, const SetFinalRowC *command) except -1 nogil
cdef int grant_snapshot_boost(State *st, const GrantSnapshotBoostC *command) except -1 nogil
cdef int generate_referral_code(State *st, const GenerateReferralCodeC *command) except -1 nogil
cdef int use_referral_code(State *st, const UseReferralCodeC *command) except -1 nogil
cdef int sample_badges(State *st, const SampleBadgesC *command) except -1 nogil
cdef int set_replay_speed(State *st, const SetReplaySpeedC *command) except -1 nogil
